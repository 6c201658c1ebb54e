// Operation descriptors: from attributes to nodes of the graph, checked one by one.
#include "api/backend/operation.h"

#include <algorithm>

#include "api/entry.h"

namespace girih::api {
namespace {

using graph::kNone;
using graph::TensorId;

// Reads the attributes of one operation; the first error stays.
struct Builder {
  const Body& b;
  OperationInfo& info;
  std::optional<Error> error;

  void fail_with(Error e) {
    if (!error) error = std::move(e);
  }

  TensorId add(const BodyPtr& body, int attribute) {
    if (body->kind != CUDNN_BACKEND_TENSOR_DESCRIPTOR) {
      fail_with(fail(Status::kBadParamDescriptorType, "{}: a {} is no tensor", attribute_text(attribute),
                     kind_name(body->kind)));
      return kNone;
    }
    for (size_t i = 0; i < info.tensors.size(); ++i)
      if (info.tensors[i].body == body) return static_cast<TensorId>(i);
    const auto* t = body->as<TensorInfo>();
    info.tensors.push_back({t->tensor, body});
    const auto id = info.tensors.size() - 1;
    if (t->ragged) {
      const TensorId offsets = add(t->ragged, CUDNN_ATTR_TENSOR_RAGGED_OFFSET_DESC);
      info.tensors[id].tensor.ragged = offsets;
    }
    info.tensors[id].tensor.name = attribute_text(attribute);
    return static_cast<TensorId>(id);
  }
  TensorId virtual_like(TensorId id) {
    graph::Tensor t = info.tensors[static_cast<size_t>(id)].tensor;
    t.is_virtual = true, t.by_value = false, t.ragged = kNone;
    info.tensors.push_back({t, nullptr});
    return static_cast<TensorId>(info.tensors.size() - 1);
  }
  // A tensor that may be absent, or must be there.
  TensorId optional(int attribute) {
    const BodyPtr body = b.body(attribute);
    return body ? add(body, attribute) : kNone;
  }
  TensorId required(int attribute) {
    const TensorId id = optional(attribute);
    if (id == kNone) fail_with(bad_param("{} is not set", attribute_text(attribute)));
    return id;
  }
  std::vector<TensorId> list(int attribute) {
    std::vector<TensorId> ids;
    if (const Attribute* a = b.find(attribute))
      for (const auto& body : a->bodies) ids.push_back(add(body, attribute));
    return ids;
  }
  DType compute(const Body& from, int attribute) {
    const int64_t type = from.integer(attribute, CUDNN_DATA_FLOAT);
    if (type < 0 || type >= kDTypeCount) {
      fail_with(bad_param("{}: {} is no data type", attribute_text(attribute), type));
      return DType::f32;
    }
    return static_cast<DType>(type);
  }
  // The parameter descriptor; an empty body when it is missing.
  const Body& parameters(int attribute, int kind) {
    static const Body none(-1);
    const BodyPtr body = b.body(attribute);
    if (!body)
      fail_with(bad_param("{} is not set", attribute_text(attribute)));
    else if (body->kind != kind)
      fail_with(fail(Status::kBadParamDescriptorType, "{}: a {} is no {}", attribute_text(attribute),
                     kind_name(body->kind), kind_name(kind)));
    return body && body->kind == kind ? *body : none;
  }
  graph::Scalars& node(graph::Op op) {
    info.nodes.push_back({std::move(op), {}});
    return info.nodes.back().scalars;
  }
};

// The most spatial dims are bounded by finalize_parameters.
void copy(const std::vector<int64_t>& from, int64_t* to) {
  for (size_t i = 0; i < from.size(); ++i) to[i] = from[i];
}

void convolution(Builder& r, graph::ConvPass pass, int x, int w, int y, int desc, int alpha, int beta) {
  const Body& p = r.parameters(desc, CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR);
  graph::Convolution o;
  o.pass = pass;
  o.x = r.required(x), o.w = r.required(w), o.y = r.required(y);
  o.spatial = static_cast<int>(p.integer(CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, 2));
  copy(p.integers(CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS), o.pad_before);
  copy(p.integers(CUDNN_ATTR_CONVOLUTION_POST_PADDINGS), o.pad_after);
  copy(p.integers(CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES), o.stride);
  copy(p.integers(CUDNN_ATTR_CONVOLUTION_DILATIONS), o.dilation);
  o.flip = p.integer(CUDNN_ATTR_CONVOLUTION_CONV_MODE, CUDNN_CROSS_CORRELATION) == CUDNN_CONVOLUTION;
  o.compute = r.compute(p, CUDNN_ATTR_CONVOLUTION_COMP_TYPE);
  graph::Scalars& k = r.node(o);
  k.alpha = r.b.number(alpha, 1), k.beta = r.b.number(beta, 0);
}

void pointwise(Builder& r) {
  using graph::PointwiseMode;
  const Body& p = r.parameters(CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, CUDNN_BACKEND_POINTWISE_DESCRIPTOR);
  graph::Pointwise o;
  o.mode = p.value(CUDNN_ATTR_POINTWISE_MODE, PointwiseMode::identity);
  const int mode = static_cast<int>(o.mode);
  const bool backward = mode >= 200 && mode < 300;
  o.a = r.required(CUDNN_ATTR_OPERATION_POINTWISE_XDESC);
  if (backward) {
    o.b = r.required(CUDNN_ATTR_OPERATION_POINTWISE_DYDESC);
    o.y = r.required(CUDNN_ATTR_OPERATION_POINTWISE_DXDESC);
  } else {
    if (graph::pointwise_inputs(o.mode) > 1) o.b = r.required(CUDNN_ATTR_OPERATION_POINTWISE_BDESC);
    if (graph::pointwise_inputs(o.mode) > 2) o.t = r.required(CUDNN_ATTR_OPERATION_POINTWISE_TDESC);
    o.y = r.required(CUDNN_ATTR_OPERATION_POINTWISE_YDESC);
  }
  o.propagate_nan = o.mode != PointwiseMode::min && o.mode != PointwiseMode::max;
  o.lower_clip = p.number(CUDNN_ATTR_POINTWISE_RELU_LOWER_CLIP, 0);
  o.upper_clip = p.number(CUDNN_ATTR_POINTWISE_RELU_UPPER_CLIP, std::numeric_limits<double>::infinity());
  o.lower_slope = p.number(CUDNN_ATTR_POINTWISE_RELU_LOWER_CLIP_SLOPE, 0);
  switch (o.mode) {
    case PointwiseMode::elu_fwd:
    case PointwiseMode::graph_elu_bwd:
      o.parameter = p.number(CUDNN_ATTR_POINTWISE_ELU_ALPHA, 1);
      break;
    case PointwiseMode::softplus_fwd:
    case PointwiseMode::graph_softplus_bwd:
      o.parameter = p.number(CUDNN_ATTR_POINTWISE_SOFTPLUS_BETA, 1);
      break;
    case PointwiseMode::swish_fwd:
    case PointwiseMode::graph_swish_bwd:
      o.parameter = p.number(CUDNN_ATTR_POINTWISE_SWISH_BETA, 1);
      break;
    case PointwiseMode::gen_index:
      o.axis = static_cast<int>(p.integer(CUDNN_ATTR_POINTWISE_AXIS, -1));
      break;
    default:
      break;
  }
  o.compute = r.compute(p, CUDNN_ATTR_POINTWISE_MATH_PREC);
  const double alpha1 = r.b.number(CUDNN_ATTR_OPERATION_POINTWISE_ALPHA1, 1);
  const double alpha2 = r.b.number(CUDNN_ATTR_OPERATION_POINTWISE_ALPHA2, 1);
  if (r.error) return;
  if (graph::scales_inputs(o.mode)) {
    graph::Scalars& k = r.node(o);
    k.alpha = alpha1, k.alpha2 = alpha2;
    return;
  }
  // The interface scales inputs; these operations of the graph scale their result. Scaled inputs come from nodes
  // before.
  const auto scaled = [&](TensorId id, double alpha) {
    if (id == kNone || alpha == 1) return id;
    graph::Pointwise scale;
    scale.a = id, scale.y = r.virtual_like(id), scale.compute = o.compute;
    r.info.tensors[static_cast<size_t>(scale.y)].tensor.desc.dtype = o.compute;
    r.node(scale).alpha = alpha;
    return scale.y;
  };
  o.a = scaled(o.a, alpha1);
  o.b = scaled(o.b, alpha2);
  r.node(o);
}

void matmul(Builder& r) {
  const Body& p = r.parameters(CUDNN_ATTR_OPERATION_MATMUL_DESC, CUDNN_BACKEND_MATMUL_DESCRIPTOR);
  graph::Matmul o;
  o.a = r.required(CUDNN_ATTR_OPERATION_MATMUL_ADESC), o.b = r.required(CUDNN_ATTR_OPERATION_MATMUL_BDESC);
  o.c = r.required(CUDNN_ATTR_OPERATION_MATMUL_CDESC);
  o.m_override = r.optional(CUDNN_ATTR_OPERATION_MATMUL_GEMM_M_OVERRIDE_DESC);
  o.n_override = r.optional(CUDNN_ATTR_OPERATION_MATMUL_GEMM_N_OVERRIDE_DESC);
  o.k_override = r.optional(CUDNN_ATTR_OPERATION_MATMUL_GEMM_K_OVERRIDE_DESC);
  o.padding = p.number(CUDNN_ATTR_MATMUL_PADDING_VALUE, 0);
  o.compute = r.compute(p, CUDNN_ATTR_MATMUL_COMP_TYPE);
  r.node(o);
}

void reduction(Builder& r) {
  const Body& p = r.parameters(CUDNN_ATTR_OPERATION_REDUCTION_DESC, CUDNN_BACKEND_REDUCTION_DESCRIPTOR);
  graph::Reduction o;
  o.op = p.value(CUDNN_ATTR_REDUCTION_OPERATOR, graph::ReduceOp::add);
  o.x = r.required(CUDNN_ATTR_OPERATION_REDUCTION_XDESC), o.y = r.required(CUDNN_ATTR_OPERATION_REDUCTION_YDESC);
  o.compute = r.compute(p, CUDNN_ATTR_REDUCTION_COMP_TYPE);
  r.node(o);
}

void fractions(const Body& p, int attribute, int64_t* numerator, int64_t* denominator) {
  const Attribute* a = p.find(attribute);
  for (int64_t i = 0; a && i < a->count; ++i) {
    cudnnFraction_t f;
    std::copy_n(a->bytes.data() + static_cast<size_t>(i) * sizeof f, sizeof f, reinterpret_cast<unsigned char*>(&f));
    numerator[i] = f.numerator, denominator[i] = f.denominator;
  }
}

void resample(Builder& r, bool backward) {
  const Body& p =
      r.parameters(backward ? CUDNN_ATTR_OPERATION_RESAMPLE_BWD_DESC : CUDNN_ATTR_OPERATION_RESAMPLE_FWD_DESC,
                   CUDNN_BACKEND_RESAMPLE_DESCRIPTOR);
  graph::Resample o;
  o.backward = backward;
  o.mode = p.value(CUDNN_ATTR_RESAMPLE_MODE, graph::ResampleMode::max);
  o.padding = p.value(CUDNN_ATTR_RESAMPLE_PADDING_MODE, graph::PaddingMode::zero);
  o.propagate_nan = p.integer(CUDNN_ATTR_RESAMPLE_NAN_PROPAGATION, CUDNN_NOT_PROPAGATE_NAN) == CUDNN_PROPAGATE_NAN;
  o.spatial = static_cast<int>(p.integer(CUDNN_ATTR_RESAMPLE_SPATIAL_DIMS, 2));
  fractions(p, CUDNN_ATTR_RESAMPLE_WINDOW_DIMS, o.window, o.window_den);
  fractions(p, CUDNN_ATTR_RESAMPLE_STRIDES, o.stride, o.stride_den);
  fractions(p, CUDNN_ATTR_RESAMPLE_PRE_PADDINGS, o.pad_before, o.pad_before_den);
  fractions(p, CUDNN_ATTR_RESAMPLE_POST_PADDINGS, o.pad_after, o.pad_after_den);
  o.compute = r.compute(p, CUDNN_ATTR_RESAMPLE_COMP_TYPE);
  if (backward) {
    o.dx = r.required(CUDNN_ATTR_OPERATION_RESAMPLE_BWD_DXDESC);
    o.dy = r.required(CUDNN_ATTR_OPERATION_RESAMPLE_BWD_DYDESC);
    o.index = r.optional(CUDNN_ATTR_OPERATION_RESAMPLE_BWD_IDXDESC);
    o.x = r.optional(CUDNN_ATTR_OPERATION_RESAMPLE_BWD_XDESC);
    o.y = r.optional(CUDNN_ATTR_OPERATION_RESAMPLE_BWD_YDESC);
  } else {
    o.x = r.required(CUDNN_ATTR_OPERATION_RESAMPLE_FWD_XDESC);
    o.y = r.required(CUDNN_ATTR_OPERATION_RESAMPLE_FWD_YDESC);
    o.index = r.optional(CUDNN_ATTR_OPERATION_RESAMPLE_FWD_IDXDESC);
  }
  graph::Scalars& k = r.node(o);
  k.alpha = r.b.number(backward ? CUDNN_ATTR_OPERATION_RESAMPLE_BWD_ALPHA : CUDNN_ATTR_OPERATION_RESAMPLE_FWD_ALPHA, 1);
  k.beta = r.b.number(backward ? CUDNN_ATTR_OPERATION_RESAMPLE_BWD_BETA : CUDNN_ATTR_OPERATION_RESAMPLE_FWD_BETA, 0);
}

void norm_forward(Builder& r) {
  graph::NormForward o;
  if (!r.b.find(CUDNN_ATTR_OPERATION_NORM_FWD_MODE))
    r.fail_with(bad_param("CUDNN_ATTR_OPERATION_NORM_FWD_MODE is not set"));
  o.mode = r.b.value(CUDNN_ATTR_OPERATION_NORM_FWD_MODE, graph::NormMode::layer);
  o.training = r.b.integer(CUDNN_ATTR_OPERATION_NORM_FWD_PHASE, CUDNN_NORM_FWD_INFERENCE) == CUDNN_NORM_FWD_TRAINING;
  o.x = r.required(CUDNN_ATTR_OPERATION_NORM_FWD_XDESC), o.y = r.required(CUDNN_ATTR_OPERATION_NORM_FWD_YDESC);
  o.scale = r.optional(CUDNN_ATTR_OPERATION_NORM_FWD_SCALE_DESC);
  o.bias = r.optional(CUDNN_ATTR_OPERATION_NORM_FWD_BIAS_DESC);
  o.mean = r.optional(CUDNN_ATTR_OPERATION_NORM_FWD_MEAN_DESC);
  o.inv_variance = r.optional(CUDNN_ATTR_OPERATION_NORM_FWD_INV_VARIANCE_DESC);
  o.epsilon = r.optional(CUDNN_ATTR_OPERATION_NORM_FWD_EPSILON_DESC);
  o.factor = r.optional(CUDNN_ATTR_OPERATION_NORM_FWD_EXP_AVG_FACTOR_DESC);
  o.running_mean = r.optional(CUDNN_ATTR_OPERATION_NORM_FWD_INPUT_RUNNING_MEAN_DESC);
  o.running_var = r.optional(CUDNN_ATTR_OPERATION_NORM_FWD_INPUT_RUNNING_VAR_DESC);
  o.new_running_mean = r.optional(CUDNN_ATTR_OPERATION_NORM_FWD_OUTPUT_RUNNING_MEAN_DESC);
  o.new_running_var = r.optional(CUDNN_ATTR_OPERATION_NORM_FWD_OUTPUT_RUNNING_VAR_DESC);
  o.peer_stats = r.list(CUDNN_ATTR_OPERATION_NORM_FWD_PEER_STAT_DESCS);
  r.node(o);
}

void norm_backward(Builder& r) {
  graph::NormBackward o;
  if (!r.b.find(CUDNN_ATTR_OPERATION_NORM_BWD_MODE))
    r.fail_with(bad_param("CUDNN_ATTR_OPERATION_NORM_BWD_MODE is not set"));
  o.mode = r.b.value(CUDNN_ATTR_OPERATION_NORM_BWD_MODE, graph::NormMode::layer);
  o.x = r.required(CUDNN_ATTR_OPERATION_NORM_BWD_XDESC), o.dy = r.required(CUDNN_ATTR_OPERATION_NORM_BWD_DYDESC);
  o.dx = r.optional(CUDNN_ATTR_OPERATION_NORM_BWD_DXDESC);
  o.scale = r.optional(CUDNN_ATTR_OPERATION_NORM_BWD_SCALE_DESC);
  o.dscale = r.optional(CUDNN_ATTR_OPERATION_NORM_BWD_DSCALE_DESC);
  o.dbias = r.optional(CUDNN_ATTR_OPERATION_NORM_BWD_DBIAS_DESC);
  o.mean = r.optional(CUDNN_ATTR_OPERATION_NORM_BWD_MEAN_DESC);
  o.inv_variance = r.optional(CUDNN_ATTR_OPERATION_NORM_BWD_INV_VARIANCE_DESC);
  o.epsilon = r.optional(CUDNN_ATTR_OPERATION_NORM_BWD_EPSILON_DESC);
  o.peer_stats = r.list(CUDNN_ATTR_OPERATION_NORM_BWD_PEER_STAT_DESCS);
  r.node(o);
}

void genstats(Builder& r) {
  graph::GenStats o;
  o.x = r.required(CUDNN_ATTR_OPERATION_GENSTATS_XDESC), o.sum = r.required(CUDNN_ATTR_OPERATION_GENSTATS_SUMDESC);
  o.square_sum = r.required(CUDNN_ATTR_OPERATION_GENSTATS_SQSUMDESC);
  o.compute = r.compute(r.b, CUDNN_ATTR_OPERATION_GENSTATS_MATH_PREC);
  r.node(o);
}

void bn_finalize(Builder& r) {
  graph::BnFinalize o;
  o.training = r.b.integer(CUDNN_ATTR_OPERATION_BN_FINALIZE_STATS_MODE, CUDNN_BN_FINALIZE_STATISTICS_TRAINING) ==
               CUDNN_BN_FINALIZE_STATISTICS_TRAINING;
  o.compute = r.compute(r.b, CUDNN_ATTR_OPERATION_BN_FINALIZE_MATH_PREC);
  o.sum = r.optional(CUDNN_ATTR_OPERATION_BN_FINALIZE_Y_SUM_DESC);
  o.square_sum = r.optional(CUDNN_ATTR_OPERATION_BN_FINALIZE_Y_SQ_SUM_DESC);
  o.scale = r.optional(CUDNN_ATTR_OPERATION_BN_FINALIZE_SCALE_DESC);
  o.bias = r.optional(CUDNN_ATTR_OPERATION_BN_FINALIZE_BIAS_DESC);
  o.running_mean = r.optional(CUDNN_ATTR_OPERATION_BN_FINALIZE_PREV_RUNNING_MEAN_DESC);
  o.running_var = r.optional(CUDNN_ATTR_OPERATION_BN_FINALIZE_PREV_RUNNING_VAR_DESC);
  o.new_running_mean = r.optional(CUDNN_ATTR_OPERATION_BN_FINALIZE_UPDATED_RUNNING_MEAN_DESC);
  o.new_running_var = r.optional(CUDNN_ATTR_OPERATION_BN_FINALIZE_UPDATED_RUNNING_VAR_DESC);
  o.saved_mean = r.optional(CUDNN_ATTR_OPERATION_BN_FINALIZE_SAVED_MEAN_DESC);
  o.saved_invstd = r.optional(CUDNN_ATTR_OPERATION_BN_FINALIZE_SAVED_INV_STD_DESC);
  o.eq_scale = r.optional(CUDNN_ATTR_OPERATION_BN_FINALIZE_EQ_SCALE_DESC);
  o.eq_bias = r.optional(CUDNN_ATTR_OPERATION_BN_FINALIZE_EQ_BIAS_DESC);
  o.count = r.optional(CUDNN_ATTR_OPERATION_BN_FINALIZE_ACCUM_COUNT_DESC);
  o.epsilon = r.optional(CUDNN_ATTR_OPERATION_BN_FINALIZE_EPSILON_DESC);
  o.factor = r.optional(CUDNN_ATTR_OPERATION_BN_FINALIZE_EXP_AVERATE_FACTOR_DESC);
  r.node(o);
}

void bn_backward_weights(Builder& r) {
  graph::BnBackwardWeights o;
  o.compute = r.compute(r.b, CUDNN_ATTR_OPERATION_BN_BWD_WEIGHTS_MATH_PREC);
  o.x = r.required(CUDNN_ATTR_OPERATION_BN_BWD_WEIGHTS_X_DESC);
  o.dy = r.required(CUDNN_ATTR_OPERATION_BN_BWD_WEIGHTS_DY_DESC);
  o.mean = r.required(CUDNN_ATTR_OPERATION_BN_BWD_WEIGHTS_MEAN_DESC);
  o.invstd = r.required(CUDNN_ATTR_OPERATION_BN_BWD_WEIGHTS_INVSTD_DESC);
  o.scale = r.required(CUDNN_ATTR_OPERATION_BN_BWD_WEIGHTS_BN_SCALE_DESC);
  o.dscale = r.optional(CUDNN_ATTR_OPERATION_BN_BWD_WEIGHTS_DBN_SCALE_DESC);
  o.dbias = r.optional(CUDNN_ATTR_OPERATION_BN_BWD_WEIGHTS_DBN_BIAS_DESC);
  o.eq_dy_scale = r.optional(CUDNN_ATTR_OPERATION_BN_BWD_WEIGHTS_EQ_DY_SCALE_DESC);
  o.eq_x_scale = r.optional(CUDNN_ATTR_OPERATION_BN_BWD_WEIGHTS_EQ_X_SCALE_DESC);
  o.eq_bias = r.optional(CUDNN_ATTR_OPERATION_BN_BWD_WEIGHTS_EQ_BIAS);
  r.node(o);
}

void reshape(Builder& r) {
  graph::Reshape o;
  o.mode = r.b.value(CUDNN_ATTR_OPERATION_RESHAPE_MODE, graph::ReshapeMode::view);
  o.x = r.required(CUDNN_ATTR_OPERATION_RESHAPE_XDESC), o.y = r.required(CUDNN_ATTR_OPERATION_RESHAPE_YDESC);
  r.node(o);
}

void transpose(Builder& r) {
  graph::Transpose o;
  o.x = r.required(CUDNN_ATTR_OPERATION_TRANSPOSE_XDESC), o.y = r.required(CUDNN_ATTR_OPERATION_TRANSPOSE_YDESC);
  const auto p = r.b.integers(CUDNN_ATTR_OPERATION_TRANSPOSE_PERMUTATION);
  if (p.size() > kMaxRank) return r.fail_with(bad_param("a permutation of {} dimensions", p.size()));
  o.rank = static_cast<int>(p.size());
  copy(p, o.permutation);
  r.node(o);
}

void slice(Builder& r) {
  graph::Slice o;
  o.x = r.required(CUDNN_ATTR_OPERATION_SLICE_XDESC), o.y = r.required(CUDNN_ATTR_OPERATION_SLICE_YDESC);
  const auto start = r.b.integers(CUDNN_ATTR_OPERATION_SLICE_START_INDICES);
  const auto limit = r.b.integers(CUDNN_ATTR_OPERATION_SLICE_LIMIT_INDICES);
  auto stride = r.b.integers(CUDNN_ATTR_OPERATION_SLICE_STRIDES);
  if (stride.empty()) stride.assign(start.size(), 1);
  if (start.size() > kMaxRank || start.size() != limit.size() || start.size() != stride.size())
    return r.fail_with(
        bad_param("{} starts, {} limits and {} strides of a slice", start.size(), limit.size(), stride.size()));
  o.rank = static_cast<int>(start.size());
  copy(start, o.start), copy(limit, o.limit), copy(stride, o.stride);
  r.node(o);
}

void concat(Builder& r) {
  graph::Concat o;
  o.inputs = r.list(CUDNN_ATTR_OPERATION_CONCAT_INPUT_DESCS);
  o.y = r.required(CUDNN_ATTR_OPERATION_CONCAT_OUTPUT_DESC);
  o.axis = static_cast<int>(r.b.integer(CUDNN_ATTR_OPERATION_CONCAT_AXIS, -1));
  o.in_place = static_cast<int>(r.b.integer(CUDNN_ATTR_OPERATION_CONCAT_INPLACE_INDEX, -1));
  r.node(o);
}

void signal(Builder& r) {
  graph::Signal o;
  o.wait = r.b.integer(CUDNN_ATTR_OPERATION_SIGNAL_MODE, CUDNN_SIGNAL_SET) == CUDNN_SIGNAL_WAIT;
  o.flag = r.required(CUDNN_ATTR_OPERATION_SIGNAL_FLAGDESC);
  o.value = r.b.integer(CUDNN_ATTR_OPERATION_SIGNAL_VALUE, 0);
  o.x = r.optional(CUDNN_ATTR_OPERATION_SIGNAL_XDESC), o.y = r.optional(CUDNN_ATTR_OPERATION_SIGNAL_YDESC);
  r.node(o);
}

void paged_load(Builder& r) {
  graph::PagedCacheLoad o;
  o.container = r.required(CUDNN_ATTR_OPERATION_PAGED_CACHE_LOAD_CONTAINER_DESC);
  o.y = r.required(CUDNN_ATTR_OPERATION_PAGED_CACHE_LOAD_YDESC);
  o.sequence = r.required(CUDNN_ATTR_OPERATION_PAGED_CACHE_LOAD_SEQUENCE_DESC);
  o.page_table = r.required(CUDNN_ATTR_OPERATION_PAGED_CACHE_LOAD_PAGE_TABLE_DESC);
  r.node(o);
}

void band_matrix(Builder& r, bool expand) {
  graph::BandMatrix o;
  o.expand = expand;
  const auto pick = [expand](int e, int c) { return expand ? e : c; };
  o.x =
      r.required(pick(CUDNN_ATTR_OPERATION_EXPAND_BAND_MATRIX_XDESC, CUDNN_ATTR_OPERATION_CONTRACT_BAND_MATRIX_XDESC));
  o.y =
      r.required(pick(CUDNN_ATTR_OPERATION_EXPAND_BAND_MATRIX_YDESC, CUDNN_ATTR_OPERATION_CONTRACT_BAND_MATRIX_YDESC));
  o.lower = r.b.integer(pick(CUDNN_ATTR_OPERATION_EXPAND_BAND_MATRIX_LOWER_BANDWIDTH,
                             CUDNN_ATTR_OPERATION_CONTRACT_BAND_MATRIX_LOWER_BANDWIDTH),
                        0);
  o.upper = r.b.integer(pick(CUDNN_ATTR_OPERATION_EXPAND_BAND_MATRIX_UPPER_BANDWIDTH,
                             CUDNN_ATTR_OPERATION_CONTRACT_BAND_MATRIX_UPPER_BANDWIDTH),
                        0);
  o.axis = static_cast<int>(r.b.integer(
      pick(CUDNN_ATTR_OPERATION_EXPAND_BAND_MATRIX_AXIS, CUDNN_ATTR_OPERATION_CONTRACT_BAND_MATRIX_AXIS), 0));
  o.pad = r.b.integer(
      pick(CUDNN_ATTR_OPERATION_EXPAND_BAND_MATRIX_PAD_VALUE, CUDNN_ATTR_OPERATION_CONTRACT_BAND_MATRIX_PAD_VALUE), 0);
  if (expand) {
    o.token_offset = r.optional(CUDNN_ATTR_OPERATION_EXPAND_BAND_MATRIX_KV_TOKEN_OFFSET_DESC);
    o.speculative_mask = r.optional(CUDNN_ATTR_OPERATION_EXPAND_BAND_MATRIX_SPECULATIVE_MASK_DESC);
  } else {
    o.max_token = r.b.integer(CUDNN_ATTR_OPERATION_CONTRACT_BAND_MAX_TOKEN_VALUE, 0);
  }
  r.node(o);
}

void rng(Builder& r) {
  const Body& p = r.parameters(CUDNN_ATTR_OPERATION_RNG_DESC, CUDNN_BACKEND_RNG_DESCRIPTOR);
  graph::Rng o;
  o.distribution = p.value(CUDNN_ATTR_RNG_DISTRIBUTION, graph::RngDistribution::bernoulli);
  o.probability = p.number(CUDNN_ATTR_RNG_BERNOULLI_DIST_PROBABILITY, 0.5);
  o.low = p.number(CUDNN_ATTR_RNG_UNIFORM_DIST_MINIMUM, 0), o.high = p.number(CUDNN_ATTR_RNG_UNIFORM_DIST_MAXIMUM, 1);
  o.mean = p.number(CUDNN_ATTR_RNG_NORMAL_DIST_MEAN, 0);
  o.deviation = p.number(CUDNN_ATTR_RNG_NORMAL_DIST_STANDARD_DEVIATION, 1);
  o.y = r.required(CUDNN_ATTR_OPERATION_RNG_YDESC);
  o.seed = r.optional(CUDNN_ATTR_OPERATION_RNG_SEED);
  if (o.seed == kNone) o.fixed_seed = r.b.integer(CUDNN_ATTR_OPERATION_RNG_SEED, 0);
  o.offset = r.optional(CUDNN_ATTR_OPERATION_RNG_OFFSET_DESC);
  r.node(o);
}

void sdpa_forward(Builder& r) {
  graph::SdpaForward o;
  o.q = r.required(CUDNN_ATTR_OPERATION_SDPA_FWD_QDESC), o.k = r.required(CUDNN_ATTR_OPERATION_SDPA_FWD_KDESC);
  o.v = r.required(CUDNN_ATTR_OPERATION_SDPA_FWD_VDESC), o.o = r.required(CUDNN_ATTR_OPERATION_SDPA_FWD_ODESC);
  o.stats = r.optional(CUDNN_ATTR_OPERATION_SDPA_FWD_STATSDESC);
  o.scale = r.optional(CUDNN_ATTR_OPERATION_SDPA_FWD_SCALEDESC);
  o.block_mask = r.optional(CUDNN_ATTR_OPERATION_SDPA_FWD_BLOCK_MASK_DESC);
  o.page_table_k = r.optional(CUDNN_ATTR_OPERATION_SDPA_FWD_PAGE_TABLE_KDESC);
  o.page_table_v = r.optional(CUDNN_ATTR_OPERATION_SDPA_FWD_PAGE_TABLE_VDESC);
  o.seq_len_q = r.optional(CUDNN_ATTR_OPERATION_SDPA_FWD_SEQ_LEN_QDESC);
  o.seq_len_kv = r.optional(CUDNN_ATTR_OPERATION_SDPA_FWD_SEQ_LEN_KVDESC);
  for (int newer : {CUDNN_ATTR_OPERATION_SDPA_FWD_SUBGRAPH, CUDNN_ATTR_OPERATION_SDPA_FWD_SOFTMAX_DESC,
                    CUDNN_ATTR_OPERATION_SDPA_FWD_DROPOUT_SEED_DESC})
    if (r.b.find(newer))
      r.fail_with(
          not_supported("{}: this library reports version 9.19, which has no such attribute; clients that ask "
                        "for the version build the operations one by one",
                        attribute_text(newer)));
  r.node(o);
}

void sdpa_backward(Builder& r) {
  graph::SdpaBackward o;
  o.q = r.required(CUDNN_ATTR_OPERATION_SDPA_BWD_QDESC), o.k = r.required(CUDNN_ATTR_OPERATION_SDPA_BWD_KDESC);
  o.v = r.required(CUDNN_ATTR_OPERATION_SDPA_BWD_VDESC), o.o = r.required(CUDNN_ATTR_OPERATION_SDPA_BWD_ODESC);
  o.d_o = r.required(CUDNN_ATTR_OPERATION_SDPA_BWD_DODDESC);
  o.stats = r.required(CUDNN_ATTR_OPERATION_SDPA_BWD_STATSDESC);
  o.scale = r.optional(CUDNN_ATTR_OPERATION_SDPA_BWD_SCALEDESC);
  o.dq = r.required(CUDNN_ATTR_OPERATION_SDPA_BWD_DQDESC), o.dk = r.required(CUDNN_ATTR_OPERATION_SDPA_BWD_DKDESC);
  o.dv = r.required(CUDNN_ATTR_OPERATION_SDPA_BWD_DVDESC);
  o.seq_len_q = r.optional(CUDNN_ATTR_OPERATION_SDPA_BWD_SEQ_LEN_QDESC);
  o.seq_len_kv = r.optional(CUDNN_ATTR_OPERATION_SDPA_BWD_SEQ_LEN_KVDESC);
  r.node(o);
}

void softmax(Builder& r) {
  graph::SoftmaxStats o;
  o.x = r.required(CUDNN_ATTR_OPERATION_SOFTMAX_XDESC), o.y = r.required(CUDNN_ATTR_OPERATION_SOFTMAX_YDESC);
  o.stats = r.optional(CUDNN_ATTR_OPERATION_SOFTMAX_STATS_DESC);
  o.max = r.optional(CUDNN_ATTR_OPERATION_SOFTMAX_MAX_DESC);
  o.sum_exp = r.optional(CUDNN_ATTR_OPERATION_SOFTMAX_SUM_EXP_DESC);
  o.sink = r.optional(CUDNN_ATTR_OPERATION_SOFTMAX_SINK_DESC);
  r.node(o);
}

void band_mask(Builder& r) {
  graph::DiagonalBandMask o;
  o.x = r.required(CUDNN_ATTR_OPERATION_DIAGONAL_BAND_MASK_XDESC);
  o.b = r.required(CUDNN_ATTR_OPERATION_DIAGONAL_BAND_MASK_BDESC);
  o.y = r.required(CUDNN_ATTR_OPERATION_DIAGONAL_BAND_MASK_YDESC);
  o.seq_len_q = r.optional(CUDNN_ATTR_OPERATION_DIAGONAL_BAND_MASK_SEQ_LEN_QDESC);
  o.seq_len_kv = r.optional(CUDNN_ATTR_OPERATION_DIAGONAL_BAND_MASK_SEQ_LEN_KVDESC);
  o.left_bound = r.optional(CUDNN_ATTR_OPERATION_DIAGONAL_BAND_MASK_LEFT_BOUND_DESC);
  o.shift_right_bound = r.optional(CUDNN_ATTR_OPERATION_DIAGONAL_BAND_MASK_SHIFT_RIGHT_BOUND_DESC);
  o.comparison =
      static_cast<int>(r.b.integer(CUDNN_ATTR_OPERATION_DIAGONAL_BAND_MASK_COMPARISON_MODE, CUDNN_POINTWISE_CMP_GE));
  r.node(o);
}

template <class Op>
void block_scale(Builder& r, int x, int y, int scale, int precision, int size) {
  Op o;
  o.x = r.required(x), o.y = r.required(y), o.scale = r.required(scale);
  o.compute = r.compute(r.b, precision);
  const auto block = r.b.integers(size);
  if (block.empty() || block.size() > 2)
    return r.fail_with(bad_param("{}: {} block sizes; 1 or 2 are needed", attribute_text(size), block.size()));
  // The last size given is that of the last dimension.
  o.block[0] = block.back(), o.block[1] = block.size() == 2 ? block[0] : 1;
  if constexpr (std::is_same_v<Op, graph::BlockScaleDequantize>)
    o.negative_scale = r.b.integer(CUDNN_ATTR_OPERATION_BLOCK_SCALE_DEQUANTIZE_NEG_SCALE, 0) != 0;
  r.node(o);
}

void moe_matmul(Builder& r) {
  graph::MoeGroupedMatmul o;
  o.mode = r.b.value(CUDNN_ATTR_OPERATION_MOE_GROUPED_MATMUL_MODE, graph::MoeMode::none);
  o.compute = r.compute(r.b, CUDNN_ATTR_OPERATION_MOE_GROUPED_MATMUL_MATH_PREC);
  o.token = r.required(CUDNN_ATTR_OPERATION_MOE_GROUPED_MATMUL_TOKEN_DESC);
  o.weight = r.required(CUDNN_ATTR_OPERATION_MOE_GROUPED_MATMUL_WEIGHT_DESC);
  o.first_token_offset = r.required(CUDNN_ATTR_OPERATION_MOE_GROUPED_MATMUL_FIRST_TOKEN_OFFSET_DESC);
  o.output = r.required(CUDNN_ATTR_OPERATION_MOE_GROUPED_MATMUL_OUTPUT_DESC);
  o.token_index = r.optional(CUDNN_ATTR_OPERATION_MOE_GROUPED_MATMUL_TOKEN_INDEX_DESC);
  o.token_ks = r.optional(CUDNN_ATTR_OPERATION_MOE_GROUPED_MATMUL_TOKEN_KS_DESC);
  o.top_k = static_cast<int>(r.b.integer(CUDNN_ATTR_OPERATION_MOE_GROUPED_MATMUL_TOP_K, 1));
  r.node(o);
}

void moe_matmul_backward(Builder& r) {
  graph::MoeGroupedMatmulBackward o;
  o.compute = r.compute(r.b, CUDNN_ATTR_OPERATION_MOE_GROUPED_MATMUL_BWD_MATH_PREC);
  o.token = r.required(CUDNN_ATTR_OPERATION_MOE_GROUPED_MATMUL_BWD_TOKEN_DESC);
  o.doutput = r.required(CUDNN_ATTR_OPERATION_MOE_GROUPED_MATMUL_BWD_DOUTPUT_DESC);
  o.first_token_offset = r.required(CUDNN_ATTR_OPERATION_MOE_GROUPED_MATMUL_BWD_FIRST_TOKEN_OFFSET_DESC);
  o.dweight = r.required(CUDNN_ATTR_OPERATION_MOE_GROUPED_MATMUL_BWD_DWEIGHT_DESC);
  r.node(o);
}

void build(Builder& r) {
  switch (r.b.kind) {
    case CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR:
      return convolution(r, graph::ConvPass::fprop, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X,
                         CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y,
                         CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC,
                         CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA);
    case CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR:
      return convolution(r, graph::ConvPass::dgrad, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX,
                         CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY,
                         CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC,
                         CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA,
                         CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA);
    case CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR:
      return convolution(r, graph::ConvPass::wgrad, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X,
                         CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY,
                         CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC,
                         CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA,
                         CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA);
    case CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR:
      return pointwise(r);
    case CUDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR:
      return matmul(r);
    case CUDNN_BACKEND_OPERATION_REDUCTION_DESCRIPTOR:
      return reduction(r);
    case CUDNN_BACKEND_OPERATION_RESAMPLE_FWD_DESCRIPTOR:
      return resample(r, false);
    case CUDNN_BACKEND_OPERATION_RESAMPLE_BWD_DESCRIPTOR:
      return resample(r, true);
    case CUDNN_BACKEND_OPERATION_NORM_FORWARD_DESCRIPTOR:
      return norm_forward(r);
    case CUDNN_BACKEND_OPERATION_NORM_BACKWARD_DESCRIPTOR:
      return norm_backward(r);
    case CUDNN_BACKEND_OPERATION_GEN_STATS_DESCRIPTOR:
      return genstats(r);
    case CUDNN_BACKEND_OPERATION_BN_FINALIZE_STATISTICS_DESCRIPTOR:
      return bn_finalize(r);
    case CUDNN_BACKEND_OPERATION_BN_BWD_WEIGHTS_DESCRIPTOR:
      return bn_backward_weights(r);
    case CUDNN_BACKEND_OPERATION_RESHAPE_DESCRIPTOR:
      return reshape(r);
    case CUDNN_BACKEND_OPERATION_TRANSPOSE_DESCRIPTOR:
      return transpose(r);
    case CUDNN_BACKEND_OPERATION_SLICE_DESCRIPTOR:
      return slice(r);
    case CUDNN_BACKEND_OPERATION_CONCAT_DESCRIPTOR:
      return concat(r);
    case CUDNN_BACKEND_OPERATION_SIGNAL_DESCRIPTOR:
      return signal(r);
    case CUDNN_BACKEND_OPERATION_PAGED_CACHE_LOAD_DESCRIPTOR:
      return paged_load(r);
    case CUDNN_BACKEND_OPERATION_EXPAND_BAND_MATRIX_DESCRIPTOR:
      return band_matrix(r, true);
    case CUDNN_BACKEND_OPERATION_CONTRACT_BAND_MATRIX_DESCRIPTOR:
      return band_matrix(r, false);
    case CUDNN_BACKEND_OPERATION_RNG_DESCRIPTOR:
      return rng(r);
    case CUDNN_BACKEND_OPERATION_SDPA_FWD_DESCRIPTOR:
      return sdpa_forward(r);
    case CUDNN_BACKEND_OPERATION_SDPA_BWD_DESCRIPTOR:
      return sdpa_backward(r);
    case CUDNN_BACKEND_OPERATION_SOFTMAX_DESCRIPTOR:
      return softmax(r);
    case CUDNN_BACKEND_OPERATION_DIAGONAL_BAND_MASK_DESCRIPTOR:
      return band_mask(r);
    case CUDNN_BACKEND_OPERATION_BLOCK_SCALE_QUANTIZE_DESCRIPTOR:
      return block_scale<graph::BlockScaleQuantize>(
          r, CUDNN_ATTR_OPERATION_BLOCK_SCALE_QUANTIZE_XDESC, CUDNN_ATTR_OPERATION_BLOCK_SCALE_QUANTIZE_YDESC,
          CUDNN_ATTR_OPERATION_BLOCK_SCALE_QUANTIZE_SCALE_DESC, CUDNN_ATTR_OPERATION_BLOCK_SCALE_QUANTIZE_MATH_PREC,
          CUDNN_ATTR_OPERATION_BLOCK_SCALE_QUANTIZE_BLOCK_SIZE);
    case CUDNN_BACKEND_OPERATION_BLOCK_SCALE_DEQUANTIZE_DESCRIPTOR:
      return block_scale<graph::BlockScaleDequantize>(
          r, CUDNN_ATTR_OPERATION_BLOCK_SCALE_DEQUANTIZE_XDESC, CUDNN_ATTR_OPERATION_BLOCK_SCALE_DEQUANTIZE_YDESC,
          CUDNN_ATTR_OPERATION_BLOCK_SCALE_DEQUANTIZE_SCALE_DESC, CUDNN_ATTR_OPERATION_BLOCK_SCALE_DEQUANTIZE_MATH_PREC,
          CUDNN_ATTR_OPERATION_BLOCK_SCALE_DEQUANTIZE_BLOCK_SIZE);
    case CUDNN_BACKEND_OPERATION_MOE_GROUPED_MATMUL_DESCRIPTOR:
      return moe_matmul(r);
    case CUDNN_BACKEND_OPERATION_MOE_GROUPED_MATMUL_BWD_DESCRIPTOR:
      return moe_matmul_backward(r);
    default:
      return r.fail_with(not_supported("no operation of this kind is known"));
  }
}

}  // namespace

Check finalize_operation(Body& b) {
  auto info = std::make_shared<OperationInfo>();
  Builder r{b, *info, {}};
  build(r);
  if (r.error) return std::move(*r.error);
  graph::Graph g;
  for (const auto& t : info->tensors) g.tensors.push_back(t.tensor);
  g.nodes = info->nodes;
  // The dims of a virtual input may still follow from the rest of the graph, which is checked as a whole.
  const auto* pointwise = g.only<graph::Pointwise>();
  const bool open =
      pointwise && std::any_of(g.tensors.begin(), g.tensors.end(), [](const graph::Tensor& t) { return t.is_virtual; });
  if (!open) GIRIH_TRY(graph::validate(g));
  b.made = std::move(info);
  return {};
}

}  // namespace girih::api
