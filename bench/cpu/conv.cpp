// Convolution engines of the CPU: speed of each pass on ResNet-50's 3x3 layers and on LeNet's, as GF/s and as a share
// of the machine's fused multiply-add peak, which is measured right before each run.
//
// Times are minima: with one thread of the thread's own CPU time, else of wall time. Operations are those of the
// definition (2 for each tap, padding included), so Winograd may exceed 100 %.
#include <time.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "engines/cpu/simd/gemm_kernels.h"
#include "plan/plan.h"

namespace {

using namespace girih;
using graph::Convolution;
using graph::ConvPass;

struct Layer {
  const char* name;
  int64_t n, c, hw, k, rs, pad, stride, groups;
};
constexpr Layer kLayers[] = {
    {"resnet50 64@56", 16, 64, 56, 64, 3, 1, 1, 1},     {"resnet50 128@56/2", 16, 128, 56, 128, 3, 1, 2, 1},
    {"resnet50 128@28", 16, 128, 28, 128, 3, 1, 1, 1},  {"resnet50 256@28/2", 16, 256, 28, 256, 3, 1, 2, 1},
    {"resnet50 256@14", 16, 256, 14, 256, 3, 1, 1, 1},  {"resnet50 512@14/2", 16, 512, 14, 512, 3, 1, 2, 1},
    {"resnet50 512@7", 16, 512, 7, 512, 3, 1, 1, 1},    {"lenet 1-16@28", 64, 1, 28, 16, 5, 0, 1, 1},
    {"lenet 16-32@12", 64, 16, 12, 32, 5, 0, 1, 1},     {"lenet dense 512-128", 64, 32, 4, 128, 4, 0, 1, 1},
    {"lenet dense 128-10", 64, 128, 1, 10, 1, 0, 1, 1}, {"depthwise 144@28", 4, 144, 28, 144, 3, 1, 1, 144},
    {"group32 128@28", 4, 128, 28, 128, 3, 1, 1, 32},
};

double seconds(bool own_thread) {
  timespec t;
  clock_gettime(own_thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

template <class F>
double fastest(F&& f, double budget, int at_least) {
  const bool own = thread_count() == 1;
  double best = 1e30, spent = 0;
  for (int i = 0; i < at_least || (spent < budget && i < 1000); ++i) {
    const double t0 = seconds(own);
    f();
    const double t = seconds(own) - t0;
    best = std::min(best, t);
    spent += t;
  }
  return best;
}

double measure_peak() {
  const auto& k = simd::gemm_kernels();
  constexpr int64_t kCount = 50000;
  const int threads = thread_count();
  std::vector<double> sink(static_cast<size_t>(threads));
  const double t = fastest(
      [&] { parallel_for(threads, [&](int64_t i) { sink[static_cast<size_t>(i)] = k.fma_peak_loop(kCount); }); }, 0.02,
      5);
  return threads * 2.0 * simd::kPeakChains * k.lanes * kCount / t / 1e9;
}

struct Options {
  int threads = 1;
  double budget = 0.06;
  bool nhwc = false, json = false;
  std::string filter;
  std::vector<int> engines = {210, 211, 220, 230};
};

void fill(std::vector<float>& v) {
  std::mt19937 random(1);
  for (float& f : v) f = static_cast<float>(static_cast<int>(random() % 1000) - 500) * 1e-3f;
}

}  // namespace

int main(int argc, char** argv) {
  Options o;
  CLI::App app{"Speed of the CPU convolution engines"};
  app.add_option("--threads", o.threads, "threads to use")->capture_default_str();
  app.add_option("--budget", o.budget, "seconds for each measurement")->capture_default_str();
  app.add_option("--filter", o.filter, "only layers whose name contains this");
  app.add_option("--engines", o.engines, "engine ids")->capture_default_str();
  app.add_flag("--nhwc", o.nhwc, "NHWC tensors and KRSC filters in place of NCHW and KCRS");
  app.add_flag("--json", o.json, "write JSON");
  CLI11_PARSE(app, argc, argv);
  set_thread_count(o.threads);

  auto results = nlohmann::json::array();
  for (const Layer& l : kLayers) {
    if (std::string(l.name).find(o.filter) == std::string::npos) continue;
    const auto layout = o.nhwc ? Layout::nhwc : Layout::nchw;
    const int64_t out = graph::conv_output_dim(l.hw, 2 * l.pad, l.rs, l.stride, 1);
    const TensorDesc x = make_packed(DType::f32, {l.n, l.c, l.hw, l.hw}, layout);
    const TensorDesc w = make_packed(DType::f32, {l.k, l.c / l.groups, l.rs, l.rs}, layout);
    const TensorDesc y = make_packed(DType::f32, {l.n, l.k, out, out}, layout);
    std::vector<float> data[3];
    const TensorDesc* descs[3] = {&x, &w, &y};
    for (int i = 0; i < 3; ++i) {
      data[i].resize(static_cast<size_t>(descs[i]->count()));
      fill(data[i]);
    }
    void* pointers[3] = {data[0].data(), data[1].data(), data[2].data()};
    const double flops =
        2.0 * static_cast<double>(y.count()) * static_cast<double>(w.count()) / static_cast<double>(l.k);
    for (auto pass : {ConvPass::fprop, ConvPass::dgrad, ConvPass::wgrad}) {
      graph::Graph g;
      Convolution c;
      c.pass = pass;
      c.x = g.add_tensor("x", x), c.w = g.add_tensor("w", w), c.y = g.add_tensor("y", y);
      for (int i = 0; i < 2; ++i) c.pad_before[i] = c.pad_after[i] = l.pad, c.stride[i] = l.stride;
      g.nodes.push_back({c, {}});
      for (int id : o.engines) {
        const Engine* e = find_engine(id);
        if (!e || !e->supports(g, Device{})) continue;
        auto plan = get_plan(g, Device{}, id);
        if (!plan) continue;
        const size_t workspace = (*plan)->workspace;
        std::unique_ptr<unsigned char[]> space(new unsigned char[workspace + 64]);
        void* aligned = reinterpret_cast<void*>((reinterpret_cast<uintptr_t>(space.get()) + 63) / 64 * 64);
        bool failed = false;
        const double peak = measure_peak();
        const double t = fastest(
            [&] {
              failed |= !(*plan)->run({g, pointers, workspace ? aligned : nullptr});
            },
            o.budget, 2);
        if (failed) continue;
        const char* name = pass == ConvPass::fprop ? "fprop" : pass == ConvPass::dgrad ? "dgrad" : "wgrad";
        const double predicted = e->estimate(g, Device{}).microseconds;
        if (o.json)
          results.push_back({{"layer", l.name},
                             {"batch", l.n},
                             {"layout", o.nhwc ? "nhwc" : "nchw"},
                             {"pass", name},
                             {"engine", e->name},
                             {"threads", o.threads},
                             {"microseconds", t * 1e6},
                             {"gflops", flops / t / 1e9},
                             {"peak_gflops", peak},
                             {"workspace", workspace}});
        else
          std::printf(
              "%-20s n=%-3d %-5s %-26s %9.1f us  %7.1f GF/s  %5.1f %% of %.1f   predicted %9.1f us, workspace %.1f "
              "MB\n",
              l.name, static_cast<int>(l.n), name, e->name, t * 1e6, flops / t / 1e9, 100 * flops / t / 1e9 / peak,
              peak, predicted, static_cast<double>(workspace) / 1e6);
        std::fflush(stdout);
      }
    }
  }
  if (o.json) std::printf("%s\n", results.dump(1).c_str());
}
