#include "engines/cpu/rnn/gemm/cells.h"

#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engines/cpu/rnn/gemm/cells.cpp"
// clang-format off
#include "engines/cpu/simd/targets.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "hwy/contrib/math/math-inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace girih::rnn {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;
using graph::RnnCell;
using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

// Up to a vector of elements; lanes behind them are 0. A NULL pointer is a row of zeros.
HWY_INLINE V load(const float* p, size_t left) {
  const D d;
  if (!p) return hn::Zero(d);
  if (left >= hn::Lanes(d)) return hn::LoadU(d, p);
  HWY_ALIGN float lane[HWY_MAX_BYTES / sizeof(float)] = {};
  for (size_t i = 0; i < left; ++i) lane[i] = p[i];
  return hn::Load(d, lane);
}
HWY_INLINE void store(V v, float* p, size_t left) {
  const D d;
  if (!p) return;
  if (left >= hn::Lanes(d)) return hn::StoreU(v, d, p);
  HWY_ALIGN float lane[HWY_MAX_BYTES / sizeof(float)];
  hn::Store(v, d, lane);
  for (size_t i = 0; i < left; ++i) p[i] = lane[i];
}
HWY_INLINE const float* at(const float* p, int64_t offset) { return p ? p + offset : nullptr; }
HWY_INLINE float* at(float* p, int64_t offset) { return p ? p + offset : nullptr; }

// min and max drop NaN, and Highway's functions may: it is put back. Not IsNaN, see softmax/rows/kernels.cpp.
HWY_INLINE V keep_nan(V x, V result) { return hn::IfThenElse(hn::Eq(x, x), result, x); }
// Far out it is exactly 0 and 1; e^-|x| cannot overflow.
HWY_INLINE V sigmoid(V x) {
  const D d;
  const V one = hn::Set(d, 1.0f);
  const V e = hn::Exp(d, hn::Neg(hn::Abs(x))), r = hn::Div(one, hn::Add(one, e));
  return keep_nan(x, hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::Mul(e, r), r));
}
HWY_INLINE V tanh(V x) {
  const D d;
  const V bounded = hn::Min(hn::Max(x, hn::Set(d, -20.0f)), hn::Set(d, 20.0f));
  return keep_nan(x, hn::Tanh(d, bounded));
}

HWY_INLINE V clipped(const CellOptions& o, V c) {
  const D d;
  if (!o.clip) return c;
  const V low = hn::Set(d, o.clip_low);
  const V result = hn::Min(hn::Max(c, low), hn::Set(d, o.clip_high));
  return hn::IfThenElse(hn::Eq(c, c), result, o.clip_keeps_nan ? c : low);
}
// v where clipping lets the gradient through, else 0.
HWY_INLINE V passed(const CellOptions& o, V c, V v) {
  const D d;
  if (!o.clip) return v;
  const auto beyond = hn::Or(hn::Lt(c, hn::Set(d, o.clip_low)), hn::Gt(c, hn::Set(d, o.clip_high)));
  return hn::IfThenZeroElse(beyond, v);
}

struct Gate {
  V in, rec;
};
HWY_INLINE Gate gate(const CellRow& r, int64_t n, int64_t j, int g) {
  const auto left = static_cast<size_t>(n - j);
  const int64_t i = g * n + j;
  return {hn::Add(load(r.in + i, left), load(at(r.in_bias, i), left)),
          hn::Add(load(r.rec + i, left), load(at(r.rec_bias, i), left))};
}
HWY_INLINE V total(const CellRow& r, int64_t n, int64_t j, int g) {
  const Gate v = gate(r, n, j, g);
  return hn::Add(v.in, v.rec);
}

void forward(const CellOptions& o, int64_t n, const CellRow& r) {
  const D d;
  const V one = hn::Set(d, 1.0f);
  for (int64_t j = 0; j < n; j += static_cast<int64_t>(hn::Lanes(d))) {
    const auto left = static_cast<size_t>(n - j);
    switch (o.cell) {
      case RnnCell::relu: {
        const V v = total(r, n, j, 0);
        store(hn::IfThenZeroElse(hn::Le(v, hn::Zero(d)), v), r.new_h + j, left);  // NaN stays
        break;
      }
      case RnnCell::tanh:
        store(tanh(total(r, n, j, 0)), r.new_h + j, left);
        break;
      case RnnCell::lstm: {
        const V i = sigmoid(total(r, n, j, 0)), f = sigmoid(total(r, n, j, 1));
        const V g = tanh(total(r, n, j, 2)), out = sigmoid(total(r, n, j, 3));
        const V c = hn::MulAdd(f, clipped(o, load(r.c + j, left)), hn::Mul(i, g));
        store(c, r.new_c + j, left);
        store(hn::Mul(out, tanh(clipped(o, c))), r.new_h + j, left);
        if (!r.gates) break;
        store(i, r.gates + j, left);
        store(f, r.gates + n + j, left);
        store(g, r.gates + 2 * n + j, left);
        store(out, r.gates + 3 * n + j, left);
        break;
      }
      case RnnCell::gru: {
        const V reset = sigmoid(total(r, n, j, 0)), z = sigmoid(total(r, n, j, 1));
        const Gate v = gate(r, n, j, 2);
        const V fresh = tanh(hn::MulAdd(reset, v.rec, v.in));
        store(hn::MulAdd(hn::Sub(one, z), fresh, hn::Mul(z, load(r.h + j, left))), r.new_h + j, left);
        if (!r.gates) break;
        store(reset, r.gates + j, left);
        store(z, r.gates + n + j, left);
        store(fresh, r.gates + 2 * n + j, left);
        store(v.rec, r.gates + 3 * n + j, left);
        break;
      }
    }
  }
}

