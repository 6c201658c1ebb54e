// f32 pooling of packed tensors, up to three spatial dimensions (missing ones have size 1): the loops.
#pragma once
#include <cstdint>

namespace girih::pooling {

enum class Kind : uint8_t { max, max_nan, average_include, average_exclude };  // max_nan: a NaN wins

struct Shape {
  Kind kind;
  bool finite_winner;  // backward: -inf takes no gradient (MAX_DETERMINISTIC)
  int64_t n, c;
  int64_t in[3], out[3], window[3], pad[3], stride[3];

  int64_t in_plane() const { return in[0] * in[1] * in[2]; }
  int64_t out_plane() const { return out[0] * out[1] * out[2]; }
  bool is_max() const { return kind == Kind::max || kind == Kind::max_nan; }
};

struct Kernels {
  // NCHW: the planes [begin, end) of N*C.
  void (*forward_planes)(const Shape&, const float* x, float* y, float alpha, float beta, int64_t begin, int64_t end);
  void (*backward_planes)(const Shape&, const float* x, const float* dy, float* dx, float alpha, float beta,
                          int64_t begin, int64_t end);
  // NHWC: the rows of outputs [begin, end) of N*D*H.
  void (*forward_rows)(const Shape&, const float* x, float* y, float alpha, float beta, int64_t begin, int64_t end);
  // NHWC: the blocks of kChannels channels of one image [begin, end) of N*ceil(C/kChannels).
  void (*backward_blocks)(const Shape&, const float* x, const float* dy, float* dx, float alpha, float beta,
                          int64_t begin, int64_t end);
};
constexpr int64_t kChannels = 256;  // 1 KB of a pixel, long enough to be read at full speed

const Kernels& kernels();  // of this CPU

}  // namespace girih::pooling
