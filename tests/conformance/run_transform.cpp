// TransformTensorEx, TransformFilter, InitTransformDest, the folded convolution, Im2Col, ReorderFilterAndBias.
#include <cmath>
#include <memory>

#include "conformance/conv_calls.h"
#include "conformance/reference_transform.h"
#include "conformance/run.h"

namespace girih::conformance {
namespace {

struct TransformDescriptor {
  TransformDescriptor(const Session& session, Report& report) {
    report.require(session, cudnnCreateTensorTransformDescriptor(&value), "cudnnCreateTensorTransformDescriptor");
  }
  ~TransformDescriptor() { cudnnDestroyTensorTransformDescriptor(value); }
  TransformDescriptor(const TransformDescriptor&) = delete;
  cudnnTensorTransformDescriptor_t value = nullptr;
};

struct PlainDescriptor {
  PlainDescriptor(const Session& session, Report& report) {
    report.require(session, cudnnCreateTensorDescriptor(&value), "cudnnCreateTensorDescriptor");
  }
  ~PlainDescriptor() { cudnnDestroyTensorDescriptor(value); }
  PlainDescriptor(const PlainDescriptor&) = delete;
  cudnnTensorDescriptor_t value = nullptr;

  size_t bytes() const {
    size_t size = 0;
    cudnnGetTensorSizeInBytes(value, &size);
    return size;
  }
};

cudnnTensorFormat_t format_of(const std::string& layout) {
  return layout == "nhwc" ? CUDNN_TENSOR_NHWC : layout == "nchw" ? CUDNN_TENSOR_NCHW : CUDNN_TENSOR_NCHW_VECT_C;
}

// What InitTransformDest makes of the source's descriptor.
void check_destination(const Session& session, Report& report, cudnnTensorTransformDescriptor_t descriptor, Tensor& x,
                       const Shape& want) {
  PlainDescriptor made(session, report);
  size_t bytes = 0;
  report.require(session, cudnnInitTransformDest(descriptor, x.descriptor(), made.value, &bytes),
                 "cudnnInitTransformDest");
  int rank = 0, dims[CUDNN_DIM_MAX] = {}, strides[CUDNN_DIM_MAX] = {};
  cudnnDataType_t type;
  cudnnGetTensorNdDescriptor(made.value, CUDNN_DIM_MAX, &type, &rank, dims, strides);
  const std::vector<int64_t> got{dims, dims + rank}, steps{strides, strides + rank};
  report.check(got == want.dims && steps == want.strides && type == cudnn_type(want.type, want.vector),
               "cudnnInitTransformDest gave " + text_of(got) + " strides " + text_of(steps) + ", expected " +
                   text_of(want.dims) + " strides " + text_of(want.strides));
  const size_t size = static_cast<size_t>(want.span()) * size_of(want.type);
  report.check(bytes == size,
               "cudnnInitTransformDest gave " + std::to_string(bytes) + " bytes, expected " + std::to_string(size));
}

std::vector<int64_t> each_dim(problem::Reader& reader, const char* key, size_t rank) {
  std::vector<int64_t> values = reader.open_list(key);
  if (values.empty()) values.assign(rank, 0);
  if (values.size() != rank) throw problem::Error(std::string(key) + " needs a number for each dimension");
  return values;
}

}  // namespace

// y = alpha * transform(x) + beta * y, of tensors or filters.
void run_transformex(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  TransformShape shape;
  shape.unfold = reader.word("direction", {"fold", "unfold"}, "fold") == "unfold";
  const bool filter = reader.flag("filter");
  Common common = read_common(reader);
  const Shape x_shape = read_strides(reader, "xs", common.shape(read_dims(reader)));
  const size_t rank = x_shape.dims.size();
  shape.before = each_dim(reader, "before", rank);
  shape.after = each_dim(reader, "after", rank);
  shape.fold = reader.list("fold", rank - 2, 1, 1);
  const std::string layout = reader.choice("ylayout", {"nchw", "nhwc", "vect4", "vect32"}, common.layout.c_str());
  const int64_t gap = reader.integer("ygap", 0);
  const double alpha = reader.real("alpha", 1), beta = reader.real("beta", 0);
  reader.finish();
  const std::vector<int64_t> y_dims = transform_dims(shape, x_shape.dims);
  const Shape y_shape{common.type, y_dims, strides_of(layout, y_dims, gap), vector_of(layout)};
  if (filter && (gap || common.gap)) throw problem::Error("filters have no gaps");

  Random random = random_for(session, problem);
  Tensor x("src", x_shape, common.shift), y("dest", y_shape, common.shift);
  x.set(draw(session, random, x.offsets.size(), 9));
  prepare_output(session, random, y, beta);
  TransformDescriptor descriptor(session, report);
  std::vector<int32_t> before(shape.before.begin(), shape.before.end()), after(shape.after.begin(), shape.after.end());
  std::vector<uint32_t> fold(shape.fold.begin(), shape.fold.end());
  report.require(session,
                 cudnnSetTensorTransformDescriptor(descriptor.value, static_cast<uint32_t>(rank), format_of(layout),
                                                   before.data(), after.data(), fold.data(),
                                                   shape.unfold ? CUDNN_TRANSFORM_UNFOLD : CUDNN_TRANSFORM_FOLD),
                 "cudnnSetTensorTransformDescriptor");
  const bool plain = x_shape.vector == 1 && y_shape.vector == 1;
  if (!filter && plain && gap == 0) check_destination(session, report, descriptor.value, x, y_shape);
  Scalar a(common.type, alpha), b(common.type, beta);
  Call call{filter ? "cudnnTransformFilter" : "cudnnTransformTensorEx", {&x}, {&y}, {}};
  if (filter) {
    cudnnFilterDescriptor_t xd = x.filter(format_of(common.layout)), yd = y.filter(format_of(layout));
    call.run = [&, xd, yd] {
      return cudnnTransformFilter(session.handle, descriptor.value, a.get(), xd, x.data(), b.get(), yd, y.data());
    };
  } else {
    cudnnTensorDescriptor_t xd = x.descriptor(), yd = y.descriptor();
    call.run = [&, xd, yd] {
      return cudnnTransformTensorEx(session.handle, descriptor.value, a.get(), xd, x.data(), b.get(), yd, y.data());
    };
  }
  if (!execute(session, report, call)) return;
  const std::vector<double> moved = transform(shape, x_shape.dims, x.values);
  std::vector<double> magnitude;
  for (double value : moved) magnitude.push_back(std::fabs(value));
  Blend blend{alpha, beta, 2, accumulation_unit(common.type), session.exact()};
  Expected expected = blended(blend, moved, magnitude, y);
  round_to_integers(expected, common.type);
  compare(report, y, expected, "");
}

// The data gradient of a convolution with strides by one without: fold the filter, pad dy, convolve, unfold dx.
void run_folded(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  const cudnnTensorFormat_t format = format_of(reader.choice("tlayout", {"nchw", "nhwc"}, "nchw"));
  ConvKeys keys = read_conv(reader);
  reader.finish();
  if (keys.beta != 0) throw problem::Error("the folded convolution takes beta=0");

  Random random = random_for(session, problem);
  Conv conv(keys, session, report);
  fill_tensors(session, random, keys, conv);
  conv.x.poison();
  PlainDescriptor padded_dy(session, report), folded_dx(session, report);
  TransformDescriptor fold_w(session, report), pad_dy(session, report), fold_dx(session, report),
      unfold_dx(session, report);
  cudnnFilterDescriptor_t folded_w = nullptr;
  cudnnConvolutionDescriptor_t folded_conv = nullptr;
  report.require(session, cudnnCreateFilterDescriptor(&folded_w), "cudnnCreateFilterDescriptor");
  const std::unique_ptr<cudnnFilterStruct, decltype(&cudnnDestroyFilterDescriptor)> keep_w(
      folded_w, cudnnDestroyFilterDescriptor);
  report.require(session, cudnnCreateConvolutionDescriptor(&folded_conv), "cudnnCreateConvolutionDescriptor");
  const std::unique_ptr<cudnnConvolutionStruct, decltype(&cudnnDestroyConvolutionDescriptor)> keep_conv(
      folded_conv, cudnnDestroyConvolutionDescriptor);
  report.require(session,
                 cudnnGetFoldedConvBackwardDataDescriptors(session.handle, conv.filter(), conv.y.descriptor(),
                                                           conv.descriptor(), conv.x.descriptor(), format, folded_w,
                                                           padded_dy.value, folded_conv, folded_dx.value, fold_w.value,
                                                           pad_dy.value, fold_dx.value, unfold_dx.value),
                 "cudnnGetFoldedConvBackwardDataDescriptors");
  size_t w_bytes = 0, workspace_bytes = 0;
  report.require(session, cudnnGetFilterSizeInBytes(folded_w, &w_bytes), "cudnnGetFilterSizeInBytes");
  const cudnnConvolutionBwdDataAlgo_t algorithm = CUDNN_CONVOLUTION_BWD_DATA_ALGO_1;
  report.require(session,
                 cudnnGetConvolutionBackwardDataWorkspaceSize(session.handle, folded_w, padded_dy.value, folded_conv,
                                                              folded_dx.value, algorithm, &workspace_bytes),
                 "cudnnGetConvolutionBackwardDataWorkspaceSize of the folded convolution");
  DeviceBuffer w(w_bytes), dy(padded_dy.bytes()), dx(folded_dx.bytes()), workspace(workspace_bytes);
  const Scalar alpha(keys.common.type, keys.alpha), one(keys.common.type, 1), zero(keys.common.type, 0);
  cudnnTensorDescriptor_t xd = conv.x.descriptor(), yd = conv.y.descriptor();
  Call call{"cudnnGetFoldedConvBackwardDataDescriptors", {&conv.w, &conv.y}, {&conv.x}, {&w, &dy, &dx, &workspace}};
  call.run = [&] {
    cudnnStatus_t status = cudnnTransformFilter(session.handle, fold_w.value, one.get(), conv.filter(), conv.w.data(),
                                                zero.get(), folded_w, w.data());
    if (status == CUDNN_STATUS_SUCCESS)
      status = cudnnTransformTensorEx(session.handle, pad_dy.value, one.get(), yd, conv.y.data(), zero.get(),
                                      padded_dy.value, dy.data());
    if (status == CUDNN_STATUS_SUCCESS)
      status = cudnnConvolutionBackwardData(session.handle, alpha.get(), folded_w, w.data(), padded_dy.value, dy.data(),
                                            folded_conv, algorithm, workspace_bytes ? workspace.data() : nullptr,
                                            workspace_bytes, zero.get(), folded_dx.value, dx.data());
    if (status == CUDNN_STATUS_SUCCESS)
      status = cudnnTransformTensorEx(session.handle, unfold_dx.value, one.get(), folded_dx.value, dx.data(),
                                      zero.get(), xd, conv.x.data());
    return status;
  };
  if (!execute(session, report, call)) return;
  const Sums sums = conv_dgrad(keys.shape, conv.w.values, conv.y.values);
  compare(report, conv.x, conv_expected(session, keys, Pass::kDgrad, algorithm, sums, conv.x), "");
}

void run_im2col(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  ConvKeys keys = read_conv(reader);
  reader.finish();

  Random random = random_for(session, problem);
  Conv conv(keys, session, report);
  conv.x.set(draw(session, random, conv.x.offsets.size(), 9));
  const std::vector<double> matrix = im2col(keys.shape, conv.x.values);
  Tensor column("colBuffer", {keys.common.type, {static_cast<int64_t>(matrix.size())}, {1}});
  column.poison();
  Call call{"cudnnIm2Col", {&conv.x}, {&column}, {}};
  cudnnTensorDescriptor_t xd = conv.x.descriptor();
  call.run = [&] {
    return cudnnIm2Col(session.handle, xd, conv.x.data(), conv.filter(), conv.descriptor(), column.data());
  };
  if (execute(session, report, call)) compare(report, column, {matrix, {}}, "");
}

void run_reorder(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  Common common = read_common(reader);
  const std::vector<int64_t> dims = read_dims(reader);  // n filters
  const bool with_bias = reader.flag("bias"), copy = reader.flag("copy");
  reader.finish();

  Random random = random_for(session, problem);
  Tensor w("filter", common.shape(dims)), out("reordered filter", common.shape(dims));
  Tensor bias("bias", {DType::kF32, {dims[0]}, {1}}), bias_out("reordered bias", {DType::kF32, {dims[0]}, {1}});
  std::vector<double> values(w.offsets.size());
  for (double& value : values) value = static_cast<double>(random.integer(-128, 127));
  w.set(values);
  bias.set(draw(session, random, bias.offsets.size(), 1000));
  Call call{"cudnnReorderFilterAndBias", {&w, &bias}, {&out, &bias_out}, {}};
  cudnnFilterDescriptor_t descriptor = w.filter(CUDNN_TENSOR_NCHW_VECT_C);
  call.run = [&] {
    return cudnnReorderFilterAndBias(session.handle, descriptor, copy ? CUDNN_NO_REORDER : CUDNN_DEFAULT_REORDER,
                                     w.data(), out.data(), with_bias, with_bias ? bias.data() : nullptr,
                                     with_bias ? bias_out.data() : nullptr);
  };
  if (!execute(session, report, call)) return;
  const bool moves = common.layout == "vect32" && !copy;
  const int64_t taps = w.shape.count() / dims[0] / dims[1];
  std::vector<double> want = moves ? reordered_filter(dims[0], dims[1], taps, values) : std::vector<double>();
  std::vector<double> got;
  for (uint8_t byte : out.result) got.push_back(static_cast<int8_t>(byte));  // in memory order
  if (!moves)
    for (uint8_t byte : w.image) want.push_back(static_cast<int8_t>(byte));
  compare_values(report, DType::kI8, got, {want, {}}, "filter");
  if (with_bias)
    compare(report, bias_out, {moves ? reordered_bias(bias.values) : bias.values, {}}, "");
  else
    report.check(bias_out.result == bias_out.image, "the bias was written though reorderBias is 0");
}

}  // namespace girih::conformance
