// Tensor and filter descriptors.
#include <algorithm>

#include "api/entry.h"
#include "api/entry_points.gen.h"
#include "base/int128.h"

namespace girih::api {
namespace {

int vector_length(cudnnDataType_t t) {
  return t == CUDNN_DATA_INT8x4 || t == CUDNN_DATA_UINT8x4 ? 4 : t == CUDNN_DATA_INT8x32 ? 32 : 1;
}

Check check_type(cudnnDataType_t type) {
  if (type > CUDNN_DATA_BFLOAT16)
    return bad_param("dataType: {} is a type of the graph interface only; classic descriptors take the types 0 to 9",
                     static_cast<int>(type));
  return {};
}

Check check_rank(int rank, int least) {
  if (rank > kMaxRank) return not_supported("nbDims: {} dimensions; {} (CUDNN_DIM_MAX) at most", rank, kMaxRank);
  if (rank < least) return bad_param("nbDims: {} dimensions; at least {}", rank, least);
  return {};
}

// Sizes must be positive, and the element count and the offsets must fit in 63 bits.
Check check_sizes(const TensorDesc& d) {
  int128 count = 1;
  for (int i = 0; i < d.rank; ++i) {
    if (d.dims[i] <= 0) return bad_param("dimension {} is {}; it must be at least 1", i, d.dims[i]);
    if (d.strides[i] == 0) return bad_param("the stride of dimension {} is 0; it must not be", i);
    count *= d.dims[i];
    if (count > INT64_MAX / 8) return not_supported("{} has more than 2^60 elements", to_text(d));
  }
  if (auto bytes = size_in_bytes(d); !bytes) return std::move(bytes).take_error();
  return {};
}

Check set_strided(cudnnTensorDescriptor_t t, cudnnDataType_t type, int rank, const int* dims, const int* strides) {
  GIRIH_TRY(check_type(type));
  GIRIH_TRY(check_rank(rank, 1));
  TensorDesc d;
  d.dtype = to_dtype(type);
  d.rank = static_cast<int8_t>(rank);
  std::copy(dims, dims + rank, d.dims);
  std::copy(strides, strides + rank, d.strides);
  GIRIH_TRY(check_sizes(d));
  t->type = type;
  t->desc = d;
  return {};
}

Check set_packed(cudnnTensorDescriptor_t t, cudnnTensorFormat_t format, cudnnDataType_t type, int rank,
                 const int* dims) {
  GIRIH_TRY_ASSIGN(t->desc, make_desc(type, format, rank, dims));
  t->type = type;
  return {};
}

Check set_filter(cudnnFilterDescriptor_t f, cudnnDataType_t type, cudnnTensorFormat_t format, int rank,
                 const int* dims) {
  GIRIH_TRY(check_rank(rank, 3));
  GIRIH_TRY_ASSIGN(f->desc, make_desc(type, format, rank, dims));
  f->type = type;
  f->layout = static_cast<Layout>(format);
  return {};
}

}  // namespace

Result<TensorDesc> make_desc(cudnnDataType_t type, cudnnTensorFormat_t format, int rank, const int* dims) {
  GIRIH_TRY(check_type(type));
  GIRIH_TRY(check_rank(rank, 1));
  TensorDesc d;
  d.dtype = to_dtype(type);
  d.rank = static_cast<int8_t>(rank);
  std::copy(dims, dims + rank, d.dims);
  if (format == CUDNN_TENSOR_NCHW_VECT_C) {
    const int v = vector_length(type);
    if (v == 1) return bad_param("dataType: NCHW_VECT_C takes INT8x4, UINT8x4 or INT8x32, not {}", dtype_name(d.dtype));
    if (rank < 2 || dims[1] % v != 0)
      return bad_param("C: {} is no multiple of the vector length {}", rank < 2 ? 0 : dims[1], v);
    d.dtype = type == CUDNN_DATA_UINT8x4 ? DType::u8 : DType::i8;
    d.vector = static_cast<int8_t>(v);
  }
  for (int i = 0; i < rank; ++i)
    if (dims[i] <= 0) return bad_param("dimension {} is {}; it must be at least 1", i, dims[i]);
  int128 count = 1;
  for (int i = 0; i < rank; ++i)
    if ((count *= dims[i]) > INT64_MAX / 64) return not_supported("the tensor has more than 2^57 elements");
  set_packed_strides(d, static_cast<Layout>(format));
  GIRIH_TRY(check_sizes(d));
  return d;
}

Check check_set(const char* name, const TensorDesc& desc) {
  if (desc.rank == 0) return bad_param("{}: the descriptor was never set", name);
  return {};
}

Check cudnnCreateTensorDescriptor(cudnnTensorDescriptor_t* tensorDesc) { return create(tensorDesc); }
Check cudnnDestroyTensorDescriptor(cudnnTensorDescriptor_t tensorDesc) { return destroy(tensorDesc); }

Check cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t tensorDesc, cudnnTensorFormat_t format,
                                 cudnnDataType_t dataType, int n, int c, int h, int w) {
  const int dims[] = {n, c, h, w};
  return set_packed(tensorDesc, format, dataType, 4, dims);
}

Check cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t tensorDesc, cudnnDataType_t dataType, int n, int c, int h,
                                   int w, int nStride, int cStride, int hStride, int wStride) {
  const int dims[] = {n, c, h, w}, strides[] = {nStride, cStride, hStride, wStride};
  return set_strided(tensorDesc, dataType, 4, dims, strides);
}

