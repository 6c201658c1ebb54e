// Convolution as a matrix product without an im2col matrix: factors that pack panels straight from the tensors.
// The inner index of all sums is (block of channels, tap, channel of the block), channel fastest. One block of all
// channels suits NHWC; blocks of a few suit NCHW, where the taps of a channel then find its rows in the L1 cache.
#pragma once
#include <vector>

#include "engines/cpu/simd/gemm.h"
#include "tensor/tensor_desc.h"

namespace girih::convolution {

constexpr int kMaxDims = 6;

// Pixels of an activation as seen through filter taps: for pixel o and tap t, the element at source coordinate
// o * step + t.offset, in each spatial dimension; zero outside of the tensor.
struct Gather {
  struct Tap {
    int64_t offset[kMaxDims] = {};
    int64_t address = 0;  // sum of offset * stride
  };
  DType dtype = DType::f32;
  int dims = 1;  // spatial dimensions
  int64_t images = 1;
  int64_t channels = 1;  // of one group
  int64_t block = 0;     // channels of a block; 0: all
  int64_t grid[kMaxDims] = {1, 1, 1, 1, 1, 1};
  int64_t step[kMaxDims] = {1, 1, 1, 1, 1, 1};
  int64_t size[kMaxDims] = {1, 1, 1, 1, 1, 1};
  int64_t stride[kMaxDims] = {};
  int64_t n_stride = 0, c_stride = 0;
  int64_t origin = 0;  // offset of the first pixel
  std::vector<Tap> taps;
  // Filled by finish(): the range of the taps' offsets, and the offset in memory of each (tap, channel).
  int64_t low[kMaxDims] = {}, high[kMaxDims] = {};
  std::vector<int64_t> offsets;

  void finish();
  int64_t pixels() const;
  int64_t depth() const { return static_cast<int64_t>(taps.size()) * channels; }
};

// A filter as a matrix: element (row, (block, tap, channel)) lies at row * row_stride + tap + channel * c_stride.
struct Filter {
  DType dtype = DType::f32;
  int64_t channels = 1;
  int64_t block = 0;  // as in the gather that it goes with
  int64_t row_stride = 0, c_stride = 0, group_stride = 0;
  std::vector<int64_t> taps;
};

// The factors. Pixels: index = pixel, depth = (tap, channel).
struct PixelFactor final : simd::GemmFactor {
  const Gather& g;
  const void* data;
  PixelFactor(const Gather& gather, const void* p) : g(gather), data(p) {}
  void pack(int64_t group, int64_t first, int count, int width, int64_t depth0, int64_t depth, float* out,
            float* scratch) const override;
};
// The same matrix the other way: index = (tap, channel), depth = pixel.
struct ChannelFactor final : simd::GemmFactor {
  const Gather& g;
  const void* data;
  ChannelFactor(const Gather& gather, const void* p) : g(gather), data(p) {}
  void pack(int64_t group, int64_t first, int count, int width, int64_t depth0, int64_t depth, float* out,
            float* scratch) const override;
};
struct FilterFactor final : simd::GemmFactor {
  const Filter& f;
  const void* data;
  FilterFactor(const Filter& filter, const void* p) : f(filter), data(p) {}
  void pack(int64_t group, int64_t first, int count, int width, int64_t depth0, int64_t depth, float* out,
            float* scratch) const override;
};

// c[r * ld + i] goes to channel row + r of pixel col + i seen through tap `tap`; pixels outside are left out.
void store_pixels(const Gather& g, size_t tap, void* data, int64_t group, int64_t row, int64_t rows, int64_t col,
                  int cols, const float* c, int64_t ld, float alpha, float beta);

// The results. Pixels: rows = channels, columns = pixels of a gather with one tap that covers the tensor.
struct PixelResult final : simd::GemmResult {
  const Gather& g;
  void* data;
  float alpha, beta;
  PixelResult(const Gather& gather, void* p, double a, double b)
      : g(gather), data(p), alpha(static_cast<float>(a)), beta(static_cast<float>(b)) {}
  void store(int64_t group, int64_t row, int64_t rows, int64_t col, int cols, const float* c, int ld) const override;
};
// Filter gradient: rows = filters, columns = (tap, channel).
struct FilterResult final : simd::GemmResult {
  const Filter& f;
  void* data;
  float alpha, beta;
  FilterResult(const Filter& filter, void* p, double a, double b)
      : f(filter), data(p), alpha(static_cast<float>(a)), beta(static_cast<float>(b)) {}
  void store(int64_t group, int64_t row, int64_t rows, int64_t col, int cols, const float* c, int ld) const override;
};

}  // namespace girih::convolution
