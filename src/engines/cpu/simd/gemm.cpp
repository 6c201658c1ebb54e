#include "engines/cpu/simd/gemm.h"

#include <algorithm>

#include "base/parallel.h"
#include "engines/cpu/simd/gemm_kernels.h"
#include "engines/cpu/simd/pack_kernels.h"
#include "engines/cpu/simd/scratch.h"
#include "engines/cpu/simd/slots.h"

namespace girih::simd {
namespace {

constexpr int64_t kBlockRows = 256;         // rows of a block: its packed chunk (256 KB) stays in the L2 cache
constexpr int64_t kBlockFloats = 65536;     // floats of a block of the result: 256 KB, L2 too
constexpr int64_t kSharedFloats = 4 << 20;  // 16 MB: packed rows or partial results held at a time

constexpr int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct Blocking {
  int panel_rows;                        // rows of a panel of a, all panels but the last
  int64_t block_rows, blocks;            // rows of a block, blocks of one group
  int64_t panels, strip_panels, strips;  // column panels; panels in a strip (one task); strips
  int64_t chunk, chunks;                 // steps of depth packed at a time; how many times
  int64_t splits, split_chunks;          // parts of depth; chunks in each
};

Blocking choose(const GemmProblem& p, const GemmKernels& k) {
  Blocking b;
  const int64_t width = 2 * k.lanes;
  const int64_t row_panels = ceil_div(p.rows, k.rows);
  b.panel_rows = static_cast<int>(ceil_div(p.rows, row_panels));  // 16 rows are 6 + 6 + 4, but 8 + 8 of 14
  b.chunks = ceil_div(p.depth, kGemmDepth);
  b.chunk = b.chunks ? ceil_div(p.depth, b.chunks) : 0;
  int64_t most_rows = std::min(kBlockRows, p.rows);
  if (!p.split_depth)
    most_rows = std::min(most_rows, std::max<int64_t>(1, kSharedFloats / std::max<int64_t>(1, p.depth)));
  const int64_t block_panels = std::max<int64_t>(1, most_rows / b.panel_rows);
  b.blocks = ceil_div(ceil_div(p.rows, b.panel_rows), block_panels);
  b.block_rows = ceil_div(ceil_div(p.rows, b.panel_rows), b.blocks) * b.panel_rows;
  b.panels = ceil_div(p.cols, width);
  // Long strips reuse the packed rows; short ones give every core something to do.
  int64_t strip = std::clamp<int64_t>(b.panels / 32, 1, 192 / k.lanes);
  if (p.split_depth) strip = std::min(b.panels, std::max<int64_t>(1, kBlockFloats / (b.block_rows * width)));
  b.strips = ceil_div(b.panels, strip);
  b.strip_panels = ceil_div(b.panels, b.strips);
  b.splits = 1;
  b.split_chunks = std::max<int64_t>(1, b.chunks);
  if (p.split_depth) {
    // From the shape alone, in nominal blocks of 128 x 128, since it shapes the sums.
    const int64_t tasks = p.groups * ceil_div(p.rows, 128) * ceil_div(p.cols, 128);
    const int64_t wanted =
        std::min({ceil_div(32, tasks), b.chunks / 4, kSharedFloats / std::max<int64_t>(1, p.rows * p.cols)});
    b.split_chunks = ceil_div(std::max<int64_t>(1, b.chunks), std::max<int64_t>(1, wanted));
    b.splits = ceil_div(std::max<int64_t>(1, b.chunks), b.split_chunks);
  }
  return b;
}

struct Run {
  const GemmProblem& p;
  const GemmKernels& k;
  Blocking b;
  int64_t width = 2 * k.lanes;

  int64_t rows_of(int64_t block) const { return std::min(b.block_rows, p.rows - block * b.block_rows); }
  int64_t block_floats() const { return b.block_rows * b.strip_panels * width; }
  bool one_pass() const { return b.chunks <= 1 && b.splits == 1; }
  size_t panel_floats() const {  // one panel of either factor
    return cache_lines(static_cast<size_t>(b.chunk * std::max<int64_t>(width, k.rows) + kPackSlack));
  }
  size_t a_floats() const {
    return p.split_depth ? cache_lines(static_cast<size_t>(b.block_rows * b.chunk + kPackSlack)) : 0;
  }

  size_t slot_floats() const {
    const int64_t c = b.splits > 1 ? 0 : one_pass() ? b.block_rows * width : block_floats();
    return panel_floats() + cache_lines(kGemmPackScratch) + a_floats() + cache_lines(static_cast<size_t>(c));
  }

  // Packs rows of one block for chunk number `chunk`: row panels one after another.
  void pack_rows(int64_t group, int64_t row0, int64_t rows, int64_t depth0, int64_t depth, float* out,
                 float* scratch) const {
    for (int64_t r = 0; r < rows; r += b.panel_rows) {
      const int n = static_cast<int>(std::min<int64_t>(b.panel_rows, rows - r));
      p.a.pack(group, row0 + r, n, n, depth0, depth, out + r * depth, scratch);
    }
  }

