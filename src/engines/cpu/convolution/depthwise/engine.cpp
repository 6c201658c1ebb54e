// Direct convolution for groups of few channels (depthwise and near it), where a matrix product has one or two rows and
// packing costs more than the arithmetic. A channel of the source is copied as f32 into a zero-padded plane; each row
// of the result then reads it at the offsets of the taps. All passes, any layout; wgrad adds rows up in double.
#include <algorithm>

#include "engines/cpu/convolution/common.h"
#include "engines/cpu/convolution/depthwise/kernels.h"
#include "engines/cpu/convolution/gemm/problem.h"
#include "engines/cpu/simd/pack_kernels.h"
#include "engines/cpu/simd/scratch.h"
#include "engines/cpu/simd/slots.h"
#include "plan/engine.h"

namespace girih::engines {
extern const Engine cpu_convolution_depthwise;
namespace {

using namespace girih::convolution;
using graph::Convolution;
using graph::ConvPass;
using simd::cache_lines;
using simd::pack_kernels;

constexpr int64_t kMostPlane = 4 << 20;  // floats of a padded plane: 16 MB for each thread
constexpr int64_t kMostPhases = 64;

// The padded plane of one product: source coordinates [low, low + extent) of each dimension.
struct Plane {
  int64_t low[kMaxDims] = {}, extent[kMaxDims] = {}, pitch[kMaxDims] = {};
  int64_t floats = 0;
  std::vector<int64_t> offsets;  // of the taps

