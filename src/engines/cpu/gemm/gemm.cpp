#include "engines/cpu/gemm/gemm.h"

#include <algorithm>

#include "engines/cpu/simd/gemm_kernels.h"
#include "engines/cpu/simd/pack_kernels.h"
#include "engines/cpu/simd/scratch.h"
#include "engines/cpu/simd/slots.h"

namespace girih::gemm {
namespace {

using simd::cache_lines;
using simd::kGemmDepth;
using simd::kGemmMaxWidth;
using simd::kPackSlack;

constexpr int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

const char* at(const void* base, DType type, int64_t offset) {
  return static_cast<const char*>(base) + offset * static_cast<int64_t>(dtype_size(type));
}

// One operand, by the index that the result keeps (`stride`) and by depth.
struct Factor final : simd::GemmFactor {
  const void* data;
  DType type;
  int64_t stride, depth_stride, batch;
  const int64_t* offsets;

  Factor(const Matrix& m, bool by_row, int64_t group_stride, const int64_t* group_offsets)
      : data(m.data),
        type(m.type),
        stride(by_row ? m.row_stride : m.col_stride),
        depth_stride(by_row ? m.col_stride : m.row_stride),
        batch(group_stride),
        offsets(group_offsets) {}

  void pack(int64_t group, int64_t first, int count, int width, int64_t depth0, int64_t depth, float* out,
            float* scratch) const override {
    const auto& kernels = simd::pack_kernels();
    const char* base =
        at(data, type, (offsets ? offsets[group] : group * batch) + first * stride + depth0 * depth_stride);
    if (depth_stride != 1 || stride == 1) {
      if (count < width) std::fill_n(out, depth * width, 0.0f);
      kernels.load(base, type, depth_stride, stride, depth, count, width, out);
      return;
    }
    const float* rows[kGemmMaxWidth];
    for (int i = 0; i < count; ++i) {
      if (type == DType::f32) {
        rows[i] = reinterpret_cast<const float*>(base) + i * stride;
      } else {
        float* copy = scratch + i * depth;
        kernels.load(at(base, type, i * stride), type, 0, 1, 1, depth, depth, copy);
        rows[i] = copy;
      }
    }
    kernels.transpose(rows, count, depth, width, out);
  }
};

struct Store final : simd::GemmResult {
  const Product& p;
  explicit Store(const Product& product) : p(product) {}
  void store(int64_t group, int64_t row, int64_t rows, int64_t col, int cols, const float* c, int ld) const override {
    const int64_t base = p.c_offsets ? p.c_offsets[group] : group * p.c_batch;
    void* to = const_cast<char*>(at(p.c.data, p.c.type, base + row * p.c.row_stride + col * p.c.col_stride));
    simd::pack_kernels().store(c, ld, rows, cols, to, p.c.type, p.c.row_stride, p.c.col_stride, p.alpha, p.beta);
  }
};

// C' = B' A'. Every element is the same chain of sums.
Product transposed(const Product& p) {
  Product t = p;
  t.m = p.n, t.n = p.m;
  t.a = {p.b.data, p.b.col_stride, p.b.row_stride, p.b.type};
  t.b = {p.a.data, p.a.col_stride, p.a.row_stride, p.a.type};
  t.c = {p.c.data, p.c.col_stride, p.c.row_stride, p.c.type};
  std::swap(t.a_batch, t.b_batch);
  std::swap(t.a_offsets, t.b_offsets);
  return t;
}

// A narrow product with a long sum has too few blocks for the threads: its depth is cut. By the shape alone, and alike
// for C and its transpose, since it shapes the sums.
bool cut_depth(const Product& p) { return p.k >= 4096 && p.batch * ceil_div(p.m, 128) * ceil_div(p.n, 128) < 32; }

}  // namespace

void multiply(const Product& p, const simd::GemmResult& result) {
  const Factor a(p.a, true, p.a_batch, p.a_offsets), b(p.b, false, p.b_batch, p.b_offsets);
  simd::gemm({p.batch, p.m, p.n, p.k, a, b, result, cut_depth(p)});
}

void multiply(const Product& p) {
  // Columns are computed in whole vectors and rows one by one; blocks are stored row by row.
  constexpr int64_t kNarrow = kGemmMaxWidth / 2;
  bool swap = p.c.row_stride == 1 && p.c.col_stride != 1;
  if (p.n < kNarrow && p.n < p.m) swap = true;
  if (p.m < kNarrow && p.m < p.n) swap = false;
  const Product q = swap ? transposed(p) : p;
  multiply(q, Store(q));
}

namespace {

// How simd::gemm cuts depth, so that the sums are the same.
struct Chunks {
  int64_t count, depth;
  explicit Chunks(int64_t k) : count(ceil_div(k, kGemmDepth)), depth(count ? ceil_div(k, count) : 0) {}
  int64_t size(int64_t chunk, int64_t k) const { return std::min(depth, k - chunk * depth); }
};

int64_t panel_width() { return 2 * simd::gemm_kernels().lanes; }

}  // namespace

// Panel by panel, in each the chunks of depth, each [depth][width].
size_t packed_floats(int64_t k, int64_t n) {
  return static_cast<size_t>(ceil_div(n, panel_width()) * panel_width() * k + kPackSlack);
}

void pack(int64_t k, int64_t n, const Matrix& b, float* packed) {
  const int64_t width = panel_width(), panels = ceil_div(n, width);
  const Chunks chunks(k);
  const Factor factor(b, false, 0, nullptr);
  static thread_local simd::Scratch memory;
  const size_t panel_floats = cache_lines(static_cast<size_t>(chunks.depth * width + kPackSlack));
  const size_t slot = panel_floats + cache_lines(simd::kGemmPackScratch);
  float* slots = memory.floats(slot * static_cast<size_t>(thread_count()));
  simd::parallel_slots(panels * chunks.count, slots, slot, [&](int64_t task, float* own) {
    const int64_t panel = task / chunks.count, chunk = task % chunks.count, depth = chunks.size(chunk, k);
    const int cols = static_cast<int>(std::min(width, n - panel * width));
    // Packed aside first: pack() may overrun, and the next piece may be another thread's.
    factor.pack(0, panel * width, cols, static_cast<int>(width), chunk * chunks.depth, depth, own, own + panel_floats);
    std::copy_n(own, depth * width, packed + (panel * k + chunk * chunks.depth) * width);
  });
}

void multiply_packed(int64_t m, int64_t n, int64_t k, const Matrix& a, const float* packed,
                     const simd::GemmResult& result) {
  if (m <= 0 || n <= 0) return;
  const auto& kernels = simd::gemm_kernels();
  const int64_t width = panel_width(), panels = ceil_div(n, width);
  const Chunks chunks(k);
  const Factor factor(a, true, 0, nullptr);
  constexpr int64_t kBlockRows = 128;  // rows of a block: its packed chunk, 128 KB, stays in the L2 cache
  const int64_t block = std::min(kBlockRows, m);
  const int64_t row_panels = ceil_div(block, kernels.rows);
  const auto panel_rows = static_cast<int>(ceil_div(block, row_panels));
  const size_t a_floats = cache_lines(static_cast<size_t>(block * k + kPackSlack));
  const size_t c_floats = cache_lines(static_cast<size_t>(block * width));

  static thread_local simd::Scratch memory;
  float* a_packed =
      memory.floats(a_floats + cache_lines(simd::kGemmPackScratch) + c_floats * static_cast<size_t>(thread_count()));
  float* scratch = a_packed + a_floats;
  float* slots = scratch + cache_lines(simd::kGemmPackScratch);
  for (int64_t row0 = 0; row0 < m; row0 += block) {
    const int64_t rows = std::min(block, m - row0);
    // Few rows: packing them is a small part of the work, and done by one thread.
    for (int64_t chunk = 0; chunk < chunks.count; ++chunk) {
      const int64_t depth0 = chunk * chunks.depth, depth = chunks.size(chunk, k);
      for (int64_t r = 0; r < rows; r += panel_rows) {
        const auto count = static_cast<int>(std::min<int64_t>(panel_rows, rows - r));
        factor.pack(0, row0 + r, count, count, depth0, depth, a_packed + rows * depth0 + r * depth, scratch);
      }
    }
    simd::parallel_slots(panels, slots, c_floats, [&](int64_t panel, float* c) {
      const int cols = static_cast<int>(std::min(width, n - panel * width));
      if (k == 0) std::fill_n(c, rows * width, 0.0f);
      for (int64_t chunk = 0; chunk < chunks.count; ++chunk) {
        const int64_t depth0 = chunk * chunks.depth;
        kernels.panel(rows, panel_rows, 2, chunks.size(chunk, k), a_packed + rows * depth0,
                      packed + (panel * k + depth0) * width, c, chunk > 0);
      }
      result.store(0, row0, rows, panel * width, cols, c, static_cast<int>(width));
    });
  }
}

}  // namespace girih::gemm
