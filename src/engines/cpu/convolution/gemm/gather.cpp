#include "engines/cpu/convolution/gemm/gather.h"

#include <algorithm>

#include "engines/cpu/simd/pack_kernels.h"

namespace girih::convolution {
namespace {

// A table of all (tap, channel) offsets saves the work for each tap where all taps are inside: up to 512 KB for a plan.
constexpr int64_t kMostOffsets = 65536;

using simd::kGemmDepth;
using simd::kGemmMaxWidth;
using simd::pack_kernels;
using simd::Segment;

const char* at(const void* base, DType type, int64_t offset) {
  return static_cast<const char*>(base) + offset * static_cast<int64_t>(dtype_size(type));
}

// Consecutive pixels of one innermost row.
struct PixelRun {
  int dst, len;
  int64_t address;       // of the first pixel at tap offset 0
  int64_t at[kMaxDims];  // its source coordinates
};

// Cuts pixels [first, first + count) into runs; at most `count` of them.
int make_runs(const Gather& g, int64_t first, int count, PixelRun* runs) {
  const int last = g.dims - 1;
  int64_t o[kMaxDims], rest = first;
  for (int d = last; d >= 0; --d) {
    o[d] = rest % g.grid[d];
    rest /= g.grid[d];
  }
  int64_t n = rest;
  int made = 0;
  for (int done = 0; done < count;) {
    PixelRun& r = runs[made++];
    r.dst = done;
    r.len = static_cast<int>(std::min<int64_t>(count - done, g.grid[last] - o[last]));
    r.address = g.origin + n * g.n_stride;
    for (int d = 0; d <= last; ++d) {
      r.at[d] = o[d] * g.step[d];
      r.address += r.at[d] * g.stride[d];
    }
    done += r.len;
    o[last] += r.len;
    for (int d = last; d >= 0 && o[d] == g.grid[d]; --d) {
      o[d] = 0;
      if (d > 0)
        ++o[d - 1];
      else
        ++n;
    }
  }
  return made;
}

// The part [lo, hi) of a run that lies inside the tensor at this tap.
struct Range {
  int lo, hi;
};
Range clip(const Gather& g, const PixelRun& r, const Gather::Tap& t) {
  const int last = g.dims - 1;
  for (int d = 0; d < last; ++d) {
    const int64_t x = r.at[d] + t.offset[d];
    if (static_cast<uint64_t>(x) >= static_cast<uint64_t>(g.size[d])) return {0, 0};
  }
  const int64_t x = r.at[last] + t.offset[last], step = g.step[last], room = g.size[last] - x;
  int64_t lo = 0, hi = r.len;
  if (x < 0) lo = std::min(hi, step == 1 ? -x : (-x + step - 1) / step);
  if ((hi - 1) * step >= room) hi = room <= 0 ? 0 : step == 1 ? room : (room + step - 1) / step;
  return {static_cast<int>(lo), static_cast<int>(std::max(lo, hi))};
}

int64_t inner_stride(const Gather& g) { return g.step[g.dims - 1] * g.stride[g.dims - 1]; }

// Calls fn(tap, first channel, channels, place) for the pieces of [first, first + count) of the inner index.
template <class G, class F>
void each_piece(const G& g, int64_t first, int64_t count, F&& fn) {
  const int64_t block = g.block ? g.block : g.channels, whole = block * static_cast<int64_t>(g.taps.size());
  for (int64_t done = 0; done < count;) {
    const int64_t number = (first + done) / whole, rest = (first + done) % whole;
    const int64_t begin = number * block, size = std::min(block, g.channels - begin);
    const int64_t tap = rest / size, c = rest % size;
    const int64_t n = std::min(count - done, size - c);
    fn(static_cast<size_t>(tap), begin + c, n, done);
    done += n;
  }
}

int make_segments(const Gather& g, const Gather::Tap& tap, const PixelRun* runs, int run_count, Segment* segments) {
  const int64_t stride = inner_stride(g);
  int count = 0;
  for (int i = 0; i < run_count; ++i) {
    const Range r = clip(g, runs[i], tap);
    if (r.lo < r.hi)
      segments[count++] = {runs[i].dst + r.lo, r.hi - r.lo, runs[i].address + tap.address + r.lo * stride};
  }
  return count;
}

// All taps of all these pixels lie inside the tensor.
bool all_inside(const Gather& g, const PixelRun* runs, int count) {
  const int last = g.dims - 1;
  for (int i = 0; i < count; ++i)
    for (int d = 0; d <= last; ++d) {
      const int64_t end = runs[i].at[d] + (d == last ? (runs[i].len - 1) * g.step[d] : 0);
      if (runs[i].at[d] + g.low[d] < 0 || end + g.high[d] >= g.size[d]) return false;
    }
  return true;
}

int run_segments(const PixelRun* runs, int run_count, Segment* segments) {
  for (int i = 0; i < run_count; ++i) segments[i] = {runs[i].dst, runs[i].len, runs[i].address};
  return run_count;
}

// Channels lie side by side and pixels do not.
bool channels_inner(const Gather& g) { return g.c_stride == 1 && inner_stride(g) != 1 && g.channels > 1; }

}  // namespace

void Gather::finish() {
  for (int d = 0; d < dims; ++d) {
    low[d] = high[d] = 0;
    for (const Tap& t : taps) low[d] = std::min(low[d], t.offset[d]), high[d] = std::max(high[d], t.offset[d]);
  }
  offsets.clear();
  if (depth() <= kMostOffsets)
    each_piece(*this, 0, depth(), [&](size_t t, int64_t c, int64_t n, int64_t) {
      for (int64_t i = 0; i < n; ++i) offsets.push_back(taps[t].address + (c + i) * c_stride);
    });
}

int64_t Gather::pixels() const {
  int64_t n = images;
  for (int d = 0; d < dims; ++d) n *= grid[d];
  return n;
}

void PixelFactor::pack(int64_t group, int64_t first, int count, int width, int64_t depth0, int64_t depth, float* out,
                       float* scratch) const {
  const auto& k = pack_kernels();
  PixelRun runs[kGemmMaxWidth];
  const int run_count = make_runs(g, first, count, runs);
  const int64_t base = group * g.channels * g.c_stride;
  if (!channels_inner(g)) {
    if (!g.offsets.empty() && all_inside(g, runs, run_count)) {
      Segment segments[kGemmMaxWidth];
      k.gather(at(data, g.dtype, base), g.dtype, {depth, 0, g.offsets.data() + depth0}, inner_stride(g), segments,
               run_segments(runs, run_count, segments), width, out);
      return;
    }
    each_piece(g, depth0, depth, [&](size_t t, int64_t c, int64_t n, int64_t place) {
      Segment segments[kGemmMaxWidth];
      const int segment_count = make_segments(g, g.taps[t], runs, run_count, segments);
      k.gather(at(data, g.dtype, base + c * g.c_stride), g.dtype, {n, g.c_stride}, inner_stride(g), segments,
               segment_count, width, out + place * width);
    });
    return;
  }
  static const float kZeros[kGemmDepth] = {};
  each_piece(g, depth0, depth, [&](size_t t, int64_t c, int64_t n, int64_t place) {
    const float* rows[kGemmMaxWidth];
    for (int i = 0; i < count; ++i) rows[i] = kZeros;
    for (int i = 0; i < run_count; ++i) {
      const Range r = clip(g, runs[i], g.taps[t]);
      for (int j = r.lo; j < r.hi; ++j) {
        const int64_t offset = base + c + runs[i].address + g.taps[t].address + j * inner_stride(g);
        const int row = runs[i].dst + j;
        if (g.dtype == DType::f32) {
          rows[row] = static_cast<const float*>(data) + offset;
        } else {
          float* copy = scratch + row * n;
          k.load(at(data, g.dtype, offset), g.dtype, 0, 1, 1, n, n, copy);
          rows[row] = copy;
        }
      }
    }
    k.transpose(rows, count, n, width, out + place * width);
  });
}

void ChannelFactor::pack(int64_t group, int64_t first, int count, int width, int64_t depth0, int64_t depth, float* out,
                         float* scratch) const {
  const auto& k = pack_kernels();
  PixelRun runs[kGemmDepth];
  const int run_count = make_runs(g, depth0, static_cast<int>(depth), runs);
  const int64_t base = group * g.channels * g.c_stride;
  if (channels_inner(g)) {
    if (count < width) std::fill_n(out, depth * width, 0.0f);
    each_piece(g, first, count, [&](size_t t, int64_t c, int64_t n, int64_t place) {
      for (int i = 0; i < run_count; ++i) {
        const PixelRun& run = runs[i];
        const Range r = clip(g, run, g.taps[t]);
        float* to = out + run.dst * width + place;
        for (int j = 0; j < run.len; ++j) {
          if (j == r.lo && r.lo < r.hi) j = r.hi;
          if (j < run.len) std::fill_n(to + j * width, n, 0.0f);
        }
        if (r.lo < r.hi) {
          const int64_t offset = base + c + run.address + g.taps[t].address + r.lo * inner_stride(g);
          k.load(at(data, g.dtype, offset), g.dtype, inner_stride(g), 1, r.hi - r.lo, n, width, to + r.lo * width);
        }
      }
    });
    return;
  }
  Segment segments[kGemmDepth];
  each_piece(g, first, count, [&](size_t t, int64_t c, int64_t n, int64_t place) {
    const int segment_count = make_segments(g, g.taps[t], runs, run_count, segments);
    k.gather(at(data, g.dtype, base + c * g.c_stride), g.dtype, {n, g.c_stride}, inner_stride(g), segments,
             segment_count, static_cast<int>(depth), scratch + place * depth);
  });
  const float* rows[kGemmMaxWidth];
  for (int i = 0; i < count; ++i) rows[i] = scratch + i * depth;
  k.transpose(rows, count, depth, width, out);
}

void FilterFactor::pack(int64_t group, int64_t first, int count, int width, int64_t depth0, int64_t depth, float* out,
                        float* scratch) const {
  (void)scratch;
  const auto& k = pack_kernels();
  const int64_t base = group * f.group_stride + first * f.row_stride;
  if (count < width) std::fill_n(out, depth * width, 0.0f);
  each_piece(f, depth0, depth, [&](size_t t, int64_t c, int64_t n, int64_t place) {
    const int64_t offset = base + f.taps[t] + c * f.c_stride;
    if (f.dtype == DType::f32 && f.c_stride == 1 && f.row_stride != 1) {
      const float* rows[kGemmMaxWidth];
      for (int i = 0; i < count; ++i) rows[i] = static_cast<const float*>(data) + offset + i * f.row_stride;
      k.transpose(rows, count, n, width, out + place * width);
    } else {
      k.load(at(data, f.dtype, offset), f.dtype, f.c_stride, f.row_stride, n, count, width, out + place * width);
    }
  });
}

void store_pixels(const Gather& g, size_t tap, void* data, int64_t group, int64_t row, int64_t rows, int64_t col,
                  int cols, const float* c, int64_t ld, float alpha, float beta) {
  PixelRun runs[kGemmMaxWidth];
  Segment segments[kGemmMaxWidth];
  const int count = make_segments(g, g.taps[tap], runs, make_runs(g, col, cols, runs), segments);
  const int64_t base = (group * g.channels + row) * g.c_stride;
  for (int i = 0; i < count; ++i)
    pack_kernels().store(c + segments[i].dst, ld, rows, segments[i].len,
                         const_cast<char*>(at(data, g.dtype, base + segments[i].src)), g.dtype, g.c_stride,
                         inner_stride(g), alpha, beta);
}

void PixelResult::store(int64_t group, int64_t row, int64_t rows, int64_t col, int cols, const float* c, int ld) const {
  store_pixels(g, 0, data, group, row, rows, col, cols, c, ld, alpha, beta);
}

void FilterResult::store(int64_t group, int64_t row, int64_t rows, int64_t col, int cols, const float* c,
                         int ld) const {
  const int64_t base = group * f.group_stride + row * f.row_stride;
  each_piece(f, col, cols, [&](size_t t, int64_t ch, int64_t n, int64_t place) {
    pack_kernels().store(c + place, ld, rows, n,
                         const_cast<char*>(at(data, f.dtype, base + f.taps[t] + ch * f.c_stride)), f.dtype,
                         f.row_stride, f.c_stride, alpha, beta);
  });
}

}  // namespace girih::convolution
