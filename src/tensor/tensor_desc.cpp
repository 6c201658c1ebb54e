#include "tensor/tensor_desc.h"

#include <algorithm>

#include "base/int128.h"

namespace girih {

bool TensorDesc::operator==(const TensorDesc& o) const {
  return dtype == o.dtype && rank == o.rank && vector == o.vector && std::equal(dims, dims + rank, o.dims) &&
         std::equal(strides, strides + rank, o.strides);
}

void set_packed_strides(TensorDesc& t, Layout layout) {
  int64_t s = 1;
  if (layout == Layout::nhwc && t.rank >= 2) {
    t.strides[1] = 1;
    s = t.dims[1];
    for (int i = t.rank - 1; i >= 2; --i) {
      t.strides[i] = s;
      s *= t.dims[i];
    }
    t.strides[0] = s;
    return;
  }
  for (int i = t.rank - 1; i >= 0; --i) {
    t.strides[i] = s;
    s *= i == 1 ? t.dims[i] / t.vector : t.dims[i];
  }
}

TensorDesc make_packed(DType dtype, std::initializer_list<int64_t> dims, Layout layout) {
  TensorDesc t;
  t.dtype = dtype;
  t.rank = static_cast<int8_t>(dims.size());
  std::copy(dims.begin(), dims.end(), t.dims);
  set_packed_strides(t, layout);
  return t;
}

bool same_dims(const TensorDesc& a, const TensorDesc& b) {
  return a.rank == b.rank && std::equal(a.dims, a.dims + a.rank, b.dims);
}

bool is_dense(const TensorDesc& t) {
  if (t.vector != 1) return false;
  // Each dimension must find the stride that the smaller ones make up.
  int64_t expected = 1;
  bool used[kMaxRank] = {};
  for (int step = 0; step < t.rank; ++step) {
    int found = -1;
    for (int i = 0; i < t.rank; ++i)
      if (!used[i] && (t.dims[i] == 1 || t.strides[i] == expected)) {
        found = i;
        if (t.dims[i] != 1) break;
      }
    if (found < 0) return false;
    used[found] = true;
    expected *= t.dims[found];
  }
  return true;
}

bool is_packed(const TensorDesc& t, Layout layout) {
  TensorDesc p = t;
  set_packed_strides(p, layout);
  for (int i = 0; i < t.rank; ++i)
    if (t.dims[i] != 1 && t.strides[i] != p.strides[i]) return false;
  return true;
}

Result<int64_t> size_in_bytes(const TensorDesc& t) {
  int128 n = 1;
  for (int i = 0; i < t.rank; ++i) {
    const int64_t d = i == 1 ? t.dims[i] / t.vector : t.dims[i];
    if (d == 0) return int64_t(0);
    n += static_cast<int128>(d - 1) * (t.strides[i] < 0 ? -t.strides[i] : t.strides[i]);
    if (n > INT64_MAX) return not_supported("the tensor {} takes more than 2^63 bytes", to_text(t));
  }
  n *= t.vector;
  const int128 bytes = (n * dtype_bits(t.dtype) + 7) / 8;
  if (bytes > INT64_MAX) return not_supported("the tensor {} takes more than 2^63 bytes", to_text(t));
  return static_cast<int64_t>(bytes);
}

std::string to_text(const TensorDesc& t) {
  std::string s = dtype_name(t.dtype);
  auto list = [&](const int64_t* v) {
    s += '{';
    for (int i = 0; i < t.rank; ++i) s += fmt::format("{}{}", i ? "," : "", v[i]);
    s += '}';
  };
  s += ' ';
  list(t.dims);
  s += " strides ";
  list(t.strides);
  if (t.vector != 1) s += fmt::format(" vectors of {}", t.vector);
  return s;
}

}  // namespace girih
