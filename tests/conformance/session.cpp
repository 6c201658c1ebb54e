#include "conformance/session.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace girih::conformance {
namespace {

std::string sabotage_kind;

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

}  // namespace

void set_sabotage(const std::string& kind) { sabotage_kind = kind; }
bool sabotaged(const char* kind) { return sabotage_kind == kind; }

std::string last_error() {
  char text[1024] = "";
  cudnnGetLastErrorString(text, sizeof text);
  return text;
}

bool Report::accept(const Session& session, cudnnStatus_t status, const std::string& function) {
  if (status == CUDNN_STATUS_SUCCESS) {
    // Some names carry the algorithm before them or an explanation behind.
    const size_t start = function.find("cudnn"), end = function.find_first_of(" (,", start);
    if (start != std::string::npos) functions.insert(function.substr(start, end - start));
    return true;
  }
  std::string text = last_error();
  bool not_supported = status >= CUDNN_STATUS_NOT_SUPPORTED && status < CUDNN_STATUS_INTERNAL_ERROR;
  if (session.girih() && not_supported && text.find("not built") != std::string::npos) {
    unbuilt.push_back(function);
  } else if (!session.girih() && not_supported) {
    refusals.push_back(function + " " + std::to_string(status));
  } else {
    fail(function + " returned " + cudnnGetErrorString(status) + (text.empty() ? "" : ": " + text));
  }
  return false;
}

double error_constant(double terms) { return std::min(terms, 4 * std::sqrt(terms)) + 4; }

double accumulation_unit(DType type) { return type == DType::kF64 ? 0x1p-53 : 0x1p-24; }

Expected blended(const Blend& blend, const std::vector<double>& sum, const std::vector<double>& magnitude,
                 const Tensor& output) {
  Expected expected;
  expected.value.resize(sum.size());
  if (!blend.exact) expected.bound.resize(sum.size());
  double c = error_constant(blend.terms) * blend.unit;
  for (size_t i = 0; i < sum.size(); ++i) {
    double old = blend.beta == 0 ? 0 : blend.beta * output.values[i];
    expected.value[i] = blend.alpha * sum[i] + old;
    double size = std::isnan(magnitude[i]) ? 0 : magnitude[i];  // a NaN input that the operation leaves out
    if (!blend.exact)
      expected.bound[i] = c * (std::fabs(blend.alpha) * size + std::fabs(old)) +
                          unit_roundoff(output.shape.type) * std::fabs(expected.value[i]) +
                          underflow(output.shape.type);
  }
  return expected;
}

void compare_values(Report& report, DType type, const std::vector<double>& got, const Expected& given,
                    const std::string& context) {
  Expected expected = given;
  if (sabotaged("reference") && !expected.value.empty()) {
    size_t i = expected.value.size() / 2;
    double slack = expected.bound.empty() ? 0 : 3 * expected.bound[i];
    expected.value[i] +=
        slack + std::max(1.0, std::fabs(expected.value[i])) * 4 * unit_roundoff(type) + (is_float(type) ? 0.0 : 1.0);
  }
  size_t wrong = 0, first = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    bool ok;
    double want = expected.value[i];
    if (expected.bound.empty() || !std::isfinite(want)) {
      ok = same(got[i], rounded(type, want));
    } else {
      double error = std::fabs(got[i] - want), bound = expected.bound[i];
      // A value just above the largest number of the type may round to infinity.
      if (std::isinf(got[i]) && std::isinf(rounded(type, want + std::copysign(bound, want)))) error = 0;
      ok = error <= bound;
      if (bound > 0 && error / bound > report.used) report.used = error / bound;
    }
    if (!ok && wrong++ == 0) first = i;
  }
  ++report.calls;
  if (wrong == 0) return;
  std::string text = context + ": " + std::to_string(wrong) + " of " + std::to_string(got.size()) +
                     " elements wrong, first at [" + std::to_string(first) + "]: got " + number(got[first]) +
                     ", expected " + number(expected.value[first]);
  if (!expected.bound.empty()) text += " within " + number(expected.bound[first]);
  report.fail(text);
}

void compare(Report& report, const Tensor& output, const Expected& expected, const std::string& context) {
  compare_values(report, output.shape.type, output.decoded(output.result), expected, context + output.name);
}

