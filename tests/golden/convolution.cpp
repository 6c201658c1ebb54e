// Records of convolution.tsv and conv_bias_act.tsv: every algorithm NVIDIA ran, and those it refused.
#include <cuda_runtime_api.h>

#include <cmath>

#include "conformance/conv_calls.h"
#include "golden/golden.h"

namespace girih::golden {
namespace {

using conformance::DeviceBuffer;
using conformance::DType;
using conformance::Method;
using conformance::Pass;
using conformance::Scalar;
using conformance::Shape;
using conformance::Tensor;

struct Descriptor {
  Descriptor() { cudnnCreateConvolutionDescriptor(&descriptor); }
  ~Descriptor() { cudnnDestroyConvolutionDescriptor(descriptor); }
  Descriptor(const Descriptor&) = delete;
  cudnnConvolutionDescriptor_t descriptor = nullptr;
};

// Records without parameters use "same" padding and stride 1.
cudnnStatus_t set(Player& p, cudnnConvolutionDescriptor_t descriptor) {
  size_t rank = 2;
  std::vector<int> pad = p.ints("pad", "");
  if (p.has("x")) rank = p.tensor("x").shape.dims.size() - 2;
  if (!pad.empty()) rank = std::max(rank, pad.size());
  if (pad.size() == 1) pad.assign(rank, pad[0]);
  if (pad.empty())
    for (size_t i = 0; i < rank; ++i)
      pad.push_back(p.has("w") && rank < 4 ? static_cast<int>(p.tensor("w").shape.dims[i + 2] / 2) : 0);
  std::vector<int> stride = p.ints("stride", ""), dilation = p.ints("dilation", "");
  if (stride.empty()) stride.assign(rank, 1);
  if (dilation.empty()) dilation.assign(rank, 1);
  bool integer = p.has("w") && p.tensor("w").shape.type == DType::kI8;
  bool f64 = p.has("w") && p.tensor("w").shape.type == DType::kF64;
  DType compute = conformance::dtype_from(p.text("compute", integer ? "i32" : f64 ? "f64" : "f32"));
  cudnnStatus_t status = cudnnSetConvolutionNdDescriptor(
      descriptor, static_cast<int>(pad.size()), pad.data(), stride.data(), dilation.data(),
      p.text("mode", "xcorr") == "xcorr" ? CUDNN_CROSS_CORRELATION : CUDNN_CONVOLUTION,
      conformance::cudnn_type(compute));
  if (status != CUDNN_STATUS_SUCCESS) return status;
  cudnnSetConvolutionGroupCount(descriptor, p.integer("groups", p.integer("group_count_in_descriptor", 1)));
  bool f32 = p.has("w") && p.tensor("w").shape.type == DType::kF32;
  return cudnnSetConvolutionMathType(
      descriptor, static_cast<cudnnMathType_t>(p.integer("math", f32 ? CUDNN_FMA_MATH : CUDNN_DEFAULT_MATH)));
}

// The window's layout shows in its strides.
cudnnFilterDescriptor_t filter(Player& p) {
  Tensor& w = p.tensor("w");
  bool last = w.shape.strides == conformance::strides_of("nhwc", w.shape.dims) &&
              w.shape.strides != conformance::strides_of("nchw", w.shape.dims);
  std::string layout = p.text("layout", last ? "nhwc" : "nchw");
  return w.filter(layout == "nhwc" ? CUDNN_TENSOR_NHWC : CUDNN_TENSOR_NCHW);
}

struct Run {
  cudnnStatus_t query = CUDNN_STATUS_SUCCESS, run = CUDNN_STATUS_SUCCESS;
  std::string text;
};

// alpha and beta as the library reads them: int32 for records that say so, else float or double.
struct Factors {
  explicit Factors(Player& p)
      : integers(p.text("alpha (int32)", "") != ""),
        a(p.tensor("w").shape.type, p.real("alpha", 1)),
        b(p.tensor("w").shape.type, p.real("beta", 0)),
        ints{p.integer("alpha (int32)", 1), p.integer("beta (int32)", 0)} {}
  const void* alpha() const { return integers ? static_cast<const void*>(&ints[0]) : a.get(); }
  const void* beta() const { return integers ? static_cast<const void*>(&ints[1]) : b.get(); }
  bool integers;
  Scalar a, b;
  int ints[2];
};

Run forward(Player& p, int algorithm, const std::string& y) {
  Descriptor conv;
  set(p, conv.descriptor);
  Run result;
  size_t bytes = 0;
  auto algo = static_cast<cudnnConvolutionFwdAlgo_t>(algorithm);
  result.query = cudnnGetConvolutionForwardWorkspaceSize(p.handle(), p.descriptor("x"), filter(p), conv.descriptor,
                                                         p.descriptor(y), algo, &bytes);
  DeviceBuffer workspace(result.query == CUDNN_STATUS_SUCCESS ? bytes : 0);
  Factors factors(p);
  result.run = cudnnConvolutionForward(p.handle(), factors.alpha(), p.descriptor("x"), p.data("x"), filter(p),
                                       p.data("w"), conv.descriptor, algo, workspace.data(), workspace.size(),
                                       factors.beta(), p.descriptor(y), p.data(y));
  return result;
}

Run backward(Player& p, Pass pass, int algorithm, double alpha, double beta) {
  Descriptor conv;
  set(p, conv.descriptor);
  Run result;
  size_t bytes = 0;
  cudnnTensorDescriptor_t x = p.descriptor(pass == Pass::kDgrad ? "dx" : "x"), dy = p.descriptor("dy");
  cudnnFilterDescriptor_t w = filter(p);
  Scalar a(p.tensor("dy").shape.type, alpha), b(p.tensor("dy").shape.type, beta);
  if (pass == Pass::kDgrad) {
    auto algo = static_cast<cudnnConvolutionBwdDataAlgo_t>(algorithm);
    result.query = cudnnGetConvolutionBackwardDataWorkspaceSize(p.handle(), w, dy, conv.descriptor, x, algo, &bytes);
    DeviceBuffer workspace(result.query == CUDNN_STATUS_SUCCESS ? bytes : 0);
    result.run = cudnnConvolutionBackwardData(p.handle(), a.get(), w, p.data("w"), dy, p.data("dy"), conv.descriptor,
                                              algo, workspace.data(), workspace.size(), b.get(), x, p.data("dx"));
  } else {
    auto algo = static_cast<cudnnConvolutionBwdFilterAlgo_t>(algorithm);
    result.query = cudnnGetConvolutionBackwardFilterWorkspaceSize(p.handle(), x, dy, conv.descriptor, w, algo, &bytes);
    DeviceBuffer workspace(result.query == CUDNN_STATUS_SUCCESS ? bytes : 0);
    result.run = cudnnConvolutionBackwardFilter(p.handle(), a.get(), x, p.data("x"), dy, p.data("dy"), conv.descriptor,
                                                algo, workspace.data(), workspace.size(), b.get(), w, p.data("dw"));
  }
  return result;
}

Run bias_activation(Player& p, int algorithm) {
  Descriptor conv;
  set(p, conv.descriptor);
  Run result;
  size_t bytes = 0;
  auto algo = static_cast<cudnnConvolutionFwdAlgo_t>(algorithm);
  result.query = cudnnGetConvolutionForwardWorkspaceSize(p.handle(), p.descriptor("x"), filter(p), conv.descriptor,
                                                         p.descriptor("y"), algo, &bytes);
  DeviceBuffer workspace(result.query == CUDNN_STATUS_SUCCESS ? bytes : 0);
  DType type = p.tensor("x").shape.type;
  Scalar a1(type, p.real("alpha1", 1)), a2(type, p.real("alpha2", 0));
  bool aliased = p.integer("z_is_y", 0) == 1;
  if (aliased) p.alias("y", "z");
  cudnnActivationDescriptor_t activation = nullptr;
  cudnnCreateActivationDescriptor(&activation);
  cudnnSetActivationDescriptor(activation, static_cast<cudnnActivationMode_t>(p.integer("activation", 1)),
                               CUDNN_NOT_PROPAGATE_NAN, p.real("coef", 0));
  result.run = cudnnConvolutionBiasActivationForward(
      p.handle(), a1.get(), p.descriptor("x"), p.data("x"), filter(p), p.data("w"), conv.descriptor, algo,
      workspace.data(), workspace.size(), a2.get(), p.descriptor("z"), p.data(aliased ? "y" : "z"),
      p.descriptor("bias"), p.data("bias"), activation, p.descriptor("y"), p.data("y"));
  cudnnDestroyActivationDescriptor(activation);
  return result;
}

// The output of an algorithm starts as NaN unless the record gives its old values (beta != 0).
void prepare(Player& p, const std::string& name) {
  if (p.real("beta", 0) != 0 && p.has(name)) return p.tensor(name).buffer.upload(p.tensor(name).image);
  if (const Row* row = p.output_row(name)) {
    p.make(name, {conformance::dtype_from(row->type), row->dims, row->strides});
    return;
  }
  DType type = p.tensor("w").shape.type;
  Shape shape{type, {}, {}};
  if (name == "dx") shape = p.tensor("x").shape;
  if (name == "dw") shape = p.tensor("w").shape;
  if (name == "y") {
    shape.dims = numbers(p.text("out_dims", p.has("z") ? conformance::text_of(p.tensor("z").shape.dims) : ""));
    if (shape.dims.empty()) throw Player::Missing("the output dims are not recorded");
    shape.strides = conformance::strides_of(p.text("layout", "nchw"), shape.dims);
    if (p.record().name.find("_to_f32") != std::string::npos || p.record().name.find("_f32.") != std::string::npos)
      shape.type = DType::kF32;
    if (p.record().name.find("_i32.") != std::string::npos) shape.type = DType::kI32;
  }
  p.make(name, shape);
}

}  // namespace

cudnnStatus_t set_convolution(Player& p) {
  Descriptor conv;
  return set(p, conv.descriptor);
}

cudnnStatus_t convolution_output_dims(Player& p) {
  Descriptor conv;
  set(p, conv.descriptor);
  std::vector<int> dims(p.tensor("x").shape.dims.size());
  cudnnStatus_t status = cudnnGetConvolutionNdForwardOutputDim(conv.descriptor, p.descriptor("x"), filter(p),
                                                               static_cast<int>(dims.size()), dims.data());
  for (const Row& row : p.record().rows)
    if (row.kind == 'p' && row.name == "out_dims" && status == CUDNN_STATUS_SUCCESS)
      p.tally().check(conformance::text_of({dims.begin(), dims.end()}) == row.data, "out_dims",
                      "output dims are " + conformance::text_of({dims.begin(), dims.end()}) + ", recorded " + row.data);
  return status;
}

cudnnStatus_t convolution_forward(Player& p) {
  std::vector<std::string> outputs = p.upcoming();

  if (!p.has("x")) throw Player::Missing("vector layouts");
  int algorithm = p.record().name.find("algo1") != std::string::npos || p.tensor("w").shape.type == DType::kI8 ? 1 : 0;
  return forward(p, algorithm, outputs.empty() ? "y" : outputs[0]).run;
}

cudnnStatus_t convolution_bias_gradient(Player& p) {
  DType type = p.tensor("dy").shape.type;
  Scalar a(type, p.real("alpha", 1)), b(type, p.real("beta", 0));
  if (!p.has("db")) {  // refused: the record shows no output
    std::vector<int64_t> dims(p.tensor("dy").shape.dims.size(), 1);
    dims[1] = p.tensor("dy").shape.dims[1];
    p.make("db", {type, dims, conformance::strides_of("nchw", dims)});
  }
  return cudnnConvolutionBackwardBias(p.handle(), a.get(), p.descriptor("dy"), p.data("dy"), b.get(),
                                      p.descriptor("db"), p.data("db"));
}

cudnnStatus_t convolution_bias_activation(Player& p) { return bias_activation(p, 1).run; }

void play_algorithm(Player& p, const Row& row) {
  size_t dot = row.name.find(".algo");
  std::string pass = row.name.substr(0, dot);
  int algorithm = std::atoi(row.name.c_str() + dot + 5);
  std::string output = pass == "dgrad" ? "dx" : pass == "wgrad" ? "dw" : "y";
  if (!p.has("x")) return p.tally().skip("algorithms on vector layouts");
  Run run;
  try {
    prepare(p, output);
    double alpha = p.real("alpha", 1), beta = p.real("beta", 0);
    if (pass == "fwd") run = forward(p, algorithm, "y");
    if (pass == "dgrad") run = backward(p, Pass::kDgrad, algorithm, alpha, beta);
    if (pass == "wgrad") run = backward(p, Pass::kWgrad, algorithm, alpha, beta);
    if (pass == "biasact") run = bias_activation(p, algorithm);
    conformance::check_cuda(cudaDeviceSynchronize(), row.name.c_str());
  } catch (const Player::Missing& missing) {
    return p.tally().skip(row.name + ": " + missing.what());
  }
  const std::string& query_recorded = row.type;
  const std::string& run_recorded = row.dims_text;
  bool ran = run.run == CUDNN_STATUS_SUCCESS;
  if (ran && run_recorded != "0") {
    p.tally().check(false, row.name + " runs", row.name + " runs, recorded " + run_recorded);
  } else if (!ran) {
    p.tally().status(run.run, run_recorded, row.name);
    return;
  }
  if (query_recorded == "0" || !ran)
    p.tally().check(
        static_cast<int>(run.query) == std::atoi(query_recorded.c_str()), row.name + " query",
        row.name + ": the workspace query gave " + std::to_string(run.query) + ", recorded " + query_recorded);
  const Row* want = p.output_row(output);
  if (!want || want->data.empty()) return;
  Pass which = pass == "dgrad" ? Pass::kDgrad : pass == "wgrad" ? Pass::kWgrad : Pass::kFprop;
  bool direct = conformance::method_of(which, algorithm) == Method::kDirect;
  double slack = 0, largest = 0;
  if (row.data.rfind("maxdiff", 0) == 0) {
    std::vector<std::string> words = split(row.data, ' ');
    slack = 2 * std::strtod(words[1].c_str(), nullptr);
    largest = std::strtod(words[3].c_str(), nullptr);
  }
  if (p.tally().session().girih()) slack = std::min(slack, 1e-5 * largest);  // NVIDIA's 5x5 Winograd errs more
  bool exact = direct && slack == 0 && pass != "biasact";
  std::string wrong = p.mismatch(*want, p.tensor(output), exact, slack);
  p.tally().check(wrong.empty(), row.name + " " + output, row.name + " " + output + ": " + wrong);
}

// NaN and infinity: padding may be multiplied (algorithm 0 of the record) or left out (algorithm 2); both are
// recorded answers. Methods that work on transformed tiles spread NaN and are not compared.
void play_naninf(Player& p, const Row& row) {
  int algorithm = std::atoi(row.name.c_str() + 8);
  if (conformance::method_of(Pass::kFprop, algorithm) != Method::kDirect)
    return p.tally().skip("NaN in transformed-domain algorithms");
  Tensor& like = p.tensor("y0");
  p.make("y", like.shape);
  if (p.real("beta", 0) != 0) p.alias("y", "y0");
  Run run = forward(p, algorithm, "y");
  conformance::check_cuda(cudaDeviceSynchronize(), row.name.c_str());
  if (!p.tally().status(run.run, row.data, row.name)) return;
  std::string wrong;
  for (const char* name : {"y_algo0", "y_algo2"}) {
    const Row* want = p.output_row(name);
    if (!want) continue;
    std::string differs = p.mismatch(*want, p.tensor("y"), true);
    if (differs.empty()) return p.tally().check(true, row.name, "");
    wrong += (wrong.empty() ? "" : "; ") + std::string(name) + ": " + differs;
  }
  p.tally().check(false, row.name + " y", row.name + ": " + wrong);
}

void play_conv_algorithms(Tally& tally, const std::vector<std::vector<std::string>>& table) {
  struct Listed {
    std::vector<int> algorithms, statuses;
  };
  std::map<std::string, std::string> problems;
  std::map<std::string, std::map<std::string, Listed>> get;
  for (const std::vector<std::string>& f : table) {
    if (f[1].rfind("problem", 0) == 0) problems[f[0]] = f[8].empty() ? f.back() : f[8];
    if (f[1] == "get") {
      get[f[0]][f[2]].algorithms.push_back(std::atoi(f[4].c_str()));
      get[f[0]][f[2]].statuses.push_back(std::atoi(f[5].c_str()));
    }
  }
  for (const auto& entry : problems) {
    const auto &name = entry.first, &text = entry.second;
    tally.begin("conv_algorithms", name);
    std::vector<int64_t> v;
    for (const std::string& word : split(text, ' ')) v.push_back(std::atoll(word.c_str()));
    std::vector<std::string> parts = split(name, '.');  // rn3x3.f16.nhwc.math1
    if (v.size() < 9 || parts.size() < 4) {
      tally.skip("problems without a type");
      continue;
    }
    DType type = conformance::dtype_from(parts[1]);
    cudnnTensorFormat_t format = parts[2] == "nhwc" ? CUDNN_TENSOR_NHWC : CUDNN_TENSOR_NCHW;
    int pad = static_cast<int>(v[6]), stride = static_cast<int>(v[5]), dilation = static_cast<int>(v[7]);
    int out = static_cast<int>((v[2] + 2 * pad - ((v[4] - 1) * dilation + 1)) / stride + 1);
    struct Tensors {
      Tensors() {
        cudnnCreateTensorDescriptor(&x);
        cudnnCreateTensorDescriptor(&y);
        cudnnCreateFilterDescriptor(&w);
      }
      ~Tensors() {
        cudnnDestroyTensorDescriptor(x);
        cudnnDestroyTensorDescriptor(y);
        cudnnDestroyFilterDescriptor(w);
      }
      cudnnTensorDescriptor_t x = nullptr, y = nullptr;
      cudnnFilterDescriptor_t w = nullptr;
    } d;
    Descriptor conv;
    cudnnDataType_t data = conformance::cudnn_type(type);
    auto i = [](int64_t value) { return static_cast<int>(value); };
    cudnnSetTensor4dDescriptor(d.x, format, data, i(v[0]), i(v[1]), i(v[2]), i(v[2]));
    cudnnSetTensor4dDescriptor(d.y, format, data, i(v[0]), i(v[3]), out, out);
    cudnnSetFilter4dDescriptor(d.w, data, format, i(v[3]), i(v[1] / v[8]), i(v[4]), i(v[4]));
    cudnnSetConvolution2dDescriptor(conv.descriptor, pad, pad, stride, stride, dilation, dilation,
                                    CUDNN_CROSS_CORRELATION,
                                    type == DType::kF64 ? CUDNN_DATA_DOUBLE : CUDNN_DATA_FLOAT);
    cudnnSetConvolutionGroupCount(conv.descriptor, i(v[8]));
    cudnnSetConvolutionMathType(conv.descriptor, static_cast<cudnnMathType_t>(parts[3].back() - '0'));
    cudnnHandle_t handle = tally.session().handle;
    auto compare = [&](const char* pass, cudnnStatus_t status, int count, auto* perf) {
      const Listed& want = get[name][pass];
      if (!tally.status(status, "0", std::string(pass) + " get")) return;
      tally.check(count == static_cast<int>(want.algorithms.size()), std::string(pass) + " count",
                  std::string("Get_v7 ") + pass + " gave " + std::to_string(count) + " entries, recorded " +
                      std::to_string(want.algorithms.size()));
      for (size_t k = 0; k < want.algorithms.size(); ++k) {
        if (want.statuses[k] != 0) continue;  // what runs there must run here
        bool runs = false;
        for (int j = 0; j < count; ++j)
          runs |= perf[j].algo == want.algorithms[k] && perf[j].status == CUDNN_STATUS_SUCCESS;
        tally.check(runs, std::string(pass) + " algorithm",
                    std::string("Get_v7 ") + pass + " does not offer algorithm " + std::to_string(want.algorithms[k]));
      }
    };
    int count = 0;
    cudnnConvolutionFwdAlgoPerf_t fwd[10];
    cudnnStatus_t status =
        cudnnGetConvolutionForwardAlgorithm_v7(handle, d.x, d.w, conv.descriptor, d.y, 10, &count, fwd);
    compare("fwd", status, count, fwd);
    cudnnConvolutionBwdDataAlgoPerf_t dgrad[10];
    status = cudnnGetConvolutionBackwardDataAlgorithm_v7(handle, d.w, d.y, conv.descriptor, d.x, 10, &count, dgrad);
    compare("dgrad", status, count, dgrad);
    cudnnConvolutionBwdFilterAlgoPerf_t wgrad[10];
    status = cudnnGetConvolutionBackwardFilterAlgorithm_v7(handle, d.x, d.y, conv.descriptor, d.w, 10, &count, wgrad);
    compare("wgrad", status, count, wgrad);
  }
}

}  // namespace girih::golden
