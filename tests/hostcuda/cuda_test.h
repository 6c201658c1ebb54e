// Tests of the CUDA runtime that see nothing but its interface: they pass on the stand-in runtime and on NVIDIA's own.
#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

// A stream or event that no one made.
inline cudaStream_t fake_stream(std::vector<char>& storage) { return reinterpret_cast<cudaStream_t>(storage.data()); }

// Device memory filled with one byte value, freed at the end of the test.
class DeviceBuffer {
 public:
  explicit DeviceBuffer(size_t bytes, int fill = 0xff) : bytes_(bytes) {
    EXPECT_EQ(cudaMalloc(&data_, bytes), cudaSuccess);
    EXPECT_EQ(cudaMemset(data_, fill, bytes), cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  }
  ~DeviceBuffer() { cudaFree(data_); }
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;

  template <class T = void>
  T* get() const {
    return static_cast<T*>(data_);
  }

  std::vector<unsigned char> bytes() const {
    std::vector<unsigned char> out(bytes_);
    EXPECT_EQ(cudaMemcpy(out.data(), data_, bytes_, cudaMemcpyDeviceToHost), cudaSuccess);
    return out;
  }

 private:
  void* data_ = nullptr;
  size_t bytes_;
};

inline std::vector<unsigned char> counting(size_t n) {
  std::vector<unsigned char> v(n);
  for (size_t i = 0; i < n; ++i) v[i] = static_cast<unsigned char>(i * 7 + 1);
  return v;
}

// Each test starts and ends without a pending failure.
class CudaTest : public ::testing::Test {
 protected:
  void SetUp() override { cudaGetLastError(); }
  void TearDown() override { cudaGetLastError(); }
};
