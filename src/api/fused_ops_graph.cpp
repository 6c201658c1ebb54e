// The graph of each fused operation. Results between its nodes are virtual: f32 (f64 for f64 tensors), but what a
// convolution reads has the type of the image, as it has when a program runs the operations one by one.
#include "api/convolution_problem.h"
#include "api/fused_ops.h"

namespace girih::api {

namespace {

using graph::kNone;
using graph::Pointwise;
using graph::PointwiseMode;
using graph::TensorId;

DType wide(DType t) { return t == DType::f64 ? DType::f64 : DType::f32; }

class Builder {
 public:
  explicit Builder(const cudnnFusedOpsConstParamStruct& pack) : pack_(pack) {}

  // What was set under a label; nullptr when nothing was.
  template <class T>
  const T* get(cudnnFusedOpsConstParamLabel_t label) const {
    return std::get_if<T>(&pack_.values[static_cast<size_t>(label)]);
  }
  // The same where the operation cannot do without.
  template <class T>
  Result<const T*> need(cudnnFusedOpsConstParamLabel_t label) const {
    if (const T* value = get<T>(label)) return value;
    return bad_param("constPack: {} is not set; {} needs it", const_label_name(label), fused_name(pack_.ops));
  }
  bool given(cudnnFusedOpsConstParamLabel_t placeholder) const {
    const auto* set = get<cudnnFusedOpsPointerPlaceHolder_t>(placeholder);
    return set && *set != CUDNN_PTR_NULL;
  }
  bool spatial() const {
    const auto* mode = get<cudnnBatchNormMode_t>(CUDNN_PARAM_BN_MODE);
    return !mode || *mode != CUDNN_BATCHNORM_PER_ACTIVATION;
  }

  Result<TensorDesc> desc(cudnnFusedOpsConstParamLabel_t label) const {
    const TensorDesc* d;
    if (fused_label(label).kind == FusedKind::filter) {
      GIRIH_TRY_ASSIGN(const auto* set, need<cudnnFilterStruct>(label));
      d = &set->desc;
    } else {
      GIRIH_TRY_ASSIGN(const auto* set, need<cudnnTensorStruct>(label));
      d = &set->desc;
    }
    GIRIH_TRY(check_set(const_label_name(label), *d));
    return *d;
  }

  // The tensor behind a placeholder, which must be given.
  Result<TensorId> tensor(cudnnFusedOpsConstParamLabel_t placeholder) {
    const FusedLabel& label = fused_label(placeholder);
    GIRIH_TRY_ASSIGN(const TensorDesc d, desc(static_cast<cudnnFusedOpsConstParamLabel_t>(label.descriptor)));
    return tensor(placeholder, d);
  }
  Result<TensorId> tensor(cudnnFusedOpsConstParamLabel_t placeholder, const TensorDesc& d) {
    GIRIH_TRY_ASSIGN(const auto* promise, need<cudnnFusedOpsPointerPlaceHolder_t>(placeholder));
    if (*promise == CUDNN_PTR_NULL)
      return bad_param("constPack: {} is CUDNN_PTR_NULL; {} needs it", const_label_name(placeholder),
                       fused_name(pack_.ops));
    const int label = fused_label(placeholder).pointer;
    const uintptr_t alignment = *promise == CUDNN_PTR_16B_ALIGNED ? 16 : std::max<size_t>(1, dtype_size(d.dtype));
    out_.slots.push_back({label, alignment});
    return out_.graph.add_tensor(variant_label_name(label), d);
  }
  Result<TensorId> optional(cudnnFusedOpsConstParamLabel_t placeholder) {
    if (!given(placeholder)) return kNone;
    return tensor(placeholder);
  }
  TensorId between(const char* name, const TensorDesc& like, DType type) {
    TensorDesc d = like;
    d.dtype = type;
    d.vector = 1;
    set_packed_strides(d, is_packed(like, Layout::nhwc) ? Layout::nhwc : Layout::nchw);
    out_.slots.push_back({});
    const TensorId id = out_.graph.add_tensor(name, d);
    out_.graph.tensors.back().is_virtual = true;
    return id;
  }
  // The tensor behind a placeholder, or one that nobody sees.
  Result<TensorId> or_between(cudnnFusedOpsConstParamLabel_t placeholder, const TensorDesc& like) {
    if (given(placeholder)) return tensor(placeholder);
    return between(const_label_name(placeholder), like, like.dtype);
  }
  TensorId number(cudnnFusedOpsVariantParamLabel_t label, DType type, int rank) {
    TensorDesc d;
    d.dtype = type;
    d.rank = static_cast<int8_t>(rank);
    std::fill_n(d.dims, rank, 1);
    set_packed_strides(d, Layout::nchw);
    out_.slots.push_back({label, 1});
    const TensorId id = out_.graph.add_tensor(variant_label_name(label), d);
    out_.graph.tensors.back().by_value = true;
    return id;
  }
  void add(graph::Op op) { out_.graph.nodes.push_back({std::move(op), {}}); }

