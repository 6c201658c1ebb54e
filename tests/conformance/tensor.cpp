#include "conformance/tensor.h"

#include <cuda_runtime_api.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace girih::conformance {
namespace {

constexpr size_t kGuard = 512;  // a multiple of 256, so that data() keeps the alignment of cudaMalloc

uint8_t guard_byte(size_t i) { return static_cast<uint8_t>(0xA5 ^ (i * 7)); }

std::vector<uint8_t> guard_zone(size_t bytes) {
  std::vector<uint8_t> zone(bytes);
  for (size_t i = 0; i < bytes; ++i) zone[i] = guard_byte(i);
  return zone;
}

}  // namespace

void check_cuda(cudaError_t error, const char* what) {
  if (error != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(error));
}

std::vector<int> ints(const std::vector<int64_t>& values) { return std::vector<int>(values.begin(), values.end()); }

std::string text_of(const std::vector<int64_t>& values) {
  std::string text;
  for (int64_t value : values) {
    if (!text.empty()) text += 'x';
    text += std::to_string(value);
  }
  return text;
}

namespace {

// True where device code may read any memory of the host, as on the CPU.
bool reads_host_memory() {
  int value = 0;
  return cudaDeviceGetAttribute(&value, cudaDevAttrPageableMemoryAccess, 0) == cudaSuccess && value != 0;
}

// Bytes around each element of a far tensor that its image holds: writes next to an element are seen.
constexpr int64_t kShore = 16;

std::vector<Island> islands_around(std::vector<int64_t> offsets, int64_t span, size_t size) {
  std::sort(offsets.begin(), offsets.end());
  std::vector<Island> islands;
  for (int64_t offset : offsets) {
    size_t begin = std::max<int64_t>(0, offset - kShore) * size, end = std::min(span, offset + kShore + 1) * size;
    if (!islands.empty() && begin <= islands.back().offset + islands.back().length)
      islands.back().length = std::max(end, islands.back().offset + islands.back().length) - islands.back().offset;
    else
      islands.push_back({begin, end - begin});
  }
  return islands;
}

}  // namespace

DeviceBuffer::DeviceBuffer(size_t bytes, size_t shift, std::vector<Island> islands)
    : bytes_(bytes), front_(kGuard + shift), islands_(std::move(islands)) {
  const bool far = !islands_.empty();
  if (!far && bytes) islands_.push_back({0, bytes});
  const size_t all = front_ + bytes + kGuard;
  if (far && reads_host_memory()) {
    base_ = mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base_ == MAP_FAILED) {
      base_ = nullptr;
      throw std::runtime_error("no address space for " + std::to_string(all) + " bytes");
    }
    mapped_ = all;
  } else {
    check_cuda(cudaMalloc(&base_, all), "cudaMalloc");
  }
  data_ = static_cast<char*>(base_) + front_;
  std::vector<uint8_t> front = guard_zone(front_), back = guard_zone(kGuard);
  check_cuda(cudaMemcpy(base_, front.data(), front.size(), cudaMemcpyDefault), "cudaMemcpy");
  check_cuda(cudaMemcpy(static_cast<char*>(data_) + bytes, back.data(), back.size(), cudaMemcpyDefault), "cudaMemcpy");
}

DeviceBuffer::~DeviceBuffer() {
  if (mapped_)
    munmap(base_, mapped_);
  else if (base_)
    cudaFree(base_);
}

DeviceBuffer::DeviceBuffer(DeviceBuffer&& other) noexcept { *this = std::move(other); }

DeviceBuffer& DeviceBuffer::operator=(DeviceBuffer&& other) noexcept {
  std::swap(base_, other.base_);
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  std::swap(front_, other.front_);
  std::swap(mapped_, other.mapped_);
  std::swap(islands_, other.islands_);
  return *this;
}

void DeviceBuffer::fill(unsigned char byte) {
  if (bytes_) check_cuda(cudaMemset(data_, byte, bytes_), "cudaMemset");
}

