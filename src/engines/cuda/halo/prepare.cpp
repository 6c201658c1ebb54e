#include "engines/cuda/halo/prepare.h"

#include <algorithm>
#include <cmath>

#include "cuda/launch.h"

namespace girih::halo {
namespace {

int divide_up(int a, int b) { return (a + b - 1) / b; }

// Channels, w, h, n in boxes of 64 channels by `wide` by `high` pixels.
cuda::TensorMapPlan pixel_map(int channels, const igemm::Extent& e, int n, const std::array<i64, 4>& strides, int wide,
                              int high) {
  cuda::TensorMapPlan m;
  m.rank = 4;
  m.dims[0] = channels, m.dims[1] = e[2], m.dims[2] = e[1], m.dims[3] = n;
  m.strides[0] = strides[3] * 2, m.strides[1] = strides[2] * 2, m.strides[2] = strides[0] * 2;
  m.box[0] = 64, m.box[1] = wide, m.box[2] = high, m.box[3] = 1;
  return m;
}

}  // namespace

std::string prepare(const igemm::ConvProblem& problem, const igemm::Fusion& fusion, u32 multiprocessors, Prepared& p) {
  p = Prepared{};
  const Pass pass = problem.pass;
  const auto all = [](const igemm::Extent& e, int d, int h, int w) { return e[0] == d && e[1] == h && e[2] == w; };
  if (!all(problem.filter, 1, 3, 3) || problem.in[0] != 1) return "halo kernels are for 3x3 filters";
  if (!all(problem.stride, 1, 1, 1) || !all(problem.dilation, 1, 1, 1))
    return "halo kernels are for stride and dilation 1";
  if (problem.groups != 1 || problem.c > 64 || problem.k > 64)
    return "halo kernels are for at most 64 channels, no groups";
  if (problem.c % 8 != 0 || problem.k % 8 != 0) return "halo kernels need multiples of 8 channels";
  if (fusion.beta != 0 || (fusion.out_f32 && pass != Pass::kWgrad))
    return "halo kernels have no residual and no f32 output";
  const igemm::Extent out = problem.out();
  if (out[1] < 1 || out[2] < 1) return "the output is empty";
  for (const auto& strides : {problem.x_strides, problem.y_strides}) {
    for (const i64 s : strides) {
      if (s % 8 != 0) return "halo kernels need activation strides that are multiples of 8";
    }
  }
  // What is written (fprop: y, dgrad: dx), or walked (wgrad: dy).
  const igemm::Extent& walked = pass == Pass::kDgrad ? problem.in : out;
  // The height that wastes least; the larger one when equal.
  const int fprop_rows[] = {32, 28, 16}, wgrad_rows[] = {28, 16};
  const auto waste = [&](int rows) { return divide_up(walked[1], rows) * rows; };
  int best = 0;
  for (const int rows : pass == Pass::kWgrad ? std::vector<int>(wgrad_rows, wgrad_rows + 2)
                                             : std::vector<int>(fprop_rows, fprop_rows + 3)) {
    if (best == 0 || waste(rows) < waste(best)) best = rows;
  }
  p.config = {pass, problem.type, best};
  p.kernel = std::string("girih_halo_") +
             (pass == Pass::kFprop   ? "fprop"
              : pass == Pass::kDgrad ? "dgrad"
                                     : "wgrad") +
             (problem.type == Type::kF16 ? "_f16_" : "_bf16_") + std::to_string(best);
  HaloParams& h = p.params;
  const int tiles_w = divide_up(walked[2], kWidth), tiles_h = divide_up(walked[1], best);
  if (i64{tiles_w} * tiles_h * problem.n >= (i64{1} << 31)) return "more than 2^31 tiles";
  h.tiles = static_cast<u32>(tiles_w * tiles_h * problem.n);
  h.tiles_w = tile::fast_div(tiles_w), h.tiles_h = tile::fast_div(tiles_h);
  // dgrad is fprop of dy with the taps reversed, padded to the full overlap.
  h.pad_w = pass == Pass::kDgrad ? 2 - problem.pad_low[2] : problem.pad_low[2];
  h.pad_h = pass == Pass::kDgrad ? 2 - problem.pad_low[1] : problem.pad_low[1];
  h.channels_out = pass == Pass::kDgrad ? problem.c : problem.k;
  igemm::Epilogue& e = h.epilogue;
  e.alpha = fusion.alpha, e.low = fusion.low, e.high = fusion.high, e.bias_f32 = fusion.bias_f32;
  p.grid = std::min(h.tiles, multiprocessors);
  const auto x_map = [&](int wide, int high) {
    return pixel_map(problem.c, problem.in, problem.n, problem.x_strides, wide, high);
  };
  const auto y_map = [&](int wide, int high) {
    return pixel_map(problem.k, out, problem.n, problem.y_strides, wide, high);
  };
  p.w.rank = 3;
  p.w.dims[0] = problem.c, p.w.dims[1] = kTaps, p.w.dims[2] = problem.k;
  p.w.strides[0] = problem.c * 2, p.w.strides[1] = u64{kTaps} * problem.c * 2;
  p.w.box[2] = 64;
  if (pass == Pass::kFprop) {
    p.x = x_map(kPitch, best + 2), p.y = y_map(kWidth, best);
  } else if (pass == Pass::kDgrad) {
    p.x = y_map(kPitch, best + 2), p.y = x_map(kWidth, best);
  } else {
    p.x = x_map(kPitch, best + 2), p.w = y_map(kWidth, best);
    igemm::Common& c = p.finish;
    c.splits = p.grid;
    c.total_rows = 64;
    c.columns = problem.c;
    c.column_blocks = tile::fast_div(1);
    c.num_column_blocks = kTaps;
    c.partial_row = kTaps * 64;
    c.out_w = i64{kTaps} * problem.c, c.column_tap = problem.c;
    c.epilogue = e;
    c.epilogue.out_f32 = fusion.out_f32;
    c.epilogue.vector = 1;
    c.epilogue.plain = !fusion.out_f32 && fusion.alpha == 1 && !(fusion.low > -INFINITY) && !(fusion.high < INFINITY);
    igemm::Phase f;
    f.rows = problem.k;
    f.splits = p.grid;
    p.finish_phase.push_back(f);
    p.workspace = u64{p.grid} * 64 * kTaps * 64 * sizeof(float);
  }
  return {};
}

std::string launch(const Prepared& p, const igemm::Pointers& pointers, cuda::KernelLibrary& kernels, CUdevice device,
                   u32 multiprocessors, CUstream stream) {
  const CUkernel kernel = kernels.find(p.kernel, p.config.shared_bytes(), device);
  if (kernel == nullptr) return "there is no kernel " + p.kernel;
  const bool wgrad = p.config.pass == Pass::kWgrad;
  if (wgrad && pointers.workspace == nullptr)
    return "a workspace of " + std::to_string(p.workspace) + " bytes is needed";
  HaloParams params = p.params;
  const CUtensorMapDataType type = igemm::map_type(p.config.type);
  std::string why = cuda::encode(p.x, type, wgrad ? pointers.b : pointers.a, &params.x);
  if (why.empty()) why = cuda::encode(p.w, type, wgrad ? pointers.a : pointers.b, &params.w);
  if (why.empty() && !wgrad) why = cuda::encode(p.y, type, pointers.out, &params.y);
  if (!why.empty()) return why;
  params.epilogue.bias = pointers.bias;
  params.partial = static_cast<float*>(pointers.workspace);
  why = cuda::launch(kernel, {p.grid, static_cast<u32>(p.config.threads()), static_cast<u32>(p.config.shared_bytes())},
                     &params, stream);
  if (!why.empty() || !wgrad) return why;
  igemm::Common finish = p.finish;
  finish.epilogue.out = pointers.out;
  finish.epilogue.vector = reinterpret_cast<std::uintptr_t>(pointers.out) % 16 == 0;
  finish.partial = params.partial;
  return igemm::launch_finish(igemm::finish_kernel_name(Pass::kWgrad, p.config.type), finish, p.finish_phase, kernels,
                              device, multiprocessors, stream);
}

double predict(const igemm::ConvProblem& problem, const Prepared& p, u32 multiprocessors) {
  const igemm::Extent out = problem.out();
  const double bytes = 2.0 * (problem.pixels(problem.in) * problem.c + problem.pixels(out) * problem.k);
  // 64 x 64 x 16 products take 32 clocks; all of a tile's pixels count, also those past the edge.
  const double clocks =
      std::ceil(static_cast<double>(p.params.tiles) / multiprocessors) * kTaps * 4 * p.config.pixels() / 2;
  const double mma = clocks / 1.65e3, dram = bytes / 4.2e6;
  return std::cbrt(mma * mma * mma + dram * dram * dram) + (p.workspace > 0 ? 11 : 4);
}

}  // namespace girih::halo
