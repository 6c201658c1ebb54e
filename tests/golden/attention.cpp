// Records of attention.tsv: the place of each weight, forward in both modes, both backward passes of the classic
// multi-head attention.
#include <cuda_runtime_api.h>

#include <cmath>

#include "golden/golden.h"

namespace girih::golden {
namespace {

using conformance::DeviceBuffer;
using conformance::DType;
using conformance::Tensor;

struct Descriptors {
  cudnnAttnDescriptor_t attention = nullptr;
  cudnnSeqDataDescriptor_t of[4] = {};  // queries, keys, values, outputs
  cudnnTensorDescriptor_t weight = nullptr;

  Descriptors() {
    cudnnCreateAttnDescriptor(&attention);
    for (auto& d : of) cudnnCreateSeqDataDescriptor(&d);
    cudnnCreateTensorDescriptor(&weight);
  }
  ~Descriptors() {
    cudnnDestroyAttnDescriptor(attention);
    for (auto d : of) cudnnDestroySeqDataDescriptor(d);
    cudnnDestroyTensorDescriptor(weight);
  }
  Descriptors(const Descriptors&) = delete;
};

class AttentionPlayer {
 public:
  AttentionPlayer(Tally& tally, const Case& record) : tally_(tally), case_(record), compare_(tally, record) {}

  void play() {
    for (const Row& row : case_.rows) {
      if (row.kind == 'p') parameter(row);
      if (row.kind == 'i') input(row);
      if (row.kind == 'r') call(row);
      if (row.kind == 's') size(row);
      if (row.kind == 'o') row.type == "offsets" ? place(row) : output(row);
    }
  }

 private:
  cudnnHandle_t handle() const { return tally_.session().handle; }
  std::vector<int> list(const char* name) const { return conformance::ints(numbers(params_.at(name))); }
  int integer(const char* name) const { return std::atoi(params_.at(name).c_str()); }
  DType dtype() const { return conformance::dtype_from(params_.at("dtype")); }
  void* data(const char* name) const {
    auto found = tensors_.find(name);
    return found == tensors_.end() ? nullptr : found->second->data();
  }

  void parameter(const Row& row) {
    params_[row.name] = row.data;
    if (row.name != "dw_set_equals_add_on_zero" || !ran_) return;
    const bool same = tensors_.at("dw")->buffer.download() == tensors_.at("dw_set")->buffer.download();
    tally_.check(same == (row.data == "1"), row.name, "WGRAD_MODE_SET and ADD on zeros differ");
  }

  Tensor& make(const std::string& name, const Row& like) {
    auto& tensor = tensors_[name];
    tensor =
        std::make_unique<Tensor>(name, conformance::Shape{conformance::dtype_from(like.type), like.dims, like.strides});
    tensor->poison();
    tensor->buffer.upload(tensor->image);
    return *tensor;
  }
  void input(const Row& row) {
    Tensor& made = make(row.name, row);
    std::vector<double> values = generate(row.data, made.offsets.size());
    if (made.shape.type != DType::kF64)
      for (double& value : values) value = static_cast<float>(value);
    made.set(values);
    made.buffer.upload(made.image);
  }
  // An output with the shape of a recorded one, poisoned.
  void* fresh(const std::string& name, const std::string& like) {
    for (const Row& row : case_.rows)
      if (row.kind == 'o' && row.name == like) return make(name, row).data();
    return nullptr;
  }
  bool recorded(const std::string& name) const {
    for (const Row& row : case_.rows)
      if (row.kind == 'o' && row.name == name) return true;
    return false;
  }

  void call(const Row& row) {
    const int number = calls_[row.name]++;
    cudnnStatus_t status;
    if (row.name == "cudnnSetAttnDescriptor")
      status = set_attention();
    else if (row.name == "cudnnGetMultiHeadAttnBuffers")
      status = cudnnGetMultiHeadAttnBuffers(handle(), d_.attention, &weight_bytes_, &workspace_bytes_[number],
                                            number ? &reserve_bytes_ : nullptr);
    else if (row.name == "cudnnSetSeqDataDescriptor")
      status = set_sequences(number);
    else if (row.name == "cudnnMultiHeadAttnForward")
      status = forward(number);
    else if (row.name == "cudnnMultiHeadAttnBackwardData")
      status = backward_data();
    else if (row.name == "cudnnMultiHeadAttnBackwardWeights")
      status = backward_weights(number);
    else
      return tally_.skip("attention: " + row.name);
    conformance::check_cuda(cudaDeviceSynchronize(), row.name.c_str());
    ran_ = tally_.status(status, row.data, row.name);
    // A refused call leaves its outputs as they were: the record shows their poison.
    if (status != CUDNN_STATUS_SUCCESS && row.data == std::to_string(status)) ran_ = true;
    for (const DeviceBuffer* buffer : {&workspace_, &reserve_})
      if (buffer->size() > 0)
        tally_.check(buffer->damage().empty(), row.name + " scratch", row.name + " wrote " + buffer->damage());
  }

