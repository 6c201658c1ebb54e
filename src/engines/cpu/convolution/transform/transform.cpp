#include "engines/cpu/convolution/transform/transform.h"

#include <algorithm>
#include <numeric>

#include "base/parallel.h"
#include "engines/cpu/convolution/common.h"
#include "engines/cpu/simd/gemm_kernels.h"
#include "engines/cpu/simd/pack_kernels.h"
#include "engines/cpu/simd/scratch.h"
#include "engines/cpu/simd/slots.h"

namespace girih::convolution {
namespace {

using graph::Convolution;
using graph::ConvPass;
using simd::cache_lines;
using simd::gemm_kernels;
using simd::kGemmDepth;
using simd::kGemmPackScratch;
using simd::parallel_slots;

// Transformed filters at a time: more channels than fit are done in blocks of rows, each transforming the data again.
constexpr int64_t kLeftFloats = 32 << 20;    // 128 MB
constexpr int64_t kProductFloats = 8 << 20;  // 32 MB of sums over tiles (wgrad)
constexpr int64_t kBlockFloats = 512 << 10;  // 2 MB of transformed tiles: 1 to 4 MB measured best, 16 MB 20 % slower
constexpr int64_t kStageFloats = 32 << 10;   // 128 KB of raw values in one step of a transform

constexpr int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }
constexpr int64_t round_up(int64_t n) { return ceil_div(n, kDomainLanes) * kDomainLanes; }

int panel_width() { return 2 * gemm_kernels().lanes; }

// Panels of the left factor: rows and their number.
int panel_rows(const TransformConvolution& t) {
  const int64_t panels = ceil_div(t.row_block, gemm_kernels().rows);
  return static_cast<int>(ceil_div(t.row_block, panels));
}

// Steps of depth in one stage of a transform with `values` raw values and `width` problems a step.
int64_t stage_depth(int64_t values, int64_t width, int64_t depth) {
  return std::clamp<int64_t>(kStageFloats / (values * width), 1, std::min(depth, kGemmDepth));
}

// Every tap of an h x w rectangle, from offset (y0, x0).
std::vector<Gather::Tap> rectangle(const Gather& g, int h, int w, int64_t y0, int64_t x0) {
  std::vector<Gather::Tap> taps;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      Gather::Tap t;
      t.offset[0] = y0 + y;
      t.offset[1] = x0 + x;
      t.address = t.offset[0] * g.stride[0] + t.offset[1] * g.stride[1];
      taps.push_back(t);
    }
  return taps;
}

struct Runner {
  const TransformConvolution& t;
  const Domain& d;
  const simd::GemmKernels& k = gemm_kernels();
  const int width = panel_width(), rows_of_panel = panel_rows(t);
  float *left = nullptr, *right = nullptr, *product = nullptr;  // in the workspace
  float* slots = nullptr;
  size_t slot_floats = 0;

  int vectors_of(int64_t cols) const { return cols <= k.lanes ? 1 : 2; }
  int64_t points() const { return static_cast<int64_t>(d.points) * d.parts; }

  // Most problems side by side in one step of a transform out of the way of the right factor.
  static int64_t stage_width(const TransformConvolution& t) {
    return std::max<int64_t>(kStageFloats / values_of(t), simd::kGemmMaxWidth) + kDomainLanes;
  }
  static int64_t values_of(const TransformConvolution& t) {
    return std::max<int64_t>(int64_t(t.domain->points) * t.domain->parts, int64_t(t.domain->tile) * t.domain->tile);
  }
  // A slot holds what pack() needs, raw values and transformed ones.
  static size_t slot_size(const TransformConvolution& t) {
    return cache_lines(kGemmPackScratch) +
           2 * cache_lines(static_cast<size_t>(values_of(t) * stage_width(t) + simd::kPackSlack));
  }
  int64_t left_stage(int64_t depth, int rows) const {  // steps of depth
    return std::clamp<int64_t>((stage_width(t) - kDomainLanes) / rows, 1, std::min(depth, kGemmDepth));
  }

  // Copies one transformed stage into the row panels of the left factor: for each point, [panel][parts * depth][rows],
  // and for complex numbers a second such block that makes the imaginary parts.
  //   real part:      (re, im) . (re, im)        imaginary part: (-im, re) . (re, im)
  void place_left(const float* from, int64_t stride, int64_t n, int64_t row, int rows, int64_t step,
                  int64_t depth) const {
    const int64_t block = t.row_block * d.parts * depth;
    for (int64_t p = 0; p < d.points; ++p) {
      float* to = left + p * block * d.parts + row * d.parts * depth + step * rows;
      const float* re = from + p * d.parts * stride;
      if (d.parts == 1) {
        std::copy_n(re, n, to);
        continue;
      }
      const float* im = re + stride;
      std::copy_n(re, n, to);
      std::copy_n(im, n, to + depth * rows);
      to += block;
      for (int64_t i = 0; i < n; ++i) to[i] = -im[i];
      std::copy_n(re, n, to + depth * rows);
    }
  }

