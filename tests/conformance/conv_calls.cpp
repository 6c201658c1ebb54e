#include "conformance/conv_calls.h"

#include <algorithm>
#include <cmath>

namespace girih::conformance {
namespace {

std::string listed(const char* pass, const char* source, int position, int algorithm) {
  return std::string(pass) + " " + source + " entry " + std::to_string(position) + " (algorithm " +
         std::to_string(algorithm) + ")";
}

struct Listing {
  std::vector<int> algorithm, status, determinism;
  std::vector<size_t> memory;
  std::vector<float> time;
};

// The three result structs have the same members and no common type.
template <typename Perf, typename Query>
cudnnStatus_t list_algorithms(int room, Query query, Listing& listing) {
  std::vector<Perf> results(room);
  int count = 0;
  cudnnStatus_t status = query(room, &count, results.data());
  if (status != CUDNN_STATUS_SUCCESS) return status;
  for (int i = 0; i < std::min(count, room); ++i) {
    listing.algorithm.push_back(results[i].algo);
    listing.status.push_back(results[i].status);
    listing.determinism.push_back(results[i].determinism);
    listing.memory.push_back(results[i].memory);
    listing.time.push_back(results[i].time);
  }
  return status;
}

}  // namespace

const char* name_of(Pass pass) { return pass == Pass::kFprop ? "fprop" : pass == Pass::kDgrad ? "dgrad" : "wgrad"; }

const char* function_of(Pass pass) {
  return pass == Pass::kFprop   ? "cudnnConvolutionForward"
         : pass == Pass::kDgrad ? "cudnnConvolutionBackwardData"
                                : "cudnnConvolutionBackwardFilter";
}

int algorithm_count(Pass pass) {
  if (pass == Pass::kFprop) return CUDNN_CONVOLUTION_FWD_ALGO_COUNT;
  if (pass == Pass::kDgrad) return CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT;
  return CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT;
}

Method method_of(Pass pass, int algorithm) {
  switch (pass) {
    case Pass::kFprop:
      if (algorithm == CUDNN_CONVOLUTION_FWD_ALGO_FFT || algorithm == CUDNN_CONVOLUTION_FWD_ALGO_FFT_TILING)
        return Method::kFft;
      if (algorithm == CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD || algorithm == CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED)
        return Method::kWinograd;
      break;
    case Pass::kDgrad:
      if (algorithm == CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT || algorithm == CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT_TILING)
        return Method::kFft;
      if (algorithm == CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD ||
          algorithm == CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD_NONFUSED)
        return Method::kWinograd;
      break;
    case Pass::kWgrad:
      if (algorithm == CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT ||
          algorithm == CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT_TILING)
        return Method::kFft;
      if (algorithm == CUDNN_CONVOLUTION_BWD_FILTER_ALGO_WINOGRAD ||
          algorithm == CUDNN_CONVOLUTION_BWD_FILTER_ALGO_WINOGRAD_NONFUSED)
        return Method::kWinograd;
      break;
  }
  return Method::kDirect;
}

bool repeatable(const Session& session, Pass pass, int algorithm) {
  if (session.girih()) return true;
  return !(pass == Pass::kDgrad && algorithm == CUDNN_CONVOLUTION_BWD_DATA_ALGO_0) &&
         !(pass == Pass::kWgrad &&
           (algorithm == CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0 || algorithm == CUDNN_CONVOLUTION_BWD_FILTER_ALGO_3));
}

ConvKeys read_conv(problem::Reader& reader) {
  ConvKeys keys;
  keys.common = read_common(reader);
  ConvShape& shape = keys.shape;
  shape.n = reader.integer("n", 1, 1);
  shape.c = reader.integer("c", std::nullopt, 1);
  shape.k = reader.integer("k", std::nullopt, 1);
  shape.groups = reader.integer("groups", 1, 1);
  shape.in = reader.spatial("dhw");
  size_t rank = shape.in.size();
  shape.window = reader.spatial("trs");
  if (shape.window.size() != rank) throw problem::Error("the image and the filter have different ranks");
  shape.pad = reader.list("pad", rank, 0);
  shape.stride = reader.list("stride", rank, 1, 1);
  shape.dilation = reader.list("dilation", rank, 1, 1);
  shape.flip = reader.flag("flip");
  if (shape.c % shape.groups || shape.k % shape.groups) throw problem::Error("groups must divide c and k");
  for (int64_t size : shape.out())
    if (size < 1) throw problem::Error("the window is larger than the padded image");
  const auto scalar = [&](const char* key, double fallback) {  // as the call gets it
    const double value = reader.real(key, fallback);
    return keys.common.type == DType::kF64 ? value : static_cast<double>(static_cast<float>(value));
  };
  keys.alpha = scalar("alpha", 1);
  keys.beta = scalar("beta", 0);
  keys.algorithm = reader.choice("algo", {"all", "0", "1", "2", "3", "4", "5", "6", "7"}, "all");
  keys.find = reader.flag("find");
  // Plain f32 unless the line asks for TF32: the bound below is that of f32.
  keys.math = static_cast<cudnnMathType_t>(
      reader.integer("math", keys.common.type == DType::kF32 ? CUDNN_FMA_MATH : CUDNN_DEFAULT_MATH));
  const bool integers = keys.integers();
  keys.compute = dtype_from(reader.choice("compute", {"f32", "f64", "f16", "bf16", "i32"},
                                          integers                          ? "i32"
                                          : keys.common.type == DType::kF64 ? "f64"
                                                                            : "f32"));
  const DType output = dtype_from(
      reader.choice("out", {"f32", "f64", "f16", "bf16", "i8", "i32"}, integers ? "i8" : name_of(keys.common.type)));
  keys.reordered = reader.flag("reorder");
  keys.repeats = static_cast<int>(reader.integer("repeats", 2, 1));
  keys.data = reader.choice("data", {"plain", "nan", "inf", "winf"}, "plain");
  const auto layouts = {"nchw", "nhwc", "vect4", "vect32"};
  keys.filter_layout = reader.choice("wlayout", layouts, keys.common.layout.c_str());
  std::string output_layout =
      reader.choice("ylayout", layouts, output == DType::kI8 || !integers ? keys.common.layout.c_str() : "nchw");
  keys.x = read_strides(reader, "xs", keys.common.shape(shape.x_dims()));
  keys.y = read_strides(
      reader, "ys",
      {output, shape.y_dims(), strides_of(output_layout, shape.y_dims(), keys.common.gap), vector_of(output_layout)});
  keys.w = {integers ? DType::kI8 : keys.common.type, shape.w_dims(), strides_of(keys.filter_layout, shape.w_dims()),
            vector_of(keys.filter_layout)};
  return keys;
}

Conv::Conv(const ConvKeys& keys, const Session& session, Report& report)
    : x("x", keys.x, keys.common.shift),
      w("w", keys.w, keys.common.shift),
      y("y", keys.y, keys.common.shift),
      filter_format_(keys.filter_layout == "nhwc" ? CUDNN_TENSOR_NHWC : CUDNN_TENSOR_NCHW) {
  const ConvShape& s = keys.shape;
  report.require(session, cudnnCreateConvolutionDescriptor(&descriptor_), "cudnnCreateConvolutionDescriptor");
  std::vector<int> pad = ints(s.pad), stride = ints(s.stride), dilation = ints(s.dilation);
  report.require(session,
                 cudnnSetConvolutionNdDescriptor(descriptor_, static_cast<int>(pad.size()), pad.data(), stride.data(),
                                                 dilation.data(), s.flip ? CUDNN_CONVOLUTION : CUDNN_CROSS_CORRELATION,
                                                 cudnn_type(keys.compute)),
                 "cudnnSetConvolutionNdDescriptor");
  report.require(session, cudnnSetConvolutionGroupCount(descriptor_, static_cast<int>(s.groups)),
                 "cudnnSetConvolutionGroupCount");
  report.require(session, cudnnSetConvolutionMathType(descriptor_, keys.math), "cudnnSetConvolutionMathType");
  if (keys.reordered)
    report.require(session, cudnnSetConvolutionReorderType(descriptor_, CUDNN_NO_REORDER),
                   "cudnnSetConvolutionReorderType");
  std::vector<int> out(s.in.size() + 2);
  report.require(session,
                 cudnnGetConvolutionNdForwardOutputDim(descriptor_, x.descriptor(), filter(),
                                                       static_cast<int>(out.size()), out.data()),
                 "cudnnGetConvolutionNdForwardOutputDim");
  report.check(out == ints(s.y_dims()), "cudnnGetConvolutionNdForwardOutputDim gave " +
                                            text_of({out.begin(), out.end()}) + ", expected " + text_of(s.y_dims()));
}

std::vector<Tensor*> Conv::inputs(Pass pass) {
  if (pass == Pass::kFprop) return {&x, &w};
  if (pass == Pass::kDgrad) return {&w, &y};
  return {&x, &y};
}

cudnnStatus_t Conv::workspace_size(cudnnHandle_t handle, Pass pass, int algorithm, size_t* bytes) {
  cudnnTensorDescriptor_t xd = x.descriptor(), yd = y.descriptor();
  if (pass == Pass::kFprop)
    return cudnnGetConvolutionForwardWorkspaceSize(handle, xd, filter(), descriptor_, yd,
                                                   static_cast<cudnnConvolutionFwdAlgo_t>(algorithm), bytes);
  if (pass == Pass::kDgrad)
    return cudnnGetConvolutionBackwardDataWorkspaceSize(handle, filter(), yd, descriptor_, xd,
                                                        static_cast<cudnnConvolutionBwdDataAlgo_t>(algorithm), bytes);
  return cudnnGetConvolutionBackwardFilterWorkspaceSize(handle, xd, yd, descriptor_, filter(),
                                                        static_cast<cudnnConvolutionBwdFilterAlgo_t>(algorithm), bytes);
}

cudnnStatus_t Conv::call(cudnnHandle_t handle, Pass pass, const Algorithm& algorithm, void* workspace, double alpha,
                         double beta) {
  cudnnTensorDescriptor_t xd = x.descriptor(), yd = y.descriptor();
  const DType type = output(pass).shape.type;
  Scalar a(type, alpha), b(type, beta);
  if (pass == Pass::kFprop)
    return cudnnConvolutionForward(handle, a.get(), xd, x.data(), filter(), w.data(), descriptor_,
                                   static_cast<cudnnConvolutionFwdAlgo_t>(algorithm.id), workspace, algorithm.workspace,
                                   b.get(), yd, y.data());
  if (pass == Pass::kDgrad)
    return cudnnConvolutionBackwardData(handle, a.get(), filter(), w.data(), yd, y.data(), descriptor_,
                                        static_cast<cudnnConvolutionBwdDataAlgo_t>(algorithm.id), workspace,
                                        algorithm.workspace, b.get(), xd, x.data());
  return cudnnConvolutionBackwardFilter(handle, a.get(), xd, x.data(), yd, y.data(), descriptor_,
                                        static_cast<cudnnConvolutionBwdFilterAlgo_t>(algorithm.id), workspace,
                                        algorithm.workspace, b.get(), filter(), w.data());
}

std::vector<Algorithm> Conv::algorithms(Pass pass, const std::string& wanted, const Session& session, Report& report) {
  std::vector<Algorithm> found;
  bool any = false;
  for (int id = 0; id < algorithm_count(pass); ++id) {
    bool named = wanted == std::to_string(id);
    if (wanted != "all" && !named) continue;
    any = true;
    size_t bytes = 0;
    cudnnStatus_t status = workspace_size(session.handle, pass, id, &bytes);
    if (status == CUDNN_STATUS_SUCCESS)
      found.push_back({id, bytes});
    else if (named || id == 0 || status < CUDNN_STATUS_NOT_SUPPORTED)  // algorithm 0 takes all legal input
      report.accept(session, status,
                    std::string("workspace query of ") + name_of(pass) + " algorithm " + std::to_string(id));
  }
  if (!any) throw problem::Error(std::string(name_of(pass)) + " has no algorithm " + wanted);
  return found;
}

std::vector<Algorithm> Conv::announced(Pass pass, bool find, const Session& session, Report& report) {
  cudnnHandle_t h = session.handle;
  cudnnTensorDescriptor_t xd = x.descriptor(), yd = y.descriptor();
  cudnnFilterDescriptor_t wd = filter();
  cudnnConvolutionDescriptor_t conv = descriptor_;
  Listing listing;
  int room = 0;
  cudnnStatus_t status;
  const char* source = find ? "Find" : "Get_v7";
  if (pass == Pass::kFprop) {
    report.require(session, cudnnGetConvolutionForwardAlgorithmMaxCount(h, &room), "AlgorithmMaxCount");
    status = list_algorithms<cudnnConvolutionFwdAlgoPerf_t>(
        room,
        [&](int r, int* n, auto* p) {
          return find ? cudnnFindConvolutionForwardAlgorithm(h, xd, wd, conv, yd, r, n, p)
                      : cudnnGetConvolutionForwardAlgorithm_v7(h, xd, wd, conv, yd, r, n, p);
        },
        listing);
  } else if (pass == Pass::kDgrad) {
    report.require(session, cudnnGetConvolutionBackwardDataAlgorithmMaxCount(h, &room), "AlgorithmMaxCount");
    status = list_algorithms<cudnnConvolutionBwdDataAlgoPerf_t>(
        room,
        [&](int r, int* n, auto* p) {
          return find ? cudnnFindConvolutionBackwardDataAlgorithm(h, wd, yd, conv, xd, r, n, p)
                      : cudnnGetConvolutionBackwardDataAlgorithm_v7(h, wd, yd, conv, xd, r, n, p);
        },
        listing);
  } else {
    report.require(session, cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(h, &room), "AlgorithmMaxCount");
    status = list_algorithms<cudnnConvolutionBwdFilterAlgoPerf_t>(
        room,
        [&](int r, int* n, auto* p) {
          return find ? cudnnFindConvolutionBackwardFilterAlgorithm(h, xd, yd, conv, wd, r, n, p)
                      : cudnnGetConvolutionBackwardFilterAlgorithm_v7(h, xd, yd, conv, wd, r, n, p);
        },
        listing);
  }
  std::vector<Algorithm> good;
  if (!report.accept(session, status, std::string(source) + " of " + name_of(pass))) return good;
  bool failed_before = false;
  float time_before = -1;
  for (size_t i = 0; i < listing.algorithm.size(); ++i) {
    std::string entry = listed(name_of(pass), source, static_cast<int>(i), listing.algorithm[i]);
    if (listing.status[i] != CUDNN_STATUS_SUCCESS) {
      failed_before = true;
      continue;
    }
    report.check(!failed_before, entry + ": stands behind one that failed");
    if (find) {
      report.check(listing.time[i] >= time_before, entry + ": is not sorted by time");
      time_before = listing.time[i];
    }
    if (session.girih()) {
      size_t bytes = 0;
      report.check(
          workspace_size(h, pass, listing.algorithm[i], &bytes) == CUDNN_STATUS_SUCCESS && bytes == listing.memory[i],
          entry + ": memory " + std::to_string(listing.memory[i]) + ", but the workspace query says " +
              std::to_string(bytes));
      report.check(listing.determinism[i] == CUDNN_DETERMINISTIC, entry + ": not deterministic");
    }
    good.push_back({listing.algorithm[i], listing.memory[i]});
  }
  if (session.girih())
    report.check(!good.empty(), std::string(source) + " of " + name_of(pass) + " lists nothing that runs");
  return good;
}

void Conv::reorder(const Session& session, Report& report, Tensor* bias) {
  w.buffer.upload(w.image);
  DeviceBuffer filter_out(w.image.size());
  DeviceBuffer bias_out(bias ? bias->image.size() : 0);
  if (bias) bias->buffer.upload(bias->image);
  report.require(session,
                 cudnnReorderFilterAndBias(session.handle, filter(), CUDNN_DEFAULT_REORDER, w.data(), filter_out.data(),
                                           bias != nullptr, bias ? bias->data() : nullptr, bias_out.data()),
                 "cudnnReorderFilterAndBias");
  report.check(filter_out.damage().empty(), "cudnnReorderFilterAndBias wrote " + filter_out.damage());
  w.image = filter_out.download();  // values stay: they are those of the plain filter
  if (bias) bias->image = bias_out.download();
}

void round_to_integers(Expected& expected, DType type) {
  if (is_float(type)) return;
  if (expected.bound.empty()) return;  // compared with the rounded value anyway
  for (size_t i = 0; i < expected.value.size(); ++i) {
    double low = rounded(type, expected.value[i] - expected.bound[i]);
    double high = rounded(type, expected.value[i] + expected.bound[i]);
    expected.value[i] = (low + high) / 2;
    expected.bound[i] = (high - low) / 2 + 0.25;  // results are integers: a quarter lets no other one in
  }
}

void fill_tensors(const Session& session, Random& random, const ConvKeys& keys, Conv& conv) {
  for (Tensor* tensor : {&conv.x, &conv.w, &conv.y}) {
    std::vector<double> values = draw(session, random, tensor->offsets.size());
    if (keys.integers()) {
      const bool is_signed = tensor->shape.type != DType::kU8;
      const int64_t low = is_signed ? -128 : 0, high = is_signed ? 127 : 255;
      for (double& value : values)
        if (!session.exact())
          value = static_cast<double>(random.integer(low, high));
        else if (!is_signed)
          value = std::fabs(value);
    }
    tensor->set(values);
  }
}

bool is_short(double value) { return value * 1024 == std::floor(value * 1024); }

Sums conv_reference(const ConvShape& shape, Pass pass, const std::vector<double>& x, const std::vector<double>& w,
                    const std::vector<double>& y) {
  if (pass == Pass::kFprop) return conv_fprop(shape, x, w);
  if (pass == Pass::kDgrad) return conv_dgrad(shape, w, y);
  return conv_wgrad(shape, x, y);
}

Expected conv_expected(const Session& session, const ConvKeys& keys, Pass pass, int algorithm, const Sums& sums,
                       const Tensor& output) {
  Method method = method_of(pass, algorithm);
  DType type = keys.common.type;
  const bool exact = session.exact() && is_short(keys.alpha) && is_short(keys.beta);
  Blend blend{keys.alpha, keys.beta, sums.terms, accumulation_unit(type), exact};
  std::vector<double> magnitude = sums.magnitude;
  if (keys.integers()) {  // sums of integers are exact: only alpha, beta and the conversion round, in f32
    blend.terms = 2;
    for (size_t i = 0; i < magnitude.size(); ++i) magnitude[i] = std::fabs(sums.value[i]);
    if (output.shape.type == DType::kI32) blend.exact = true;
    Expected expected = blended(blend, sums.value, magnitude, output);
    round_to_integers(expected, output.shape.type);
    return expected;
  }
  // Winograd and FFT spread rounding over a tile, so the largest magnitude counts for every element. Winograd gets the
  // factor 10 over direct convolution that MIOpen's driver allows, and never fewer terms than its 6x6 tile; FFT
  // 4*log2 of a 64x64 tile (Schatzman, SIAM J. Sci. Comput. 17, 1996: the error grows with log2 of the length).
  if (method != Method::kDirect) {
    magnitude.assign(magnitude.size(), *std::max_element(magnitude.begin(), magnitude.end()));
    blend.exact = false;
    if (method == Method::kWinograd) {
      blend.terms = std::max(blend.terms, 36.0);
      blend.unit *= 10;
    } else {
      blend.unit *= 4 * 12 / error_constant(sums.terms) + 1;
    }
  }
  if (!session.girih()) {
    // Seen on cuDNN 9.19, H200: these add in the output's own type with atomics.
    bool atomics = (pass == Pass::kDgrad && algorithm == CUDNN_CONVOLUTION_BWD_DATA_ALGO_0) ||
                   (pass == Pass::kWgrad && (algorithm == CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0 ||
                                             algorithm == CUDNN_CONVOLUTION_BWD_FILTER_ALGO_3));
    if (atomics && type != DType::kF64 && type != DType::kF32) blend.unit = unit_roundoff(type);
    // Winograd with 5x5 windows errs by up to 1e-2 of the largest sum.
    if (method == Method::kWinograd && keys.shape.window.back() > 3) blend.unit = 0x1p-12;
    // f16 and bf16 results are rounded before beta*old is added.
    if (keys.beta != 0 && (type == DType::kF16 || type == DType::kBF16)) {
      blend.exact = false;
      blend.unit = std::max(blend.unit, unit_roundoff(type) / 2);
    }
  }
  return blended(blend, sums.value, magnitude, output);
}

}  // namespace girih::conformance
