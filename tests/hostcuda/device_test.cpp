#include <cstring>
#include <string>

#include "cuda_test.h"

namespace {

using DeviceTest = CudaTest;

TEST_F(DeviceTest, DeviceZero) {
  int count = 0;
  ASSERT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
  ASSERT_GE(count, 1);
  int device = -1;
  EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
  EXPECT_EQ(cudaGetDevice(&device), cudaSuccess);
  EXPECT_EQ(device, 0);
  EXPECT_EQ(cudaSetDevice(count), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetDeviceCount(nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetDevice(nullptr), cudaErrorInvalidValue);
}

TEST_F(DeviceTest, PropertiesAgreeWithAttributes) {
  cudaDeviceProp p;
  std::memset(&p, 0xff, sizeof p);
  ASSERT_EQ(cudaGetDeviceProperties(&p, 0), cudaSuccess);
  const struct {
    cudaDeviceAttr attribute;
    size_t field;
  } pairs[] = {{cudaDevAttrComputeCapabilityMajor, static_cast<size_t>(p.major)},
               {cudaDevAttrComputeCapabilityMinor, static_cast<size_t>(p.minor)},
               {cudaDevAttrMultiProcessorCount, static_cast<size_t>(p.multiProcessorCount)},
               {cudaDevAttrWarpSize, static_cast<size_t>(p.warpSize)},
               {cudaDevAttrMaxThreadsPerBlock, static_cast<size_t>(p.maxThreadsPerBlock)},
               {cudaDevAttrMaxSharedMemoryPerBlock, p.sharedMemPerBlock},
               {cudaDevAttrMaxSharedMemoryPerBlockOptin, p.sharedMemPerBlockOptin},
               {cudaDevAttrMaxSharedMemoryPerMultiprocessor, p.sharedMemPerMultiprocessor},
               {cudaDevAttrReservedSharedMemoryPerBlock, p.reservedSharedMemPerBlock},
               {cudaDevAttrMaxRegistersPerMultiprocessor, static_cast<size_t>(p.regsPerMultiprocessor)},
               {cudaDevAttrMaxBlocksPerMultiprocessor, static_cast<size_t>(p.maxBlocksPerMultiProcessor)},
               {cudaDevAttrL2CacheSize, static_cast<size_t>(p.l2CacheSize)},
               {cudaDevAttrUnifiedAddressing, static_cast<size_t>(p.unifiedAddressing)},
               {cudaDevAttrManagedMemory, static_cast<size_t>(p.managedMemory)}};
  for (const auto& pair : pairs) {
    int value = -1;
    ASSERT_EQ(cudaDeviceGetAttribute(&value, pair.attribute, 0), cudaSuccess) << pair.attribute;
    EXPECT_EQ(static_cast<size_t>(value), pair.field) << pair.attribute;
  }
  EXPECT_EQ(p.warpSize, 32);
  EXPECT_GT(p.totalGlobalMem, 0u);
  EXPECT_LT(std::strlen(p.name), sizeof p.name);
}

// What compute capability 9.0 fixes; on another GPU there is nothing to compare.
TEST_F(DeviceTest, ComputeCapability90) {
  cudaDeviceProp p;
  ASSERT_EQ(cudaGetDeviceProperties(&p, 0), cudaSuccess);
  if (p.major != 9) GTEST_SKIP() << "compute capability " << p.major << "." << p.minor;
  EXPECT_EQ(p.sharedMemPerBlock, 49152u);
  EXPECT_EQ(p.sharedMemPerBlockOptin, 232448u);
  EXPECT_EQ(p.sharedMemPerMultiprocessor, 233472u);
  EXPECT_EQ(p.reservedSharedMemPerBlock, 1024u);
  EXPECT_EQ(p.regsPerBlock, 65536);
  EXPECT_EQ(p.maxThreadsPerMultiProcessor, 2048);
  EXPECT_EQ(p.maxBlocksPerMultiProcessor, 32);
  EXPECT_EQ(p.multiProcessorCount, 132);
  EXPECT_EQ(p.memPitch, 2147483647u);
  EXPECT_EQ(p.textureAlignment, 512u);
}

TEST_F(DeviceTest, BadArguments) {
  cudaDeviceProp p;
  int value = 0;
  EXPECT_EQ(cudaGetDeviceProperties(nullptr, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetDeviceProperties(&p, -1), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 99), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(5000), 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0), cudaErrorInvalidValue);
}

TEST_F(DeviceTest, Versions) {
  int runtime = 0;
  int driver = 0;
  ASSERT_EQ(cudaRuntimeGetVersion(&runtime), cudaSuccess);
  ASSERT_EQ(cudaDriverGetVersion(&driver), cudaSuccess);
  EXPECT_EQ(runtime / 1000, CUDART_VERSION / 1000);
  EXPECT_GE(driver, 11000);
  EXPECT_EQ(cudaRuntimeGetVersion(nullptr), cudaErrorInvalidValue);
}

TEST_F(DeviceTest, ErrorNames) {
  EXPECT_STREQ(cudaGetErrorName(cudaSuccess), "cudaSuccess");
  EXPECT_STREQ(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue");
  EXPECT_STREQ(cudaGetErrorName(cudaErrorStreamCaptureImplicit), "cudaErrorStreamCaptureImplicit");
  EXPECT_STREQ(cudaGetErrorString(cudaSuccess), "no error");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory");
  EXPECT_STREQ(cudaGetErrorName(static_cast<cudaError_t>(54321)), "unrecognized error code");
}

TEST_F(DeviceTest, DriverEntryPointThatDoesNotExist) {
  void* function = &function;
  cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSuccess;
  EXPECT_EQ(cudaGetDriverEntryPointByVersion("cuNoSuchCall", &function, 12000, cudaEnableDefault, &result),
            cudaSuccess);
  EXPECT_EQ(result, cudaDriverEntryPointSymbolNotFound);
  EXPECT_EQ(function, nullptr);
}

}  // namespace
