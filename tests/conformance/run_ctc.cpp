// CTC loss: both functions, all generations of the descriptor.
#include <algorithm>
#include <cmath>
#include <memory>

#include "conformance/reference_ctc.h"
#include "conformance/run.h"

namespace girih::conformance {
namespace {

struct CtcDescriptor {
  CtcDescriptor(const Session& session, Report& report, int64_t api, cudnnDataType_t compute, bool softmax, bool skip,
                int longest) {
    report.require(session, cudnnCreateCTCLossDescriptor(&descriptor), "cudnnCreateCTCLossDescriptor");
    const auto norm = softmax ? CUDNN_LOSS_NORMALIZATION_SOFTMAX : CUDNN_LOSS_NORMALIZATION_NONE;
    const auto nan = skip ? CUDNN_PROPAGATE_NAN : CUDNN_NOT_PROPAGATE_NAN;
    const auto mode = skip ? CUDNN_CTC_SKIP_OOB_GRADIENTS : CUDNN_CTC_ZERO_OOB_GRADIENTS;
    const cudnnStatus_t status = api == 1   ? cudnnSetCTCLossDescriptor(descriptor, compute)
                                 : api == 7 ? cudnnSetCTCLossDescriptorEx(descriptor, compute, norm, nan)
                                 : api == 8 ? cudnnSetCTCLossDescriptor_v8(descriptor, compute, norm, nan, longest)
                                            : cudnnSetCTCLossDescriptor_v9(descriptor, compute, norm, mode, longest);
    report.require(session, status, "cudnnSetCTCLossDescriptor");
  }
  ~CtcDescriptor() { cudnnDestroyCTCLossDescriptor(descriptor); }
  CtcDescriptor(const CtcDescriptor&) = delete;
  cudnnCTCLossDescriptor_t descriptor = nullptr;
};

// A label of nonzero symbols: no two equal neighbours, all equal, or anything.
std::vector<int64_t> draw_label(Random& random, const std::string& kind, int64_t length, int64_t symbols) {
  std::vector<int64_t> label;
  for (int64_t i = 0; i < length; ++i) {
    int64_t next = kind == "same" && i > 0 ? label[0] : random.integer(1, symbols - 1);
    while (kind == "distinct" && i > 0 && symbols > 2 && next == label.back()) next = random.integer(1, symbols - 1);
    label.push_back(next);
  }
  return label;
}

// Logits, or probabilities; some of them those of a symbol that never comes.
std::vector<double> draw_input(const Session& session, Random& random, size_t count, bool softmax, bool with_never) {
  std::vector<double> values = draw(session, random, count);
  for (double& value : values) {
    if (!softmax) value = session.exact() ? (value + 4) / 8 : 0.5 + value / 2.5;
    if (with_never && random.integer(0, 5) == 0) value = softmax ? -INFINITY : 0;
  }
  return values;
}

// The two references must agree before they judge anybody. 1e-12: about a hundred roundings of either.
void check_references(Report& report, const CtcSample& sample, const CtcLoss& recursion) {
  if (std::pow(static_cast<double>(sample.symbols), static_cast<double>(sample.steps)) > 5000) return;
  const CtcLoss all = ctc_by_enumeration(sample);
  auto near = [](double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b)) || std::fabs(a - b) <= 1e-12 * (1 + std::fabs(a));
  };
  report.check(near(all.loss, recursion.loss), "the two references give other losses");
  for (size_t i = 0; i < all.gradient.size(); ++i)
    report.check(near(all.gradient[i], recursion.gradient[i]), "the two references give other gradients");
}

}  // namespace

