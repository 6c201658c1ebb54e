// Transforms against a map from every element of the source to its place, im2col against the sum it stands for, the
// order of int8 filters against its definition, and folding against the gradient that it must not change.
#include <map>

#include "api/descriptors.h"
#include "api/entry_points.gen.h"
#include "tensor_buffer.h"

namespace girih::test {
namespace {

using graph::Im2Col;
using graph::ReorderInt8;
using graph::Transform;

constexpr int kReference = 109;

// Coordinates of the element that is number n in row-major order.
Dims coordinates(const Dims& dims, int64_t n) {
  Dims at(dims.size());
  for (size_t i = dims.size(); i-- > 0;) at[i] = n % dims[i], n /= dims[i];
  return at;
}
int64_t number(const Dims& dims, const Dims& at) {
  int64_t n = 0;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (at[i] < 0 || at[i] >= dims[i]) return -1;
    n = n * dims[i] + at[i];
  }
  return n;
}
int64_t count(const Dims& d) {
  int64_t n = 1;
  for (int64_t v : d) n *= v;
  return n;
}

struct Case {
  Dims x, before, after, fold;  // fold of the spatial dims
  bool unfold = false;
};

// Pads or crops: where the element at `at` goes.
Dims padded(const Dims& dims, const Case& c) {
  Dims d = dims;
  for (size_t i = 0; i < d.size(); ++i) d[i] += c.before[i] + c.after[i];
  return d;
}

// Writes the transformed numbers by sending every source element to its place.
std::pair<Dims, std::vector<double>> transformed(const Case& c, const std::vector<double>& x) {
  const size_t rank = c.x.size();
  int64_t phases = 1;
  for (int64_t f : c.fold) phases *= f;
  Dims dims = c.x;
  if (c.unfold) {
    dims[1] /= phases;
    for (size_t i = 2; i < rank; ++i) dims[i] *= c.fold[i - 2];
    dims = padded(dims, c);
  } else {
    dims = padded(dims, c);
    for (size_t i = 2; i < rank; ++i) dims[i] = (dims[i] + c.fold[i - 2] - 1) / c.fold[i - 2];
    dims[1] *= phases;
  }
  const Dims cropped = padded(c.x, c);  // of fold
  std::vector<double> y(static_cast<size_t>(count(dims)), 0.0);
  for (int64_t n = 0; n < count(c.x); ++n) {
    Dims at = coordinates(c.x, n);
    if (c.unfold) {
      int64_t phase = at[1] / (c.x[1] / phases);
      at[1] %= c.x[1] / phases;
      for (size_t i = rank; i-- > 2;) {
        at[i] = at[i] * c.fold[i - 2] + phase % c.fold[i - 2];
        phase /= c.fold[i - 2];
      }
      for (size_t i = 0; i < rank; ++i) at[i] += c.before[i];
    } else {
      for (size_t i = 0; i < rank; ++i) at[i] += c.before[i];
      if (number(cropped, at) < 0) continue;
      int64_t phase = 0;
      for (size_t i = 2; i < rank; ++i) {
        phase = phase * c.fold[i - 2] + at[i] % c.fold[i - 2];
        at[i] /= c.fold[i - 2];
      }
      at[1] += phase * cropped[1];
    }
    if (const int64_t to = number(dims, at); to >= 0) y[static_cast<size_t>(to)] = x[static_cast<size_t>(n)];
  }
  return {dims, y};
}

Transform node(const Case& c) {
  Transform o;
  o.unfold = c.unfold;
  o.rank = static_cast<int>(c.x.size());
  for (int i = 0; i < o.rank; ++i) {
    o.before[i] = c.before[static_cast<size_t>(i)];
    o.after[i] = c.after[static_cast<size_t>(i)];
    if (i >= 2) o.fold[i] = c.fold[static_cast<size_t>(i - 2)];
  }
  return o;
}

void check(const Case& c, DType from = DType::f32, DType to = DType::f32, Order order = Order::nchw, double alpha = 1,
           double beta = 0) {
  Buffer x(from, c.x, order);
  Integers next(4, -99, 99);
  x.fill(next);
  auto [dims, want] = transformed(c, x.values());
  Buffer y(to, dims, order == Order::nhwc ? Order::gaps : Order::nhwc);
  if (beta != 0) y.fill(next);
  for (size_t i = 0; i < want.size(); ++i)
    want[i] = alpha * want[i] + (beta == 0 ? 0 : beta * y.get(static_cast<int64_t>(i)));
  Call call;
  Transform o = node(c);
  o.x = call.tensor("x", x.desc, x.data());
  o.y = call.tensor("y", y.desc, y.data());
  auto& k = call.add(o);
  k.alpha = alpha, k.beta = beta;
  ASSERT_TRUE(graph::validate(call.graph));
  const std::string what = fmt::format("x {} unfold {} to {}", text(c.x), c.unfold, text(dims));
  run_on_threads(call, kReference, {&y}, what);
  expect_equal(y, want, what);
}

const std::vector<Case> kCases = {
    {{2, 3, 4, 4}, {0, 0, 0, 0}, {0, 0, 0, 0}, {1, 1}},
    {{1, 2, 3, 3}, {0, 0, 1, 2}, {0, 0, 2, 1}, {1, 1}},
    {{1, 2, 3, 3}, {1, 1, 0, 0}, {0, 2, 0, 0}, {1, 1}},
    {{1, 2, 3, 3}, {0, 0, -1, 0}, {0, 0, 0, -1}, {1, 1}},
    {{1, 3, 4, 4}, {0, 0, 0, 0}, {0, 0, 0, 0}, {2, 2}},
    {{2, 2, 2, 6}, {0, 0, 0, 0}, {0, 0, 0, 0}, {1, 3}},
    {{1, 2, 3, 3}, {0, 0, 0, 0}, {0, 0, 0, 0}, {2, 2}},
    {{2, 3, 5, 4}, {0, 1, 1, -1}, {0, -2, 0, 2}, {2, 3}},
    {{1, 2, 7, 5}, {0, 0, 0, 0}, {0, 0, -2, -1}, {3, 2}},
    {{2, 3, 5}, {0, 1, 2}, {1, 0, 0}, {2}},
    {{1, 2, 3, 4, 5}, {0, 0, 1, 0, 0}, {0, 1, 0, 0, 1}, {2, 2, 3}},
    {{1, 8, 2, 2}, {0, 0, 0, 0}, {0, 0, 0, 0}, {2, 2}, true},
    {{1, 8, 2, 2}, {0, 0, 0, 0}, {0, 0, -1, -1}, {2, 2}, true},
    {{2, 12, 2, 3}, {0, 1, -1, 2}, {1, 0, 1, -3}, {2, 3}, true},
    {{1, 24, 1, 2, 2}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {2, 2, 2}, true},
};

TEST(Transform, PadsCropsFoldsAndUnfolds) {
  for (const Case& c : kCases)
    for (Order order : {Order::nchw, Order::nhwc, Order::gaps}) check(c, DType::f32, DType::f32, order);
}

TEST(Transform, ScalesAndBlends) {
  for (const Case& c : kCases) {
    check(c, DType::f32, DType::f32, Order::nchw, 3);
    check(c, DType::f32, DType::f32, Order::nchw, -2, 0.5);
  }
}

TEST(Transform, ConvertsTypes) {
  const DType types[] = {DType::f32, DType::f64, DType::f16, DType::bf16, DType::i8};
  for (DType from : types)
    for (DType to : types) check(kCases[7], from, to);
}

// Unfolding takes back what folding did.
TEST(Transform, UnfoldUndoesFold) {
  const Case fold{{2, 3, 5, 4}, {0, 0, 0, 0}, {0, 0, 0, 0}, {2, 3}};
  Buffer x(DType::f32, fold.x), z(DType::f32, fold.x);
  Integers next(6, -50, 50);
  x.fill(next);
  Buffer y(DType::f32, {2, 18, 3, 2});
  Call there, back;
  Transform o = node(fold);
  o.x = there.tensor("x", x.desc, x.data()), o.y = there.tensor("y", y.desc, y.data());
  there.add(o);
  ASSERT_TRUE(run(kCpu, there, kReference));
  Transform u = node({{2, 18, 3, 2}, {0, 0, 0, 0}, {0, 0, -1, -2}, {2, 3}, true});
  u.x = back.tensor("x", y.desc, y.data()), u.y = back.tensor("y", z.desc, z.data());
  back.add(u);
  ASSERT_TRUE(run(kCpu, back, kReference));
  expect_equal(z, x.values(), "there and back");
}

TEST(Transform, VectorsOfFour) {
  TensorDesc vectors = make_packed(DType::i8, {1, 8, 2, 2});
  vectors.vector = 4;
  set_packed_strides(vectors, Layout::nchw_vect_c);
  Buffer x(DType::i8, {1, 7, 2, 2}), y(DType::i8, {32});
  for (int64_t i = 0; i < 28; ++i) x.set(i, static_cast<double>(i + 1));
  Call call;
  Transform o = node({{1, 7, 2, 2}, {0, 0, 0, 0}, {0, 1, 0, 0}, {1, 1}});
  o.x = call.tensor("x", x.desc, x.data());
  o.y = call.tensor("y", vectors, y.data());
  call.add(o);
  run_on_threads(call, kReference, {&y}, "vectors");
  for (int64_t c = 0; c < 8; ++c)
    for (int64_t p = 0; p < 4; ++p)
      EXPECT_EQ(y.get((c / 4 * 4 + p) * 4 + c % 4), c == 7 ? 0 : static_cast<double>(c * 4 + p + 1)) << c << ' ' << p;
}

TEST(Transform, RefusesWhatDoesNotFit) {
  auto status = [](const Case& c, const Dims& y) {
    Call call;
    Transform o = node(c);
    o.x = call.tensor("x", make(DType::f32, c.x, Order::nchw), &call);
    o.y = call.tensor("y", make(DType::f32, y, Order::nchw), &call);
    call.add(o);
    const Check r = graph::validate(call.graph);
    return r ? 0 : static_cast<int>(r.error().status);
  };
  const Case fold = kCases[4];
  EXPECT_EQ(status(fold, {1, 12, 2, 2}), 0);
  EXPECT_EQ(status(fold, {1, 12, 2, 3}), 2000);
  EXPECT_EQ(status(fold, {1, 12, 2}), 2000);
  EXPECT_EQ(status({{1, 6, 2, 2}, {0, 0, 0, 0}, {0, 0, 0, 0}, {2, 2}, true}, {1, 1, 4, 4}), 2000);  // 6 is no multiple
  EXPECT_EQ(status({{1, 6, 2, 2}, {0, 0, -1, 0}, {0, 0, -1, 0}, {1, 1}}, {1, 6, 1, 2}), 2000);      // nothing left
}

// --- im2col ---

void check_im2col(const Dims& x_dims, const Dims& window, const Dims& pad, const Dims& stride, const Dims& dilation,
                  bool flip, Order order = Order::nchw, DType type = DType::f32) {
  const size_t d = window.size();
  Buffer x(type, x_dims, order);
  Integers next(8, -90, 90);
  x.fill(next);
  Dims out(d), shape = {x_dims[1]};
  for (size_t i = 0; i < d; ++i)
    out[i] = (x_dims[i + 2] + 2 * pad[i] - (window[i] - 1) * dilation[i] - 1) / stride[i] + 1;
  shape.insert(shape.end(), window.begin(), window.end());
  shape.push_back(x_dims[0]);
  shape.insert(shape.end(), out.begin(), out.end());
  std::vector<double> want(static_cast<size_t>(count(shape)));
  for (int64_t n = 0; n < count(shape); ++n) {
    const Dims at = coordinates(shape, n);
    Dims from = {at[d + 1], at[0]};
    for (size_t i = 0; i < d; ++i) {
      const int64_t tap = flip ? window[i] - 1 - at[1 + i] : at[1 + i];
      from.push_back(at[d + 2 + i] * stride[i] + tap * dilation[i] - pad[i]);
    }
    const int64_t source = number(x_dims, from);
    want[static_cast<size_t>(n)] = source < 0 ? 0 : x.get(source);
  }
  Buffer y(type, {count(shape)});
  Call call;
  Im2Col o;
  o.flip = flip, o.spatial = static_cast<int>(d);
  for (size_t i = 0; i < d; ++i)
    o.window[i] = window[i], o.pad[i] = pad[i], o.stride[i] = stride[i], o.dilation[i] = dilation[i];
  o.x = call.tensor("x", x.desc, x.data());
  o.y = call.tensor("y", y.desc, y.data());
  call.add(o);
  ASSERT_TRUE(graph::validate(call.graph));
  run_on_threads(call, kReference, {&y}, "im2col of " + text(x_dims));
  expect_equal(y, want, "im2col of " + text(x_dims));
}

TEST(Im2Col, EveryTapOfEveryOutput) {
  for (bool flip : {false, true})
    for (Order order : {Order::nchw, Order::nhwc, Order::gaps}) {
      check_im2col({1, 2, 5, 5}, {3, 3}, {1, 1}, {1, 1}, {1, 1}, flip, order);
      check_im2col({1, 3, 7, 8}, {3, 2}, {1, 0}, {2, 3}, {1, 2}, flip, order);
      check_im2col({3, 2, 4, 4}, {2, 2}, {3, 0}, {1, 1}, {2, 1}, flip, order);  // several images, wide padding
      check_im2col({2, 2, 9}, {4}, {1}, {2}, {1}, flip, order);
      check_im2col({1, 2, 3, 4, 5}, {2, 3, 2}, {0, 1, 1}, {1, 2, 1}, {1, 1, 2}, flip, order);
    }
  for (DType type : {DType::f64, DType::f16, DType::bf16, DType::i8, DType::i32})
    check_im2col({1, 2, 5, 5}, {3, 3}, {1, 1}, {1, 1}, {1, 1}, false, Order::nchw, type);
}

// --- the order of int8 filters ---

TEST(ReorderInt8, FilterByDefinition) {
  for (const Dims& d : {Dims{32, 32, 1, 1}, Dims{64, 96, 2, 3}, Dims{8, 32, 1, 1}, Dims{48, 64, 3, 1}}) {
    TensorDesc w = make_packed(DType::i8, {d[0], d[1], d[2], d[3]});
    w.vector = 32;
    set_packed_strides(w, Layout::nchw_vect_c);
    Buffer x(DType::i8, {count(d)}), y(DType::i8, {count(d)});
    Integers next(2, -128, 127);
    x.fill(next);
    Call call;
    ReorderInt8 o;
    o.x = call.tensor("x", w, x.data());
    o.y = call.tensor("y", w, y.data());
    call.add(o);
    ASSERT_TRUE(graph::validate(call.graph));
    run_on_threads(call, kReference, {&y}, text(d));
    // Sort the elements by what the order of behaviour.md says about each.
    std::map<std::vector<int64_t>, double> sorted;
    for (int64_t k = 0; k < d[0]; ++k)
      for (int64_t c = 0; c < d[1]; ++c)
        for (int64_t t = 0; t < d[2] * d[3]; ++t)
          sorted[{c / 32, t, k / 32, k % 32 / 8, k % 2, c % 32 / 4, k % 8 / 2, c % 4}] =
              x.get(((k * (d[1] / 32) + c / 32) * d[2] * d[3] + t) * 32 + c % 32);
    std::vector<double> want;
    for (const auto& [place, value] : sorted) want.push_back(value);
    expect_equal(y, want, text(d));
  }
}

TEST(ReorderInt8, BiasAndCopy) {
  Buffer x(DType::f32, {64}), y(DType::f32, {64});
  for (int64_t i = 0; i < 64; ++i) x.set(i, static_cast<double>(i));
  for (bool copy : {false, true}) {
    Call call;
    ReorderInt8 o;
    o.bias = true, o.copy = copy;
    o.x = call.tensor("x", x.desc, x.data());
    o.y = call.tensor("y", y.desc, y.data());
    call.add(o);
    run_on_threads(call, kReference, {&y}, "bias");
    for (int64_t i = 0; i < 64; ++i)
      EXPECT_EQ(y.get(i), static_cast<double>(copy ? i : i / 32 * 32 + i % 16 / 4 * 8 + i % 32 / 16 * 4 + i % 4)) << i;
  }
}

// --- the C functions ---

TEST(TransformApi, DescriptorsAndFoldedGradient) {
  cudnnContext context;
  context.device = kCpu;
  const cudnnHandle_t handle = &context;
  // dx of a convolution with stride, and the same through the folded descriptors.
  struct Shape {
    int n, c, h, w, k, r, s, pad_h, pad_w, u, v;
  };
  for (const Shape& p : {Shape{2, 4, 12, 12, 8, 3, 3, 1, 1, 2, 2}, Shape{1, 3, 12, 12, 2, 3, 3, 1, 1, 3, 3},
                         Shape{2, 2, 11, 8, 3, 5, 2, 2, 0, 2, 3}, Shape{1, 2, 7, 9, 2, 1, 4, 0, 3, 1, 2}}) {
    cudnnTensorDescriptor_t dx, dy, padded, folded;
    cudnnFilterDescriptor_t w, folded_w;
    cudnnConvolutionDescriptor_t conv, folded_conv;
    cudnnTensorTransformDescriptor_t fold_w, pad_dy, fold_dx, unfold_dx;
    for (auto* t : {&dx, &dy, &padded, &folded}) (void)api::cudnnCreateTensorDescriptor(t);
    for (auto* f : {&w, &folded_w}) (void)api::cudnnCreateFilterDescriptor(f);
    for (auto* c : {&conv, &folded_conv}) (void)api::cudnnCreateConvolutionDescriptor(c);
    for (auto* t : {&fold_w, &pad_dy, &fold_dx, &unfold_dx}) (void)api::cudnnCreateTensorTransformDescriptor(t);
    (void)api::cudnnSetTensor4dDescriptor(dx, CUDNN_TENSOR_NCHW, CUDNN_DATA_DOUBLE, p.n, p.c, p.h, p.w);
    (void)api::cudnnSetFilter4dDescriptor(w, CUDNN_DATA_DOUBLE, CUDNN_TENSOR_NCHW, p.k, p.c, p.r, p.s);
    (void)api::cudnnSetConvolution2dDescriptor(conv, p.pad_h, p.pad_w, p.u, p.v, 1, 1, CUDNN_CROSS_CORRELATION,
                                               CUDNN_DATA_DOUBLE);
    int n, k, oh, ow;
    ASSERT_TRUE(api::cudnnGetConvolution2dForwardOutputDim(conv, dx, w, &n, &k, &oh, &ow));
    (void)api::cudnnSetTensor4dDescriptor(dy, CUDNN_TENSOR_NCHW, CUDNN_DATA_DOUBLE, n, k, oh, ow);
    ASSERT_TRUE(api::cudnnGetFoldedConvBackwardDataDescriptors(handle, w, dy, conv, dx, CUDNN_TENSOR_NHWC, folded_w,
                                                               padded, folded_conv, folded, fold_w, pad_dy, fold_dx,
                                                               unfold_dx));
    auto size = [](auto descriptor) {
      size_t bytes = 0;
      if constexpr (std::is_same_v<decltype(descriptor), cudnnTensorDescriptor_t>)
        (void)api::cudnnGetTensorSizeInBytes(descriptor, &bytes);
      else
        (void)api::cudnnGetFilterSizeInBytes(descriptor, &bytes);
      return bytes / sizeof(double);
    };
    std::vector<double> dx_data(size(dx)), want(size(dx)), dy_data(size(dy)), w_data(size(w)), w2(size(folded_w)),
        dy2(size(padded)), dx2(size(folded));
    Integers next(3, -4, 4);
    for (double& v : dy_data) v = next();
    for (double& v : w_data) v = next();
    const double one = 1, zero = 0;
    const auto algo = CUDNN_CONVOLUTION_BWD_DATA_ALGO_0;
    ASSERT_TRUE(api::cudnnConvolutionBackwardData(handle, &one, w, w_data.data(), dy, dy_data.data(), conv, algo,
                                                  nullptr, 0, &zero, dx, want.data()));
    ASSERT_TRUE(api::cudnnTransformFilter(handle, fold_w, &one, w, w_data.data(), &zero, folded_w, w2.data()));
    ASSERT_TRUE(api::cudnnTransformTensorEx(handle, pad_dy, &one, dy, dy_data.data(), &zero, padded, dy2.data()));
    ASSERT_TRUE(api::cudnnConvolutionBackwardData(handle, &one, folded_w, w2.data(), padded, dy2.data(), folded_conv,
                                                  algo, nullptr, 0, &zero, folded, dx2.data()));
    ASSERT_TRUE(api::cudnnTransformTensorEx(handle, unfold_dx, &one, folded, dx2.data(), &zero, dx, dx_data.data()));
    EXPECT_EQ(dx_data, want) << p.h << ' ' << p.u;
    // The folded input has the dims that folding the input gives.
    cudnnTensorDescriptor_t made;
    (void)api::cudnnCreateTensorDescriptor(&made);
    size_t bytes = 0;
    ASSERT_TRUE(api::cudnnInitTransformDest(fold_dx, dx, made, &bytes));
    EXPECT_EQ(bytes / sizeof(double), size(folded));
    for (auto t : {dx, dy, padded, folded, made}) (void)api::cudnnDestroyTensorDescriptor(t);
    for (auto f : {w, folded_w}) (void)api::cudnnDestroyFilterDescriptor(f);
    for (auto c : {conv, folded_conv}) (void)api::cudnnDestroyConvolutionDescriptor(c);
    for (auto t : {fold_w, pad_dy, fold_dx, unfold_dx}) (void)api::cudnnDestroyTensorTransformDescriptor(t);
  }
}

// The numbers that were recorded for x 4x12x12, 3x3 taps, padding 1.
TEST(TransformApi, RecordedFolding) {
  cudnnContext context;
  context.device = kCpu;
  const cudnnHandle_t handle = &context;
  for (int stride : {2, 3}) {
    cudnnTensorDescriptor_t dx, dy, padded, folded;
    cudnnFilterDescriptor_t w, folded_w;
    cudnnConvolutionDescriptor_t conv, folded_conv;
    cudnnTensorTransformDescriptor_t t[4];
    for (auto* d : {&dx, &dy, &padded, &folded}) (void)api::cudnnCreateTensorDescriptor(d);
    for (auto* f : {&w, &folded_w}) (void)api::cudnnCreateFilterDescriptor(f);
    for (auto* c : {&conv, &folded_conv}) (void)api::cudnnCreateConvolutionDescriptor(c);
    for (auto& d : t) (void)api::cudnnCreateTensorTransformDescriptor(&d);
    const int out = (12 + 2 - 3) / stride + 1;
    (void)api::cudnnSetTensor4dDescriptor(dx, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 2, 4, 12, 12);
    (void)api::cudnnSetTensor4dDescriptor(dy, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 2, 8, out, out);
    (void)api::cudnnSetFilter4dDescriptor(w, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 8, 4, 3, 3);
    (void)api::cudnnSetConvolution2dDescriptor(conv, 1, 1, stride, stride, 1, 1, CUDNN_CROSS_CORRELATION,
                                               CUDNN_DATA_FLOAT);
    ASSERT_TRUE(api::cudnnGetFoldedConvBackwardDataDescriptors(handle, w, dy, conv, dx, CUDNN_TENSOR_NCHW, folded_w,
                                                               padded, folded_conv, folded, t[0], t[1], t[2], t[3]));
    int dims[8], strides[8], rank;
    cudnnDataType_t type;
    cudnnTensorFormat_t format;
    auto is = [&](std::vector<int> want) { return std::vector<int>(dims, dims + rank) == want; };
    (void)api::cudnnGetTensorNdDescriptor(padded, 8, &type, &rank, dims, strides);
    EXPECT_TRUE(is({2, 8, stride == 2 ? 7 : 5, stride == 2 ? 7 : 5}));
    (void)api::cudnnGetTensorNdDescriptor(folded, 8, &type, &rank, dims, strides);
    EXPECT_TRUE(is({2, 4 * stride * stride, 12 / stride, 12 / stride}));
    (void)api::cudnnGetFilterNdDescriptor(folded_w, 8, &type, &format, &rank, dims);
    EXPECT_TRUE(is({8, 4 * stride * stride, 2, 2}));
    auto transform = [&](int i, std::vector<int> want) {  // before, after, fold, direction
      int32_t before[4] = {}, after[4] = {};
      uint32_t fold[2] = {};
      cudnnFoldingDirection_t direction;
      EXPECT_TRUE(api::cudnnGetTensorTransformDescriptor(t[i], 4, &format, before, after, fold, &direction));
      std::vector<int> got(before, before + 4);
      got.insert(got.end(), after, after + 4);
      got.insert(got.end(), fold, fold + 2);
      got.push_back(direction);
      EXPECT_EQ(got, want) << "stride " << stride << " transform " << i;
      EXPECT_EQ(format, CUDNN_TENSOR_NCHW);
    };
    const int s = stride;
    transform(0, {0, 0, s - 1, s - 1, 0, 0, s - 2, s - 2, s, s, 0});
    transform(1, {0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0});
    transform(2, {0, 0, 0, 0, 0, 0, 0, 0, s, s, 0});
    transform(3, {0, 0, 0, 0, 0, 0, 0, 0, s, s, 1});
    for (auto d : {dx, dy, padded, folded}) (void)api::cudnnDestroyTensorDescriptor(d);
    for (auto f : {w, folded_w}) (void)api::cudnnDestroyFilterDescriptor(f);
    for (auto c : {conv, folded_conv}) (void)api::cudnnDestroyConvolutionDescriptor(c);
    for (auto d : t) (void)api::cudnnDestroyTensorTransformDescriptor(d);
  }
}

}  // namespace
}  // namespace girih::test
