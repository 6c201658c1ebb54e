// Depthwise convolution, two dims, one filter for each channel, packed NCHW or NHWC, fewer than 2^31 elements.
#include <string>

#include "engines/cuda/convolution/depthwise/params.h"
#include "engines/cuda/generic/host.h"

namespace girih::engines {
extern const Engine cuda_convolution_depthwise;
namespace {

using depthwise::Params;
using graph::Convolution;
using graph::ConvPass;

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Convolution>();
  if (!o) return no("takes a single convolution");
  if (o->spatial != 2) return no("{} spatial dims; 2", o->spatial);
  const TensorDesc &x = g.desc(o->x), &w = g.desc(o->w), &y = g.desc(o->y);
  if (w.dims[1] != 1 || w.dims[0] != x.dims[1]) return no("not one filter for each channel");
  if (x.dims[1] == 1) return no("a single channel");
  bool nchw = true, nhwc = true;
  for (const TensorDesc* t : {&x, &w, &y}) {
    if (t->dtype != x.dtype || (t->dtype != DType::f32 && t->dtype != DType::f16 && t->dtype != DType::bf16))
      return no("types: one of f32, f16 and bf16 for all tensors");
    if (t->vector != 1 || t->count() == 0 || t->count() >= int64_t{1} << 31)
      return no("a vectorised layout, an empty tensor, or 2^31 elements or more");
    if (t == &w) continue;
    nchw = nchw && is_packed(*t, Layout::nchw);
    nhwc = nhwc && is_packed(*t, Layout::nhwc);
  }
  if (!nchw && !nhwc) return no("image and response are not packed in one layout");
  if (!is_packed(w, Layout::nchw) && !is_packed(w, Layout::nhwc)) return no("{}: not packed", g.name(o->w));
  for (int i = 0; i < 2; ++i)
    if (std::max({o->pad_before[i], o->stride[i], o->dilation[i]}) > 1 << 14)
      return no("padding, stride or dilation above 2^14");
  return yes();
}

Params plan_params(const graph::Graph& g, const Device& d) {
  const auto& o = *g.only<Convolution>();
  const TensorDesc &x = g.desc(o.x), &w = g.desc(o.w), &y = g.desc(o.y);
  const auto u = [](int64_t v) { return static_cast<uint32_t>(v); };
  const auto i = [](int64_t v) { return static_cast<int32_t>(v); };
  Params p{};
  p.inner = is_packed(x, Layout::nchw) && is_packed(y, Layout::nchw) ? 1 : u(x.dims[1]);
  p.images = u(x.dims[0]), p.channels = u(x.dims[1]), p.h = u(x.dims[2]), p.width = u(x.dims[3]);
  p.p = u(y.dims[2]), p.q = u(y.dims[3]);
  p.r = i(w.dims[2]), p.s = i(w.dims[3]);
  p.pad_h = i(o.pad_before[0]), p.pad_w = i(o.pad_before[1]);
  p.stride_h = i(o.stride[0]), p.stride_w = i(o.stride[1]);
  p.dilation_h = i(o.dilation[0]), p.dilation_w = i(o.dilation[1]);
  p.flip = o.flip;
  p.by_inner = tile::fast_div(p.inner);
  p.small_columns = tile::fast_div(p.q), p.small_rows = tile::fast_div(p.p);
  p.large_columns = tile::fast_div(p.width), p.large_rows = tile::fast_div(p.h);
  p.by_stride_h = tile::fast_div(static_cast<uint32_t>(p.stride_h));
  p.by_stride_w = tile::fast_div(static_cast<uint32_t>(p.stride_w));
  p.across = p.inner == 1 ? 1 : 32;
  // Parts until the chip is full.
  const int64_t work = (x.dims[1] + p.across - 1) / p.across * w.dims[2] * w.dims[3];
  const int64_t parts = std::clamp<int64_t>(int64_t{d.multiprocessors} * 16 / std::max<int64_t>(1, work), 1, x.dims[0]);
  p.part_images = i((x.dims[0] + parts - 1) / parts);
  p.parts = i((x.dims[0] + p.part_images - 1) / p.part_images);
  p.count = g.desc(o.output()).count();
  return p;
}

Estimate estimate(const graph::Graph& g, const Device& d) {
  const auto& o = *g.only<Convolution>();
  const Params p = plan_params(g, d);
  const double taps = static_cast<double>(p.r) * p.s, pixels = static_cast<double>(g.desc(o.y).count());
  const size_t workspace =
      o.pass == ConvPass::wgrad ? static_cast<size_t>(p.parts) * static_cast<size_t>(p.count) * sizeof(float) : 0;
  return {5 + pixels * taps / 1e6, workspace};
}

Result<Plan> build(const graph::Graph& g, const Device& d) {
  Plan plan{&cuda_convolution_depthwise, estimate(g, d).workspace, {}};
  plan.run = [d, q = plan_params(g, d)](const RunArgs& a) -> Check {
    const auto& o = *a.graph.only<Convolution>();
    Params p = q;
    p.x = a.ptr(o.x), p.w = a.ptr(o.w), p.y = a.ptr(o.y), p.out = a.ptr(o.output());
    p.alpha = static_cast<float>(a.scalars().alpha), p.beta = static_cast<float>(a.scalars().beta);
    p.partial = static_cast<float*>(a.workspace);
    const auto start = [&](const char* what, uint32_t blocks) {
      const auto name = std::string("girih_depthwise_") + what + "_" + dtype_name(a.graph.desc(o.x).dtype);
      return enqueue(a, name.c_str(), {blocks, 256}, p);
    };
    if (o.pass == ConvPass::fprop) return start("fprop", blocks_for(p.count, 256, d));
    if (o.pass == ConvPass::dgrad) return start("dgrad", blocks_for(p.count, 256, d));
    const int64_t work = int64_t{p.channels + static_cast<uint32_t>(p.across) - 1} / p.across * p.r * p.s * p.parts;
    GIRIH_TRY(start("wgrad", static_cast<uint32_t>(work)));
    return start("finish", blocks_for(p.count, 256, d));
  };
  return plan;
}

}  // namespace

const Engine cuda_convolution_depthwise{
    1014, "cuda.convolution.depthwise", DeviceKind::cuda, Notes{}, supports, estimate, build};

}  // namespace girih::engines