  cudnnStatus_t set_attention() {
    const auto size = list("q_k_v_size"), projection = list("q_k_v_o_proj");
    const cudnnDataType_t type = conformance::cudnn_type(dtype());
    return cudnnSetAttnDescriptor(d_.attention, static_cast<unsigned>(integer("mode")), integer("heads"),
                                  std::strtod(params_.at("sm_scaler").c_str(), nullptr), type,
                                  dtype() == DType::kF64 ? CUDNN_DATA_DOUBLE : CUDNN_DATA_FLOAT, CUDNN_DEFAULT_MATH,
                                  nullptr, nullptr, size[0], size[1], size[2], projection[0], projection[1],
                                  projection[2], projection[3], integer("max_q_len"), integer("max_kv_len"),
                                  integer("batch"), integer("beam"));
  }

  cudnnStatus_t set_sequences(int number) {
    const auto size = list("q_k_v_size"), projection = list("q_k_v_o_proj");
    const bool keys = number == 1 || number == 2;
    int width = number < 3 ? size[static_cast<size_t>(number)] : projection[3];
    if (width == 0) width = integer("heads") * (projection[2] ? projection[2] : size[2]);
    const bool one_to_one = integer("mode") & CUDNN_ATTN_QUERYMAP_ONE_TO_ONE;
    int dims[CUDNN_SEQDATA_DIM_COUNT] = {};
    dims[CUDNN_SEQDATA_TIME_DIM] = integer(keys ? "max_kv_len" : "max_q_len");
    dims[CUDNN_SEQDATA_BATCH_DIM] = integer("batch");
    dims[CUDNN_SEQDATA_BEAM_DIM] = keys && !one_to_one ? 1 : integer("beam");
    dims[CUDNN_SEQDATA_VECT_DIM] = width;
    cudnnSeqDataAxis_t axes[CUDNN_SEQDATA_DIM_COUNT] = {};
    const std::vector<std::string> order = split(params_.at("axes"), ',');
    for (size_t i = 0; i < order.size(); ++i)
      axes[i] = order[i] == "time"    ? CUDNN_SEQDATA_TIME_DIM
                : order[i] == "batch" ? CUDNN_SEQDATA_BATCH_DIM
                : order[i] == "beam"  ? CUDNN_SEQDATA_BEAM_DIM
                                      : CUDNN_SEQDATA_VECT_DIM;
    const std::vector<int> lengths = list(keys ? "kv_lengths" : "q_lengths");
    return cudnnSetSeqDataDescriptor(d_.of[number], conformance::cudnn_type(dtype()), CUDNN_SEQDATA_DIM_COUNT, dims,
                                     axes, lengths.size(), lengths.data(), nullptr);
  }

  void scratch(bool training) {
    workspace_ = DeviceBuffer(workspace_bytes_[training]);
    workspace_.fill(0xFF);
    for (bool keys : {false, true}) {
      const std::vector<int> lengths = list(keys ? "kv_lengths" : "q_lengths");
      DeviceBuffer& to = lengths_[keys];
      to = DeviceBuffer(lengths.size() * sizeof(int));
      conformance::check_cuda(
          cudaMemcpy(to.data(), lengths.data(), lengths.size() * sizeof(int), cudaMemcpyHostToDevice), "lengths");
    }
  }
  const int* lengths(bool keys) { return static_cast<const int*>(lengths_[keys].data()); }

