// The implicit-GEMM kernels against the definition of convolution and matrix product in double: integers bit for bit,
// random data inside an error bound; poisoned outputs, guard zones, repeats bitwise equal; every tile, split or not.
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <random>

#include "device.h"
#include "engines/cuda/halo/prepare.h"
#include "engines/cuda/igemm/prepare.h"
#include "engines/cuda/stem/prepare.h"
#include "half.h"
#include "images.h"
#include "reference.h"

namespace girih::gpu {
namespace {

using namespace igemm;

struct Tally {
  int runs = 0, failures = 0, refused = 0;
  double worst = 0;  // largest error over its bound
};
std::map<std::string, Tally> tallies;
std::map<std::string, int> refusals;

// Integers make every sum exact in f32; otherwise normal numbers rounded to the type.
std::vector<double> make_data(size_t count, Type type, bool integers, uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<double> v(count);
  for (double& x : v) x = integers ? static_cast<int>(random() % 5) - 2 : round_half(type, normal(random));
  return v;
}

std::vector<uint16_t> encode(const std::vector<double>& v, Type type) {
  std::vector<uint16_t> h(v.size());
  std::transform(v.begin(), v.end(), h.begin(), [type](double x) { return to_half(type, x); });
  return h;
}

// Positions of a packed tensor's elements in a strided one; `size` is the extent in memory.
struct Layout {
  std::vector<i64> at;
  i64 size = 0;
};

Layout pixel_layout(int n, const Extent& e, int channels, const std::array<i64, 4>& strides) {
  Layout l;
  for (i64 b = 0; b < n; ++b) {
    for (int d = 0; d < e[0]; ++d) {
      for (int h = 0; h < e[1]; ++h) {
        for (int w = 0; w < e[2]; ++w) {
          for (int c = 0; c < channels; ++c) {
            l.at.push_back(b * strides[0] + d * strides[1] + h * strides[2] + w * strides[3] + c);
          }
        }
      }
    }
  }
  l.size = *std::max_element(l.at.begin(), l.at.end()) + 1;
  return l;
}

Layout packed_layout(i64 count) {
  Layout l;
  for (i64 i = 0; i < count; ++i) l.at.push_back(i);
  l.size = count;
  return l;
}

std::vector<uint16_t> place(const std::vector<double>& packed, const Layout& l, Type type) {
  std::vector<uint16_t> h(l.size, 0xffff);
  for (size_t i = 0; i < packed.size(); ++i) h[l.at[i]] = to_half(type, packed[i]);
  return h;
}

struct Variant {
  const char* name;
  Fusion fusion;
  u32 splits;
};

std::vector<Variant> variants() {
  Fusion plain, fused, floats;
  fused.alpha = 0.5f, fused.beta = -2.0f, fused.has_bias = true, fused.low = -6.0f, fused.high = 40.0f;
  floats.out_f32 = true, floats.has_bias = true, floats.bias_f32 = true, floats.beta = 1.0f;
  Fusion relu;
  relu.low = 0.0f;
  return {{"plain", plain, 1},         {"plain split 3", plain, 3}, {"fused", fused, 1},
          {"fused split 2", fused, 2}, {"f32", floats, 1},          {"relu split 5", relu, 5}};
}

struct Case {
  std::string name;
  Type type;
  int columns;  // period of the bias
  Layout out;
  const Reference* reference;
  const void *a, *b;
  bool integers;
  std::vector<double> source, bias;
  Buffer *out_buffer, *bias_buffer, *workspace;  // large enough for every variant
};

// One way to compute a case.
struct Kernel {
  std::string name;
  u64 workspace;
  double steps;  // K steps of the product, for the error bound
  u32 splits;
  std::function<std::string(const Pointers&)> enqueue;
};

constexpr size_t kWorkspace = 256 << 20;

// Runs one kernel three times and compares.
void run(Gpu& gpu, const Case& c, const Kernel& kernel, const Variant& v, const std::string& family) {
  const Fusion& f = v.fusion;
  Tally& tally = tallies[family];
  ++tally.runs;
  const size_t element = f.out_f32 ? 4 : 2;
  const std::vector<double>&source = c.source, &bias = c.bias;
  const size_t bytes = c.out.size * element;
  std::vector<uint8_t> before(bytes, 0xff);
  for (size_t i = 0; i < c.out.at.size() && f.beta != 0; ++i) {
    if (f.out_f32) {
      const float x = static_cast<float>(source[i]);
      std::memcpy(&before[c.out.at[i] * 4], &x, 4);
    } else {
      const uint16_t x = to_half(c.type, source[i]);
      std::memcpy(&before[c.out.at[i] * 2], &x, 2);
    }
  }
  if (f.has_bias && f.bias_f32) {
    const std::vector<float> x(bias.begin(), bias.end());
    c.bias_buffer->write(x.data(), x.size() * 4);
  } else if (f.has_bias) {
    const std::vector<uint16_t> x = encode(bias, c.type);
    c.bias_buffer->write(x.data(), x.size() * 2);
  }
  // The tail behind a smaller element type acts as a guard zone of its own.
  Buffer &out = *c.out_buffer, &workspace = *c.workspace;
  out.poison();
  Pointers pointers;
  pointers.a = c.a, pointers.b = c.b, pointers.out = out.data(), pointers.workspace = workspace.data();
  pointers.source = f.beta != 0 ? out.data() : nullptr;
  pointers.bias = f.has_bias ? c.bias_buffer->data() : nullptr;
  std::vector<uint8_t> first, again(before.size());
  std::string problem;
  for (int repeat = 0; repeat < 3; ++repeat) {
    out.write(before.data(), before.size());
    workspace.poison(kernel.workspace);
    const std::string why = kernel.enqueue(pointers);
    if (!why.empty()) {
      problem = why;
      break;
    }
    const CUresult status = gpu.d->cuStreamSynchronize(gpu.stream);
    if (status != CUDA_SUCCESS) {
      std::printf("FAULT %s %s %s: %s\n", c.name.c_str(), kernel.name.c_str(), v.name,
                  cuda::error_text(status).c_str());
      std::fflush(stdout);
      std::_Exit(2);
    }
    out.read(again.data(), again.size());
    if (repeat == 0) first = again;
    if (first != again) problem = "repeat " + std::to_string(repeat) + " gives other bits";
  }
  if (problem.empty() && (!out.guards_intact(bytes) || !workspace.guards_intact(kernel.workspace)))
    problem = "wrote outside";
  long wrong = 0;
  std::string example;
  std::vector<bool> owned(problem.empty() ? c.out.size : 0, false);
  for (size_t i = 0; i < c.out.at.size() && problem.empty(); ++i) {
    const i64 at = c.out.at[i];
    owned[at] = true;
    double got;
    if (f.out_f32) {
      float x;
      std::memcpy(&x, &first[at * 4], 4);
      got = x;
    } else {
      uint16_t x;
      std::memcpy(&x, &first[at * 2], 2);
      got = from_half(c.type, x);
    }
    const double b = f.has_bias ? bias[i % c.columns] : 0.0;
    double want = f.alpha * c.reference->value[i] + f.beta * source[i] + b;
    want = std::min<double>(std::max<double>(want, f.low), f.high);
    double bound = 0;
    if (c.integers) {
      want = f.out_f32 ? want : round_half(c.type, want);
    } else {
      // Half a unit in the last place of the output, and one rounding of 2^-22 of the running sum for every 16 products
      // (the tensor core adds 16 at a time and truncates) and every addition after them.
      const double unit = f.out_f32 ? 0x1p-24 : c.type == Type::kF16 ? 0x1p-11 : 0x1p-8;
      const double terms = std::max<double>(1, kernel.steps) * 4 + kernel.splits + 4;
      const double scale =
          std::fabs(f.alpha) * c.reference->magnitude[i] + std::fabs(f.beta * source[i]) + std::fabs(b);
      bound = unit * std::fabs(want) * 1.01 + terms * 0x1p-22 * scale + 1e-30;
      if (!f.out_f32 && c.type == Type::kF16) bound += 0x1p-24;
      tally.worst = std::max(tally.worst, std::fabs(got - want) / bound);
    }
    if (!(std::fabs(got - want) <= bound) && ++wrong == 1) {
      example = "element " + std::to_string(i) + " is " + std::to_string(got) + ", want " + std::to_string(want);
    }
  }
  // Bytes between the elements of a strided output belong to the user.
  for (i64 at = 0; at < c.out.size && problem.empty(); ++at) {
    if (!owned[at] && std::memcmp(&first[at * element], &before[at * element], element) != 0) problem = "wrote a gap";
  }
  if (wrong > 0) problem = std::to_string(wrong) + " of " + std::to_string(c.out.at.size()) + " wrong, " + example;
  if (problem.empty()) return;
  if (++tally.failures <= 12) {
    std::printf("FAIL %s | %s | %s | %s: %s\n", c.name.c_str(), kernel.name.c_str(), v.name,
                c.integers ? "integers" : "random", problem.c_str());
  }
}

template <class Problem>
void run_all(Gpu& gpu, const Case& c, const Problem& problem, Pass pass, const std::string& family, bool few) {
  const std::vector<Variant> all = variants();
  size_t turn = 0;
  for (const Tile& tile : tiles(pass)) {
    for (size_t i = 0; i < all.size(); ++i) {
      // Fuzz problems take a third of the variants per tile, in turn.
      if (few && (i + turn) % 3 != 0) continue;
      if (pass == Pass::kWgrad && all[i].fusion.has_bias) continue;
      Prepared p;
      const std::string why = prepare(problem, all[i].fusion, tile, all[i].splits, p);
      if (!why.empty()) {
        ++tallies[family].refused;
        ++refusals[why];
        continue;
      }
      if (p.workspace > kWorkspace) continue;
      run(gpu, c,
          {p.kernel, p.workspace, static_cast<double>(p.phases[0].steps), p.common.splits,
           [&](const Pointers& q) { return launch(p, q, gpu.kernels, gpu.device, gpu.multiprocessors, gpu.stream); }},
          all[i], family);
    }
    ++turn;
  }
}

void run_halo(Gpu& gpu, const Case& c, const ConvProblem& problem) {
  for (const Variant& v : variants()) {
    if (v.splits > 1 || v.fusion.beta != 0) continue;
    Fusion fusion = v.fusion;
    if (problem.pass == Pass::kWgrad) fusion.has_bias = false;
    halo::Prepared p;
    if (!halo::prepare(problem, fusion, gpu.multiprocessors, p).empty()) return;
    const double steps = problem.pass == Pass::kWgrad ? problem.pixels(problem.out()) / 64.0 + 1 : 9;
    const Kernel kernel{p.kernel, p.workspace, steps, p.grid, [&](const Pointers& q) {
                          return halo::launch(p, q, gpu.kernels, gpu.device, gpu.multiprocessors, gpu.stream);
                        }};
    run(gpu, c, kernel, {v.name, fusion, 1}, "halo");
  }
}

void run_stem(Gpu& gpu, const Case& c, const ConvProblem& problem) {
  ConvProblem ignored;
  if (!stem::view(problem, ignored).empty()) return;
  for (const Variant& v : variants()) {
    stem::PreparedDirect p;
    if (v.splits > 1 || !stem::prepare_direct(problem, v.fusion, gpu.multiprocessors, p).empty()) continue;
    const Kernel kernel{p.kernel, p.workspace, problem.filter[1] * 1.0, 1, [&](const Pointers& q) {
                          return stem::launch(p, q, gpu.kernels, gpu.device, gpu.multiprocessors, gpu.stream);
                        }};
    run(gpu, c, kernel, v, "direct");
    Variant relu = v;
    relu.fusion.low = 0.0f, relu.fusion.has_bias = true, relu.fusion.alpha = -1.0f;
    if (stem::prepare_direct(problem, relu.fusion, gpu.multiprocessors, p).empty()) run(gpu, c, kernel, relu, "direct");
  }
  for (const Tile& tile : tiles(problem.pass)) {
    for (const Variant& v : variants()) {
      Fusion fusion = v.fusion;
      if (problem.pass == Pass::kWgrad) fusion = Fusion{.alpha = 0.5f, .beta = v.fusion.beta};
      stem::Prepared p;
      const std::string why = stem::prepare(problem, fusion, {&tile, v.splits, 0}, p);
      if (!why.empty() || p.workspace > kWorkspace) {
        ++refusals["stem: " + why];
        continue;
      }
      const Kernel kernel{"stem " + p.product.kernel, p.workspace, static_cast<double>(p.product.phases[0].steps),
                          p.product.common.splits, [&](const Pointers& q) {
                            return stem::launch(p, q, gpu.kernels, gpu.device, gpu.multiprocessors, gpu.stream);
                          }};
      run(gpu, c, kernel, {v.name, fusion, v.splits}, "stem");
    }
  }
}

// Everything of a case that does not depend on the kernel.
struct Setup {
  Buffer out, bias;
  Case value;
  Setup(Gpu& gpu, Case c) : out(gpu, c.out.size * 4), bias(gpu, c.columns * 4), value(std::move(c)) {
    static Buffer workspace(gpu, kWorkspace);
    value.source = make_data(value.out.at.size(), value.type, value.integers, 77);
    value.bias = make_data(value.columns, value.type, value.integers, 78);
    value.out_buffer = &out, value.bias_buffer = &bias, value.workspace = &workspace;
  }
};

void test_conv(Gpu& gpu, ConvProblem problem, const std::string& name, bool few) {
  const Extent out = problem.out();
  for (const Pass pass : {Pass::kFprop, Pass::kDgrad, Pass::kWgrad}) {
    problem.pass = pass;
    const i64 x_count = problem.pixels(problem.in) * problem.c, y_count = problem.pixels(out) * problem.k;
    const i64 w_count = i64{problem.k} * problem.taps() * (problem.c / problem.groups);
    const Layout x = pixel_layout(problem.n, problem.in, problem.c, problem.x_strides);
    const Layout y = pixel_layout(problem.n, out, problem.k, problem.y_strides);
    const Layout w = packed_layout(w_count);
    for (const Type type : {Type::kBf16, Type::kF16}) {
      problem.type = type;
      for (const bool integers : {true, false}) {
        const bool reads_y = pass != Pass::kFprop;
        const std::vector<double> a = make_data(reads_y ? y_count : x_count, type, integers, 1);
        const std::vector<double> b = make_data(pass == Pass::kWgrad ? x_count : w_count, type, integers, 2);
        const Reference reference = reference_conv(problem, a, b);
        const std::vector<uint16_t> ah = place(a, reads_y ? y : x, type),
                                    bh = place(b, pass == Pass::kWgrad ? x : w, type);
        Buffer ab(gpu, ah.size() * 2), bb(gpu, bh.size() * 2);
        ab.write(ah.data(), ah.size() * 2), bb.write(bh.data(), bh.size() * 2);
        const Setup setup(gpu, {name,
                                type,
                                pass == Pass::kFprop ? problem.k : problem.c,
                                pass == Pass::kFprop   ? y
                                : pass == Pass::kDgrad ? x
                                                       : w,
                                &reference,
                                ab.data(),
                                bb.data(),
                                integers,
                                {},
                                {},
                                nullptr,
                                nullptr,
                                nullptr});
        const char* family = pass == Pass::kFprop ? "fprop" : pass == Pass::kDgrad ? "dgrad" : "wgrad";
        run_all(gpu, setup.value, problem, pass, family, few);
        run_halo(gpu, setup.value, problem);
        run_stem(gpu, setup.value, problem);
      }
    }
  }
}

void test_matmul(Gpu& gpu, MatmulProblem problem, const std::string& name) {
  for (const Type type : {Type::kBf16, Type::kF16}) {
    problem.type = type;
    for (const bool integers : {true, false}) {
      const auto extent = [&](Major major, i64 mn, i64 lead, i64 batch) {
        return (problem.batch - 1) * batch + (major == Major::kK ? mn : problem.k) * lead;
      };
      std::vector<double> a =
          make_data(extent(problem.major_a, problem.m, problem.lead_a, problem.batch_a), type, integers, 3);
      std::vector<double> b =
          make_data(extent(problem.major_b, problem.n, problem.lead_b, problem.batch_b), type, integers, 4);
      const Reference reference = reference_matmul(problem, a, b);
      const std::vector<uint16_t> ah = encode(a, type), bh = encode(b, type);
      Buffer ab(gpu, ah.size() * 2), bb(gpu, bh.size() * 2);
      ab.write(ah.data(), ah.size() * 2), bb.write(bh.data(), bh.size() * 2);
      Layout d;
      for (i64 z = 0; z < problem.batch; ++z) {
        for (i64 i = 0; i < problem.m; ++i) {
          for (i64 j = 0; j < problem.n; ++j) d.at.push_back(z * problem.batch_d + i * problem.lead_d + j);
        }
      }
      d.size = d.at.back() + 1;
      const Setup setup(
          gpu,
          {name, type, problem.n, d, &reference, ab.data(), bb.data(), integers, {}, {}, nullptr, nullptr, nullptr});
      run_all(gpu, setup.value, problem, Pass::kMatmul, "matmul", false);
    }
  }
}

ConvProblem conv(int n, int c, int k, Extent in, Extent filter, Extent pad, Extent stride = {1, 1, 1},
                 Extent dilation = {1, 1, 1}, int groups = 1) {
  ConvProblem p;
  p.n = n, p.c = c, p.k = k, p.groups = groups, p.in = in, p.filter = filter, p.pad_low = p.pad_high = pad;
  p.stride = stride, p.dilation = dilation;
  p.pack();
  return p;
}

void named_cases(Gpu& gpu) {
  test_conv(gpu, conv(3, 64, 64, {1, 9, 11}, {1, 3, 3}, {0, 1, 1}), "3x3", false);
  test_conv(gpu, conv(3, 3, 64, {1, 37, 29}, {1, 7, 7}, {0, 3, 3}, {1, 2, 2}), "first layer 7x7/2", false);
  test_conv(gpu, conv(2, 3, 72, {1, 14, 19}, {1, 3, 3}, {0, 1, 1}), "first layer 3x3", false);
  test_conv(gpu, conv(2, 1, 64, {1, 28, 28}, {1, 5, 5}, {0, 2, 0}), "first layer, one channel", false);
  test_conv(gpu, conv(2, 3, 40, {1, 30, 250}, {1, 5, 5}, {0, 0, 1}, {1, 1, 1}, {1, 2, 1}), "first layer, tall dilation",
            false);
  test_conv(gpu, conv(2, 4, 64, {1, 39, 43}, {1, 11, 11}, {0, 2, 2}, {1, 4, 4}), "first layer 11x11/4", false);
  test_conv(gpu, conv(2, 32, 24, {1, 13, 11}, {1, 3, 3}, {0, 1, 1}), "narrow tiles", false);
  test_conv(gpu, conv(2, 40, 56, {1, 41, 19}, {1, 3, 3}, {0, 1, 1}), "3x3 few channels", false);
  test_conv(gpu, conv(1, 64, 64, {1, 57, 70}, {1, 3, 3}, {0, 0, 2}), "3x3 pads 0 and 2", false);
  test_conv(gpu, conv(2, 72, 136, {1, 9, 7}, {1, 3, 3}, {0, 1, 1}), "3x3 channel tails", false);
  test_conv(gpu, conv(2, 256, 328, {1, 13, 15}, {1, 3, 3}, {0, 1, 1}), "3x3 several tiles", false);
  test_conv(gpu, conv(5, 136, 72, {1, 7, 5}, {1, 1, 1}, {0, 0, 0}), "1x1", false);
  test_conv(gpu, conv(3, 64, 80, {1, 13, 14}, {1, 3, 3}, {0, 1, 1}, {1, 2, 2}), "3x3/2", false);
  test_conv(gpu, conv(3, 64, 64, {1, 8, 9}, {1, 1, 1}, {0, 0, 0}, {1, 2, 2}), "1x1/2, phases without taps", false);
  test_conv(gpu, conv(2, 40, 64, {1, 8, 8}, {1, 4, 4}, {0, 1, 1}, {1, 2, 2}), "4x4/2", false);
  test_conv(gpu, conv(2, 8, 64, {1, 23, 21}, {1, 7, 7}, {0, 3, 3}, {1, 2, 2}), "7x7/2 few channels", false);
  test_conv(gpu, conv(2, 64, 72, {1, 17, 15}, {1, 5, 5}, {0, 2, 2}, {1, 3, 3}), "5x5/3", false);
  test_conv(gpu, conv(2, 64, 64, {1, 14, 15}, {1, 3, 3}, {0, 2, 2}, {1, 1, 1}, {1, 2, 2}), "dilation 2", false);
  test_conv(gpu, conv(2, 64, 64, {1, 14, 15}, {1, 3, 3}, {0, 2, 2}, {1, 2, 2}, {1, 2, 2}), "stride 2 dilation 2",
            false);
  test_conv(gpu, conv(2, 64, 64, {1, 14, 15}, {1, 3, 3}, {0, 3, 3}, {1, 2, 2}, {1, 3, 3}), "stride 2 dilation 3",
            false);
  test_conv(gpu, conv(4, 80, 96, {1, 1, 50}, {1, 1, 3}, {0, 0, 1}), "1-D", false);
  test_conv(gpu, conv(2, 32, 40, {5, 6, 7}, {3, 3, 3}, {1, 1, 1}), "3-D", false);
  test_conv(gpu, conv(2, 72, 64, {5, 6, 7}, {3, 3, 3}, {1, 1, 1}, {2, 2, 2}), "3-D stride 2", false);
  test_conv(gpu, conv(2, 128, 128, {1, 8, 9}, {1, 3, 3}, {0, 1, 1}, {1, 1, 1}, {1, 1, 1}, 2), "2 groups", false);
  test_conv(gpu, conv(2, 96, 64, {1, 8, 9}, {1, 3, 3}, {0, 1, 1}, {1, 1, 1}, {1, 1, 1}, 4), "4 small groups", false);
  test_conv(gpu, conv(40, 64, 64, {1, 2, 2}, {1, 3, 3}, {0, 1, 1}), "images smaller than a tile", false);
  test_conv(gpu, conv(1, 8, 8, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}), "one pixel", false);
  test_conv(gpu, conv(2, 64, 3, {1, 9, 9}, {1, 3, 3}, {0, 1, 1}), "3 filters", false);
  test_conv(gpu, conv(2, 64, 75, {1, 9, 9}, {1, 1, 1}, {0, 0, 0}), "75 filters", false);
  ConvProblem uneven = conv(2, 64, 64, {1, 17, 11}, {1, 3, 5}, {0, 0, 0}, {1, 3, 2});
  uneven.pad_low = {0, 0, 2}, uneven.pad_high = {0, 1, 0};
  uneven.pack();
  test_conv(gpu, uneven, "uneven pads", false);
  ConvProblem strided = conv(2, 64, 64, {1, 7, 9}, {1, 3, 3}, {0, 1, 1});
  strided.x_strides = {11 * 9 * 80, 11 * 9 * 80, 10 * 80, 80},
  strided.y_strides = {9 * 10 * 72, 9 * 10 * 72, 10 * 72, 72};
  test_conv(gpu, strided, "strided activations", false);
}

void fuzz(Gpu& gpu, int count) {
  std::mt19937 random(2026);
  const auto pick = [&](int low, int high) { return low + static_cast<int>(random() % (high - low + 1)); };
  for (int i = 0; i < count; ++i) {
    ConvProblem p;
    const int axes = pick(1, 3);
    p.n = pick(1, 4), p.c = 8 * pick(1, 24), p.k = 8 * pick(1, 34);
    for (int axis = 3 - axes; axis < 3; ++axis) {
      p.filter[axis] = pick(1, axes == 3 ? 3 : 5);
      p.stride[axis] = pick(1, axes == 3 ? 2 : 3), p.dilation[axis] = pick(1, 3);
      const int extent = (p.filter[axis] - 1) * p.dilation[axis] + 1;
      p.pad_low[axis] = pick(0, extent - 1), p.pad_high[axis] = pick(0, extent - 1);
      p.in[axis] = std::max(pick(1, axes == 3 ? 8 : axes == 2 ? 18 : 90), extent - p.pad_low[axis] - p.pad_high[axis]);
    }
    p.pack();
    test_conv(gpu, p, "fuzz " + std::to_string(i), true);
  }
}

void matmul_cases(Gpu& gpu) {
  for (const Major a : {Major::kK, Major::kMn}) {
    for (const Major b : {Major::kK, Major::kMn}) {
      MatmulProblem p;
      p.major_a = a, p.major_b = b;
      p.m = 200, p.n = 328, p.k = 136, p.batch = 2;
      p.pack();
      test_matmul(gpu, p, "200x328x136 batch 2");
      p.m = 520, p.n = 64, p.k = 72, p.batch = 1;
      p.pack();
      p.lead_a += 16, p.lead_b += 8, p.lead_d += 24;
      test_matmul(gpu, p, "520x64x72 padded");
      p.m = 64, p.n = 136, p.k = 200, p.batch = 3;
      p.pack();
      p.batch_b = 0;
      test_matmul(gpu, p, "64x136x200 one B for a batch of 3");
      if (b == Major::kK) {
        p.m = 72, p.n = 77, p.k = 64, p.batch = 2;
        p.pack();
        test_matmul(gpu, p, "72x77x64, odd width");
      }
    }
  }
}

}  // namespace
}  // namespace girih::gpu

int main(int argc, char** argv) {
  using namespace girih::gpu;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const int fuzz_count = argc > 1 ? std::atoi(argv[1]) : 60;
  Gpu gpu(conv_images());
  std::printf("igemm_test on %s, driver %d, %d multiprocessors\n", gpu.name.c_str(), gpu.driver_version,
              gpu.multiprocessors);
  std::fflush(stdout);
  named_cases(gpu);
  matmul_cases(gpu);
  fuzz(gpu, fuzz_count);
  int failures = 0;
  for (const auto& [why, count] : refusals) std::printf("refused %5d: %s\n", count, why.c_str());
  for (const auto& [family, t] : tallies) {
    std::printf("%-7s %6d runs, %d failures, %d refused, largest error %.3f of its bound\n", family.c_str(), t.runs,
                t.failures, t.refused, t.worst);
    failures += t.failures + (t.runs == 0);
  }
  std::printf(failures == 0 ? "PASS\n" : "FAIL\n");
  return failures != 0;
}
