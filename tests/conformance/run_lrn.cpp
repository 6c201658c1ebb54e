// Local response normalization and divisive normalization.
#include "conformance/reference_tape.h"
#include "conformance/run.h"

namespace girih::conformance {
namespace {

struct LrnDescriptor {
  ~LrnDescriptor() { cudnnDestroyLRNDescriptor(descriptor); }
  cudnnLRNDescriptor_t descriptor = nullptr;
};

struct LrnKeys {
  std::string pass;
  Common common;
  Shape x, y;
  LrnShape lrn;
  double alpha, beta;
  bool in_place;
  int repeats;
};

LrnKeys read_lrn(problem::Reader& reader, bool divisive) {
  LrnKeys keys;
  keys.pass = reader.word("pass", {"fwd", "bwd"});
  keys.common = read_common(reader);
  keys.x = read_strides(reader, "xs", keys.common.shape(read_dims(reader)));
  keys.y = read_strides(reader, "ys", keys.x);
  keys.lrn.divisive = divisive;
  keys.lrn.dims = keys.x.dims;
  keys.lrn.window = reader.integer("window", 5, 1);
  keys.lrn.alpha = reader.real("lrn_alpha", 0.5);
  keys.lrn.beta = reader.real("lrn_beta", 0.75);
  keys.lrn.k = reader.real("k", 2);
  keys.alpha = reader.real("alpha", 1);
  keys.beta = reader.real("beta", 0);
  keys.in_place = reader.flag("inplace");
  keys.repeats = static_cast<int>(reader.integer("repeats", 2, 1));
  return keys;
}

void set_descriptor(const Session& session, Report& report, const LrnShape& lrn, LrnDescriptor& made) {
  report.require(session, cudnnCreateLRNDescriptor(&made.descriptor), "cudnnCreateLRNDescriptor");
  report.require(session,
                 cudnnSetLRNDescriptor(made.descriptor, static_cast<unsigned>(lrn.window), lrn.alpha, lrn.beta, lrn.k),
                 "cudnnSetLRNDescriptor");
}

// Powers round, but of 1: with k = 1 and lrn_alpha = 0 every element passes as it is.
double unit_for(const Session& session, const LrnKeys& keys) {
  bool exact = session.exact() && keys.lrn.alpha == 0 && keys.lrn.k == 1;
  return exact ? 0 : accumulation_unit(keys.common.type) * (keys.common.type == DType::kF64 ? 2 : 1);
}

}  // namespace

void run_lrn(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  LrnKeys keys = read_lrn(reader, false);
  reader.finish();
  Random random = random_for(session, problem);
  LrnDescriptor lrn;
  set_descriptor(session, report, keys.lrn, lrn);
  Tensor x("x", keys.x, keys.common.shift), y("y", keys.y, keys.common.shift);
  x.set(draw(session, random, x.offsets.size()));
  Scalar a(keys.common.type, keys.alpha), b(keys.common.type, keys.beta);
  Tape tape(keys.common.type, unit_for(session, keys));
  std::vector<Var> vx = tape.inputs(x.values), vy = lrn_forward(tape, keys.lrn, vx, {});
  cudnnTensorDescriptor_t xd = x.descriptor(), yd = y.descriptor();
  if (keys.pass == "fwd") {
    prepare_output(session, random, y, keys.beta);
    if (keys.in_place) y.set(x.values);
    Call call{"cudnnLRNCrossChannelForward", {}, {&y}, {}};
    call.runs = keys.repeats;
    if (!keys.in_place) call.inputs.push_back(&x);
    call.run = [&] {
      return cudnnLRNCrossChannelForward(session.handle, lrn.descriptor, CUDNN_LRN_CROSS_CHANNEL_DIM1, a.get(), xd,
                                         keys.in_place ? y.data() : x.data(), b.get(), yd, y.data());
    };
    if (execute(session, report, call)) compare(report, y, tracked(values_of(tape, vy), y, keys.alpha, keys.beta), "");
    return;
  }
  Tensor dy("dy", keys.y, keys.common.shift), dx("dx", keys.x, keys.common.shift);
  y.set(values_of(tape, vy).value);
  dy.set(draw(session, random, dy.offsets.size()));
  tape.backward(seeds_of(vy, dy.values));
  prepare_output(session, random, dx, keys.beta);
  if (keys.in_place) dx.set(dy.values);
  cudnnTensorDescriptor_t dyd = dy.descriptor(), dxd = dx.descriptor();
  Call call{"cudnnLRNCrossChannelBackward", {&x, &y}, {&dx}, {}};
  call.runs = keys.repeats;
  if (!keys.in_place) call.inputs.push_back(&dy);
  call.run = [&] {
    return cudnnLRNCrossChannelBackward(session.handle, lrn.descriptor, CUDNN_LRN_CROSS_CHANNEL_DIM1, a.get(), yd,
                                        y.data(), dyd, keys.in_place ? dx.data() : dy.data(), xd, x.data(), b.get(),
                                        dxd, dx.data());
  };
  if (execute(session, report, call))
    compare(report, dx, tracked(gradients_of(tape, vx), dx, keys.alpha, keys.beta), "");
}

void run_divnorm(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  LrnKeys keys = read_lrn(reader, true);
  bool with_means = reader.integer("means", 1) == 1, with_dmeans = reader.integer("dmeans", 1) == 1;
  reader.finish();
  Random random = random_for(session, problem);
  LrnDescriptor lrn;
  set_descriptor(session, report, keys.lrn, lrn);
  Tensor x("x", keys.x, keys.common.shift), means("means", keys.x, keys.common.shift);
  x.set(draw(session, random, x.offsets.size()));
  means.set(with_means ? draw(session, random, x.offsets.size()) : std::vector<double>(x.offsets.size()));
  // The interface does not say how large the two scratch tensors are: as large as x.
  DeviceBuffer temp(x.buffer.size()), temp2(x.buffer.size());
  Scalar a(keys.common.type, keys.alpha), b(keys.common.type, keys.beta);
  Tape tape(keys.common.type, unit_for(session, keys));
  std::vector<Var> vx = tape.inputs(x.values), vm = tape.inputs(means.values), vy = lrn_forward(tape, keys.lrn, vx, vm);
  cudnnTensorDescriptor_t xd = x.descriptor();
  void* given_means = with_means ? means.data() : nullptr;
  Call call{"", {}, {}, {&temp, &temp2}};
  call.runs = keys.repeats;
  if (with_means) call.inputs.push_back(&means);
  if (keys.pass == "fwd") {
    Tensor y("y", keys.y, keys.common.shift);
    prepare_output(session, random, y, keys.beta);
    if (keys.in_place) y.set(x.values);
    cudnnTensorDescriptor_t yd = y.descriptor();
    call.function = "cudnnDivisiveNormalizationForward";
    call.outputs = {&y};
    if (!keys.in_place) call.inputs.push_back(&x);
    call.run = [&] {
      return cudnnDivisiveNormalizationForward(session.handle, lrn.descriptor, CUDNN_DIVNORM_PRECOMPUTED_MEANS, a.get(),
                                               xd, keys.in_place ? y.data() : x.data(), given_means, temp.data(),
                                               temp2.data(), b.get(), yd, y.data());
    };
    if (execute(session, report, call)) compare(report, y, tracked(values_of(tape, vy), y, keys.alpha, keys.beta), "");
    return;
  }
  // xDesc describes dy, dXdMeansDesc both gradients.
  Tensor dy("dy", keys.x, keys.common.shift), dx("dx", keys.y, keys.common.shift),
      dmeans("dMeans", keys.y, keys.common.shift);
  dy.set(draw(session, random, dy.offsets.size()));
  tape.backward(seeds_of(vy, dy.values));
  prepare_output(session, random, dx, keys.beta);
  prepare_output(session, random, dmeans, keys.beta);
  cudnnTensorDescriptor_t dxd = dx.descriptor();
  call.function = "cudnnDivisiveNormalizationBackward";
  call.inputs.push_back(&x);
  call.inputs.push_back(&dy);
  call.outputs = {&dx};
  if (with_dmeans) call.outputs.push_back(&dmeans);
  call.run = [&] {
    return cudnnDivisiveNormalizationBackward(session.handle, lrn.descriptor, CUDNN_DIVNORM_PRECOMPUTED_MEANS, a.get(),
                                              xd, x.data(), given_means, dy.data(), temp.data(), temp2.data(), b.get(),
                                              dxd, dx.data(), with_dmeans ? dmeans.data() : nullptr);
  };
  if (!execute(session, report, call)) return;
  // For even windows NVIDIA's dx is not the derivative (docs/differences.md).
  if (session.girih() || keys.lrn.window % 2 == 1)
    compare(report, dx, tracked(gradients_of(tape, vx), dx, keys.alpha, keys.beta), "");
  if (with_dmeans) compare(report, dmeans, tracked(gradients_of(tape, vm), dmeans, keys.alpha, keys.beta), "");
}

}  // namespace girih::conformance
