// Softmax, any rank and strides: one row (the elements that are normalized together) at a time.
#include <limits>

#include "engines/reference/loops.h"
#include "plan/engine.h"

namespace girih::engines {

extern const Engine reference_softmax;

namespace {

using graph::Softmax;
using graph::SoftmaxAlgorithm;
using reference::offset;

// The dims of a row within a tensor; the other dims number the rows.
struct Rows {
  int rank;
  int64_t outer[kMaxRank], inner[kMaxRank];
  int64_t count = 1;
};

Rows rows_of(const Softmax& o, const TensorDesc& t) {
  Rows r{t.rank, {}, {}};
  for (int i = 0; i < t.rank; ++i) {
    const bool inside = i == 1 || (i > 1 && !o.channel);
    r.outer[i] = inside ? 1 : t.dims[i];
    r.inner[i] = inside ? t.dims[i] : 1;
    r.count *= r.outer[i];
  }
  return r;
}

// Calls row(first) for every row; first is the index of its first element.
template <class F>
void each_row(const Rows& r, F&& row) {
  parallel_range(r.count, 8, [&](int64_t begin, int64_t end) {
    for (int64_t n = begin; n < end; ++n) {
      int64_t first[kMaxRank], rest = n;
      for (int i = r.rank - 1; i >= 0; --i) {
        first[i] = rest % r.outer[i];
        rest /= r.outer[i];
      }
      row(static_cast<const int64_t*>(first));
    }
  });
}

template <class F>
void each_of_row(const Rows& r, const int64_t* first, F&& f) {
  reference::each_index(r.rank, r.inner, [&](const int64_t* at) {
    int64_t index[kMaxRank];
    for (int i = 0; i < r.rank; ++i) index[i] = first[i] + at[i];
    f(static_cast<const int64_t*>(index));
  });
}

// FAST takes no maximum off: exp overflows where that of the arithmetic type does, f32 for all but f64.
template <class T>
double fast_exp(double v) {
  if constexpr (std::is_same_v<T, double>) return std::exp(v);
  return static_cast<double>(static_cast<float>(std::exp(v)));
}

template <class T>
void forward(const Softmax& o, const RunArgs& a, const graph::Scalars& k) {
  const TensorDesc &xd = a.graph.desc(o.x), &yd = a.graph.desc(o.y);
  const T* x = a.ptr<T>(o.x);
  T* y = a.ptr<T>(o.y);
  const Rows rows = rows_of(o, xd);
  const bool fast = o.algorithm == SoftmaxAlgorithm::fast;
  each_row(rows, [&](const int64_t* first) {
    double max = -std::numeric_limits<double>::infinity(), sum = 0;
    if (fast) max = 0;
    // A NaN need not win here: it makes the sum, and so the whole row, NaN; so do +inf and a row of -inf.
    else
      each_of_row(rows, first, [&](const int64_t* i) { max = std::max(max, load<double>(x[offset(xd, i)])); });
    auto e = [&](const int64_t* i) {
      const double v = load<double>(x[offset(xd, i)]);
      return fast ? fast_exp<T>(v) : std::exp(v - max);
    };
    each_of_row(rows, first, [&](const int64_t* i) { sum += e(i); });
    if (fast && !std::is_same_v<T, double>) sum = static_cast<double>(static_cast<float>(sum));
    const double log_sum = std::log(sum);
    each_of_row(rows, first, [&](const int64_t* i) {
      const double r =
          o.algorithm == SoftmaxAlgorithm::log ? load<double>(x[offset(xd, i)]) - max - log_sum : e(i) / sum;
      reference::blend(y[offset(yd, i)], k.alpha, r, k.beta);
    });
  });
}

template <class T>
void backward(const Softmax& o, const RunArgs& a, const graph::Scalars& k) {
  const TensorDesc &yd = a.graph.desc(o.y), &dyd = a.graph.desc(o.dy), &dxd = a.graph.desc(o.dx);
  const T *y = a.ptr<T>(o.y), *dy = a.ptr<T>(o.dy);
  T* dx = a.ptr<T>(o.dx);
  const Rows rows = rows_of(o, yd);
  const bool log = o.algorithm == SoftmaxAlgorithm::log;
  each_row(rows, [&](const int64_t* first) {
    double sum = 0;  // of dy * y, or of dy for LOG
    each_of_row(rows, first, [&](const int64_t* i) {
      const double g = load<double>(dy[offset(dyd, i)]);
      sum += log ? g : g * load<double>(y[offset(yd, i)]);
    });
    each_of_row(rows, first, [&](const int64_t* i) {
      const double g = load<double>(dy[offset(dyd, i)]), v = load<double>(y[offset(yd, i)]);
      reference::blend(dx[offset(dxd, i)], k.alpha, log ? g - std::exp(v) * sum : v * (g - sum), k.beta);
    });
  });
}

Verdict supports(const graph::Graph& g, const Device&) {
  return g.only<Softmax>() ? yes() : no("takes a single softmax");
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const auto& o = *g.only<Softmax>();
  return {0.05 * static_cast<double>(g.desc(o.y).count()), 0};
}

Result<Plan> build(const graph::Graph&, const Device&) {
  return Plan{&reference_softmax, 0, [](const RunArgs& a) -> Check {
                const auto& o = *a.graph.only<Softmax>();
                const graph::Scalars& k = a.scalars();
                dispatch_float(a.graph.desc(o.y).dtype, [&](auto t) {
                  using T = typename decltype(t)::type;
                  o.backward ? backward<T>(o, a, k) : forward<T>(o, a, k);
                });
                return {};
              }};
}

}  // namespace

const Engine reference_softmax{104, "reference.softmax", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