  cudnnStatus_t forward(int number) {
    // With a time step the only call is inference; else the second one trains.
    const bool training = number == 1;
    scratch(training);
    if (training) {
      reserve_ = DeviceBuffer(reserve_bytes_);
      reserve_.fill(0xFF);
    }
    lo_ = list("lo_win"), hi_ = list("hi_win");
    const std::string name = recorded("out") ? "out" : training ? "out_train" : "out_infer";
    const std::string like = recorded(name) ? name : "out_infer";
    void* out = fresh(name, like);
    return cudnnMultiHeadAttnForward(handle(), d_.attention, integer("curr_idx"), lo_.data(), hi_.data(),
                                     lengths(false), lengths(true), d_.of[0], data("q"), data("residual"), d_.of[1],
                                     data("k"), d_.of[2], data("v"), d_.of[3], out, weight_bytes_, data("weights"),
                                     workspace_bytes_[training], workspace_.data(), training ? reserve_bytes_ : 0,
                                     training ? reserve_.data() : nullptr);
  }
  cudnnStatus_t backward_data() {
    scratch(true);
    void* dq = fresh("dq", "dq");
    void* dk = fresh("dk", "dk");
    void* dv = fresh("dv", "dv");
    return cudnnMultiHeadAttnBackwardData(handle(), d_.attention, lo_.data(), hi_.data(), lengths(false), lengths(true),
                                          d_.of[3], data("dout"), d_.of[0], dq, data("q"), d_.of[1], dk, data("k"),
                                          d_.of[2], dv, data("v"), weight_bytes_, data("weights"), workspace_bytes_[1],
                                          workspace_.data(), reserve_bytes_, reserve_.data());
  }
  cudnnStatus_t backward_weights(bool set) {
    scratch(true);
    void* dw = set ? fresh("dw_set", "dw") : data("dw");
    return cudnnMultiHeadAttnBackwardWeights(handle(), d_.attention, set ? CUDNN_WGRAD_MODE_SET : CUDNN_WGRAD_MODE_ADD,
                                             d_.of[0], data("q"), d_.of[1], data("k"), d_.of[2], data("v"), d_.of[3],
                                             data("dout"), weight_bytes_, data("weights"), dw, workspace_bytes_[1],
                                             workspace_.data(), reserve_bytes_, reserve_.data());
  }

  // The workspace of inference and the reserve are each library's own; training asks for no workspace.
  void size(const Row& row) {
    if (row.name == "workspace_inference" || row.name == "reserve") return;
    const size_t got = row.name == "weights" ? weight_bytes_ : workspace_bytes_[1];
    tally_.check(std::to_string(got) == row.data, row.name,
                 row.name + " is " + std::to_string(got) + ", recorded " + row.data);
  }

  // "24 2x3x5 3x1x6", "NULL": element offset, dims, strides.
  void place(const Row& row) {
    void* address = nullptr;
    const auto kind = static_cast<cudnnMultiHeadAttnWeightKind_t>(row.name.back() - '0');
    cudnnStatus_t status =
        cudnnGetMultiHeadAttnWeights(handle(), d_.attention, kind, weight_bytes_, data("weights"), d_.weight, &address);
    if (!tally_.status(status, "0", "cudnnGetMultiHeadAttnWeights")) return;
    int rank = 0, dims[8] = {}, strides[8] = {};
    cudnnDataType_t element;
    cudnnGetTensorNdDescriptor(d_.weight, 8, &element, &rank, dims, strides);
    const auto offset = static_cast<char*>(address) - static_cast<char*>(data("weights"));
    const std::string got = !address ? "NULL  "
                                     : std::to_string(static_cast<size_t>(offset) / conformance::size_of(dtype())) +
                                           " " + conformance::text_of({dims, dims + rank}) + " " +
                                           conformance::text_of({strides, strides + rank});
    tally_.check(got == row.data, row.name, got + ", recorded " + row.data);
  }

  void output(const Row& row) {
    auto found = tensors_.find(row.name);
    if (!ran_ || found == tensors_.end()) return;
    double largest = 0;
    for (const std::string& word : split(row.data, ' '))
      if (word != "_") largest = std::max(largest, std::fabs(std::strtod(word.c_str(), nullptr)));
    // Beyond rounding of the type: NVIDIA's library keeps what lies between the products in f16.
    const double slack = dtype() == DType::kF16 ? 4 * 0x1p-11 * largest : 0;
    const std::string wrong = compare_.mismatch(row, *found->second, false, slack);
    tally_.check(wrong.empty(), row.name, row.name + ": " + wrong);
  }

  Tally& tally_;
  const Case& case_;
  Player compare_;
  bool ran_ = false;
  Descriptors d_;
  std::map<std::string, std::string> params_;
  std::map<std::string, int> calls_;
  std::map<std::string, std::unique_ptr<Tensor>> tensors_;
  DeviceBuffer workspace_, reserve_, lengths_[2];
  std::vector<int> lo_, hi_;
  size_t weight_bytes_ = 0, workspace_bytes_[2] = {}, reserve_bytes_ = 0;
};

}  // namespace

void play_attention(Tally& tally, const Case& record) {
  tally.begin(record.table, record.name);
  AttentionPlayer(tally, record).play();
}

}  // namespace girih::golden