  // Fills the left factor for rows [row0, row0 + rows): pack_stage(first row, rows, first step, steps, out, scratch)
  // makes [h * w][steps][rows] raw values with `stride` between values.
  template <class Pack>
  void make_left(Domain::Transform transform, int h, int w, int64_t rows, int64_t depth, Pack&& pack_stage) const {
    const int64_t panels = ceil_div(rows, rows_of_panel), step = left_stage(depth, rows_of_panel);
    const int64_t stages = ceil_div(depth, step);
    parallel_slots(panels * stages, slots, slot_floats, [&](int64_t i, float* slot) {
      const int64_t row = i / stages * rows_of_panel, step0 = i % stages * step;
      const int n_rows = static_cast<int>(std::min<int64_t>(rows_of_panel, rows - row));
      const int64_t steps = std::min(step, depth - step0), n = steps * n_rows, stride = round_up(n);
      float* scratch = slot;
      float* raw = scratch + cache_lines(kGemmPackScratch);
      float* done = raw + cache_lines(static_cast<size_t>(h) * w * stride + simd::kPackSlack);
      for (int tap = 0; tap < h * w; ++tap) {
        float* to = raw + tap * stride;
        pack_stage(row, n_rows, step0, steps, tap, to, scratch);
        std::fill(to + n, to + stride, 0.0f);
      }
      transform(h, w, raw, stride, done, stride, stride);
      place_left(done, stride, n, row, n_rows, step0, depth);
    });
  }

  // The product of all points for one block: columns panel by panel.
  void multiply(int64_t rows, int64_t depth, int64_t first, int64_t panels, int64_t cols, bool add) const {
    const int64_t block = t.row_block * d.parts * depth;
    const int64_t right_panel = points() * t.depth_chunk * width, product_panel = points() * t.row_block * width;
    parallel_for(d.points, [&](int64_t p) {
      for (int64_t j = 0; j < panels; ++j) {
        const int vectors = vectors_of(cols - (first + j) * width);
        const float* b = right + j * right_panel + p * d.parts * depth * vectors * k.lanes;
        for (int part = 0; part < d.parts; ++part)
          k.panel(rows, rows_of_panel, vectors, d.parts * depth, left + (p * d.parts + part) * block, b,
                  product + j * product_panel + (p * d.parts + part) * rows * vectors * k.lanes, add);
      }
    });
  }

  void fprop(int64_t group, const void* source, const void* w, void* out, float alpha, float beta) const {
    const FilterFactor filters(t.filter, w);
    const PixelFactor pixels(t.data, source);
    const int64_t panels = ceil_div(t.cols, width), values = int64_t(d.tile) * d.tile;
    const int64_t right_panel = points() * t.depth * width, product_panel = points() * t.row_block * width;
    for (int64_t row0 = 0; row0 < t.rows; row0 += t.row_block) {
      const int64_t rows = std::min(t.row_block, t.rows - row0);
      make_left(d.filter, t.filter_h, t.filter_w, rows, t.depth,
                [&](int64_t row, int n, int64_t c, int64_t steps, int tap, float* to, float* scratch) {
                  filters.pack(group, row0 + row, n, n, tap * t.depth + c, steps, to, scratch);
                });
      for (int64_t first = 0; first < panels; first += t.col_panels) {
        const int64_t count = std::min(t.col_panels, panels - first);
        const int64_t step = stage_depth(values, width, t.depth), stages = ceil_div(t.depth, step);
        parallel_slots(count * stages, slots, slot_floats, [&](int64_t i, float* slot) {
          const int64_t j = i / stages, c = i % stages * step, steps = std::min(step, t.depth - c);
          const int64_t col = (first + j) * width;
          const int cols = static_cast<int>(std::min<int64_t>(width, t.cols - col)),
                    w_panel = vectors_of(cols) * k.lanes;
          float* raw = slot + cache_lines(kGemmPackScratch);
          const int64_t stride = steps * w_panel;
          for (int64_t tap = 0; tap < values; ++tap)
            pixels.pack(group, col, cols, w_panel, tap * t.depth + c, steps, raw + tap * stride, slot);
          d.data(d.tile, d.tile, raw, stride, right + j * right_panel + c * w_panel, t.depth * w_panel, stride);
        });
        multiply(rows, t.depth, first, count, t.cols, false);
        const int64_t out_step = std::max<int64_t>(1, (stage_width(t) - kDomainLanes) / width);
        const int64_t out_stages = ceil_div(rows, out_step);
        parallel_slots(count * out_stages, slots, slot_floats, [&](int64_t i, float* slot) {
          const int64_t j = i / out_stages, row = i % out_stages * out_step, n_rows = std::min(out_step, rows - row);
          const int64_t col = (first + j) * width;
          const int cols = static_cast<int>(std::min<int64_t>(width, t.cols - col)),
                    w_panel = vectors_of(cols) * k.lanes;
          const int64_t n = n_rows * w_panel;
          d.result(t.out_h, t.out_w, product + j * product_panel + row * w_panel, rows * w_panel, slot, n, n);
          for (int tap = 0; tap < t.out_h * t.out_w; ++tap)
            store_pixels(t.out, static_cast<size_t>(tap), out, group, row0 + row, n_rows, col, cols, slot + tap * n,
                         w_panel, alpha, beta);
        });
      }
    }
  }