  explicit Plane(const Gather& g) {
    for (int d = 0; d < g.dims; ++d) {
      int64_t high = g.taps.empty() ? 0 : g.taps[0].offset[d];
      low[d] = high;
      for (const auto& t : g.taps) low[d] = std::min(low[d], t.offset[d]), high = std::max(high, t.offset[d]);
      extent[d] = (g.grid[d] - 1) * g.step[d] + high - low[d] + 1;
    }
    floats = 1;
    for (int d = g.dims - 1; d >= 0; --d) pitch[d] = floats, floats *= extent[d];
    for (const auto& t : g.taps) {
      int64_t o = 0;
      for (int d = 0; d < g.dims; ++d) o += (t.offset[d] - low[d]) * pitch[d];
      offsets.push_back(o);
    }
  }
};

struct Depthwise {
  GemmConvolution conv;
  std::vector<Plane> planes;  // of each product
};

int64_t rows_of(const Gather& g) {  // innermost rows of one image
  int64_t n = 1;
  for (int d = 0; d < g.dims - 1; ++d) n *= g.grid[d];
  return n;
}

const char* at(const void* base, DType type, int64_t offset) {
  return static_cast<const char*>(base) + offset * static_cast<int64_t>(dtype_size(type));
}

// Copies one channel of one image, with zeros where the plane reaches over the tensor.
void fill_plane(const Gather& g, const Plane& p, const void* data, int64_t offset, float* out) {
  const int last = g.dims - 1;
  const int64_t width = p.extent[last], first = std::max<int64_t>(0, -p.low[last]);
  const int64_t end = std::min(width, g.size[last] - p.low[last]);
  for (int64_t row = 0; row < p.floats / width; ++row, out += width) {
    int64_t rest = row, from = offset;
    bool inside = end > first;
    for (int d = last - 1; d >= 0; --d) {
      const int64_t x = rest % p.extent[d] + p.low[d];
      rest /= p.extent[d];
      inside = inside && x >= 0 && x < g.size[d];
      from += x * g.stride[d];
    }
    if (!inside) {
      std::fill_n(out, width, 0.0f);
      continue;
    }
    std::fill_n(out, first, 0.0f);
    pack_kernels().load(at(data, g.dtype, from + (first + p.low[last]) * g.stride[last]), g.dtype, 0, g.stride[last], 1,
                        end - first, end - first, out + first);
    std::fill(out + end, out + width, 0.0f);
  }
}

// Where row number `row` of the grid begins: in the plane, and in the memory of `out`.
void row_place(const Gather& g, const Plane& p, const Gather& out, int64_t row, int64_t& in_plane, int64_t& in_out) {
  in_plane = 0, in_out = 0;
  for (int d = g.dims - 2; d >= 0; --d) {
    const int64_t o = row % g.grid[d];
    row /= g.grid[d];
    in_plane += o * g.step[d] * p.pitch[d];
    in_out += o * out.stride[d];
  }
}

void load_filter(const Filter& f, const void* w, int64_t offset, float* out) {
  for (size_t t = 0; t < f.taps.size(); ++t)
    pack_kernels().load(at(w, f.dtype, offset + f.taps[t]), f.dtype, 0, 1, 1, 1, 1, out + t);
}

// One channel of one image of the result of fprop or dgrad.
void pixels(const Product& p, const Plane& plane, const void* source, const void* w, void* out, int64_t image,
            int64_t group, int64_t row, float alpha, float beta, float* slot) {
  const Gather &in = p.in, &to = p.out;
  const int64_t width = in.grid[in.dims - 1], rows = rows_of(in);
  float* sums = slot;
  float* filter = sums + cache_lines(static_cast<size_t>(rows * width));
  float* padded = filter + cache_lines(in.taps.size());
  if (in.taps.empty()) std::fill_n(sums, rows * width, 0.0f);
  for (int64_t c = 0; c < in.channels && !in.taps.empty(); ++c) {
    fill_plane(in, plane, source, in.origin + image * in.n_stride + (group * in.channels + c) * in.c_stride, padded);
    load_filter(p.filter, w, group * p.filter.group_stride + row * p.filter.row_stride + c * p.filter.c_stride, filter);
    for (int64_t r = 0; r < rows; ++r) {
      int64_t in_plane, in_out;
      row_place(in, plane, to, r, in_plane, in_out);
      depthwise_kernels().accumulate(padded + in_plane, in.step[in.dims - 1], plane.offsets.data(), filter,
                                     static_cast<int64_t>(in.taps.size()), width, sums + r * width, c > 0);
    }
  }
  const int64_t base = to.origin + image * to.n_stride + (group * to.channels + row) * to.c_stride;
  for (int64_t r = 0; r < rows; ++r) {
    int64_t in_plane, in_out;
    row_place(in, plane, to, r, in_plane, in_out);
    pack_kernels().store(sums + r * width, width, 1, width, const_cast<char*>(at(out, to.dtype, base + in_out)),
                         to.dtype, 0, to.stride[to.dims - 1], alpha, beta);
  }
}

// The gradient of one filter plane: images in order.
void filter_plane(const Product& p, const Plane& plane, const void* x, const void* y, void* w, int64_t group,
                  int64_t row, int64_t c, float alpha, float beta, float* slot) {
  const Gather &in = p.in, &dy = p.out;
  const int64_t width = in.grid[in.dims - 1], rows = rows_of(in);
  const auto taps = static_cast<int64_t>(in.taps.size());
  double* sums = reinterpret_cast<double*>(slot);
  float* line = slot + cache_lines(2 * in.taps.size());
  float* padded = line + cache_lines(static_cast<size_t>(width));
  std::fill_n(sums, taps, 0.0);
  for (int64_t image = 0; image < in.images; ++image) {
    fill_plane(in, plane, x, image * in.n_stride + (group * in.channels + c) * in.c_stride, padded);
    for (int64_t r = 0; r < rows; ++r) {
      int64_t in_plane, in_dy;
      row_place(in, plane, dy, r, in_plane, in_dy);
      const int64_t offset = image * dy.n_stride + (group * dy.channels + row) * dy.c_stride + in_dy;
      pack_kernels().load(at(y, dy.dtype, offset), dy.dtype, 0, dy.stride[dy.dims - 1], 1, width, width, line);
      depthwise_kernels().correlate(padded + in_plane, in.step[in.dims - 1], plane.offsets.data(), line, taps, width,
                                    sums);
    }
  }
  const int64_t base = group * p.filter.group_stride + row * p.filter.row_stride + c * p.filter.c_stride;
  for (int64_t t = 0; t < taps; ++t) {
    const float sum = static_cast<float>(sums[t]);
    pack_kernels().store(&sum, 1, 1, 1,
                         const_cast<char*>(at(w, p.filter.dtype, base + p.filter.taps[static_cast<size_t>(t)])),
                         p.filter.dtype, 0, 1, alpha, beta);
  }
}

Check run(const Depthwise& d, const RunArgs& args) {
  const auto& s = args.scalars();
  const float alpha = static_cast<float>(s.alpha), beta = static_cast<float>(s.beta);
  const Convolution& o = d.conv.op;
  const void *x = args.ptr(o.x), *w = args.ptr(o.w), *y = args.ptr(o.y);
  void* out = args.ptr(o.output());
  static thread_local simd::Scratch memory;
  for (size_t i = 0; i < d.planes.size(); ++i) {
    const Product& p = d.conv.products[i];
    const Plane& plane = d.planes[i];
    const int64_t width = p.in.grid[p.in.dims - 1];
    const size_t slot = cache_lines(static_cast<size_t>(rows_of(p.in) * width)) +
                        2 * cache_lines(2 * p.in.taps.size()) + cache_lines(static_cast<size_t>(plane.floats + 64));
    float* slots = memory.floats(slot * static_cast<size_t>(thread_count()));
    if (o.pass == ConvPass::wgrad) {
      const int64_t filters = p.out.channels * p.in.channels;
      simd::parallel_slots(d.conv.groups * filters, slots, slot, [&](int64_t t, float* mine) {
        const int64_t f = t % filters;
        filter_plane(p, plane, x, y, out, t / filters, f / p.in.channels, f % p.in.channels, alpha, beta, mine);
      });
    } else {
      const int64_t channels = p.out.channels;
      simd::parallel_slots(p.in.images * d.conv.groups * channels, slots, slot, [&](int64_t t, float* mine) {
        pixels(p, plane, o.pass == ConvPass::fprop ? x : y, w, out, t / (d.conv.groups * channels),
               t / channels % d.conv.groups, t % channels, alpha, beta, mine);
      });
    }
  }
  return {};
}

Depthwise make(const graph::Graph& g, const Convolution& o) {
  Depthwise d{make_gemm_convolution(g, o, true), {}};
  for (const Product& p : d.conv.products) d.planes.emplace_back(p.in);
  return d;
}

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Convolution>();
  if (!o) return no("takes a single convolution");
  if (Verdict v = float_tensors(g, *o); !v) return v;
  const Work w = work_of(g, *o);
  constexpr int64_t kMostPairs = 8;  // with 4 x 4 the matrix product is already faster (bench/cpu/conv, group32)
  if (w.c * w.k > kMostPairs)
    return no("a group has {} x {} channels; this engine takes up to {} pairs", w.c, w.k, kMostPairs);
  if (g.desc(o->y).count() == 0 || g.desc(o->x).count() == 0) return no("a tensor is empty");
  if (o->pass == ConvPass::dgrad && count_phases(g, *o) > kMostPhases) return no("the strides make too many phases");
  for (const Plane& p : make(g, *o).planes)
    if (p.floats > kMostPlane) return no("a padded plane has {} elements, more than {}", p.floats, kMostPlane);
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const Work w = work_of(g, *g.only<Convolution>());
  // A load for each multiply-add, and copies: 0.35 ns a multiply-add on AVX2 (bench/cpu/conv).
  return {4 + 0.35e-3 * w.macs * 96e3 / flops_per_microsecond() + w.bytes / 1e4, 0};
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  return Plan{&cpu_convolution_depthwise, 0,
              [d = make(g, *g.only<Convolution>())](const RunArgs& args) { return run(d, args); }};
}

}  // namespace

const Engine cpu_convolution_depthwise{211,  "cpu.convolution.depthwise", DeviceKind::cpu, Notes{}, supports, estimate,
                                       build};

}  // namespace girih::engines
