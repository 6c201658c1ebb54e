// Tensor descriptors, and the parameter descriptors of operations (behaviour.md 17).
#include "api/backend/tensor.h"

#include <bit>

#include "api/entry.h"

namespace girih::api {
namespace {

Check check_dtype(int64_t type) {
  if (type < 0 || type >= kDTypeCount)
    return fail(Status::kBadParam, "CUDNN_ATTR_TENSOR_DATA_TYPE: {} is no data type", type);
  switch (static_cast<DType>(type)) {
    case DType::i8x4:
    case DType::u8x4:
    case DType::i8x32:
      return not_supported("CUDNN_ATTR_TENSOR_DATA_TYPE: {}: give the single type and CUDNN_ATTR_TENSOR_VECTOR_COUNT",
                           dtype_name(static_cast<DType>(type)));
    case DType::fast_float_for_fp8:
      return bad_param("CUDNN_ATTR_TENSOR_DATA_TYPE: {} is a compute type only", dtype_name(static_cast<DType>(type)));
    default:
      return {};
  }
}

}  // namespace

Check finalize_tensor(Body& b) {
  auto info = std::make_shared<TensorInfo>();
  graph::Tensor& t = info->tensor;
  const int64_t type = b.integer(CUDNN_ATTR_TENSOR_DATA_TYPE, CUDNN_DATA_FLOAT);
  GIRIH_TRY(check_dtype(type));
  t.desc.dtype = static_cast<DType>(type);

  const auto dims = b.integers(CUDNN_ATTR_TENSOR_DIMENSIONS), strides = b.integers(CUDNN_ATTR_TENSOR_STRIDES);
  if (dims.empty()) return bad_param("CUDNN_ATTR_TENSOR_DIMENSIONS is not set");
  if (dims.size() > kMaxRank)
    return bad_param("CUDNN_ATTR_TENSOR_DIMENSIONS: {} dimensions; at most {} are possible", dims.size(), kMaxRank);
  if (dims.size() != strides.size())
    return bad_param("CUDNN_ATTR_TENSOR_STRIDES: {} strides for {} dimensions", strides.size(), dims.size());
  t.desc.rank = static_cast<int8_t>(dims.size());
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] < 0) return bad_param("CUDNN_ATTR_TENSOR_DIMENSIONS: dimension {} is {}", i, dims[i]);
    if (strides[i] < 0) return bad_param("CUDNN_ATTR_TENSOR_STRIDES: stride {} is {}", i, strides[i]);
    t.desc.dims[i] = dims[i], t.desc.strides[i] = strides[i];
  }

  // Dims count vectors in the interface and elements in the graph.
  const int64_t vector = b.integer(CUDNN_ATTR_TENSOR_VECTOR_COUNT, 1);
  if (vector != 1) {
    const int64_t at = b.integer(CUDNN_ATTR_TENSOR_VECTORIZED_DIMENSION, -1);
    if (vector != 4 && vector != 32)
      return not_supported("CUDNN_ATTR_TENSOR_VECTOR_COUNT: vectors of {}; 4 and 32 are defined", vector);
    if (at != 1 || t.desc.rank < 2)
      return not_supported("CUDNN_ATTR_TENSOR_VECTORIZED_DIMENSION: {}; vectors lie along dimension 1", at);
    t.desc.vector = static_cast<int8_t>(vector);
    t.desc.dims[1] *= vector;
  }

  info->alignment = b.integer(CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, 0);
  if (info->alignment < 1 || !std::has_single_bit(static_cast<uint64_t>(info->alignment)))
    return bad_param("CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT: {} is no power of two", info->alignment);
  if (dtype_bits(t.desc.dtype) > 8 && info->alignment < 2)
    return bad_param("CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT: {} is less than the {} bytes of an element", info->alignment,
                     dtype_size(t.desc.dtype));
  info->has_uid = b.find(CUDNN_ATTR_TENSOR_UNIQUE_ID) != nullptr;
  info->uid = b.integer(CUDNN_ATTR_TENSOR_UNIQUE_ID, 0);
  t.is_virtual = b.integer(CUDNN_ATTR_TENSOR_IS_VIRTUAL, 0) != 0;
  t.by_value = b.integer(CUDNN_ATTR_TENSOR_IS_BY_VALUE, 0) != 0;
  if (t.is_virtual && t.by_value) return bad_param("a virtual tensor cannot be passed by value");
  if (t.by_value && t.desc.count() != 1)
    return bad_param("CUDNN_ATTR_TENSOR_IS_BY_VALUE: {} elements; one can be passed by value", t.desc.count());
  const int64_t reordering = b.integer(CUDNN_ATTR_TENSOR_REORDERING_MODE, 0);
  if (reordering < 0 || reordering > CUDNN_TENSOR_REORDERING_F8_128x4)
    return bad_param("CUDNN_ATTR_TENSOR_REORDERING_MODE: {} is no reordering", reordering);
  t.reordering = static_cast<graph::Reordering>(reordering);
  info->ragged = b.body(CUDNN_ATTR_TENSOR_RAGGED_OFFSET_DESC);
  if (info->ragged) {
    if (info->ragged->kind != CUDNN_BACKEND_TENSOR_DESCRIPTOR)
      return fail(Status::kBadParamDescriptorType, "CUDNN_ATTR_TENSOR_RAGGED_OFFSET_DESC: a {} is no tensor",
                  kind_name(info->ragged->kind));
    const DType offsets = info->ragged->as<TensorInfo>()->tensor.desc.dtype;
    if (offsets != DType::i32 && offsets != DType::i64)
      return bad_param("CUDNN_ATTR_TENSOR_RAGGED_OFFSET_DESC: offsets are i32 or i64, not {}", dtype_name(offsets));
  }
  if (const void* value = b.pointer(CUDNN_ATTR_TENSOR_CONSTANT_VALUE)) {
    if (t.desc.count() != 1)
      return not_supported("CUDNN_ATTR_TENSOR_CONSTANT_VALUE: {} elements; one is taken", t.desc.count());
    const auto* p = static_cast<const unsigned char*>(value);
    info->constant.assign(p, p + std::max<size_t>(1, dtype_size(t.desc.dtype)));
  }
  if (!t.is_virtual) GIRIH_TRY(size_in_bytes(t.desc));
  b.made = std::move(info);
  return {};
}