void run_ctc(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  const Common common = read_common(reader);
  const int64_t steps = reader.integer("t", std::nullopt, 1), samples = reader.integer("n", 1, 1),
                symbols = reader.integer("a", std::nullopt, 1);
  const std::vector<int64_t> label_lengths = reader.list("labels", static_cast<size_t>(samples));
  const std::vector<int64_t> input_lengths = reader.list("inputs", static_cast<size_t>(samples), steps);
  const std::string kind = reader.choice("symbols", {"any", "distinct", "same"}, "any");
  const int64_t api = reader.integer("api", 9);
  if (api != 1 && (api < 7 || api > 9)) throw problem::Error("api=" + std::to_string(api) + "; write 1, 7, 8 or 9");
  const bool softmax = reader.choice("norm", {"none", "softmax"}, api == 1 ? "none" : "softmax") == "softmax";
  const bool skip = reader.choice("oob", {"zero", "skip"}, "zero") == "skip";
  if (api == 1 && (softmax || skip)) throw problem::Error("api=1 knows neither norm=softmax nor oob=skip");
  const bool with_gradients = reader.integer("gradients", 1) == 1;
  const auto algo = static_cast<cudnnCTCLossAlgo_t>(reader.integer("algo", 0));
  const DType compute = dtype_from(reader.choice("compute", {"f32", "f64"}, "f32"));
  const bool with_never = reader.choice("data", {"plain", "inf"}, "plain") == "inf";
  const std::vector<int64_t> dims{steps, samples, symbols};
  const Shape x_shape = read_strides(reader, "xs", common.shape(dims));
  const Shape g_shape = read_strides(reader, "ys", common.shape(dims));
  reader.finish();

  Random random = random_for(session, problem);
  Tensor x("probs", x_shape, common.shift), gradients("gradients", g_shape, common.shift);
  Tensor costs("costs", {compute, {samples}, {1}}, common.shift);
  x.set(draw_input(session, random, x.offsets.size(), softmax, with_never));
  std::vector<double> all_labels;
  std::vector<CtcSample> batch;
  for (int64_t n = 0; n < samples; ++n) {
    CtcSample s{input_lengths[static_cast<size_t>(n)], symbols, {}, softmax, {}};
    s.label = draw_label(random, kind, label_lengths[static_cast<size_t>(n)], symbols);
    for (int64_t t = 0; t < s.steps; ++t)
      for (int64_t a = 0; a < symbols; ++a)
        s.x.push_back(x.values[static_cast<size_t>((t * samples + n) * symbols + a)]);
    all_labels.insert(all_labels.end(), s.label.begin(), s.label.end());
    batch.push_back(std::move(s));
  }

  // Where skipping leaves the gradients alone they must keep their numbers; everything else starts as NaN.
  const double unit = accumulation_unit(common.type == DType::kF64 ? compute : common.type);
  const double c = error_constant(static_cast<double>(steps)) * unit;
  std::vector<double> old(gradients.offsets.size(), std::nan(""));
  Expected loss, gradient;
  gradient.value.assign(old.size(), 0);
  gradient.bound.assign(old.size(), 0);
  for (int64_t n = 0; n < samples; ++n) {
    const CtcSample& s = batch[static_cast<size_t>(n)];
    auto element = [&](int64_t t, int64_t a) { return static_cast<size_t>((t * samples + n) * symbols + a); };
    // Steps behind the input: NVIDIA leaves them as they are (behaviour.md 14), Girih zeroes them.
    const int64_t written = s.possible() ? (session.girih() ? steps : s.steps) : skip ? 0 : steps;
    for (int64_t t = written; t < steps; ++t)
      for (int64_t a = 0; a < symbols; ++a) gradient.value[element(t, a)] = old[element(t, a)] = 5;
    if (!s.possible()) {
      loss.value.push_back(0);
      loss.bound.push_back(0);
      continue;
    }
    const CtcLoss one = ctc_by_recursion(s);
    check_references(report, s, one);
    loss.value.push_back(one.loss);
    loss.bound.push_back(c * one.loss_magnitude + unit_roundoff(compute) * std::fabs(one.loss));
    for (int64_t t = 0; t < s.steps; ++t)
      for (int64_t a = 0; a < symbols; ++a) {
        const auto i = static_cast<size_t>(t * symbols + a);
        double& value = gradient.value[element(t, a)];
        value = one.gradient[i];
        // NVIDIA gives symbols outside the label their probability as a gradient (behaviour.md 14).
        const bool inside = a == 0 || std::find(s.label.begin(), s.label.end(), a) != s.label.end();
        if (!session.girih() && !softmax && !inside) value = s.x[i];
        gradient.bound[element(t, a)] =
            c * one.gradient_magnitude[i] + unit_roundoff(common.type) * std::fabs(value) + underflow(common.type);
      }
  }
  gradients.set(old);
  costs.poison();

  const auto length = static_cast<int>(*std::max_element(label_lengths.begin(), label_lengths.end()));
  CtcDescriptor descriptor(session, report, api, cudnn_type(compute), softmax, skip, length);
  // One more element: an empty array has no address.
  all_labels.push_back(0);
  auto whole = [](const char* name, const std::vector<double>& values) {
    auto made = std::make_unique<Tensor>(name, Shape{DType::kI32, {static_cast<int64_t>(values.size())}, {1}});
    made->set(values);
    return made;
  };
  const auto labels = whole("labels", all_labels),
             l_lengths = whole("labelLengths", {label_lengths.begin(), label_lengths.end()}),
             i_lengths = whole("inputLengths", {input_lengths.begin(), input_lengths.end()});
  const std::vector<int> host_labels(all_labels.begin(), all_labels.end()), host_l = ints(label_lengths),
                                                                            host_i = ints(input_lengths);
  const cudnnTensorDescriptor_t xd = x.descriptor(), gd = gradients.descriptor();
  const bool host = api <= 7;
  size_t bytes = 0;
  report.require(session,
                 host ? cudnnGetCTCLossWorkspaceSize(session.handle, xd, gd, host_labels.data(), host_l.data(),
                                                     host_i.data(), algo, descriptor.descriptor, &bytes)
                      : cudnnGetCTCLossWorkspaceSize_v8(session.handle, algo, descriptor.descriptor, xd, gd, &bytes),
                 "cudnnGetCTCLossWorkspaceSize");
  DeviceBuffer workspace(bytes);
  void* to = with_gradients ? gradients.data() : nullptr;
  Call call{host ? "cudnnCTCLoss" : "cudnnCTCLoss_v8", {&x}, {&costs}, {&workspace}};
  if (with_gradients) call.outputs.push_back(&gradients);
  if (!host) call.inputs.insert(call.inputs.end(), {labels.get(), l_lengths.get(), i_lengths.get()});
  call.repeatable = session.girih() || algo == CUDNN_CTC_LOSS_ALGO_DETERMINISTIC;
  auto device = [](const std::unique_ptr<Tensor>& t) { return static_cast<const int*>(t->data()); };
  call.run = [&] {
    return host ? cudnnCTCLoss(session.handle, xd, x.data(), host_labels.data(), host_l.data(), host_i.data(),
                               costs.data(), gd, to, algo, descriptor.descriptor, workspace.data(), bytes)
                : cudnnCTCLoss_v8(session.handle, algo, descriptor.descriptor, xd, x.data(), device(labels),
                                  device(l_lengths), device(i_lengths), costs.data(), gd, to, bytes, workspace.data());
  };
  if (!execute(session, report, call)) return;
  compare(report, costs, loss, "");
  if (with_gradients) compare(report, gradients, gradient, "");
}

}  // namespace girih::conformance
