// Pointwise operations on tensors of one type (f32, f16 or bf16) whose innermost dimension is contiguous and of whole
// 16-byte vectors; broadcast inputs. A call with misaligned pointers goes to the generic kernel.
#include <cmath>

#include "engines/cuda/generic/host.h"
#include "engines/cuda/pointwise/vector/params.h"

namespace girih::engines {
extern const Engine cuda_pointwise_vector;
extern const Engine cuda_generic_pointwise;
namespace {

using generic::View;
using graph::Pointwise;

struct Views {
  View a, b, t, y;
};

// The dims merged, data pointers set to `mark` where the call has them.
Views merged(const graph::Graph& g, const Pointwise& o) {
  static char mark;
  const auto see = [&](graph::TensorId id) { return id == graph::kNone ? View{} : generic::view(g.desc(id), &mark); };
  Views v{see(o.a), see(o.b), see(o.t), see(o.y)};
  generic::collapse(v.y, {&v.a, &v.b, &v.t});
  return v;
}

// The modes that vector.cu knows.
bool has_kernel(const Pointwise& o) {
  using enum graph::PointwiseMode;
  if (o.mode == relu_fwd) return o.lower_clip == 0 && o.lower_slope == 0 && std::isinf(o.upper_clip);
  for (graph::PointwiseMode known :
       {add, mul, min, max, sqrt, identity, tanh_fwd, sigmoid_fwd, elu_fwd, swish_fwd, relu_bwd, tanh_bwd, sigmoid_bwd,
        elu_bwd, clipped_relu_bwd, swish_bwd, one_minus, clipped_relu_fwd})
    if (o.mode == known) return true;
  return false;
}

Verdict supports(const graph::Graph& g, const Device& d) {
  const auto* o = g.only<Pointwise>();
  if (!o) return no("takes a single pointwise operation");
  if (!has_kernel(*o)) return no("pointwise mode {}: not one of the vectorised ones", static_cast<int>(o->mode));
  if (Verdict v = cuda_generic_pointwise.supports(g, d); !v) return v;
  const TensorDesc& y = g.desc(o->y);
  if (y.dtype != DType::f32 && y.dtype != DType::f16 && y.dtype != DType::bf16)
    return no("{}: type {}; f32, f16 and bf16", g.name(o->y), dtype_name(y.dtype));
  if (o->compute != DType::f32) return no("arithmetic in {}; f32", dtype_name(o->compute));
  if (y.count() == 0) return no("an empty tensor");
  for (auto id : {o->a, o->b, o->t, o->y}) {
    if (id == graph::kNone) continue;
    if (g.desc(id).vector != 1) return no("{}: a vectorised layout", g.name(id));
    if (!g.tensor(id).by_value && g.desc(id).dtype != y.dtype) return no("the tensors are of different types");
  }
  const Views v = merged(g, *o);
  const int inner = v.y.rank - 1;
  const auto size = static_cast<int64_t>(16 / dtype_size(y.dtype));
  if (inner > vector::kOuter) return no("more than {} dims after merging", vector::kOuter + 1);
  if (v.y.strides[inner] != 1 || v.y.dims[inner] % size != 0)
    return no("{}: its innermost dim is not of whole 16-byte vectors", g.name(o->y));
  if (v.y.dims[inner] / size >= int64_t{1} << 31) return no("2^31 vectors or more in a row");
  int64_t outer = 1;
  for (int i = 0; i < inner; ++i) outer *= v.y.dims[i];
  if (outer >= int64_t{1} << 31) return no("2^31 rows or more");
  const View* views[] = {&v.a, &v.b, &v.t, &v.y};
  const graph::TensorId ids[] = {o->a, o->b, o->t, o->y};
  for (int n = 0; n < 4; ++n) {
    if (ids[n] == graph::kNone || g.tensor(ids[n]).by_value) continue;
    const int64_t s = views[n]->strides[inner];
    if (s != 0 && s != 1) return no("{}: it is not contiguous where the output is", g.name(ids[n]));
    for (int i = 0; s == 1 && i < inner; ++i)
      if (views[n]->strides[i] % size != 0) return no("{}: rows that are not 16-byte aligned", g.name(ids[n]));
  }
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  double bytes = 0;
  for (const auto& t : g.tensors)
    bytes += static_cast<double>(t.desc.count()) * static_cast<double>(dtype_size(t.desc.dtype));
  return {3 + bytes / 3e6, 0};
}

vector::Operand operand(const View& v, int inner) {
  vector::Operand o{};
  if (v.by_value) {
    o.value = static_cast<float>(v.value);
    return o;
  }
  o.data = v.data;
  if (!v.data) return o;
  o.contiguous = v.strides[inner] == 1;
  for (int i = 0; i < inner; ++i) o.strides[i] = v.strides[i];
  return o;
}

Check run(const RunArgs& args, const Device& d, const Plan& fallback) {
  const auto& o = *args.graph.only<Pointwise>();
  const auto& s = args.scalars();
  View a = generic::view_or_value(args, o.a), b = generic::view_or_value(args, o.b);
  View t = generic::view_or_value(args, o.t), y = generic::view(args, o.y);
  for (const View* v : {&a, &b, &t, &y})
    if (v->data && !v->by_value && reinterpret_cast<uintptr_t>(v->data) % 16 != 0) return fallback.run(args);
  generic::collapse(y, {&a, &b, &t});
  const int inner = y.rank - 1;
  const auto size = static_cast<int64_t>(16 / dtype_size(args.graph.desc(o.y).dtype));
  vector::Params p{};
  p.a = operand(a, inner), p.b = operand(b, inner), p.t = operand(t, inner), p.y = operand(y, inner);
  p.outer_rank = inner;
  for (int i = 0; i < inner; ++i) p.outer_dims[i] = static_cast<uint32_t>(y.dims[i]);
  p.inner = static_cast<uint32_t>(y.dims[inner] / size);
  p.count = generic::count(y) / size;
  p.mode = static_cast<int32_t>(o.mode);
  p.propagate_nan = o.propagate_nan;
  p.scales_inputs = graph::scales_inputs(o.mode);
  p.parameter = static_cast<float>(o.parameter);
  p.alpha = static_cast<float>(s.alpha), p.alpha2 = static_cast<float>(s.alpha2), p.beta = static_cast<float>(s.beta);
  const DType type = args.graph.desc(o.y).dtype;
  const char* kernel = type == DType::f32   ? "girih_vector_f32"
                       : type == DType::f16 ? "girih_vector_f16"
                                            : "girih_vector_bf16";
  return enqueue(args, kernel, {blocks_for(p.count, 256, d), 256}, p);
}

Result<Plan> build(const graph::Graph& g, const Device& d) {
  GIRIH_TRY_ASSIGN(Plan fallback, cuda_generic_pointwise.build(g, d));
  Plan plan{&cuda_pointwise_vector, 0, {}};
  plan.run = [d, fallback = std::move(fallback)](const RunArgs& a) { return run(a, d, fallback); };
  return plan;
}

}  // namespace

const Engine cuda_pointwise_vector{1020, "cuda.pointwise.vector", DeviceKind::cuda, Notes{}, supports, estimate, build};

}  // namespace girih::engines
