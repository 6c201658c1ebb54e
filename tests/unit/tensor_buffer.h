// Tensors of the unit tests: memory with guard zones and poison around the elements, values in double.
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "plan/plan.h"

namespace girih::test {

using Dims = std::vector<int64_t>;

enum class Order { nchw, nhwc, gaps };  // gaps: nchw with holes in every dimension

inline TensorDesc make(DType type, const Dims& dims, Order order) {
  TensorDesc t;
  t.dtype = type;
  t.rank = static_cast<int8_t>(dims.size());
  std::copy(dims.begin(), dims.end(), t.dims);
  set_packed_strides(t, order == Order::nhwc ? Layout::nhwc : Layout::nchw);
  if (order == Order::gaps) {
    int64_t s = 2;
    for (int i = t.rank - 1; i >= 0; --i) {
      t.strides[i] = s;
      s = s * t.dims[i] + 3;
    }
  }
  return t;
}

// The offset of the element that is number n in row-major order of the dims.
inline int64_t offset_of(const TensorDesc& t, int64_t n) {
  int64_t o = 0;
  for (int i = t.rank - 1; i >= 0; --i) {
    o += n % t.dims[i] * t.strides[i];
    n /= t.dims[i];
  }
  return o;
}

// Elements are numbered row-major whatever the strides; everything starts as 0xFF bytes, a NaN.
struct Buffer {
  static constexpr size_t kGuard = 64;
  TensorDesc desc;
  std::vector<unsigned char> bytes;

  explicit Buffer(const TensorDesc& d) : desc(d) {
    int64_t span = 1;
    for (int i = 0; i < d.rank; ++i) span += (d.dims[i] - 1) * d.strides[i];
    bytes.assign(static_cast<size_t>(span) * dtype_size(d.dtype) + 2 * kGuard, 0xff);
  }
  Buffer(DType type, const Dims& dims, Order order = Order::nchw) : Buffer(make(type, dims, order)) {}

