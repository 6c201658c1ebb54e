#include "engines/cuda/igemm/prepare.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace girih::igemm {
namespace {

using MapPlan = cuda::TensorMapPlan;

constexpr int kElement = 2;  // bytes: the kernels so far are for 16-bit types
constexpr u32 kStep = 64;    // elements of K in a step
constexpr u32 kBand = 16;    // tiles along M per tile along N

u32 divide_up(i64 a, i64 b) { return static_cast<u32>((a + b - 1) / b); }

std::string multiple_of_8(const char* what, i64 value) {
  if (value % 8 == 0) return {};
  return std::string(what) + " is " + std::to_string(value) + ", but TMA needs a multiple of 8 (16 bytes)";
}

// Limits of im2col maps: corners are signed and offsets unsigned numbers of 16 / (rank - 2) bits (cuda.h, 13.0).
std::string im2col_limits(const MapPlan& m, const int (&largest_offset)[3]) {
  const int bits = 16 / (m.rank - 2), corner = 1 << (bits - 1), offset = (1 << bits) - 1;
  for (int i = 0; i < m.rank - 2; ++i) {
    if (m.lower[i] < -corner || m.lower[i] >= corner || m.upper[i] < -corner || m.upper[i] >= corner) {
      return "the padding or filter extent is too large for an im2col map (limit " + std::to_string(corner) + ")";
    }
    if (largest_offset[i] > offset) {
      return "the dilated filter extent is too large for an im2col map (limit " + std::to_string(offset) + ")";
    }
    if (m.step[i + 1] > 8) return "a stride above 8 is too large for an im2col map";
  }
  return {};
}

// Activations as an im2col map. Axis arrays of a ConvProblem are d, h, w; those of a map w, h, d.
MapPlan activation_map(int channels, const Extent& extent, int n, const std::array<i64, 4>& strides, int rank,
                       u32 pixels) {
  MapPlan m;
  m.rank = rank;
  m.pixels = pixels;
  m.dims[0] = channels;
  for (int i = 0; i < rank - 2; ++i) {
    m.dims[i + 1] = extent[2 - i];
    m.strides[i] = strides[3 - i] * kElement;
  }
  m.dims[rank - 1] = n;
  m.strides[rank - 2] = strides[0] * kElement;
  return m;
}

// A matrix whose contiguous dimension is `inner`, with a dimension between (taps or batch) and `outer` rows.
MapPlan matrix_map(i64 inner, i64 middle, i64 middle_stride, i64 outer, i64 outer_stride, u32 box_rows) {
  MapPlan m;
  m.dims[0] = inner, m.dims[1] = middle, m.dims[2] = outer;
  // A dimension of one element still needs a legal stride.
  m.strides[0] = middle > 1 ? middle_stride * kElement : 16;
  m.strides[1] = outer > 1 ? outer_stride * kElement : 16;
  m.box[0] = kStep, m.box[1] = 1, m.box[2] = box_rows;
  return m;
}

// One axis of one phase of dgrad: the taps r0, r0 + step, ... that reach input positions u, u + stride, ...
struct DgradAxis {
  int positions = 0, taps = 0, first_tap = 0, tap_step = 1;
  int lower = 0, upper = 0, offset = 0, offset_step = 0;
};

DgradAxis dgrad_axis(int u, int stride, int dilation, int pad, int filter, int in, int out) {
  DgradAxis a;
  a.positions = (in - u + stride - 1) / stride;
  while (a.first_tap < filter && (u + pad - a.first_tap * dilation) % stride != 0) ++a.first_tap;
  if (a.first_tap == filter) return a;
  const int g = std::gcd(stride, dilation), step = dilation / g;
  a.tap_step = stride / g;
  a.taps = (filter - a.first_tap + a.tap_step - 1) / a.tap_step;
  // Position u + stride i under tap first_tap + tap_step j comes from output
  //   i + (u + pad - first_tap dilation) / stride - j step;
  // im2col offsets are not negative, so the walk starts at the last tap.
  a.lower = (u + pad - a.first_tap * dilation) / stride - (a.taps - 1) * step;
  a.upper = a.lower + a.positions - out;
  a.offset = (a.taps - 1) * step;
  a.offset_step = -step;
  return a;
}

// Rows, tiles and K steps of a phase whose `steps` is set; cuts K into `splits` parts.
void finish_phase(Phase& phase, Prepared& p, u32 splits) {
  Common& c = p.common;
  phase.tiles_m = divide_up(phase.rows, p.config.tile_rows());
  phase.steps_per_split = std::max(1u, divide_up(phase.steps, splits));
  phase.splits = divide_up(phase.steps, phase.steps_per_split);
  phase.row_base = c.total_rows;
  phase.first_unit = c.tiles;
  phase.matrix = tile::fast_div(phase.tiles_m * c.tiles_n);
  phase.last_band = tile::fast_div((phase.tiles_m - 1) % kBand + 1);
  c.total_rows += phase.rows;
  c.tiles += phase.tiles_m * c.tiles_n * c.batch;
  p.phases.push_back(phase);
}

std::string finish(Prepared& p, const Fusion& fusion, u32 splits, bool aligned) {
  Common& c = p.common;
  c.num_phases = static_cast<u32>(p.phases.size());
  // Rounding up the steps of a split can leave the last splits without work.
  u32 used = 1;
  for (const Phase& phase : p.phases) used = std::max(used, phase.splits);
  c.splits = std::min(splits, used);
  if (i64{c.tiles} * c.splits >= (i64{1} << 31)) return "the output has more than 2^31 tiles";
  c.units = c.tiles * c.splits;
  c.split = tile::fast_div(c.tiles);
  c.band = tile::fast_div(kBand);
  c.band_units = tile::fast_div(kBand * c.tiles_n);
  c.partial_row = u64{c.tiles_n} * p.config.columns;
  Epilogue& e = c.epilogue;
  e.alpha = fusion.alpha, e.beta = fusion.beta;
  e.low = fusion.low, e.high = fusion.high;
  e.plain = !fusion.out_f32 && fusion.alpha == 1 && fusion.beta == 0 && !fusion.has_bias && !(fusion.low > -INFINITY) &&
            !(fusion.high < INFINITY);
  e.out_f32 = fusion.out_f32, e.bias_f32 = fusion.bias_f32;
  e.vector = aligned;
  if (c.splits > 1 || !aligned) p.workspace = u64{c.splits} * c.batch * c.total_rows * c.partial_row * sizeof(float);
  p.finish_kernel = finish_kernel_name(p.pass, p.type);
  return {};
}

}  // namespace

