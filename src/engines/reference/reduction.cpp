// Reference reduction: each output element walks its slice of x in row-major order; sums in double, those of integers
// exactly, those of complex numbers as such.
#include <cmath>
#include <limits>

#include "engines/reference/access.h"
#include "plan/engine.h"

namespace girih::engines {
extern const Engine reference_reduction;
namespace {

using namespace girih::reference;
using graph::ReduceOp;
using graph::Reduction;

constexpr int64_t kRun = 256;

bool is_extreme(ReduceOp op) { return op == ReduceOp::min || op == ReduceOp::max || op == ReduceOp::amax; }

// The elements of x that one output element sees: the reduced dims, neighbours merged.
struct Slice {
  TensorDesc x;
  int64_t slice[kMaxRank] = {};
  int64_t count = 1;
  int rank = 0;
  int64_t dims[kMaxRank + 1] = {}, strides[kMaxRank + 1] = {};

  Slice(const TensorDesc& from, const TensorDesc& to) : x(from) {
    for (int i = 0; i < x.rank; ++i) {
      slice[i] = to.dims[i] == 0 ? 1 : x.dims[i] / to.dims[i];
      count *= slice[i];
      if (slice[i] == 1) continue;
      if (rank > 0 && strides[rank - 1] == x.strides[i] * slice[i]) {
        dims[rank - 1] *= slice[i];
        strides[rank - 1] = x.strides[i];
      } else {
        dims[rank] = slice[i];
        strides[rank++] = x.strides[i];
      }
    }
    if (rank == 0) dims[rank++] = 1;
  }

  // Calls f(first, stride, n) for runs of at most kRun elements, in row-major order of the slice of an output.
  template <class F>
  void each_run(const int64_t* output, F&& f) const {
    if (count == 0) return;
    int64_t base[kMaxRank];
    for (int i = 0; i < x.rank; ++i) base[i] = output[i] * slice[i];
    if (x.vector != 1) {
      each_index(x.rank, slice, [&](const int64_t* index) {
        int64_t at[kMaxRank] = {};
        for (int i = 0; i < x.rank; ++i) at[i] = base[i] + index[i];
        f(offset(x, at), int64_t(0), int64_t(1));
      });
      return;
    }
    const int64_t start = offset(x, base), stride = strides[rank - 1];
    each_index_of_rows(start, [&](int64_t at) {
      for (int64_t i = 0; i < dims[rank - 1]; i += kRun) f(at + i * stride, stride, std::min(kRun, dims[rank - 1] - i));
    });
  }
  template <class F>
  void each_index_of_rows(int64_t start, F&& f) const {
    int64_t index[kMaxRank] = {};
    do {
      int64_t at = start;
      for (int i = 0; i < rank - 1; ++i) at += index[i] * strides[i];
      f(at);
    } while (next(rank - 1, dims, index));
  }
};

// The first extreme in row-major order. Without propagation NaNs are passed over; a slice of nothing but NaN gives the
// value that lost to every number, and index 2147483647 (behaviour.md 10).
template <class T>
struct Tracker {
  ReduceOp op;
  bool propagate;
  T best;
  int64_t index = INT32_MAX;
  bool done = false;

  Tracker(const Reduction& o, T start) : op(o.op), propagate(o.propagate_nan), best(start) {}
  void add(T v, int64_t at) {
    if (done) return;
    if (v != v) {
      if (!propagate) return;
      best = v, index = at;
      done = true;
      return;
    }
    if (op == ReduceOp::amax && v < 0) v = -v;
    const bool better = op == ReduceOp::min ? v < best : v > best;
    if (better || index == INT32_MAX) best = v, index = at;
  }
};

double start_value(ReduceOp op, DType x) {
  if (op == ReduceOp::amax) return 0;
  const double largest = x == DType::f64 ? std::numeric_limits<double>::max() : std::numeric_limits<float>::max();
  return op == ReduceOp::max ? -largest : largest;
}

struct RealInput {
  LoadRunFn load;

