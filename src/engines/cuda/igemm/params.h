// What the host tells the implicit-GEMM kernels: compile-time Config, run-time Params. Read by nvcc and by the host
// compiler, so both see one layout.
//
// Every pass is one product D[rows x columns] = sum over K steps of A[rows x K] * B[K x columns]:
//   fprop   rows = output pixels        columns = output channels     K = filter taps x input channels
//   dgrad   rows = pixels of dX         columns = input channels      K = filter taps x output channels
//   wgrad   rows = output channels      columns = taps x in channels  K = output pixels
//   matmul  rows, columns, K as they are
// One K step is 128 bytes of K: 64 elements of a 16-bit type.
#pragma once
#include "../tile/fastdiv.h"
#include "../tile/types.h"

namespace girih::igemm {

using tile::FastDiv;
using tile::i64;
using tile::Major;
using tile::TensorMap;
using tile::Type;
using tile::u16;
using tile::u32;
using tile::u64;
using tile::u8;

enum class Pass : u8 { kFprop, kDgrad, kWgrad, kMatmul };

constexpr int kThreads = 384;         // two consumer warpgroups and one that holds the producer thread
constexpr int kSharedLimit = 232448;  // bytes of shared memory that one CTA may have on sm_90
constexpr int kMaxPhases = 16;

// How the two consumer warpgroups share the work. Cooperative: both compute one tile, each half of its rows. Ping-pong:
// each computes tiles of its own, so that the epilogue of one hides behind the products of the other.
enum class Schedule : u8 { kCooperative, kPingPong };

// The only template argument of a kernel.
struct Config {
  Pass pass = Pass::kFprop;
  Type type = Type::kBf16;
  Schedule schedule = Schedule::kCooperative;
  int blocks = 1;  // blocks of 64 rows in a warpgroup
  int columns = 256;
  // Slices of 32 bytes of K that a step multiplies: 4, or 2 for narrow problems (at most 32 channels of a 16-bit type),
  // whose other half of every step is zeros.
  int slices = 4;
  // Plain stores write whole 128-byte lines, at the price of more shuffles: for products whose output is most of the
  // bytes.
  bool wide_store = false;
  Major major_a = Major::kK;  // matmul only; the passes of a convolution fix it
  Major major_b = Major::kK;

