#include <algorithm>
#include <cmath>
#include <limits>

#include "conformance/reference.h"
#include "conformance/run.h"

namespace girih::conformance {
namespace {

double lowest_of(DType type) {
  switch (type) {
    case DType::kF64:
      return std::numeric_limits<double>::lowest();
    case DType::kF16:
      return -65504;
    case DType::kBF16:
      return -0x1.FEp127;
    case DType::kI8:
      return -128;
    default:
      return std::numeric_limits<float>::lowest();
  }
}

cudnnPoolingMode_t cudnn_mode(Pool mode) {
  switch (mode) {
    case Pool::kMax:
      return CUDNN_POOLING_MAX;
    case Pool::kAverageInclude:
      return CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING;
    case Pool::kAverageExclude:
      return CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING;
    case Pool::kMaxDeterministic:
      return CUDNN_POOLING_MAX_DETERMINISTIC;
  }
  return CUDNN_POOLING_MAX;
}

Pool mode_from(const std::string& name) {
  return name == "max"           ? Pool::kMax
         : name == "avg"         ? Pool::kAverageInclude
         : name == "avg_exclude" ? Pool::kAverageExclude
                                 : Pool::kMaxDeterministic;
}

struct PoolDescriptor {
  PoolDescriptor(const Session& session, Report& report, const PoolShape& s) {
    report.require(session, cudnnCreatePoolingDescriptor(&descriptor), "cudnnCreatePoolingDescriptor");
    std::vector<int> window = ints(s.window), pad = ints(s.pad), stride = ints(s.stride);
    report.require(session,
                   cudnnSetPoolingNdDescriptor(
                       descriptor, cudnn_mode(s.mode), s.propagate_nan ? CUDNN_PROPAGATE_NAN : CUDNN_NOT_PROPAGATE_NAN,
                       static_cast<int>(window.size()), window.data(), pad.data(), stride.data()),
                   "cudnnSetPoolingNdDescriptor");
  }
  ~PoolDescriptor() { cudnnDestroyPoolingDescriptor(descriptor); }
  PoolDescriptor(const PoolDescriptor&) = delete;
  cudnnPoolingDescriptor_t descriptor = nullptr;
};

}  // namespace

void run_pool(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  bool backward = reader.word("pass", {"fwd", "bwd"}) == "bwd";
  Common common = read_common(reader);
  PoolShape shape;
  shape.dims = read_dims(reader);
  size_t rank = shape.dims.size() - 2;
  shape.window = reader.list("window", rank, std::nullopt, 1);
  shape.pad = reader.list("pad", rank, 0);
  shape.stride = reader.list("stride", rank, 1, 1);
  shape.mode = mode_from(reader.choice("mode", {"max", "avg", "avg_exclude", "max_det"}, "max"));
  shape.propagate_nan = reader.integer("nan", 1) == 1;
  shape.lowest = lowest_of(common.type);
  double alpha = reader.real("alpha", 1), beta = reader.real("beta", 0);
  std::string special = reader.choice("data", {"plain", "nan", "inf"}, "plain");
  Shape x_shape = read_strides(reader, "xs", common.shape(shape.dims));
  Shape y_shape = read_strides(reader, "ys", common.shape(shape.out_dims()));
  reader.finish();

  Random random = random_for(session, problem);
  PoolDescriptor pool(session, report, shape);
  Tensor x("x", x_shape, common.shift), y("y", y_shape, common.shift);
  std::vector<double> data = draw(session, random, x.offsets.size(), 9);
  for (double& value : data)
    if (special != "plain" && random.integer(0, 3) == 0) value = special == "nan" ? std::nan("") : -INFINITY;
  x.set(data);
  std::vector<int> out(shape.dims.size());
  report.require(
      session,
      cudnnGetPoolingNdForwardOutputDim(pool.descriptor, x.descriptor(), static_cast<int>(out.size()), out.data()),
      "cudnnGetPoolingNdForwardOutputDim");
  report.check(out == ints(shape.out_dims()), "cudnnGetPoolingNdForwardOutputDim gave " +
                                                  text_of({out.begin(), out.end()}) + ", expected " +
                                                  text_of(shape.out_dims()));

  Sums forward = pool_forward(shape, x.values);
  bool maximum = shape.mode == Pool::kMax || shape.mode == Pool::kMaxDeterministic;
  // A division of integers is exact only when rounded once: averages take the bound in both data modes.
  bool integers = !is_float(common.type);
  Blend blend{alpha, beta, forward.terms, accumulation_unit(common.type), session.exact() && maximum};
  if (integers) blend.exact = maximum;
  Scalar a(common.type, alpha), b(common.type, beta);
  cudnnTensorDescriptor_t xd = x.descriptor(), yd = y.descriptor();
  if (!backward) {
    prepare_output(session, random, y, beta);
    Call call{"cudnnPoolingForward", {&x}, {&y}, {}};
    call.run = [&] {
      return cudnnPoolingForward(session.handle, pool.descriptor, a.get(), xd, x.data(), b.get(), yd, y.data());
    };
    if (!execute(session, report, call)) return;
    Expected expected = blended(blend, forward.value, forward.magnitude, y);
    if (integers && !maximum)
      for (double& bound : expected.bound) bound += 0.5;  // rounded to the nearest integer
    compare(report, y, expected, "");
    return;
  }
  y.set(forward.value);
  Tensor dy("dy", y_shape, common.shift), dx("dx", x_shape, common.shift);
  dy.set(draw(session, random, dy.offsets.size()));
  prepare_output(session, random, dx, beta);
  cudnnTensorDescriptor_t dyd = dy.descriptor(), dxd = dx.descriptor();
  Call call{"cudnnPoolingBackward", {&x, &y, &dy}, {&dx}, {}};
  call.repeatable = session.girih() || shape.mode != Pool::kMax;  // MAX may add in any order in NVIDIA's library
  call.run = [&] {
    return cudnnPoolingBackward(session.handle, pool.descriptor, a.get(), yd, y.data(), dyd, dy.data(), xd, x.data(),
                                b.get(), dxd, dx.data());
  };
  if (!execute(session, report, call)) return;
  Sums sums = pool_backward(shape, x.values, dy.values);
  blend.terms = sums.terms;
  // NVIDIA's MAX adds overlapping windows in the output's own type.
  if (!session.girih() && shape.mode == Pool::kMax) blend.unit = std::max(blend.unit, unit_roundoff(common.type));
  compare(report, dx, blended(blend, sums.value, sums.magnitude, dx), "");
}

}  // namespace girih::conformance
