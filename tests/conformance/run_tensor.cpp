// AddTensor, OpTensor, ScaleTensor, SetTensor, TransformTensor.
#include <algorithm>
#include <cmath>

#include "conformance/reference.h"
#include "conformance/run.h"

namespace girih::conformance {
namespace {

std::vector<int64_t> read_broadcast(problem::Reader& reader, const char* key, const std::vector<int64_t>& over) {
  std::vector<int64_t> dims = reader.open_list(key);
  if (dims.empty()) return over;
  if (dims.size() != over.size()) throw problem::Error(std::string(key) + " needs as many dimensions as the tensor");
  for (size_t i = 0; i < dims.size(); ++i)
    if (dims[i] != 1 && dims[i] != over[i])
      throw problem::Error(std::string(key) + ": each dimension is 1 or the tensor's");
  return dims;
}

// Integer outputs are rounded once, half to even, and saturate; in between float arithmetic may err.
void allow_integer_rounding(Expected& expected, DType type) {
  if (is_float(type)) return;
  for (size_t i = 0; i < expected.bound.size(); ++i) {
    expected.value[i] = rounded(type, expected.value[i]);
    expected.bound[i] += 0.5;
  }
}

}  // namespace

void run_addtensor(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  Common common = read_common(reader);
  Shape c_shape = read_strides(reader, "ys", common.shape(read_dims(reader)));
  Shape a_shape = read_strides(reader, "xs", common.shape(read_broadcast(reader, "a", c_shape.dims)));
  double alpha = reader.real("alpha", 1), beta = reader.real("beta", 1);
  reader.finish();

  Random random = random_for(session, problem);
  Tensor a("A", a_shape, common.shift), c("C", c_shape, common.shift);
  a.set(draw(session, random, a.offsets.size()));
  prepare_output(session, random, c, beta);
  std::vector<int64_t> index = broadcast_index(c_shape.dims, a_shape.dims);
  std::vector<double> value, magnitude;
  for (int64_t i : index) {
    value.push_back(a.values[i]);
    magnitude.push_back(std::fabs(a.values[i]));
  }
  Scalar al(common.type, alpha), be(common.type, beta);
  cudnnTensorDescriptor_t ad = a.descriptor(), cd = c.descriptor();
  Call call{"cudnnAddTensor", {&a}, {&c}, {}};
  call.run = [&] { return cudnnAddTensor(session.handle, al.get(), ad, a.data(), be.get(), cd, c.data()); };
  if (!execute(session, report, call)) return;
  Blend blend{alpha, beta, 2, accumulation_unit(common.type), session.exact()};
  Expected expected = blended(blend, value, magnitude, c);
  allow_integer_rounding(expected, common.type);
  compare(report, c, expected, "");
}

void run_optensor(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  Common common = read_common(reader);
  DType out_type = dtype_from(reader.choice("out", {"f32", "f64", "f16", "bf16", "i8"}, name_of(common.type)));
  Shape a_shape = read_strides(reader, "xs", common.shape(read_dims(reader)));
  Shape b_shape = common.shape(read_broadcast(reader, "b", a_shape.dims));
  Shape c_shape = read_strides(reader, "ys", common.shape(a_shape.dims));
  c_shape.type = out_type;
  std::string name = reader.choice("op", {"add", "mul", "min", "max", "sqrt", "not"});
  double alpha1 = reader.real("alpha1", 1), alpha2 = reader.real("alpha2", 1), beta = reader.real("beta", 0);
  bool propagate = reader.integer("nan", 1) == 1;
  bool with_nan = reader.choice("data", {"plain", "nan"}, "plain") == "nan";
  bool in_place = reader.flag("inplace");  // C is A
  reader.finish();
  if (in_place && beta != 0) throw problem::Error("inplace=1 needs beta=0");
  const std::pair<TensorOp, cudnnOpTensorOp_t> ops[] = {
      {TensorOp::kAdd, CUDNN_OP_TENSOR_ADD},   {TensorOp::kMul, CUDNN_OP_TENSOR_MUL},
      {TensorOp::kMin, CUDNN_OP_TENSOR_MIN},   {TensorOp::kMax, CUDNN_OP_TENSOR_MAX},
      {TensorOp::kSqrt, CUDNN_OP_TENSOR_SQRT}, {TensorOp::kNot, CUDNN_OP_TENSOR_NOT}};
  const char* names[] = {"add", "mul", "min", "max", "sqrt", "not"};
  auto [op, cudnn_op] = ops[std::find(names, names + 6, name) - names];

  Random random = random_for(session, problem);
  Tensor a("A", a_shape, common.shift), b("B", b_shape, common.shift), c("C", c_shape, common.shift);
  std::vector<double> a_data = draw(session, random, a.offsets.size(), 4);
  std::vector<double> b_data = draw(session, random, b.offsets.size(), 4);
  for (double& v : a_data)
    if (op == TensorOp::kSqrt) v = std::fabs(v) * (alpha1 < 0 ? -1 : 1);
  if (with_nan)
    for (std::vector<double>* data : {&a_data, &b_data})
      for (double& v : *data)
        if (random.integer(0, 3) == 0) v = std::nan("");
  a.set(a_data);
  b.set(b_data);
  prepare_output(session, random, c, beta);
  if (in_place) c.set(a.values);
  std::vector<int64_t> index = broadcast_index(a_shape.dims, b_shape.dims);
  std::vector<double> value, magnitude;
  for (size_t i = 0; i < index.size(); ++i) {
    double x = alpha1 * a.values[i], y = alpha2 * b.values[index[i]];
    value.push_back(tensor_op(op, propagate, x, y));
    magnitude.push_back(op == TensorOp::kAdd || op == TensorOp::kNot ? std::fabs(x) + std::fabs(y) + 1
                                                                     : std::fabs(value.back()));
  }
  DType compute = common.type == DType::kF64 ? DType::kF64 : DType::kF32;
  Scalar a1(compute, alpha1), a2(compute, alpha2), be(compute, beta);
  cudnnOpTensorDescriptor_t descriptor = nullptr;
  report.require(session, cudnnCreateOpTensorDescriptor(&descriptor), "cudnnCreateOpTensorDescriptor");
  cudnnStatus_t set = cudnnSetOpTensorDescriptor(descriptor, cudnn_op, cudnn_type(compute),
                                                 propagate ? CUDNN_PROPAGATE_NAN : CUDNN_NOT_PROPAGATE_NAN);
  cudnnTensorDescriptor_t ad = a.descriptor(), bd = b.descriptor(), cd = c.descriptor();
  Call call{"cudnnOpTensor", {&b}, {&c}, {}};
  if (!in_place) call.inputs.push_back(&a);
  call.run = [&] {
    return cudnnOpTensor(session.handle, descriptor, a1.get(), ad, in_place ? c.data() : a.data(), a2.get(), bd,
                         b.data(), be.get(), cd, c.data());
  };
  bool ran = set == CUDNN_STATUS_SUCCESS && execute(session, report, call);
  cudnnDestroyOpTensorDescriptor(descriptor);
  report.require(session, set, "cudnnSetOpTensorDescriptor");
  if (!ran) return;
  Blend blend{1, beta, 4, accumulation_unit(common.type), session.exact() && op != TensorOp::kSqrt};
  Expected expected = blended(blend, value, magnitude, c);
  allow_integer_rounding(expected, out_type);
  compare(report, c, expected, "");
}

void run_scale(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  Common common = read_common(reader);
  Shape shape = read_strides(reader, "ys", common.shape(read_dims(reader)));
  double alpha = reader.real("alpha", 2);
  reader.finish();

  Random random = random_for(session, problem);
  Tensor y("y", shape, common.shift);
  if (alpha == 0)
    y.poison();  // zero is written over NaN
  else
    y.set(draw(session, random, y.offsets.size(), 9));
  Expected expected;
  for (double old : y.values) {
    expected.value.push_back(alpha == 0 ? 0 : alpha * old);
    expected.bound.push_back((unit_roundoff(common.type) + accumulation_unit(common.type)) *
                                 std::fabs(expected.value.back()) +
                             underflow(common.type));
  }
  if (session.exact()) expected.bound.clear();
  allow_integer_rounding(expected, common.type);
  Scalar a(common.type, alpha);
  cudnnTensorDescriptor_t yd = y.descriptor();
  Call call{"cudnnScaleTensor", {}, {&y}, {}};
  call.run = [&] { return cudnnScaleTensor(session.handle, yd, y.data(), a.get()); };
  if (execute(session, report, call)) compare(report, y, expected, "");
}

void run_settensor(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  Common common = read_common(reader);
  Shape shape = read_strides(reader, "ys", common.shape(read_dims(reader)));
  double value = reader.real("value", 3.5);
  reader.finish();

  Tensor y("y", shape, common.shift);
  y.poison();
  Scalar v(common.type, value);  // a double for f64, a float for every other type
  cudnnTensorDescriptor_t yd = y.descriptor();
  Call call{"cudnnSetTensor", {}, {&y}, {}};
  call.run = [&] { return cudnnSetTensor(session.handle, yd, y.data(), v.get()); };
  if (execute(session, report, call)) compare(report, y, {std::vector<double>(y.offsets.size(), value), {}}, "");
}

void run_transform(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  Common common = read_common(reader);
  DType out_type = dtype_from(reader.choice("out", {"f32", "f64", "f16", "bf16", "i8"}, name_of(common.type)));
  Shape x_shape = read_strides(reader, "xs", common.shape(read_dims(reader)));
  std::string layout = reader.choice("ylayout", {"nchw", "nhwc", "vect4", "vect32"}, common.layout.c_str());
  Shape y_shape = read_strides(
      reader, "ys", {out_type, x_shape.dims, strides_of(layout, x_shape.dims, common.gap), vector_of(layout)});
  double alpha = reader.real("alpha", 1), beta = reader.real("beta", 0);
  reader.finish();

  Random random = random_for(session, problem);
  Tensor x("x", x_shape, common.shift), y("y", y_shape, common.shift);
  x.set(draw(session, random, x.offsets.size(), 9));
  prepare_output(session, random, y, beta);
  std::vector<double> magnitude;
  for (double value : x.values) magnitude.push_back(std::fabs(value));
  Scalar a(common.type, alpha), b(common.type, beta);  // of x's type, whatever y is
  cudnnTensorDescriptor_t xd = x.descriptor(), yd = y.descriptor();
  Call call{"cudnnTransformTensor", {&x}, {&y}, {}};
  call.run = [&] { return cudnnTransformTensor(session.handle, a.get(), xd, x.data(), b.get(), yd, y.data()); };
  if (!execute(session, report, call)) return;
  Blend blend{alpha, beta, 2, common.type == out_type ? accumulation_unit(out_type) : 0x1p-24, session.exact()};
  Expected expected = blended(blend, x.values, magnitude, y);
  allow_integer_rounding(expected, out_type);
  compare(report, y, expected, "");
}

}  // namespace girih::conformance
