#include "conformance/rnn_calls.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "conformance/reference.h"

namespace girih::conformance {
namespace {

// Descriptors of the network and of its vectors, destroyed together.
struct Descriptors {
  cudnnDropoutDescriptor_t dropout = nullptr;
  cudnnRNNDescriptor_t rnn = nullptr;
  cudnnRNNDataDescriptor_t x = nullptr, y = nullptr;
  ~Descriptors() {
    if (x) cudnnDestroyRNNDataDescriptor(x);
    if (y) cudnnDestroyRNNDataDescriptor(y);
    if (rnn) cudnnDestroyRNNDescriptor(rnn);
    if (dropout) cudnnDestroyDropoutDescriptor(dropout);
  }
};

cudnnRNNDataLayout_t layout_of(const std::string& name) {
  return name == "packed"      ? CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED
         : name == "seq_major" ? CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED
                               : CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED;
}

class Network {
 public:
  Network(const Session& session, Report& report, const RnnKeys& keys, const RnnData& data, const std::string& context)
      : session_(session), report_(report), keys_(keys), shape_(keys.shape), data_(data), context_(context) {}

  bool run(unsigned passes, RnnResults& results, Random* old);

 private:
  void require(cudnnStatus_t status, const char* function) { report_.require(session_, status, context_ + function); }
  void describe();
  void describe_data(cudnnRNNDataDescriptor_t* to, int64_t width);
  void place_weights();
  void make_tensors();
  void check_exact() const;
  void build_reference(const std::vector<uint8_t>* states);
  bool forward(bool training, RnnResults& results);
  bool backward_data(RnnResults& results);
  bool backward_weights(RnnResults& results, Random* old);
  void give_states() { states_.upload(states_image_); }
  bool drops() const { return keys_.p > 0 && shape_.layers > 1; }
  bool lstm() const { return shape_.cell == Cell::kLstm; }
  cudnnTensorDescriptor_t h_descriptor() { return hx_->descriptor(); }
  cudnnTensorDescriptor_t c_descriptor() { return lstm() ? cx_->descriptor() : nullptr; }
  const int32_t* device_lengths() const {
    return keys_.device_lengths ? static_cast<const int32_t*>(lengths_.data()) : nullptr;
  }

  // Vectors of the batch in memory. Slots without a step do not exist (packed) or are padding.
  Shape vectors(int64_t width) const;
  std::vector<double> arranged(const std::vector<double>& logical, int64_t width, double padding) const;
  std::vector<double> logical(const std::vector<double>& arranged, int64_t width) const;
  Tracked arranged(const Tracked& logical, int64_t width, double padding) const;
  std::unique_ptr<Tensor> state(const char* name, int64_t width) const {
    std::vector<int64_t> dims{shape_.pseudo_layers(), shape_.batch(), width};
    return std::make_unique<Tensor>(name, Shape{keys_.type, dims, strides_of("nchw", dims)});
  }
  std::vector<double> allowed(const Tracked& result) const {
    std::vector<double> error = result.error;
    for (size_t i = 0; i < error.size(); ++i)
      error[i] += 2 * unit_roundoff(keys_.type) * std::fabs(result.value[i]) + underflow(keys_.type);
    return error;
  }
  Expected expected_rows(const Tracked& result, int64_t width, const Tensor& output) const {
    return tracked(arranged(result, width, rounded(keys_.type, keys_.fill)), output);
  }

  const Session& session_;
  Report& report_;
  const RnnKeys& keys_;
  const RnnShape& shape_;
  const RnnData& data_;
  std::string context_;
  Descriptors d_;
  DeviceBuffer states_, lengths_, workspace_, reserve_;
  std::vector<uint8_t> states_image_;
  size_t inference_bytes_ = 0;
  RnnPlaces places_;
  size_t weight_count_ = 0;
  std::vector<int64_t> rows_;
  std::unique_ptr<Tensor> x_, y_, hx_, cx_, weights_;