void DeviceBuffer::upload(const std::vector<uint8_t>& image) {
  size_t at = 0;
  for (const Island& island : islands_) at += island.length;
  if (image.size() != at) throw std::logic_error("upload of another size than the buffer's");
  at = 0;
  for (const Island& island : islands_) {
    check_cuda(cudaMemcpy(static_cast<char*>(data_) + island.offset, &image[at], island.length, cudaMemcpyDefault),
               "cudaMemcpy");
    at += island.length;
  }
}

std::vector<uint8_t> DeviceBuffer::download() const {
  size_t size = 0, at = 0;
  for (const Island& island : islands_) size += island.length;
  std::vector<uint8_t> image(size);
  for (const Island& island : islands_) {
    check_cuda(cudaMemcpy(&image[at], static_cast<char*>(data_) + island.offset, island.length, cudaMemcpyDefault),
               "cudaMemcpy after the call");
    at += island.length;
  }
  return image;
}

std::string DeviceBuffer::damage() const {
  std::vector<uint8_t> front(front_), back(kGuard);
  check_cuda(cudaMemcpy(front.data(), base_, front_, cudaMemcpyDefault), "cudaMemcpy after the call");
  check_cuda(cudaMemcpy(back.data(), static_cast<char*>(data_) + bytes_, kGuard, cudaMemcpyDefault),
             "cudaMemcpy after the call");
  size_t before = 0, after = 0;
  for (size_t i = 0; i < front.size(); ++i) before += front[i] != guard_byte(i);
  for (size_t i = 0; i < back.size(); ++i) after += back[i] != guard_byte(i);
  if (before) return std::to_string(before) + " bytes before the buffer";
  if (after) return std::to_string(after) + " bytes behind the buffer";
  return "";
}

int64_t Shape::count() const {
  int64_t count = 1;
  for (int64_t dim : dims) count *= dim;
  return count;
}

int64_t Shape::span() const {
  int64_t last = 0;
  for (size_t i = 0; i < dims.size(); ++i) {
    int64_t steps = (i == 1 ? dims[i] / vector : dims[i]) - 1;
    last += steps * std::abs(strides[i]);
  }
  return (last + 1) * vector;
}

int64_t Shape::origin() const {
  int64_t lowest = 0;
  for (size_t i = 0; i < dims.size(); ++i)
    if (strides[i] < 0) lowest += ((i == 1 ? dims[i] / vector : dims[i]) - 1) * strides[i];
  return -lowest * vector;
}

std::vector<int64_t> Shape::offsets() const {
  std::vector<int64_t> offsets{origin()};
  for (size_t i = 0; i < dims.size(); ++i) {
    std::vector<int64_t> finer;
    finer.reserve(offsets.size() * dims[i]);
    for (int64_t offset : offsets)
      for (int64_t j = 0; j < dims[i]; ++j)
        finer.push_back(offset + (i == 1 ? j / vector * strides[i] * vector + j % vector : j * strides[i] * vector));
    offsets.swap(finer);
  }
  return offsets;
}

int64_t vector_of(const std::string& layout) { return layout == "vect4" ? 4 : layout == "vect32" ? 32 : 1; }

std::vector<int64_t> strides_of(const std::string& layout, const std::vector<int64_t>& dims, int64_t gap) {
  std::vector<size_t> fastest_first;
  if (layout == "nhwc" && dims.size() > 1) fastest_first.push_back(1);
  for (size_t i = dims.size(); i-- > 0;)
    if (layout != "nhwc" || i != 1) fastest_first.push_back(i);
  std::vector<int64_t> strides(dims.size());
  int64_t step = 1;
  for (size_t i : fastest_first) {
    strides[i] = step;
    step *= (i == 1 ? dims[i] / vector_of(layout) : dims[i]) + gap;
  }
  return strides;
}

