// Properties that hold between calls, whatever the reference says.
#include <algorithm>
#include <cmath>

#include "conformance/conv_calls.h"
#include "conformance/run.h"

namespace girih::conformance {
namespace {

struct Result {
  std::vector<double> values;
  bool ok = false;
};

// Runs one pass with algorithm 0 on the given logical data.
Result run_once(const ConvKeys& keys, Pass pass, const std::vector<double>& x, const std::vector<double>& w,
                const std::vector<double>& y, const Session& session, Report& report) {
  Conv conv(keys, session, report);
  if (pass != Pass::kDgrad) conv.x.set(x);
  if (pass != Pass::kWgrad) conv.w.set(w);
  if (pass != Pass::kFprop) conv.y.set(y);
  Tensor& output = conv.output(pass);
  output.poison();
  std::vector<Algorithm> algorithms = conv.algorithms(pass, "0", session, report);
  if (algorithms.empty()) return {};
  DeviceBuffer workspace(algorithms[0].workspace);
  Call call{function_of(pass), conv.inputs(pass), {&output}, {&workspace}};
  call.repeatable = repeatable(session, pass, 0);
  call.run = [&] { return conv.call(session.handle, pass, algorithms[0], workspace.data(), 1, 0); };
  if (!execute(session, report, call)) return {};
  return {output.decoded(output.result), true};
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

std::vector<double> rounded_all(DType type, std::vector<double> values) {
  for (double& value : values) value = rounded(type, value);
  return values;
}

// Part of a tensor whose dimension 0 or 1 is cut into equal parts.
std::vector<double> slice(const std::vector<double>& all, const std::vector<int64_t>& dims, int axis, int64_t parts,
                          int64_t part) {
  int64_t inner = 1, outer = axis == 0 ? 1 : dims[0];
  for (size_t i = axis + 1; i < dims.size(); ++i) inner *= dims[i];
  int64_t length = dims[axis] / parts * inner;
  std::vector<double> piece;
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < length; ++i) piece.push_back(all[o * dims[axis] * inner + part * length + i]);
  return piece;
}

void expect_equal(const Session& session, const ConvKeys& keys, Pass pass, const std::vector<double>& got,
                  const std::vector<double>& want, const Sums& sums, Report& report, const std::string& what) {
  Expected expected{want, {}};
  if (!session.exact()) {
    double unit = accumulation_unit(keys.common.type);
    if (!session.girih()) unit = std::max(unit, unit_roundoff(keys.common.type));  // atomics in the type itself
    double c = error_constant(sums.terms) * unit;
    for (size_t i = 0; i < want.size(); ++i)  // both sides may err
      expected.bound.push_back(2 * (c * sums.magnitude[i] + unit_roundoff(keys.common.type) * std::fabs(want[i]) +
                                    underflow(keys.common.type)));
  }
  compare_values(report, keys.common.type, got, expected, std::string(name_of(pass)) + " " + what);
}

}  // namespace

void run_conv_properties(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  std::string property = reader.word("property", {"adjoint", "batch", "layout", "split"});
  ConvKeys keys = read_conv(reader);
  reader.finish();
  const ConvShape& shape = keys.shape;
  DType type = keys.common.type;
  Random random = random_for(session, problem);
  auto data = [&](const Shape& s) { return rounded_all(type, draw(session, random, s.count())); };
  std::vector<double> x = data(keys.x), w = data(keys.w), y = data(keys.y);

  if (property == "adjoint") {  // <y, conv(x,w)> = <dgrad(y,w), x> = <wgrad(x,y), w>
    Result forward = run_once(keys, Pass::kFprop, x, w, {}, session, report);
    Result dgrad = run_once(keys, Pass::kDgrad, {}, w, y, session, report);
    Result wgrad = run_once(keys, Pass::kWgrad, x, {}, y, session, report);
    if (!forward.ok || !dgrad.ok || !wgrad.ok) return;
    double a = dot(y, forward.values), b = dot(x, dgrad.values), c = dot(w, wgrad.values);
    // Rounding of each output enters once; exact data sums exactly in double unless an output was rounded.
    auto bound = [&](Pass pass, const std::vector<double>& weights, const std::vector<double>& result) {
      Sums sums = conv_reference(shape, pass, x, w, y);
      double total = 0, unit = error_constant(sums.terms) * accumulation_unit(type);
      for (size_t i = 0; i < weights.size(); ++i)
        total += std::fabs(weights[i]) * (unit * sums.magnitude[i] + unit_roundoff(type) * std::fabs(result[i]));
      return total;
    };
    double f = bound(Pass::kFprop, y, forward.values), d = bound(Pass::kDgrad, x, dgrad.values);
    double v = bound(Pass::kWgrad, w, wgrad.values);
    compare_values(report, DType::kF64, {b}, {{a}, {f + d}}, "<dgrad, x> against <y, conv>");
    compare_values(report, DType::kF64, {c}, {{a}, {f + v}}, "<wgrad, w> against <y, conv>");
    return;
  }
  for (Pass pass : {Pass::kFprop, Pass::kDgrad, Pass::kWgrad}) {
    Sums sums = conv_reference(shape, pass, x, w, y);
    Result whole = run_once(keys, pass, x, w, y, session, report);
    if (!whole.ok) continue;
    if (property == "layout") {
      ConvKeys other = keys;
      std::string layout = keys.common.layout == "nchw" ? "nhwc" : "nchw";
      other.common.layout = other.filter_layout = layout;
      other.x.strides = strides_of(layout, other.x.dims);
      other.w.strides = strides_of(layout, other.w.dims);
      other.y.strides = strides_of(layout, other.y.dims);
      Result turned = run_once(other, pass, x, w, y, session, report);
      if (turned.ok) expect_equal(session, keys, pass, turned.values, whole.values, sums, report, "in " + layout);
      continue;
    }
    if (property == "batch" && pass == Pass::kWgrad) continue;  // the filter gradient sums over the batch
    // batch: one image at a time. split: one group at a time.
    bool batch = property == "batch";
    int64_t parts = batch ? shape.n : shape.groups;
    ConvKeys part = keys;
    if (batch) {
      part.shape.n = 1;
    } else {
      part.shape.c /= parts;
      part.shape.k /= parts;
      part.shape.groups = 1;
    }
    part.x = keys.common.shape(part.shape.x_dims());
    part.y = keys.common.shape(part.shape.y_dims());
    part.w = {type, part.shape.w_dims(), strides_of(keys.filter_layout, part.shape.w_dims())};
    for (int64_t i = 0; i < parts; ++i) {
      int axis = batch ? 0 : 1;
      std::vector<double> xi = slice(x, keys.x.dims, axis, parts, i), yi = slice(y, keys.y.dims, axis, parts, i);
      std::vector<double> wi = batch ? w : slice(w, keys.w.dims, 0, parts, i);
      Result one = run_once(part, pass, xi, wi, yi, session, report);
      if (!one.ok) break;
      auto cut = [&](const std::vector<double>& values) {
        const Shape& s = pass == Pass::kFprop ? keys.y : pass == Pass::kDgrad ? keys.x : keys.w;
        return slice(values, s.dims, pass == Pass::kWgrad ? 0 : axis, parts, i);
      };
      Sums piece(0);
      piece.value = cut(sums.value);
      piece.magnitude = cut(sums.magnitude);
      piece.terms = sums.terms;
      expect_equal(session, keys, pass, one.values, cut(whole.values), piece, report,
                   (batch ? "image " : "group ") + std::to_string(i));
    }
  }
}

}  // namespace girih::conformance
