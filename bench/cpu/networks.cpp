// Recurrent networks and attention on the CPU: each pass on the reference engine and on the matrix product engine, as
// GF/s and as a share of the fused multiply-add peak, which is measured right before. Operations are two for each
// multiply-add of the matrix products; cells and softmax count nothing.
//
// Times are minima: with one thread of the thread's own CPU time, else of wall time.
#include <time.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "engines/cpu/simd/gemm_kernels.h"
#include "plan/plan.h"

namespace {

using namespace girih;

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

// A graph with memory of its own for every tensor.
struct Bench {
  Call call;
  std::vector<std::unique_ptr<unsigned char[]>> memory;

  graph::TensorId tensor(const char* name, const TensorDesc& d) {
    const size_t bytes = static_cast<size_t>(d.count()) * dtype_size(d.dtype);
    memory.emplace_back(new unsigned char[bytes + 64]);
    auto* base = memory.back().get();
    base += 64 - reinterpret_cast<uintptr_t>(base) % 64;
    uint32_t state = 1;
    for (int64_t i = 0; i < d.count(); ++i) {  // numbers in [-0.25, 0.25)
      state = state * 1664525 + 1013904223;
      const float v = static_cast<float>(state >> 8) * 0x1p-25f - 0.25f;
      dispatch(d.dtype, [&](auto t) {
        using T = typename decltype(t)::type;
        reinterpret_cast<T*>(base)[i] = store<T>(std::is_integral_v<T> ? 0 : v);
      });
    }
    return call.tensor(name, d, base);
  }
  graph::TensorId numbers(const char* name, const std::vector<int32_t>& v) {
    const auto id = tensor(name, make_packed(DType::i32, {static_cast<int64_t>(v.size())}));
    std::copy(v.begin(), v.end(), static_cast<int32_t*>(call.data.back()));
    return id;
  }
};

struct Options {
  int threads = 1;
  double budget = 0.1;
  bool only_gemm = false;
  std::string filter;
};

// Seconds of the call on one engine; 0 where it cannot run.
double measure(const Bench& b, int engine, double budget) {
  auto plan = get_plan(b.call.graph, Device{}, engine);
  if (!plan) {
    std::printf("  %s\n", plan.error().text.c_str());
    return 0;
  }
  std::vector<unsigned char> workspace((*plan)->workspace + 64);
  auto* aligned = workspace.data() + (64 - reinterpret_cast<uintptr_t>(workspace.data()) % 64);
  bool failed = false;
  const double t = fastest([&] { failed |= !run(Device{}, b.call, engine, aligned, (*plan)->workspace); }, budget, 2);
  return failed ? 0 : t;
}

void report(const char* name, const char* pass, const Bench& b, int reference, int fast, double flops,
            const Options& o) {
  const double slow = o.only_gemm ? 0 : measure(b, reference, o.budget);
  const double peak = measure_peak(), t = measure(b, fast, o.budget);
  if (o.only_gemm) {
    std::printf("%-34s %-9s gemm %9.1f us %6.1f GF/s %5.1f %% of %.1f\n", name, pass, t * 1e6, flops / t / 1e9,
                100 * flops / t / 1e9 / peak, peak);
    std::fflush(stdout);
    return;
  }
  std::printf("%-34s %-9s reference %10.1f us %6.2f GF/s   gemm %9.1f us %6.1f GF/s %5.1f %% of %.1f   x%.1f\n", name,
              pass, slow * 1e6, flops / slow / 1e9, t * 1e6, flops / t / 1e9, 100 * flops / t / 1e9 / peak, peak,
              slow / t);
  std::fflush(stdout);
}

struct RnnCase {
  const char* name;
  graph::RnnCell cell;
  int64_t steps, batch, input, hidden, layers;
  bool bidirectional;
  DType type;
};
constexpr RnnCase kRnns[] = {
    {"lstm T50 N32 512-512", graph::RnnCell::lstm, 50, 32, 512, 512, 1, false, DType::f32},
    {"lstm T50 N32 512-512 f16", graph::RnnCell::lstm, 50, 32, 512, 512, 1, false, DType::f16},
    {"lstm T20 N64 256-256 L2 both ways", graph::RnnCell::lstm, 20, 64, 256, 256, 2, true, DType::f32},
    {"gru T50 N32 512-512", graph::RnnCell::gru, 50, 32, 512, 512, 1, false, DType::f32},
    {"lstm T50 N1 512-512", graph::RnnCell::lstm, 50, 1, 512, 512, 1, false, DType::f32},
    {"lstm T10 N4 32-32", graph::RnnCell::lstm, 10, 4, 32, 32, 1, false, DType::f32},
    {"tanh T3 N2 5-6", graph::RnnCell::tanh, 3, 2, 5, 6, 1, false, DType::f32},
};

void bench_rnn(const RnnCase& c, const Options& o) {
  using graph::RnnPass;
  for (auto pass : {RnnPass::inference, RnnPass::training, RnnPass::backward_data, RnnPass::backward_weights}) {
    Bench b;
    graph::Rnn op;
    op.pass = pass;
    op.cell = c.cell;
    op.bidirectional = c.bidirectional;
    op.input = c.input, op.hidden = op.output = c.hidden, op.layers = c.layers;
    const TensorDesc x = make_packed(c.type, {c.steps, c.batch, c.input});
    const TensorDesc y = make_packed(c.type, {c.steps, c.batch, op.directions() * c.hidden});
    const TensorDesc w = make_packed(c.type, {rnn_weight_count(op)});
    op.lengths =
        b.numbers("lengths", std::vector<int32_t>(static_cast<size_t>(c.batch), static_cast<int32_t>(c.steps)));
    op.y = b.tensor("y", y);
    if (pass != RnnPass::backward_data) op.x = b.tensor("x", x);
    if (pass == RnnPass::backward_weights)
      op.dweights = b.tensor("dw", w);
    else
      op.weights = b.tensor("w", w);
    if (pass == RnnPass::backward_data) op.dy = b.tensor("dy", y), op.dx = b.tensor("dx", x);
    if (pass != RnnPass::inference)
      op.reserve = b.tensor("reserve", make_packed(DType::u8, {rnn_reserve(op, c.steps * c.batch, c.type).bytes}));
    b.call.add(op);
    static const char* const kNames[] = {"infer", "train", "data", "weights"};
    const double flops = 2.0 * static_cast<double>(c.steps * c.batch) * static_cast<double>(rnn_weight_count(op));
    report(c.name, kNames[static_cast<int>(pass)], b, 111, 221, flops, o);
  }
}

struct AttentionCase {
  const char* name;
  int64_t batch, time, heads, size, head;
  DType type;
};
constexpr AttentionCase kAttentions[] = {
    {"attention N4 T128 8x64 d512", 4, 128, 8, 512, 64, DType::f32},
    {"attention N4 T128 8x64 d512 f16", 4, 128, 8, 512, 64, DType::f16},
    {"attention N1 T512 8x64 d512", 1, 512, 8, 512, 64, DType::f32},
    {"attention N16 T32 4x32 d128", 16, 32, 4, 128, 32, DType::f32},
    {"attention N2 T4 2x3 d4", 2, 4, 2, 4, 3, DType::f32},
};

void bench_attention(const AttentionCase& c, const Options& o) {
  using graph::AttentionPass;
  for (auto pass : {AttentionPass::inference, AttentionPass::training, AttentionPass::backward_data,
                    AttentionPass::backward_weights}) {
    Bench b;
    graph::MultiHeadAttention op;
    op.pass = pass;
    op.heads = c.heads;
    op.q_size = op.k_size = op.v_size = op.o_proj = c.size;
    op.q_proj = op.k_proj = op.v_proj = c.head;
    op.scale = 0.125;
    const TensorDesc rows = make_packed(c.type, {c.batch, 1, c.time, c.size});
    const TensorDesc w = make_packed(c.type, {attention_weight_count(op)});
    op.q = b.tensor("q", rows), op.k = b.tensor("k", rows), op.v = b.tensor("v", rows);
    op.weights = b.tensor("w", w);
    const std::vector<int32_t> lengths(static_cast<size_t>(c.batch), static_cast<int32_t>(c.time));
    op.q_lengths = b.numbers("q_lengths", lengths), op.kv_lengths = b.numbers("kv_lengths", lengths);
    const bool forward = pass == AttentionPass::inference || pass == AttentionPass::training;
    if (forward) {
      op.out = b.tensor("out", rows);
      op.lo = b.numbers("lo", std::vector<int32_t>(static_cast<size_t>(c.time), 0));
      op.hi = b.numbers("hi", std::vector<int32_t>(static_cast<size_t>(c.time), static_cast<int32_t>(c.time)));
    } else {
      op.dout = b.tensor("dout", rows);
    }
    if (pass == AttentionPass::backward_data)
      op.dq = b.tensor("dq", rows), op.dk = b.tensor("dk", rows), op.dv = b.tensor("dv", rows);
    if (pass == AttentionPass::backward_weights) op.dweights = b.tensor("dw", w);
    const graph::AttentionSizes s{c.batch, 1, 1, c.time, c.time};
    if (pass != AttentionPass::inference)
      op.reserve = b.tensor("reserve", make_packed(DType::u8, {attention_reserve(op, s, c.type).bytes}));
    b.call.add(op);
    const double rows_count = static_cast<double>(c.batch * c.time), width = static_cast<double>(c.heads * c.head);
    const double projections = 4 * rows_count * static_cast<double>(c.size) * width;
    const double scores = 2 * rows_count * static_cast<double>(c.time) * width;
    const double products = pass == AttentionPass::backward_data      ? projections + 2 * scores
                            : pass == AttentionPass::backward_weights ? projections
                                                                      : projections + scores;
    static const char* const kNames[] = {"infer", "train", "data", "weights"};
    report(c.name, kNames[static_cast<int>(pass)], b, 113, 222, 2 * products, o);
  }
}

}  // namespace

int main(int argc, char** argv) {
  Options o;
  CLI::App app{"Speed of recurrent networks and attention on the CPU"};
  app.add_option("--threads", o.threads, "threads to use")->capture_default_str();
  app.add_option("--budget", o.budget, "seconds for each measurement")->capture_default_str();
  app.add_flag("--only-gemm", o.only_gemm, "leave the reference engines out");
  app.add_option("--filter", o.filter, "only networks whose name contains this");
  CLI11_PARSE(app, argc, argv);
  set_thread_count(o.threads);
  for (const RnnCase& c : kRnns)
    if (std::string(c.name).find(o.filter) != std::string::npos) bench_rnn(c, o);
  for (const AttentionCase& c : kAttentions)
    if (std::string(c.name).find(o.filter) != std::string::npos) bench_attention(c, o);
}