  // One strip of one block, one part of depth. `shared_a`: its packed rows, chunk after chunk, or nullptr.
  void task(int64_t group, int64_t block, int64_t strip, int64_t split, const float* shared_a, float* partial,
            float* slot) const {
    float* b_panel = slot;
    float* scratch = b_panel + panel_floats();
    float* a_local = scratch + cache_lines(kGemmPackScratch);
    float* c = partial ? partial : a_local + a_floats();

    const int64_t row0 = block * b.block_rows, rows = rows_of(block);
    const int64_t panel0 = strip * b.strip_panels, panel1 = std::min(b.panels, panel0 + b.strip_panels);
    const int64_t chunk0 = split * b.split_chunks, chunk1 = std::min(b.chunks, chunk0 + b.split_chunks);
    const int64_t c_step = one_pass() ? 0 : rows * width;
    for (int64_t chunk = chunk0; chunk < chunk1; ++chunk) {
      const int64_t depth0 = chunk * b.chunk, depth = std::min(b.chunk, p.depth - depth0);
      const float* a = shared_a + rows * depth0;
      if (!shared_a) {
        pack_rows(group, row0, rows, depth0, depth, a_local, scratch);
        a = a_local;
      }
      float* c_panel = c;
      for (int64_t panel = panel0; panel < panel1; ++panel, c_panel += c_step) {
        const int64_t col = panel * width;
        const int cols = static_cast<int>(std::min(width, p.cols - col));
        const int vectors = cols <= k.lanes ? 1 : 2;
        p.b.pack(group, col, cols, vectors * k.lanes, depth0, depth, b_panel, scratch);
        k.panel(rows, b.panel_rows, vectors, depth, a, b_panel, c_panel, chunk > chunk0);
        if (chunk + 1 == chunk1 && !partial) p.result.store(group, row0, rows, col, cols, c_panel, vectors * k.lanes);
      }
    }
    if (p.depth == 0) {  // an empty sum: the result is still scaled and stored
      std::fill_n(c, rows * width, 0.0f);
      for (int64_t panel = panel0; panel < panel1; ++panel) {
        const int64_t col = panel * width;
        const int cols = static_cast<int>(std::min(width, p.cols - col));
        p.result.store(group, row0, rows, col, cols, c, static_cast<int>(width));
      }
    }
  }
};

}  // namespace

void gemm(const GemmProblem& p) {
  if (p.groups <= 0 || p.rows <= 0 || p.cols <= 0) return;
  const GemmKernels& k = gemm_kernels();
  const Run run{p, k, choose(p, k)};
  const Blocking& b = run.b;

  // Blocks of rows (of all groups) whose shared memory fits the budget are done together.
  const int64_t items = p.groups * b.blocks;
  const int64_t partial_floats = b.splits > 1 ? run.block_floats() : 0;
  const int64_t item_floats =
      p.split_depth ? b.strips * b.splits * partial_floats : b.block_rows * p.depth + kPackSlack;
  const int64_t at_once = std::clamp<int64_t>(kSharedFloats / std::max<int64_t>(1, item_floats), 1, items);
  const size_t shared_floats = cache_lines(static_cast<size_t>(at_once * item_floats));
  const size_t slots = static_cast<size_t>(thread_count());

  static thread_local Scratch memory;
  float* shared = memory.floats(shared_floats + slots * run.slot_floats());
  float* slot0 = shared + shared_floats;

  for (int64_t first = 0; first < items; first += at_once) {
    const int64_t n = std::min(at_once, items - first);
    if (!p.split_depth) {
      // Chunk after chunk; a task of this loop is one panel of one chunk.
      const int64_t panels = ceil_div(b.block_rows, b.panel_rows), per_item = panels * b.chunks;
      parallel_slots(n * per_item, slot0, run.slot_floats(), [&](int64_t t, float* slot) {
        const int64_t item = t / per_item, chunk = t % per_item / panels, row = t % panels * b.panel_rows;
        const int64_t group = (first + item) / b.blocks, block = (first + item) % b.blocks;
        const int64_t rows = run.rows_of(block), depth0 = chunk * b.chunk;
        if (row >= rows) return;
        const int64_t depth = std::min(b.chunk, p.depth - depth0);
        const int count = static_cast<int>(std::min<int64_t>(b.panel_rows, rows - row));
        // Packed aside first: pack() may overrun, and the next panel may be another thread's.
        p.a.pack(group, block * b.block_rows + row, count, count, depth0, depth, slot, slot + run.panel_floats());
        std::copy_n(slot, count * depth, shared + item * item_floats + rows * depth0 + row * depth);
      });
    }
    parallel_slots(n * b.strips * b.splits, slot0, run.slot_floats(), [&](int64_t t, float* slot) {
      const int64_t item = t / (b.strips * b.splits), strip = t / b.splits % b.strips, split = t % b.splits;
      float* partial =
          b.splits > 1 ? shared + item * item_floats + (strip * b.splits + split) * partial_floats : nullptr;
      run.task((first + item) / b.blocks, (first + item) % b.blocks, strip, split,
               p.split_depth ? nullptr : shared + item * item_floats, partial, slot);
    });
    if (b.splits > 1) {
      parallel_for(n * b.panels, [&](int64_t t) {
        const int64_t item = t / b.panels, panel = t % b.panels, strip = panel / b.strip_panels;
        const int64_t group = (first + item) / b.blocks, block = (first + item) % b.blocks, rows = run.rows_of(block);
        const int64_t col = panel * run.width;
        const int cols = static_cast<int>(std::min(run.width, p.cols - col));
        const int ld = cols <= k.lanes ? k.lanes : 2 * k.lanes;
        float* sum = shared + item * item_floats + strip * b.splits * partial_floats +
                     (panel - strip * b.strip_panels) * rows * run.width;
        for (int64_t s = 1; s < b.splits; ++s)
          for (int64_t i = 0; i < rows * ld; ++i) sum[i] += sum[s * partial_floats + i];
        p.result.store(group, block * b.block_rows, rows, col, cols, sum, ld);
      });
    }
  }
}

}  // namespace girih::simd
