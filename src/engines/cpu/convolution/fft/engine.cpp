// Convolution by Fourier transforms of tiles (overlap-save): 16x16 tiles for filters of up to 9 in each dimension,
// 32x32 for filters of up to 24 (as FFT in cuDNN, stride 1 only).
//
// Error: bound by the 2-norm of the whole tile, not by the element's own sum, so that small results next to large ones
// lose digits. Largest error measured against float64 with normal data: 1.7 u of the output's largest sum |a||b|,
// u = 2^-24; tests/unit/conv_transform_test.cpp derives the bound. An infinite element spoils its whole tile.
#include <cmath>

#include "engines/cpu/convolution/common.h"
#include "engines/cpu/convolution/fft/transforms.h"
#include "engines/cpu/convolution/transform/transform.h"

namespace girih::engines {
extern const Engine cpu_convolution_fft;
namespace {

using namespace girih::convolution;
using graph::Convolution;
using graph::ConvPass;

constexpr int64_t kMostFilter = 24;  // leaves 9 of 32 results in each dimension

const Domain& choose(const graph::Graph& g, const Convolution& o) {
  const TensorDesc& w = g.desc(o.w);
  return fft_domain(w.dims[2] <= 9 && w.dims[3] <= 9 ? 16 : 32);
}

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Convolution>();
  if (!o) return no("takes a single convolution");
  if (Verdict v = transform_supports(g, *o); !v) return v;
  const TensorDesc& w = g.desc(o->w);
  for (int i = 2; i < 4; ++i)
    if (w.dims[i] > kMostFilter)
      return no("{}: the filter is {} wide; the tiles take up to {}", g.name(o->w), w.dims[i], kMostFilter);
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const auto& o = *g.only<Convolution>();
  const Domain& d = choose(g, o);
  const auto t = make_transform_convolution(g, o, d);
  const double c = static_cast<double>(t.data.channels), k = static_cast<double>(t.rows),
               groups = static_cast<double>(t.groups);
  const double tiles = static_cast<double>(t.tiles());
  const double flops = 2 * 4 * static_cast<double>(d.points) * groups * tiles * c * k;
  // A tile's transform takes about 0.6 us (16x16) on AVX2.
  const double transform = 0.6 * (d.tile == 16 ? 1 : 5) * 96e3 / flops_per_microsecond();
  const double blocks = std::ceil(static_cast<double>(t.rows) / static_cast<double>(t.row_block));
  return {20 + flops / (0.6 * flops_per_microsecond()) + groups * transform * (tiles * (c * blocks + k) + c * k),
          t.workspace()};
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  const auto& o = *g.only<Convolution>();
  auto t = make_transform_convolution(g, o, choose(g, o));
  const size_t workspace = t.workspace();
  return Plan{&cpu_convolution_fft, workspace,
              [t = std::move(t)](const RunArgs& args) { return run_transform(t, args); }};
}

}  // namespace

const Engine cpu_convolution_fft{230,  "cpu.convolution.fft", DeviceKind::cpu, Notes{.fft = true}, supports, estimate,
                                 build};

}  // namespace girih::engines
