// Records of dropout.tsv: masks of consecutive calls, sizes, reserve bits, restored states.
#include <cuda_runtime_api.h>

#include <cmath>

#include "golden/golden.h"

namespace girih::golden {
namespace {

using conformance::DeviceBuffer;
using conformance::Shape;
using conformance::Tensor;

// The H200 of the records has 132 multiprocessors; a device with another count draws other masks beyond its
// generators, but the first 1024 times its count are equal.
constexpr size_t kRecordedGenerators = 135168;

class DropoutPlayer {
 public:
  DropoutPlayer(Tally& tally, const Case& record) : tally_(tally), case_(record) {
    cudnnCreateDropoutDescriptor(&descriptor_);
    cudnnDropoutGetStatesSize(handle(), &state_bytes_);
    states_ = DeviceBuffer(state_bytes_);
  }
  ~DropoutPlayer() { cudnnDestroyDropoutDescriptor(descriptor_); }

  void play() {
    for (at_ = 0; at_ < case_.rows.size(); ++at_) {
      const Row& row = case_.rows[at_];
      if (row.kind == 'p') parameter(row);
      if (row.kind == 'i') input(row);
      if (row.kind == 'r') call(row);
      if (row.kind == 's') size(row);
      if (row.kind == 'o' && ran_) output(row);
    }
  }

 private:
  cudnnHandle_t handle() const { return tally_.session().handle; }

  void parameter(const Row& row) {
    if (row.name == "p") probability_ = std::strtof(row.data.c_str(), nullptr);
    if (row.name == "seed") seed_ = std::strtoull(row.data.c_str(), nullptr, 0);
    if (row.name.rfind("kept_call", 0) == 0 && ran_)
      tally_.check(std::to_string(kept_) == row.data, row.name,
                   std::to_string(kept_) + " elements kept, recorded " + row.data);
    if (row.name.rfind("scale_call", 0) == 0 && ran_ && kept_ > 0) {
      double recorded = std::strtod(row.data.c_str(), nullptr);
      tally_.check(std::fabs(scale_ - recorded) <= 1e-5 * std::fabs(recorded), row.name,
                   "kept elements are scaled by " + std::to_string(scale_) + ", recorded " + row.data);
    }
  }

  void input(const Row& row) {
    auto made = std::make_unique<Tensor>(row.name, Shape{conformance::dtype_from(row.type), row.dims, row.strides});
    made->set(generate(row.data, made->offsets.size()));
    made->buffer.upload(made->image);
    (row.name == "dy" ? dy_ : x_) = std::move(made);
  }

  void call(const Row& row) {
    ran_ = false;
    cudnnStatus_t status;
    if (row.name == "cudnnSetDropoutDescriptor") {
      ++sets_;
      status = cudnnSetDropoutDescriptor(descriptor_, handle(), probability_, states_.data(), state_bytes_, seed_);
    } else if (row.name == "cudnnDropoutGetReserveSpaceSize" && x_) {
      status = cudnnDropoutGetReserveSpaceSize(x_->descriptor(), &reserve_bytes_);
      reserve_ = DeviceBuffer(reserve_bytes_);
    } else if (row.name == "cudnnDropoutForward" && x_) {
      if (reserve_.size() == 0) {
        cudnnDropoutGetReserveSpaceSize(x_->descriptor(), &reserve_bytes_);
        reserve_ = DeviceBuffer(reserve_bytes_);
      }
      y_ = std::make_unique<Tensor>("y", x_->shape);
      y_->poison();
      y_->buffer.upload(y_->image);
      reserve_.fill(0xFF);
      status = cudnnDropoutForward(handle(), descriptor_, x_->descriptor(), x_->data(), y_->descriptor(), y_->data(),
                                   reserve_.data(), reserve_bytes_);
    } else if (row.name == "cudnnDropoutBackward" && dy_) {
      Tensor dx("dx", dy_->shape);
      dx.poison();
      dx.buffer.upload(dx.image);
      status = cudnnDropoutBackward(handle(), descriptor_, dy_->descriptor(), dy_->data(), dx.descriptor(), dx.data(),
                                    reserve_.data(), reserve_bytes_);
      conformance::check_cuda(cudaDeviceSynchronize(), "cudnnDropoutBackward");
      if (!tally_.status(status, row.data, row.name)) return;
      std::vector<double> values = dx.decoded(dx.buffer.download());
      size_t differs = 0;
      for (size_t i = 0; i < values.size() && i < mask_.size(); ++i) differs += (values[i] != 0) != mask_[i];
      return tally_.check(differs == 0, "backward_mask_equals_forward",
                          std::to_string(differs) + " gradients do not follow the forward mask");
    } else {
      return tally_.skip("dropout: " + row.name);
    }
    conformance::check_cuda(cudaDeviceSynchronize(), row.name.c_str());
    ran_ = tally_.status(status, row.data, row.name);
    if (ran_ && row.name == "cudnnDropoutForward") read_mask();
  }

  void read_mask() {
    std::vector<double> values = y_->decoded(y_->buffer.download());
    mask_.assign(values.size(), false);
    kept_ = 0;
    for (size_t i = 0; i < values.size(); ++i) {
      mask_[i] = values[i] != 0;
      if (!mask_[i]) continue;
      ++kept_;
      scale_ = values[i] / x_->values[i];
    }
  }

