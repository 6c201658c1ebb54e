// CTC loss: descriptors of four generations, and one node for each call.
#include <bit>

#include "api/entry.h"
#include "api/entry_points.gen.h"
#include "plan/plan.h"

namespace girih::api {
namespace {

using graph::Ctc;

Check set(cudnnCTCLossDescriptor_t desc, cudnnDataType_t compute, cudnnLossNormalizationMode_t norm, int gradients,
          int longest) {
  if (compute != CUDNN_DATA_FLOAT && compute != CUDNN_DATA_DOUBLE)
    return not_supported("compType: {}; f32 and f64 are supported", dtype_name(to_dtype(compute)));
  desc->compute = compute;
  desc->norm = norm;
  desc->gradients = gradients;
  desc->longest_label = longest;
  return {};
}

template <class T>
void put(T* to, T v) {
  if (to) *to = v;
}

// The node; `labels`, `probs` and the others are NULL when only the size of the workspace is asked for.
Call make_call(const cudnnCTCLossStruct& d, bool host_labels, int64_t longest_label,
               const cudnnTensorStruct& probs_desc, const void* probs, const int* labels, const int* label_lengths,
               const int* input_lengths, const void* costs) {
  Call call;
  Ctc o;
  o.softmax = d.norm == CUDNN_LOSS_NORMALIZATION_SOFTMAX;
  o.skip_impossible = d.gradients == CUDNN_CTC_SKIP_OOB_GRADIENTS;
  o.host_labels = host_labels;
  o.longest_label = longest_label;
  const int64_t samples = probs_desc.desc.dims[1];
  const TensorDesc lengths = make_packed(DType::i32, {samples});
  o.probs = call.tensor("probs", probs_desc.desc, probs);
  o.labels = call.tensor(host_labels ? "hostLabels" : "labels", lengths, labels);
  o.label_lengths = call.tensor(host_labels ? "hostLabelLengths" : "labelLengths", lengths, label_lengths);
  o.input_lengths = call.tensor(host_labels ? "hostInputLengths" : "inputLengths", lengths, input_lengths);
  o.costs = call.tensor("costs", make_packed(to_dtype(d.compute), {samples}), costs);
  call.add(o);
  return call;
}

void add_gradients(Call& call, const cudnnTensorStruct& desc, const void* gradients) {
  std::get<Ctc>(call.graph.nodes[0].op).gradients = call.tensor("gradients", desc.desc, gradients);
}

// Of the given ones, rounded up to a power of two: few plans serve all calls.
int64_t longest(const cudnnTensorStruct& probs, const int* lengths) {
  int most = 0;
  for (int64_t n = 0; n < probs.desc.dims[1]; ++n) most = std::max(most, lengths[n]);
  return static_cast<int64_t>(std::bit_ceil(static_cast<uint32_t>(most)));
}
int64_t longest(const cudnnCTCLossStruct& d) { return std::max(0, d.longest_label); }

Check workspace_size(cudnnHandle_t handle, Call&& call, const cudnnTensorStruct* gradients, size_t* bytes) {
  if (gradients) add_gradients(call, *gradients, nullptr);
  GIRIH_TRY_ASSIGN(const auto plan, get_plan(call.graph, handle->device));
  *bytes = plan->workspace;
  return {};
}

Check run_loss(cudnnHandle_t handle, Call&& call, const cudnnTensorStruct& gradients_desc, void* gradients,
               void* workspace, size_t workspace_bytes) {
  if (gradients) add_gradients(call, gradients_desc, gradients);
  return run(handle->device, call, 0, workspace, workspace_bytes);
}

}  // namespace

Check cudnnCreateCTCLossDescriptor(cudnnCTCLossDescriptor_t* ctcLossDesc) { return create(ctcLossDesc); }
Check cudnnDestroyCTCLossDescriptor(cudnnCTCLossDescriptor_t ctcLossDesc) { return destroy(ctcLossDesc); }

Check cudnnSetCTCLossDescriptor(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t compType) {
  return set(ctcLossDesc, compType, CUDNN_LOSS_NORMALIZATION_NONE, CUDNN_CTC_ZERO_OOB_GRADIENTS, 0);
}

// cudnnNanPropagation_t: NOT_PROPAGATE stands for zero, PROPAGATE for skip, by the same numbers.
Check cudnnSetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t compType,
                                  cudnnLossNormalizationMode_t normMode, cudnnNanPropagation_t gradMode) {
  return set(ctcLossDesc, compType, normMode, gradMode, 0);
}
Check cudnnSetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t compType,
                                   cudnnLossNormalizationMode_t normMode, cudnnNanPropagation_t gradMode,
                                   int maxLabelLength) {
  return set(ctcLossDesc, compType, normMode, gradMode, maxLabelLength);
}
Check cudnnSetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t compType,
                                   cudnnLossNormalizationMode_t normMode, cudnnCTCGradMode_t ctcGradMode,
                                   int maxLabelLength) {
  return set(ctcLossDesc, compType, normMode, ctcGradMode, maxLabelLength);
}

