// Convolution as a blocked matrix product (implicit GEMM): all passes, any strides, f32 arithmetic. The forms of the
// three passes as products are those of Chetlur et al. 2014 (cuDNN: efficient primitives for deep learning).
// Padding is packed as zero: an infinite or NaN weight over padding gives NaN, as in any implicit GEMM.
#include "plan/engine.h"
#include <cmath>

#include "engines/cpu/convolution/common.h"
#include "engines/cpu/convolution/gemm/problem.h"

namespace girih::engines {
extern const Engine cpu_convolution_gemm;
namespace {

using namespace girih::convolution;
using graph::Convolution;
using graph::ConvPass;

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Convolution>();
  if (!o) return no("takes a single convolution");
  if (Verdict v = float_tensors(g, *o); !v) return v;
  constexpr int64_t kMostPhases = 1024;  // products of one dgrad: strides of 32 x 32
  if (o->pass == ConvPass::dgrad && count_phases(g, *o) > kMostPhases)
    return no("the strides make {} products, more than {}", count_phases(g, *o), kMostPhases);
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const auto& o = *g.only<Convolution>();
  const Work w = work_of(g, o);
  const TensorDesc &x = g.desc(o.x), &y = g.desc(o.y), &f = g.desc(o.w);
  const double rows = static_cast<double>(o.pass == ConvPass::dgrad ? w.c : w.k);
  double taps = 1;  // dgrad: of one phase of the stride, on average
  for (int i = 0; i < o.spatial; ++i)
    taps *= static_cast<double>(f.dims[i + 2]) / static_cast<double>(o.pass == ConvPass::dgrad ? o.stride[i] : 1);
  const double x_pixels = static_cast<double>(x.count() / x.dims[1]),
               y_pixels = static_cast<double>(y.count()) / static_cast<double>(y.dims[1]);
  const double cols = o.pass == ConvPass::fprop   ? y_pixels
                      : o.pass == ConvPass::dgrad ? x_pixels
                                                  : taps * static_cast<double>(w.c);
  const double depth =
      o.pass == ConvPass::wgrad ? y_pixels : taps * static_cast<double>(o.pass == ConvPass::dgrad ? w.k : w.c);
  // Fitted to bench/cpu/conv on AVX2: 85 % of the peak, 0.25 ns for each packed element (wgrad transposes it: 0.5), 0.2
  // us for each panel.
  const double panels = w.groups * std::ceil(cols / 16) * std::ceil(depth / static_cast<double>(simd::kGemmDepth));
  const double elements = w.groups * std::ceil(cols / 16) * 16 * depth, scale = 96e3 / flops_per_microsecond();
  const double packing = elements * (o.pass == ConvPass::wgrad ? 0.5e-3 : 0.25e-3) + panels * 0.2;
  return {3 + 2 * elements * rows / (0.85 * flops_per_microsecond()) + scale * packing, 0};
}

Check run(const GemmConvolution& c, const RunArgs& args) {
  const auto& s = args.scalars();
  const void *x = args.ptr(c.op.x), *w = args.ptr(c.op.w), *y = args.ptr(c.op.y);
  void* out = args.ptr(c.op.output());
  for (const Product& p : c.products) {
    if (c.op.pass == ConvPass::wgrad) {
      const ChannelFactor a(p.out, y), b(p.in, x);
      const FilterResult result(p.filter, out, s.alpha, s.beta);
      simd::gemm({c.groups, p.out.channels, p.in.depth(), p.out.pixels(), a, b, result, true});
    } else {
      const FilterFactor a(p.filter, w);
      const PixelFactor b(p.in, c.op.pass == ConvPass::fprop ? x : y);
      const PixelResult result(p.out, out, s.alpha, s.beta);
      simd::gemm({c.groups, p.out.channels, p.out.pixels(), p.in.depth(), a, b, result, false});
    }
  }
  return {};
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  auto c = make_gemm_convolution(g, *g.only<Convolution>());
  return Plan{&cpu_convolution_gemm, 0, [c = std::move(c)](const RunArgs& args) { return run(c, args); }};
}

}  // namespace

const Engine cpu_convolution_gemm{210, "cpu.convolution.gemm", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
