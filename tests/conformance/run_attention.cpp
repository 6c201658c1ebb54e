// Multi-head attention of the classic API: inference, and training with both backward passes.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "conformance/reference.h"
#include "conformance/reference_attention.h"
#include "conformance/run.h"

namespace girih::conformance {
namespace {

struct Keys {
  AttentionShape shape;
  DType type = DType::kF32, compute = DType::kF32;
  std::vector<cudnnSeqDataAxis_t> axes;
  size_t shift = 0;
  bool residual = false, set = false;
  double fill = 0;
  float p = 0, post_p = 0;
  uint64_t seed = 0;
  int64_t room = 0;  // the attention descriptor allows this much more of everything
};

constexpr const char* kAxisLetters = "tnbv";  // in the order of cudnnSeqDataAxis_t

std::vector<int64_t> lengths_of(problem::Reader& reader, const char* key, int64_t count, int64_t most) {
  std::vector<int64_t> lengths = reader.open_list(key);
  if (lengths.empty()) lengths.assign(static_cast<size_t>(count), most);
  if (static_cast<int64_t>(lengths.size()) != count)
    throw problem::Error(std::string(key) + "= needs one number for each sequence, " + std::to_string(count));
  for (int64_t length : lengths)
    if (length < 1 || length > most) throw problem::Error(std::string(key) + "= has one that is out of range");
  return lengths;
}

Keys read_keys(problem::Reader& reader) {
  Keys keys;
  AttentionShape& s = keys.shape;
  keys.type = dtype_from(reader.word("type", {"f32", "f64", "f16", "bf16"}));
  keys.compute = dtype_from(reader.choice("compute", {"f16", "f32", "f64"}, keys.type == DType::kF64 ? "f64" : "f32"));
  keys.shift = static_cast<size_t>(reader.integer("shift", 0));
  s.heads = reader.integer("heads", 1, 1);
  s.q = reader.integer("q", std::nullopt, 1);
  s.k = reader.integer("k", s.q, 1);
  s.v = reader.integer("v", s.q, 1);
  s.q_proj = reader.integer("qp", 0);
  s.k_proj = reader.integer("kp", s.q_proj);
  s.v_proj = reader.integer("vp", 0);
  s.out = reader.integer("op", 0);
  s.bias = reader.flag("bias");
  s.one_to_one = reader.flag("one");
  s.batch = reader.integer("n", 1, 1);
  s.beams = reader.integer("beam", 1, 1);
  s.q_time = reader.integer("tq", std::nullopt, 1);
  s.kv_time = reader.integer("tk", s.q_time, 1);
  s.scale = reader.real("scale", 1);
  s.step = reader.has("step") ? reader.integer("step") : -1;
  s.q_lengths = lengths_of(reader, "qlen", s.batch * s.beams, s.q_time);
  s.kv_lengths = lengths_of(reader, "klen", s.batch * s.kv_beams(), s.kv_time);
  const std::string window = reader.choice("window", {"all", "causal", "band", "first", "past"}, "all");
  for (int64_t t = 0; t < s.q_time; ++t) {
    s.low.push_back(window == "band" ? std::max<int64_t>(0, t - 1) : window == "past" ? -3 : 0);
    s.high.push_back(window == "causal"  ? t + 1
                     : window == "band"  ? std::min(s.kv_time, t + 2)
                     : window == "first" ? 1
                     : window == "past"  ? s.kv_time + 5
                                         : s.kv_time);
  }
  const std::string axes = reader.choice(
      "axes", {"nbtv", "tnbv", "ntbv", "bntv", "btnv", "tbnv", "vnbt", "nvbt", "nbvt", "tvnb", "bvtn", "vtbn"}, "nbtv");
  for (char letter : axes) keys.axes.push_back(static_cast<cudnnSeqDataAxis_t>(std::string(kAxisLetters).find(letter)));
  keys.residual = reader.flag("residual");
  keys.set = reader.flag("set");
  keys.fill = reader.real("fill", 0);
  keys.p = static_cast<float>(reader.real("p", 0));
  keys.post_p = static_cast<float>(reader.real("postp", 0));
  keys.seed = static_cast<uint64_t>(reader.integer("seed", 42));
  keys.room = reader.integer("room", 0);
  return keys;
}

class Attention {
 public:
  Attention(const Session& session, Report& report, const Keys& keys, Random& random)
      : session_(session), report_(report), keys_(keys), shape_(keys.shape), random_(random) {}
  ~Attention() {
    for (auto d : of_)
      if (d) cudnnDestroySeqDataDescriptor(d);
    if (attention_) cudnnDestroyAttnDescriptor(attention_);
    for (auto d : dropout_)
      if (d) cudnnDestroyDropoutDescriptor(d);
  }
  Attention(const Attention&) = delete;