HWY_INLINE V one_minus_square(V v) { return hn::NegMulAdd(v, v, hn::Set(D(), 1.0f)); }
HWY_INLINE V times_complement(V v) { return hn::Mul(v, hn::Sub(hn::Set(D(), 1.0f), v)); }

void backward(const CellOptions& o, int64_t n, const GradientRow& r) {
  const D d;
  const V zero = hn::Zero(d), one = hn::Set(d, 1.0f);
  for (int64_t j = 0; j < n; j += static_cast<int64_t>(hn::Lanes(d))) {
    const auto left = static_cast<size_t>(n - j);
    const V dh = load(r.dh + j, left);
    V keep = zero;
    switch (o.cell) {
      case RnnCell::relu: {
        const V h = load(r.new_h + j, left);
        store(hn::IfThenZeroElse(hn::Le(h, zero), dh), r.in + j, left);  // a NaN lets it through
        break;
      }
      case RnnCell::tanh:
        store(hn::Mul(dh, one_minus_square(load(r.new_h + j, left))), r.in + j, left);
        break;
      case RnnCell::lstm: {
        const V i = load(r.gates + j, left), f = load(r.gates + n + j, left);
        const V g = load(r.gates + 2 * n + j, left), out = load(r.gates + 3 * n + j, left);
        const V c = load(r.c + j, left), new_c = load(r.new_c + j, left);
        const V t = tanh(clipped(o, new_c));
        const V dc = hn::Add(load(r.dc + j, left), passed(o, new_c, hn::Mul(hn::Mul(dh, out), one_minus_square(t))));
        store(hn::Mul(hn::Mul(dc, g), times_complement(i)), r.in + j, left);
        store(hn::Mul(hn::Mul(dc, clipped(o, c)), times_complement(f)), r.in + n + j, left);
        store(hn::Mul(hn::Mul(dc, i), one_minus_square(g)), r.in + 2 * n + j, left);
        store(hn::Mul(hn::Mul(dh, t), times_complement(out)), r.in + 3 * n + j, left);
        store(passed(o, c, hn::Mul(dc, f)), r.dc + j, left);
        break;
      }
      case RnnCell::gru: {
        const V reset = load(r.gates + j, left), z = load(r.gates + n + j, left);
        const V fresh = load(r.gates + 2 * n + j, left), rec = load(r.gates + 3 * n + j, left);
        const V dn = hn::Mul(hn::Mul(dh, hn::Sub(one, z)), one_minus_square(fresh));  // of the tanh's argument
        const V dr = hn::Mul(hn::Mul(dn, rec), times_complement(reset));
        const V dz = hn::Mul(hn::Mul(dh, hn::Sub(load(r.h + j, left), fresh)), times_complement(z));
        store(dr, r.in + j, left), store(dr, r.rec + j, left);
        store(dz, r.in + n + j, left), store(dz, r.rec + n + j, left);
        store(dn, r.in + 2 * n + j, left), store(hn::Mul(dn, reset), r.rec + 2 * n + j, left);
        keep = hn::Mul(dh, z);
        break;
      }
    }
    store(keep, at(r.keep, j), left);
  }
}

void raw_output(const CellOptions& o, int64_t n, const float* out, const float* c, float* to) {
  const D d;
  for (int64_t j = 0; j < n; j += static_cast<int64_t>(hn::Lanes(d))) {
    const auto left = static_cast<size_t>(n - j);
    store(hn::Mul(load(out + j, left), tanh(clipped(o, load(c + j, left)))), to + j, left);
  }
}

}  // namespace

const CellKernels* cell_table() {
  static constexpr CellKernels t = {forward, backward, raw_output};
  return &t;
}

}  // namespace HWY_NAMESPACE
}  // namespace girih::rnn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace girih::rnn {
const CellKernels& cell_kernels() { return *GIRIH_PICK_TARGET(cell_table)(); }
}  // namespace girih::rnn
#endif
