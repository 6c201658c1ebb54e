// Test tensors: a host image, a device buffer between guard zones, and the descriptor that tells the library about it.
#pragma once

#include <cudnn.h>

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/dtype.h"

namespace girih::conformance {

// Bytes of a buffer that its image on the host holds.
struct Island {
  size_t offset, length;
};

// A device allocation with a guard zone on both sides. Throws std::runtime_error when the runtime refuses.
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  // shift moves data() off the 256-byte alignment. With islands, the image holds these alone, and where the device
  // reads memory of the host, address space is all that the rest takes: for tensors beyond kFar.
  explicit DeviceBuffer(size_t bytes, size_t shift = 0, std::vector<Island> islands = {});
  ~DeviceBuffer();
  DeviceBuffer(DeviceBuffer&& other) noexcept;
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept;

  void* data() const { return data_; }
  size_t size() const { return bytes_; }
  void fill(unsigned char byte);
  void upload(const std::vector<uint8_t>& image);
  std::vector<uint8_t> download() const;
  // Empty, or what was overwritten, as "5 bytes before the buffer".
  std::string damage() const;

  static constexpr size_t kFar = size_t{1} << 28;

 private:
  void* base_ = nullptr;
  void* data_ = nullptr;
  size_t bytes_ = 0;
  size_t front_ = 0;
  size_t mapped_ = 0;  // bytes of address space from mmap; 0: from cudaMalloc
  std::vector<Island> islands_;
};

// "Before" means dims[0] varies slowest. Strides count elements, and vectors in vectorised layouts. A stride may be
// negative: the element with index 0 is then not the lowest in memory.
struct Shape {
  DType type = DType::kF32;
  std::vector<int64_t> dims, strides;
  int64_t vector = 1;  // elements of dims[1] side by side: 4 or 32 in NCHW_VECT_C

  int64_t count() const;                 // logical elements
  int64_t span() const;                  // elements from the lowest to the highest, gaps included
  int64_t origin() const;                // offset of the element with index 0
  std::vector<int64_t> offsets() const;  // memory offset of each logical element, row-major order, from the lowest
};

// Channels first ("nchw") or last ("nhwc"), for any rank. gap widens every dimension but the slowest, so that
// memory between rows belongs to no element. "vect4" and "vect32": channels first, in vectors.
std::vector<int64_t> strides_of(const std::string& layout, const std::vector<int64_t>& dims, int64_t gap = 0);
int64_t vector_of(const std::string& layout);

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 0x243F6A8885A308D3u) {}
  uint64_t next();
  int64_t integer(int64_t low, int64_t high);
  double uniform(double low, double high);

 private:
  uint64_t state_;
};

struct Tensor {
  Tensor(std::string name, Shape shape, size_t shift = 0);
  ~Tensor();
  Tensor(const Tensor&) = delete;

  void set(const std::vector<double>& logical);                          // rounds to the type; gaps are NaN bytes
  void poison();                                                         // every byte 0xFF
  std::vector<double> decoded(const std::vector<uint8_t>& bytes) const;  // logical order
  cudnnTensorDescriptor_t descriptor();  // made at first use; throws std::runtime_error if refused
  cudnnFilterDescriptor_t filter(cudnnTensorFormat_t format);
  void* data() const;  // of the element with index 0

  std::string name;
  Shape shape;
  std::vector<int64_t> offsets;
  std::vector<int64_t> places;  // where image has each logical element: offsets, unless the buffer is far
  std::vector<uint8_t> image;   // what the buffer holds before the call
  std::vector<double> values;   // the logical elements of image
  std::vector<uint8_t> result;  // what it held after the call
  DeviceBuffer buffer;

 private:
  cudnnTensorDescriptor_t descriptor_ = nullptr;
  cudnnFilterDescriptor_t filter_ = nullptr;
};

void check_cuda(cudaError_t error, const char* what);  // throws std::runtime_error
std::vector<int> ints(const std::vector<int64_t>& values);
std::string text_of(const std::vector<int64_t>& values);

}  // namespace girih::conformance
