// Convolution of f32, f16 and bf16 with f32 arithmetic, any strides, up to three spatial dims: a tiled product on the
// ordinary arithmetic units.
#include <string>

#include "engines/cuda/convolution/simt/params.h"
#include "engines/cuda/generic/host.h"

namespace girih::engines {
extern const Engine cuda_convolution_simt;
namespace {

using generic::view;
using graph::Convolution;
using graph::ConvPass;
using simt::Params;

constexpr int64_t kIntMax = 2147483647;

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Convolution>();
  if (!o) return no("takes a single convolution");
  if (o->spatial > simt::kMaxSpatial) return no("{} spatial dims; at most 3", o->spatial);
  for (auto id : {o->x, o->w, o->y}) {
    const TensorDesc& t = g.desc(id);
    if (t.dtype != DType::f32 && t.dtype != DType::f16 && t.dtype != DType::bf16)
      return no("{}: type {}; f32, f16 and bf16", g.name(id), dtype_name(t.dtype));
    if (t.vector != 1) return no("{}: a vectorised layout", g.name(id));
    if (t.count() == 0) return no("{}: empty", g.name(id));
    for (int i = 1; i < t.rank; ++i)
      if (t.dims[i] > kIntMax / 4) return no("{}: a dimension of 2^29 or more", g.name(id));
  }
  for (int i = 0; i < o->spatial; ++i)
    if (std::max({o->pad_before[i], o->stride[i], o->dilation[i]}) > 1 << 20)
      return no("padding, stride or dilation above 2^20");
  if (g.desc(o->w).count() > kIntMax) return no("a filter of 2^31 elements or more");
  return yes();
}

struct Shape {
  Params p;
  int rows, columns;  // of a tile
  int64_t tiles;
  double microseconds;
};

// Sizes and cuts; no pointers.
Shape shape_of(const graph::Graph& g, const Device& d) {
  const auto& o = *g.only<Convolution>();
  const TensorDesc &x = g.desc(o.x), &w = g.desc(o.w), &y = g.desc(o.y);
  Params p{};
  p.spatial = o.spatial;
  p.flip = o.flip;
  p.taps = 1;
  int64_t pixels_x = x.dims[0], pixels_y = y.dims[0];
  for (int i = 0; i < o.spatial; ++i) {
    p.pad[i] = static_cast<int32_t>(o.pad_before[i]), p.stride[i] = static_cast<int32_t>(o.stride[i]);
    p.dilation[i] = static_cast<int32_t>(o.dilation[i]);
    p.taps *= static_cast<int32_t>(w.dims[2 + i]);
    pixels_x *= x.dims[2 + i], pixels_y *= y.dims[2 + i];
  }
  p.groups = static_cast<int32_t>(graph::conv_groups(g, o));
  p.c_group = static_cast<int32_t>(w.dims[1]);
  p.k_group = static_cast<int32_t>(w.dims[0] / p.groups);
  int64_t depth;
  if (o.pass == ConvPass::fprop) {
    p.m = pixels_y, p.n = p.k_group, depth = int64_t{p.taps} * p.c_group;
    p.a_along_depth = x.strides[1] == 1 && p.c_group >= simt::kDepth;
    p.b_along_depth = w.strides[1] == 1 || w.strides[0] != 1;
  } else if (o.pass == ConvPass::dgrad) {
    p.m = pixels_x, p.n = p.c_group, depth = int64_t{p.taps} * p.k_group;
    p.a_along_depth = y.strides[1] == 1 && p.k_group >= simt::kDepth;
    p.b_along_depth = w.strides[1] != 1;
  } else {
    p.m = p.k_group, p.n = p.taps * p.c_group, depth = pixels_y;
    p.a_along_depth = y.strides[1] != 1;
    p.b_along_depth = x.strides[1] != 1;
  }
  const int64_t groups = p.groups;
  const auto tiles_of = [&](int64_t rows, int64_t columns) {
    return (p.m + rows - 1) / rows * ((p.n + columns - 1) / columns) * groups;
  };
  // The largest tile that does not mostly lie outside, and leaves no multiprocessor idle (wgrad has splits for that).
  Shape s{p, 128, 128, 0, 0};
  const auto too_few = [&] { return o.pass != ConvPass::wgrad && tiles_of(s.rows, s.columns) < d.multiprocessors; };
  if (p.n <= 64 || p.m <= 64 || too_few()) s.columns = 64;
  if (s.columns == 64 && (p.m <= 64 || too_few())) s.rows = 64;
  s.p.tiles_m = (p.m + s.rows - 1) / s.rows;
  s.p.tiles_n = static_cast<int32_t>((p.n + s.columns - 1) / s.columns);
  s.tiles = tiles_of(s.rows, s.columns);
  s.p.splits = 1;
  s.p.split_depth = depth;
  if (o.pass == ConvPass::wgrad) {
    // Splits fill the chip twice; each has 256 pixels at least.
    const int64_t wanted = std::max<int64_t>(1, 2 * int64_t{d.multiprocessors} / s.tiles);
    const int64_t splits = std::clamp<int64_t>(std::min(wanted, depth / 256), 1, 1024);
    s.p.split_depth = (depth + splits - 1) / splits;
    s.p.splits = static_cast<int32_t>((depth + s.p.split_depth - 1) / s.p.split_depth);
  }
  // About 20 TFLOP/s over whole tiles.
  const double flops = 2.0 * static_cast<double>(s.tiles) * s.rows * s.columns * static_cast<double>(depth);
  s.microseconds = 6 + flops / 20e6 * std::max(1.0, d.multiprocessors / static_cast<double>(s.tiles * s.p.splits));
  return s;
}

size_t workspace_of(const Params& p) {
  if (p.splits <= 1) return 0;
  return static_cast<size_t>(p.splits) * static_cast<size_t>(p.groups) * static_cast<size_t>(p.m) *
         static_cast<size_t>(p.n) * sizeof(float);
}

Estimate estimate(const graph::Graph& g, const Device& d) {
  const Shape s = shape_of(g, d);
  return {s.microseconds, workspace_of(s.p)};
}

Check run(const RunArgs& a, const Device& d, const Shape& s) {
  const auto& o = *a.graph.only<Convolution>();
  Params p = s.p;
  p.x = view(a, o.x), p.w = view(a, o.w), p.y = view(a, o.y);
  p.alpha = a.scalars().alpha, p.beta = a.scalars().beta;
  p.partial = p.splits > 1 ? static_cast<float*>(a.workspace) : nullptr;
  const char* pass = o.pass == ConvPass::fprop ? "fprop" : o.pass == ConvPass::dgrad ? "dgrad" : "wgrad";
  const std::string kernel = fmt::format("girih_simt_{}_{}x{}", pass, s.rows, s.columns);
  const int64_t blocks = s.tiles * p.splits;
  GIRIH_TRY(enqueue(a, kernel.c_str(), {static_cast<uint32_t>(blocks), simt::kThreads}, p));
  if (p.splits == 1) return {};
  return enqueue(a, "girih_simt_finish", {blocks_for(int64_t{p.groups} * p.m * p.n, 256, d), 256}, p);
}

Result<Plan> build(const graph::Graph& g, const Device& d) {
  const Shape s = shape_of(g, d);
  if (s.tiles * s.p.splits > kIntMax) return not_supported("more than 2^31 tiles");
  return Plan{&cuda_convolution_simt, workspace_of(s.p), [d, s](const RunArgs& a) { return run(a, d, s); }};
}

}  // namespace

const Engine cuda_convolution_simt{1012, "cuda.convolution.simt", DeviceKind::cuda, Notes{}, supports, estimate, build};

}  // namespace girih::engines
