// Batch normalization of any rank and strides: all phases, the fused activations and additions.
#include <string>
#include <string_view>

#include "engines/cuda/generic/host.h"
#include "engines/cuda/generic/norm/params.h"

namespace girih::engines {
extern const Engine cuda_generic_norm;
namespace {

using namespace girih::generic;
using graph::BatchNorm;
using graph::NormActivation;
using graph::NormPhase;

Verdict supports(const graph::Graph& g, const Device&) {
  return g.only<BatchNorm>() ? yes() : no("takes a single batch normalization");
}

Estimate estimate(const graph::Graph& g, const Device&) {
  return {20 + 5e-5 * static_cast<double>(g.desc(g.only<BatchNorm>()->x).count()), 0};
}

// Dims and parts; no pointers.
NormParams plan_params(const graph::Graph& g, const Device& d) {
  const auto& o = *g.only<BatchNorm>();
  const TensorDesc& x = g.desc(o.x);
  NormParams p{};
  p.features = p.samples = 1;
  bool features_lie_side_by_side = false;
  for (int i = 0; i < x.rank; ++i) {
    if (i == 0 || (o.spatial && i > 1)) {
      p.sample_dims[p.sample_rank++] = x.dims[i];
      p.samples *= x.dims[i];
    } else {
      p.feature_dims[p.feature_rank++] = x.dims[i];
      p.features *= x.dims[i];
      features_lie_side_by_side = features_lie_side_by_side || (x.dims[i] > 1 && x.strides[i] == 1);
    }
  }
  p.features_per_block = features_lie_side_by_side ? 32 : 1;
  const int64_t lanes = kNormBlock / p.features_per_block;
  const int64_t groups = std::max<int64_t>(1, (p.features + p.features_per_block - 1) / p.features_per_block);
  const int64_t wanted = (int64_t{d.multiprocessors} * 8 + groups - 1) / groups;
  const int64_t most = std::max<int64_t>(1, p.samples / (lanes * 8));
  p.parts = static_cast<int32_t>(std::min({wanted, most, int64_t{512}}));
  p.part_size = (p.samples + p.parts - 1) / p.parts;
  return p;
}

Split split(const RunArgs& a, const BatchNorm& o, graph::TensorId id) {
  Split s{};
  if (id == graph::kNone) return s;
  const TensorDesc& d = a.graph.desc(id);
  s.data = a.ptr(id);
  s.type = static_cast<int32_t>(d.dtype);
  int features = 0, samples = 0;
  for (int i = 0; i < d.rank; ++i)
    if (i == 0 || (o.spatial && i > 1))
      s.sample_strides[samples++] = d.strides[i];
    else
      s.feature_strides[features++] = d.strides[i];
  return s;
}

// One dimension less for each pair of neighbours that every tensor lets merge. Samples keep their order: the bits of
// the reserve are counted by it.
void merge_samples(NormParams& p) {
  Split* all[] = {&p.x, &p.y, &p.dy, &p.dx, &p.z, &p.dz};
  for (int i = 0; i + 1 < p.sample_rank;) {
    bool fits = true;
    for (const Split* t : all)
      fits = fits && (!t->data || t->sample_strides[i] == t->sample_strides[i + 1] * p.sample_dims[i + 1]);
    if (!fits) {
      ++i;
      continue;
    }
    p.sample_dims[i] *= p.sample_dims[i + 1];
    for (int j = i + 1; j + 1 < p.sample_rank; ++j) p.sample_dims[j] = p.sample_dims[j + 1];
    for (Split* t : all)
      for (int j = i; j + 1 < p.sample_rank; ++j) t->sample_strides[j] = t->sample_strides[j + 1];
    --p.sample_rank;
  }
}

// Packed tensors of one type and layout take the vectorised kernels: per channel, no activation, no addition.
bool packed_shape(const RunArgs& a, const Device& d, const BatchNorm& o, NormPacked& q) {
  const TensorDesc& x = a.graph.desc(o.x);
  if (!o.spatial || o.activation != NormActivation::none || o.z != graph::kNone || o.dz != graph::kNone ||
      o.reserve != graph::kNone || x.dtype == DType::f64)
    return false;
  const bool nchw = is_packed(x, Layout::nchw), nhwc = is_packed(x, Layout::nhwc);
  const auto size = static_cast<int64_t>(16 / dtype_size(x.dtype));
  for (auto id : {o.x, o.y, o.dy, o.dx}) {
    if (id == graph::kNone) continue;
    const TensorDesc& t = a.graph.desc(id);
    if (t.dtype != x.dtype || t.vector != 1 || reinterpret_cast<uintptr_t>(a.ptr(id)) % 16 != 0) return false;
    if (!(nchw && is_packed(t, Layout::nchw)) && !(nhwc && is_packed(t, Layout::nhwc))) return false;
  }
  NormParams& p = q.norm;
  const int64_t plane = p.samples / x.dims[0];
  if (nchw && plane > 1 && plane % size == 0) {
    q.plane = plane;
    q.rows = x.dims[0];
  } else if (nhwc && p.features % size == 0) {
    q.plane = 1;
    q.rows = p.samples;
    const int64_t vectors = p.features / size;
    q.across = 32;
    while (vectors % q.across != 0) q.across /= 2;
    const int64_t groups = vectors / q.across, lanes = kNormBlock / q.across;
    q.chunks = static_cast<int32_t>(
        std::clamp<int64_t>(int64_t{d.multiprocessors} * 8 / groups, 1, (q.rows + lanes - 1) / lanes));
  } else {
    return false;
  }
  if (p.samples * p.features >> 31 > 1) return false;  // indices within a part are of 32 bits
  // The scratch holds sums for p.parts parts.
  q.part_rows = (q.rows + p.parts - 1) / p.parts;
  p.parts = static_cast<int32_t>((q.rows + q.part_rows - 1) / q.part_rows);
  return true;
}

// The kernels that pass over whole tensors: packed ones, or those for any strides.
struct Passes {
  const RunArgs& a;
  const Device& d;
  const NormPacked* packed;
  const NormParams& p;