  Tracker<double> extreme(const Reduction& o, const Slice& s, const int64_t* base, const void* data) const {
    Tracker<double> t(o, start_value(o.op, s.x.dtype));
    int64_t n = 0;
    double buffer[kRun];
    s.each_run(base, [&](int64_t first, int64_t stride, int64_t count) {
      load(data, first, stride, count, buffer);
      for (int64_t i = 0; i < count; ++i) t.add(buffer[i], n++);
    });
    return t;
  }
  double sum(const Reduction& o, const Slice& s, const int64_t* base, const void* data) const {
    double r = o.op == ReduceOp::mul || o.op == ReduceOp::mul_no_zeros ? 1 : 0;
    double buffer[kRun];
    s.each_run(base, [&](int64_t first, int64_t stride, int64_t count) {
      load(data, first, stride, count, buffer);
      for (int64_t i = 0; i < count; ++i) {
        const double v = buffer[i];
        switch (o.op) {
          case ReduceOp::mul:
            r *= v;
            break;
          case ReduceOp::mul_no_zeros:
            r *= v == 0 ? 1 : v;
            break;
          case ReduceOp::norm1:
            r += std::fabs(v);
            break;
          case ReduceOp::norm2:
            r += v * v;
            break;
          default:
            r += v;
        }
      }
    });
    if (o.op == ReduceOp::avg) return r / static_cast<double>(s.count);
    return o.op == ReduceOp::norm2 ? std::sqrt(r) : r;
  }
};

struct IntegerInput {
  LoadIntFn load;

  Tracker<int128> extreme(const Reduction& o, const Slice& s, const int64_t* base, const void* data) const {
    Tracker<int128> t(o, 0);
    int64_t n = 0;
    s.each_run(base, [&](int64_t first, int64_t stride, int64_t count) {
      for (int64_t i = 0; i < count; ++i) t.add(load(data, first + i * stride), n++);
    });
    return t;
  }
  // Sums of 2^63 numbers of 64 bits fit. A product beyond 2^64 stays there: every result type is narrower.
  int128 sum(const Reduction& o, const Slice& s, const int64_t* base, const void* data) const {
    const bool product = o.op == ReduceOp::mul || o.op == ReduceOp::mul_no_zeros;
    constexpr int128 limit = int128(1) << 64;
    int128 r = product;
    s.each_run(base, [&](int64_t first, int64_t stride, int64_t count) {
      for (int64_t i = 0; i < count; ++i) {
        const int128 v = load(data, first + i * stride);
        if (!product)
          r += o.op == ReduceOp::norm1 && v < 0 ? -v : v;
        else if (v != 0 || o.op == ReduceOp::mul)
          r = v == 0 ? 0 : std::clamp((r > -limit && r < limit) ? r * v : v < 0 ? -r : r, -limit, limit);
      }
    });
    return r;
  }
};

struct ComplexInput {
  LoadComplexFn load;

  Complex sum(const Reduction& o, const Slice& s, const int64_t* base, const void* data) const {
    Complex r = o.op == ReduceOp::mul || o.op == ReduceOp::mul_no_zeros ? 1 : 0;
    s.each_run(base, [&](int64_t first, int64_t stride, int64_t count) {
      for (int64_t i = 0; i < count; ++i) {
        const Complex v = load(data, first + i * stride);
        if (o.op == ReduceOp::mul || (o.op == ReduceOp::mul_no_zeros && v != 0.0))
          r *= v;
        else if (o.op == ReduceOp::norm1)
          r += std::abs(v);
        else if (o.op == ReduceOp::norm2)
          r += std::norm(v);
        else if (o.op != ReduceOp::mul_no_zeros)
          r += v;
      }
    });
    if (o.op == ReduceOp::avg) return r / static_cast<double>(s.count);
    return o.op == ReduceOp::norm2 ? std::sqrt(r) : r;
  }
};

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Reduction>();
  if (!o) return no("takes a single reduction");
  const DType x = g.desc(o->x).dtype, y = g.desc(o->y).dtype;
  if (is_complex(x)) {
    if (is_extreme(o->op)) return no("{}: complex numbers have no order", g.name(o->x));
    if (!is_complex(y) && o->op != ReduceOp::norm1 && o->op != ReduceOp::norm2)
      return no("{} is {}, and a complex result does not fit", g.name(o->y), dtype_name(y));
    return complex_storer(y) ? yes() : no("{}: the element type {} has no conversion", g.name(o->y), dtype_name(y));
  }
  for (auto id : {o->x, o->y})
    if (!loader(g.desc(id).dtype))
      return no("{}: the element type {} has no conversion", g.name(id), dtype_name(g.desc(id).dtype));
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  return {8e-3 * static_cast<double>(g.desc(g.only<Reduction>()->x).count()), 0};
}

struct Problem {
  Reduction o;
  Slice slice;
  TensorDesc y, order;  // indices lie packed in the order of y's dims
  BlendFn blend;
  StoreIntFn store_integer;