Check finalize_parameters(Body& b) {
  switch (b.kind) {
    case CUDNN_BACKEND_POINTWISE_DESCRIPTOR: {
      if (!b.find(CUDNN_ATTR_POINTWISE_MODE)) return bad_param("CUDNN_ATTR_POINTWISE_MODE is not set");
      const int64_t mode = b.integer(CUDNN_ATTR_POINTWISE_MODE, 0);
      if (!enumerator_name(kPointwiseModeTable, static_cast<int>(mode)))
        return bad_param("CUDNN_ATTR_POINTWISE_MODE: {} is no mode", mode);
      return {};
    }
    case CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR: {
      const int64_t n = b.integer(CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, 0);
      if (n < 1 || n > graph::kMaxSpatial)
        return bad_param("CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS: {}; 1 to {} are possible", n, graph::kMaxSpatial);
      for (int name : {CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, CUDNN_ATTR_CONVOLUTION_POST_PADDINGS,
                       CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, CUDNN_ATTR_CONVOLUTION_DILATIONS}) {
        const auto v = b.integers(name);
        if (static_cast<int64_t>(v.size()) != n)
          return bad_param("{}: {} elements for {} spatial dimensions", attribute_text(name), v.size(), n);
        const bool positive = name == CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES || name == CUDNN_ATTR_CONVOLUTION_DILATIONS;
        for (int64_t e : v)
          if (e < (positive ? 1 : 0)) return bad_param("{}: {} is too small", attribute_text(name), e);
      }
      return {};
    }
    case CUDNN_BACKEND_REDUCTION_DESCRIPTOR: {
      if (!b.find(CUDNN_ATTR_REDUCTION_OPERATOR)) return bad_param("CUDNN_ATTR_REDUCTION_OPERATOR is not set");
      const int64_t op = b.integer(CUDNN_ATTR_REDUCTION_OPERATOR, 0);
      if (!enumerator_name(kReduceTensorOpTable, static_cast<int>(op)))
        return bad_param("CUDNN_ATTR_REDUCTION_OPERATOR: {} is no operation", op);
      return {};
    }
    case CUDNN_BACKEND_RESAMPLE_DESCRIPTOR: {
      const int64_t n = b.integer(CUDNN_ATTR_RESAMPLE_SPATIAL_DIMS, 0);
      if (n < 1 || n > graph::kMaxSpatial)
        return bad_param("CUDNN_ATTR_RESAMPLE_SPATIAL_DIMS: {}; 1 to {} are possible", n, graph::kMaxSpatial);
      for (int name : {CUDNN_ATTR_RESAMPLE_WINDOW_DIMS, CUDNN_ATTR_RESAMPLE_STRIDES, CUDNN_ATTR_RESAMPLE_PRE_PADDINGS,
                       CUDNN_ATTR_RESAMPLE_POST_PADDINGS}) {
        const Attribute* a = b.find(name);
        if (!a || a->count != n)
          return bad_param("{}: {} elements for {} spatial dimensions", attribute_text(name), a ? a->count : 0, n);
      }
      return {};
    }
    default:
      return {};
  }
}

}  // namespace girih::api
