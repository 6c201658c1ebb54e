// What the call sequences share: a handle, arrays on the device, descriptors that free themselves, and the comparison
// with a float64 reference. The sequences see only <cudnn.h> and the CUDA runtime; they run on any cuDNN 9.
#pragma once

#include <cuda_runtime_api.h>
#include <cudnn.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "conformance/dtype.h"
#include "conformance/reference.h"
#include "conformance/session.h"
#include "conformance/tensor.h"

#define ASSERT_OK(call) ASSERT_EQ(CUDNN_STATUS_SUCCESS, call) << girih::conformance::last_error()
#define EXPECT_OK(call) EXPECT_EQ(CUDNN_STATUS_SUCCESS, call) << girih::conformance::last_error()

namespace girih::sequences {

using conformance::DType;
using conformance::Sums;

class Sequence : public testing::Test {
 protected:
  void SetUp() override { ASSERT_OK(cudnnCreate(&handle)); }
  void TearDown() override { EXPECT_OK(cudnnDestroy(handle)); }

  cudnnHandle_t handle = nullptr;
  float one = 1, zero = 0;
};

// A descriptor of any kind: Descriptor<&cudnnCreateTensorDescriptor, &cudnnDestroyTensorDescriptor>.
template <auto Create, auto Destroy>
class Descriptor;
template <class D, cudnnStatus_t (*Create)(D*), cudnnStatus_t (*Destroy)(D)>
class Descriptor<Create, Destroy> {
 public:
  Descriptor() { EXPECT_EQ(CUDNN_STATUS_SUCCESS, Create(&descriptor_)); }
  ~Descriptor() { EXPECT_EQ(CUDNN_STATUS_SUCCESS, Destroy(descriptor_)); }
  Descriptor(const Descriptor&) = delete;
  operator D() const { return descriptor_; }

 private:
  D descriptor_ = nullptr;
};
using TensorD = Descriptor<&cudnnCreateTensorDescriptor, &cudnnDestroyTensorDescriptor>;
using FilterD = Descriptor<&cudnnCreateFilterDescriptor, &cudnnDestroyFilterDescriptor>;
using ConvolutionD = Descriptor<&cudnnCreateConvolutionDescriptor, &cudnnDestroyConvolutionDescriptor>;
using ActivationD = Descriptor<&cudnnCreateActivationDescriptor, &cudnnDestroyActivationDescriptor>;
using PoolingD = Descriptor<&cudnnCreatePoolingDescriptor, &cudnnDestroyPoolingDescriptor>;
using DropoutD = Descriptor<&cudnnCreateDropoutDescriptor, &cudnnDestroyDropoutDescriptor>;
using LrnD = Descriptor<&cudnnCreateLRNDescriptor, &cudnnDestroyLRNDescriptor>;
using RnnD = Descriptor<&cudnnCreateRNNDescriptor, &cudnnDestroyRNNDescriptor>;
using RnnDataD = Descriptor<&cudnnCreateRNNDataDescriptor, &cudnnDestroyRNNDataDescriptor>;
using CtcD = Descriptor<&cudnnCreateCTCLossDescriptor, &cudnnDestroyCTCLossDescriptor>;

// Elements on the device, between guard zones, and what they were set to, rounded to the type. Starts as NaN.
struct Array {
  Array(DType element_type, size_t count)
      : type(element_type), buffer(count * conformance::size_of(element_type)), values(count, std::nan("")) {
    buffer.fill(0xFF);
  }
  Array(DType element_type, const std::vector<double>& v) : Array(element_type, v.size()) { set(v); }
  // Reals in [low, high].
  Array(DType element_type, size_t count, conformance::Random& random, double low = -1, double high = 1)
      : Array(element_type, count) {
    std::vector<double> v(count);
    for (double& x : v) x = random.uniform(low, high);
    set(v);
  }
  void set(const std::vector<double>& v) {
    const size_t size = conformance::size_of(type);
    std::vector<uint8_t> bytes(v.size() * size);
    for (size_t i = 0; i < v.size(); ++i) {
      conformance::encode(type, v[i], &bytes[i * size]);
      values[i] = conformance::decode(type, &bytes[i * size]);
    }
    buffer.upload(bytes);
  }
  std::vector<double> get() const {
    const size_t size = conformance::size_of(type);
    const std::vector<uint8_t> bytes = buffer.download();
    std::vector<double> v(values.size());
    for (size_t i = 0; i < v.size(); ++i) v[i] = conformance::decode(type, &bytes[i * size]);
    return v;
  }
  void* data() const { return buffer.data(); }
  void* at(size_t element) const { return static_cast<char*>(data()) + element * conformance::size_of(type); }
  size_t size() const { return values.size(); }

  DType type;
  conformance::DeviceBuffer buffer;
  std::vector<double> values;
};

// |got - want| <= c u magnitude + rounding to the type, c as in the conformance suite; `unit`: of the accumulation.
inline void expect_near(const Array& array, const Sums& want, const std::string& what, double unit = 0) {
  if (unit == 0) unit = conformance::accumulation_unit(array.type);
  const double c = conformance::error_constant(want.terms) * unit;
  const std::vector<double> got = array.get();
  ASSERT_EQ(got.size(), want.value.size()) << what;
  EXPECT_EQ("", array.buffer.damage()) << what;
  for (size_t i = 0; i < got.size(); ++i) {
    const double bound = c * want.magnitude[i] + conformance::unit_roundoff(array.type) * std::fabs(want.value[i]) +
                         conformance::underflow(array.type);
    if (std::fabs(got[i] - want.value[i]) <= bound) continue;
    ADD_FAILURE() << what << " [" << i << "]: " << got[i] << ", not " << want.value[i] << " within " << bound;
    return;
  }
}

// Adds a bias to each channel, then clips at 0: {N, K, ...} row-major.
inline void add_bias(Sums& y, const std::vector<double>& bias, int64_t plane, bool relu) {
  for (size_t i = 0; i < y.value.size(); ++i) {
    const double b = bias[i / static_cast<size_t>(plane) % bias.size()];
    y.value[i] += b;
    y.magnitude[i] += std::fabs(b);
    if (relu) y.value[i] = std::max(0.0, y.value[i]);
  }
}
inline Sums plus(Sums a, const std::vector<double>& b) {
  for (size_t i = 0; i < b.size(); ++i) {
    a.value[i] += b[i];
    a.magnitude[i] += std::fabs(b[i]);
  }
  return a;
}

// {N, C, H, W} to {N, H, W, C} and back: elements of a row-major array in another order.
inline std::vector<double> to_nhwc(const std::vector<double>& v, size_t n, size_t c, size_t plane) {
  std::vector<double> out(v.size());
  for (size_t i = 0; i < n; ++i)
    for (size_t k = 0; k < c; ++k)
      for (size_t p = 0; p < plane; ++p) out[(i * plane + p) * c + k] = v[(i * c + k) * plane + p];
  return out;
}
inline std::vector<double> to_nchw(const std::vector<double>& v, size_t n, size_t c, size_t plane) {
  return to_nhwc(v, n, plane, c);
}
inline Sums to_nhwc(const Sums& s, size_t n, size_t c, size_t plane) {
  Sums out(s.value.size());
  out.terms = s.terms;
  out.value = to_nhwc(s.value, n, c, plane);
  out.magnitude = to_nhwc(s.magnitude, n, c, plane);
  return out;
}

}  // namespace girih::sequences