  void* data() { return bytes.data() + kGuard; }
  size_t place(int64_t n) const { return kGuard + static_cast<size_t>(offset_of(desc, n)) * dtype_size(desc.dtype); }
  Buffer& set(int64_t n, double v) {
    dispatch(desc.dtype, [&](auto t) {
      const auto e = store<typename decltype(t)::type>(v);
      std::memcpy(bytes.data() + place(n), &e, sizeof e);
    });
    return *this;
  }
  double get(int64_t n) const {
    double v = 0;
    dispatch(desc.dtype, [&](auto t) {
      typename decltype(t)::type e;
      std::memcpy(&e, bytes.data() + place(n), sizeof e);
      v = load<double>(e);
    });
    return v;
  }
  // Half the smallest number of the type.
  double underflow() const {
    return desc.dtype == DType::f64    ? 0x1p-1074
           : desc.dtype == DType::f16  ? 0x1p-25
           : desc.dtype == DType::bf16 ? 0x1p-134
                                       : 0x1p-150;
  }
  std::vector<double> values() const {
    std::vector<double> v(static_cast<size_t>(desc.count()));
    for (size_t i = 0; i < v.size(); ++i) v[i] = get(static_cast<int64_t>(i));
    return v;
  }
  Buffer& fill(const std::function<double()>& next) {
    for (int64_t n = 0; n < desc.count(); ++n) set(n, next());
    return *this;
  }
  Buffer& put(const std::vector<double>& v) {
    for (size_t i = 0; i < v.size(); ++i) set(static_cast<int64_t>(i), v[i]);
    return *this;
  }
  // Half an ulp relative to the value.
  double unit() const {
    return desc.dtype == DType::f64    ? 0x1p-53
           : desc.dtype == DType::f32  ? 0x1p-24
           : desc.dtype == DType::f16  ? 0x1p-11
           : desc.dtype == DType::bf16 ? 0x1p-8
                                       : 0;
  }
  // Guards and gaps still hold 0xFF.
  void expect_untouched_gaps(const std::string& what) const {
    std::vector<bool> used(bytes.size());
    for (int64_t n = 0; n < desc.count(); ++n)
      for (size_t b = 0; b < dtype_size(desc.dtype); ++b) used[place(n) + b] = true;
    for (size_t i = 0; i < bytes.size(); ++i)
      if (!used[i] && bytes[i] != 0xff) {
        ADD_FAILURE() << what << ": byte " << i << " outside the elements was written";
        return;
      }
  }
};

// Equal: same number, or both NaN.
inline bool same(double a, double b) { return a == b || (a != a && b != b); }

// The number as an element of the type holds it.
inline double rounded(DType type, double v) { return Buffer(type, {1}).set(0, v).get(0); }

// Every element is the wanted number, rounded to the type.
inline void expect_equal(const Buffer& got, const std::vector<double>& want, const std::string& what) {
  for (size_t i = 0; i < want.size(); ++i)
    if (const double g = got.get(static_cast<int64_t>(i)); !same(g, rounded(got.desc.dtype, want[i]))) {
      ADD_FAILURE() << what << ": element " << i << " is " << g << ", not " << want[i];
      return;
    }
  got.expect_untouched_gaps(what);
}

// |got - want| <= bound + rounding to the element type. NaN and infinities must be the same ones.
inline void expect_near(const Buffer& got, const std::vector<double>& want, const std::vector<double>& bound,
                        const std::string& what) {
  for (size_t i = 0; i < want.size(); ++i) {
    const double g = got.get(static_cast<int64_t>(i)), w = want[i];
    const double allowed = bound[i] + got.unit() * (std::fabs(w) + bound[i]) + got.underflow();
    if (!std::isfinite(w) ? !same(g, w) : !(std::fabs(g - w) <= allowed)) {
      ADD_FAILURE() << what << ": element " << i << " is " << g << ", not " << w << " within " << allowed;
      return;
    }
  }
  got.expect_untouched_gaps(what);
}

struct Integers {  // small ones, whose sums and products are exact
  std::mt19937 random;
  std::uniform_int_distribution<int> pick;
  Integers(unsigned seed, int low, int high) : random(seed), pick(low, high) {}
  double operator()() { return pick(random); }
};
struct Normal {
  std::mt19937 random;
  std::normal_distribution<double> pick;
  explicit Normal(unsigned seed, double mean = 0, double deviation = 1) : random(seed), pick(mean, deviation) {}
  double operator()() { return pick(random); }
};

inline constexpr Device kCpu{DeviceKind::cpu, 0, 132};

inline bool engine_takes_call(int id, const Call& call) {
  return static_cast<bool>(find_engine(id)->supports(call.graph, kCpu));
}

// Runs `call` with engine `id` on 1, 2 and 3 threads from the same start; the outputs must have the same bits.
// `outputs` keep what the last run wrote.
inline void run_on_threads(const Call& call, int id, const std::vector<Buffer*>& outputs, const std::string& what) {
  std::vector<std::vector<unsigned char>> start, first;
  for (Buffer* b : outputs) start.push_back(b->bytes);
  for (int threads = 1; threads <= 3; ++threads) {
    for (size_t i = 0; i < outputs.size(); ++i)
      std::copy(start[i].begin(), start[i].end(), outputs[i]->bytes.begin());  // in place: the call has the pointers
    set_thread_count(threads);
    const Check done = run(kCpu, call, id);
    set_thread_count(0);
    ASSERT_TRUE(done) << what << ": " << done.error().text;
    for (size_t i = 0; i < outputs.size(); ++i) {
      if (threads == 1)
        first.push_back(outputs[i]->bytes);
      else
        ASSERT_EQ(first[i], outputs[i]->bytes) << what << ": other bits on " << threads << " threads";
    }
  }
}

inline std::string text(const Dims& d) {
  std::string s;
  for (auto v : d) {
    if (!s.empty()) s += 'x';
    s += std::to_string(v);
  }
  return s;
}

}  // namespace girih::test
