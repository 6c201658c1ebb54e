// Choosing a convolution algorithm: the numbers of each pass, Get (ranked by prediction) and Find (ranked by time).
#include <algorithm>
#include <chrono>
#include <memory>

#include "api/convolution_problem.h"
#include "api/entry_points.gen.h"
#include "plan/device.h"

namespace girih::api {
namespace {

using graph::ConvMethod;
using graph::ConvPass;

// Within a family the first number is the one most programs name.
constexpr ConvAlgorithm kForward[] = {
    {CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM, ConvMethod::direct},
    {CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, ConvMethod::direct},
    {CUDNN_CONVOLUTION_FWD_ALGO_GEMM, ConvMethod::direct},
    {CUDNN_CONVOLUTION_FWD_ALGO_DIRECT, ConvMethod::direct},
    {CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD, ConvMethod::winograd},
    {CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED, ConvMethod::winograd},
    {CUDNN_CONVOLUTION_FWD_ALGO_FFT, ConvMethod::fft},
    {CUDNN_CONVOLUTION_FWD_ALGO_FFT_TILING, ConvMethod::fft},
};
constexpr ConvAlgorithm kBackwardData[] = {
    {CUDNN_CONVOLUTION_BWD_DATA_ALGO_1, ConvMethod::direct},
    {CUDNN_CONVOLUTION_BWD_DATA_ALGO_0, ConvMethod::direct},
    {CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD, ConvMethod::winograd},
    {CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD_NONFUSED, ConvMethod::winograd},
    {CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT, ConvMethod::fft},
    {CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT_TILING, ConvMethod::fft},
};
constexpr ConvAlgorithm kBackwardFilter[] = {
    {CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1, ConvMethod::direct},
    {CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0, ConvMethod::direct},
    {CUDNN_CONVOLUTION_BWD_FILTER_ALGO_3, ConvMethod::direct},
    {CUDNN_CONVOLUTION_BWD_FILTER_ALGO_WINOGRAD, ConvMethod::winograd},
    {CUDNN_CONVOLUTION_BWD_FILTER_ALGO_WINOGRAD_NONFUSED, ConvMethod::winograd},
    {CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT, ConvMethod::fft},
    {CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT_TILING, ConvMethod::fft},
};

// NVIDIA's counts: some algorithms appear twice there, with and without tensor cores; programs size arrays by these.
constexpr int kForwardMaxCount = 10, kBackwardDataMaxCount = 8, kBackwardFilterMaxCount = 9;

// One algorithm's line of a result, for any pass.
struct Answer {
  int algorithm;
  cudnnStatus_t status;
  float time_ms;
  size_t memory;
  bool deterministic;
  double predicted_us;
};

// Buffers for Find: the program's own, or ours.
struct Buffers {
  void *x, *w, *y, *workspace;
  size_t workspace_size;
};

// The call that asks for one algorithm.
Result<Call> algorithm_call(ConvPass pass, const cudnnConvolutionStruct& conv, const ConvTensors& t, int algorithm,
                            const Buffers& b) {
  GIRIH_TRY_ASSIGN(graph::Convolution op, make_convolution(pass, conv, t));
  GIRIH_TRY_ASSIGN(op.method, conv_method(algorithm, op, t));
  Call call;
  add_convolution(call, op, conv, t, {b.x, b.w, b.y});
  return call;
}

// Supported algorithms, fastest predicted first, then the rest with NOT_SUPPORTED. Shape errors fail the call;
// a mix of types that no algorithm takes makes every entry NOT_SUPPORTED (behaviour.md 5).
Result<std::vector<Answer>> get(cudnnHandle_t handle, ConvPass pass, const cudnnConvolutionStruct& conv,
                                const ConvTensors& t) {
  std::vector<Answer> list;
  for (const ConvAlgorithm& a : conv_algorithms(pass)) {
    Answer answer{a.number, CUDNN_STATUS_NOT_SUPPORTED, -1.f, 0, true, 0};
    auto call = algorithm_call(pass, conv, t, a.number, {});
    if (!call && call.error().status != Status::kNotSupported) return std::move(call).take_error();
    if (call) {
      const auto ranked = rank_engines(call->graph, handle->device);
      if (!ranked.empty()) {
        GIRIH_TRY_ASSIGN(auto plan, get_plan(call->graph, handle->device));
        answer.status = CUDNN_STATUS_SUCCESS;
        answer.memory = plan->workspace;
        answer.deterministic = plan->engine->notes.deterministic;
        answer.predicted_us = ranked[0].estimate.microseconds;
      }
    }
    list.push_back(answer);
  }
  std::stable_sort(list.begin(), list.end(), [](const Answer& a, const Answer& b) {
    if ((a.status == CUDNN_STATUS_SUCCESS) != (b.status == CUDNN_STATUS_SUCCESS))
      return a.status == CUDNN_STATUS_SUCCESS;
    return a.status == CUDNN_STATUS_SUCCESS && a.predicted_us < b.predicted_us;
  });
  return list;
}

// Runs every supported algorithm: once to warm up, then the best of three.
Result<std::vector<Answer>> find(cudnnHandle_t handle, ConvPass pass, const cudnnConvolutionStruct& conv,
                                 const ConvTensors& t, const Buffers& b) {
  GIRIH_TRY_ASSIGN(auto list, get(handle, pass, conv, t));
  for (Answer& answer : list) {
    if (answer.status != CUDNN_STATUS_SUCCESS) continue;
    if (answer.memory > b.workspace_size) {  // what NVIDIA's library says of one that does not fit
      answer.status = CUDNN_STATUS_INTERNAL_ERROR_UNEXPECTED_VALUE;
      continue;
    }
    GIRIH_TRY_ASSIGN(const Call call, algorithm_call(pass, conv, t, answer.algorithm, b));
    double best = 0;
    for (int i = 0; i < 4; ++i) {
      const auto start = std::chrono::steady_clock::now();
      GIRIH_TRY(run(handle->device, call, 0, b.workspace, b.workspace_size));
      GIRIH_TRY(synchronize(handle->device));
      const std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - start;
      if (i == 1 || (i > 1 && ms.count() < best)) best = ms.count();
    }
    answer.time_ms = static_cast<float>(std::max(best, 1e-6));  // programs take a time above 0 as measured
  }
  std::stable_sort(list.begin(), list.end(), [](const Answer& a, const Answer& b) {
    const bool ok_a = a.status == CUDNN_STATUS_SUCCESS, ok_b = b.status == CUDNN_STATUS_SUCCESS;
    return ok_a != ok_b ? ok_a : ok_a ? a.time_ms < b.time_ms : a.algorithm < b.algorithm;
  });
  return list;
}

// Find with memory of our own, filled with small numbers: zeros or NaN could take other paths through the arithmetic.
Result<std::vector<Answer>> find_alone(cudnnHandle_t handle, ConvPass pass, const cudnnConvolutionStruct& conv,
                                       const ConvTensors& t) {
  GIRIH_TRY_ASSIGN(const auto list, get(handle, pass, conv, t));
  size_t sizes[4] = {};
  const TensorDesc* descs[] = {&t.x, &t.w, &t.y};
  for (int i = 0; i < 3; ++i) {
    GIRIH_TRY_ASSIGN(const int64_t bytes, size_in_bytes(*descs[i]));
    sizes[i] = static_cast<size_t>(bytes);
  }
  for (const Answer& a : list) sizes[3] = std::max(sizes[3], a.memory);
  std::shared_ptr<void> memory[4];
  void* aligned[4];
  for (int i = 0; i < 4; ++i) {
    GIRIH_TRY_ASSIGN(memory[i], allocate(handle->device, sizes[i] + 64, 0x3c));  // 0.0115 in f32
    auto* p = static_cast<unsigned char*>(memory[i].get());
    aligned[i] = p + (64 - reinterpret_cast<uintptr_t>(p) % 64);
  }
  return find(handle, pass, conv, t, {aligned[0], aligned[1], aligned[2], aligned[3], sizes[3]});
}

template <class Perf>
void fill(const cudnnConvolutionStruct& conv, const std::vector<Answer>& list, int requested, int* returned,
          Perf* results) {
  const int n = std::clamp(requested, 0, static_cast<int>(list.size()));
  for (int i = 0; i < n; ++i) {
    const Answer& a = list[static_cast<size_t>(i)];
    Perf p{};
    p.algo = static_cast<decltype(p.algo)>(a.algorithm);
    p.status = a.status;
    p.time = a.time_ms;
    p.memory = a.memory;
    p.determinism = a.deterministic ? CUDNN_DETERMINISTIC : CUDNN_NON_DETERMINISTIC;
    p.mathType = conv.math == CUDNN_FMA_MATH ? CUDNN_FMA_MATH : CUDNN_DEFAULT_MATH;  // no tensor cores on a CPU
    results[i] = p;
  }
  if (returned) *returned = n;
}

template <class Perf>
Check get_algorithms(cudnnHandle_t handle, ConvPass pass, const cudnnConvolutionStruct& conv, const ConvTensors& t,
                     int requested, int* returned, Perf* results) {
  GIRIH_TRY_ASSIGN(const auto list, get(handle, pass, conv, t));
  fill(conv, list, requested, returned, results);
  return {};
}

template <class Perf>
Check find_algorithms(cudnnHandle_t handle, ConvPass pass, const cudnnConvolutionStruct& conv, const ConvTensors& t,
                      const Buffers* buffers, int requested, int* returned, Perf* results) {
  if (requested < 1) return bad_param("requestedAlgoCount: {}; at least 1", requested);
  GIRIH_TRY_ASSIGN(const auto list,
                   buffers ? find(handle, pass, conv, t, *buffers) : find_alone(handle, pass, conv, t));
  fill(conv, list, requested, returned, results);
  return {};
}

// Shapes that the original library takes under the name of a transform algorithm and our transform engines do not:
// FFT tiling with strides, in 3-D and for f64, Winograd of 5x5 filters. Programs that name the algorithm get the direct
// engine, whose workspace and time Get and Find then report (docs/differences.md).
bool direct_stands_in(int algorithm, const graph::Convolution& op, const ConvTensors& t) {
  const auto all_one = [&](const int64_t* v) {
    return std::all_of(v, v + op.spatial, [](int64_t n) { return n == 1; });
  };
  if (!all_one(op.dilation) || is_integer(t.x.dtype)) return false;
  const bool strided = !all_one(op.stride);
  if (algorithm == (op.pass == ConvPass::fprop   ? static_cast<int>(CUDNN_CONVOLUTION_FWD_ALGO_FFT_TILING)
                    : op.pass == ConvPass::dgrad ? static_cast<int>(CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT_TILING)
                                                 : -1))
    return strided || op.spatial == 3 || t.x.dtype == DType::f64;
  if (algorithm == (op.pass == ConvPass::fprop ? static_cast<int>(CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED)
                    : op.pass == ConvPass::dgrad
                        ? static_cast<int>(CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD_NONFUSED)
                        : static_cast<int>(CUDNN_CONVOLUTION_BWD_FILTER_ALGO_WINOGRAD_NONFUSED)))
    return !strided && op.spatial == 2 && t.w.dims[2] == 5 && t.w.dims[3] == 5;
  return false;
}

}  // namespace

std::span<const ConvAlgorithm> conv_algorithms(ConvPass pass) {
  switch (pass) {
    case ConvPass::fprop:
      return kForward;
    case ConvPass::dgrad:
      return kBackwardData;
    default:
      return kBackwardFilter;
  }
}

Result<ConvMethod> conv_method(int algorithm, const graph::Convolution& op, const ConvTensors& t) {
  for (const ConvAlgorithm& a : conv_algorithms(op.pass))
    if (a.number == algorithm) return direct_stands_in(algorithm, op, t) ? ConvMethod::direct : a.method;
  return not_supported("algo: {} is no algorithm of this pass", algorithm);
}

Check cudnnGetConvolutionForwardAlgorithmMaxCount(cudnnHandle_t, int* count) {
  *count = kForwardMaxCount;
  return {};
}
Check cudnnGetConvolutionBackwardDataAlgorithmMaxCount(cudnnHandle_t, int* count) {
  *count = kBackwardDataMaxCount;
  return {};
}
Check cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(cudnnHandle_t, int* count) {
  *count = kBackwardFilterMaxCount;
  return {};
}

Check cudnnGetConvolutionForwardAlgorithm_v7(cudnnHandle_t handle, const cudnnTensorDescriptor_t srcDesc,
                                             const cudnnFilterDescriptor_t filterDesc,
                                             const cudnnConvolutionDescriptor_t convDesc,
                                             const cudnnTensorDescriptor_t destDesc, const int requestedAlgoCount,
                                             int* returnedAlgoCount, cudnnConvolutionFwdAlgoPerf_t* perfResults) {
  const ConvTensors t{"srcDesc", "filterDesc", "destDesc", srcDesc->desc, filterDesc->desc, destDesc->desc};
  return get_algorithms(handle, ConvPass::fprop, *convDesc, t, requestedAlgoCount, returnedAlgoCount, perfResults);
}

Check cudnnGetConvolutionBackwardDataAlgorithm_v7(cudnnHandle_t handle, const cudnnFilterDescriptor_t filterDesc,
                                                  const cudnnTensorDescriptor_t diffDesc,
                                                  const cudnnConvolutionDescriptor_t convDesc,
                                                  const cudnnTensorDescriptor_t gradDesc, const int requestedAlgoCount,
                                                  int* returnedAlgoCount,
                                                  cudnnConvolutionBwdDataAlgoPerf_t* perfResults) {
  const ConvTensors t{"gradDesc", "filterDesc", "diffDesc", gradDesc->desc, filterDesc->desc, diffDesc->desc};
  return get_algorithms(handle, ConvPass::dgrad, *convDesc, t, requestedAlgoCount, returnedAlgoCount, perfResults);
}

Check cudnnGetConvolutionBackwardFilterAlgorithm_v7(cudnnHandle_t handle, const cudnnTensorDescriptor_t srcDesc,
                                                    const cudnnTensorDescriptor_t diffDesc,
                                                    const cudnnConvolutionDescriptor_t convDesc,
                                                    const cudnnFilterDescriptor_t gradDesc,
                                                    const int requestedAlgoCount, int* returnedAlgoCount,
                                                    cudnnConvolutionBwdFilterAlgoPerf_t* perfResults) {
  const ConvTensors t{"srcDesc", "gradDesc", "diffDesc", srcDesc->desc, gradDesc->desc, diffDesc->desc};
  return get_algorithms(handle, ConvPass::wgrad, *convDesc, t, requestedAlgoCount, returnedAlgoCount, perfResults);
}

Check cudnnFindConvolutionForwardAlgorithm(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc,
                                           const cudnnFilterDescriptor_t wDesc,
                                           const cudnnConvolutionDescriptor_t convDesc,
                                           const cudnnTensorDescriptor_t yDesc, const int requestedAlgoCount,
                                           int* returnedAlgoCount, cudnnConvolutionFwdAlgoPerf_t* perfResults) {
  const ConvTensors t{"xDesc", "wDesc", "yDesc", xDesc->desc, wDesc->desc, yDesc->desc};
  return find_algorithms(handle, ConvPass::fprop, *convDesc, t, nullptr, requestedAlgoCount, returnedAlgoCount,
                         perfResults);
}

Check cudnnFindConvolutionForwardAlgorithmEx(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc, const void* x,
                                             const cudnnFilterDescriptor_t wDesc, const void* w,
                                             const cudnnConvolutionDescriptor_t convDesc,
                                             const cudnnTensorDescriptor_t yDesc, void* y, const int requestedAlgoCount,
                                             int* returnedAlgoCount, cudnnConvolutionFwdAlgoPerf_t* perfResults,
                                             void* workSpace, size_t workSpaceSizeInBytes) {
  const ConvTensors t{"x", "w", "y", xDesc->desc, wDesc->desc, yDesc->desc};
  const Buffers b{const_cast<void*>(x), const_cast<void*>(w), y, workSpace, workSpace ? workSpaceSizeInBytes : 0};
  return find_algorithms(handle, ConvPass::fprop, *convDesc, t, &b, requestedAlgoCount, returnedAlgoCount, perfResults);
}

Check cudnnFindConvolutionBackwardDataAlgorithm(cudnnHandle_t handle, const cudnnFilterDescriptor_t wDesc,
                                                const cudnnTensorDescriptor_t dyDesc,
                                                const cudnnConvolutionDescriptor_t convDesc,
                                                const cudnnTensorDescriptor_t dxDesc, const int requestedAlgoCount,
                                                int* returnedAlgoCount,
                                                cudnnConvolutionBwdDataAlgoPerf_t* perfResults) {
  const ConvTensors t{"dxDesc", "wDesc", "dyDesc", dxDesc->desc, wDesc->desc, dyDesc->desc};
  return find_algorithms(handle, ConvPass::dgrad, *convDesc, t, nullptr, requestedAlgoCount, returnedAlgoCount,
                         perfResults);
}

Check cudnnFindConvolutionBackwardDataAlgorithmEx(cudnnHandle_t handle, const cudnnFilterDescriptor_t wDesc,
                                                  const void* w, const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                                  const cudnnConvolutionDescriptor_t convDesc,
                                                  const cudnnTensorDescriptor_t dxDesc, void* dx,
                                                  const int requestedAlgoCount, int* returnedAlgoCount,
                                                  cudnnConvolutionBwdDataAlgoPerf_t* perfResults, void* workSpace,
                                                  size_t workSpaceSizeInBytes) {
  const ConvTensors t{"dx", "w", "dy", dxDesc->desc, wDesc->desc, dyDesc->desc};
  const Buffers b{dx, const_cast<void*>(w), const_cast<void*>(dy), workSpace, workSpace ? workSpaceSizeInBytes : 0};
  return find_algorithms(handle, ConvPass::dgrad, *convDesc, t, &b, requestedAlgoCount, returnedAlgoCount, perfResults);
}

Check cudnnFindConvolutionBackwardFilterAlgorithm(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc,
                                                  const cudnnTensorDescriptor_t dyDesc,
                                                  const cudnnConvolutionDescriptor_t convDesc,
                                                  const cudnnFilterDescriptor_t dwDesc, const int requestedAlgoCount,
                                                  int* returnedAlgoCount,
                                                  cudnnConvolutionBwdFilterAlgoPerf_t* perfResults) {
  const ConvTensors t{"xDesc", "dwDesc", "dyDesc", xDesc->desc, dwDesc->desc, dyDesc->desc};
  return find_algorithms(handle, ConvPass::wgrad, *convDesc, t, nullptr, requestedAlgoCount, returnedAlgoCount,
                         perfResults);
}

Check cudnnFindConvolutionBackwardFilterAlgorithmEx(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc,
                                                    const void* x, const cudnnTensorDescriptor_t dyDesc, const void* y,
                                                    const cudnnConvolutionDescriptor_t convDesc,
                                                    const cudnnFilterDescriptor_t dwDesc, void* dw,
                                                    const int requestedAlgoCount, int* returnedAlgoCount,
                                                    cudnnConvolutionBwdFilterAlgoPerf_t* perfResults, void* workSpace,
                                                    size_t workSpaceSizeInBytes) {
  const ConvTensors t{"x", "dw", "dy", xDesc->desc, dwDesc->desc, dyDesc->desc};
  const Buffers b{const_cast<void*>(x), dw, const_cast<void*>(y), workSpace, workSpace ? workSpaceSizeInBytes : 0};
  return find_algorithms(handle, ConvPass::wgrad, *convDesc, t, &b, requestedAlgoCount, returnedAlgoCount, perfResults);
}

}  // namespace girih::api
