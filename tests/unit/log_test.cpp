// What a program's callback gets from the library: severity, status, lines, and nothing when it did not ask.
#include <cudnn.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

extern "C" {
cudnnStatus_t girih_cudnnSetCallback(unsigned, void*, cudnnCallback_t);
cudnnStatus_t girih_cudnnGetCallback(unsigned*, void**, cudnnCallback_t*);
cudnnStatus_t girih_cudnnCreateTensorDescriptor(cudnnTensorDescriptor_t*);
cudnnStatus_t girih_cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t, cudnnTensorFormat_t, cudnnDataType_t, int, int,
                                               int, int);
cudnnStatus_t girih_cudnnDestroyTensorDescriptor(cudnnTensorDescriptor_t);
void girih_cudnnGetLastErrorString(char*, size_t);
}

namespace {

struct Record {
  cudnnSeverity_t severity;
  cudnnDebug_t debug;
  std::vector<std::string> lines;
};

void keep(cudnnSeverity_t severity, void* user, const cudnnDebug_t* debug, const char* message) {
  Record r{severity, *debug, {}};
  for (const char* p = message; *p; p += std::strlen(p) + 1) r.lines.push_back(p);
  static_cast<std::vector<Record>*>(user)->push_back(r);
}

TEST(Log, CallbackGetsCallsAndErrors) {
  std::vector<Record> records;
  ASSERT_EQ(girih_cudnnSetCallback(0xff, &records, keep), CUDNN_STATUS_SUCCESS);
  unsigned mask = 0;
  void* user = nullptr;
  cudnnCallback_t function = nullptr;
  girih_cudnnGetCallback(&mask, &user, &function);
  EXPECT_EQ(mask, 14u);  // fatal cannot be asked for
  EXPECT_EQ(user, &records);
  EXPECT_EQ(function, &keep);
  records.clear();
  cudnnTensorDescriptor_t t;
  girih_cudnnCreateTensorDescriptor(&t);
  EXPECT_EQ(girih_cudnnSetTensor4dDescriptor(t, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, -2, 3, 4),
            CUDNN_STATUS_BAD_PARAM);
  girih_cudnnSetCallback(0, nullptr, nullptr);
  girih_cudnnDestroyTensorDescriptor(t);

  ASSERT_EQ(records.size(), 4u);  // create, set, its error, and the call that ends the recording
  EXPECT_EQ(records[0].severity, CUDNN_SEV_INFO);
  ASSERT_GE(records[1].lines.size(), 8u);
  EXPECT_NE(records[1].lines[0].find("function cudnnSetTensor4dDescriptor() called:"), std::string::npos);
  EXPECT_EQ(records[1].lines[2], "    format: type=cudnnTensorFormat_t; val=CUDNN_TENSOR_NCHW (0);");
  EXPECT_EQ(records[1].lines[5], "    c: type=int; val=-2;");
  EXPECT_EQ(records[2].severity, CUDNN_SEV_ERROR);
  EXPECT_EQ(records[2].debug.cudnnStatus, CUDNN_STATUS_BAD_PARAM);
  EXPECT_EQ(records[2].debug.cudnn_version, 91900u);
  EXPECT_NE(records[2].lines[1].find("dimension 1 is -2; it must be at least 1"), std::string::npos);
}

TEST(Log, LastErrorIsReadOnceAndCut) {
  cudnnTensorDescriptor_t t;
  girih_cudnnCreateTensorDescriptor(&t);
  girih_cudnnSetTensor4dDescriptor(t, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 0, 2, 3, 4);
  char text[12] = "xxxxxxxxxxx";
  girih_cudnnGetLastErrorString(text, 8);
  EXPECT_STREQ(text, "cudnnSe");
  girih_cudnnGetLastErrorString(text, sizeof text);
  EXPECT_STREQ(text, "");
  girih_cudnnGetLastErrorString(nullptr, 0);
  girih_cudnnDestroyTensorDescriptor(t);
}

TEST(Log, FreedAndForeignDescriptorsAreErrors) {
  cudnnTensorDescriptor_t t;
  girih_cudnnCreateTensorDescriptor(&t);
  girih_cudnnDestroyTensorDescriptor(t);
  EXPECT_EQ(girih_cudnnSetTensor4dDescriptor(t, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 2, 3, 4),
            CUDNN_STATUS_BAD_PARAM);
  char text[200];
  girih_cudnnGetLastErrorString(text, sizeof text);
  EXPECT_NE(std::string(text).find("tensorDesc"), std::string::npos) << text;
  EXPECT_EQ(girih_cudnnDestroyTensorDescriptor(t), CUDNN_STATUS_BAD_PARAM);
  EXPECT_EQ(girih_cudnnDestroyTensorDescriptor(nullptr), CUDNN_STATUS_SUCCESS);
}

}  // namespace