std::string prepare(const ConvProblem& problem, const Fusion& fusion, const Tile& tile, u32 splits, Prepared& p) {
  p = Prepared{};
  p.pass = problem.pass, p.type = problem.type;
  p.config = config(tile, problem.pass, problem.type);
  p.kernel = kernel_name(tile, problem.pass, problem.type);
  const Extent out = problem.out();
  const int c_group = problem.c / problem.groups, k_group = problem.k / problem.groups, taps = problem.taps();
  const Pass pass = problem.pass;
  const int rows = p.config.tile_rows();
  if (out[0] < 1 || out[1] < 1 || out[2] < 1) return "the output is empty";
  if (std::max(problem.pixels(problem.in), problem.pixels(out)) >= (i64{1} << 31)) {
    return "a tensor has 2^31 pixels or more";
  }
  // The filter's rows must be whole pieces of 16 bytes; `filter_c` says so when they are padded beyond the channels.
  const int c_filter = problem.filter_c > 0 ? problem.filter_c : c_group;
  std::string why = multiple_of_8("the number of input channels of a group", c_filter);
  if (!why.empty()) return why;
  if (pass != Pass::kFprop) why = multiple_of_8("the number of output channels of a group", k_group);
  if (!why.empty()) return why;
  // Channels past the end of a group belong to the next group; zeros of the other operand do not silence Inf or NaN.
  if (problem.groups > 1 && pass == Pass::kFprop && c_group % 64 != 0)
    return "grouped fprop needs 64 channels per group";
  if (problem.groups > 1 && pass == Pass::kDgrad && k_group % 64 != 0)
    return "grouped dgrad needs 64 filters per group";
  if (tile.slices == 2 && (pass == Pass::kDgrad ? k_group : c_group) > 32)
    return "narrow tiles are for at most 32 channels";
  const std::array<i64, 4>& loaded = pass == Pass::kDgrad ? problem.y_strides : problem.x_strides;
  for (const i64 s : loaded) why += multiple_of_8("a stride of an activation tensor", s);
  if (!why.empty()) return why;

  Common& c = p.common;
  c.rank = problem.in[0] > 1 || problem.filter[0] > 1 || out[0] > 1 ? 5 : 4;
  c.batch = problem.groups;
  const int axes = static_cast<int>(c.rank) - 2;
  const std::array<i64, 4>& stored = pass == Pass::kDgrad ? problem.x_strides : problem.y_strides;
  bool aligned = true;

  if (pass == Pass::kDgrad) {
    if (problem.stride[0] * problem.stride[1] * problem.stride[2] > kMaxPhases) return "dgrad: more than 16 phases";
    c.columns = c_group;
    c.tiles_n = divide_up(c_group, tile.columns);
    c.k_blocks = divide_up(k_group, kStep);
    c.group_a_channels = k_group;
    c.out_batch = c.bias_batch = c_group;
    c.out_n = stored[0];
    c.out_d = stored[1] * problem.stride[0], c.out_h = stored[2] * problem.stride[1],
    c.out_w = stored[3] * problem.stride[2];
    aligned = c_group % 8 == 0;
    p.map_b = matrix_map(c_group, taps, c_group, problem.k, i64{taps} * c_group, kStep);
    struct Candidate {
      Phase phase;
      MapPlan map;
    };
    std::vector<Candidate> candidates;
    for (int ud = 0; ud < problem.stride[0]; ++ud) {
      for (int uh = 0; uh < problem.stride[1]; ++uh) {
        for (int uw = 0; uw < problem.stride[2]; ++uw) {
          const int u[3] = {ud, uh, uw};
          DgradAxis a[3];
          for (int i = 0; i < 3; ++i) {
            a[i] = dgrad_axis(u[i], problem.stride[i], problem.dilation[i], problem.pad_low[i], problem.filter[i],
                              problem.in[i], out[i]);
          }
          if (a[0].positions < 1 || a[1].positions < 1 || a[2].positions < 1) continue;
          Candidate k;
          Phase& f = k.phase;
          f.d = tile::fast_div(a[0].positions), f.h = tile::fast_div(a[1].positions),
          f.w = tile::fast_div(a[2].positions);
          f.rows = static_cast<u32>(i64{problem.n} * a[0].positions * a[1].positions * a[2].positions);
          f.taps_d = a[0].taps, f.taps_h = a[1].taps, f.taps_w = a[2].taps;
          f.steps = f.taps_d * f.taps_h * f.taps_w * c.k_blocks;
          if (f.steps == 0) {
            f.taps_d = f.taps_h = f.taps_w = f.steps = 1;
            f.first_block = divide_up(problem.k, kStep);
            for (int i = 0; i < 3; ++i) a[i] = {a[i].positions, 1, 0, 1, 0, a[i].positions - out[i], 0, 0};
          }
          f.base_d = a[0].lower, f.base_h = a[1].lower, f.base_w = a[2].lower;
          f.offset_d = a[0].offset, f.offset_h = a[1].offset, f.offset_w = a[2].offset;
          f.offset_step_d = a[0].offset_step, f.offset_step_h = a[1].offset_step, f.offset_step_w = a[2].offset_step;
          const int per_d = problem.filter[1] * problem.filter[2], per_h = problem.filter[2];
          f.filter_tap = a[0].first_tap * per_d + a[1].first_tap * per_h + a[2].first_tap;
          f.filter_step_d = a[0].tap_step * per_d, f.filter_step_h = a[1].tap_step * per_h,
          f.filter_step_w = a[2].tap_step;
          f.out_base = ud * stored[1] + uh * stored[2] + uw * stored[3];
          k.map = activation_map(problem.k, out, problem.n, problem.y_strides, c.rank, rows);
          int largest[3] = {};
          for (int i = 0; i < axes; ++i) {
            k.map.lower[i] = a[2 - i].lower, k.map.upper[i] = a[2 - i].upper;
            largest[i] = a[2 - i].offset;
          }
          why = im2col_limits(k.map, largest);
          if (!why.empty()) return why;
          candidates.push_back(k);
        }
      }
    }
    // Longest first, so that the short phases fill the end of the grid.
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.phase.steps > b.phase.steps; });
    for (Candidate& k : candidates) {
      finish_phase(k.phase, p, splits);
      p.maps_a.push_back(k.map);
    }
  } else {
    Phase f;
    f.d = tile::fast_div(out[0]), f.h = tile::fast_div(out[1]), f.w = tile::fast_div(out[2]);
    f.taps_d = problem.filter[0], f.taps_h = problem.filter[1], f.taps_w = problem.filter[2];
    f.base_d = -problem.pad_low[0], f.base_h = -problem.pad_low[1], f.base_w = -problem.pad_low[2];
    f.offset_step_d = problem.dilation[0], f.offset_step_h = problem.dilation[1], f.offset_step_w = problem.dilation[2];
    f.filter_step_h = problem.filter[2], f.filter_step_d = problem.filter[1] * problem.filter[2];
    c.base_step_d = problem.stride[0], c.base_step_h = problem.stride[1], c.base_step_w = problem.stride[2];
    const i64 pixels = problem.pixels(out);
    MapPlan x = activation_map(problem.c, problem.in, problem.n, problem.x_strides, c.rank,
                               pass == Pass::kFprop ? rows : static_cast<int>(kStep));
    int largest[3] = {};
    for (int i = 0; i < axes; ++i) {
      const int axis = 2 - i;
      largest[i] = (problem.filter[axis] - 1) * problem.dilation[axis];
      x.lower[i] = -problem.pad_low[axis];
      x.upper[i] = problem.pad_high[axis] - largest[i];
      x.step[i + 1] = problem.stride[axis];
    }
    why = im2col_limits(x, largest);
    if (!why.empty()) return why;
    if (pass == Pass::kFprop) {
      f.rows = static_cast<u32>(pixels);
      c.columns = k_group;
      c.tiles_n = divide_up(k_group, tile.columns);
      c.k_blocks = divide_up(c_group, kStep);
      c.group_a_channels = c_group, c.group_b_rows = k_group;
      c.out_batch = c.bias_batch = k_group;
      c.out_n = stored[0], c.out_d = stored[1], c.out_h = stored[2], c.out_w = stored[3];
      aligned = k_group % 8 == 0;
      for (const i64 s : stored) aligned = aligned && s % 8 == 0;
      f.steps = static_cast<u32>(taps) * c.k_blocks;
      p.maps_a.push_back(x);
      p.map_b = matrix_map(c_filter, taps, c_filter, problem.k, i64{taps} * c_filter, tile.columns);
    } else {
      const auto& s = problem.y_strides;
      if ((out[2] > 1 && out[1] > 1 && s[2] != s[3] * out[2]) || (out[0] > 1 && s[1] != s[2] * out[1]) ||
          (problem.n > 1 && s[0] != s[3] * out[2] * out[1] * out[0])) {
        return "wgrad needs a dy whose pixels are evenly spaced";
      }
      why = multiple_of_8("a stride of dy", s[3]);
      if (!why.empty()) return why;
      const u32 blocks = divide_up(c_group, kStep);
      f.rows = k_group;
      c.columns = c_filter;  // channels past c_group are products with zeros: zeros
      c.k_blocks = blocks;
      c.column_blocks = tile::fast_div(blocks);
      c.filter_w = tile::fast_div(problem.filter[2]), c.filter_h = tile::fast_div(problem.filter[1]);
      c.num_column_blocks = taps * blocks;
      c.tiles_n = divide_up(c.num_column_blocks, tile.columns / 64);
      c.group_a_channels = k_group, c.group_b_channels = c_group;
      c.out_w = i64{taps} * c_filter;
      c.column_tap = c_filter;
      c.out_batch = k_group * c.out_w;
      f.steps = divide_up(pixels, kStep);
      p.maps_a.push_back(matrix_map(problem.k, 1, 0, pixels, s[3], kStep));
      p.map_b = x;
    }
    finish_phase(f, p, splits);
  }
  return finish(p, fusion, splits, aligned);
}

