// Reference pointwise operations: any types, strides and broadcast; the arithmetic in double, rounded once at the end.
// Integers that stay integers are computed exactly and saturate; complex numbers are computed as such.
#include <cmath>

#include "engines/reference/access.h"
#include "engines/reference/pointwise_math.h"
#include "engines/reference/rows.h"
#include "plan/engine.h"

namespace girih::engines {
extern const Engine reference_pointwise;
namespace {

using namespace girih::reference;
using graph::Pointwise;
using graph::PointwiseMode;

constexpr int64_t kRun = 256;  // elements at a time: four buffers of 2 KB

bool any_complex(const graph::Graph& g, const Pointwise& o) {
  for (auto id : {o.a, o.b, o.y})
    if (id != graph::kNone && is_complex(g.desc(id).dtype)) return true;
  return false;
}

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Pointwise>();
  if (!o) return no("takes a single pointwise operation");
  const bool complex = any_complex(g, *o);
  for (auto id : {o->a, o->b, o->t, o->y}) {
    if (id == graph::kNone) continue;
    const DType type = g.desc(id).dtype;
    if (complex && id != o->t ? !complex_loader(type) : !loader(type))
      return no("{}: the element type {} has no conversion", g.name(id), dtype_name(type));
  }
  if (!complex) return yes();
  if (!is_defined_on_complex(o->mode))
    return no("pointwise mode {} is not defined on complex numbers", static_cast<int>(o->mode));
  if (!is_complex(g.desc(o->y).dtype) && !gives_real(o->mode))
    return no("{} is {}, and a complex result does not fit", g.name(o->y), dtype_name(g.desc(o->y).dtype));
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  return {1e-2 * static_cast<double>(g.desc(g.only<Pointwise>()->y).count()), 0};  // about 10 ns an element
}

// The operands in the order y, a, b, t.
struct Problem {
  Pointwise o;
  graph::TensorId ids[4];
  TensorDesc desc[4];
  bool present(int i) const { return ids[i] != graph::kNone; }
};

struct RealKernel {
  LoadRunFn load[4] = {};
  StoreRunFn store;

  explicit RealKernel(const Problem& p) : store(run_storer(p.desc[0].dtype)) {
    for (int i = 0; i < 4; ++i) load[i] = run_loader(p.desc[i].dtype);
  }
  void run(const Problem& p, const graph::Scalars& s, void* const* data, const int64_t* at, const int64_t* stride,
           int64_t n) const {
    alignas(64) double buffer[4][kRun];
    for (int i = 1; i < 4; ++i) {
      if (p.o.mode == PointwiseMode::gen_index && i == 1)
        for (int64_t k = 0; k < n; ++k) buffer[i][k] = static_cast<double>(at[4] + k * stride[4]);
      else if (p.present(i))
        load[i](data[i], at[i], stride[i], n, buffer[i]);
      else
        std::fill_n(buffer[i], n, 0.0);
    }
    double* y = buffer[0];
    const double *a = buffer[1], *b = buffer[2], *t = buffer[3];
    if (s.beta != 0) load[0](data[0], at[0], stride[0], n, y);
    const bool inputs = graph::scales_inputs(p.o.mode);
    const double outer = inputs ? 1.0 : s.alpha, alpha = inputs ? s.alpha : 1.0, alpha2 = inputs ? s.alpha2 : 1.0;
    for (int64_t k = 0; k < n; ++k) {
      const double r = outer * apply<double>(p.o, alpha * a[k], alpha2 * b[k], t[k]);
      y[k] = s.beta == 0 ? r : r + s.beta * y[k];
    }
    store(data[0], at[0], stride[0], n, y);
  }
};

struct IntegerKernel {
  LoadIntFn load[4] = {};
  StoreIntFn store;
  LoadFn test;  // of t

  explicit IntegerKernel(const Problem& p) : store(integer_storer(p.desc[0].dtype)), test(loader(p.desc[3].dtype)) {
    for (int i = 0; i < 3; ++i) load[i] = integer_loader(p.desc[i].dtype);
  }
  static bool takes(const Problem& p) {
    if (!is_exact_on_integers(p.o.mode)) return false;
    for (int i = 0; i < 3; ++i)
      if (p.present(i) && !integer_loader(p.desc[i].dtype)) return false;
    return p.o.mode != PointwiseMode::relu_fwd ||
           (p.o.lower_clip == 0 && p.o.lower_slope == 0 && std::isinf(p.o.upper_clip));
  }
  void run(const Problem& p, void* const* data, const int64_t* at, const int64_t* stride, int64_t n) const {
    for (int64_t k = 0; k < n; ++k) {
      const int64_t a = load[1](data[1], at[1] + k * stride[1]);
      const int64_t b = p.present(2) ? load[2](data[2], at[2] + k * stride[2]) : 0;
      const bool t = p.present(3) && test(data[3], at[3] + k * stride[3]) != 0;
      store(data[0], at[0] + k * stride[0], apply_integer(p.o, a, b, t));
    }
  }
};

struct ComplexKernel {
  LoadComplexFn load[4] = {};
  StoreComplexFn store;
  LoadFn test;

