#include "engines/cuda/stem/prepare.h"

#include <algorithm>

#include "cuda/launch.h"

namespace girih::stem {
namespace {

using igemm::ConvProblem;
using igemm::Pass;

u64 round_up(u64 value, u64 to) { return (value + to - 1) / to * to; }

// Pixels of the padded copy start every 8 or 16 bytes; those under neighbouring outputs must be 16 bytes apart.
int padded_channels(const ConvProblem& p) { return p.stride[2] % 2 == 0 ? 4 : 8; }

i64 row_pitch(const ConvProblem& p) {
  return round_up((i64{p.out()[2] - 1} * p.stride[2] + p.filter[2]) * padded_channels(p), 8);
}

}  // namespace

std::string view(const ConvProblem& p, ConvProblem& v) {
  if (p.pass != Pass::kFprop && p.pass != Pass::kWgrad) return "the first-layer path has no dgrad";
  if (p.c > 4 || p.groups != 1) return "the first-layer path is for at most 4 channels, no groups";
  if (p.in[0] != 1 || p.filter[0] != 1) return "the first-layer path is two-dimensional";
  if (p.dilation[2] != 1) return "the first-layer path needs dilation 1 along w";
  const igemm::Extent out = p.out();
  if (out[1] < 1 || out[2] < 1) return "the output is empty";
  const int channels = padded_channels(p);
  if (p.filter[2] * channels > 64) return "the filter is too wide for the first-layer path";
  v = p;
  v.c = p.filter[2] * channels;
  v.filter_c = static_cast<int>(round_up(v.c, 8));
  v.in[2] = out[2];
  v.filter[2] = 1;
  v.pad_low[2] = v.pad_high[2] = 0;
  v.stride[2] = 1;
  const i64 pitch = row_pitch(p);
  v.x_strides = {p.in[1] * pitch, p.in[1] * pitch, pitch, i64{p.stride[2]} * channels};
  return {};
}

std::string prepare(const ConvProblem& problem, const igemm::Fusion& fusion, const igemm::Choice& choice, Prepared& p) {
  p = Prepared{};
  p.problem = problem;
  std::string why = view(problem, p.view);
  if (!why.empty()) return why;
  const bool wgrad = problem.pass == Pass::kWgrad;
  if (wgrad && fusion.out_f32) return "the first-layer path has no f32 filter gradient";
  igemm::Fusion inner = fusion;
  if (wgrad) {
    // The sums stay f32 until they are unpacked.
    inner = {};
    inner.out_f32 = true;
  }
  why = igemm::prepare(p.view, inner, *choice.tile, choice.splits, p.product);
  if (!why.empty()) return why;
  const int channels = padded_channels(problem);
  const i64 pitch = row_pitch(problem);
  const i64 pieces = i64{problem.n} * problem.in[1] * (pitch / 8);
  if (pieces >= (i64{1} << 31)) return "the image has 2^31 pieces of 16 bytes or more";
  PadParams& pad = p.pad;
  pad.stride_n = problem.x_strides[0], pad.stride_h = problem.x_strides[2], pad.stride_w = problem.x_strides[3];
  pad.channels = problem.c, pad.width = problem.in[2], pad.in_height = problem.in[1],
  pad.channel_shift = channels == 4 ? 2 : 3;
  pad.pad = problem.pad_low[2];
  pad.pieces = static_cast<u32>(pieces);
  pad.row_pieces = tile::fast_div(static_cast<u32>(pitch / 8)), pad.height = tile::fast_div(problem.in[1]);
  FilterParams& f = p.filter;
  f.channels = problem.c, f.padded_channels = channels, f.s = problem.filter[2], f.row = p.view.filter_c;
  const u64 packed = u64(problem.k) * problem.filter[1] * f.row;
  f.count = static_cast<u32>(wgrad ? u64(problem.k) * problem.taps() * problem.c : packed);
  f.alpha = fusion.alpha, f.beta = fusion.beta;
  p.filter_offset = round_up(u64(pieces) * 16, 256);
  p.sum_offset = p.filter_offset + round_up(packed * 2, 256);
  p.product_offset = p.sum_offset + (wgrad ? round_up(packed * 4, 256) : 0);
  p.workspace = p.product_offset + p.product.workspace;
  return {};
}

std::string launch(const Prepared& p, const igemm::Pointers& pointers, cuda::KernelLibrary& kernels, CUdevice device,
                   u32 multiprocessors, CUstream stream) {
  if (pointers.workspace == nullptr) return "a workspace of " + std::to_string(p.workspace) + " bytes is needed";
  const bool wgrad = p.problem.pass == Pass::kWgrad;
  char* const workspace = static_cast<char*>(pointers.workspace);
  const auto run = [&](const std::string& name, u32 blocks, const auto& params) -> std::string {
    const CUkernel kernel = kernels.find(name, 0, device);
    if (kernel == nullptr) return "there is no kernel " + name;
    return cuda::launch(kernel, {blocks, 256}, &params, stream);
  };
  PadParams pad = p.pad;
  pad.x = static_cast<const u16*>(wgrad ? pointers.b : pointers.a);
  pad.out = reinterpret_cast<u16*>(workspace);
  std::string why = run("girih_stem_pad", std::min((pad.pieces + 255) / 256, multiprocessors * 32), pad);
  if (!why.empty()) return why;
  FilterParams filter = p.filter;
  const u32 filter_blocks = (filter.count + 255) / 256;
  igemm::Pointers inner = pointers;
  inner.workspace = workspace + p.product_offset;
  if (wgrad) {
    inner.b = workspace;
    inner.out = workspace + p.sum_offset;
    inner.source = nullptr;
  } else {
    filter.w = static_cast<const u16*>(pointers.b);
    filter.packed = reinterpret_cast<u16*>(workspace + p.filter_offset);
    why = run("girih_stem_pack_filter", filter_blocks, filter);
    if (!why.empty()) return why;
    inner.a = workspace;
    inner.b = filter.packed;
  }
  why = igemm::launch(p.product, inner, kernels, device, multiprocessors, stream);
  if (!why.empty() || !wgrad) return why;
  filter.sum = reinterpret_cast<const float*>(workspace + p.sum_offset);
  filter.dw = static_cast<u16*>(pointers.out);
  return run(p.problem.type == tile::Type::kF16 ? "girih_stem_unpack_filter_f16" : "girih_stem_unpack_filter_bf16",
             filter_blocks, filter);
}

std::vector<igemm::Choice> rank(const ConvProblem& problem, const igemm::Chip& chip) {
  ConvProblem v;
  if (!view(problem, v).empty()) return {};
  std::vector<igemm::Choice> choices = igemm::rank(v, chip);
  const double copied =
      2.0 * problem.pixels(problem.in) * problem.c + 2.0 * i64{problem.n} * problem.in[1] * row_pitch(problem);
  for (igemm::Choice& c : choices) c.microseconds += copied / (chip.dram_tbs * 0.8e6) + 4;
  return choices;
}

std::string prepare_direct(const ConvProblem& problem, const igemm::Fusion& fusion, u32 multiprocessors,
                           PreparedDirect& p) {
  p = PreparedDirect{};
  p.type = problem.type;
  ConvProblem ignored;
  if (problem.pass != Pass::kFprop) return "the direct first-layer kernel has fprop only";
  std::string why = view(problem, ignored);
  if (!why.empty()) return why;
  const int channels = padded_channels(problem);
  if (problem.stride[2] * channels != 8) return "the direct first-layer kernel needs stride 1 or 2 along w";
  if (problem.k > 64 || problem.k % 8 != 0) return "the direct first-layer kernel takes 8, 16, ... or 64 filters";
  if (fusion.beta != 0 || fusion.out_f32) return "the direct first-layer kernel has no residual and no f32 output";
  for (const i64 s : problem.y_strides) {
    if (s % 8 != 0) return "the direct first-layer kernel needs output strides that are multiples of 8";
  }
  const igemm::Extent out = problem.out();
  const int slices = (problem.filter[2] * channels + 15) / 16;
  if (slices > 3) return "the filter is too wide for the direct first-layer kernel";
  // The tile width that wastes least.
  const auto covered = [&](int columns) { return (out[2] + columns - 1) / columns * columns; };
  p.config = {problem.type, covered(128) < covered(112) ? 128 : 112, slices};
  p.kernel = std::string("girih_stem_direct_") + (problem.type == tile::Type::kF16 ? "f16_" : "bf16_") +
             std::to_string(p.config.columns) + "_" + std::to_string(slices);
  DirectParams& d = p.params;
  const int tiles_w = covered(p.config.columns) / p.config.columns, tiles_h = (out[1] + kTileRows - 1) / kTileRows;
  if (i64{tiles_w} * tiles_h * problem.n >= (i64{1} << 31)) return "more than 2^31 tiles";
  d.tiles = static_cast<u32>(tiles_w * tiles_h * problem.n);
  d.tiles_w = tile::fast_div(tiles_w), d.tiles_h = tile::fast_div(tiles_h);
  d.out_height = out[1];
  d.stride_h = problem.stride[1], d.dilation_h = problem.dilation[1], d.filter_h = problem.filter[1];
  d.padded_height = (out[1] - 1) * problem.stride[1] + (problem.filter[1] - 1) * problem.dilation[1] + 1;
  d.stage_rows = (kTileRows - 1) * problem.stride[1] + (problem.filter[1] - 1) * problem.dilation[1] + 1;
  // The last tile of a row reads up to its full width.
  d.pitch = covered(p.config.columns) * 16 + slices * 32 - 16;
  d.filter_panels = (problem.filter[1] * slices * 16 + 63) / 64;
  d.filters = problem.k;
  d.epilogue.alpha = fusion.alpha, d.epilogue.low = fusion.low, d.epilogue.high = fusion.high;
  d.epilogue.bias_f32 = fusion.bias_f32;
  p.shared_bytes = 1024 + d.filter_panels * 64 * 128 + 4 * p.config.panel_bytes() +
                   kStages * d.stage_rows * p.config.row_bytes() + (2 * kStages + 1) * 8 + 16;
  if (p.shared_bytes > igemm::kSharedLimit) return "the filter is too large for the direct first-layer kernel";
  p.grid = std::min(d.tiles, multiprocessors);
  PadParams& pad = p.pad;
  const i64 pieces = i64{problem.n} * d.padded_height * (d.pitch / 16);
  if (pieces >= (i64{1} << 31)) return "the image has 2^31 pieces of 16 bytes or more";
  pad.stride_n = problem.x_strides[0], pad.stride_h = problem.x_strides[2], pad.stride_w = problem.x_strides[3];
  pad.channels = problem.c, pad.width = problem.in[2], pad.in_height = problem.in[1],
  pad.channel_shift = channels == 4 ? 2 : 3;
  pad.pad = problem.pad_low[2], pad.pad_top = problem.pad_low[1];
  pad.pieces = static_cast<u32>(pieces);
  pad.row_pieces = tile::fast_div(d.pitch / 16), pad.height = tile::fast_div(d.padded_height);
  FilterParams& f = p.filter;
  f.channels = problem.c, f.padded_channels = channels, f.s = problem.filter[2], f.row = slices * 16;
  f.count = problem.k * problem.filter[1] * f.row;
  p.w.rank = 2;
  p.w.dims[0] = u64(problem.filter[1]) * f.row, p.w.dims[1] = problem.k;
  p.w.strides[0] = p.w.dims[0] * 2;
  p.w.box[1] = 64;
  p.y.rank = 4;
  p.y.dims[0] = problem.k, p.y.dims[1] = out[2], p.y.dims[2] = out[1], p.y.dims[3] = problem.n;
  p.y.strides[0] = problem.y_strides[3] * 2, p.y.strides[1] = problem.y_strides[2] * 2;
  p.y.strides[2] = problem.y_strides[0] * 2;
  p.y.box[1] = p.config.columns;
  p.filter_offset = round_up(u64(pieces) * 16, 256);
  p.workspace = p.filter_offset + round_up(f.count * 2, 256);
  return {};
}

std::string launch(const PreparedDirect& p, const igemm::Pointers& pointers, cuda::KernelLibrary& kernels,
                   CUdevice device, u32 multiprocessors, CUstream stream) {
  if (pointers.workspace == nullptr) return "a workspace of " + std::to_string(p.workspace) + " bytes is needed";
  char* const workspace = static_cast<char*>(pointers.workspace);
  const auto run = [&](const std::string& name, const cuda::Launch& shape, const auto& params) -> std::string {
    const CUkernel kernel = kernels.find(name, static_cast<int>(shape.shared_bytes), device);
    if (kernel == nullptr) return "there is no kernel " + name;
    return cuda::launch(kernel, shape, &params, stream);
  };
  PadParams pad = p.pad;
  pad.x = static_cast<const u16*>(pointers.a);
  pad.out = reinterpret_cast<u16*>(workspace);
  FilterParams filter = p.filter;
  filter.w = static_cast<const u16*>(pointers.b);
  filter.packed = reinterpret_cast<u16*>(workspace + p.filter_offset);
  DirectParams d = p.params;
  d.x = pad.out;
  d.epilogue.bias = pointers.bias;
  std::string why = cuda::encode(p.w, igemm::map_type(p.type), filter.packed, &d.w);
  if (why.empty()) why = cuda::encode(p.y, igemm::map_type(p.type), pointers.out, &d.y);
  if (why.empty()) why = run("girih_stem_pad", {std::min((pad.pieces + 255) / 256, multiprocessors * 32), 256}, pad);
  if (why.empty()) why = run("girih_stem_pack_filter", {(filter.count + 255) / 256, 256}, filter);
  if (why.empty()) why = run(p.kernel, {p.grid, 384, p.shared_bytes}, d);
  return why;
}

}  // namespace girih::stem