Check cudnnSetTensorNdDescriptor(cudnnTensorDescriptor_t tensorDesc, cudnnDataType_t dataType, int nbDims,
                                 const int dimA[], const int strideA[]) {
  return set_strided(tensorDesc, dataType, nbDims, dimA, strideA);
}

Check cudnnSetTensorNdDescriptorEx(cudnnTensorDescriptor_t tensorDesc, cudnnTensorFormat_t format,
                                   cudnnDataType_t dataType, int nbDims, const int dimA[]) {
  return set_packed(tensorDesc, format, dataType, nbDims, dimA);
}

Check cudnnGetTensor4dDescriptor(const cudnnTensorDescriptor_t tensorDesc, cudnnDataType_t* dataType, int* n, int* c,
                                 int* h, int* w, int* nStride, int* cStride, int* hStride, int* wStride) {
  const TensorDesc& d = tensorDesc->desc;
  if (d.rank > 4) return bad_param("tensorDesc: has {} dimensions, not 4; use cudnnGetTensorNdDescriptor", d.rank);
  *dataType = tensorDesc->type;
  int* dims[] = {n, c, h, w};
  int* strides[] = {nStride, cStride, hStride, wStride};
  for (int i = 0; i < 4; ++i) {
    *dims[i] = i < d.rank ? static_cast<int>(d.dims[i]) : d.rank ? 1 : 0;
    *strides[i] = i < d.rank ? static_cast<int>(d.strides[i]) : d.rank ? 1 : 0;
  }
  return {};
}

Check cudnnGetTensorNdDescriptor(const cudnnTensorDescriptor_t tensorDesc, int nbDimsRequested,
                                 cudnnDataType_t* dataType, int* nbDims, int dimA[], int strideA[]) {
  const TensorDesc& d = tensorDesc->desc;
  if (nbDimsRequested < 0) return bad_param("nbDimsRequested: {} is negative", nbDimsRequested);
  *dataType = tensorDesc->type;
  *nbDims = d.rank;
  for (int i = 0; i < std::min<int>(nbDimsRequested, d.rank); ++i) {
    dimA[i] = static_cast<int>(d.dims[i]);
    strideA[i] = static_cast<int>(d.strides[i]);
  }
  return {};
}

Check cudnnGetTensorSizeInBytes(const cudnnTensorDescriptor_t tensorDesc, size_t* size) {
  if (tensorDesc->desc.rank == 0) {  // never set
    *size = 0;
    return {};
  }
  GIRIH_TRY_ASSIGN(const int64_t bytes, size_in_bytes(tensorDesc->desc));
  *size = static_cast<size_t>(bytes);
  return {};
}

Check cudnnCreateFilterDescriptor(cudnnFilterDescriptor_t* filterDesc) { return create(filterDesc); }
Check cudnnDestroyFilterDescriptor(cudnnFilterDescriptor_t filterDesc) { return destroy(filterDesc); }

Check cudnnSetFilterNdDescriptor(cudnnFilterDescriptor_t filterDesc, cudnnDataType_t dataType,
                                 cudnnTensorFormat_t format, int nbDims, const int filterDimA[]) {
  return set_filter(filterDesc, dataType, format, nbDims, filterDimA);
}

Check cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t filterDesc, cudnnDataType_t dataType,
                                 cudnnTensorFormat_t format, int k, int c, int h, int w) {
  const int dims[] = {k, c, h, w};
  return set_filter(filterDesc, dataType, format, 4, dims);
}

Check cudnnGetFilterNdDescriptor(const cudnnFilterDescriptor_t filterDesc, int nbDimsRequested,
                                 cudnnDataType_t* dataType, cudnnTensorFormat_t* format, int* nbDims,
                                 int filterDimA[]) {
  const TensorDesc& d = filterDesc->desc;
  if (nbDimsRequested < 0) return bad_param("nbDimsRequested: {} is negative", nbDimsRequested);
  *dataType = filterDesc->type;
  *format = static_cast<cudnnTensorFormat_t>(filterDesc->layout);
  *nbDims = d.rank;
  for (int i = 0; i < std::min<int>(nbDimsRequested, d.rank); ++i) filterDimA[i] = static_cast<int>(d.dims[i]);
  return {};
}

Check cudnnGetFilter4dDescriptor(const cudnnFilterDescriptor_t filterDesc, cudnnDataType_t* dataType,
                                 cudnnTensorFormat_t* format, int* k, int* c, int* h, int* w) {
  const TensorDesc& d = filterDesc->desc;
  if (d.rank > 4) return bad_param("filterDesc: has {} dimensions, not 4; use cudnnGetFilterNdDescriptor", d.rank);
  *dataType = filterDesc->type;
  *format = static_cast<cudnnTensorFormat_t>(filterDesc->layout);
  int* dims[] = {k, c, h, w};
  for (int i = 0; i < 4; ++i) *dims[i] = i < d.rank ? static_cast<int>(d.dims[i]) : d.rank ? 1 : 0;
  return {};
}

Check cudnnGetFilterSizeInBytes(const cudnnFilterDescriptor_t filterDesc, size_t* size) {
  GIRIH_TRY_ASSIGN(const int64_t bytes, size_in_bytes(filterDesc->desc));
  *size = static_cast<size_t>(filterDesc->desc.rank ? bytes : 0);
  return {};
}

}  // namespace girih::api
