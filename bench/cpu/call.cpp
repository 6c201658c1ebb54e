// Host cost of a warm call: the time of functions on tensors of one element, where only the way of the call costs.
// Budget: 2 us. Prints a table, or JSON with --json.
#include <cudnn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

extern "C" {
cudnnStatus_t girih_cudnnCreate(cudnnHandle_t*);
cudnnStatus_t girih_cudnnCreateTensorDescriptor(cudnnTensorDescriptor_t*);
cudnnStatus_t girih_cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t, cudnnTensorFormat_t, cudnnDataType_t, int, int,
                                               int, int);
cudnnStatus_t girih_cudnnCreateFilterDescriptor(cudnnFilterDescriptor_t*);
cudnnStatus_t girih_cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t, cudnnDataType_t, cudnnTensorFormat_t, int, int,
                                               int, int);
cudnnStatus_t girih_cudnnCreateConvolutionDescriptor(cudnnConvolutionDescriptor_t*);
cudnnStatus_t girih_cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t, int, int, int, int, int, int,
                                                    cudnnConvolutionMode_t, cudnnDataType_t);
cudnnStatus_t girih_cudnnCreateActivationDescriptor(cudnnActivationDescriptor_t*);
cudnnStatus_t girih_cudnnSetActivationDescriptor(cudnnActivationDescriptor_t, cudnnActivationMode_t,
                                                 cudnnNanPropagation_t, double);
cudnnStatus_t girih_cudnnActivationForward(cudnnHandle_t, cudnnActivationDescriptor_t, const void*,
                                           cudnnTensorDescriptor_t, const void*, const void*, cudnnTensorDescriptor_t,
                                           void*);
cudnnStatus_t girih_cudnnConvolutionForward(cudnnHandle_t, const void*, cudnnTensorDescriptor_t, const void*,
                                            cudnnFilterDescriptor_t, const void*, cudnnConvolutionDescriptor_t,
                                            cudnnConvolutionFwdAlgo_t, void*, size_t, const void*,
                                            cudnnTensorDescriptor_t, void*);
cudnnStatus_t girih_cudnnAddTensor(cudnnHandle_t, const void*, cudnnTensorDescriptor_t, const void*, const void*,
                                   cudnnTensorDescriptor_t, void*);
}

namespace {

// Nanoseconds of one call: the least of 50 batches of 2,000.
template <class F>
double cost(F&& f) {
  double best = 1e30;
  for (int batch = 0; batch < 50; ++batch) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 2000; ++i)
      if (f() != CUDNN_STATUS_SUCCESS) return -1;
    const std::chrono::duration<double, std::nano> t = std::chrono::steady_clock::now() - start;
    best = std::min(best, t.count() / 2000);
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  const bool json = argc > 1 && !std::strcmp(argv[1], "--json");
  if (argc > 1 && !json) return std::printf("Usage: girih_call [--json]\n"), 2;
  cudnnHandle_t handle;
  if (girih_cudnnCreate(&handle) != CUDNN_STATUS_SUCCESS) return std::printf("no handle: set GIRIH_DEVICE=cpu\n"), 1;
  cudnnTensorDescriptor_t t;
  girih_cudnnCreateTensorDescriptor(&t);
  girih_cudnnSetTensor4dDescriptor(t, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, 1, 1);
  cudnnFilterDescriptor_t w;
  girih_cudnnCreateFilterDescriptor(&w);
  girih_cudnnSetFilter4dDescriptor(w, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 1, 1, 1, 1);
  cudnnConvolutionDescriptor_t conv;
  girih_cudnnCreateConvolutionDescriptor(&conv);
  girih_cudnnSetConvolution2dDescriptor(conv, 0, 0, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT);
  cudnnActivationDescriptor_t relu;
  girih_cudnnCreateActivationDescriptor(&relu);
  girih_cudnnSetActivationDescriptor(relu, CUDNN_ACTIVATION_RELU, CUDNN_PROPAGATE_NAN, 0);
  const float one = 1, zero = 0;
  float x = 1, f = 2, y = 0;

  struct Row {
    const char* name;
    double ns;
  };
  const std::vector<Row> rows = {
      {"cudnnSetTensor4dDescriptor",
       cost([&] { return girih_cudnnSetTensor4dDescriptor(t, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, 1, 1); })},
      {"cudnnActivationForward",
       cost([&] { return girih_cudnnActivationForward(handle, relu, &one, t, &x, &zero, t, &y); })},
      {"cudnnAddTensor", cost([&] { return girih_cudnnAddTensor(handle, &one, t, &x, &zero, t, &y); })},
      {"cudnnConvolutionForward", cost([&] {
         return girih_cudnnConvolutionForward(handle, &one, t, &x, w, &f, conv,
                                              CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, nullptr, 0, &zero, t, &y);
       })},
  };
  if (json) std::printf("{");
  for (size_t i = 0; i < rows.size(); ++i)
    if (json)
      std::printf("%s\"%s\": %.0f", i ? ", " : "", rows[i].name, rows[i].ns);
    else
      std::printf("%-28s %6.0f ns\n", rows[i].name, rows[i].ns);
  if (json) std::printf("}\n");
  return 0;
}
