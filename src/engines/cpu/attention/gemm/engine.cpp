// Multi-head attention on the CPU's matrix product: the passes of the reference engine, with f32 sums and the vector
// softmax. f16 and bf16 are converted on the way.
#include "engines/cpu/gemm/gemm.h"
#include "engines/cpu/softmax/rows/kernels.h"
#include "engines/reference/attention/passes.h"

namespace girih::engines {

extern const Engine cpu_attention_gemm;

namespace {

namespace attention = reference::attention;

template <class Emit>
struct Emitter final : simd::GemmResult {
  const Emit& emit;
  explicit Emitter(const Emit& e) : emit(e) {}
  void store(int64_t group, int64_t row, int64_t rows, int64_t col, int cols, const float* c, int ld) const override {
    for (int64_t r = 0; r < rows; ++r)
      for (int i = 0; i < cols; ++i) emit(group, row + r, col + i, c[r * ld + i]);
  }
};

struct Single {
  static gemm::Product factors(int64_t batch, int64_t m, int64_t n, int64_t k, attention::Factor<float> a,
                               attention::Factor<float> b) {
    gemm::Product p;
    p.m = m, p.n = n, p.k = k, p.batch = batch;
    p.a = {a.data, a.row, a.col};
    p.b = {b.data, b.row, b.col};
    p.a_batch = a.batch, p.b_batch = b.batch;
    return p;
  }
  template <class A, class Emit>
  static void product(int64_t batch, int64_t m, int64_t n, int64_t k, attention::Factor<A> a, attention::Factor<A> b,
                      const Emit& emit) {
    gemm::multiply(factors(batch, m, n, k, a, b), Emitter<Emit>(emit));
  }
  template <class A>
  static void gradient(int64_t m, int64_t n, int64_t k, attention::Factor<A> a, attention::Factor<A> b, void* to,
                       DType type, double beta) {
    gemm::Product p = factors(1, m, n, k, a, b);
    p.c = {to, n, 1, type};
    p.beta = static_cast<float>(beta);
    gemm::multiply(p);
  }
  static void softmax(float* row, int64_t count) {
    softmax::kernels().forward_rows({graph::SoftmaxAlgorithm::accurate, 1, count, 1}, row, row, 1, 0, 0, 1);
  }
  static void softmax_gradient(const float* y, float* dy, int64_t count) {
    softmax::kernels().backward_rows({graph::SoftmaxAlgorithm::accurate, 1, count, 1}, y, dy, dy, 1, 0, 0, 1);
  }
};

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<graph::MultiHeadAttention>();
  if (!o) return no("takes multi-head attention");
  if (g.desc(o->q).dtype == DType::f64) return no("{}: its type is f64; sums are made in f32 here", g.name(o->q));
  return yes();
}

// Always ahead of the reference engine: 20 to 60 times as fast (bench/cpu/networks), but for the smallest calls, where
// it loses up to 3 us.
Estimate estimate(const graph::Graph& g, const Device&) {
  return {0.09e-3 * attention::multiply_adds(g), attention::workspace_bytes(g)};
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  return Plan{&cpu_attention_gemm, attention::workspace_bytes(g),
              [](const RunArgs& a) { return attention::run_pass<Single, float>(a); }};
}

}  // namespace

const Engine cpu_attention_gemm{222, "cpu.attention.gemm", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
