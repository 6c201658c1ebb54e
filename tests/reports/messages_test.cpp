// Reports about errors that do not say what is wrong, and about empty tensors.
#include "reports/report_test.h"

namespace girih::reports {
namespace {

// Every tensor and filter setter with one size replaced by 0, in the position that `axis` names.
struct Setter {
  const char* name;
  cudnnStatus_t (*set)(int axis);
};
int sizes[4], packed[4] = {60, 20, 5, 1};
void choose(int axis) {
  for (int i = 0; i < 4; ++i) sizes[i] = i == axis ? 0 : i + 2;
}
const Setter kSetters[] = {
    {"cudnnSetTensor4dDescriptor",
     [](int axis) {
       choose(axis);
       return cudnnSetTensor4dDescriptor(TensorD(), CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, sizes[0], sizes[1], sizes[2],
                                         sizes[3]);
     }},
    {"cudnnSetTensor4dDescriptorEx",
     [](int axis) {
       choose(axis);
       return cudnnSetTensor4dDescriptorEx(TensorD(), CUDNN_DATA_FLOAT, sizes[0], sizes[1], sizes[2], sizes[3], 60, 20,
                                           5, 1);
     }},
    {"cudnnSetTensorNdDescriptor",
     [](int axis) {
       choose(axis);
       return cudnnSetTensorNdDescriptor(TensorD(), CUDNN_DATA_FLOAT, 4, sizes, packed);
     }},
    {"cudnnSetTensorNdDescriptorEx",
     [](int axis) {
       choose(axis);
       return cudnnSetTensorNdDescriptorEx(TensorD(), CUDNN_TENSOR_NHWC, CUDNN_DATA_FLOAT, 4, sizes);
     }},
    {"cudnnSetFilter4dDescriptor",
     [](int axis) {
       choose(axis);
       return cudnnSetFilter4dDescriptor(FilterD(), CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, sizes[0], sizes[1], sizes[2],
                                         sizes[3]);
     }},
    {"cudnnSetFilterNdDescriptor",
     [](int axis) {
       choose(axis);
       return cudnnSetFilterNdDescriptor(FilterD(), CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 4, sizes);
     }},
};

// An empty batch cannot be described: BAD_PARAM, and the text names the function, the dimension and its value.
void refuses_empty(int axis) {
  for (const Setter& setter : kSetters) {
    EXPECT_EQ(setter.set(axis), CUDNN_STATUS_BAD_PARAM) << setter.name;
    const std::string text = last_error();
    EXPECT_NE(text.find(setter.name), std::string::npos) << text;
    EXPECT_NE(text.find("dimension " + std::to_string(axis) + " is 0"), std::string::npos) << text;
  }
}

TEST_F(Report, I089_EmptyBatchIsRefusedClearly) { refuses_empty(0); }
TEST_F(Report, I090_EmptyHeightIsRefusedClearly) {
  refuses_empty(2);
  refuses_empty(3);
}
TEST_F(Report, I091_EmptyChannelsAndFiltersAreRefusedClearly) {
  refuses_empty(0);
  refuses_empty(1);
}

// The text names the stride's dimension, and the descriptor keeps what it held.
TEST_F(Report, I190_BadStrideIsNamed) {
  for (int axis = 0; axis < 4; ++axis) {
    TensorD t;
    int dims[4] = {2, 3, 4, 5}, strides[4] = {60, 20, 5, 1};
    ASSERT_OK(cudnnSetTensorNdDescriptor(t, CUDNN_DATA_FLOAT, 4, dims, strides));
    strides[axis] = 0;
    EXPECT_EQ(cudnnSetTensorNdDescriptor(t, CUDNN_DATA_FLOAT, 4, dims, strides), CUDNN_STATUS_BAD_PARAM);
    const std::string text = last_error();
    EXPECT_NE(text.find("stride"), std::string::npos) << text;
    EXPECT_NE(text.find("dimension " + std::to_string(axis)), std::string::npos) << text;
    size_t bytes = 0;
    EXPECT_OK(cudnnGetTensorSizeInBytes(t, &bytes));
    EXPECT_EQ(bytes, 480u);
  }
}

// Calls with tensors that do not fit: each names the tensor and says what it should be.
TEST_F(Report, I192_EveryFailureSaysWhy) {
  TensorD x, y;
  ActivationD relu;
  PoolingD pool;
  FilterD w;
  ConvolutionD conv;
  const float one = 1, zero = 0;
  float data[64] = {};
  ASSERT_OK(cudnnSetTensor4dDescriptor(x, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 2, 4, 4));
  ASSERT_OK(cudnnSetTensor4dDescriptor(y, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 3, 4, 4));
  ASSERT_OK(cudnnSetActivationDescriptor(relu, CUDNN_ACTIVATION_RELU, CUDNN_PROPAGATE_NAN, 0));
  ASSERT_OK(cudnnSetPooling2dDescriptor(pool, CUDNN_POOLING_MAX, CUDNN_PROPAGATE_NAN, 2, 2, 0, 0, 2, 2));
  ASSERT_OK(cudnnSetFilter4dDescriptor(w, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 3, 5, 3, 3));
  ASSERT_OK(cudnnSetConvolution2dDescriptor(conv, 1, 1, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT));
  const cudnnStatus_t statuses[] = {
      cudnnActivationForward(handle, relu, &one, x, data, &zero, y, data),
      cudnnPoolingForward(handle, pool, &one, x, data, &zero, y, data),
      cudnnSoftmaxForward(handle, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_MODE_CHANNEL, &one, x, data, &zero, y, data),
      cudnnConvolutionForward(handle, &one, x, data, w, data, conv, CUDNN_CONVOLUTION_FWD_ALGO_GEMM, nullptr, 0, &zero,
                              y, data),
      cudnnTransformTensor(handle, &one, x, data, &zero, y, data),
  };
  for (cudnnStatus_t status : statuses) EXPECT_EQ(status, CUDNN_STATUS_BAD_PARAM);
  // The last one's text is there, and reading it clears it.
  EXPECT_NE(last_error().find("cudnnTransformTensor"), std::string::npos);
  EXPECT_EQ(last_error(), "");
  EXPECT_EQ(cudnnConvolutionForward(handle, &one, x, data, w, data, conv, CUDNN_CONVOLUTION_FWD_ALGO_GEMM, nullptr, 0,
                                    &zero, y, data),
            CUDNN_STATUS_BAD_PARAM);
  const std::string text = last_error();
  EXPECT_NE(text.find("w"), std::string::npos) << text;
  EXPECT_NE(text.find("5"), std::string::npos) << "the filter has 5 channels: " << text;
}

// One line, once, not a list of the same condition.
TEST_F(Report, I194_OneLineForOneFault) {
  const int dims[] = {4, 0, 3, 3};
  for (int repeat = 0; repeat < 3; ++repeat) {
    FilterD w;
    EXPECT_EQ(cudnnSetFilterNdDescriptor(w, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 4, dims), CUDNN_STATUS_BAD_PARAM);
  }
  const std::string text = last_error();
  EXPECT_EQ(text.find('\n'), std::string::npos) << text;
  EXPECT_LT(text.size(), 200u) << text;
  EXPECT_NE(text.find("cudnnSetFilterNdDescriptor"), std::string::npos) << text;
  EXPECT_EQ(text.find("dimension"), text.rfind("dimension")) << text;
}

// NOT_SUPPORTED comes with the rule that was not met.
TEST_F(Report, I195_NotSupportedSaysWhy) {
  TensorD x;
  const int dims[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  EXPECT_EQ(cudnnSetTensorNdDescriptor(x, CUDNN_DATA_FLOAT, 9, dims, dims), CUDNN_STATUS_NOT_SUPPORTED);
  EXPECT_NE(last_error().find("9"), std::string::npos);
  ASSERT_OK(cudnnSetTensor4dDescriptor(x, CUDNN_TENSOR_NCHW, CUDNN_DATA_INT32, 1, 2, 3, 4));
  ActivationD relu;
  ASSERT_OK(cudnnSetActivationDescriptor(relu, CUDNN_ACTIVATION_RELU, CUDNN_PROPAGATE_NAN, 0));
  const float one = 1, zero = 0;
  int data[24] = {};
  EXPECT_EQ(cudnnActivationForward(handle, relu, &one, x, data, &zero, x, data), CUDNN_STATUS_NOT_SUPPORTED);
  EXPECT_NE(last_error().find("i32"), std::string::npos);
}

}  // namespace
}  // namespace girih::reports