// SplitMix64 (Steele, Lea, Flood 2014).
uint64_t Random::next() {
  uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

int64_t Random::integer(int64_t low, int64_t high) {
  return low + static_cast<int64_t>(next() % static_cast<uint64_t>(high - low + 1));
}

double Random::uniform(double low, double high) {
  return low + (high - low) * static_cast<double>(next() >> 11) * 0x1p-53;
}

Tensor::Tensor(std::string tensor_name, Shape tensor_shape, size_t shift)
    : name(std::move(tensor_name)),
      shape(std::move(tensor_shape)),
      offsets(shape.offsets()),
      places(offsets),
      values(offsets.size()) {
  size_t size = size_of(shape.type), bytes = shape.span() * size, held = bytes;
  std::vector<Island> islands;
  if (bytes > DeviceBuffer::kFar) {
    islands = islands_around(offsets, shape.span(), size);
    held = 0;
    std::vector<size_t> start;
    for (const Island& island : islands) {
      start.push_back(held);
      held += island.length;
    }
    for (int64_t& place : places) {
      size_t i = islands.size() - 1;
      while (islands[i].offset > place * size) --i;
      place = static_cast<int64_t>((start[i] + place * size - islands[i].offset) / size);
    }
  }
  image.assign(held, 0xFF);
  buffer = DeviceBuffer(bytes, shift * size, std::move(islands));
}

Tensor::~Tensor() {
  if (descriptor_) cudnnDestroyTensorDescriptor(descriptor_);
  if (filter_) cudnnDestroyFilterDescriptor(filter_);
}

void* Tensor::data() const {
  return static_cast<char*>(buffer.data()) + static_cast<size_t>(shape.origin()) * size_of(shape.type);
}

void Tensor::set(const std::vector<double>& logical) {
  if (logical.size() != offsets.size()) throw std::logic_error(name + ": wrong number of values");
  for (size_t i = 0; i < places.size(); ++i) encode(shape.type, logical[i], &image[places[i] * size_of(shape.type)]);
  values = decoded(image);
}

void Tensor::poison() {
  std::fill(image.begin(), image.end(), 0xFF);
  values = decoded(image);
}

std::vector<double> Tensor::decoded(const std::vector<uint8_t>& bytes) const {
  std::vector<double> logical(places.size());
  for (size_t i = 0; i < places.size(); ++i) logical[i] = decode(shape.type, &bytes[places[i] * size_of(shape.type)]);
  return logical;
}

cudnnTensorDescriptor_t Tensor::descriptor() {
  if (descriptor_) return descriptor_;
  if (cudnnCreateTensorDescriptor(&descriptor_) != CUDNN_STATUS_SUCCESS)
    throw std::runtime_error("cudnnCreateTensorDescriptor failed");
  std::vector<int> dims = ints(shape.dims), strides = ints(shape.strides);
  const int rank = static_cast<int>(dims.size());
  const cudnnDataType_t type = cudnn_type(shape.type, shape.vector);
  cudnnStatus_t status =
      shape.vector > 1 ? cudnnSetTensorNdDescriptorEx(descriptor_, CUDNN_TENSOR_NCHW_VECT_C, type, rank, dims.data())
                       : cudnnSetTensorNdDescriptor(descriptor_, type, rank, dims.data(), strides.data());
  if (status != CUDNN_STATUS_SUCCESS)
    throw std::runtime_error("cudnnSetTensorNdDescriptor for " + name + " " + text_of(shape.dims) + " strides " +
                             text_of(shape.strides) + ": " + cudnnGetErrorString(status));
  return descriptor_;
}

cudnnFilterDescriptor_t Tensor::filter(cudnnTensorFormat_t format) {
  if (filter_) return filter_;
  if (cudnnCreateFilterDescriptor(&filter_) != CUDNN_STATUS_SUCCESS)
    throw std::runtime_error("cudnnCreateFilterDescriptor failed");
  std::vector<int> dims = ints(shape.dims);
  if (shape.vector > 1) format = CUDNN_TENSOR_NCHW_VECT_C;
  cudnnStatus_t status = cudnnSetFilterNdDescriptor(filter_, cudnn_type(shape.type, shape.vector), format,
                                                    static_cast<int>(dims.size()), dims.data());
  if (status != CUDNN_STATUS_SUCCESS)
    throw std::runtime_error("cudnnSetFilterNdDescriptor for " + name + " " + text_of(shape.dims) + ": " +
                             cudnnGetErrorString(status));
  return filter_;
}

}  // namespace girih::conformance
