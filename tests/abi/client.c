/* An ordinary cuDNN program. It is compiled twice: against Girih's headers and, where they are installed, against
 * NVIDIA's own 9.x headers; both must link with libcudnn.so.9 of this build and run. */
#include <cudnn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static int wrong = 0;

static void expect(int ok, const char* what, int line) {
  if (!ok) {
    printf("FAIL client.c:%d: %s\n", line, what);
    wrong++;
  }
}
#define EXPECT(condition) expect((condition), #condition, __LINE__)

static void version_and_errors(void) {
  int major = -1, value = -7;
  char text[64];
  EXPECT(cudnnGetVersion() >= 91900 && cudnnGetVersion() < 100000);
  EXPECT(cudnnGetVersion() >= CUDNN_MAJOR * 10000);
  EXPECT(cudnnGetProperty(MAJOR_VERSION, &major) == CUDNN_STATUS_SUCCESS && major == 9);
  EXPECT(cudnnGetProperty((libraryPropertyType)3, &value) == CUDNN_STATUS_BAD_PARAM && value == -7);
  EXPECT(strcmp(cudnnGetErrorString(CUDNN_STATUS_SUCCESS), "CUDNN_STATUS_SUCCESS") == 0);
  EXPECT(strcmp(cudnnGetErrorString(CUDNN_STATUS_ALLOC_FAILED), "CUDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED") ==
         0);
  EXPECT(strcmp(cudnnGetErrorString((cudnnStatus_t)4321), "CUDNN_UNKNOWN_STATUS") == 0);
  EXPECT(cudnnGraphVersionCheck() == CUDNN_STATUS_SUCCESS && cudnnAdvVersionCheck() == CUDNN_STATUS_SUCCESS);
  EXPECT(cudnnOpsVersionCheck() == CUDNN_STATUS_SUCCESS && cudnnCnnVersionCheck() == CUDNN_STATUS_SUCCESS);
  EXPECT(cudnnCreateTensorDescriptor(NULL) == CUDNN_STATUS_BAD_PARAM);
  memset(text, 'x', sizeof text);
  cudnnGetLastErrorString(text, sizeof text);
  EXPECT(memchr(text, 0, sizeof text) != NULL && strlen(text) > 0); /* says why, and fits */
  cudnnGetLastErrorString(text, sizeof text);
  EXPECT(text[0] == 0); /* reading clears it */
}

static void descriptors(void) {
  cudnnTensorDescriptor_t tensor = NULL;
  cudnnFilterDescriptor_t filter = NULL;
  cudnnDataType_t type = CUDNN_DATA_INT8;
  cudnnTensorFormat_t format = CUDNN_TENSOR_NCHW_VECT_C;
  int n = 0, c = 0, h = 0, w = 0, sn = 0, sc = 0, sh = 0, sw = 0;
  size_t size = 0;
  EXPECT(cudnnCreateTensorDescriptor(&tensor) == CUDNN_STATUS_SUCCESS);
  EXPECT(cudnnSetTensor4dDescriptor(tensor, CUDNN_TENSOR_NHWC, CUDNN_DATA_HALF, 2, 3, 5, 7) == CUDNN_STATUS_SUCCESS);
  EXPECT(cudnnGetTensor4dDescriptor(tensor, &type, &n, &c, &h, &w, &sn, &sc, &sh, &sw) == CUDNN_STATUS_SUCCESS);
  EXPECT(type == CUDNN_DATA_HALF && n == 2 && c == 3 && h == 5 && w == 7);
  EXPECT(sn == 105 && sc == 1 && sh == 21 && sw == 3);
  EXPECT(cudnnGetTensorSizeInBytes(tensor, &size) == CUDNN_STATUS_SUCCESS && size == 420);
  EXPECT(cudnnSetTensor4dDescriptor(tensor, CUDNN_TENSOR_NHWC, CUDNN_DATA_HALF, 0, 3, 5, 7) == CUDNN_STATUS_BAD_PARAM);
  EXPECT(cudnnDestroyTensorDescriptor(tensor) == CUDNN_STATUS_SUCCESS);
  EXPECT(cudnnDestroyTensorDescriptor(NULL) == CUDNN_STATUS_SUCCESS);

  EXPECT(cudnnCreateFilterDescriptor(&filter) == CUDNN_STATUS_SUCCESS);
  EXPECT(cudnnSetFilter4dDescriptor(filter, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 4, 3, 2, 1) == CUDNN_STATUS_SUCCESS);
  EXPECT(cudnnGetFilter4dDescriptor(filter, &type, &format, &n, &c, &h, &w) == CUDNN_STATUS_SUCCESS);
  EXPECT(type == CUDNN_DATA_FLOAT && format == CUDNN_TENSOR_NCHW && n == 4 && c == 3 && h == 2 && w == 1);
  EXPECT(cudnnDestroyFilterDescriptor(filter) == CUDNN_STATUS_SUCCESS);
}

