#include <cstring>

#include "cuda_test.h"

namespace {

using MemoryTest = CudaTest;

TEST_F(MemoryTest, AllocationIsAlignedAndFreed) {
  for (const size_t size : {size_t{1}, size_t{255}, size_t{4096}, size_t{5} << 20}) {
    void* p = nullptr;
    ASSERT_EQ(cudaMalloc(&p, size), cudaSuccess);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(p) % 256, 0u);
    EXPECT_EQ(cudaFree(p), cudaSuccess);
  }
}

TEST_F(MemoryTest, ZeroBytesGiveNull) {
  void* p = &p;
  EXPECT_EQ(cudaMalloc(&p, 0), cudaSuccess);
  EXPECT_EQ(p, nullptr);
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
}

TEST_F(MemoryTest, NullOutputIsRefused) {
  EXPECT_EQ(cudaMalloc(static_cast<void**>(nullptr), 16), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMallocHost(static_cast<void**>(nullptr), 16), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(MemoryTest, TooMuchIsOutOfMemory) {
  void* p = nullptr;
  EXPECT_EQ(cudaMalloc(&p, size_t{1} << 50), cudaErrorMemoryAllocation);
  EXPECT_EQ(p, nullptr);
  EXPECT_EQ(cudaMalloc(&p, ~size_t{0}), cudaErrorMemoryAllocation);
}

TEST_F(MemoryTest, DoubleFreeIsRefused) {
  void* p = nullptr;
  ASSERT_EQ(cudaMalloc(&p, 1000), cudaSuccess);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
  EXPECT_EQ(cudaFree(p), cudaErrorInvalidValue);
}

TEST_F(MemoryTest, FreeOfForeignPointersIsRefused) {
  int local = 0;
  EXPECT_EQ(cudaFree(&local), cudaErrorInvalidValue);
  const DeviceBuffer a(1024);
  EXPECT_EQ(cudaFree(a.get<char>() + 256), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(&local), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(a.get()), cudaErrorInvalidValue);
}

TEST_F(MemoryTest, CopyThereAndBack) {
  const auto in = counting(1000);
  const DeviceBuffer a(1000);
  const DeviceBuffer b(1000);
  ASSERT_EQ(cudaMemcpy(a.get(), in.data(), 1000, cudaMemcpyHostToDevice), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(b.get(), a.get(), 1000, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT_EQ(b.bytes(), in);
  std::vector<unsigned char> out(1000);
  ASSERT_EQ(cudaMemcpy(out.data(), b.get(), 1000, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(out, in);
}

TEST_F(MemoryTest, CopyOfNothingSucceeds) {
  EXPECT_EQ(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemset(nullptr, 0, 0), cudaSuccess);
}

TEST_F(MemoryTest, BadCopiesAreRefused) {
  const DeviceBuffer a(256);
  char host[512] = {};
  EXPECT_EQ(cudaMemcpy(a.get(), nullptr, 16, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(nullptr, host, 16, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(a.get(), host, 16, static_cast<cudaMemcpyKind>(7)), cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaMemcpy(host, host + 256, 16, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host, host + 256, 16, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
}

TEST_F(MemoryTest, CopyFromFreedMemoryIsRefused) {
  void* p = nullptr;
  char host[64];
  ASSERT_EQ(cudaMalloc(&p, 8 << 20), cudaSuccess);
  ASSERT_EQ(cudaFree(p), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
}

TEST_F(MemoryTest, Memset) {
  const DeviceBuffer a(100, 0x11);
  ASSERT_EQ(cudaMemset(a.get<char>() + 10, 0x1a5, 20), cudaSuccess);  // the low byte counts
  const auto out = a.bytes();
  for (size_t i = 0; i < 100; ++i) EXPECT_EQ(out[i], i >= 10 && i < 30 ? 0xa5 : 0x11) << i;
  char host[16];
  EXPECT_EQ(cudaMemset(host, 0, 16), cudaErrorInvalidValue);
}

TEST_F(MemoryTest, TwoDimensions) {
  constexpr size_t kWidth = 30, kHeight = 5, kHostPitch = 33;
  void* p = nullptr;
  size_t pitch = 0;
  ASSERT_EQ(cudaMallocPitch(&p, &pitch, kWidth, kHeight), cudaSuccess);
  EXPECT_GE(pitch, kWidth);
  EXPECT_EQ(pitch % 256, 0u);
  ASSERT_EQ(cudaMemset(p, 0xee, pitch * kHeight), cudaSuccess);
  const auto in = counting(kHostPitch * kHeight);
  ASSERT_EQ(cudaMemcpy2D(p, pitch, in.data(), kHostPitch, kWidth, kHeight, cudaMemcpyHostToDevice), cudaSuccess);
  std::vector<unsigned char> out(kHostPitch * kHeight, 0x55);
  ASSERT_EQ(cudaMemcpy2D(out.data(), kHostPitch, p, pitch, kWidth, kHeight, cudaMemcpyDeviceToHost), cudaSuccess);
  for (size_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i % kHostPitch < kWidth ? in[i] : 0x55) << i;
  unsigned char padding = 0;
  ASSERT_EQ(cudaMemcpy(&padding, static_cast<char*>(p) + kWidth, 1, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(padding, 0xee);

  EXPECT_EQ(cudaMemcpy2D(p, kWidth - 1, in.data(), kHostPitch, kWidth, kHeight, cudaMemcpyHostToDevice),
            cudaErrorInvalidPitchValue);
  ASSERT_EQ(cudaMemset2D(p, pitch, 0x42, kWidth, 2), cudaSuccess);
  ASSERT_EQ(cudaMemcpy2D(out.data(), kHostPitch, p, pitch, kWidth, kHeight, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(out[0], 0x42);
  EXPECT_EQ(out[kHostPitch + kWidth - 1], 0x42);
  EXPECT_EQ(out[2 * kHostPitch], in[2 * kHostPitch]);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
}

TEST_F(MemoryTest, ThreeDimensions) {
  const cudaExtent extent = make_cudaExtent(12, 3, 2);
  cudaPitchedPtr p{};
  ASSERT_EQ(cudaMalloc3D(&p, extent), cudaSuccess);
  EXPECT_EQ(p.xsize, 12u);
  EXPECT_EQ(p.ysize, 3u);
  const auto in = counting(12 * 3 * 2);
  std::vector<unsigned char> out(in.size(), 0);
  cudaMemcpy3DParms params{};
  params.srcPtr = make_cudaPitchedPtr(const_cast<unsigned char*>(in.data()), 12, 12, 3);
  params.dstPtr = p;
  params.extent = extent;
  params.kind = cudaMemcpyHostToDevice;
  ASSERT_EQ(cudaMemcpy3D(&params), cudaSuccess);
  params.srcPtr = p;
  params.dstPtr = make_cudaPitchedPtr(out.data(), 12, 12, 3);
  params.kind = cudaMemcpyDeviceToHost;
  ASSERT_EQ(cudaMemcpy3D(&params), cudaSuccess);
  EXPECT_EQ(out, in);
  ASSERT_EQ(cudaMemset3D(p, 9, make_cudaExtent(12, 3, 1)), cudaSuccess);
  ASSERT_EQ(cudaMemcpy3D(&params), cudaSuccess);
  EXPECT_EQ(out[35], 9);
  EXPECT_EQ(out[36], in[36]);
  EXPECT_EQ(cudaFree(p.ptr), cudaSuccess);
}

TEST_F(MemoryTest, HostMemory) {
  unsigned char* p = nullptr;
  ASSERT_EQ(cudaMallocHost(&p, 100), cudaSuccess);
  for (int i = 0; i < 100; ++i) p[i] = 3;
  const DeviceBuffer a(100);
  ASSERT_EQ(cudaMemcpy(a.get(), p, 100, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(a.bytes()[99], 3);
  void* device = nullptr;
  ASSERT_EQ(cudaHostGetDevicePointer(&device, p, 0), cudaSuccess);
  EXPECT_EQ(device, p);
  EXPECT_EQ(cudaFree(p), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(p), cudaSuccess);
  EXPECT_EQ(cudaFreeHost(p), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(nullptr), cudaSuccess);
  EXPECT_EQ(cudaHostAlloc(&p, 100, 0x80), cudaErrorInvalidValue);
}

TEST_F(MemoryTest, ManagedMemory) {
  unsigned char* p = nullptr;
  ASSERT_EQ(cudaMallocManaged(&p, 64), cudaSuccess);
  ASSERT_EQ(cudaMemset(p, 0x21, 64), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(p[63], 0x21);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
  EXPECT_EQ(cudaMallocManaged(&p, 0), cudaSuccess);  // the documentation says otherwise
  EXPECT_EQ(cudaFree(p), cudaSuccess);
  EXPECT_EQ(cudaMallocManaged(&p, 64, 0), cudaErrorInvalidValue);
}

TEST_F(MemoryTest, RegisteredMemory) {
  std::vector<char> buffer(1 << 16);
  EXPECT_EQ(cudaHostUnregister(buffer.data()), cudaErrorHostMemoryNotRegistered);
  ASSERT_EQ(cudaHostRegister(buffer.data(), buffer.size(), cudaHostRegisterDefault), cudaSuccess);
  EXPECT_EQ(cudaHostRegister(buffer.data(), buffer.size(), cudaHostRegisterDefault),
            cudaErrorHostMemoryAlreadyRegistered);
  cudaPointerAttributes attributes{};
  ASSERT_EQ(cudaPointerGetAttributes(&attributes, buffer.data()), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeHost);
  EXPECT_EQ(cudaHostUnregister(buffer.data()), cudaSuccess);
  EXPECT_EQ(cudaHostRegister(nullptr, 16, 0), cudaErrorInvalidValue);
}

TEST_F(MemoryTest, PointerAttributes) {
  cudaPointerAttributes attributes{};
  const DeviceBuffer a(512);
  ASSERT_EQ(cudaPointerGetAttributes(&attributes, a.get<char>() + 100), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeDevice);
  EXPECT_EQ(attributes.device, 0);
  EXPECT_EQ(attributes.devicePointer, a.get<char>() + 100);
  EXPECT_EQ(attributes.hostPointer, nullptr);

  int local = 0;
  ASSERT_EQ(cudaPointerGetAttributes(&attributes, &local), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeUnregistered);
  EXPECT_EQ(attributes.device, -2);

  void* p = nullptr;
  ASSERT_EQ(cudaMallocHost(&p, 64), cudaSuccess);
  ASSERT_EQ(cudaPointerGetAttributes(&attributes, p), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeHost);
  EXPECT_EQ(attributes.hostPointer, p);
  EXPECT_EQ(attributes.devicePointer, p);
  EXPECT_EQ(cudaFreeHost(p), cudaSuccess);

  ASSERT_EQ(cudaMallocManaged(&p, 64), cudaSuccess);
  ASSERT_EQ(cudaPointerGetAttributes(&attributes, p), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeManaged);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
  EXPECT_EQ(cudaPointerGetAttributes(nullptr, p), cudaErrorInvalidValue);
}

TEST_F(MemoryTest, StreamOrderedAllocation) {
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  void* p = nullptr;
  ASSERT_EQ(cudaMallocAsync(&p, 1000, stream), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(p, 1, 1000, stream), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(p, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(nullptr, stream), cudaSuccess);
  cudaMemPool_t pool;
  ASSERT_EQ(cudaDeviceGetDefaultMemPool(&pool, 0), cudaSuccess);
  uint64_t threshold = 12345;
  ASSERT_EQ(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold), cudaSuccess);
  threshold = 0;
  ASSERT_EQ(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold), cudaSuccess);
  EXPECT_EQ(threshold, 12345u);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST_F(MemoryTest, MemGetInfo) {
  size_t free = 0;
  size_t total = 0;
  ASSERT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
  EXPECT_GT(free, 0u);
  EXPECT_GE(total, free);
}

TEST_F(MemoryTest, UnknownSymbolIsRefused) {
  int local = 0;
  EXPECT_EQ(cudaMemcpyToSymbol(static_cast<const void*>(&local), &local, sizeof local), cudaErrorInvalidSymbol);
  void* p = nullptr;
  EXPECT_EQ(cudaGetSymbolAddress(&p, static_cast<const void*>(&local)), cudaErrorInvalidSymbol);
}

}  // namespace