  const TensorDesc& at(TensorId id) const { return out_.graph.desc(id); }
  FusedGraph take() { return std::move(out_); }

 private:
  const cudnnFusedOpsConstParamStruct& pack_;
  FusedGraph out_;
};

// One factor or summand for each channel (or, per activation, for each position of a sample) of x.
Check check_parameter(const Builder& b, TensorId parameter, TensorId x, bool spatial) {
  const TensorDesc &p = b.at(parameter), &of = b.at(x);
  const TensorDesc want = graph::batch_norm_parameters(of, spatial);
  if (p.vector != 1 || !same_dims(p, want))
    return bad_param("constPack: a scale or bias is {}; for {} it must have the dims of {}", to_text(p), to_text(of),
                     to_text(want));
  return {};
}

// A chain of pointwise nodes: each step reads the result of the one before. The last one writes `target`, or a virtual
// tensor of `type` when there is none.
class Chain {
 public:
  Chain(Builder& b, TensorId x, DType compute) : b_(b), x_(x), compute_(compute) {}

  void step(PointwiseMode mode, TensorId operand = kNone) {
    steps_.push_back(Pointwise{.mode = mode, .b = operand, .compute = compute_});
  }
  Check scale_bias(cudnnFusedOpsConstParamLabel_t scale, cudnnFusedOpsConstParamLabel_t bias, bool spatial) {
    for (const auto& [label, mode] : {std::pair{scale, PointwiseMode::mul}, {bias, PointwiseMode::add}}) {
      if (!b_.given(label)) continue;
      GIRIH_TRY_ASSIGN(const TensorId parameter, b_.tensor(label));
      GIRIH_TRY(check_parameter(b_, parameter, x_, spatial));
      step(mode, parameter);
    }
    return {};
  }
  Check activation(const cudnnActivationStruct* a) {
    if (!a || a->mode == CUDNN_ACTIVATION_IDENTITY) return {};
    GIRIH_TRY_ASSIGN(const PointwiseMode mode, activation_forward(a->mode));
    step(mode);
    steps_.back().propagate_nan = a->nan == CUDNN_PROPAGATE_NAN;
    steps_.back().parameter = a->mode == CUDNN_ACTIVATION_SWISH ? a->swish_beta : a->coef;
    return {};
  }
  // Adds the nodes, the last with an output of `type`; without a step the result is x itself.
  TensorId end(DType type) {
    if (steps_.empty()) return x_;
    const TensorId result = b_.between("result", b_.at(x_), type);
    write(result);
    return result;
  }
  void end_in(TensorId target) {
    if (steps_.empty()) step(PointwiseMode::identity);
    write(target);
  }

 private:
  void write(TensorId target) {
    TensorId from = x_;
    for (size_t i = 0; i < steps_.size(); ++i) {
      Pointwise& p = steps_[i];
      p.a = from;
      p.y = i + 1 == steps_.size() ? target : b_.between("partial result", b_.at(x_), compute_);
      from = p.y;
      b_.add(p);
    }
    steps_.clear();
  }

