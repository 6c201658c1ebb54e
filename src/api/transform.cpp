// Tensor transforms: padding, cropping and folding of tensors and filters, and the descriptors that turn the gradient
// of a convolution with strides into one without.
#include <algorithm>

#include "api/entry.h"
#include "api/entry_points.gen.h"
#include "plan/plan.h"

namespace girih::api {
namespace {

graph::Transform node(const cudnnTensorTransformStruct& t) {
  graph::Transform o;
  o.rank = t.rank;
  o.unfold = t.direction == CUDNN_TRANSFORM_UNFOLD;
  for (int i = 0; i < t.rank; ++i) {
    o.before[i] = t.before[i];
    o.after[i] = t.after[i];
    if (i >= 2) o.fold[i] = std::max<int64_t>(1, t.fold[i - 2]);
  }
  return o;
}

Check check_transform(const cudnnTensorTransformStruct& t) {
  if (t.rank == 0) return bad_param("transDesc: the descriptor was never set");
  return {};
}

Check run_transform(cudnnHandle_t handle, const cudnnTensorTransformStruct& t, const void* alpha, const TensorDesc& src,
                    const void* src_data, const void* beta, const TensorDesc& dest, void* dest_data) {
  GIRIH_TRY(check_transform(t));
  Call call;
  graph::Transform o = node(t);
  o.x = call.tensor("src", src, src_data);
  o.y = call.tensor("dest", dest, dest_data);
  graph::Scalars& k = call.add(o);
  k.alpha = read_scalar(alpha, src.dtype);
  k.beta = read_scalar(beta, src.dtype);
  return run(handle->device, call);
}

struct Fold {
  cudnnTensorFormat_t format;
  int64_t before[kMaxRank] = {}, after[kMaxRank] = {}, fold[graph::kMaxSpatial] = {};
  cudnnFoldingDirection_t direction = CUDNN_TRANSFORM_FOLD;
};

void set(cudnnTensorTransformDescriptor_t t, int rank, const Fold& f) {
  t->rank = rank;
  t->format = f.format;
  t->direction = f.direction;
  for (int i = 0; i < kMaxRank; ++i) {
    t->before[i] = static_cast<int32_t>(f.before[i]);
    t->after[i] = static_cast<int32_t>(f.after[i]);
    t->fold[i] = i < graph::kMaxSpatial ? static_cast<uint32_t>(f.fold[i]) : 0;
  }
}

int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

}  // namespace

Check cudnnCreateTensorTransformDescriptor(cudnnTensorTransformDescriptor_t* transformDesc) {
  return create(transformDesc);
}
Check cudnnDestroyTensorTransformDescriptor(cudnnTensorTransformDescriptor_t transformDesc) {
  return destroy(transformDesc);
}

// NULL arrays stand for no padding and no folding.
Check cudnnSetTensorTransformDescriptor(cudnnTensorTransformDescriptor_t transformDesc, const uint32_t nbDims,
                                        const cudnnTensorFormat_t destFormat, const int32_t padBeforeA[],
                                        const int32_t padAfterA[], const uint32_t foldA[],
                                        const cudnnFoldingDirection_t direction) {
  if (nbDims < 1 || nbDims > kMaxRank)
    return bad_param("nbDims: {} dimensions; 1 to {} (CUDNN_DIM_MAX)", nbDims, kMaxRank);
  auto& t = *transformDesc;
  t.rank = static_cast<int>(nbDims);
  t.format = destFormat;
  t.direction = direction;
  for (uint32_t i = 0; i < nbDims; ++i) {
    t.before[i] = padBeforeA ? padBeforeA[i] : 0;
    t.after[i] = padAfterA ? padAfterA[i] : 0;
    t.fold[i] = foldA && i + 2 < nbDims ? foldA[i] : 0;
  }
  return {};
}

Check cudnnGetTensorTransformDescriptor(cudnnTensorTransformDescriptor_t transformDesc, uint32_t nbDimsRequested,
                                        cudnnTensorFormat_t* destFormat, int32_t padBeforeA[], int32_t padAfterA[],
                                        uint32_t foldA[], cudnnFoldingDirection_t* direction) {
  const auto& t = *transformDesc;
  const uint32_t n = std::min(nbDimsRequested, static_cast<uint32_t>(t.rank));
  for (uint32_t i = 0; i < n; ++i) {
    if (padBeforeA) padBeforeA[i] = t.before[i];
    if (padAfterA) padAfterA[i] = t.after[i];
    if (foldA && i + 2 < n) foldA[i] = t.fold[i];
  }
  if (destFormat) *destFormat = t.format;
  *direction = t.direction;
  return {};
}

Check cudnnInitTransformDest(const cudnnTensorTransformDescriptor_t transformDesc,
                             const cudnnTensorDescriptor_t srcDesc, cudnnTensorDescriptor_t destDesc,
                             size_t* destSizeInBytes) {
  const TensorDesc& src = srcDesc->desc;
  GIRIH_TRY(check_transform(*transformDesc));
  GIRIH_TRY(check_set("srcDesc", src));
  const graph::Transform o = node(*transformDesc);
  if (src.rank != o.rank)
    return bad_param("srcDesc: {} dimensions, transformDesc has {}; they must be equal", src.rank, o.rank);
  int64_t phases = 1, dims[kMaxRank];
  for (int i = 0; i < o.rank; ++i) phases *= o.fold[i];
  if (o.unfold && o.rank > 1 && src.dims[1] % phases != 0)
    return bad_param("srcDesc: C is {}; unfolding takes multiples of {}, the product of foldA", src.dims[1], phases);
  graph::transform_dims(o, src.dims, dims);
  int narrow[kMaxRank];
  for (int i = 0; i < o.rank; ++i) {
    if (dims[i] < 1) return bad_param("srcDesc: nothing is left of dimension {} of {} after cropping", i, to_text(src));
    if (dims[i] > INT32_MAX) return not_supported("srcDesc: dimension {} becomes {}, beyond 31 bits", i, dims[i]);
    narrow[i] = static_cast<int>(dims[i]);
  }
  // Plain int8 does not say which vector type is wanted: the program describes the destination itself then.
  if (transformDesc->format == CUDNN_TENSOR_NCHW_VECT_C && src.vector == 1)
    return not_supported(
        "transformDesc: destFormat is CUDNN_TENSOR_NCHW_VECT_C, but srcDesc is {}; describe destDesc by "
        "cudnnSetTensorNdDescriptorEx",
        to_text(src));
  const cudnnDataType_t type =
      transformDesc->format == CUDNN_TENSOR_NCHW_VECT_C ? srcDesc->type : static_cast<cudnnDataType_t>(src.dtype);
  GIRIH_TRY_ASSIGN(const TensorDesc dest, make_desc(type, transformDesc->format, o.rank, narrow));
  GIRIH_TRY_ASSIGN(const int64_t bytes, size_in_bytes(dest));
  destDesc->desc = dest;
  destDesc->type = type;
  if (destSizeInBytes) *destSizeInBytes = static_cast<size_t>(bytes);
  return {};
}

Check cudnnTransformTensorEx(cudnnHandle_t handle, const cudnnTensorTransformDescriptor_t transDesc, const void* alpha,
                             const cudnnTensorDescriptor_t srcDesc, const void* srcData, const void* beta,
                             const cudnnTensorDescriptor_t destDesc, void* destData) {
  return run_transform(handle, *transDesc, alpha, srcDesc->desc, srcData, beta, destDesc->desc, destData);
}

Check cudnnTransformFilter(cudnnHandle_t handle, const cudnnTensorTransformDescriptor_t transDesc, const void* alpha,
                           const cudnnFilterDescriptor_t srcDesc, const void* srcData, const void* beta,
                           const cudnnFilterDescriptor_t destDesc, void* destData) {
  return run_transform(handle, *transDesc, alpha, srcDesc->desc, srcData, beta, destDesc->desc, destData);
}

// With stride s an input position is s*q + a: q moves, the phase a becomes part of the channel. Tap r of the filter
// meets the same split when the filter is padded by s*ceil(pad/s) - pad at its front: then r + front = s*r' + a, and
// the convolution has stride 1 and padding ceil(pad/s). The padded filter and the input are filled up to multiples of
// s; dy gets zeros for the outputs that this adds.
Check cudnnGetFoldedConvBackwardDataDescriptors(
    const cudnnHandle_t, const cudnnFilterDescriptor_t filterDesc, const cudnnTensorDescriptor_t diffDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t gradDesc,
    const cudnnTensorFormat_t transformFormat, cudnnFilterDescriptor_t foldedFilterDesc,
    cudnnTensorDescriptor_t paddedDiffDesc, cudnnConvolutionDescriptor_t foldedConvDesc,
    cudnnTensorDescriptor_t foldedGradDesc, cudnnTensorTransformDescriptor_t filterFoldTransDesc,
    cudnnTensorTransformDescriptor_t diffPadTransDesc, cudnnTensorTransformDescriptor_t gradFoldTransDesc,
    cudnnTensorTransformDescriptor_t gradUnfoldTransDesc) {
  const TensorDesc &w = filterDesc->desc, &dy = diffDesc->desc, &dx = gradDesc->desc;
  const auto& conv = *convDesc;
  GIRIH_TRY(check_set("filterDesc", w));
  GIRIH_TRY(check_set("diffDesc", dy));
  GIRIH_TRY(check_set("gradDesc", dx));
  if (conv.spatial < 1) return bad_param("convDesc: was never set");
  const int spatial = conv.spatial, rank = spatial + 2;
  if (w.rank != rank || dy.rank != rank || dx.rank != rank)
    return bad_param("ranks: filterDesc {}, diffDesc {}, gradDesc {}; the convolution has {} spatial dimensions",
                     w.rank, dy.rank, dx.rank, spatial);
  if (dx.dims[1] != w.dims[1] || dy.dims[1] != w.dims[0] || dx.dims[0] != dy.dims[0])
    return conv.groups != 1 ? not_supported("convDesc: {} groups; folding takes 1", conv.groups)
                            : bad_param("dims: filterDesc {}, diffDesc {} and gradDesc {} do not fit together",
                                        to_text(w), to_text(dy), to_text(dx));
  // Flipped taps would need flipped phases, which padding and folding cannot give.
  if (conv.mode != CUDNN_CROSS_CORRELATION)
    return not_supported("convDesc: mode CUDNN_CONVOLUTION; folding takes CUDNN_CROSS_CORRELATION");
  Fold filter{transformFormat}, diff{transformFormat}, grad{transformFormat};
  Fold back{is_packed(dx, Layout::nhwc) && !is_packed(dx, Layout::nchw) ? CUDNN_TENSOR_NHWC : CUDNN_TENSOR_NCHW};
  back.direction = CUDNN_TRANSFORM_UNFOLD;
  int pad[graph::kMaxSpatial], ones[graph::kMaxSpatial];
  int w_dims[kMaxRank] = {static_cast<int>(w.dims[0])}, dy_dims[kMaxRank], dx_dims[kMaxRank];
  int64_t phases = 1;
  for (int i = 0; i < 2; ++i) dy_dims[i] = static_cast<int>(dy.dims[i]), dx_dims[i] = static_cast<int>(dx.dims[i]);
  for (int i = 0; i < spatial; ++i) {
    const int64_t s = conv.stride[i], p = conv.pad[i], r = w.dims[i + 2];
    if (conv.dilation[i] != 1)
      return not_supported("convDesc: dilation {} in spatial dimension {}; folding takes 1", conv.dilation[i], i);
    const int64_t out = graph::conv_output_dim(dx.dims[i + 2], 2 * p, r, s, 1);
    if (dy.dims[i + 2] != out)
      return bad_param("diffDesc: spatial dimension {} is {}; the convolution makes it {}", i, dy.dims[i + 2], out);
    const int64_t folded_pad = ceil_div(p, s);
    filter.before[i + 2] = s * folded_pad - p;
    const int64_t taps = ceil_div(r + filter.before[i + 2], s), folded = ceil_div(dx.dims[i + 2], s);
    filter.after[i + 2] = s * taps - r - filter.before[i + 2];
    filter.fold[i] = grad.fold[i] = back.fold[i] = s;
    back.after[i + 2] = dx.dims[i + 2] - s * folded;
    const int64_t folded_out = folded + 2 * folded_pad - taps + 1;
    diff.after[i + 2] = folded_out - out;
    pad[i] = static_cast<int>(folded_pad);
    ones[i] = 1;
    w_dims[i + 2] = static_cast<int>(taps);
    dy_dims[i + 2] = static_cast<int>(folded_out);
    dx_dims[i + 2] = static_cast<int>(folded);
    phases *= s;
  }
  if (dx.dims[1] * phases > INT32_MAX)
    return not_supported("gradDesc: folding makes {} channels, beyond 31 bits", dx.dims[1] * phases);
  w_dims[1] = dx_dims[1] = static_cast<int>(dx.dims[1] * phases);
  GIRIH_TRY_ASSIGN(const TensorDesc folded_w, make_desc(filterDesc->type, transformFormat, rank, w_dims));
  GIRIH_TRY_ASSIGN(const TensorDesc padded_dy, make_desc(diffDesc->type, transformFormat, rank, dy_dims));
  GIRIH_TRY_ASSIGN(const TensorDesc folded_dx, make_desc(gradDesc->type, transformFormat, rank, dx_dims));
  foldedFilterDesc->desc = folded_w;
  foldedFilterDesc->type = filterDesc->type;
  foldedFilterDesc->layout = static_cast<Layout>(transformFormat);
  paddedDiffDesc->desc = padded_dy;
  paddedDiffDesc->type = diffDesc->type;
  foldedGradDesc->desc = folded_dx;
  foldedGradDesc->type = gradDesc->type;
  foldedConvDesc->spatial = spatial;
  std::copy(pad, pad + spatial, foldedConvDesc->pad);
  std::copy(ones, ones + spatial, foldedConvDesc->stride);
  std::copy(ones, ones + spatial, foldedConvDesc->dilation);
  foldedConvDesc->groups = 1;
  foldedConvDesc->mode = CUDNN_CROSS_CORRELATION;
  foldedConvDesc->compute = conv.compute;
  foldedConvDesc->math = conv.math;
  foldedConvDesc->reorder = conv.reorder;
  set(filterFoldTransDesc, rank, filter);
  set(diffPadTransDesc, rank, diff);
  set(gradFoldTransDesc, rank, grad);
  set(gradUnfoldTransDesc, rank, back);
  return {};
}

}  // namespace girih::api
