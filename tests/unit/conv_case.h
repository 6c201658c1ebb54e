// One convolution of a test: makes tensors and data, runs an engine, compares with a double reference of its own.
// Outputs start as NaN, gaps and guard zones must keep their bytes.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "plan/plan.h"

namespace conv_test {

using girih::DType;
using girih::TensorDesc;
using girih::graph::Convolution;
using girih::graph::ConvPass;
using Dims = std::vector<int64_t>;

enum class Order { nchw, nhwc, gaps, reversed };  // gaps: nchw with holes in every dimension; reversed: w h c n

struct Case {
  ConvPass pass = ConvPass::fprop;
  int64_t n = 1, c = 1, k = 1, groups = 1;
  Dims in = {}, filter = {};
  Dims pad = {}, pad_after = {}, stride = {}, dilation = {};  // empty: 0, pad, 1, 1
  bool flip = false;
  Order order = Order::nchw;
  DType x = DType::f32, w = DType::f32, y = DType::f32;
  double alpha = 1, beta = 0;
  bool exact = true;  // small integers, compared bit for bit; else normal data and a bound

  std::string text() const {
    auto list = [](const Dims& d) {
      std::string s;
      for (auto v : d) s += fmt::format("{}{}", s.empty() ? "" : "x", v);
      return s.empty() ? std::string("-") : s;
    };
    return fmt::format(
        "pass={} n={} c={} k={} g={} in={} filter={} pad={} pad_after={} stride={} dilation={} flip={} "
        "order={} types={}/{}/{} alpha={} beta={} exact={}",
        int(pass), n, c, k, groups, list(in), list(filter), list(pad), list(pad_after), list(stride), list(dilation),
        flip, int(order), dtype_name(x), dtype_name(w), dtype_name(y), alpha, beta, exact);
  }
};

inline TensorDesc make_desc(DType type, const Dims& dims, Order order) {
  TensorDesc t;
  t.dtype = type;
  t.rank = static_cast<int8_t>(dims.size());
  std::copy(dims.begin(), dims.end(), t.dims);
  if (order == Order::nchw || order == Order::nhwc) {
    set_packed_strides(t, order == Order::nchw ? girih::Layout::nchw : girih::Layout::nhwc);
  } else if (order == Order::gaps) {
    int64_t s = 2;
    for (int i = t.rank - 1; i >= 0; --i) t.strides[i] = s, s = s * t.dims[i] + 3;
  } else {
    int64_t s = 1;
    for (int i = 0; i < t.rank; ++i) t.strides[i] = s, s *= t.dims[i];
  }
  return t;
}

inline bool next_index(const TensorDesc& t, Dims& i) {
  for (int d = t.rank - 1; d >= 0; --d) {
    if (++i[static_cast<size_t>(d)] < t.dims[d]) return true;
    i[static_cast<size_t>(d)] = 0;
  }
  return false;
}
inline int64_t offset_of(const TensorDesc& t, const Dims& i) {
  int64_t o = 0;
  for (int d = 0; d < t.rank; ++d) o += i[static_cast<size_t>(d)] * t.strides[d];
  return o;
}

// A tensor with its memory: 64 guard bytes on both sides, everything poisoned with a NaN pattern.
struct Buffer {
  static constexpr size_t kGuard = 64;
  TensorDesc desc;
  std::vector<unsigned char> bytes;
  size_t size;

  explicit Buffer(const TensorDesc& d) : desc(d), size(girih::dtype_size(d.dtype)) {
    int64_t span = d.count() ? 1 : 0;
    for (int i = 0; i < d.rank && span; ++i) span += (d.dims[i] - 1) * d.strides[i];
    bytes.assign(static_cast<size_t>(span) * size + 2 * kGuard, 0xff);
  }
  void* data() { return bytes.data() + kGuard; }
  void set(int64_t o, double v) {
    dispatch_float(desc.dtype, [&](auto t) {
      using T = typename decltype(t)::type;
      const T e = girih::store<T>(v);
      std::memcpy(bytes.data() + kGuard + static_cast<size_t>(o) * size, &e, size);
    });
  }
  double get(int64_t o) const {
    double v = 0;
    dispatch_float(desc.dtype, [&](auto t) {
      typename decltype(t)::type e;
      std::memcpy(&e, bytes.data() + kGuard + static_cast<size_t>(o) * size, size);
      v = girih::load<double>(e);
    });
    return v;
  }
  std::vector<double> values() const {  // by offset
    std::vector<double> v((bytes.size() - 2 * kGuard) / size);
    for (size_t i = 0; i < v.size(); ++i) v[i] = get(static_cast<int64_t>(i));
    return v;
  }
  double rounded(double v) const {  // to the element type
    double r = 0;
    dispatch_float(desc.dtype, [&](auto t) {
      using T = typename decltype(t)::type;
      r = girih::load<double>(girih::store<T>(v));
    });
    return r;
  }
  double unit() const { return desc.dtype == DType::f16 ? 0x1p-11 : desc.dtype == DType::bf16 ? 0x1p-8 : 0x1p-24; }
  template <class G>
  void fill(G&& next) {
    Dims i(static_cast<size_t>(desc.rank));
    if (desc.count()) do
        set(offset_of(desc, i), next());
      while (next_index(desc, i));
  }
};

struct Problem {
  Case c;
  girih::graph::Graph graph;
  Convolution op;
  Buffer x, w, y;