  GIRIH_HD constexpr int tile_rows() const { return blocks * (schedule == Schedule::kCooperative ? 128 : 64); }
  GIRIH_HD constexpr Major order_a() const {
    return pass == Pass::kMatmul ? major_a : pass == Pass::kWgrad ? Major::kMn : Major::kK;
  }
  GIRIH_HD constexpr Major order_b() const {
    return pass == Pass::kMatmul ? major_b : pass == Pass::kFprop ? Major::kK : Major::kMn;
  }
  // MN-major tiles come in panels of 64 columns; a last half panel is loaded whole.
  GIRIH_HD constexpr int bytes_a() const { return tile_rows() * 128; }
  GIRIH_HD constexpr int bytes_b() const { return (order_b() == Major::kK ? columns : (columns + 63) / 64 * 64) * 128; }
  GIRIH_HD constexpr int stage_bytes() const { return bytes_a() + bytes_b(); }
  // As many stages as fit beside their two barriers each, the two turn barriers of ping-pong, and the room to align the
  // base to 1024 bytes. More than 8 gained nothing.
  GIRIH_HD constexpr int stages() const {
    const int fit = (kSharedLimit - 16 - 1024) / (stage_bytes() + 16);
    return fit < 8 ? fit : 8;
  }
  GIRIH_HD constexpr int shared_bytes() const { return stages() * (stage_bytes() + 16) + 16 + 1024; }
  // Strided dgrad is one smaller product per residue of the pixel coordinates modulo the stride.
  GIRIH_HD constexpr int max_phases() const { return pass == Pass::kDgrad ? kMaxPhases : 1; }
};

// One product: a walk over pixels (rows; for wgrad the K dimension) and a grid of filter taps.
struct Phase {
  u32 rows = 0;      // rows of this phase
  u32 row_base = 0;  // rows of the phases before it
  u32 first_unit = 0;
  u32 tiles_m = 0;
  FastDiv matrix;           // tiles of one matrix of the batch
  FastDiv last_band;        // height of the last band of tiles
  u32 steps = 0;            // K steps
  u32 steps_per_split = 0;  // K steps of one split
  u32 splits = 1;           // splits that have steps
  FastDiv w, h, d;          // extent of the pixel grid: row -> (n, d, h, w)
  u32 taps_w = 1, taps_h = 1, taps_d = 1;
  int base_w = 0, base_h = 0, base_d = 0;        // im2col base of pixel 0
  int offset_w = 0, offset_h = 0, offset_d = 0;  // im2col offset of tap 0, and from a tap to the next
  int offset_step_w = 0, offset_step_h = 0, offset_step_d = 0;
  u32 filter_tap = 0;  // filter tap (linear) of tap 0, and from a tap to the next along each axis
  u32 filter_step_w = 1, filter_step_h = 1, filter_step_d = 1;
  // Pixels that no tap reaches (strided dgrad) get one step past the last channel, where TMA fills in zeros.
  u32 first_block = 0;
  i64 out_base = 0;  // element offset of pixel (0, 0, 0, 0) in the output
};

// out = clamp(alpha * product + beta * source + bias), source and out having one layout.
struct Epilogue {
  void* out = nullptr;
  const void* source = nullptr;  // null when beta is 0
  const void* bias = nullptr;    // one value per column, or null
  float alpha = 1.0f, beta = 0.0f;
  float low = 0.0f, high = 0.0f;  // infinite when nothing is clamped; NaN stays NaN
  u8 plain = 0;                   // nothing but the product: 16-bit output, alpha 1, no other term, no clamp
  u8 out_f32 = 0;                 // type of out and source: float instead of the input type
  u8 bias_f32 = 0;                // type of bias likewise
  u8 vector = 0;  // every row piece of 8 columns is whole and 16-byte aligned (else everything goes by workspace)
};

struct Common {
  u32 num_phases = 1;
  u32 units = 0;   // tiles x batch x splits
  u32 tiles = 0;   // tiles x batch of all phases: the units of one split
  u32 batch = 1;   // matrices of a batched product, groups of a convolution
  u32 splits = 1;  // along K
  u32 tiles_n = 1;
  FastDiv split;       // by `tiles`
  FastDiv band;        // tiles along M that are done for one tile along N before the next: keeps A in the L2
  FastDiv band_units;  // band x tiles_n
  u32 total_rows = 0;
  u32 columns = 0;                                        // valid columns (of one group)
  u32 rank = 4;                                           // of the im2col map: 4, or 5 for 3-D
  u32 k_blocks = 1;                                       // K steps per tap (wgrad: column blocks of 64 per tap)
  u32 base_step_w = 1, base_step_h = 1, base_step_d = 1;  // im2col base from a pixel to the next
  FastDiv column_blocks;                                  // wgrad: column block of 64 -> (tap, block of channels)
  FastDiv filter_w, filter_h;                             // wgrad: tap -> (t, r, s)
  u32 num_column_blocks = 0;                              // wgrad
  // Where matrix or group z starts: K element and middle coordinate of A, row and so on (see the producer).
  int group_a_channels = 0, group_b_rows = 0, group_b_channels = 0, batch_a = 0, batch_b = 0;
  i64 out_batch = 0, bias_batch = 0;               // elements from matrix or group z to the next
  i64 out_n = 0, out_d = 0, out_h = 0, out_w = 0;  // elements from a pixel (row) to the next
  i64 column_tap = 0;                              // wgrad: elements from a tap to the next
  float* partial = nullptr;  // [split][batch][row][tiles_n * tile columns] when set: the finish kernel does the rest
  u64 partial_row = 0;       // tiles_n * tile columns
  Epilogue epilogue;
};

template <int kPhases>
struct Params {
  TensorMap a[kPhases];
  TensorMap b;
  Common common;
  Phase phase[kPhases];
};

struct FinishParams {
  Common common;
  Phase phase[kMaxPhases];
};

}  // namespace girih::igemm