  Builder& b_;
  TensorId x_;
  DType compute_;
  std::vector<Pointwise> steps_;
};

// What the convolution of operations 0 and 1 reads: activation(x * eqScale + eqBias).
Result<TensorId> normalized_x(Builder& b) {
  GIRIH_TRY_ASSIGN(const TensorId x, b.tensor(CUDNN_PARAM_XDATA_PLACEHOLDER));
  const DType type = b.at(x).dtype;
  Chain chain(b, x, wide(type));
  GIRIH_TRY(chain.scale_bias(CUDNN_PARAM_BN_EQSCALE_PLACEHOLDER, CUDNN_PARAM_BN_EQBIAS_PLACEHOLDER, b.spatial()));
  GIRIH_TRY(chain.activation(b.get<cudnnActivationStruct>(CUDNN_PARAM_ACTIVATION_DESC)));
  return chain.end(type);
}

Result<graph::Convolution> convolution(Builder& b, graph::ConvPass pass, const TensorDesc& w, const char* w_name,
                                       const TensorDesc& y, const char* y_name) {
  GIRIH_TRY_ASSIGN(const auto* conv, b.need<cudnnConvolutionStruct>(CUDNN_PARAM_CONV_DESC));
  GIRIH_TRY_ASSIGN(const TensorDesc x, b.desc(CUDNN_PARAM_XDESC));
  return make_convolution(pass, *conv, {"CUDNN_PARAM_XDESC", w_name, y_name, x, w, y});
}

Check conv_stats(Builder& b) {
  GIRIH_TRY_ASSIGN(const TensorDesc w, b.desc(CUDNN_PARAM_WDESC));
  GIRIH_TRY_ASSIGN(const TensorDesc y, b.desc(CUDNN_PARAM_YDESC));
  GIRIH_TRY_ASSIGN(auto conv, convolution(b, graph::ConvPass::fprop, w, "CUDNN_PARAM_WDESC", y, "CUDNN_PARAM_YDESC"));
  const bool sum = b.given(CUDNN_PARAM_YSUM_PLACEHOLDER), square = b.given(CUDNN_PARAM_YSQSUM_PLACEHOLDER);
  if (!sum && !square && !b.given(CUDNN_PARAM_YDATA_PLACEHOLDER))
    return bad_param("constPack: CUDNN_PARAM_YDATA_PLACEHOLDER and both of the sums are CUDNN_PTR_NULL; one is needed");
  GIRIH_TRY_ASSIGN(conv.x, normalized_x(b));
  GIRIH_TRY_ASSIGN(conv.w, b.tensor(CUDNN_PARAM_WDATA_PLACEHOLDER));
  GIRIH_TRY_ASSIGN(conv.y, b.or_between(CUDNN_PARAM_YDATA_PLACEHOLDER, y));
  b.add(conv);
  if (!sum && !square) return {};
  GIRIH_TRY_ASSIGN(const TensorDesc stats, b.desc(CUDNN_PARAM_YSTATS_DESC));
  graph::GenStats o{.x = conv.y, .compute = wide(y.dtype)};
  GIRIH_TRY_ASSIGN(o.sum, b.or_between(CUDNN_PARAM_YSUM_PLACEHOLDER, stats));
  GIRIH_TRY_ASSIGN(o.square_sum, b.or_between(CUDNN_PARAM_YSQSUM_PLACEHOLDER, stats));
  GIRIH_TRY(check_parameter(b, o.sum, conv.y, true));
  b.add(o);
  return {};
}

Check wgrad(Builder& b) {
  GIRIH_TRY_ASSIGN(const TensorDesc dw, b.desc(CUDNN_PARAM_DWDESC));
  GIRIH_TRY_ASSIGN(const TensorDesc dy, b.desc(CUDNN_PARAM_DYDESC));
  GIRIH_TRY_ASSIGN(auto conv,
                   convolution(b, graph::ConvPass::wgrad, dw, "CUDNN_PARAM_DWDESC", dy, "CUDNN_PARAM_DYDESC"));
  GIRIH_TRY_ASSIGN(conv.x, normalized_x(b));
  GIRIH_TRY_ASSIGN(conv.y, b.tensor(CUDNN_PARAM_DYDATA_PLACEHOLDER));
  GIRIH_TRY_ASSIGN(conv.w, b.tensor(CUDNN_PARAM_DWDATA_PLACEHOLDER));
  b.add(conv);
  return {};
}

// Per activation every position of a sample is a feature of its own: the same as channels.
Result<TensorId> parameter(Builder& b, cudnnFusedOpsConstParamLabel_t placeholder, bool required) {
  if (!required && !b.given(placeholder)) return kNone;
  const auto label = static_cast<cudnnFusedOpsConstParamLabel_t>(fused_label(placeholder).descriptor);
  GIRIH_TRY_ASSIGN(const TensorDesc d, b.desc(label));
  const TensorDesc want = graph::batch_norm_parameters(d, b.spatial());
  if (d.rank < 3 || d.vector != 1 || !same_dims(d, want))
    return bad_param("constPack: {} is {}; it must have the dims of {}", const_label_name(label), to_text(d),
                     to_text(want));
  if (b.spatial()) return b.tensor(placeholder, d);
  if (!is_packed(d, Layout::nchw))
    return bad_param("constPack: {} is {}; per activation it must be packed NCHW", const_label_name(label), to_text(d));
  return b.tensor(placeholder, make_packed(d.dtype, {1, d.count(), 1, 1}));
}

Check finalize(Builder& b, bool training) {
  graph::BnFinalize o;
  o.training = training;
  GIRIH_TRY_ASSIGN(o.scale, parameter(b, CUDNN_PARAM_BN_SCALE_PLACEHOLDER, true));
  GIRIH_TRY_ASSIGN(o.bias, parameter(b, CUDNN_PARAM_BN_BIAS_PLACEHOLDER, true));
  GIRIH_TRY_ASSIGN(o.running_mean, parameter(b, CUDNN_PARAM_BN_RUNNING_MEAN_PLACEHOLDER, !training));
  GIRIH_TRY_ASSIGN(o.running_var, parameter(b, CUDNN_PARAM_BN_RUNNING_VAR_PLACEHOLDER, !training));
  GIRIH_TRY_ASSIGN(o.eq_scale, parameter(b, CUDNN_PARAM_BN_EQSCALE_PLACEHOLDER, !training));
  GIRIH_TRY_ASSIGN(o.eq_bias, parameter(b, CUDNN_PARAM_BN_EQBIAS_PLACEHOLDER, !training));
  const int rank = b.at(o.scale).rank;
  if (training) {
    GIRIH_TRY_ASSIGN(o.sum, parameter(b, CUDNN_PARAM_YSUM_PLACEHOLDER, true));
    GIRIH_TRY_ASSIGN(o.square_sum, parameter(b, CUDNN_PARAM_YSQSUM_PLACEHOLDER, true));
    GIRIH_TRY_ASSIGN(o.saved_mean, parameter(b, CUDNN_PARAM_BN_SAVED_MEAN_PLACEHOLDER, false));
    GIRIH_TRY_ASSIGN(o.saved_invstd, parameter(b, CUDNN_PARAM_BN_SAVED_INVSTD_PLACEHOLDER, false));
    // The running statistics are updated where they are.
    GIRIH_TRY_ASSIGN(o.new_running_mean, parameter(b, CUDNN_PARAM_BN_RUNNING_MEAN_PLACEHOLDER, false));
    GIRIH_TRY_ASSIGN(o.new_running_var, parameter(b, CUDNN_PARAM_BN_RUNNING_VAR_PLACEHOLDER, false));
    o.count = b.number(CUDNN_SCALAR_INT64_T_BN_ACCUMULATION_COUNT, DType::i64, rank);
    o.factor = b.number(CUDNN_SCALAR_DOUBLE_BN_EXP_AVG_FACTOR, DType::f64, rank);
  }
  o.epsilon = b.number(CUDNN_SCALAR_DOUBLE_BN_EPSILON, DType::f64, rank);
  o.compute = wide(b.at(o.scale).dtype);
  b.add(o);
  return {};
}

// z, or z * zEqScale + zEqBias, as the second summand; kNone without z. The bias alone is a summand, too.
Result<TensorId> second_summand(Builder& b, TensorId like, DType compute, bool spatial) {
  if (!b.given(CUDNN_PARAM_ZDATA_PLACEHOLDER)) {
    if (b.given(CUDNN_PARAM_BN_Z_EQSCALE_PLACEHOLDER))
      return bad_param(
          "constPack: CUDNN_PARAM_BN_Z_EQSCALE_PLACEHOLDER is given, but CUDNN_PARAM_ZDATA_PLACEHOLDER is "
          "CUDNN_PTR_NULL; there is nothing to scale");
    if (!b.given(CUDNN_PARAM_BN_Z_EQBIAS_PLACEHOLDER)) return kNone;
    GIRIH_TRY_ASSIGN(const TensorId bias, b.tensor(CUDNN_PARAM_BN_Z_EQBIAS_PLACEHOLDER));
    GIRIH_TRY(check_parameter(b, bias, like, spatial));
    return bias;
  }
  GIRIH_TRY_ASSIGN(const TensorId z, b.tensor(CUDNN_PARAM_ZDATA_PLACEHOLDER));
  if (!same_dims(b.at(z), b.at(like)))
    return bad_param("constPack: CUDNN_PARAM_ZDESC is {}; it must have the dims of {}", to_text(b.at(z)),
                     to_text(b.at(like)));
  Chain chain(b, z, compute);
  GIRIH_TRY(chain.scale_bias(CUDNN_PARAM_BN_Z_EQSCALE_PLACEHOLDER, CUDNN_PARAM_BN_Z_EQBIAS_PLACEHOLDER, spatial));
  return chain.end(compute);
}

Check conv_add(Builder& b) {
  GIRIH_TRY_ASSIGN(const TensorDesc w, b.desc(CUDNN_PARAM_WDESC));
  GIRIH_TRY_ASSIGN(const TensorDesc y, b.desc(CUDNN_PARAM_YDESC));
  GIRIH_TRY_ASSIGN(auto conv, convolution(b, graph::ConvPass::fprop, w, "CUDNN_PARAM_WDESC", y, "CUDNN_PARAM_YDESC"));
  GIRIH_TRY_ASSIGN(conv.x, b.tensor(CUDNN_PARAM_XDATA_PLACEHOLDER));
  GIRIH_TRY_ASSIGN(conv.w, b.tensor(CUDNN_PARAM_WDATA_PLACEHOLDER));
  const DType x = b.at(conv.x).dtype;
  // Integers go through f64, which holds every i32 sum.
  const DType compute = is_integer(x) ? DType::f64 : wide(x);
  conv.y = b.between("convolution", y, compute);
  b.add(conv);
  GIRIH_TRY_ASSIGN(const TensorId summand, second_summand(b, conv.y, compute, true));
  Chain chain(b, conv.y, compute);
  if (b.given(CUDNN_PARAM_BN_EQSCALE_PLACEHOLDER)) {
    GIRIH_TRY_ASSIGN(const TensorId scale, b.tensor(CUDNN_PARAM_BN_EQSCALE_PLACEHOLDER));
    GIRIH_TRY(check_parameter(b, scale, conv.y, true));
    chain.step(PointwiseMode::mul, scale);
  }
  if (summand != kNone) chain.step(PointwiseMode::add, summand);
  GIRIH_TRY(chain.activation(b.get<cudnnActivationStruct>(CUDNN_PARAM_ACTIVATION_DESC)));
  GIRIH_TRY_ASSIGN(const TensorId out, b.tensor(CUDNN_PARAM_YDATA_PLACEHOLDER));
  chain.end_in(out);
  return {};
}

Check check_relu(const Builder& b) {
  GIRIH_TRY_ASSIGN(const auto* a, b.need<cudnnActivationStruct>(CUDNN_PARAM_ACTIVATION_DESC));
  if (a->mode == CUDNN_ACTIVATION_RELU) return {};
  return not_supported(
      "constPack: the mode of CUDNN_PARAM_ACTIVATION_DESC is {}; the bit mask is that of "
      "CUDNN_ACTIVATION_RELU",
      static_cast<int>(a->mode));
}

// The mask has one word for 32 channels of a pixel: {pixels rounded up to 32, channels rounded up to 64 / 32, 1, 1}.
Result<TensorId> bitmask(Builder& b, TensorId x) {
  GIRIH_TRY(check_relu(b));
  GIRIH_TRY_ASSIGN(const TensorId mask, b.tensor(CUDNN_PARAM_ACTIVATION_BITMASK_PLACEHOLDER));
  const TensorDesc &m = b.at(mask), &of = b.at(x);
  const int64_t rows = of.count() / of.dims[1];
  const int64_t want[2] = {(rows + 31) / 32 * 32, (of.dims[1] + 63) / 64 * 2};
  if (m.dtype != DType::i32 || m.rank < 2 || m.dims[0] != want[0] || m.dims[1] != want[1] ||
      m.count() != want[0] * want[1])
    return bad_param("constPack: CUDNN_PARAM_ACTIVATION_BITMASK_DESC is {}; for {} it must be i32 {{{},{},1,1}}",
                     to_text(m), to_text(of), want[0], want[1]);
  return mask;
}

Check generate_bitmask(Builder& b) {
  GIRIH_TRY_ASSIGN(const TensorId x, b.tensor(CUDNN_PARAM_XDATA_PLACEHOLDER));
  const DType compute = wide(b.at(x).dtype);
  GIRIH_TRY_ASSIGN(const TensorId summand, second_summand(b, x, compute, b.spatial()));
  Chain sum(b, x, compute);
  GIRIH_TRY(sum.scale_bias(CUDNN_PARAM_BN_EQSCALE_PLACEHOLDER, CUDNN_PARAM_BN_EQBIAS_PLACEHOLDER, b.spatial()));
  if (summand != kNone) sum.step(PointwiseMode::add, summand);
  const TensorId before = sum.end(compute);
  if (b.given(CUDNN_PARAM_ACTIVATION_BITMASK_PLACEHOLDER)) {
    GIRIH_TRY_ASSIGN(const TensorId mask, bitmask(b, x));
    b.add(graph::ReluMask{.x = before, .mask = mask});
  }
  GIRIH_TRY_ASSIGN(const TensorId y, b.tensor(CUDNN_PARAM_YDATA_PLACEHOLDER));
  Chain chain(b, before, compute);
  GIRIH_TRY(chain.activation(b.get<cudnnActivationStruct>(CUDNN_PARAM_ACTIVATION_DESC)));
  chain.end_in(y);
  return {};
}

// dz is the gradient behind the activation; the fork gives it to the caller and to the gradient of batch norm.
Check backward(Builder& b) {
  graph::BatchNorm o;
  o.phase = graph::NormPhase::backward;
  o.spatial = b.spatial();
  GIRIH_TRY_ASSIGN(o.x, b.tensor(CUDNN_PARAM_XDATA_PLACEHOLDER));
  GIRIH_TRY_ASSIGN(const TensorId dy, b.tensor(CUDNN_PARAM_DYDATA_PLACEHOLDER));
  GIRIH_TRY_ASSIGN(o.scale, b.tensor(CUDNN_PARAM_BN_SCALE_PLACEHOLDER));
  GIRIH_TRY_ASSIGN(o.saved_mean, b.optional(CUDNN_PARAM_BN_SAVED_MEAN_PLACEHOLDER));
  GIRIH_TRY_ASSIGN(o.saved_invstd, b.optional(CUDNN_PARAM_BN_SAVED_INVSTD_PLACEHOLDER));
  if ((o.saved_mean == kNone) != (o.saved_invstd == kNone))
    return bad_param(
        "constPack: one of CUDNN_PARAM_BN_SAVED_MEAN_PLACEHOLDER and "
        "CUDNN_PARAM_BN_SAVED_INVSTD_PLACEHOLDER is CUDNN_PTR_NULL; give both or none");
  const TensorDesc x = b.at(o.x), parameters = b.at(o.scale);
  if (b.given(CUDNN_PARAM_ACTIVATION_BITMASK_PLACEHOLDER)) {
    GIRIH_TRY_ASSIGN(const TensorId mask, bitmask(b, o.x));
    GIRIH_TRY_ASSIGN(o.dy, b.or_between(CUDNN_PARAM_DZDATA_PLACEHOLDER, x));
    b.add(graph::ReluMask{.apply = true, .x = dy, .mask = mask, .y = o.dy});
  } else {
    // Without a mask the activation's input is computed again from x.
    GIRIH_TRY(check_relu(b));
    GIRIH_TRY_ASSIGN(o.bias, b.tensor(CUDNN_PARAM_BN_BIAS_PLACEHOLDER));
    if (o.saved_mean != kNone) {
      const DType compute = wide(x.dtype);
      Chain normalized(b, o.x, compute);
      normalized.step(PointwiseMode::sub, o.saved_mean);
      normalized.step(PointwiseMode::mul, o.saved_invstd);
      normalized.step(PointwiseMode::mul, o.scale);
      normalized.step(PointwiseMode::add, o.bias);
      const TensorId before = normalized.end(compute);
      GIRIH_TRY_ASSIGN(o.dy, b.or_between(CUDNN_PARAM_DZDATA_PLACEHOLDER, x));
      b.add(Pointwise{.mode = PointwiseMode::graph_relu_bwd, .a = before, .b = dy, .y = o.dy, .compute = compute});
    } else {
      o.activation = graph::NormActivation::relu;
      o.dy = dy;
      GIRIH_TRY_ASSIGN(o.dz, b.optional(CUDNN_PARAM_DZDATA_PLACEHOLDER));
    }
  }
  GIRIH_TRY_ASSIGN(o.dx, b.or_between(CUDNN_PARAM_DXDATA_PLACEHOLDER, x));
  GIRIH_TRY_ASSIGN(o.dscale, b.or_between(CUDNN_PARAM_BN_DSCALE_PLACEHOLDER, parameters));
  GIRIH_TRY_ASSIGN(o.dbias, b.or_between(CUDNN_PARAM_BN_DBIAS_PLACEHOLDER, parameters));
  b.add(o);
  return {};
}

Check build(Builder& b, cudnnFusedOps_t ops) {
  switch (ops) {
    case CUDNN_FUSED_SCALE_BIAS_ACTIVATION_CONV_BNSTATS:
      return conv_stats(b);
    case CUDNN_FUSED_SCALE_BIAS_ACTIVATION_WGRAD:
      return wgrad(b);
    case CUDNN_FUSED_BN_FINALIZE_STATISTICS_TRAINING:
      return finalize(b, true);
    case CUDNN_FUSED_BN_FINALIZE_STATISTICS_INFERENCE:
      return finalize(b, false);
    case CUDNN_FUSED_CONV_SCALE_BIAS_ADD_ACTIVATION:
      return conv_add(b);
    case CUDNN_FUSED_SCALE_BIAS_ADD_ACTIVATION_GEN_BITMASK:
      return generate_bitmask(b);
    case CUDNN_FUSED_DACTIVATION_FORK_DBATCHNORM:
      return backward(b);
  }
  return {};
}

}  // namespace

Result<FusedGraph> make_fused_graph(const cudnnFusedOpsConstParamStruct& pack) {
  Builder b(pack);
  GIRIH_TRY(build(b, pack.ops));
  return b.take();
}

}  // namespace girih::api
