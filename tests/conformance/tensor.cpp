#include "conformance/tensor.h"

#include <cuda_runtime_api.h>

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

DeviceBuffer::DeviceBuffer(size_t bytes, size_t shift) : bytes_(bytes), front_(kGuard + shift) {
  check_cuda(cudaMalloc(&base_, front_ + bytes + kGuard), "cudaMalloc");
  data_ = static_cast<char*>(base_) + front_;
  std::vector<uint8_t> front = guard_zone(front_), back = guard_zone(kGuard);
  check_cuda(cudaMemcpy(base_, front.data(), front.size(), cudaMemcpyHostToDevice), "cudaMemcpy");
  check_cuda(cudaMemcpy(static_cast<char*>(data_) + bytes, back.data(), back.size(), cudaMemcpyHostToDevice),
             "cudaMemcpy");
}

DeviceBuffer::~DeviceBuffer() {
  if (base_) cudaFree(base_);
}

DeviceBuffer::DeviceBuffer(DeviceBuffer&& other) noexcept { *this = std::move(other); }

DeviceBuffer& DeviceBuffer::operator=(DeviceBuffer&& other) noexcept {
  std::swap(base_, other.base_);
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  std::swap(front_, other.front_);
  return *this;
}

void DeviceBuffer::fill(unsigned char byte) {
  if (bytes_) check_cuda(cudaMemset(data_, byte, bytes_), "cudaMemset");
}

void DeviceBuffer::upload(const std::vector<uint8_t>& image) {
  if (image.size() != bytes_) throw std::logic_error("upload of another size than the buffer's");
  if (bytes_) check_cuda(cudaMemcpy(data_, image.data(), bytes_, cudaMemcpyHostToDevice), "cudaMemcpy");
}

std::vector<uint8_t> DeviceBuffer::download() const {
  std::vector<uint8_t> image(bytes_);
  if (bytes_) check_cuda(cudaMemcpy(image.data(), data_, bytes_, cudaMemcpyDeviceToHost), "cudaMemcpy after the call");
  return image;
}

std::string DeviceBuffer::damage() const {
  std::vector<uint8_t> front(front_), back(kGuard);
  check_cuda(cudaMemcpy(front.data(), base_, front_, cudaMemcpyDeviceToHost), "cudaMemcpy after the call");
  check_cuda(cudaMemcpy(back.data(), static_cast<char*>(data_) + bytes_, kGuard, cudaMemcpyDeviceToHost),
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
  for (size_t i = 0; i < dims.size(); ++i) last += (dims[i] - 1) * strides[i];
  return last + 1;
}

std::vector<int64_t> Shape::offsets() const {
  std::vector<int64_t> offsets{0};
  for (size_t i = 0; i < dims.size(); ++i) {
    std::vector<int64_t> finer;
    finer.reserve(offsets.size() * dims[i]);
    for (int64_t offset : offsets)
      for (int64_t j = 0; j < dims[i]; ++j) finer.push_back(offset + j * strides[i]);
    offsets.swap(finer);
  }
  return offsets;
}

std::vector<int64_t> strides_of(const std::string& layout, const std::vector<int64_t>& dims, int64_t gap) {
  std::vector<size_t> fastest_first;
  if (layout == "nhwc" && dims.size() > 1) fastest_first.push_back(1);
  for (size_t i = dims.size(); i-- > 0;)
    if (layout != "nhwc" || i != 1) fastest_first.push_back(i);
  std::vector<int64_t> strides(dims.size());
  int64_t step = 1;
  for (size_t i : fastest_first) {
    strides[i] = step;
    step *= dims[i] + gap;
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
      image(shape.span() * size_of(shape.type), 0xFF),
      values(offsets.size()),
      buffer(image.size(), shift * size_of(shape.type)) {}

Tensor::~Tensor() {
  if (descriptor_) cudnnDestroyTensorDescriptor(descriptor_);
  if (filter_) cudnnDestroyFilterDescriptor(filter_);
}

void Tensor::set(const std::vector<double>& logical) {
  if (logical.size() != offsets.size()) throw std::logic_error(name + ": wrong number of values");
  for (size_t i = 0; i < offsets.size(); ++i) encode(shape.type, logical[i], &image[offsets[i] * size_of(shape.type)]);
  values = decoded(image);
}

void Tensor::poison() {
  std::fill(image.begin(), image.end(), 0xFF);
  values = decoded(image);
}

std::vector<double> Tensor::decoded(const std::vector<uint8_t>& bytes) const {
  std::vector<double> logical(offsets.size());
  for (size_t i = 0; i < offsets.size(); ++i) logical[i] = decode(shape.type, &bytes[offsets[i] * size_of(shape.type)]);
  return logical;
}

cudnnTensorDescriptor_t Tensor::descriptor() {
  if (descriptor_) return descriptor_;
  if (cudnnCreateTensorDescriptor(&descriptor_) != CUDNN_STATUS_SUCCESS)
    throw std::runtime_error("cudnnCreateTensorDescriptor failed");
  std::vector<int> dims = ints(shape.dims), strides = ints(shape.strides);
  cudnnStatus_t status = cudnnSetTensorNdDescriptor(descriptor_, cudnn_type(shape.type), static_cast<int>(dims.size()),
                                                    dims.data(), strides.data());
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
  cudnnStatus_t status =
      cudnnSetFilterNdDescriptor(filter_, cudnn_type(shape.type), format, static_cast<int>(dims.size()), dims.data());
  if (status != CUDNN_STATUS_SUCCESS)
    throw std::runtime_error("cudnnSetFilterNdDescriptor for " + name + " " + text_of(shape.dims) + ": " +
                             cudnnGetErrorString(status));
  return filter_;
}

}  // namespace girih::conformance