  void size(const Row& row) {
    size_t got = row.name == "states" ? state_bytes_ : reserve_bytes_;
    tally_.check(std::to_string(got) == row.data, row.name,
                 row.name + " takes " + std::to_string(got) + " bytes, recorded " + row.data);
  }

  void output(const Row& row) {
    size_t comparable = std::min(mask_.size(), std::min(state_bytes_ / 48, kRecordedGenerators));
    if (state_bytes_ / 48 == kRecordedGenerators) comparable = mask_.size();
    if (row.type == "bits") {
      size_t differs = 0;
      std::string bits = row.data.substr(5);
      for (size_t i = 0; i < bits.size() && i < comparable; ++i) differs += (bits[i] == '1') != mask_[i];
      tally_.check(differs == 0, row.name, row.name + ": " + std::to_string(differs) + " mask bits differ");
    } else if (row.type == "bytes") {
      std::vector<uint8_t> bytes = reserve_.download();
      size_t differs = 0;
      for (size_t i = 0; 4 + 2 * i + 2 <= row.data.size() && i < bytes.size() && 8 * i + 8 <= comparable; ++i)
        differs += bytes[i] != std::strtoul(row.data.substr(4 + 2 * i, 2).c_str(), nullptr, 16);
      tally_.check(differs == 0, row.name, row.name + ": " + std::to_string(differs) + " reserve bytes differ");
    } else {
      tally_.skip("dropout: values of " + row.name);  // the masks and scales above cover them
    }
  }

  Tally& tally_;
  const Case& case_;
  size_t at_ = 0;
  bool ran_ = false;
  int sets_ = 0;
  cudnnDropoutDescriptor_t descriptor_ = nullptr;
  size_t state_bytes_ = 0, reserve_bytes_ = 0, kept_ = 0;
  double scale_ = 0;
  float probability_ = 0.5f;
  unsigned long long seed_ = 42;
  DeviceBuffer states_, reserve_;
  std::unique_ptr<Tensor> x_, y_, dy_;
  std::vector<bool> mask_;
};

// set, three calls, restore from the buffer as it stands, restore from a snapshot with another seed, set again, and
// a set without states that only changes the probability.
void play_restore(Tally& tally, const Case& record) {
  cudnnHandle_t handle = tally.session().handle;
  std::map<std::string, std::string> bits;
  for (const Row& row : record.rows)
    if (row.type == "bits") bits[row.name] = row.data.substr(5);
  size_t state_bytes = 0, reserve_bytes = 0;
  cudnnStatus_t status = cudnnDropoutGetStatesSize(handle, &state_bytes);
  if (!tally.status(status, "0", "cudnnDropoutGetStatesSize")) return;
  DeviceBuffer states(state_bytes);
  Tensor x("x", {conformance::DType::kF32, {1, 256, 1, 1}, {256, 1, 1, 1}}), y("y", x.shape);
  x.set(std::vector<double>(256, 1.0));
  x.buffer.upload(x.image);
  cudnnDropoutGetReserveSpaceSize(x.descriptor(), &reserve_bytes);
  DeviceBuffer reserve(reserve_bytes);
  cudnnDropoutDescriptor_t d = nullptr;
  cudnnCreateDropoutDescriptor(&d);
  auto mask = [&](const char* name) {
    status = cudnnDropoutForward(handle, d, x.descriptor(), x.data(), y.descriptor(), y.data(), reserve.data(),
                                 reserve_bytes);
    conformance::check_cuda(cudaDeviceSynchronize(), "cudnnDropoutForward");
    if (!tally.status(status, "0", "cudnnDropoutForward")) return;
    std::vector<double> values = y.decoded(y.buffer.download());
    std::string got;
    for (double value : values) got += value != 0 ? '1' : '0';
    tally.check(got == bits[name], name, std::string(name) + ": the mask differs from the record");
  };
  tally.status(cudnnSetDropoutDescriptor(d, handle, 0.5f, states.data(), state_bytes, 42), "0",
               "cudnnSetDropoutDescriptor");
  mask("set_call0");
  mask("set_call1");
  conformance::check_cuda(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  std::vector<uint8_t> snapshot = states.download();
  mask("set_call2");
  tally.status(cudnnRestoreDropoutDescriptor(d, handle, 0.5f, states.data(), state_bytes, 42), "0",
               "cudnnRestoreDropoutDescriptor");
  mask("restored_in_place");
  states.upload(snapshot);
  tally.status(cudnnRestoreDropoutDescriptor(d, handle, 0.5f, states.data(), state_bytes, 7), "0",
               "cudnnRestoreDropoutDescriptor");
  mask("restored_snapshot_seed7");
  tally.status(cudnnSetDropoutDescriptor(d, handle, 0.5f, states.data(), state_bytes, 42), "0",
               "cudnnSetDropoutDescriptor");
  mask("set_again");
  cudnnDestroyDropoutDescriptor(d);
}

}  // namespace

void play_dropout(Tally& tally, const Case& record) {
  tally.begin(record.table, record.name);
  if (record.name == "dropout.restore") return play_restore(tally, record);
  if (record.name.find("nullstates") != std::string::npos) return tally.skip("dropout: descriptors without states");
  DropoutPlayer(tally, record).play();
}

}  // namespace girih::golden