  std::optional<Tape> tape_;
  RnnInputs in_;
  RnnOutputs out_;
};

void Network::describe() {
  cudnnRNNMode_t modes[] = {CUDNN_RNN_RELU, CUDNN_RNN_TANH, CUDNN_LSTM, CUDNN_GRU};
  if (keys_.dropout) {
    require(cudnnCreateDropoutDescriptor(&d_.dropout), "cudnnCreateDropoutDescriptor");
    size_t bytes = 0;
    if (keys_.p > 0) require(cudnnDropoutGetStatesSize(session_.handle, &bytes), "cudnnDropoutGetStatesSize");
    states_ = DeviceBuffer(bytes);
    require(cudnnSetDropoutDescriptor(d_.dropout, session_.handle, keys_.p, bytes ? states_.data() : nullptr, bytes,
                                      keys_.seed),
            "cudnnSetDropoutDescriptor");
    check_cuda(cudaDeviceSynchronize(), "cudnnSetDropoutDescriptor, then cudaDeviceSynchronize");
    states_image_ = states_.download();
  }
  require(cudnnCreateRNNDescriptor(&d_.rnn), "cudnnCreateRNNDescriptor");
  require(cudnnSetRNNDescriptor_v8(d_.rnn, keys_.algo, modes[static_cast<int>(shape_.cell)], keys_.bias,
                                   shape_.directions == 2 ? CUDNN_BIDIRECTIONAL : CUDNN_UNIDIRECTIONAL,
                                   shape_.skip_input ? CUDNN_SKIP_INPUT : CUDNN_LINEAR_INPUT, cudnn_type(keys_.type),
                                   cudnn_type(keys_.compute), keys_.math, static_cast<int32_t>(shape_.input),
                                   static_cast<int32_t>(shape_.hidden), static_cast<int32_t>(shape_.output),
                                   static_cast<int32_t>(shape_.layers), d_.dropout,
                                   keys_.padded_io ? CUDNN_RNN_PADDED_IO_ENABLED : 0),
          "cudnnSetRNNDescriptor_v8");
  if (shape_.clip && keys_.clip_api == 8)
    require(cudnnRNNSetClip_v8(d_.rnn, CUDNN_RNN_CLIP_MINMAX, CUDNN_PROPAGATE_NAN, shape_.clip_low, shape_.clip_high),
            "cudnnRNNSetClip_v8");
  if (shape_.clip && keys_.clip_api == 9)
    require(cudnnRNNSetClip_v9(d_.rnn, CUDNN_RNN_CLIP_MINMAX, shape_.clip_low, shape_.clip_high), "cudnnRNNSetClip_v9");
  if (keys_.algo == CUDNN_RNN_ALGO_PERSIST_DYNAMIC)
    require(cudnnBuildRNNDynamic(session_.handle, d_.rnn, static_cast<int>(shape_.batch())), "cudnnBuildRNNDynamic");
  describe_data(&d_.x, shape_.input);
  describe_data(&d_.y, shape_.width());
  std::vector<int> lengths = ints(shape_.lengths);
  lengths_ = DeviceBuffer(lengths.size() * 4);
  check_cuda(cudaMemcpy(lengths_.data(), lengths.data(), lengths.size() * 4, cudaMemcpyHostToDevice), "cudaMemcpy");
}

void Network::describe_data(cudnnRNNDataDescriptor_t* to, int64_t width) {
  uint8_t fill[8];
  encode(keys_.type, keys_.fill, fill);
  std::vector<int> lengths = ints(shape_.lengths);
  require(cudnnCreateRNNDataDescriptor(to), "cudnnCreateRNNDataDescriptor");
  require(cudnnSetRNNDataDescriptor(*to, cudnn_type(keys_.type), layout_of(keys_.layout),
                                    static_cast<int>(shape_.steps), static_cast<int>(shape_.batch()),
                                    static_cast<int>(width), lengths.data(), keys_.fill == 0 ? nullptr : fill),
          "cudnnSetRNNDataDescriptor");
}

// Asks for every parameter, and sees that together they are the weight space, each element once.
void Network::place_weights() {
  size_t bytes = 0, size = size_of(keys_.type);
  require(cudnnGetRNNWeightSpaceSize(session_.handle, d_.rnn, &bytes), "cudnnGetRNNWeightSpaceSize");
  weight_count_ = bytes / size;
  std::vector<int64_t> dims{static_cast<int64_t>(weight_count_)};
  weights_ = std::make_unique<Tensor>("weights", Shape{keys_.type, dims, {1}});
  std::vector<int> uses(weight_count_);
  struct Pair {
    cudnnTensorDescriptor_t matrix = nullptr, bias = nullptr;
    ~Pair() {
      if (matrix) cudnnDestroyTensorDescriptor(matrix);
      if (bias) cudnnDestroyTensorDescriptor(bias);
    }
  } made;
  require(cudnnCreateTensorDescriptor(&made.matrix), "cudnnCreateTensorDescriptor");
  require(cudnnCreateTensorDescriptor(&made.bias), "cudnnCreateTensorDescriptor");
  auto place = [&](cudnnTensorDescriptor_t descriptor, void* address, bool wanted, std::vector<int64_t> want,
                   const std::string& what) -> int64_t {
    int rank = 0, got[8] = {}, strides[8];
    cudnnDataType_t type;
    if (!address) {
      report_.check(!wanted, context_ + what + " has no address");
      cudnnGetTensorNdDescriptor(descriptor, 8, &type, &rank, got, strides);
      report_.check(rank == 0, context_ + what + " is absent, but has " + std::to_string(rank) + " dimensions");
      return -1;
    }
    require(cudnnGetTensorNdDescriptor(descriptor, 3, &type, &rank, got, strides), "cudnnGetTensorNdDescriptor");
    report_.check(wanted && rank == 3 && std::equal(want.begin(), want.end(), got) && type == cudnn_type(keys_.type),
                  context_ + what + " is " + text_of({got, got + 3}) + ", not " + text_of(want));
    int64_t at = (static_cast<char*>(address) - static_cast<char*>(weights_->data())) / static_cast<int64_t>(size);
    int64_t count = want[1] * want[2];
    if (at < 0 || at + count > static_cast<int64_t>(weight_count_)) {
      report_.fail(context_ + what + " lies outside of the weight space");
      throw Stop{};
    }
    for (int64_t i = at; i < at + count; ++i) ++uses[i];
    return wanted ? at : -1;
  };
  for (int64_t pseudo = 0; pseudo < shape_.pseudo_layers(); ++pseudo) {
    places_.matrix.emplace_back();
    places_.bias.emplace_back();
    for (int64_t id = 0; id < shape_.ids(); ++id) {
      void *matrix = nullptr, *bias = nullptr;
      require(cudnnGetRNNWeightParams(session_.handle, d_.rnn, static_cast<int32_t>(pseudo), bytes, weights_->data(),
                                      static_cast<int32_t>(id), made.matrix, &matrix, made.bias, &bias),
              "cudnnGetRNNWeightParams");
      std::string name = "pseudo layer " + std::to_string(pseudo) + " id " + std::to_string(id);
      places_.matrix.back().push_back(place(made.matrix, matrix, shape_.has_matrix(pseudo, id),
                                            {1, shape_.rows(id), shape_.columns(pseudo, id)}, "the matrix of " + name));
      places_.bias.back().push_back(
          place(made.bias, bias, shape_.has_bias(id), {1, shape_.rows(id), 1}, "the bias of " + name));
    }
  }
  report_.check(std::count(uses.begin(), uses.end(), 1) == static_cast<int64_t>(weight_count_),
                context_ + "the parameters overlap or leave gaps in the weight space");
  if (!report_.failures.empty()) throw Stop{};
}

Shape Network::vectors(int64_t width) const {
  const int64_t N = shape_.batch(), T = shape_.steps;
  if (keys_.layout == "packed") {
    std::vector<int64_t> dims{*std::max_element(rows_.begin(), rows_.end()) + 1, width};
    return {keys_.type, dims, strides_of("nchw", dims)};
  }
  if (keys_.layout == "seq_major") return {keys_.type, {T, N, width}, {N * width, width, 1}};
  return {keys_.type, {T, N, width}, {width, T * width, 1}};
}

std::vector<double> Network::arranged(const std::vector<double>& logical, int64_t width, double padding) const {
  std::vector<double> to;
  for (size_t slot = 0; slot < rows_.size(); ++slot)
    for (int64_t i = 0; i < width; ++i) {
      if (rows_[slot] >= 0)
        to.push_back(logical[slot * width + i]);
      else if (keys_.layout != "packed")
        to.push_back(padding);
    }
  return to;
}

Tracked Network::arranged(const Tracked& from, int64_t width, double padding) const {
  return {arranged(from.value, width, padding), arranged(from.error, width, 0)};
}

std::vector<double> Network::logical(const std::vector<double>& from, int64_t width) const {
  std::vector<double> to(rows_.size() * width);
  size_t at = 0;
  for (size_t slot = 0; slot < rows_.size(); ++slot)
    for (int64_t i = 0; i < width; ++i) {
      if (rows_[slot] >= 0)
        to[slot * width + i] = from[at++];
      else if (keys_.layout != "packed")
        ++at;
    }
  return to;
}

void Network::make_tensors() {
  rows_ = rnn_rows(shape_);
  x_ = std::make_unique<Tensor>("x", vectors(shape_.input), keys_.shift);
  x_->set(arranged(data_.x, shape_.input, NAN));  // padding must not be read
  y_ = std::make_unique<Tensor>("y", vectors(shape_.width()), keys_.shift);
  hx_ = state("hx", shape_.output);
  hx_->set(keys_.hx ? data_.hx : std::vector<double>(hx_->offsets.size()));
  if (lstm()) {
    cx_ = state("cx", shape_.hidden);
    cx_->set(keys_.cx ? data_.cx : std::vector<double>(cx_->offsets.size()));
  }
  std::vector<double> flat(weight_count_);
  for (size_t pseudo = 0; pseudo < places_.matrix.size(); ++pseudo)
    for (size_t id = 0; id < places_.matrix[pseudo].size(); ++id) {
      const auto &matrix = data_.matrix[pseudo][id], &bias = data_.bias[pseudo][id];
      std::copy(matrix.begin(), matrix.end(), flat.begin() + std::max<int64_t>(0, places_.matrix[pseudo][id]));
      std::copy(bias.begin(), bias.end(), flat.begin() + std::max<int64_t>(0, places_.bias[pseudo][id]));
    }
  weights_->set(flat);
  size_t training = 0, reserve = 0, none = 0;
  require(cudnnGetRNNTempSpaceSizes(session_.handle, d_.rnn, CUDNN_FWD_MODE_TRAINING, d_.x, &training, &reserve),
          "cudnnGetRNNTempSpaceSizes");
  require(cudnnGetRNNTempSpaceSizes(session_.handle, d_.rnn, CUDNN_FWD_MODE_INFERENCE, d_.x, &inference_bytes_, &none),
          "cudnnGetRNNTempSpaceSizes");
  report_.check(none == 0, context_ + "inference wants a reserve of " + std::to_string(none) + " bytes");
  workspace_ = DeviceBuffer(training);
  reserve_ = DeviceBuffer(reserve);
}

// The forward formula on a tape. `states`: of the dropout generators, for training.
void Network::build_reference(const std::vector<uint8_t>* states) {
  // NVIDIA's library may compute f32 products in TF32 unless FMA is asked for, and keeps states in the data type.
  const double fine = accumulation_unit(keys_.type), coarse = 0x1p-11;
  double unit = keys_.type == DType::kF64 ? 2 * fine : fine;  // the reference itself is in double
  if (!session_.girih() && keys_.type != DType::kF64 && keys_.math != CUDNN_FMA_MATH) unit = coarse;
  if (!session_.girih() && keys_.compute == DType::kF16) unit = coarse;
  const bool exact = data_.exact;
  tape_.emplace(keys_.type, exact ? 0 : unit);
  in_ = {};
  in_.state_unit = exact ? 0 : session_.girih() ? fine : unit_roundoff(keys_.type);
  for (double value : weights_->values) in_.weights.push_back(tape_->input(value));
  for (double value : logical(x_->values, shape_.input)) in_.x.push_back(tape_->input(value));
  for (double value : hx_->values) in_.hx.push_back(tape_->input(value));
  if (lstm())
    for (double value : cx_->values) in_.cx.push_back(tape_->input(value));
  if (states && drops()) {
    std::vector<uint8_t> advancing = *states;
    const auto count = static_cast<size_t>((*std::max_element(rows_.begin(), rows_.end()) + 1) * shape_.width());
    for (int64_t layer = 1; layer < shape_.layers; ++layer) {
      in_.kept.emplace_back();
      for (int64_t d = 0; d < shape_.directions; ++d)
        in_.kept.back().push_back(dropout_mask(advancing, count, keys_.p));
    }
    in_.dropout_scale = 1 / (1 - static_cast<double>(keys_.p));
  }
  out_ = rnn_forward(*tape_, shape_, places_, in_);
  check_exact();
}

// Whole numbers are exact in f32 up to 2^24.
void Network::check_exact() const {
  if (data_.exact && tape_->largest() > 0x1p24)
    throw problem::Error("sums of " + std::to_string(tape_->largest()) + " are not exact; take fewer steps or layers");
}

bool Network::forward(bool training, RnnResults& results) {
  build_reference(training ? &states_image_ : nullptr);
  auto hy = state("hy", shape_.output), cy = state("cy", shape_.hidden);
  y_->poison();
  hy->poison();
  cy->poison();
  Call call{"cudnnRNNForward", {x_.get(), weights_.get()}, {y_.get()}, {}};
  DeviceBuffer exactly(training ? 0 : inference_bytes_);
  DeviceBuffer& workspace = training ? workspace_ : exactly;
  call.scratch = {&workspace};
  if (training) call.scratch.push_back(&reserve_);
  if (keys_.hx) call.inputs.push_back(hx_.get());
  if (keys_.cx && lstm()) call.inputs.push_back(cx_.get());
  if (keys_.hy) call.outputs.push_back(hy.get());
  if (keys_.hy && lstm()) call.outputs.push_back(cy.get());
  call.runs = keys_.repeats;
  call.run = [&] {
    if (drops()) give_states();
    return cudnnRNNForward(session_.handle, d_.rnn, training ? CUDNN_FWD_MODE_TRAINING : CUDNN_FWD_MODE_INFERENCE,
                           device_lengths(), d_.x, x_->data(), d_.y, y_->data(), h_descriptor(),
                           keys_.hx ? hx_->data() : nullptr, keys_.hy ? hy->data() : nullptr, c_descriptor(),
                           keys_.cx && lstm() ? cx_->data() : nullptr, keys_.hy && lstm() ? cy->data() : nullptr,
                           weights_->buffer.size(), weights_->data(), workspace.size(), workspace.data(),
                           training ? reserve_.size() : 0, training ? reserve_.data() : nullptr);
  };
  std::string context = context_ + (training ? "training " : "inference ");
  std::vector<uint8_t> before = y_->result;
  if (!execute(session_, report_, call, context)) return false;
  if (training && !drops() && session_.girih() && !before.empty())
    report_.check(y_->result == before, context + "y is not that of inference");
  compare(report_, *y_, expected_rows(values_of(*tape_, out_.y), shape_.width(), *y_), context);
  results.y = logical(y_->decoded(y_->result), shape_.width());
  if (!keys_.hy) return true;
  compare(report_, *hy, tracked(values_of(*tape_, out_.hy), *hy), context);
  results.hy = hy->decoded(hy->result);
  if (!lstm()) return true;
  compare(report_, *cy, tracked(values_of(*tape_, out_.cy), *cy), context);
  results.cy = cy->decoded(cy->result);
  return true;
}

bool Network::backward_data(RnnResults& results) {
  Tensor dy("dy", vectors(shape_.width()), keys_.shift), dx("dx", vectors(shape_.input), keys_.shift);
  auto dhy = state("dhy", shape_.output), dcy = state("dcy", shape_.hidden), dhx = state("dhx", shape_.output),
       dcx = state("dcx", shape_.hidden);
  dy.set(arranged(data_.dy, shape_.width(), NAN));
  dhy->set(keys_.dhy ? data_.dhy : std::vector<double>(dhy->offsets.size()));
  if (lstm()) dcy->set(keys_.dhy ? data_.dcy : std::vector<double>(dcy->offsets.size()));
  dx.poison();
  dhx->poison();
  dcx->poison();

  std::vector<std::pair<Var, double>> seeds;
  std::vector<double> dy_values = logical(dy.values, shape_.width());
  for (size_t i = 0; i < out_.y.size(); ++i) seeds.emplace_back(out_.y[i], dy_values[i]);
  for (size_t i = 0; i < out_.hy.size(); ++i) seeds.emplace_back(out_.hy[i], dhy->values[i]);
  for (size_t i = 0; i < out_.cy.size(); ++i) seeds.emplace_back(out_.cy[i], dcy->values[i]);
  tape_->backward(seeds);
  check_exact();

  y_->image = y_->result;  // an input now
  const std::vector<uint8_t> kept = reserve_.download();
  Call call{"cudnnRNNBackwardData_v8", {y_.get(), &dy, weights_.get()}, {&dx}, {&workspace_}};
  if (keys_.hx) call.inputs.push_back(hx_.get());
  if (keys_.cx && lstm()) call.inputs.push_back(cx_.get());
  if (keys_.dhy) call.inputs.push_back(dhy.get());
  if (keys_.dhy && lstm()) call.inputs.push_back(dcy.get());
  if (keys_.dhx) call.outputs.push_back(dhx.get());
  if (keys_.dhx && lstm()) call.outputs.push_back(dcx.get());
  call.runs = keys_.repeats;
  call.run = [&] {
    reserve_.upload(kept);
    return cudnnRNNBackwardData_v8(
        session_.handle, d_.rnn, device_lengths(), d_.y, y_->data(), dy.data(), d_.x, dx.data(), h_descriptor(),
        keys_.hx ? hx_->data() : nullptr, keys_.dhy ? dhy->data() : nullptr, keys_.dhx ? dhx->data() : nullptr,
        c_descriptor(), keys_.cx && lstm() ? cx_->data() : nullptr, keys_.dhy && lstm() ? dcy->data() : nullptr,
        keys_.dhx && lstm() ? dcx->data() : nullptr, weights_->buffer.size(), weights_->data(), workspace_.size(),
        workspace_.data(), reserve_.size(), reserve_.data());
  };
  std::string context = context_ + "data ";
  if (!execute(session_, report_, call, context)) return false;
  std::string damage = reserve_.damage();
  report_.check(damage.empty(), context + "reserve: wrote " + damage);

  // Sequences of no steps get zeros (behaviour.md 13): their states are not connected to what they began with.
  auto of_states = [&](const std::vector<Var>& vars, int64_t width) {
    Tracked all = gradients_of(*tape_, vars);
    for (size_t i = 0; i < all.value.size(); ++i)
      if (shape_.lengths[i / width % shape_.batch()] == 0) all.value[i] = all.error[i] = 0;
    return all;
  };
  compare(report_, dx, expected_rows(gradients_of(*tape_, in_.x), shape_.input, dx), context);
  results.dx = logical(dx.decoded(dx.result), shape_.input);
  results.dx_error = allowed(gradients_of(*tape_, in_.x));
  if (!keys_.dhx) return true;
  compare(report_, *dhx, tracked(of_states(in_.hx, shape_.output), *dhx), context);
  results.dhx = dhx->decoded(dhx->result);
  if (!lstm()) return true;
  compare(report_, *dcx, tracked(of_states(in_.cx, shape_.hidden), *dcx), context);
  results.dcx = dcx->decoded(dcx->result);
  return true;
}

bool Network::backward_weights(RnnResults& results, Random* old) {
  Tensor dw("dweights", weights_->shape);
  dw.set(old ? draw(session_, *old, weight_count_) : std::vector<double>(weight_count_));
  const std::vector<uint8_t> kept = reserve_.download();
  Call call{"cudnnRNNBackwardWeights_v8", {x_.get(), y_.get()}, {&dw}, {&workspace_}};
  if (keys_.hx) call.inputs.push_back(hx_.get());
  call.runs = keys_.repeats;
  cudnnWgradMode_t mode = CUDNN_WGRAD_MODE_ADD;
  call.run = [&] {
    reserve_.upload(kept);
    return cudnnRNNBackwardWeights_v8(session_.handle, d_.rnn, mode, device_lengths(), d_.x, x_->data(), h_descriptor(),
                                      keys_.hx ? hx_->data() : nullptr, d_.y, y_->data(), dw.buffer.size(), dw.data(),
                                      workspace_.size(), workspace_.data(), reserve_.size(), reserve_.data());
  };
  std::string context = context_ + "weights ";
  if (old) {  // SET is not supported, and says so before it writes (behaviour.md 13)
    mode = CUDNN_WGRAD_MODE_SET;
    dw.buffer.upload(dw.image);
    cudnnStatus_t status = call.run();
    check_cuda(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    report_.check(status == CUDNN_STATUS_NOT_SUPPORTED && dw.buffer.download() == dw.image,
                  context + "CUDNN_WGRAD_MODE_SET gave " + cudnnGetErrorString(status));
    last_error();
    mode = CUDNN_WGRAD_MODE_ADD;
  }
  if (!execute(session_, report_, call, context)) return false;
  compare(report_, dw, tracked(gradients_of(*tape_, in_.weights), dw, 1, 1), context);
  std::vector<double> flat = dw.decoded(dw.result), errors = allowed(gradients_of(*tape_, in_.weights));
  auto parts = [&](const std::vector<double>& from, const std::vector<std::vector<int64_t>>& places, bool matrix) {
    std::vector<std::vector<std::vector<double>>> all(places.size());
    for (size_t pseudo = 0; pseudo < places.size(); ++pseudo)
      for (int64_t id = 0; id < shape_.ids(); ++id) {
        int64_t at = places[pseudo][id];
        int64_t count = shape_.rows(id) * (matrix ? shape_.columns(static_cast<int64_t>(pseudo), id) : 1);
        all[pseudo].emplace_back();
        if (at >= 0) all[pseudo].back().assign(from.begin() + at, from.begin() + at + count);
      }
    return all;
  };
  results.dmatrix = parts(flat, places_.matrix, true);
  results.dbias = parts(flat, places_.bias, false);
  results.dmatrix_error = parts(errors, places_.matrix, true);
  results.dbias_error = parts(errors, places_.bias, false);
  return true;
}

bool Network::run(unsigned passes, RnnResults& results, Random* old) {
  describe();
  place_weights();
  make_tensors();
  if (passes & kRnnInference && !forward(false, results)) return false;
  if (passes >= kRnnTraining && !forward(true, results)) return false;
  if (passes >= kRnnData && !backward_data(results)) return false;
  return !(passes >= kRnnWeights) || backward_weights(results, old);
}

}  // namespace

bool run_rnn_passes(const Session& session, Report& report, const RnnKeys& keys, const RnnData& data, unsigned passes,
                    const std::string& context, RnnResults& results, Random* old) {
  Network network(session, report, keys, data, context);
  return network.run(passes, results, old);
}

RnnKeys read_rnn(problem::Reader& reader) {
  RnnKeys keys;
  RnnShape& shape = keys.shape;
  std::string cell = reader.word("cell", {"relu", "tanh", "lstm", "gru"});
  shape.cell = cell == "relu" ? Cell::kRelu : cell == "tanh" ? Cell::kTanh : cell == "lstm" ? Cell::kLstm : Cell::kGru;
  keys.type = dtype_from(reader.word("type", {"f32", "f64", "f16", "bf16"}));
  keys.layout = reader.word("layout", {"packed", "seq_major", "batch_major"}, "seq_major");
  keys.compute = dtype_from(reader.choice("compute", {"f16", "f32", "f64"}, keys.type == DType::kF64 ? "f64" : "f32"));
  keys.shift = static_cast<size_t>(reader.integer("shift", 0));
  shape.steps = reader.integer("t", std::nullopt, 1);
  int64_t batch = reader.integer("n", 1, 1);
  shape.lengths = reader.open_list("lengths");
  if (shape.lengths.empty()) shape.lengths.assign(static_cast<size_t>(batch), shape.steps);
  if (shape.batch() != batch) throw problem::Error("lengths= needs one number for each of the n sequences");
  for (int64_t length : shape.lengths)
    if (length < 0 || length > shape.steps) throw problem::Error("lengths= has one that is not from 0 to t");
  bool equal = std::count(shape.lengths.begin(), shape.lengths.end(), shape.lengths[0]) == batch;
  keys.padded_io = reader.integer("padded", !equal && keys.layout != "packed") == 1;
  shape.input = reader.integer("in", std::nullopt, 1);
  shape.hidden = reader.integer("hidden", std::nullopt, 1);
  shape.output = reader.integer("proj", shape.hidden, 1);
  shape.layers = reader.integer("layers", 1, 1);
  shape.directions = reader.integer("dirs", 1, 1);
  shape.skip_input = reader.flag("skip");
  std::string bias = reader.choice("bias", {"none", "input", "recurrent", "both"}, "both");
  shape.input_bias = bias == "input" || bias == "both";
  shape.recurrent_bias = bias == "recurrent" || bias == "both";
  keys.bias = bias == "none"    ? CUDNN_RNN_NO_BIAS
              : bias == "input" ? CUDNN_RNN_SINGLE_INP_BIAS
              : bias == "both"  ? CUDNN_RNN_DOUBLE_BIAS
                                : CUDNN_RNN_SINGLE_REC_BIAS;
  std::string algo = reader.choice("algo", {"standard", "persist_static", "persist_dynamic", "small_h"}, "standard");
  keys.algo = algo == "standard"          ? CUDNN_RNN_ALGO_STANDARD
              : algo == "persist_static"  ? CUDNN_RNN_ALGO_PERSIST_STATIC
              : algo == "persist_dynamic" ? CUDNN_RNN_ALGO_PERSIST_DYNAMIC
                                          : CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H;
  keys.math = static_cast<cudnnMathType_t>(reader.integer("math", 0));
  shape.clip = reader.has("clip");
  shape.clip_high = reader.real("clip", 0);
  shape.clip_low = -reader.real("cliplow", shape.clip_high);
  keys.clip_api = static_cast<int>(reader.integer("clipapi", 9));
  keys.hx = reader.integer("hx", 1) == 1;
  keys.cx = reader.integer("cx", 1) == 1;
  keys.hy = reader.integer("hy", 1) == 1;
  keys.dhy = reader.integer("dhy", 1) == 1;
  keys.dhx = reader.integer("dhx", 1) == 1;
  keys.device_lengths = reader.flag("devlengths");
  keys.dropout = reader.has("p");
  keys.p = static_cast<float>(reader.real("p", 0));
  keys.seed = static_cast<uint64_t>(reader.integer("seed", 42));
  keys.fill = reader.real("fill", 0);
  keys.repeats = static_cast<int>(reader.integer("repeats", 2, 1));
  return keys;
}

RnnData draw_rnn(const Session& session, Random& random, const RnnKeys& keys, bool backward) {
  const RnnShape& shape = keys.shape;
  const bool relu = shape.cell == Cell::kRelu, whole = keys.p == 0 || keys.p == 0.5f;  // 1/(1-p) is a whole number
  // Small integers are exact for RELU cells in all passes. The other cells are exact where their gates are saturated or
  // in the middle, which big weights see to; the gradients there are mostly 0, so those take eighths, within a bound.
  const bool saturated = session.exact() && whole && !relu && !backward;
  const bool eighths = session.exact() && !saturated && !(relu && whole);
  RnnData data;
  data.exact = session.exact() && !eighths;
  auto some = [&](int64_t count, int64_t range) {
    std::vector<double> values = draw(session, random, static_cast<size_t>(count), range);
    if (eighths)
      for (double& value : values) value /= 8;
    return values;
  };
  const int64_t states = shape.pseudo_layers() * shape.batch(), slots = shape.steps * shape.batch();
  data.x = some(slots * shape.input, 2);
  data.hx = some(states * shape.output, saturated ? 1 : 2);
  data.cx = some(states * shape.hidden, 2);
  data.dy = some(slots * shape.width(), 2);
  data.dhy = some(states * shape.output, 2);
  data.dcy = some(states * shape.hidden, 2);
  const double big = 8192;  // 2^13: a state of 2^-4 still saturates a gate
  for (int64_t pseudo = 0; pseudo < shape.pseudo_layers(); ++pseudo) {
    data.matrix.emplace_back();
    data.bias.emplace_back();
    for (int64_t id = 0; id < shape.ids(); ++id) {
      std::vector<double> matrix, bias;
      const int64_t rows = shape.rows(id), columns = shape.columns(pseudo, id);
      if (shape.has_matrix(pseudo, id)) {
        if (data.exact) {  // two entries of +-1 in a row, one in a recurrent one: values grow slowly
          matrix.resize(static_cast<size_t>(rows * columns));
          for (int64_t j = 0; j < rows; ++j)
            for (int k = 0; k < (id < shape.gates() ? 2 : 1); ++k)
              matrix[j * columns + random.integer(0, columns - 1)] =
                  static_cast<double>(random.integer(-1, 1)) * (saturated && id != 8 ? big : 1);
        } else {
          matrix = some(rows * columns, 4);
          if (!eighths)
            for (double& value : matrix) value /= std::sqrt(static_cast<double>(columns));
        }
      }
      if (shape.has_bias(id)) {
        bias = some(rows, saturated ? 1 : 2);
        for (double& value : bias) value *= saturated ? big : data.exact ? 1 : 0.5;
      }
      data.matrix.back().push_back(matrix);
      data.bias.back().push_back(bias);
    }
  }
  return data;
}

}  // namespace girih::conformance
