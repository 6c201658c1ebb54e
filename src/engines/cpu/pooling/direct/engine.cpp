// Pooling of packed f32 tensors, NCHW or NHWC, up to three spatial dimensions.
#include <algorithm>

#include "base/parallel.h"
#include "engines/cpu/pooling/direct/kernels.h"
#include "plan/engine.h"

namespace girih::engines {

extern const Engine cpu_pooling_direct;

namespace {

using graph::Pooling;
using graph::PoolingMode;
using pooling::Kind;
using pooling::Shape;

struct Tensors {
  graph::TensorId image, response;
};
Tensors tensors(const Pooling& o) { return o.backward ? Tensors{o.dx, o.dy} : Tensors{o.x, o.y}; }

bool is_max(const Pooling& o) { return o.mode == PoolingMode::max || o.mode == PoolingMode::max_deterministic; }

bool all_packed(const graph::Graph& g, const Pooling& o, Layout layout) {
  const auto [image, response] = tensors(o);
  return is_packed(g.desc(image), layout) && is_packed(g.desc(response), layout) &&
         (!o.backward || !is_max(o) || is_packed(g.desc(o.x), layout));
}

// Sums of f32 with f32 steps: the error grows with the window, and beyond this one the f64 sums of the reference
// engine are the better answer.
constexpr int64_t kMaxAverageWindow = 4096;

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Pooling>();
  if (!o) return no("takes a single pooling");
  const auto [image, response] = tensors(*o);
  const TensorDesc& x = g.desc(image);
  if (x.dtype != DType::f32) return no("{} is {}; this engine takes f32", g.name(image), dtype_name(x.dtype));
  if (o->spatial > 3) return no("{} has {} spatial dimensions; this engine takes 3 at most", g.name(image), o->spatial);
  if (!all_packed(g, *o, Layout::nchw) && !all_packed(g, *o, Layout::nhwc))
    return no("{} and {} are not both packed NCHW or both packed NHWC", g.name(image), g.name(response));
  if (x.count() / std::max<int64_t>(1, x.dims[0] * x.dims[1]) > INT32_MAX)
    return no("{} has more than 2^31 - 1 positions in one image", g.name(image));
  int64_t window = 1;
  for (int i = 0; i < o->spatial; ++i)
    window = std::min(window, kMaxAverageWindow + 1) * std::min(o->window[i], kMaxAverageWindow + 1);
  if (!is_max(*o) && window > kMaxAverageWindow)
    return no("the window averages more than {} elements", kMaxAverageWindow);
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const auto& o = *g.only<Pooling>();
  const auto [image, response] = tensors(o);
  double taps = static_cast<double>(g.desc(response).count());
  for (int i = 0; i < o.spatial; ++i) taps *= static_cast<double>(o.window[i]);
  return {1e-3 * (taps + static_cast<double>(g.desc(image).count())), 0};
}

Shape shape_of(const graph::Graph& g, const Pooling& o) {
  const auto [image, response] = tensors(o);
  const TensorDesc &x = g.desc(image), &y = g.desc(response);
  Shape s;
  s.kind = is_max(o)                                        ? (o.propagate_nan ? Kind::max_nan : Kind::max)
           : o.mode == PoolingMode::average_include_padding ? Kind::average_include
                                                            : Kind::average_exclude;
  s.finite_winner = o.mode == PoolingMode::max_deterministic;
  s.n = x.dims[0];
  s.c = x.dims[1];
  for (int i = 0; i < 3; ++i) {
    const int from = i - (3 - o.spatial);  // missing dimensions come first
    s.in[i] = from < 0 ? 1 : x.dims[2 + from];
    s.out[i] = from < 0 ? 1 : y.dims[2 + from];
    s.window[i] = from < 0 ? 1 : o.window[from];
    s.pad[i] = from < 0 ? 0 : o.pad[from];
    s.stride[i] = from < 0 ? 1 : o.stride[from];
  }
  return s;
}

// Chunks of about 16,000 taps: 5 to 20 us of work.
int64_t grain(const Shape& s, int64_t outputs) {
  const int64_t taps = std::max<int64_t>(1, outputs * s.window[0] * s.window[1] * s.window[2]);
  return std::max<int64_t>(1, 16384 / taps);
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  const Pooling& o = *g.only<Pooling>();
  const Shape s = shape_of(g, o);
  const bool nchw = all_packed(g, o, Layout::nchw);
  auto forward = [s, nchw, x = o.x, y = o.y](const RunArgs& a) -> Check {
    const auto& k = a.scalars();
    const auto alpha = static_cast<float>(k.alpha), beta = static_cast<float>(k.beta);
    const int64_t work = nchw ? s.n * s.c : s.n * s.out[0] * s.out[1];
    const auto kernel = nchw ? pooling::kernels().forward_planes : pooling::kernels().forward_rows;
    parallel_range(work, grain(s, nchw ? s.out_plane() : s.out[2] * s.c), [&](int64_t begin, int64_t end) {
      kernel(s, a.ptr<float>(x), a.ptr<float>(y), alpha, beta, begin, end);
    });
    return {};
  };
  auto backward = [s, nchw, x = is_max(o) ? o.x : graph::kNone, dy = o.dy, dx = o.dx](const RunArgs& a) -> Check {
    const auto& k = a.scalars();
    const auto alpha = static_cast<float>(k.alpha), beta = static_cast<float>(k.beta);
    const int64_t blocks = (s.c + pooling::kChannels - 1) / pooling::kChannels;
    const int64_t work = nchw ? s.n * s.c : s.n * blocks;
    const auto kernel = nchw ? pooling::kernels().backward_planes : pooling::kernels().backward_blocks;
    const int64_t outputs = nchw ? s.out_plane() : s.out_plane() * std::min(s.c, pooling::kChannels);
    parallel_range(work, grain(s, outputs), [&](int64_t begin, int64_t end) {
      kernel(s, a.ptr<float>(x), a.ptr<float>(dy), a.ptr<float>(dx), alpha, beta, begin, end);
    });
    return {};
  };
  if (o.backward) return Plan{&cpu_pooling_direct, 0, backward};
  return Plan{&cpu_pooling_direct, 0, forward};
}

}  // namespace

const Engine cpu_pooling_direct{203, "cpu.pooling.direct", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
