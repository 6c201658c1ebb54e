// Winograd convolution: F(4x4, 3x3) for fprop and dgrad, F(3x3, 4x4) for wgrad; 36 products for each 4x4 results in
// place of 144.
//
// Error: the coefficients (up to 5 * 5 in, 8 * 8 out) magnify rounding, about 94 times in the root mean square
// for the last results of a tile. Largest error measured against float64 with normal data: 36 u of the output's largest
// sum |a||b| with 64 channels, u = 2^-24 (implicit GEMM: below 1 u); tests/unit/conv_transform_test.cpp derives the
// bound. An infinite element spoils its whole tile.
#include "engines/cpu/convolution/common.h"
#include "engines/cpu/convolution/transform/transform.h"
#include "engines/cpu/convolution/winograd/transforms.h"

namespace girih::engines {
extern const Engine cpu_convolution_winograd;
namespace {

using namespace girih::convolution;
using graph::Convolution;
using graph::ConvPass;

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Convolution>();
  if (!o) return no("takes a single convolution");
  if (Verdict v = transform_supports(g, *o); !v) return v;
  const TensorDesc& w = g.desc(o->w);
  if (w.dims[2] != 3 || w.dims[3] != 3)
    return no("{}: the filter is {}x{}; Winograd F(4x4,3x3) takes 3x3", g.name(o->w), w.dims[2], w.dims[3]);
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const auto& o = *g.only<Convolution>();
  const auto t = make_transform_convolution(g, o, winograd_domain());
  const double c = static_cast<double>(t.data.channels), k = static_cast<double>(t.rows),
               groups = static_cast<double>(t.groups);
  const double tiles = static_cast<double>(t.tiles());
  const double flops = 2 * 36 * groups * tiles * c * k;
  // Transforms, fitted to bench/cpu/conv on AVX2: 80 ns for a tile of data, 50 ns for one of results and for a filter.
  const double scale = 96e3 / flops_per_microsecond();
  const double moves = groups * scale * (tiles * (0.08 * c + 0.05 * k) + 0.05 * c * k);
  return {6 + flops / (0.75 * flops_per_microsecond()) + moves, t.workspace()};
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  auto t = make_transform_convolution(g, *g.only<Convolution>(), winograd_domain());
  const size_t workspace = t.workspace();
  return Plan{&cpu_convolution_winograd, workspace,
              [t = std::move(t)](const RunArgs& args) { return run_transform(t, args); }};
}

}  // namespace

const Engine cpu_convolution_winograd{
    220, "cpu.convolution.winograd", DeviceKind::cpu, Notes{.winograd = true}, supports, estimate, build};

}  // namespace girih::engines