  Problem(const Reduction& op, const TensorDesc& from, const TensorDesc& to)
      : o(op), slice(from, to), y(to), order(to), blend(blender(to.dtype)), store_integer(integer_storer(to.dtype)) {
    set_packed_strides(order, Layout::nchw);
  }
  template <class F>
  void each_output(F&& f) const {
    each_element(y, std::max<int64_t>(1, 4096 / std::max<int64_t>(1, slice.count)), f);
  }
  void write(const RunArgs& args, const int64_t* at, double r) const {
    const auto& s = args.scalars();
    blend(args.ptr(o.y), offset(y, at), s.alpha, r, s.beta);
  }
  void write_index(const RunArgs& args, const int64_t* at, int64_t index) const {
    if (auto* indices = args.ptr<int32_t>(o.indices)) indices[offset(order, at)] = static_cast<int32_t>(index);
  }
};

void run_real(const Problem& p, const RunArgs& args) {
  const RealInput in{run_loader(p.slice.x.dtype)};
  const void* data = args.ptr(p.o.x);
  p.each_output([&](const int64_t* at) {
    if (!is_extreme(p.o.op)) return p.write(args, at, in.sum(p.o, p.slice, at, data));
    const auto t = in.extreme(p.o, p.slice, at, data);
    p.write_index(args, at, t.index);
    p.write(args, at, t.best);
  });
}

void run_integer(const Problem& p, const RunArgs& args) {
  const IntegerInput in{integer_loader(p.slice.x.dtype)};
  const void* data = args.ptr(p.o.x);
  const auto& s = args.scalars();
  const bool exact = p.store_integer && s.alpha == 1 && s.beta == 0 && p.o.op != ReduceOp::avg;
  p.each_output([&](const int64_t* at) {
    int128 r;
    if (is_extreme(p.o.op)) {
      const auto t = in.extreme(p.o, p.slice, at, data);
      p.write_index(args, at, t.index);
      r = t.best;
    } else {
      r = in.sum(p.o, p.slice, at, data);
    }
    if (exact) return p.store_integer(args.ptr(p.o.y), offset(p.y, at), r);
    const double v = static_cast<double>(r);
    p.write(args, at, p.o.op == ReduceOp::avg ? v / static_cast<double>(p.slice.count) : v);
  });
}

void run_complex(const Problem& p, const RunArgs& args) {
  const ComplexInput in{complex_loader(p.slice.x.dtype)};
  const auto load = complex_loader(p.y.dtype);
  const auto store = complex_storer(p.y.dtype);
  const auto& s = args.scalars();
  p.each_output([&](const int64_t* at) {
    Complex r = in.sum(p.o, p.slice, at, args.ptr(p.o.x));
    if (s.alpha != 1) r *= s.alpha;
    if (s.beta != 0) r += s.beta * load(args.ptr(p.o.y), offset(p.y, at));
    store(args.ptr(p.o.y), offset(p.y, at), r);
  });
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  const Reduction o = *g.only<Reduction>();
  const Problem p(o, g.desc(o.x), g.desc(o.y));
  // Norm 2 of integers is no integer: in double.
  const DType x = p.slice.x.dtype;
  const auto run = is_complex(x) ? run_complex : integer_loader(x) && o.op != ReduceOp::norm2 ? run_integer : run_real;
  return Plan{&reference_reduction, 0, [p, run](const RunArgs& args) -> Check {
                run(p, args);
                return {};
              }};
}

}  // namespace

const Engine reference_reduction{107, "reference.reduction", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