/* y = conv(x, w) for a 1x1x4x4 image 0..15 and a 3x3 filter of ones: each output is the sum of a 3x3 window. */
static void convolution(cudnnHandle_t handle) {
  cudnnTensorDescriptor_t x_desc, y_desc;
  cudnnFilterDescriptor_t w_desc;
  cudnnConvolutionDescriptor_t conv;
  cudnnConvolutionFwdAlgoPerf_t perf;
  const cudnnConvolutionFwdAlgo_t algo = CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM;
  float x[16], w[9], y[4];
  const float alpha = 1, beta = 0, expected[4] = {45, 54, 81, 90};
  size_t workspace = 1;
  int i, n, c, h, wd, found = 0;
  for (i = 0; i < 16; i++) x[i] = (float)i;
  for (i = 0; i < 9; i++) w[i] = 1;
  for (i = 0; i < 4; i++) y[i] = NAN;
  EXPECT(cudnnCreateTensorDescriptor(&x_desc) == CUDNN_STATUS_SUCCESS);
  EXPECT(cudnnCreateTensorDescriptor(&y_desc) == CUDNN_STATUS_SUCCESS);
  EXPECT(cudnnCreateFilterDescriptor(&w_desc) == CUDNN_STATUS_SUCCESS);
  EXPECT(cudnnCreateConvolutionDescriptor(&conv) == CUDNN_STATUS_SUCCESS);
  EXPECT(cudnnSetTensor4dDescriptor(x_desc, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, 4, 4) == CUDNN_STATUS_SUCCESS);
  EXPECT(cudnnSetFilter4dDescriptor(w_desc, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 1, 1, 3, 3) == CUDNN_STATUS_SUCCESS);
  EXPECT(cudnnSetConvolution2dDescriptor(conv, 0, 0, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT) ==
         CUDNN_STATUS_SUCCESS);
  EXPECT(cudnnGetConvolution2dForwardOutputDim(conv, x_desc, w_desc, &n, &c, &h, &wd) == CUDNN_STATUS_SUCCESS);
  EXPECT(n == 1 && c == 1 && h == 2 && wd == 2);
  EXPECT(cudnnSetTensor4dDescriptor(y_desc, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, n, c, h, wd) == CUDNN_STATUS_SUCCESS);
  EXPECT(cudnnGetConvolutionForwardAlgorithm_v7(handle, x_desc, w_desc, conv, y_desc, 1, &found, &perf) ==
         CUDNN_STATUS_SUCCESS);
  EXPECT(found == 1 && perf.status == CUDNN_STATUS_SUCCESS);
  EXPECT(cudnnGetConvolutionForwardWorkspaceSize(handle, x_desc, w_desc, conv, y_desc, algo, &workspace) ==
         CUDNN_STATUS_SUCCESS);
  EXPECT(workspace == 0);
  EXPECT(cudnnConvolutionForward(handle, &alpha, x_desc, x, w_desc, w, conv, algo, NULL, 0, &beta, y_desc, y) ==
         CUDNN_STATUS_SUCCESS);
  for (i = 0; i < 4; i++) EXPECT(y[i] == expected[i]);
  cudnnDestroyConvolutionDescriptor(conv);
  cudnnDestroyFilterDescriptor(w_desc);
  cudnnDestroyTensorDescriptor(y_desc);
  cudnnDestroyTensorDescriptor(x_desc);
}

int main(void) {
  cudnnHandle_t handle = NULL;
  cudnnStatus_t status;
  version_and_errors();
  descriptors();
  status = cudnnCreate(&handle);
  EXPECT(status == CUDNN_STATUS_SUCCESS);
  if (status == CUDNN_STATUS_SUCCESS) {
    convolution(handle);
    EXPECT(cudnnDestroy(handle) == CUDNN_STATUS_SUCCESS);
  }
  printf("headers %d, library %d: %s\n", CUDNN_VERSION, (int)cudnnGetVersion(), wrong ? "FAILED" : "ok");
  return wrong != 0;
}