  void wgrad(int64_t group, const void* x, const void* y, void* w, float alpha, float beta) const {
    const ChannelFactor gradients(t.out, y), data(t.data, x);
    const FilterResult filters(t.filter, w, alpha, beta);
    const int64_t panels = ceil_div(t.cols, width), values = int64_t(d.tile) * d.tile;
    const int64_t right_panel = points() * t.depth_chunk * width, product_panel = points() * t.row_block * width;
    for (int64_t row0 = 0; row0 < t.rows; row0 += t.row_block) {
      const int64_t rows = std::min(t.row_block, t.rows - row0);
      for (int64_t first = 0; first < panels; first += t.col_panels) {
        const int64_t count = std::min(t.col_panels, panels - first);
        for (int64_t tile0 = 0; tile0 < t.depth; tile0 += t.depth_chunk) {
          const int64_t depth = std::min(t.depth_chunk, t.depth - tile0);
          make_left(d.gradient, t.out_h, t.out_w, rows, depth,
                    [&](int64_t row, int n, int64_t tile, int64_t steps, int tap, float* to, float* scratch) {
                      gradients.pack(group, tap * t.out.channels + row0 + row, n, n, tile0 + tile, steps, to, scratch);
                    });
          const int64_t step = stage_depth(values, width, depth), stages = ceil_div(depth, step);
          parallel_slots(count * stages, slots, slot_floats, [&](int64_t i, float* slot) {
            const int64_t j = i / stages, tile = i % stages * step, steps = std::min(step, depth - tile);
            const int64_t col = (first + j) * width;
            const int cols = static_cast<int>(std::min<int64_t>(width, t.cols - col)),
                      w_panel = vectors_of(cols) * k.lanes;
            float* raw = slot + cache_lines(kGemmPackScratch);
            const int64_t stride = steps * w_panel;
            for (int64_t tap = 0; tap < values; ++tap)
              data.pack(group, tap * t.cols + col, cols, w_panel, tile0 + tile, steps, raw + tap * stride, slot);
            d.data(d.tile, d.tile, raw, stride, right + j * right_panel + tile * w_panel, depth * w_panel, stride);
          });
          multiply(rows, depth, first, count, t.cols, tile0 > 0);
        }
        const int64_t out_step = std::max<int64_t>(1, (stage_width(t) - kDomainLanes) / width);
        const int64_t out_stages = ceil_div(rows, out_step);
        parallel_slots(count * out_stages, slots, slot_floats, [&](int64_t i, float* slot) {
          const int64_t j = i / out_stages, row = i % out_stages * out_step, n_rows = std::min(out_step, rows - row);
          const int64_t col = (first + j) * width;
          const int cols = static_cast<int>(std::min<int64_t>(width, t.cols - col)),
                    w_panel = vectors_of(cols) * k.lanes;
          const int64_t n = n_rows * w_panel;
          d.filter_result(t.filter_h, t.filter_w, product + j * product_panel + row * w_panel, rows * w_panel, slot, n,
                          n);
          for (int tap = 0; tap < t.filter_h * t.filter_w; ++tap)
            filters.store(group, row0 + row, n_rows, tap * t.cols + col, cols, slot + tap * n, w_panel);
        });
      }
    }
  }
};

}  // namespace

size_t TransformConvolution::left_floats() const {
  return cache_lines(static_cast<size_t>(domain->points * domain->parts * domain->parts * row_block * depth_chunk));
}
size_t TransformConvolution::right_floats() const {
  return cache_lines(static_cast<size_t>(domain->points * domain->parts * depth_chunk * col_panels * panel_width()));
}
size_t TransformConvolution::product_floats() const {
  return cache_lines(static_cast<size_t>(domain->points * domain->parts * row_block * col_panels * panel_width()));
}
size_t TransformConvolution::workspace() const {
  return sizeof(float) * (left_floats() + right_floats() + product_floats());
}