  void run(bool training, bool backward);

 private:
  void require(cudnnStatus_t status, const char* function) { report_.require(session_, status, function); }
  void describe();
  void describe_dropout(int i, float p);
  void describe_sequences(int i, int64_t beams, int64_t time, int64_t width, const std::vector<int64_t>& lengths);
  void place_weights();
  void make_tensors();
  void build_reference(bool training);
  void forward(bool training);
  void backward_data();
  void backward_weights(bool set);
  Shape sequences(int64_t beams, int64_t time, int64_t width) const;
  Shape q_shape() const { return sequences(shape_.beams, shape_.q_time, shape_.q); }
  Shape k_shape() const { return sequences(shape_.kv_beams(), shape_.kv_time, shape_.k); }
  Shape v_shape() const { return sequences(shape_.kv_beams(), shape_.kv_time, shape_.v); }
  Shape out_shape() const { return sequences(shape_.beams, shape_.q_time, shape_.width()); }
  std::unique_ptr<Tensor> draw_sequences(const char* name, const Shape& shape, const std::vector<int64_t>& lengths);
  Expected padded(Tracked result, const std::vector<int64_t>& lengths, double fill, const Tensor& output) const;
  const int* lengths(int i) const { return static_cast<const int*>(lengths_[i].data()); }
  // A kind of weights as the library is to be told, and where the tests compare: the weight buffer.
  size_t weight_bytes() const { return weight_bytes_; }
  void* weights() { return weights_ ? weights_->data() : nullptr; }

  const Session& session_;
  Report& report_;
  const Keys& keys_;
  const AttentionShape& shape_;
  Random& random_;
  cudnnAttnDescriptor_t attention_ = nullptr;
  cudnnSeqDataDescriptor_t of_[4] = {};  // queries, keys, values, outputs
  cudnnDropoutDescriptor_t dropout_[2] = {};
  DeviceBuffer states_[2], lengths_[2];
  std::vector<uint8_t> states_image_[2];
  size_t weight_bytes_ = 0, inference_bytes_ = 0, training_bytes_ = 0, reserve_bytes_ = 0;
  AttentionPlaces places_;
  std::unique_ptr<Tensor> q_, k_, v_, residual_, weights_, dout_;
  DeviceBuffer reserve_, workspace_;
  std::vector<int> low_, high_;
  std::vector<uint8_t> out_of_inference_;