bool execute(const Session& session, Report& report, const Call& call, const std::string& context) {
  for (Tensor* input : call.inputs) input->buffer.upload(input->image);
  for (int round = 0; round < (call.once ? 1 : std::max(call.runs, session.repeats)); ++round) {
    for (Tensor* output : call.outputs) output->buffer.upload(output->image);
    for (DeviceBuffer* buffer : call.scratch) buffer->fill(round % 2 == 0 ? 0xFF : 0x00);
    cudnnStatus_t status = call.run();
    check_cuda(cudaDeviceSynchronize(), (call.function + ", then cudaDeviceSynchronize").c_str());
    bool accepted = report.accept(session, status, context + call.function);
    for (Tensor* output : call.outputs) {
      std::vector<uint8_t> bytes = output->buffer.download();
      if (sabotaged("repeat") && round > 0 && !bytes.empty()) bytes[0] ^= 1;
      if (!accepted) {
        // NVIDIA's batch norm writes running averages before it refuses a large batch.
        if (session.girih())
          report.check(bytes == output->image, context + output->name + " was written though the call failed");
        continue;
      }
      if (round == 0)
        output->result = bytes;
      else if (call.repeatable)
        report.check(bytes == output->result, context + output->name + " differs between two equal runs");
    }
    if (!accepted) return false;
  }
  for (Tensor* output : call.outputs) {
    for (uint8_t byte : output->result) report.digest = (report.digest ^ byte) * 1099511628211u;  // FNV-1a
    std::vector<uint8_t> outside = output->result;
    size_t size = size_of(output->shape.type);
    if (sabotaged("gap") && output->offsets.size() * size < outside.size())
      for (size_t i = 0; i < outside.size(); ++i) outside[i] ^= 1;
    for (int64_t place : output->places)
      std::copy_n(output->image.begin() + place * size, size, outside.begin() + place * size);
    report.check(outside == output->image, context + "gaps of " + output->name + " were written");
  }
  auto check_guards = [&](const DeviceBuffer& buffer, const std::string& name) {
    std::string damage = buffer.damage();
    if (sabotaged("guard")) damage = "sabotage";
    report.check(damage.empty(), context + name + ": wrote " + damage);
  };
  for (Tensor* input : call.inputs) {
    std::vector<uint8_t> bytes = input->buffer.download();
    if (sabotaged("input") && !bytes.empty()) bytes[bytes.size() / 2] ^= 1;
    report.check(bytes == input->image, context + "the input " + input->name + " was written");
    check_guards(input->buffer, input->name);
  }
  for (Tensor* output : call.outputs) check_guards(output->buffer, output->name);
  for (DeviceBuffer* buffer : call.scratch)
    check_guards(*buffer, "workspace of " + std::to_string(buffer->size()) + " bytes");
  return true;
}

std::vector<double> draw(const Session& session, Random& random, size_t count, int64_t range) {
  std::vector<double> values(count);
  for (double& value : values)
    value = session.exact() ? static_cast<double>(random.integer(-range, range)) : random.uniform(-1, 1);
  return values;
}

Random random_for(const Session& session, const problem::Problem& problem) {
  uint64_t hash = 1469598103934665603u;  // FNV-1a
  for (char letter : problem.text) hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211u;
  return Random(hash + session.seed * 2 + (session.exact() ? 0 : 1));
}

Common read_common(problem::Reader& reader) {
  Common common;
  common.type = dtype_from(reader.word("type", {"f32", "f64", "f16", "bf16", "i8", "u8", "i32"}));
  common.layout = reader.word("layout", {"nchw", "nhwc", "vect4", "vect32"}, "nchw");
  common.gap = reader.integer("gap", 0);
  common.shift = static_cast<size_t>(reader.integer("shift", 0));
  return common;
}

std::vector<int64_t> read_dims(problem::Reader& reader) {
  if (reader.has("dims")) return reader.open_list("dims");
  std::vector<int64_t> dims{reader.integer("n", 1, 1), reader.integer("c", std::nullopt, 1)};
  for (int64_t size : reader.spatial("dhw")) dims.push_back(size);
  return dims;
}

Shape read_strides(problem::Reader& reader, const char* key, Shape shape) {
  std::vector<int64_t> strides = reader.open_list(key);
  if (strides.empty()) return shape;
  if (strides.size() != shape.dims.size())
    throw problem::Error(std::string(key) + " has " + std::to_string(strides.size()) + " strides for " +
                         std::to_string(shape.dims.size()) + " dimensions");
  shape.strides = strides;
  return shape;
}

void prepare_output(const Session& session, Random& random, Tensor& output, double beta) {
  if (beta == 0)
    output.poison();
  else
    output.set(draw(session, random, output.offsets.size()));
}

}  // namespace girih::conformance
