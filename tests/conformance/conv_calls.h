// The three convolution passes behind one face: tensors, descriptor, algorithms, calls.
#pragma once

#include "conformance/reference.h"
#include "conformance/session.h"

namespace girih::conformance {

enum class Pass { kFprop, kDgrad, kWgrad };

struct ConvKeys {
  Common common;
  ConvShape shape;
  std::string filter_layout;
  double alpha = 1, beta = 0;
  std::string algorithm = "all";
  cudnnMathType_t math = CUDNN_DEFAULT_MATH;
  DType compute = DType::kF32;
  bool find = false;
  int repeats = 2;         // runs of each call
  bool reordered = false;  // the filter went through cudnnReorderFilterAndBias
  std::string data;        // plain; nan or inf: some x (dgrad: dy) are; winf: some weights (wgrad: dy) are infinite
  Shape x, w, y;

  bool integers() const { return !is_float(common.type); }
};
ConvKeys read_conv(problem::Reader& reader);

struct Algorithm {
  int id;
  size_t workspace;
};

// A convolution as the library sees it. The output of `pass` is x, w or y.
class Conv {
 public:
  Conv(const ConvKeys& keys, const Session& session, Report& report);
  ~Conv() { cudnnDestroyConvolutionDescriptor(descriptor_); }
  Conv(const Conv&) = delete;

  Tensor& output(Pass pass) { return pass == Pass::kFprop ? y : pass == Pass::kDgrad ? x : w; }
  std::vector<Tensor*> inputs(Pass pass);
  // Every algorithm whose workspace query succeeds.
  std::vector<Algorithm> algorithms(Pass pass, const std::string& wanted, const Session& session, Report& report);
  // What Get_v7 (and Find if asked) list as SUCCESS, after checking the lists themselves.
  std::vector<Algorithm> announced(Pass pass, bool find, const Session& session, Report& report);
  cudnnStatus_t workspace_size(cudnnHandle_t handle, Pass pass, int algorithm, size_t* bytes);
  cudnnStatus_t call(cudnnHandle_t handle, Pass pass, const Algorithm& algorithm, void* workspace, double alpha,
                     double beta);
  // Brings filter (and bias, if any) into the order of INT8x32 kernels, by the library.
  void reorder(const Session& session, Report& report, Tensor* bias);
  cudnnConvolutionDescriptor_t descriptor() const { return descriptor_; }
  cudnnFilterDescriptor_t filter() { return w.filter(filter_format_); }

  Tensor x, w, y;

 private:
  cudnnTensorFormat_t filter_format_;
  cudnnConvolutionDescriptor_t descriptor_ = nullptr;
};

const char* name_of(Pass pass);
const char* function_of(Pass pass);
int algorithm_count(Pass pass);
// Transformed-domain algorithms round intermediate sums that are not the direct ones.
enum class Method { kDirect, kWinograd, kFft };
Method method_of(Pass pass, int algorithm);
Sums conv_reference(const ConvShape& shape, Pass pass, const std::vector<double>& x, const std::vector<double>& w,
                    const std::vector<double>& y);
// The bound of the method (docs/problem_language.md, "Error bounds").
Expected conv_expected(const Session& session, const ConvKeys& keys, Pass pass, int algorithm, const Sums& sums,
                       const Tensor& output);
// A scalar whose products with small integers are exact in f32.
bool is_short(double value);
// Expected integers: everything between value - bound and value + bound, rounded half to even.
void round_to_integers(Expected& expected, DType type);
// Data for x, w and y: draw's, but 8-bit tensors take their whole range in random mode.
void fill_tensors(const Session& session, Random& random, const ConvKeys& keys, Conv& conv);
// dgrad 0 and wgrad 0 and 3 add with atomics in NVIDIA's library.
bool repeatable(const Session& session, Pass pass, int algorithm);

}  // namespace girih::conformance
