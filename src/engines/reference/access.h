// Elements of any type as double, through one pointer call: reference engines take every mix of types without a
// template for each. Packed types (boolean, e2m1, i4, u4) are counted in elements like all others; writing one leaves
// its neighbours in the byte alone, also when another thread writes those.
#pragma once
#include <algorithm>
#include <atomic>
#include <complex>

#include "base/int128.h"
#include "engines/reference/loops.h"
#include "tensor/dtype.h"

namespace girih::reference {

// A type that has whole bytes.
template <class T>
struct Plain {
  static double load(const void* p, int64_t i) { return girih::load<double>(static_cast<const T*>(p)[i]); }
  static void store(void* p, int64_t i, double v) { static_cast<T*>(p)[i] = girih::store<T>(v); }
};

template <int Bits>
struct Field {
  static constexpr int kPerByte = 8 / Bits, kMask = (1 << Bits) - 1;
  // Floor division: strides may be negative.
  static int64_t byte(int64_t i) { return (i - (i & (kPerByte - 1))) / kPerByte; }
  static int shift(int64_t i) { return static_cast<int>(i & (kPerByte - 1)) * Bits; }
  static int get(const void* p, int64_t i) { return static_cast<const uint8_t*>(p)[byte(i)] >> shift(i) & kMask; }
  static void set(void* p, int64_t i, int v) {
    std::atomic_ref<uint8_t> whole(static_cast<uint8_t*>(p)[byte(i)]);
    const int keep = ~(kMask << shift(i)), mine = (v & kMask) << shift(i);
    uint8_t old = whole.load(std::memory_order_relaxed);
    while (!whole.compare_exchange_weak(old, static_cast<uint8_t>((old & keep) | mine), std::memory_order_relaxed)) {
    }
  }
};

struct Boolean {  // true: not 0, as in C; a NaN is true
  static double load(const void* p, int64_t i) { return Field<1>::get(p, i); }
  static void store(void* p, int64_t i, double v) { Field<1>::set(p, i, v != 0); }
};

struct Int4 {
  static double load(const void* p, int64_t i) { return (Field<4>::get(p, i) ^ 8) - 8; }
  static void store(void* p, int64_t i, double v) {
    Field<4>::set(p, i, v != v ? 0 : static_cast<int>(std::clamp(std::nearbyint(v), -8.0, 7.0)));
  }
};
struct Uint4 {
  static double load(const void* p, int64_t i) { return Field<4>::get(p, i); }
  static void store(void* p, int64_t i, double v) {
    Field<4>::set(p, i, v != v ? 0 : static_cast<int>(std::clamp(std::nearbyint(v), 0.0, 15.0)));
  }
};
struct E2m1 {
  using Number = Minifloat<2, 1, Small::no_inf_no_nan>;
  static double load(const void* p, int64_t i) {
    return Number::decode(static_cast<Number::Bits>(Field<4>::get(p, i)));
  }
  static void store(void* p, int64_t i, double v) { Field<4>::set(p, i, Number::encode(v)); }
};

// 2^(bits - 127), all ones NaN (OCP Microscaling Formats 1.0, section 5.4.1). No sign and no zero: the magnitude,
// rounded up to the next power of two, so that a scale covers what it was made for; at least 2^-127, at most 2^127.
struct E8m0 {
  static double load(const void* p, int64_t i) { return decode(static_cast<const uint8_t*>(p)[i]); }
  static void store(void* p, int64_t i, double v) { static_cast<uint8_t*>(p)[i] = encode(v); }
  static double decode(uint8_t bits) {
    return bits == 255 ? std::numeric_limits<double>::quiet_NaN() : std::ldexp(1.0, bits - 127);
  }
  static uint8_t encode(double v) {
    if (v != v) return 255;
    if (v == 0) return 0;
    if (std::isinf(v)) return 254;
    int exponent;
    const double m = std::frexp(std::fabs(v), &exponent);  // m in [1/2, 1)
    return static_cast<uint8_t>(std::clamp((m == 0.5 ? exponent - 1 : exponent) + 127, 0, 254));
  }
};

// Calls f(codec) for every type whose elements are real numbers; false for complex and compute-only types.
template <class F>
bool with_codec(DType t, F&& f) {
  switch (t) {
    case DType::boolean:
      f(Boolean{});
      return true;
    case DType::i4:
      f(Int4{});
      return true;
    case DType::u4:
      f(Uint4{});
      return true;
    case DType::e2m1:
      f(E2m1{});
      return true;
    case DType::e8m0:
      f(E8m0{});
      return true;
    case DType::u32:
      f(Plain<uint32_t>{});
      return true;
    default:
      return dispatch(t, [&](auto type) { f(Plain<typename decltype(type)::type>{}); });
  }
}

using LoadFn = double (*)(const void*, int64_t);
using BlendFn = void (*)(void*, int64_t, double alpha, double result, double beta);
// Runs of n elements, `stride` apart, from element `first` on.
using LoadRunFn = void (*)(const void*, int64_t first, int64_t stride, int64_t n, double* out);
using StoreRunFn = void (*)(void*, int64_t first, int64_t stride, int64_t n, const double* values);

// nullptr for types whose elements are no real numbers.
inline LoadFn loader(DType t) {
  LoadFn f = nullptr;
  with_codec(t, [&](auto codec) { f = decltype(codec)::load; });
  return f;
}
inline BlendFn blender(DType t) {
  BlendFn f = nullptr;
  with_codec(t, [&](auto codec) {
    using C = decltype(codec);
    f = [](void* p, int64_t i, double alpha, double result, double beta) {
      // Old values are read only when beta is not 0: a NaN there does not matter then.
      C::store(p, i, beta == 0 ? alpha * result : alpha * result + beta * C::load(p, i));
    };
  });
  return f;
}
inline LoadRunFn run_loader(DType t) {
  LoadRunFn f = nullptr;
  with_codec(t, [&](auto codec) {
    f = [](const void* p, int64_t first, int64_t stride, int64_t n, double* out) {
      for (int64_t i = 0; i < n; ++i) out[i] = decltype(codec)::load(p, first + i * stride);
    };
  });
  return f;
}
inline StoreRunFn run_storer(DType t) {
  StoreRunFn f = nullptr;
  with_codec(t, [&](auto codec) {
    f = [](void* p, int64_t first, int64_t stride, int64_t n, const double* values) {
      for (int64_t i = 0; i < n; ++i) decltype(codec)::store(p, first + i * stride, values[i]);
    };
  });
  return f;
}

// Integers without a detour through double, which holds 53 bits: exact results, saturated once at the end.
using LoadIntFn = int64_t (*)(const void*, int64_t);
using StoreIntFn = void (*)(void*, int64_t, int128);

inline LoadIntFn integer_loader(DType t) {
  if (t == DType::i64) return [](const void* p, int64_t i) { return static_cast<const int64_t*>(p)[i]; };
  LoadIntFn f = nullptr;
  if (is_integer(t) || t == DType::boolean)
    with_codec(t, [&](auto codec) {
      f = [](const void* p, int64_t i) { return static_cast<int64_t>(decltype(codec)::load(p, i)); };
    });
  return f;
}
inline StoreIntFn integer_storer(DType t) {
  if (t == DType::i64)
    return [](void* p, int64_t i, int128 v) {
      static_cast<int64_t*>(p)[i] = static_cast<int64_t>(std::clamp<int128>(v, INT64_MIN, INT64_MAX));
    };
  StoreIntFn f = nullptr;
  if (is_integer(t) || t == DType::boolean)
    with_codec(t, [&](auto codec) {
      // Every other integer type has at most 32 bits: 2^40 saturates just as larger numbers do.
      f = [](void* p, int64_t i, int128 v) {
        constexpr int128 limit = int128(1) << 40;
        decltype(codec)::store(p, i, static_cast<double>(static_cast<int64_t>(std::clamp(v, -limit, limit))));
      };
    });
  return f;
}

using Complex = std::complex<double>;
constexpr bool is_complex(DType t) { return t == DType::c32 || t == DType::c64; }

// Complex elements; a real one has imaginary part 0. A real element takes the real part.
using LoadComplexFn = Complex (*)(const void*, int64_t);
using StoreComplexFn = void (*)(void*, int64_t, Complex);

inline LoadComplexFn complex_loader(DType t) {
  if (t == DType::c32)
    return [](const void* p, int64_t i) { return Complex(static_cast<const std::complex<float>*>(p)[i]); };
  if (t == DType::c64) return [](const void* p, int64_t i) { return static_cast<const Complex*>(p)[i]; };
  LoadComplexFn f = nullptr;
  with_codec(t, [&](auto codec) { f = [](const void* p, int64_t i) { return Complex(decltype(codec)::load(p, i)); }; });
  return f;
}
inline StoreComplexFn complex_storer(DType t) {
  if (t == DType::c32)
    return [](void* p, int64_t i, Complex v) { static_cast<std::complex<float>*>(p)[i] = std::complex<float>(v); };
  if (t == DType::c64) return [](void* p, int64_t i, Complex v) { static_cast<Complex*>(p)[i] = v; };
  StoreComplexFn f = nullptr;
  with_codec(t, [&](auto codec) { f = [](void* p, int64_t i, Complex v) { decltype(codec)::store(p, i, v.real()); }; });
  return f;
}

}  // namespace girih::reference
