// Two-dimensional pooling of packed f32, f16 and bf16 tensors of one layout, fewer than 2^31 elements.
#include <limits>
#include <string>

#include "engines/cuda/generic/host.h"
#include "engines/cuda/pooling/plane/params.h"

namespace girih::engines {
extern const Engine cuda_pooling_plane;
namespace {

using graph::Pooling;
using graph::PoolingMode;
using plane::Params;

bool is_max(const Pooling& o) { return o.mode == PoolingMode::max || o.mode == PoolingMode::max_deterministic; }

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Pooling>();
  if (!o) return no("takes a single pooling");
  if (o->spatial != 2) return no("{} spatial dims; 2", o->spatial);
  const TensorDesc& t = g.desc(o->backward ? o->dx : o->x);
  if (t.dtype != DType::f32 && t.dtype != DType::f16 && t.dtype != DType::bf16)
    return no("type {}; f32, f16 and bf16", dtype_name(t.dtype));
  bool nchw = true, nhwc = true;
  for (auto id : {o->x, o->y, o->dy, o->dx}) {
    if (id == graph::kNone || (o->backward && id == o->y)) continue;
    const TensorDesc& own = g.desc(id);
    if (own.dtype != t.dtype || own.vector != 1) return no("the tensors are of different types");
    if (own.count() == 0 || own.count() >= int64_t{1} << 31)
      return no("{}: empty, or 2^31 elements or more", g.name(id));
    nchw = nchw && is_packed(own, Layout::nchw);
    nhwc = nhwc && is_packed(own, Layout::nhwc);
  }
  for (int i = 0; i < 2; ++i)
    if (o->window[i] > 1 << 14 || o->pad[i] > 1 << 14 || o->stride[i] > 1 << 14)
      return no("a window, padding or stride above 2^14");
  return nchw || nhwc ? yes() : no("the tensors are not packed in one layout");
}

Estimate estimate(const graph::Graph& g, const Device&) {
  double bytes = 0;
  for (const auto& t : g.tensors)
    bytes += static_cast<double>(t.desc.count()) * static_cast<double>(dtype_size(t.desc.dtype));
  return {5 + bytes / 1.5e6, 0};
}

float lowest(DType t) {
  return t == DType::f16 ? -65504.0f : t == DType::bf16 ? -0x1.fep127f : std::numeric_limits<float>::lowest();
}

Check run(const RunArgs& a, const Device& d) {
  const auto& o = *a.graph.only<Pooling>();
  const TensorDesc& large = a.graph.desc(o.backward ? o.dx : o.x);
  const TensorDesc& small = a.graph.desc(o.backward ? o.dy : o.y);
  Params p{};
  p.x = a.ptr(o.x), p.dy = a.ptr(o.dy);
  p.out = a.ptr(o.backward ? o.dx : o.y);
  p.winners = static_cast<int32_t*>(a.scratch);
  // Both layouts are one where there is one channel or one pixel.
  p.inner = is_packed(large, Layout::nchw) && is_packed(small, Layout::nchw) ? 1 : static_cast<uint32_t>(large.dims[1]);
  p.h = static_cast<uint32_t>(large.dims[2]), p.w = static_cast<uint32_t>(large.dims[3]);
  p.p = static_cast<uint32_t>(small.dims[2]), p.q = static_cast<uint32_t>(small.dims[3]);
  p.window_h = static_cast<int32_t>(o.window[0]), p.window_w = static_cast<int32_t>(o.window[1]);
  p.pad_h = static_cast<int32_t>(o.pad[0]), p.pad_w = static_cast<int32_t>(o.pad[1]);
  p.stride_h = static_cast<int32_t>(o.stride[0]), p.stride_w = static_cast<int32_t>(o.stride[1]);
  p.by_inner = tile::fast_div(p.inner);
  p.small_columns = tile::fast_div(p.q), p.small_rows = tile::fast_div(p.p);
  p.large_columns = tile::fast_div(p.w), p.large_rows = tile::fast_div(p.h);
  p.by_stride_h = tile::fast_div(static_cast<uint32_t>(p.stride_h));
  p.by_stride_w = tile::fast_div(static_cast<uint32_t>(p.stride_w));
  p.mode = static_cast<int32_t>(o.mode);
  p.propagate_nan = o.propagate_nan;
  p.lowest = lowest(large.dtype);
  p.alpha = static_cast<float>(a.scalars().alpha), p.beta = static_cast<float>(a.scalars().beta);
  const auto start = [&](const char* what, int64_t count) {
    p.count = count;
    const auto name = std::string("girih_plane_") + what + "_" + dtype_name(large.dtype);
    return enqueue(a, name.c_str(), {blocks_for(count, 256, d), 256}, p);
  };
  if (!o.backward) return start("forward", small.count());
  if (is_max(o)) GIRIH_TRY(start("winners", small.count()));
  return start("backward", large.count());
}

Result<Plan> build(const graph::Graph& g, const Device& d) {
  const auto& o = *g.only<Pooling>();
  Plan plan{&cuda_pooling_plane, 0, [d](const RunArgs& a) { return run(a, d); }};
  if (o.backward && is_max(o)) plan.scratch = static_cast<size_t>(g.desc(o.dy).count()) * sizeof(int32_t);
  return plan;
}

}  // namespace

const Engine cuda_pooling_plane{1031, "cuda.pooling.plane", DeviceKind::cuda, Notes{}, supports, estimate, build};

}  // namespace girih::engines