Verdict transform_supports(const graph::Graph& g, const Convolution& o) {
  if (Verdict v = float_tensors(g, o); !v) return v;
  if (o.spatial != 2) return no("{} spatial dimensions; this engine takes 2", o.spatial);
  for (int i = 0; i < 2; ++i) {
    if (o.stride[i] != 1) return no("stride {} in spatial dimension {}; this engine takes 1", o.stride[i], i);
    if (o.dilation[i] != 1) return no("dilation {} in spatial dimension {}; this engine takes 1", o.dilation[i], i);
  }
  if (g.desc(o.y).count() == 0 || g.desc(o.x).count() == 0) return no("a tensor is empty");
  return yes();
}

TransformConvolution make_transform_convolution(const graph::Graph& g, const Convolution& o, const Domain& d) {
  const GemmConvolution base = make_gemm_convolution(g, o, true);
  TransformConvolution t;
  t.op = o;
  t.domain = &d;
  t.groups = base.groups;
  const TensorDesc& w = g.desc(o.w);
  t.filter_h = static_cast<int>(w.dims[2]);
  t.filter_w = static_cast<int>(w.dims[3]);
  t.out_h = d.tile - t.filter_h + 1;
  t.out_w = d.tile - t.filter_w + 1;

  const Product& p = base.products[0];
  t.filter = p.filter;
  t.data = p.in;
  t.out = p.out;
  // Taps by rising offset (dgrad makes them falling).
  std::vector<size_t> order(p.in.taps.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    const auto &x = p.in.taps[a].offset, &y = p.in.taps[b].offset;
    return x[0] != y[0] ? x[0] < y[0] : x[1] < y[1];
  });
  for (size_t i = 0; i < order.size(); ++i) t.filter.taps[i] = p.filter.taps[order[i]];
  const auto& first = p.in.taps[order[0]].offset;
  const int out_tile[2] = {t.out_h, t.out_w};
  for (int i = 0; i < 2; ++i) {
    const int64_t tiles = ceil_div(p.out.grid[i], out_tile[i]);
    t.data.grid[i] = t.out.grid[i] = tiles;
    t.data.step[i] = t.out.step[i] = out_tile[i];
  }
  t.data.taps = rectangle(t.data, d.tile, d.tile, first[0], first[1]);
  t.out.taps = rectangle(t.out, t.out_h, t.out_w, 0, 0);
  t.data.finish();
  t.out.finish();

  const bool wgrad = o.pass == ConvPass::wgrad;
  const int64_t numbers = int64_t(d.points) * d.parts, width = panel_width();
  t.rows = t.out.channels;
  t.depth = wgrad ? t.tiles() : t.data.channels;
  t.cols = wgrad ? t.data.channels : t.tiles();
  t.depth_chunk = wgrad ? std::min<int64_t>(t.depth, 128) : t.depth;
  t.row_block = std::clamp<int64_t>(kLeftFloats / (numbers * d.parts * t.depth_chunk), 1, t.rows);
  const int64_t panels = ceil_div(t.cols, width);
  if (wgrad)
    t.col_panels = std::clamp<int64_t>(kProductFloats / (numbers * t.row_block * width), 1, panels);
  else
    t.col_panels = std::clamp<int64_t>(kBlockFloats / (numbers * (t.depth + t.row_block) * width),
                                       std::min<int64_t>(2, panels), panels);
  return t;
}

Check run_transform(const TransformConvolution& t, const RunArgs& args) {
  static thread_local simd::Scratch memory;
  const size_t slot_floats = Runner::slot_size(t);
  Runner r{t, *t.domain};
  r.left = static_cast<float*>(args.workspace);
  r.right = r.left + t.left_floats();
  r.product = r.right + t.right_floats();
  r.slots = memory.floats(static_cast<size_t>(thread_count()) * slot_floats);
  r.slot_floats = slot_floats;
  const auto& s = args.scalars();
  const float alpha = static_cast<float>(s.alpha), beta = static_cast<float>(s.beta);
  const void *x = args.ptr(t.op.x), *w = args.ptr(t.op.w), *y = args.ptr(t.op.y);
  void* out = args.ptr(t.op.output());
  for (int64_t group = 0; group < t.groups; ++group) {
    if (t.op.pass == ConvPass::wgrad)
      r.wgrad(group, x, y, out, alpha, beta);
    else
      r.fprop(group, t.op.pass == ConvPass::fprop ? x : y, w, out, alpha, beta);
  }
  return {};
}

}  // namespace girih::convolution
