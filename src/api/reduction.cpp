// cudnnReduceTensor and its descriptor.
#include "api/entry.h"
#include "api/entry_points.gen.h"
#include "plan/plan.h"

namespace girih::api {
namespace {

using graph::ReduceOp;
using graph::Reduction;

bool has_indices(const cudnnReduceTensorStruct& d) {
  return d.indices == CUDNN_REDUCE_TENSOR_FLATTENED_INDICES &&
         (d.op == CUDNN_REDUCE_TENSOR_MIN || d.op == CUDNN_REDUCE_TENSOR_MAX || d.op == CUDNN_REDUCE_TENSOR_AMAX);
}

Check check_shapes(const TensorDesc& a, const TensorDesc& c) {
  GIRIH_TRY(check_set("aDesc", a));
  GIRIH_TRY(check_set("cDesc", c));
  graph::Graph g;
  Reduction op;
  op.x = g.add_tensor("A", a);
  op.y = g.add_tensor("C", c);
  for (int i = 0; i < std::min(a.rank, c.rank); ++i)
    if (c.dims[i] != 1 && c.dims[i] != a.dims[i])
      return bad_param("C: dimension {} is {}; it must be 1 or that of A, {}", i, c.dims[i], a.dims[i]);
  return graph::validate(g, op);
}

size_t indices_size(const TensorDesc& c) { return static_cast<size_t>(c.count()) * sizeof(int32_t); }

}  // namespace

Check cudnnCreateReduceTensorDescriptor(cudnnReduceTensorDescriptor_t* reduceTensorDesc) {
  return create(reduceTensorDesc);
}
Check cudnnDestroyReduceTensorDescriptor(cudnnReduceTensorDescriptor_t reduceTensorDesc) {
  return destroy(reduceTensorDesc);
}

Check cudnnSetReduceTensorDescriptor(cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                     cudnnReduceTensorOp_t reduceTensorOp, cudnnDataType_t reduceTensorCompType,
                                     cudnnNanPropagation_t reduceTensorNanOpt,
                                     cudnnReduceTensorIndices_t reduceTensorIndices,
                                     cudnnIndicesType_t reduceTensorIndicesType) {
  if (reduceTensorCompType != CUDNN_DATA_FLOAT && reduceTensorCompType != CUDNN_DATA_DOUBLE &&
      reduceTensorCompType != CUDNN_DATA_HALF)
    return bad_param("reduceTensorCompType: {}; f32 or f64", dtype_name(to_dtype(reduceTensorCompType)));
  reduceTensorDesc->op = reduceTensorOp;
  reduceTensorDesc->compute = reduceTensorCompType;
  reduceTensorDesc->nan = reduceTensorNanOpt;
  reduceTensorDesc->indices = reduceTensorIndices;
  reduceTensorDesc->indices_type = reduceTensorIndicesType;
  return {};
}

Check cudnnGetReduceTensorDescriptor(const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                     cudnnReduceTensorOp_t* reduceTensorOp, cudnnDataType_t* reduceTensorCompType,
                                     cudnnNanPropagation_t* reduceTensorNanOpt,
                                     cudnnReduceTensorIndices_t* reduceTensorIndices,
                                     cudnnIndicesType_t* reduceTensorIndicesType) {
  *reduceTensorOp = reduceTensorDesc->op;
  *reduceTensorCompType = reduceTensorDesc->compute;
  *reduceTensorNanOpt = reduceTensorDesc->nan;
  *reduceTensorIndices = reduceTensorDesc->indices;
  *reduceTensorIndicesType = reduceTensorDesc->indices_type;
  return {};
}

Check cudnnGetReductionIndicesSize(cudnnHandle_t, const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                   const cudnnTensorDescriptor_t aDesc, const cudnnTensorDescriptor_t cDesc,
                                   size_t* sizeInBytes) {
  GIRIH_TRY(check_set("cDesc", cDesc->desc));
  if (aDesc) GIRIH_TRY(check_shapes(aDesc->desc, cDesc->desc));  // the size depends on C alone
  *sizeInBytes = has_indices(*reduceTensorDesc) ? indices_size(cDesc->desc) : 0;
  return {};
}

Check cudnnGetReductionWorkspaceSize(cudnnHandle_t, const cudnnReduceTensorDescriptor_t,
                                     const cudnnTensorDescriptor_t aDesc, const cudnnTensorDescriptor_t cDesc,
                                     size_t* sizeInBytes) {
  GIRIH_TRY(check_shapes(aDesc->desc, cDesc->desc));
  *sizeInBytes = 0;  // the CPU engines need none
  return {};
}

Check cudnnReduceTensor(cudnnHandle_t handle, const cudnnReduceTensorDescriptor_t reduceTensorDesc, void* indices,
                        size_t indicesSizeInBytes, void* /*workspace*/, size_t /*workspaceSizeInBytes*/,
                        const void* alpha, const cudnnTensorDescriptor_t aDesc, const void* A, const void* beta,
                        const cudnnTensorDescriptor_t cDesc, void* C) {
  const TensorDesc &a = aDesc->desc, &c = cDesc->desc;
  GIRIH_TRY(check_shapes(a, c));
  if (same_dims(a, c))
    return bad_param("cDesc: has the dims of aDesc, {}; at least one dimension must shrink to 1", to_text(c));
  if (c.dtype == DType::f64 && a.dtype != DType::f64)
    return bad_param("cDesc: type f64 with a {} input; f64 goes with f64", dtype_name(a.dtype));
  const DType compute = to_dtype(reduceTensorDesc->compute);
  if (compute == DType::f16) return not_supported("reduceTensorCompType: f16; f32 or f64");
  if ((compute == DType::f64) != (a.dtype == DType::f64))
    return not_supported("reduceTensorCompType: {} for a {} input; f64 goes with f64, f32 with the others",
                         dtype_name(compute), dtype_name(a.dtype));
  for (const TensorDesc* t : {&a, &c})
    if (t->dtype != DType::f32 && t->dtype != DType::f64 && t->dtype != DType::f16 && t->dtype != DType::bf16 &&
        t->dtype != DType::i8)
      return not_supported("{}: type {}; f32, f64, f16, bf16 or i8", t == &a ? "aDesc" : "cDesc", dtype_name(t->dtype));
  const bool with_indices = has_indices(*reduceTensorDesc);
  if (with_indices && (!indices || indicesSizeInBytes < indices_size(c)))
    return bad_param("indices: {} bytes{} for {} that cudnnGetReductionIndicesSize asks", indicesSizeInBytes,
                     indices ? "" : " (a NULL pointer)", indices_size(c));
  Call call;
  Reduction op{.op = static_cast<ReduceOp>(reduceTensorDesc->op),
               .propagate_nan = reduceTensorDesc->nan == CUDNN_PROPAGATE_NAN,
               .compute = compute};
  op.x = call.tensor("A", a, A);
  op.y = call.tensor("C", c, C);
  if (with_indices) {
    TensorDesc d = c;
    d.dtype = DType::i32;
    set_packed_strides(d, Layout::nchw);
    op.indices = call.tensor("indices", d, indices);
  }
  auto& s = call.add(op);
  s.alpha = read_scalar(alpha, c.dtype);
  s.beta = read_scalar(beta, c.dtype);
  return run(handle->device, call);
}

}  // namespace girih::api