  explicit ComplexKernel(const Problem& p) : store(complex_storer(p.desc[0].dtype)), test(loader(p.desc[3].dtype)) {
    for (int i = 0; i < 3; ++i) load[i] = complex_loader(p.desc[i].dtype);
  }
  void run(const Problem& p, const graph::Scalars& s, void* const* data, const int64_t* at, const int64_t* stride,
           int64_t n) const {
    const bool inputs = graph::scales_inputs(p.o.mode);
    for (int64_t k = 0; k < n; ++k) {
      Complex a = load[1](data[1], at[1] + k * stride[1]);
      Complex b = p.present(2) ? load[2](data[2], at[2] + k * stride[2]) : 0.0;
      const bool t = p.present(3) && test(data[3], at[3] + k * stride[3]) != 0;
      // A factor of 1 is left out: times an infinite number it would make NaNs of zero parts.
      if (inputs && s.alpha != 1) a *= s.alpha;
      if (inputs && s.alpha2 != 1) b *= s.alpha2;
      Complex r = apply_complex(p.o, a, b, t);
      if (!inputs && s.alpha != 1) r *= s.alpha;
      if (s.beta != 0) r += s.beta * load[0](data[0], at[0] + k * stride[0]);
      store(data[0], at[0] + k * stride[0], r);
    }
  }
};

// f(data, offsets, strides, n) for every piece of a row; a fifth offset is the coordinate along the axis of gen_index.
template <class F>
void each_run(const Problem& p, const RunArgs& args, F&& f) {
  void* data[4];
  for (int i = 0; i < 4; ++i) data[i] = args.ptr(p.ids[i]);
  const TensorDesc& y = p.desc[0];
  bool plain = true;
  for (int i = 0; i < 4; ++i) plain = plain && (!p.present(i) || p.desc[i].vector == 1);
  if (!plain) {  // vectorised layouts have no strides along C: one by one
    each_element(y, 512, [&](const int64_t* index) {
      int64_t at[5] = {offset(y, index)};
      for (int i = 1; i < 4; ++i) at[i] = p.present(i) ? broadcast_offset(p.desc[i], index) : 0;
      if (p.o.axis >= 0) at[4] = index[p.o.axis];
      const int64_t stride[5] = {};
      f(data, at, stride, 1);
    });
    return;
  }
  TensorDesc coordinate = y;
  for (int i = 0; i < y.rank; ++i) coordinate.strides[i] = i == p.o.axis;
  const TensorDesc* desc[5];
  for (int i = 0; i < 4; ++i) desc[i] = p.present(i) ? &p.desc[i] : nullptr;
  desc[4] = &coordinate;
  const Rows<5> rows(desc);
  int64_t stride[5];
  for (size_t i = 0; i < 5; ++i) stride[i] = rows.stride(i);
  rows.each(kRun, [&](const Rows<5>::Offsets& at, int64_t n) { f(data, at.data(), stride, n); });
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  Problem p;
  p.o = *g.only<Pointwise>();
  const int inputs = graph::pointwise_inputs(p.o.mode);
  const graph::TensorId ids[4] = {p.o.y, p.o.mode == PointwiseMode::gen_index ? graph::kNone : p.o.a,
                                  inputs > 1 ? p.o.b : graph::kNone, inputs > 2 ? p.o.t : graph::kNone};
  for (int i = 0; i < 4; ++i) {
    p.ids[i] = ids[i];
    if (p.present(i)) p.desc[i] = g.desc(ids[i]);
  }
  if (any_complex(g, p.o))
    return Plan{&reference_pointwise, 0, [p, kernel = ComplexKernel(p)](const RunArgs& args) -> Check {
                  each_run(p, args, [&](void* const* data, const int64_t* at, const int64_t* stride, int64_t n) {
                    kernel.run(p, args.scalars(), data, at, stride, n);
                  });
                  return {};
                }};
  const bool exact = IntegerKernel::takes(p);
  return Plan{&reference_pointwise, 0,
              [p, exact, real = RealKernel(p), integer = IntegerKernel(p)](const RunArgs& args) -> Check {
                const graph::Scalars& s = args.scalars();
                const bool unscaled = s.alpha == 1 && s.alpha2 == 1 && s.beta == 0;
                each_run(p, args, [&](void* const* data, const int64_t* at, const int64_t* stride, int64_t n) {
                  if (exact && unscaled)
                    integer.run(p, data, at, stride, n);
                  else
                    real.run(p, s, data, at, stride, n);
                });
                return {};
              }};
}

}  // namespace

const Engine reference_pointwise{102, "reference.pointwise", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