  std::optional<Tape> tape_;
  AttentionInputs in_;
  std::vector<Var> out_;
};

void Attention::describe_dropout(int i, float p) {
  require(cudnnCreateDropoutDescriptor(&dropout_[i]), "cudnnCreateDropoutDescriptor");
  size_t bytes = 0;
  if (p > 0) require(cudnnDropoutGetStatesSize(session_.handle, &bytes), "cudnnDropoutGetStatesSize");
  states_[i] = DeviceBuffer(bytes);
  require(cudnnSetDropoutDescriptor(dropout_[i], session_.handle, p, bytes ? states_[i].data() : nullptr, bytes,
                                    keys_.seed + static_cast<uint64_t>(i)),
          "cudnnSetDropoutDescriptor");
  check_cuda(cudaDeviceSynchronize(), "cudnnSetDropoutDescriptor, then cudaDeviceSynchronize");
  states_image_[i] = states_[i].download();
}

Shape Attention::sequences(int64_t beams, int64_t time, int64_t width) const {
  const int64_t sizes[] = {time, shape_.batch, beams, width};  // by cudnnSeqDataAxis_t
  int64_t strides[4], stride = 1;
  for (size_t i = 4; i-- > 0;) {
    strides[keys_.axes[i]] = stride;
    stride *= sizes[keys_.axes[i]];
  }
  return {keys_.type,
          {shape_.batch, beams, time, width},
          {strides[CUDNN_SEQDATA_BATCH_DIM], strides[CUDNN_SEQDATA_BEAM_DIM], strides[CUDNN_SEQDATA_TIME_DIM],
           strides[CUDNN_SEQDATA_VECT_DIM]}};
}

void Attention::describe_sequences(int i, int64_t beams, int64_t time, int64_t width,
                                   const std::vector<int64_t>& lengths) {
  const int dims[] = {static_cast<int>(time), static_cast<int>(shape_.batch), static_cast<int>(beams),
                      static_cast<int>(width)};
  uint8_t fill[8];
  encode(keys_.type, keys_.fill, fill);
  const std::vector<int> host = ints(lengths);
  require(cudnnCreateSeqDataDescriptor(&of_[i]), "cudnnCreateSeqDataDescriptor");
  require(cudnnSetSeqDataDescriptor(of_[i], cudnn_type(keys_.type), CUDNN_SEQDATA_DIM_COUNT, dims, keys_.axes.data(),
                                    host.size(), host.data(), keys_.fill == 0 ? nullptr : fill),
          "cudnnSetSeqDataDescriptor");
}

void Attention::describe() {
  const AttentionShape& s = shape_;
  if (keys_.p > 0) describe_dropout(0, keys_.p);
  if (keys_.post_p > 0) describe_dropout(1, keys_.post_p);
  require(cudnnCreateAttnDescriptor(&attention_), "cudnnCreateAttnDescriptor");
  const unsigned mode =
      static_cast<unsigned>(s.one_to_one ? CUDNN_ATTN_QUERYMAP_ONE_TO_ONE : CUDNN_ATTN_QUERYMAP_ALL_TO_ONE) |
      static_cast<unsigned>(s.bias ? CUDNN_ATTN_ENABLE_PROJ_BIASES : CUDNN_ATTN_DISABLE_PROJ_BIASES);
  auto number = [&](int64_t v) { return static_cast<int>(v); };
  require(cudnnSetAttnDescriptor(attention_, mode, number(s.heads), s.scale, cudnn_type(keys_.type),
                                 cudnn_type(keys_.compute), CUDNN_DEFAULT_MATH, dropout_[0], dropout_[1], number(s.q),
                                 number(s.k), number(s.v), number(s.q_proj), number(s.k_proj), number(s.v_proj),
                                 number(s.out), number(s.q_time + keys_.room), number(s.kv_time + keys_.room),
                                 number(s.batch + keys_.room), number(s.beams + keys_.room)),
          "cudnnSetAttnDescriptor");
  describe_sequences(0, s.beams, s.q_time, s.q, s.q_lengths);
  describe_sequences(1, s.kv_beams(), s.kv_time, s.k, s.kv_lengths);
  describe_sequences(2, s.kv_beams(), s.kv_time, s.v, s.kv_lengths);
  describe_sequences(3, s.beams, s.q_time, s.width(), s.q_lengths);
  for (int i = 0; i < 2; ++i) {
    const std::vector<int> host = ints(i == 0 ? s.q_lengths : s.kv_lengths);
    lengths_[i] = DeviceBuffer(host.size() * 4);
    check_cuda(cudaMemcpy(lengths_[i].data(), host.data(), host.size() * 4, cudaMemcpyHostToDevice), "cudaMemcpy");
  }
  low_ = ints(s.low), high_ = ints(s.high);
  size_t again = 0;
  require(cudnnGetMultiHeadAttnBuffers(session_.handle, attention_, &again, &inference_bytes_, nullptr),
          "cudnnGetMultiHeadAttnBuffers");
  require(cudnnGetMultiHeadAttnBuffers(session_.handle, attention_, &weight_bytes_, &training_bytes_, &reserve_bytes_),
          "cudnnGetMultiHeadAttnBuffers");
  report_.check(again == weight_bytes_, "inference and training have different weights");
}

// Asks for every kind of weights, and sees that together they are the weight buffer, each element once.
void Attention::place_weights() {
  const size_t size = size_of(keys_.type), count = weight_bytes_ / size;
  std::vector<int> uses(count);
  if (count) {
    std::vector<int64_t> dims{static_cast<int64_t>(count)};
    weights_ = std::make_unique<Tensor>("weights", Shape{keys_.type, dims, {1}});
  }
  cudnnTensorDescriptor_t descriptor = nullptr;
  require(cudnnCreateTensorDescriptor(&descriptor), "cudnnCreateTensorDescriptor");
  std::unique_ptr<cudnnTensorStruct, cudnnStatus_t (*)(cudnnTensorDescriptor_t)> owner(descriptor,
                                                                                       cudnnDestroyTensorDescriptor);
  for (int kind = 0; kind < CUDNN_ATTN_WKIND_COUNT; ++kind) {
    const std::string name = "kind " + std::to_string(kind) + " of the weights";
    const std::vector<int64_t> want = shape_.dims(kind);
    void* address = nullptr;
    require(cudnnGetMultiHeadAttnWeights(session_.handle, attention_, static_cast<cudnnMultiHeadAttnWeightKind_t>(kind),
                                         weight_bytes_, weights(), descriptor, &address),
            "cudnnGetMultiHeadAttnWeights");
    report_.check((address != nullptr) == !want.empty(), name + (address ? " has an address" : " has no address"));
    if (!address || want.empty()) continue;
    int rank = 0, dims[8] = {}, strides[8] = {};
    cudnnDataType_t type;
    require(cudnnGetTensorNdDescriptor(descriptor, 3, &type, &rank, dims, strides), "cudnnGetTensorNdDescriptor");
    report_.check(rank == 3 && std::equal(want.begin(), want.end(), dims) && type == cudnn_type(keys_.type),
                  name + " is " + text_of({dims, dims + 3}) + ", not " + text_of(want));
    AttentionPlaces::Part& part = places_.of[kind];
    part.offset = (static_cast<char*>(address) - static_cast<char*>(weights())) / static_cast<int64_t>(size);
    std::copy_n(strides, 3, part.strides);
    for (int64_t h = 0; h < want[0]; ++h)
      for (int64_t o = 0; o < want[1]; ++o)
        for (int64_t i = 0; i < want[2]; ++i) {
          const int64_t at = part.at(h, o, i);
          if (at < 0 || at >= static_cast<int64_t>(count)) {
            report_.fail(name + " lies outside of the weight buffer");
            throw Stop{};
          }
          ++uses[static_cast<size_t>(at)];
        }
  }
  report_.check(std::count(uses.begin(), uses.end(), 1) == static_cast<int64_t>(count),
                "the weights overlap or leave gaps in their buffer");
  if (!report_.failures.empty()) throw Stop{};
}

// Padding is NaN: it must not be read.
std::unique_ptr<Tensor> Attention::draw_sequences(const char* name, const Shape& shape,
                                                  const std::vector<int64_t>& lengths) {
  auto tensor = std::make_unique<Tensor>(name, shape, keys_.shift);
  std::vector<double> values = draw(session_, random_, tensor->offsets.size(), 2);
  const int64_t time = shape.dims[2], width = shape.dims[3];
  for (size_t i = 0; i < values.size(); ++i) {
    const int64_t row = static_cast<int64_t>(i) / width;
    if (row % time >= lengths[static_cast<size_t>(row / time)]) values[i] = std::nan("");
  }
  tensor->set(values);
  return tensor;
}

void Attention::make_tensors() {
  q_ = draw_sequences("queries", q_shape(), shape_.q_lengths);
  k_ = draw_sequences("keys", k_shape(), shape_.kv_lengths);
  v_ = draw_sequences("values", v_shape(), shape_.kv_lengths);
  dout_ = draw_sequences("dout", out_shape(), shape_.q_lengths);
  if (keys_.residual) residual_ = draw_sequences("residuals", out_shape(), shape_.q_lengths);
  if (weights_) weights_->set(draw(session_, random_, weights_->offsets.size(), 2));
}

// The forward formula on a tape.
void Attention::build_reference(bool training) {
  const double fine = accumulation_unit(keys_.type);
  double unit = keys_.type == DType::kF64 ? 2 * fine : fine;  // the reference itself is in double
  // NVIDIA's library may compute f32 products in TF32, and keeps what lies between the products in the data type.
  if (!session_.girih() && keys_.type != DType::kF64) unit = std::max(0x1p-11, unit_roundoff(keys_.type));
  const bool exact = session_.exact() && shape_.scale == std::nearbyint(shape_.scale) &&
                     (keys_.p == 0 || keys_.p == 0.5f) && (keys_.post_p == 0 || keys_.post_p == 0.5f);
  tape_.emplace(keys_.type, exact ? 0 : unit);
  in_ = {};
  auto add = [&](const Tensor* tensor, std::vector<Var>& to) {
    if (tensor)
      for (double value : tensor->values) to.push_back(tape_->input(std::isnan(value) ? 0 : value));
  };
  add(weights_.get(), in_.weights);
  add(q_.get(), in_.q);
  add(k_.get(), in_.k);
  add(v_.get(), in_.v);
  add(residual_.get(), in_.residual);
  if (training && keys_.p > 0) {
    std::vector<uint8_t> states = states_image_[0];
    const int64_t count = shape_.batch * shape_.beams * shape_.heads * shape_.q_time * shape_.kv_time;
    in_.kept = dropout_mask(states, static_cast<size_t>(count), keys_.p);
    in_.dropout_scale = 1 / (1 - static_cast<double>(keys_.p));
  }
  if (training && keys_.post_p > 0) {
    std::vector<uint8_t> states = states_image_[1];
    in_.post_kept = dropout_mask(states, dout_->offsets.size(), keys_.post_p);
    in_.post_dropout_scale = 1 / (1 - static_cast<double>(keys_.post_p));
  }
  out_ = attention_forward(*tape_, shape_, places_, in_);
  if (exact && tape_->largest() > 0x1p22)  // quarters and the like are exact, too
    throw problem::Error("sums of " + std::to_string(tape_->largest()) + " are not exact; take smaller sizes");
}

// Rows behind the length hold `fill`.
Expected Attention::padded(Tracked result, const std::vector<int64_t>& lengths, double fill,
                           const Tensor& output) const {
  const int64_t time = output.shape.dims[2], width = output.shape.dims[3];
  for (size_t i = 0; i < result.value.size(); ++i) {
    const int64_t row = static_cast<int64_t>(i) / width;
    if (row % time < lengths[static_cast<size_t>(row / time)]) continue;
    result.value[i] = rounded(keys_.type, fill);
    result.error[i] = 0;
  }
  return tracked(result, output);
}

void Attention::forward(bool training) {
  build_reference(training);
  Tensor out("out", out_shape(), keys_.shift);
  out.poison();
  DeviceBuffer workspace(training ? training_bytes_ : inference_bytes_);
  if (training) reserve_ = DeviceBuffer(reserve_bytes_);
  Call call{"cudnnMultiHeadAttnForward", {q_.get(), k_.get(), v_.get()}, {&out}, {&workspace}};
  if (weights_) call.inputs.push_back(weights_.get());
  if (residual_) call.inputs.push_back(residual_.get());
  if (training) call.scratch.push_back(&reserve_);
  call.run = [&] {
    for (int i = 0; i < 2; ++i)
      if (states_[i].size()) states_[i].upload(states_image_[i]);
    return cudnnMultiHeadAttnForward(session_.handle, attention_, static_cast<int>(shape_.step), low_.data(),
                                     high_.data(), lengths(0), lengths(1), of_[0], q_->data(),
                                     residual_ ? residual_->data() : nullptr, of_[1], k_->data(), of_[2], v_->data(),
                                     of_[3], out.data(), weight_bytes_, weights(), workspace.size(), workspace.data(),
                                     training ? reserve_.size() : 0, training ? reserve_.data() : nullptr);
  };
  const std::string context = training ? "training " : "inference ";
  if (!execute(session_, report_, call, context)) throw Stop{};
  Expected expected = padded(values_of(*tape_, out_), shape_.q_lengths, keys_.fill, out);
  if (shape_.step >= 0) {  // other steps stay as they were
    const std::vector<double> old = out.decoded(out.image);
    for (size_t i = 0; i < old.size(); ++i)
      if (static_cast<int64_t>(i) / shape_.width() % shape_.q_time != shape_.step) {
        expected.value[i] = old[i];
        if (!expected.bound.empty()) expected.bound[i] = 0;
      }
  }
  compare(report_, out, expected, context);
  if (!training)
    out_of_inference_ = out.result;
  else if (keys_.p == 0 && keys_.post_p == 0 && session_.girih() && shape_.step < 0)
    report_.check(out.result == out_of_inference_, "out of training is not that of inference");
}

void Attention::backward_data() {
  std::vector<std::pair<Var, double>> seeds;
  for (size_t i = 0; i < out_.size(); ++i)
    if (out_[i].given()) seeds.emplace_back(out_[i], dout_->values[i]);
  tape_->backward(seeds);

  Tensor dq("dqueries", q_shape(), keys_.shift), dk("dkeys", k_shape(), keys_.shift),
      dv("dvalues", v_shape(), keys_.shift);
  for (Tensor* t : {&dq, &dk, &dv}) t->poison();
  DeviceBuffer workspace(training_bytes_);
  const std::vector<uint8_t> kept = reserve_.download();
  Call call{
      "cudnnMultiHeadAttnBackwardData", {q_.get(), k_.get(), v_.get(), dout_.get()}, {&dq, &dk, &dv}, {&workspace}};
  if (weights_) call.inputs.push_back(weights_.get());
  call.run = [&] {
    reserve_.upload(kept);
    return cudnnMultiHeadAttnBackwardData(
        session_.handle, attention_, low_.data(), high_.data(), lengths(0), lengths(1), of_[3], dout_->data(), of_[0],
        dq.data(), q_->data(), of_[1], dk.data(), k_->data(), of_[2], dv.data(), v_->data(), weight_bytes_, weights(),
        workspace.size(), workspace.data(), reserve_.size(), reserve_.data());
  };
  if (!execute(session_, report_, call, "data ")) throw Stop{};
  const std::string damage = reserve_.damage();
  report_.check(damage.empty(), "data reserve: wrote " + damage);
  compare(report_, dq, padded(gradients_of(*tape_, in_.q), shape_.q_lengths, 0, dq), "data ");
  compare(report_, dk, padded(gradients_of(*tape_, in_.k), shape_.kv_lengths, 0, dk), "data ");
  compare(report_, dv, padded(gradients_of(*tape_, in_.v), shape_.kv_lengths, 0, dv), "data ");
}

void Attention::backward_weights(bool set) {
  if (!weights_) return;
  Tensor dw("dweights", weights_->shape);
  if (set)
    dw.poison();
  else
    dw.set(draw(session_, random_, dw.offsets.size()));
  DeviceBuffer workspace(training_bytes_);
  const std::vector<uint8_t> kept = reserve_.download();
  Call call{"cudnnMultiHeadAttnBackwardWeights",
            {q_.get(), k_.get(), v_.get(), dout_.get(), weights_.get()},
            {&dw},
            {&workspace}};
  call.run = [&] {
    reserve_.upload(kept);
    return cudnnMultiHeadAttnBackwardWeights(
        session_.handle, attention_, set ? CUDNN_WGRAD_MODE_SET : CUDNN_WGRAD_MODE_ADD, of_[0], q_->data(), of_[1],
        k_->data(), of_[2], v_->data(), of_[3], dout_->data(), weight_bytes_, weights(), dw.data(), workspace.size(),
        workspace.data(), reserve_.size(), reserve_.data());
  };
  const std::string context = set ? "weights set " : "weights add ";
  if (!execute(session_, report_, call, context)) throw Stop{};
  compare(report_, dw, tracked(gradients_of(*tape_, in_.weights), dw, 1, set ? 0 : 1), context);
}

void Attention::run(bool training, bool backward) {
  describe();
  place_weights();
  make_tensors();
  forward(false);
  if (!training) return;
  forward(true);
  if (!backward) return;
  backward_data();
  backward_weights(keys_.set);
  backward_weights(!keys_.set);
}

}  // namespace

void run_attention(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  const std::string pass = reader.word("pass", {"infer", "train", "bwd"});
  const Keys keys = read_keys(reader);
  reader.finish();
  if (keys.shape.step >= 0 && pass != "infer") throw problem::Error("step= is for inference");
  Random random = random_for(session, problem);
  Attention(session, report, keys, random).run(pass != "infer", pass == "bwd");
}

}  // namespace girih::conformance
