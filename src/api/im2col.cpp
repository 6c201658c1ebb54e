// The matrix of a convolution by GEMM, and the order of int8 filters.
#include "api/entry.h"
#include "api/entry_points.gen.h"
#include "plan/plan.h"

namespace girih::api {

Check cudnnIm2Col(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc, const void* x,
                  const cudnnFilterDescriptor_t wDesc, const cudnnConvolutionDescriptor_t convDesc, void* colBuffer) {
  const TensorDesc &xd = xDesc->desc, &w = wDesc->desc;
  const auto& conv = *convDesc;
  GIRIH_TRY(check_set("xDesc", xd));
  GIRIH_TRY(check_set("wDesc", w));
  if (conv.spatial < 1) return bad_param("convDesc: was never set");
  if (xd.rank != conv.spatial + 2 || w.rank != xd.rank)
    return bad_param("ranks: xDesc {}, wDesc {}; the convolution has {} spatial dimensions", xd.rank, w.rank,
                     conv.spatial);
  if (w.dims[1] < 1 || xd.dims[1] % w.dims[1] != 0)
    return bad_param("wDesc: C is {}; C of xDesc, {}, must be a multiple of it", w.dims[1], xd.dims[1]);
  if (xd.vector != 1) return not_supported("xDesc: vectors of {} elements; plain layouts are taken", xd.vector);
  graph::Im2Col o;
  o.spatial = conv.spatial;
  o.flip = conv.mode == CUDNN_CONVOLUTION;
  int64_t count = xd.dims[0] * xd.dims[1];
  for (int i = 0; i < conv.spatial; ++i) {
    o.window[i] = w.dims[i + 2];
    o.pad[i] = conv.pad[i];
    o.stride[i] = conv.stride[i];
    o.dilation[i] = conv.dilation[i];
    const int64_t size = graph::conv_output_dim(xd.dims[i + 2], 2 * o.pad[i], o.window[i], o.stride[i], o.dilation[i]);
    if (size < 1)
      return bad_param("wDesc: size {} with dilation {} is larger than the padded input in spatial dimension {}",
                       o.window[i], o.dilation[i], i);
    count *= o.window[i] * size;
  }
  Call call;
  o.x = call.tensor("x", xd, x);
  o.y = call.tensor("colBuffer", make_packed(xd.dtype, {count}), colBuffer);
  call.add(o);
  return run(handle->device, call);
}

Check cudnnReorderFilterAndBias(cudnnHandle_t handle, const cudnnFilterDescriptor_t filterDesc,
                                cudnnReorderType_t reorderType, const void* filterData, void* reorderedFilterData,
                                int reorderBias, const void* biasData, void* reorderedBiasData) {
  const TensorDesc& w = filterDesc->desc;
  GIRIH_TRY(check_set("filterDesc", w));
  graph::ReorderInt8 o;
  o.copy = reorderType == CUDNN_NO_REORDER;
  if (reorderBias) {
    if (!biasData || !reorderedBiasData)
      return bad_param("{}: is NULL; reorderBias asks for it", biasData ? "reorderedBiasData" : "biasData");
    if (w.dims[0] % 32 != 0 && w.vector == 32 && !o.copy)
      return not_supported("filterDesc: K is {}; a bias is reordered in blocks of 32", w.dims[0]);
  }
  {
    Call call;
    o.x = call.tensor("filterData", w, filterData);
    o.y = call.tensor("reorderedFilterData", w, reorderedFilterData);
    call.add(o);
    GIRIH_TRY(run(handle->device, call));
  }
  if (!reorderBias) return {};
  Call call;
  const TensorDesc bias = make_packed(DType::f32, {w.dims[0]});
  // Vectors of 4 are read as they lie, and so is their bias.
  o.copy = o.copy || w.vector != 32;
  o.bias = true;
  o.x = call.tensor("biasData", bias, biasData);
  o.y = call.tensor("reorderedBiasData", bias, reorderedBiasData);
  call.add(o);
  return run(handle->device, call);
}

}  // namespace girih::api