std::string prepare(const MatmulProblem& problem, const Fusion& fusion, const Tile& tile, u32 splits, Prepared& p) {
  p = Prepared{};
  p.pass = Pass::kMatmul, p.type = problem.type;
  p.config = config(tile, Pass::kMatmul, problem.type, problem.major_a, problem.major_b);
  p.kernel = kernel_name(tile, Pass::kMatmul, problem.type, problem.major_a, problem.major_b);
  std::string why = multiple_of_8("the leading dimension of A", problem.lead_a);
  if (why.empty()) why = multiple_of_8("the leading dimension of B", problem.lead_b);
  if (why.empty()) why = multiple_of_8("the batch stride of A", problem.batch_a);
  if (why.empty()) why = multiple_of_8("the batch stride of B", problem.batch_b);
  if (!why.empty()) return why;
  Common& c = p.common;
  c.batch = problem.batch;
  c.columns = problem.n;
  c.tiles_n = divide_up(problem.n, tile.columns);
  c.batch_a = problem.batch_a != 0, c.batch_b = problem.batch_b != 0;
  c.out_w = problem.lead_d, c.out_batch = problem.batch_d;
  const auto operand = [&](Major major, i64 extent, i64 lead, i64 batch_stride, int box) {
    const i64 batches = batch_stride != 0 ? problem.batch : 1;
    if (major == Major::kK) return matrix_map(problem.k, batches, batch_stride, extent, lead, box);
    return matrix_map(extent, batches, batch_stride, problem.k, lead, kStep);
  };
  p.maps_a.push_back(operand(problem.major_a, problem.m, problem.lead_a, problem.batch_a, p.config.tile_rows()));
  p.map_b = operand(problem.major_b, problem.n, problem.lead_b, problem.batch_b, tile.columns);
  Phase f;
  f.rows = problem.m;
  f.steps = divide_up(problem.k, kStep);
  finish_phase(f, p, splits);
  return finish(p, fusion, splits, problem.n % 8 == 0 && problem.lead_d % 8 == 0 && problem.batch_d % 8 == 0);
}

}  // namespace girih::igemm