  static TensorDesc output_desc(const Case& c) {
    Dims d = {c.n, c.k};
    for (size_t i = 0; i < c.in.size(); ++i) {
      const int64_t before = c.pad.empty() ? 0 : c.pad[i], after = c.pad_after.empty() ? before : c.pad_after[i];
      d.push_back(girih::graph::conv_output_dim(c.in[i], before + after, c.filter[i],
                                                c.stride.empty() ? 1 : c.stride[i],
                                                c.dilation.empty() ? 1 : c.dilation[i]));
    }
    return make_desc(c.y, d, c.order);
  }
  static Dims join(int64_t a, int64_t b, const Dims& rest) {
    Dims d = {a, b};
    d.insert(d.end(), rest.begin(), rest.end());
    return d;
  }
  explicit Problem(const Case& test, unsigned seed = 1)
      : c(test),
        x(make_desc(c.x, join(c.n, c.c, c.in), c.order)),
        w(make_desc(c.w, join(c.k, c.c / c.groups, c.filter), c.order)),
        y(output_desc(c)) {
    op.pass = c.pass;
    op.spatial = static_cast<int>(c.in.size());
    for (size_t i = 0; i < c.in.size(); ++i) {
      op.pad_before[i] = c.pad.empty() ? 0 : c.pad[i];
      op.pad_after[i] = c.pad_after.empty() ? op.pad_before[i] : c.pad_after[i];
      op.stride[i] = c.stride.empty() ? 1 : c.stride[i];
      op.dilation[i] = c.dilation.empty() ? 1 : c.dilation[i];
    }
    op.flip = c.flip;
    op.x = graph.add_tensor("x", x.desc);
    op.w = graph.add_tensor("w", w.desc);
    op.y = graph.add_tensor("y", y.desc);
    graph.nodes.push_back({op, {}});
    graph.nodes[0].scalars.alpha = c.alpha;
    graph.nodes[0].scalars.beta = c.beta;
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    std::uniform_int_distribution<int> small(-2, 2);
    auto next = [&] { return c.exact ? small(random) : normal(random); };
    for (Buffer* b : {&x, &w, &y})
      if (b != &output() || c.beta != 0) b->fill(next);
  }
  Buffer& output() { return c.pass == ConvPass::fprop ? y : c.pass == ConvPass::dgrad ? x : w; }

  // The definition, as sums and sums of magnitudes over the output's elements in memory order of `offset_of`.
  void reference(std::vector<double>& sum, std::vector<double>& magnitude) const {
    const Buffer& out = c.pass == ConvPass::fprop ? y : c.pass == ConvPass::dgrad ? x : w;
    sum.assign(out.bytes.size() / out.size, 0.0);
    magnitude = sum;
    const int64_t cg = c.c / c.groups, kg = c.k / c.groups;
    const size_t dims = c.in.size();
    if (y.desc.count() == 0) return;
    const Buffer &a_from = c.pass == ConvPass::dgrad ? y : x, &b_from = c.pass == ConvPass::wgrad ? y : w;
    const std::vector<double> a_values = a_from.values(), b_values = b_from.values();
    Dims iy(dims + 2), iw(dims + 2), ix(dims + 2);
    do {
      Dims tap(dims);
      bool more = true;
      while (more) {
        bool inside = true;
        for (size_t d = 0; d < dims; ++d) {
          ix[d + 2] = iy[d + 2] * op.stride[d] - op.pad_before[d] + tap[d] * op.dilation[d];
          inside = inside && ix[d + 2] >= 0 && ix[d + 2] < c.in[d];
          iw[d + 2] = c.flip ? c.filter[d] - 1 - tap[d] : tap[d];
        }
        if (inside) {
          ix[0] = iy[0];
          iw[0] = iy[1];
          for (int64_t j = 0; j < cg; ++j) {
            ix[1] = iy[1] / kg * cg + j;
            iw[1] = j;
            const int64_t ox = offset_of(x.desc, ix), ow = offset_of(w.desc, iw), oy = offset_of(y.desc, iy);
            const double a = a_values[static_cast<size_t>(c.pass == ConvPass::dgrad ? oy : ox)];
            const double b = b_values[static_cast<size_t>(c.pass == ConvPass::wgrad ? oy : ow)];
            const auto at = static_cast<size_t>(c.pass == ConvPass::fprop ? oy : c.pass == ConvPass::dgrad ? ox : ow);
            sum[at] += a * b;
            magnitude[at] += std::fabs(a * b);
          }
        }
        more = false;
        for (size_t d = dims; d-- > 0 && !more;) {
          more = ++tap[d] < c.filter[d];
          if (!more) tap[d] = 0;
        }
      }
    } while (next_index(y.desc, iy));
  }

