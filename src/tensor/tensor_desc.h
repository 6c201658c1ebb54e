// A tensor without its data: type, dims and strides in elements, in the order N, C, then spatial (K, C, spatial for
// filters). Dims are logical: a vectorised layout (NCHW_VECT_C) keeps C in single elements and says so in `vector`.
#pragma once
#include <cstdint>
#include <string>

#include "base/result.h"
#include "tensor/dtype.h"

namespace girih {

constexpr int kMaxRank = 8;  // CUDNN_DIM_MAX

enum class Layout : uint8_t { nchw = 0, nhwc = 1, nchw_vect_c = 2 };  // the numbers of cudnnTensorFormat_t

struct TensorDesc {
  DType dtype = DType::f32;
  int8_t rank = 0;
  int8_t vector = 1;  // elements of C in one stored vector: 1, 4 or 32; strides then count vectors
  int64_t dims[kMaxRank] = {};
  int64_t strides[kMaxRank] = {};

  int64_t count() const {
    int64_t n = 1;
    for (int i = 0; i < rank; ++i) n *= dims[i];
    return n;
  }
  bool operator==(const TensorDesc& o) const;
};

// Strides of a packed tensor in that layout.
void set_packed_strides(TensorDesc& t, Layout layout);
TensorDesc make_packed(DType dtype, std::initializer_list<int64_t> dims, Layout layout = Layout::nchw);

bool same_dims(const TensorDesc& a, const TensorDesc& b);
// All elements lie side by side without gaps or overlap, in any order of the dimensions.
bool is_dense(const TensorDesc& t);
bool is_packed(const TensorDesc& t, Layout layout);  // dims of size 1 may carry any stride

// Bytes from the lowest to the highest element: (1 + sum((dim-1)*|stride|)) * element size. Fails when it does not fit
// in 63 bits.
Result<int64_t> size_in_bytes(const TensorDesc& t);

std::string to_text(const TensorDesc& t);  // "f32 {2,3,4,5} strides {60,20,5,1}"

}  // namespace girih
