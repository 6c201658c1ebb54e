// ReduceTensor and dropout.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "conformance/reference.h"
#include "conformance/run.h"

namespace girih::conformance {
namespace {

struct ReduceName {
  const char* name;
  Reduce op;
  cudnnReduceTensorOp_t cudnn;
};
constexpr ReduceName kReduceOps[] = {
    {"add", Reduce::kAdd, CUDNN_REDUCE_TENSOR_ADD},
    {"mul", Reduce::kMul, CUDNN_REDUCE_TENSOR_MUL},
    {"min", Reduce::kMin, CUDNN_REDUCE_TENSOR_MIN},
    {"max", Reduce::kMax, CUDNN_REDUCE_TENSOR_MAX},
    {"amax", Reduce::kAmax, CUDNN_REDUCE_TENSOR_AMAX},
    {"avg", Reduce::kAvg, CUDNN_REDUCE_TENSOR_AVG},
    {"norm1", Reduce::kNorm1, CUDNN_REDUCE_TENSOR_NORM1},
    {"norm2", Reduce::kNorm2, CUDNN_REDUCE_TENSOR_NORM2},
    {"mul_no_zeros", Reduce::kMulNoZeros, CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS},
};

struct ReduceDescriptor {
  ~ReduceDescriptor() { cudnnDestroyReduceTensorDescriptor(descriptor); }
  cudnnReduceTensorDescriptor_t descriptor = nullptr;
};

}  // namespace

void run_reduce(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  Common common = read_common(reader);
  DType out_type = dtype_from(reader.choice("out", {"f32", "f64", "f16", "i8"}, name_of(common.type)));
  Shape a_shape = read_strides(reader, "xs", common.shape(read_dims(reader)));
  std::vector<int64_t> c_dims = reader.open_list("to");
  if (c_dims.size() != a_shape.dims.size()) throw problem::Error("to= needs the dimensions of the result, as 1x3x1x1");
  std::string name = reader.choice("op", {"add", "mul", "min", "max", "amax", "avg", "norm1", "norm2", "mul_no_zeros"});
  bool want_indices = reader.flag("indices");
  double alpha = reader.real("alpha", 1), beta = reader.real("beta", 0);
  bool propagate = reader.integer("nan", 1) == 1;
  bool with_nan = reader.choice("data", {"plain", "nan"}, "plain") == "nan";
  reader.finish();
  const ReduceName& op = *std::find_if(std::begin(kReduceOps), std::end(kReduceOps),
                                       [&](const ReduceName& candidate) { return name == candidate.name; });
  bool extreme = op.op == Reduce::kMin || op.op == Reduce::kMax || op.op == Reduce::kAmax;
  bool product = op.op == Reduce::kMul || op.op == Reduce::kMulNoZeros;
  if (want_indices && !extreme) throw problem::Error("indices=1 needs op=min, max or amax");

  Random random = random_for(session, problem);
  Tensor a("A", a_shape, common.shift), c("C", {out_type, c_dims, strides_of(common.layout, c_dims, common.gap)});
  std::vector<double> data = draw(session, random, a.offsets.size(), product ? 1 : 4);
  for (size_t i = 0; i < data.size(); ++i) {
    if (product && session.exact()) data[i] = i % 7 == 0 ? 2 : i % 5 == 0 ? 0.5 : data[i] < 0 ? -1 : 1;
    if (product && !session.exact()) data[i] = 1 + data[i] / 8;
    if (op.op == Reduce::kMulNoZeros && i % 11 == 3) data[i] = 0;
    if (with_nan && i % 5 == 2) data[i] = std::nan("");
  }
  a.set(data);
  prepare_output(session, random, c, beta);
  Reduced expected = reduce(op.op, propagate, a_shape.dims, c_dims, a.values);

  ReduceDescriptor reduction;
  DType compute = common.type == DType::kF64 ? DType::kF64 : DType::kF32;
  report.require(session, cudnnCreateReduceTensorDescriptor(&reduction.descriptor),
                 "cudnnCreateReduceTensorDescriptor");
  report.require(
      session,
      cudnnSetReduceTensorDescriptor(
          reduction.descriptor, op.cudnn, cudnn_type(compute),
          propagate ? CUDNN_PROPAGATE_NAN : CUDNN_NOT_PROPAGATE_NAN,
          want_indices ? CUDNN_REDUCE_TENSOR_FLATTENED_INDICES : CUDNN_REDUCE_TENSOR_NO_INDICES, CUDNN_32BIT_INDICES),
      "cudnnSetReduceTensorDescriptor");
  cudnnTensorDescriptor_t ad = a.descriptor(), cd = c.descriptor();
  size_t workspace_bytes = 0, index_bytes = 0;
  report.require(session,
                 cudnnGetReductionWorkspaceSize(session.handle, reduction.descriptor, ad, cd, &workspace_bytes),
                 "cudnnGetReductionWorkspaceSize");
  report.require(session, cudnnGetReductionIndicesSize(session.handle, reduction.descriptor, ad, cd, &index_bytes),
                 "cudnnGetReductionIndicesSize");
  size_t count = c.offsets.size();
  report.check(index_bytes == (want_indices ? 4 * count : 0),
               "cudnnGetReductionIndicesSize gave " + std::to_string(index_bytes));
  DeviceBuffer workspace(workspace_bytes), indices(index_bytes);
  Scalar al(compute, alpha), be(compute, beta);
  Call call{"cudnnReduceTensor", {&a}, {&c}, {&workspace, &indices}};
  call.run = [&] {
    return cudnnReduceTensor(session.handle, reduction.descriptor, index_bytes ? indices.data() : nullptr, index_bytes,
                             workspace.data(), workspace_bytes, al.get(), ad, a.data(), be.get(), cd, c.data());
  };
  if (!execute(session, report, call)) return;
  bool exact = session.exact() && op.op != Reduce::kNorm2 && op.op != Reduce::kAvg;
  Blend blend{alpha, beta, expected.sums.terms, accumulation_unit(common.type), exact};
  Expected want = blended(blend, expected.sums.value, expected.sums.magnitude, c);
  if (!is_float(out_type))
    for (double& bound : want.bound) bound += 0.5;
  compare(report, c, want, "");
  if (!want_indices) return;
  std::vector<uint8_t> bytes = indices.download();
  std::vector<double> got(count), want_index(count);
  for (size_t i = 0; i < count && bytes.size() >= 4 * count; ++i) {
    int32_t index;
    std::memcpy(&index, &bytes[4 * i], 4);
    got[i] = index;
    want_index[i] = static_cast<double>(expected.index[i]);
  }
  compare_values(report, DType::kI32, got, {want_index, {}}, "indices");
}

// Forward twice and backward, against the masks that the states read back from the library must produce.
void run_dropout(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  Common common = read_common(reader);
  Shape shape = read_strides(reader, "xs", common.shape(read_dims(reader)));
  float probability = static_cast<float>(reader.real("p", 0.5));
  uint64_t seed = static_cast<uint64_t>(reader.integer("seed", 42));
  bool in_place = reader.flag("inplace");
  reader.finish();

  Random random = random_for(session, problem);
  size_t state_bytes = 0, reserve_bytes = 0;
  Tensor x("x", shape, common.shift), y("y", shape, common.shift);
  cudnnTensorDescriptor_t xd = x.descriptor(), yd = y.descriptor();
  report.require(session, cudnnDropoutGetStatesSize(session.handle, &state_bytes), "cudnnDropoutGetStatesSize");
  report.require(session, cudnnDropoutGetReserveSpaceSize(xd, &reserve_bytes), "cudnnDropoutGetReserveSpaceSize");
  DeviceBuffer states(state_bytes), reserve(reserve_bytes);
  cudnnDropoutDescriptor_t descriptor = nullptr;
  report.require(session, cudnnCreateDropoutDescriptor(&descriptor), "cudnnCreateDropoutDescriptor");
  struct Guard {
    cudnnDropoutDescriptor_t descriptor;
    ~Guard() { cudnnDestroyDropoutDescriptor(descriptor); }
  } guard{descriptor};
  report.require(session,
                 cudnnSetDropoutDescriptor(descriptor, session.handle, probability, states.data(), state_bytes, seed),
                 "cudnnSetDropoutDescriptor");
  check_cuda(cudaDeviceSynchronize(), "cudnnSetDropoutDescriptor, then cudaDeviceSynchronize");
  std::vector<uint8_t> host_states = states.download();
  if (host_states.size() < 48 || host_states.size() % 48 != 0)
    return report.fail("the states are " + std::to_string(host_states.size()) + " bytes, not a multiple of 48");

  size_t count = x.offsets.size();
  std::vector<double> data = draw(session, random, count, 9);
  for (double& value : data)
    if (value == 0) value = 1;  // so that a dropped element shows
  x.set(data);
  double scale = probability < 1 ? 1 / (1 - static_cast<double>(probability)) : 0;
  auto masked = [&](const Tensor& from, const std::vector<bool>& kept, DType type) {
    Expected expected;
    for (size_t i = 0; i < count; ++i) {
      expected.value.push_back(kept[i] ? from.values[i] * scale : 0);
      expected.bound.push_back(2 * (unit_roundoff(type) + 0x1p-24) * std::fabs(expected.value[i]) +
                               2 * underflow(type));
    }
    return expected;
  };
  std::vector<bool> kept;
  for (int round = 0; round < 2; ++round) {
    y.poison();
    if (in_place) y.set(x.values);
    Call call{"cudnnDropoutForward", {}, {&y}, {&reserve}};
    if (!in_place) call.inputs = {&x};
    call.once = true;
    call.run = [&] {
      return cudnnDropoutForward(session.handle, descriptor, xd, in_place ? y.data() : x.data(), yd, y.data(),
                                 reserve.data(), reserve_bytes);
    };
    std::string context = "call " + std::to_string(round) + " ";
    if (!execute(session, report, call, context)) return;
    kept = dropout_mask(host_states, count, probability);
    compare(report, y, masked(x, kept, common.type), context);
    std::vector<uint8_t> bits = reserve.download();
    std::vector<double> got(count), want(count);
    for (size_t e = 0; e < count && e / 8 < bits.size(); ++e) {
      got[e] = bits[e / 8] >> (e & 7) & 1;
      want[e] = kept[e];
    }
    compare_values(report, DType::kI32, got, {want, {}}, context + "reserve bits");
  }
  size_t total = static_cast<size_t>(std::count(kept.begin(), kept.end(), true));
  double spread = 6 * std::sqrt(static_cast<double>(count) * probability * (1 - probability));
  report.check(std::fabs(static_cast<double>(total) - static_cast<double>(count) * (1 - probability)) <= spread + 1,
               std::to_string(total) + " of " + std::to_string(count) + " elements kept");

  Tensor dy("dy", shape, common.shift), dx("dx", shape, common.shift);
  dy.set(draw(session, random, count, 9));
  dx.poison();
  if (in_place) dx.set(dy.values);
  Call call{"cudnnDropoutBackward", {}, {&dx}, {}};
  if (!in_place) call.inputs = {&dy};
  call.once = true;
  call.run = [&] {
    return cudnnDropoutBackward(session.handle, descriptor, yd, in_place ? dx.data() : dy.data(), xd, dx.data(),
                                reserve.data(), reserve_bytes);
  };
  if (execute(session, report, call)) compare(report, dx, masked(dy, kept, common.type), "");
}

}  // namespace girih::conformance
