// Multi-head attention: every option, all four passes, sums in double.
#include <cmath>

#include "engines/reference/attention/passes.h"

namespace girih::engines {

extern const Engine reference_attention;

namespace {

namespace attention = reference::attention;

struct Double {
  template <class A, class Emit>
  static void product(int64_t batch, int64_t m, int64_t n, int64_t k, attention::Factor<A> a, attention::Factor<A> b,
                      const Emit& emit) {
    parallel_range(batch * m, std::max<int64_t>(1, 4096 / (n * k + 1)), [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        const int64_t g = row / m, i = row % m;
        const A *left = a.data + g * a.batch + i * a.row, *right = b.data + g * b.batch;
        for (int64_t j = 0; j < n; ++j) {
          double sum = 0;
          for (int64_t d = 0; d < k; ++d)
            sum += static_cast<double>(left[d * a.col]) * static_cast<double>(right[d * b.row + j * b.col]);
          emit(g, i, j, sum);
        }
      }
    });
  }

  template <class A>
  static void gradient(int64_t m, int64_t n, int64_t k, attention::Factor<A> a, attention::Factor<A> b, void* to,
                       DType type, double beta) {
    const reference::BlendFn blend = reference::blender(type);
    product<A>(1, m, n, k, a, b,
               [=](int64_t, int64_t i, int64_t j, double sum) { blend(to, i * n + j, 1, sum, beta); });
  }

  template <class A>
  static void softmax(A* row, int64_t count) {
    double high = static_cast<double>(row[0]), sum = 0;
    for (int64_t i = 1; i < count; ++i) high = std::max(high, static_cast<double>(row[i]));
    for (int64_t i = 0; i < count; ++i) sum += std::exp(static_cast<double>(row[i]) - high);
    for (int64_t i = 0; i < count; ++i) row[i] = static_cast<A>(std::exp(static_cast<double>(row[i]) - high) / sum);
  }

  template <class A>
  static void softmax_gradient(const A* y, A* dy, int64_t count) {
    double sum = 0;
    for (int64_t i = 0; i < count; ++i) sum += static_cast<double>(y[i]) * static_cast<double>(dy[i]);
    for (int64_t i = 0; i < count; ++i)
      dy[i] = static_cast<A>(static_cast<double>(y[i]) * (static_cast<double>(dy[i]) - sum));
  }
};

Verdict supports(const graph::Graph& g, const Device&) {
  return g.only<graph::MultiHeadAttention>() ? yes() : no("takes multi-head attention");
}

// About 0.9 ns for a multiply-add in double.
Estimate estimate(const graph::Graph& g, const Device&) {
  return {0.9e-3 * attention::multiply_adds(g), attention::workspace_bytes(g)};
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  return Plan{&reference_attention, attention::workspace_bytes(g), [](const RunArgs& a) -> Check {
                const DType data = a.graph.desc(a.graph.only<graph::MultiHeadAttention>()->q).dtype;
                return data == DType::f64 ? attention::run_pass<Double, double>(a)
                                          : attention::run_pass<Double, float>(a);
              }};
}

}  // namespace

const Engine reference_attention{113, "reference.attention", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
