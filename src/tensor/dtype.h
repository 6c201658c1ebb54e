// Every element type of the interface: its number (that of cudnnDataType_t), its size, its C++ representation, and
// exact conversions. Conversions from double round once, to nearest even; integers saturate, NaN becomes 0.
#pragma once
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace girih {

enum class DType : uint8_t {
  f32 = 0,
  f64 = 1,
  f16 = 2,
  i8 = 3,
  i32 = 4,
  i8x4 = 5,
  u8 = 6,
  u8x4 = 7,
  i8x32 = 8,
  bf16 = 9,
  i64 = 10,
  boolean = 11,  // one bit an element, least significant first
  e4m3 = 12,
  e5m2 = 13,
  fast_float_for_fp8 = 14,  // a compute type only
  e8m0 = 15,
  e2m1 = 16,  // 4 bits an element, low nibble first
  i4 = 17,
  u4 = 18,
  u32 = 19,
  c32 = 20,  // complex: two f32
  c64 = 21,
};
constexpr int kDTypeCount = 22;

const char* dtype_name(DType t);  // "f32", "bf16", ...
int dtype_bits(DType t);          // bits of one element; 0 for compute-only types
inline size_t dtype_size(DType t) { return static_cast<size_t>(dtype_bits(t)) / 8; }
constexpr bool is_integer(DType t) {
  return t == DType::i8 || t == DType::u8 || t == DType::i32 || t == DType::i64 || t == DType::u32 || t == DType::i4 ||
         t == DType::u4;
}

// What a small float does with values beyond its range and with NaN.
enum class Small { ieee, finite_nan, no_inf_no_nan };

// A float of 1 + E + M bits kept as its bit pattern. ieee: inf and NaN as in IEEE 754 (f16, bf16, E5M2);
// finite_nan: no inf, all ones is NaN, overflow saturates only where the value rounds into range (OCP E4M3);
// no_inf_no_nan: every pattern is a number (OCP E2M1).
template <int E, int M, Small S>
struct Minifloat {
  using Bits = std::conditional_t<(E + M > 7), uint16_t, uint8_t>;
  static constexpr int kBias = (1 << (E - 1)) - 1;
  static constexpr int kManBits = M;
  Bits bits;

  static constexpr Bits kSign = Bits(1u << (E + M));
  static constexpr Bits kExpMask = Bits(((1u << E) - 1) << M);
  static constexpr Bits kManMask = Bits((1u << M) - 1);
  // Largest finite pattern.
  static constexpr Bits kMaxBits = S == Small::ieee         ? Bits(kExpMask - 1)
                                   : S == Small::finite_nan ? Bits((kExpMask | kManMask) - 1)
                                                            : Bits(kExpMask | kManMask);

  static float decode(Bits b) {
    const uint32_t sign = (b & kSign) ? 0x80000000u : 0u;
    const uint32_t man = b & kManMask;
    const uint32_t exp = (b & kExpMask) >> M;
    const Bits magnitude = Bits(b & Bits(~kSign));
    if constexpr (S == Small::ieee) {
      if (exp == (1u << E) - 1) return std::bit_cast<float>(sign | 0x7f800000u | (man << (23 - M)));
    } else if constexpr (S == Small::finite_nan) {
      if (magnitude == Bits(kExpMask | kManMask)) return std::bit_cast<float>(sign | 0x7fc00000u);
    }
    if (exp == 0 && E < 8) {  // zero or subnormal: exact in f32
      const float v = static_cast<float>(man) * std::bit_cast<float>(uint32_t(127 + 1 - kBias - M) << 23);
      return std::bit_cast<float>(std::bit_cast<uint32_t>(v) | sign);
    }
    (void)magnitude;
    return std::bit_cast<float>(sign | ((exp + 127 - kBias) << 23) | (man << (23 - M)));
  }

  static Bits encode(double x) {
    const uint64_t u = std::bit_cast<uint64_t>(x);
    const Bits sign = (u >> 63) ? kSign : Bits(0);
    const uint64_t magnitude = u & 0x7fffffffffffffffu;
    if (magnitude > 0x7ff0000000000000u) {  // NaN
      if constexpr (S == Small::ieee) return Bits(sign | kExpMask | Bits(1u << (M - 1)));
      if constexpr (S == Small::finite_nan) return Bits(sign | kExpMask | kManMask);
      return Bits(sign | kMaxBits);
    }
    const int exp = static_cast<int>(magnitude >> 52) - 1023;
    if (exp < 1 - kBias - M - 1) return sign;  // below half the smallest subnormal
    // Shift so that the lowest kept bit is bit 0, then round half to even.
    const int drop = 52 - M + (exp < 1 - kBias ? (1 - kBias) - exp : 0);
    uint64_t man = (magnitude & 0xfffffffffffffu) | (exp > -1023 ? 0x10000000000000u : 0u);
    const uint64_t half = uint64_t(1) << (drop - 1), rest = man & ((half << 1) - 1);
    man >>= drop;
    if (rest > half || (rest == half && (man & 1))) ++man;
    // A normal number carries its hidden bit in `man`: adding lets a carry move into the exponent.
    const int64_t biased = exp < 1 - kBias ? 0 : exp + kBias - 1;
    const uint64_t code = (static_cast<uint64_t>(biased) << M) + man;
    if (code > kMaxBits) {
      if constexpr (S == Small::ieee) return Bits(sign | kExpMask);
      if constexpr (S == Small::finite_nan) return Bits(sign | kExpMask | kManMask);
      return Bits(sign | kMaxBits);
    }
    return Bits(sign | Bits(code));
  }

  Minifloat() = default;
  explicit Minifloat(double x) : bits(encode(x)) {}
  explicit operator float() const { return decode(bits); }
  explicit operator double() const { return decode(bits); }
};

using f16 = Minifloat<5, 10, Small::ieee>;
using e4m3 = Minifloat<4, 3, Small::finite_nan>;
using e5m2 = Minifloat<5, 2, Small::ieee>;

// bf16 is the upper half of an f32.
struct bf16 {
  uint16_t bits;
  static constexpr int kManBits = 7;
  bf16() = default;
  explicit bf16(double x) {
    // Round double to f32 towards odd, so that the second rounding cannot be wrong (Boldo & Melquiond 2008).
    float f = static_cast<float>(x);
    uint32_t u = std::bit_cast<uint32_t>(f);
    if (x != x) {
      bits = static_cast<uint16_t>((u >> 16) | 0x40);
      return;
    }
    if (static_cast<double>(f) != x && !(u & 1)) {
      const bool away = std::fabs(static_cast<double>(f)) > std::fabs(x);
      u = away ? u - 1 : u + 1;
    }
    bits = static_cast<uint16_t>((u + 0x7fff + ((u >> 16) & 1)) >> 16);
  }
  explicit bf16(float f) {
    const uint32_t u = std::bit_cast<uint32_t>(f);
    bits = static_cast<uint16_t>(f != f ? (u >> 16) | 0x40 : (u + 0x7fff + ((u >> 16) & 1)) >> 16);
  }
  explicit operator float() const { return std::bit_cast<float>(uint32_t(bits) << 16); }
  explicit operator double() const { return static_cast<float>(*this); }
};

// The value of an element as Acc (float or double), and an element from a value.
template <class Acc, class T>
inline Acc load(const T& v) {
  return static_cast<Acc>(v);
}
template <class T>
inline T store(double v) {
  if constexpr (std::is_integral_v<T>) {
    if (v != v) return 0;
    // 2^63 is not an int64, but it is a double: compare against the first value out of range.
    constexpr double low = static_cast<double>(std::numeric_limits<T>::min());
    const double high = std::ldexp(1.0, std::numeric_limits<T>::digits);
    v = std::nearbyint(v);
    if (v <= low) return std::numeric_limits<T>::min();
    if (v >= high) return std::numeric_limits<T>::max();
    return static_cast<T>(v);
  } else {
    return T(v);
  }
}

template <class T>
struct Type {
  using type = T;
};

// Calls f(Type<T>{}) with the C++ type of the byte-sized element types; false for the others (packed bits, vectors).
template <class F>
bool dispatch(DType t, F&& f) {
  switch (t) {
    case DType::f32:
      f(Type<float>{});
      return true;
    case DType::f64:
      f(Type<double>{});
      return true;
    case DType::f16:
      f(Type<f16>{});
      return true;
    case DType::bf16:
      f(Type<bf16>{});
      return true;
    case DType::i8:
      f(Type<int8_t>{});
      return true;
    case DType::u8:
      f(Type<uint8_t>{});
      return true;
    case DType::i32:
      f(Type<int32_t>{});
      return true;
    case DType::i64:
      f(Type<int64_t>{});
      return true;
    case DType::e4m3:
      f(Type<e4m3>{});
      return true;
    case DType::e5m2:
      f(Type<e5m2>{});
      return true;
    default:
      return false;
  }
}

// The same for the four floating types of the classic operations.
template <class F>
bool dispatch_float(DType t, F&& f) {
  switch (t) {
    case DType::f32:
      f(Type<float>{});
      return true;
    case DType::f64:
      f(Type<double>{});
      return true;
    case DType::f16:
      f(Type<f16>{});
      return true;
    case DType::bf16:
      f(Type<bf16>{});
      return true;
    default:
      return false;
  }
}

}  // namespace girih