  girih::Check run(int engine, size_t* workspace_used = nullptr) {
    auto plan = girih::get_plan(graph, girih::Device{}, engine);
    if (!plan) return std::move(plan).take_error();
    // Workspace full of NaN, with a guard behind it.
    std::vector<unsigned char> space((*plan)->workspace + 128, 0xff);
    auto* aligned = reinterpret_cast<unsigned char*>((reinterpret_cast<uintptr_t>(space.data()) + 63) / 64 * 64);
    if (workspace_used) *workspace_used = (*plan)->workspace;
    void* data[3] = {x.data(), w.data(), y.data()};
    auto status = (*plan)->run({graph, data, (*plan)->workspace ? aligned : nullptr});
    for (auto* p = aligned + (*plan)->workspace; p < space.data() + space.size(); ++p)
      if (*p != 0xff) ADD_FAILURE() << "bytes behind the workspace were written: " << c.text();
    return status;
  }
};

// Largest error of a random case as a share of its bound.
struct Used {
  double share = 0;
};

// Runs a case on an engine. `terms`: u * terms * sum |a||b| bounds the error of a sum; it comes from the engine's test.
inline void check(const Case& c, int engine, double terms = 0, Used* used = nullptr, unsigned seed = 1) {
  SCOPED_TRACE(c.text());
  Problem p(c, seed);
  Buffer before = p.output();
  std::vector<double> sum, magnitude;
  p.reference(sum, magnitude);
  auto status = p.run(engine);
  ASSERT_TRUE(status) << status.error().text;
  const Buffer& out = p.output();
  std::vector<bool> element(out.bytes.size());
  Dims i(static_cast<size_t>(out.desc.rank));
  int failures = 0;
  if (out.desc.count()) do {
      const int64_t o = offset_of(out.desc, i);
      for (size_t b = 0; b < out.size; ++b) element[Buffer::kGuard + static_cast<size_t>(o) * out.size + b] = true;
      const double old = c.beta != 0 ? before.get(o) : 0, got = out.get(o);
      const double want = c.alpha * sum[static_cast<size_t>(o)] + c.beta * old;
      if (c.exact) {
        if (got != out.rounded(want) && ++failures < 5)
          ADD_FAILURE() << "element " << o << ": " << got << ", not " << want;
      } else {
        const double u = 0x1p-24;
        const double bound = u * terms * std::fabs(c.alpha) * magnitude[static_cast<size_t>(o)] +
                             2 * u * (std::fabs(want) + std::fabs(c.beta * old)) + out.unit() * std::fabs(want) +
                             1e-30 + (out.desc.dtype == DType::f16 ? 0x1p-25 : 0);
        const double error = std::fabs(got - want);
        if (!(error <= bound) && ++failures < 5)
          ADD_FAILURE() << "element " << o << ": " << got << ", not " << want << ": error is " << error / bound
                        << " of the bound";
        if (used) used->share = std::max(used->share, error / bound);
      }
    } while (next_index(out.desc, i));
  EXPECT_LT(failures, 5) << failures << " wrong elements in all";
  for (size_t b = 0; b < out.bytes.size(); ++b) {
    if (element[b]) continue;
    ASSERT_EQ(out.bytes[b], before.bytes[b]) << "byte " << b << " between or around the elements changed";
  }
}

constexpr ConvPass kPasses[] = {ConvPass::fprop, ConvPass::dgrad, ConvPass::wgrad};

}  // namespace conv_test