Check cudnnGetCTCLossDescriptor(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t* compType) {
  put(compType, ctcLossDesc->compute);
  return {};
}
Check cudnnGetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t* compType,
                                  cudnnLossNormalizationMode_t* normMode, cudnnNanPropagation_t* gradMode) {
  return api::cudnnGetCTCLossDescriptor_v8(ctcLossDesc, compType, normMode, gradMode, nullptr);
}
Check cudnnGetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t* compType,
                                   cudnnLossNormalizationMode_t* normMode, cudnnNanPropagation_t* gradMode,
                                   int* maxLabelLength) {
  put(compType, ctcLossDesc->compute);
  put(normMode, ctcLossDesc->norm);
  put(gradMode, static_cast<cudnnNanPropagation_t>(ctcLossDesc->gradients));
  put(maxLabelLength, ctcLossDesc->longest_label);
  return {};
}
Check cudnnGetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t ctcLossDesc, cudnnDataType_t* compType,
                                   cudnnLossNormalizationMode_t* normMode, cudnnCTCGradMode_t* ctcGradMode,
                                   int* maxLabelLength) {
  put(ctcGradMode, static_cast<cudnnCTCGradMode_t>(ctcLossDesc->gradients));
  return api::cudnnGetCTCLossDescriptor_v8(ctcLossDesc, compType, normMode, nullptr, maxLabelLength);
}

// The algorithm is only a hint: every engine of ours is deterministic.
Check cudnnCTCLoss(cudnnHandle_t handle, const cudnnTensorDescriptor_t probsDesc, const void* probs,
                   const int hostLabels[], const int hostLabelLengths[], const int hostInputLengths[], void* costs,
                   const cudnnTensorDescriptor_t gradientsDesc, void* gradients, cudnnCTCLossAlgo_t /*algo*/,
                   cudnnCTCLossDescriptor_t ctcLossDesc, void* workspace, size_t workSpaceSizeInBytes) {
  return run_loss(handle,
                  make_call(*ctcLossDesc, true, longest(*probsDesc, hostLabelLengths), *probsDesc, probs, hostLabels,
                            hostLabelLengths, hostInputLengths, costs),
                  *gradientsDesc, gradients, workspace, workSpaceSizeInBytes);
}

Check cudnnCTCLoss_v8(cudnnHandle_t handle, cudnnCTCLossAlgo_t /*algo*/, cudnnCTCLossDescriptor_t ctcLossDesc,
                      const cudnnTensorDescriptor_t probsDesc, const void* probs, const int labels[],
                      const int labelLengths[], const int inputLengths[], void* costs,
                      const cudnnTensorDescriptor_t gradientsDesc, void* gradients, size_t workSpaceSizeInBytes,
                      void* workspace) {
  return run_loss(handle,
                  make_call(*ctcLossDesc, false, longest(*ctcLossDesc), *probsDesc, probs, labels, labelLengths,
                            inputLengths, costs),
                  *gradientsDesc, gradients, workspace, workSpaceSizeInBytes);
}

Check cudnnGetCTCLossWorkspaceSize(cudnnHandle_t handle, const cudnnTensorDescriptor_t probsDesc,
                                   const cudnnTensorDescriptor_t gradientsDesc, const int* /*labels*/,
                                   const int* labelLengths, const int* /*inputLengths*/, cudnnCTCLossAlgo_t /*algo*/,
                                   cudnnCTCLossDescriptor_t ctcLossDesc, size_t* sizeInBytes) {
  return workspace_size(handle,
                        make_call(*ctcLossDesc, true, longest(*probsDesc, labelLengths), *probsDesc, nullptr, nullptr,
                                  nullptr, nullptr, nullptr),
                        gradientsDesc, sizeInBytes);
}

Check cudnnGetCTCLossWorkspaceSize_v8(cudnnHandle_t handle, cudnnCTCLossAlgo_t /*algo*/,
                                      cudnnCTCLossDescriptor_t ctcLossDesc, const cudnnTensorDescriptor_t probsDesc,
                                      const cudnnTensorDescriptor_t gradientsDesc, size_t* sizeInBytes) {
  return workspace_size(
      handle,
      make_call(*ctcLossDesc, false, longest(*ctcLossDesc), *probsDesc, nullptr, nullptr, nullptr, nullptr, nullptr),
      gradientsDesc, sizeInBytes);
}

}  // namespace girih::api
