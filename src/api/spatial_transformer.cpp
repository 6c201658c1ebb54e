// Spatial transformer: grid generator and sampler, forward and backward, one node each.
#include <algorithm>

#include "api/entry.h"
#include "api/entry_points.gen.h"
#include "plan/plan.h"

namespace girih::api {
namespace {

// Contiguous tensors that the descriptor implies: grid {N, spatial, d} and theta {N, d, d+1}.
struct Implied {
  TensorDesc grid, theta;
};

Result<Implied> implied(const cudnnSpatialTransformerStruct& st) {
  if (st.rank < 3 || st.rank > kMaxRank)
    return bad_param("stDesc: {} dimensions; N, C and 1 to {} more are needed", st.rank, kMaxRank - 2);
  for (int i = 0; i < st.rank; ++i)
    if (st.dims[i] < 1) return bad_param("stDesc: dimension {} is {}; at least 1", i, st.dims[i]);
  const int64_t d = st.rank - 2;
  Implied t;
  t.theta = make_packed(to_dtype(st.type), {st.dims[0], d, d + 1});
  t.grid.dtype = to_dtype(st.type);
  t.grid.rank = static_cast<int8_t>(st.rank);
  t.grid.dims[0] = st.dims[0];
  for (int i = 2; i < st.rank; ++i) t.grid.dims[i - 1] = st.dims[i];
  t.grid.dims[d + 1] = d;
  set_packed_strides(t.grid, Layout::nchw);
  return t;
}

}  // namespace

Check cudnnCreateSpatialTransformerDescriptor(cudnnSpatialTransformerDescriptor_t* stDesc) { return create(stDesc); }
Check cudnnDestroySpatialTransformerDescriptor(cudnnSpatialTransformerDescriptor_t stDesc) { return destroy(stDesc); }

// Any number of dims of any size is stored; the functions that use it refuse what cannot be (behaviour.md 3).
Check cudnnSetSpatialTransformerNdDescriptor(cudnnSpatialTransformerDescriptor_t stDesc, cudnnSamplerType_t,
                                             cudnnDataType_t dataType, const int nbDims, const int dimA[]) {
  switch (dataType) {
    case CUDNN_DATA_FLOAT:
    case CUDNN_DATA_DOUBLE:
    case CUDNN_DATA_HALF:
    case CUDNN_DATA_BFLOAT16:
      break;
    default:
      return not_supported("dataType: {}; f32, f64, f16 and bf16 are supported", dtype_name(to_dtype(dataType)));
  }
  if (nbDims > kMaxRank) return not_supported("nbDims: {} dimensions; {} (CUDNN_DIM_MAX) at most", nbDims, kMaxRank);
  stDesc->type = dataType;
  stDesc->rank = nbDims;
  if (nbDims > 0) std::copy(dimA, dimA + nbDims, stDesc->dims);
  return {};
}

Check cudnnSpatialTfGridGeneratorForward(cudnnHandle_t handle, const cudnnSpatialTransformerDescriptor_t stDesc,
                                         const void* theta, void* grid) {
  GIRIH_TRY_ASSIGN(const Implied t, implied(*stDesc));
  Call call;
  graph::SpatialGrid o;
  o.theta = call.tensor("theta", t.theta, theta);
  o.grid = call.tensor("grid", t.grid, grid);
  call.add(o);
  return run(handle->device, call);
}

Check cudnnSpatialTfGridGeneratorBackward(cudnnHandle_t handle, const cudnnSpatialTransformerDescriptor_t stDesc,
                                          const void* dgrid, void* dtheta) {
  GIRIH_TRY_ASSIGN(const Implied t, implied(*stDesc));
  Call call;
  graph::SpatialGrid o;
  o.backward = true;
  o.theta = call.tensor("dtheta", t.theta, dtheta);
  o.grid = call.tensor("dgrid", t.grid, dgrid);
  call.add(o);
  return run(handle->device, call);
}

Check cudnnSpatialTfSamplerForward(cudnnHandle_t handle, cudnnSpatialTransformerDescriptor_t stDesc, const void* alpha,
                                   const cudnnTensorDescriptor_t xDesc, const void* x, const void* grid,
                                   const void* beta, cudnnTensorDescriptor_t yDesc, void* y) {
  GIRIH_TRY_ASSIGN(const Implied t, implied(*stDesc));
  Call call;
  graph::SpatialSampler o;
  o.x = call.tensor("x", xDesc->desc, x);
  o.grid = call.tensor("grid", t.grid, grid);
  o.y = call.tensor("y", yDesc->desc, y);
  graph::Scalars& k = call.add(o);
  k.alpha = read_scalar(alpha, yDesc->desc.dtype);
  k.beta = read_scalar(beta, yDesc->desc.dtype);
  return run(handle->device, call);
}

Check cudnnSpatialTfSamplerBackward(cudnnHandle_t handle, cudnnSpatialTransformerDescriptor_t stDesc, const void* alpha,
                                    const cudnnTensorDescriptor_t xDesc, const void* x, const void* beta,
                                    const cudnnTensorDescriptor_t dxDesc, void* dx, const void* alphaDgrid,
                                    const cudnnTensorDescriptor_t dyDesc, const void* dy, const void* grid,
                                    const void* betaDgrid, void* dgrid) {
  GIRIH_TRY_ASSIGN(const Implied t, implied(*stDesc));
  Call call;
  graph::SpatialSampler o;
  o.backward = true;
  o.x = call.tensor("x", xDesc->desc, x);
  o.grid = call.tensor("grid", t.grid, grid);
  o.dy = call.tensor("dy", dyDesc->desc, dy);
  o.dx = call.tensor("dx", dxDesc->desc, dx);
  o.dgrid = call.tensor("dgrid", t.grid, dgrid);
  graph::Scalars& k = call.add(o);
  k.alpha = read_scalar(alpha, dxDesc->desc.dtype);
  k.beta = read_scalar(beta, dxDesc->desc.dtype);
  k.alpha2 = read_scalar(alphaDgrid, dxDesc->desc.dtype);
  k.beta2 = read_scalar(betaDgrid, dxDesc->desc.dtype);
  return run(handle->device, call);
}

}  // namespace girih::api