  Check operator()(const char* what, const cuda::Launch& shape) const {
    if (!packed) return enqueue(a, (std::string("girih_norm_") + what).c_str(), shape, p);
    const DType type = static_cast<DType>(p.x.type);
    const auto name = std::string("girih_norm_packed_") + what + "_" + dtype_name(type);
    const bool sums = std::string_view(what) == "statistics" || std::string_view(what) == "gradients";
    const auto size = static_cast<int64_t>(16 / dtype_size(type));
    NormPacked q = *packed;
    q.norm = p;
    const int64_t groups = q.plane > 1 ? p.features : p.features / size / q.across;
    uint32_t blocks = blocks_for(groups * p.parts, 1, d);
    if (!sums)
      blocks =
          q.plane > 1 ? blocks_for(p.features * p.samples / size, kNormBlock, d) : blocks_for(groups * q.chunks, 1, d);
    return enqueue(a, name.c_str(), {blocks, kNormBlock}, q);
  }
};

Check run(const RunArgs& a, const Device& d, NormParams p) {
  const auto& o = *a.graph.only<BatchNorm>();
  const auto& k = a.scalars();
  if (p.features == 0 || p.samples == 0) return {};
  p.x = split(a, o, o.x), p.y = split(a, o, o.y), p.dy = split(a, o, o.dy);
  p.dx = split(a, o, o.dx), p.z = split(a, o, o.z), p.dz = split(a, o, o.dz);
  merge_samples(p);
  p.f64 = a.graph.desc(o.x).dtype == DType::f64;
  p.relu = o.activation == NormActivation::relu;
  p.training = o.phase == NormPhase::training;
  p.scale = a.ptr(o.scale), p.bias = a.ptr(o.bias), p.dscale = a.ptr(o.dscale), p.dbias = a.ptr(o.dbias);
  p.running_mean = a.ptr(o.running_mean), p.running_var = a.ptr(o.running_var);
  p.saved_mean = a.ptr(o.saved_mean), p.saved_invstd = a.ptr(o.saved_invstd);
  p.mask = a.ptr<uint32_t>(o.reserve);
  p.mask_words = p.mask ? graph::relu_mask_bytes(a.graph.desc(o.x)) / 4 : 0;
  p.coefficients = static_cast<NormCoefficients*>(a.scratch);
  p.sums = reinterpret_cast<NormSums*>(p.coefficients + p.features);
  p.alpha = k.alpha, p.beta = k.beta, p.alpha2 = k.alpha2, p.beta2 = k.beta2;
  p.epsilon = k.epsilon, p.factor = k.factor;

  NormPacked packed{};
  packed.norm = p;
  const bool is_packed = packed_shape(a, d, o, packed);
  if (is_packed) p = packed.norm;
  const Passes pass{a, d, is_packed ? &packed : nullptr, p};

  const int64_t groups = (p.features + p.features_per_block - 1) / p.features_per_block;
  const cuda::Launch sums{blocks_for(groups * p.parts, 1, d), kNormBlock};
  const cuda::Launch by_feature{blocks_for(p.features, kNormBlock, d), kNormBlock};
  const cuda::Launch by_element{blocks_for(p.features * p.samples, kNormBlock, d), kNormBlock};
  if (o.phase == NormPhase::backward) {
    if (!p.saved_mean) GIRIH_TRY(pass("statistics", sums));
    GIRIH_TRY(enqueue(a, "girih_norm_backward_start", by_feature, p));
    GIRIH_TRY(pass("gradients", sums));
    GIRIH_TRY(enqueue(a, "girih_norm_backward_finish", by_feature, p));
    return pass("backward", by_element);
  }
  if (p.mask) GIRIH_TRY(enqueue(a, "girih_norm_fill_mask", {blocks_for(p.mask_words, kNormBlock, d), kNormBlock}, p));
  if (p.training) GIRIH_TRY(pass("statistics", sums));
  GIRIH_TRY(enqueue(a, "girih_norm_forward_finish", by_feature, p));
  return pass("forward", by_element);
}

Result<Plan> build(const graph::Graph& g, const Device& d) {
  const NormParams p = plan_params(g, d);
  Plan plan{&cuda_generic_norm, 0, [d, p](const RunArgs& a) { return run(a, d, p); }};
  plan.scratch =
      static_cast<size_t>(p.features) * (sizeof(NormCoefficients) + static_cast<size_t>(p.parts) * sizeof(NormSums));
  return plan;
}

}  // namespace

const Engine cuda_generic_norm{1105, "cuda.generic.norm", DeviceKind::cuda, Notes{}, supports, estimate, build};

}  // namespace girih::engines
