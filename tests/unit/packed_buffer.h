// Tensors of any element type, those of less than a byte too, for tests of operations that move bits: codes instead of
// values. Codes are written and read here without the library.
#pragma once
#include "tensor_buffer.h"

namespace girih::test {

struct Codes {
  static constexpr int64_t kGuard = 512;  // bits before and behind
  TensorDesc desc;
  int bits;
  std::vector<unsigned char> bytes;

  explicit Codes(const TensorDesc& d) : desc(d), bits(dtype_bits(d.dtype)) {
    int64_t span = 1;
    for (int i = 0; i < d.rank; ++i) span += (d.dims[i] - 1) * d.strides[i];
    bytes.assign(static_cast<size_t>((span * bits + 7) / 8 + kGuard / 4), 0xff);
  }
  Codes(DType type, const Dims& dims, Order order = Order::nchw) : Codes(make(type, dims, order)) {}
  void* data() { return bytes.data() + kGuard / 8; }

  // Of the element at a memory offset.
  uint64_t at(int64_t offset) const {
    uint64_t code = 0;
    for (int i = 0; i < std::min(bits, 64); ++i) {
      const auto bit = static_cast<size_t>(kGuard + offset * bits + i);
      code |= uint64_t(bytes[bit / 8] >> bit % 8 & 1) << i;
    }
    return code;
  }
  void put(int64_t offset, uint64_t code) {
    for (int i = 0; i < std::min(bits, 64); ++i) {
      const auto bit = static_cast<size_t>(kGuard + offset * bits + i);
      bytes[bit / 8] = static_cast<unsigned char>((bytes[bit / 8] & ~(1 << bit % 8)) | (code >> i & 1) << bit % 8);
    }
  }
  int64_t offset(const Dims& index) const {
    int64_t o = 0;
    for (size_t i = 0; i < index.size(); ++i) o += index[i] * desc.strides[i];
    return o;
  }
  uint64_t get(const Dims& index) const { return at(offset(index)); }
  Codes& fill(unsigned seed) {
    std::mt19937_64 random(seed);
    for (int64_t n = 0; n < desc.count(); ++n) put(offset_of(desc, n), random());
    return *this;
  }
  // Every bit outside the elements is still set.
  void expect_untouched_gaps(const std::string& what) const {
    std::vector<bool> used(bytes.size() * 8);
    for (int64_t n = 0; n < desc.count(); ++n)
      for (int i = 0; i < bits; ++i) used[static_cast<size_t>(kGuard + offset_of(desc, n) * bits + i)] = true;
    for (size_t bit = 0; bit < used.size(); ++bit)
      if (!used[bit] && !(bytes[bit / 8] >> bit % 8 & 1)) {
        ADD_FAILURE() << what << ": bit " << bit << " outside the elements was written";
        return;
      }
  }
};

// The coordinates of element n in row-major order.
inline Dims coordinates(const Dims& dims, int64_t n) {
  Dims index(dims.size());
  for (size_t i = dims.size(); i-- > 0;) {
    index[i] = n % dims[i];
    n /= dims[i];
  }
  return index;
}
inline Dims dims_of(const TensorDesc& t) { return Dims(t.dims, t.dims + t.rank); }

// Every element of y is what `want` says of its coordinates.
inline void expect_codes(const Codes& y, const std::function<uint64_t(const Dims&)>& want, const std::string& what) {
  for (int64_t n = 0; n < y.desc.count(); ++n) {
    const Dims index = coordinates(dims_of(y.desc), n);
    const uint64_t mask = y.bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << y.bits) - 1;
    if (y.get(index) != (want(index) & mask)) {
      ADD_FAILURE() << what << ": element " << n << " is " << y.get(index) << ", not " << (want(index) & mask);
      return;
    }
  }
  y.expect_untouched_gaps(what);
}

inline void run_once(const Call& call, int id, const std::string& what) {
  for (int threads : {1, 3}) {
    set_thread_count(threads);
    const Check done = run(kCpu, call, id);
    set_thread_count(0);
    ASSERT_TRUE(done) << what << ": " << done.error().text;
  }
}

}  // namespace girih::test
