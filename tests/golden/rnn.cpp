// Records of rnn.tsv: descriptors, sizes, the place of each weight, forward in both modes, both backward passes; and
// the rnn groups of status_cases.tsv.
#include <cuda_runtime_api.h>

#include <cmath>
#include <cstring>

#include "golden/golden.h"

namespace girih::golden {
namespace {

using conformance::DeviceBuffer;
using conformance::DType;
using conformance::Tensor;

// The records were made with this seed of the dropout descriptor.
constexpr unsigned long long kSeed = 42;

struct Descriptors {
  cudnnRNNDescriptor_t rnn = nullptr;
  cudnnRNNDataDescriptor_t x = nullptr, y = nullptr;
  cudnnDropoutDescriptor_t dropout = nullptr;
  cudnnTensorDescriptor_t matrix = nullptr, bias = nullptr;

  Descriptors() {
    cudnnCreateRNNDescriptor(&rnn);
    cudnnCreateRNNDataDescriptor(&x);
    cudnnCreateRNNDataDescriptor(&y);
    cudnnCreateDropoutDescriptor(&dropout);
    cudnnCreateTensorDescriptor(&matrix);
    cudnnCreateTensorDescriptor(&bias);
  }
  ~Descriptors() {
    cudnnDestroyRNNDescriptor(rnn);
    cudnnDestroyRNNDataDescriptor(x);
    cudnnDestroyRNNDataDescriptor(y);
    cudnnDestroyDropoutDescriptor(dropout);
    cudnnDestroyTensorDescriptor(matrix);
    cudnnDestroyTensorDescriptor(bias);
  }
  Descriptors(const Descriptors&) = delete;
};

class RnnPlayer {
 public:
  RnnPlayer(Tally& tally, const Case& record) : tally_(tally), case_(record), compare_(tally, record) {}

  void play() {
    for (at_ = 0; at_ < case_.rows.size(); ++at_) {
      const Row& row = case_.rows[at_];
      switch (row.kind) {
        case 'p':
          parameter(row);
          break;
        case 'i':
          input(row);
          break;
        case 'r':
          call(row);
          break;
        case 's':
          size(row);
          break;
        case 'o':
          row.type == "offsets" ? place(row) : output(row);
          break;
        default:
          break;
      }
    }
  }

 private:
  cudnnHandle_t handle() const { return tally_.session().handle; }
  int integer(const char* name) const { return std::atoi(params_.at(name).c_str()); }
  double real(const char* name) const { return std::strtod(params_.at(name).c_str(), nullptr); }
  cudnnDataType_t type() const { return conformance::cudnn_type(conformance::dtype_from(params_.at("dtype"))); }
  void* data(const char* name) const {
    auto found = tensors_.find(name);
    return found == tensors_.end() ? nullptr : found->second->data();
  }
  bool lstm() const { return integer("cell") == CUDNN_LSTM; }

  void parameter(const Row& row) {
    params_[row.name] = row.data;
    if (row.name != "y_training" || !ran_) return;
    const bool same = tensors_.at("y_training")->buffer.download() == tensors_.at("y_infer")->buffer.download();
    tally_.check(same, row.name, "y of training is not that of inference");
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
  const Row* row_of(const std::string& name) const {
    for (const Row& row : case_.rows)
      if (row.kind == 'o' && row.name == name) return &row;
    return nullptr;
  }
  // An output with the shape of a recorded one, poisoned; nothing where the record has none.
  void* fresh(const std::string& name, const std::string& like) {
    const Row* row = row_of(like);
    return row ? make(name, *row).data() : nullptr;
  }

  void call(const Row& row) {
    const bool second = ++calls_[row.name] > 1;
    cudnnStatus_t status;
    if (row.name == "cudnnSetDropoutDescriptor") {
      cudnnDropoutGetStatesSize(handle(), &state_bytes_);
      states_ = DeviceBuffer(state_bytes_);
      status = cudnnSetDropoutDescriptor(d_.dropout, handle(), static_cast<float>(real("dropout")), states_.data(),
                                         state_bytes_, kSeed);
    } else if (row.name == "cudnnSetRNNDescriptor_v8") {
      status = cudnnSetRNNDescriptor_v8(
          d_.rnn, static_cast<cudnnRNNAlgo_t>(integer("algo")), static_cast<cudnnRNNMode_t>(integer("cell")),
          static_cast<cudnnRNNBiasMode_t>(integer("bias_mode")),
          static_cast<cudnnDirectionMode_t>(integer("direction")),
          static_cast<cudnnRNNInputMode_t>(integer("input_mode")), type(),
          conformance::cudnn_type(conformance::dtype_from(params_.at("math_prec"))),
          static_cast<cudnnMathType_t>(integer("math")), integer("input"), integer("hidden"), integer("proj"),
          integer("layers"), d_.dropout, static_cast<uint32_t>(integer("aux")));
    } else if (row.name == "cudnnRNNSetClip_v8") {
      status = cudnnRNNSetClip_v8(d_.rnn, CUDNN_RNN_CLIP_MINMAX, CUDNN_PROPAGATE_NAN, real("clip_lo"), real("clip_hi"));
    } else if (row.name == "cudnnRNNSetClip_v9") {
      status = cudnnRNNSetClip_v9(d_.rnn, CUDNN_RNN_CLIP_MINMAX, real("clip_lo"), real("clip_hi"));
    } else if (row.name == "cudnnSetRNNDataDescriptor") {
      status = set_data(second);
    } else if (row.name == "cudnnBuildRNNDynamic") {
      status = cudnnBuildRNNDynamic(handle(), d_.rnn, integer("batch"));
    } else if (row.name == "cudnnGetRNNWeightSpaceSize") {
      status = cudnnGetRNNWeightSpaceSize(handle(), d_.rnn, &weight_bytes_);
    } else if (row.name == "cudnnGetRNNTempSpaceSizes") {
      status = cudnnGetRNNTempSpaceSizes(handle(), d_.rnn, second ? CUDNN_FWD_MODE_TRAINING : CUDNN_FWD_MODE_INFERENCE,
                                         d_.x, &workspace_bytes_[second], &reserve_bytes_[second]);
    } else if (row.name == "cudnnRNNForward") {
      status = forward(second);
    } else if (row.name == "cudnnRNNBackwardData_v8") {
      status = backward_data();
    } else if (row.name == "cudnnRNNBackwardWeights_v8") {
      status = backward_weights(second ? CUDNN_WGRAD_MODE_SET : CUDNN_WGRAD_MODE_ADD);
    } else {
      return tally_.skip("rnn: " + row.name);
    }
    conformance::check_cuda(cudaDeviceSynchronize(), row.name.c_str());
    ran_ = tally_.status(status, row.data, row.name);
    // A refused call leaves its outputs as they were: the record shows their poison.
    if (status != CUDNN_STATUS_SUCCESS && row.data == std::to_string(status)) ran_ = true;
    for (const DeviceBuffer* buffer : {&workspace_, &reserve_})
      if (buffer->size() > 0)
        tally_.check(buffer->damage().empty(), row.name + " scratch", row.name + " wrote " + buffer->damage());
  }

  cudnnStatus_t set_data(bool is_y) {
    std::vector<int> lengths = conformance::ints(numbers(params_.at("lengths")));
    double fill = 0;  // room for one element of any type
    const bool no_fill = params_.at("padding_fill") == "NULL";
    if (!no_fill) conformance::encode(conformance::dtype_from(params_.at("dtype")), real("padding_fill"), &fill);
    const int directions = integer("direction") == CUDNN_BIDIRECTIONAL ? 2 : 1;
    return cudnnSetRNNDataDescriptor(is_y ? d_.y : d_.x, type(), static_cast<cudnnRNNDataLayout_t>(integer("layout")),
                                     integer("max_len"), integer("batch"),
                                     is_y ? integer("proj") * directions : integer("input"), lengths.data(),
                                     no_fill ? nullptr : &fill);
  }

  void scratch(bool training) {
    workspace_ = DeviceBuffer(workspace_bytes_[training]);
    workspace_.fill(0xFF);
  }
  // The states that a network without them leaves out: hx, cx, dhy, dcy.
  void* first_state(const char* name) { return params_.at("hx_cx") == "NULL" ? nullptr : data(name); }
  cudnnTensorDescriptor_t h_desc() { return tensors_.at("hx")->descriptor(); }
  cudnnTensorDescriptor_t c_desc() { return tensors_.at("cx")->descriptor(); }

  cudnnStatus_t forward(bool training) {
    scratch(training);
    if (training) {
      reserve_ = DeviceBuffer(reserve_bytes_[1]);
      reserve_.fill(0xFF);
    }
    const std::string mode = training ? "_training" : "_infer";
    void* y = fresh("y" + mode, "y_infer");
    void* hy = fresh("hy" + mode, "hy_infer");
    void* cy = fresh("cy" + mode, "cy_infer");
    return cudnnRNNForward(handle(), d_.rnn, training ? CUDNN_FWD_MODE_TRAINING : CUDNN_FWD_MODE_INFERENCE, nullptr,
                           d_.x, data("x"), d_.y, y, h_desc(), first_state("hx"), hy, c_desc(), first_state("cx"), cy,
                           weight_bytes_, data("weights"), workspace_bytes_[training], workspace_.data(),
                           training ? reserve_bytes_[1] : 0, training ? reserve_.data() : nullptr);
  }
  cudnnStatus_t backward_data() {
    scratch(true);
    void* dx = fresh("dx", "dx");
    void* dhx = fresh("dhx", "dhx");
    void* dcx = fresh("dcx", "dcx");
    return cudnnRNNBackwardData_v8(handle(), d_.rnn, nullptr, d_.y, data("y_training"), data("dy"), d_.x, dx, h_desc(),
                                   first_state("hx"), first_state("dhy"), dhx, c_desc(), first_state("cx"),
                                   first_state("dcy"), dcx, weight_bytes_, data("weights"), workspace_bytes_[1],
                                   workspace_.data(), reserve_bytes_[1], reserve_.data());
  }
  cudnnStatus_t backward_weights(cudnnWgradMode_t mode) {
    scratch(true);
    return cudnnRNNBackwardWeights_v8(handle(), d_.rnn, mode, nullptr, d_.x, data("x"), h_desc(), first_state("hx"),
                                      d_.y, data("y_training"), weight_bytes_, data("dweights"), workspace_bytes_[1],
                                      workspace_.data(), reserve_bytes_[1], reserve_.data());
  }

  // Workspace and reserve sizes are each library's own, but for the reserve of inference, which is 0.
  void size(const Row& row) {
    if (row.name == "workspace_inference" || row.name == "workspace_training" || row.name == "reserve_training") return;
    if (row.name.rfind("cell", 0) == 0) return network_size(row);
    const size_t got = row.name == "states"              ? state_bytes_
                       : row.name == "reserve_inference" ? reserve_bytes_[0]
                                                         : weight_bytes_;
    if (row.name == "states" && got % 49152 == 0) return;  // 1024 generators for each processor of this device
    tally_.check(std::to_string(got) == row.data, row.name,
                 row.name + " is " + std::to_string(got) + ", recorded " + row.data);
  }
  // "cell2 dir1 L3 T50 N64 f16 I256 H512" with "weights 31506432 ...".
  void network_size(const Row& row) {
    int cell, direction, layers, steps, batch, input, hidden;
    char type_name[8];
    if (std::sscanf(row.name.c_str(), "cell%d dir%d L%d T%d N%d %7s I%d H%d", &cell, &direction, &layers, &steps,
                    &batch, type_name, &input, &hidden) != 8)
      return tally_.skip("rnn size: " + row.name);
    cudnnStatus_t status = cudnnSetRNNDescriptor_v8(
        d_.rnn, CUDNN_RNN_ALGO_STANDARD, static_cast<cudnnRNNMode_t>(cell), CUDNN_RNN_DOUBLE_BIAS,
        static_cast<cudnnDirectionMode_t>(direction), CUDNN_LINEAR_INPUT,
        conformance::cudnn_type(conformance::dtype_from(type_name)), CUDNN_DATA_FLOAT, CUDNN_DEFAULT_MATH, input,
        hidden, hidden, layers, nullptr, CUDNN_RNN_PADDED_IO_ENABLED);
    size_t bytes = 0;
    if (status == CUDNN_STATUS_SUCCESS) status = cudnnGetRNNWeightSpaceSize(handle(), d_.rnn, &bytes);
    tally_.status(status, "0", "cudnnGetRNNWeightSpaceSize");
    const std::string want = split(row.data, ' ').at(1);
    tally_.check(std::to_string(bytes) == want, row.name, std::to_string(bytes) + " bytes, recorded " + want);
  }

  // "matrix 30 1x6x5 30x5x1 bias 216 1x6x1 6x1x1", "matrix NULL nd=0 ...": element offsets, dims, strides.
  void place(const Row& row) {
    int layer = 0, id = 0;
    if (std::sscanf(row.name.c_str(), "params_layer%d_id%d", &layer, &id) != 2) return tally_.skip("rnn: " + row.name);
    void *matrix = nullptr, *bias = nullptr;
    cudnnStatus_t status = cudnnGetRNNWeightParams(handle(), d_.rnn, layer, weight_bytes_, data("weights"), id,
                                                   d_.matrix, &matrix, d_.bias, &bias);
    if (!tally_.status(status, "0", "cudnnGetRNNWeightParams")) return;
    auto text = [&](void* address, cudnnTensorDescriptor_t desc) {
      int rank = 0, dims[8] = {}, strides[8] = {};
      cudnnDataType_t element;
      cudnnGetTensorNdDescriptor(desc, 8, &element, &rank, dims, strides);
      if (!address) return "NULL nd=" + std::to_string(rank);
      const size_t bytes = conformance::size_of(conformance::dtype_from(params_.at("dtype")));
      const auto offset = static_cast<char*>(address) - static_cast<char*>(data("weights"));
      return std::to_string(static_cast<size_t>(offset) / bytes) + " " + conformance::text_of({dims, dims + rank}) +
             " " + conformance::text_of({strides, strides + rank});
    };
    const std::string got = "matrix " + text(matrix, d_.matrix) + " bias " + text(bias, d_.bias);
    tally_.check(got == row.data, row.name, got + ", recorded " + row.data);
  }

  void output(const Row& row) {
    auto found = tensors_.find(row.name);
    if (!ran_ || found == tensors_.end()) return;
    double largest = 0;
    for (const std::string& word : split(row.data, ' '))
      if (word != "_") largest = std::max(largest, std::fabs(std::strtod(word.c_str(), nullptr)));
    const std::string wrong = compare_.mismatch(row, *found->second, false, slack() * largest);
    tally_.check(wrong.empty(), row.name, row.name + ": " + wrong);
  }
  // What a right answer may differ by beyond rounding of the type, as a fraction of the largest value.
  double slack() const {
    // NVIDIA's library keeps h in the type of the data from step to step, ours in f32; f16 arithmetic is its own again.
    if (params_.at("dtype") == "bf16") return 4 * 0x1p-8;
    if (params_.at("dtype") == "f16") return (params_.at("math_prec") == "f16" ? 8 : 4) * 0x1p-11;
    if (params_.at("dtype") == "f32" && integer("math") == CUDNN_DEFAULT_MATH) return 0x1p-10;  // TF32 there
    if (integer("algo") != CUDNN_RNN_ALGO_STANDARD) return 3e-5;  // the persistent kernels' approximate exponentials
    return 0;
  }

  Tally& tally_;
  const Case& case_;
  Player compare_;
  size_t at_ = 0;
  bool ran_ = false;
  Descriptors d_;
  std::map<std::string, std::string> params_;
  std::map<std::string, int> calls_;
  std::map<std::string, std::unique_ptr<Tensor>> tensors_;
  DeviceBuffer states_, workspace_, reserve_;
  size_t state_bytes_ = 0, weight_bytes_ = 0, workspace_bytes_[2] = {}, reserve_bytes_[2] = {};
};

DType type_in(const std::string& text, const char* word) {
  return conformance::dtype_from(split(text.substr(text.find(word) + std::strlen(word)), ' ').at(0));
}

}  // namespace

void play_rnn(Tally& tally, const Case& record) {
  tally.begin(record.table, record.name);
  RnnPlayer(tally, record).play();
}

// The groups rnn.desc and rnn.run of status_cases.tsv.
void play_rnn_status(Tally& tally, const std::vector<std::string>& f) {
  const std::string& condition = f[2];
  Descriptors d;
  auto set = [&](cudnnDataType_t type, cudnnDataType_t precision, int math) {
    return cudnnSetRNNDescriptor_v8(
        d.rnn, CUDNN_RNN_ALGO_STANDARD, CUDNN_LSTM, CUDNN_RNN_DOUBLE_BIAS, CUDNN_UNIDIRECTIONAL, CUDNN_LINEAR_INPUT,
        type, precision, static_cast<cudnnMathType_t>(math), 5, 6, 6, 1, nullptr, CUDNN_RNN_PADDED_IO_ENABLED);
  };
  int first = 0, second = 0, layout = 0;
  if (std::sscanf(condition.c_str(), "lengths %d %d layout%d", &first, &second, &layout) == 3) {
    const int lengths[] = {first, second};
    tally.status(cudnnSetRNNDataDescriptor(d.x, CUDNN_DATA_FLOAT, static_cast<cudnnRNNDataLayout_t>(layout), 3, 2, 5,
                                           lengths, nullptr),
                 f[4], f[1]);
  } else if (condition.rfind("dtype ", 0) == 0) {
    const cudnnDataType_t type = conformance::cudnn_type(type_in(condition, "dtype ")),
                          precision = conformance::cudnn_type(type_in(condition, "mathPrec "));
    tally.status(set(type, precision, condition.back() - '0'), f[4], f[1]);
  } else if (condition == "dropoutDesc NULL") {
    tally.status(set(CUDNN_DATA_FLOAT, CUDNN_DATA_FLOAT, 0), f[4], f[1]);
  } else if (f[1] == "cudnnGetRNNWeightParams") {
    set(CUDNN_DATA_FLOAT, CUDNN_DATA_FLOAT, 0);
    const int number = std::atoi(condition.substr(condition.find(' ')).c_str());
    const bool id = condition.rfind("linLayerID", 0) == 0;
    size_t bytes = 0;
    cudnnGetRNNWeightSpaceSize(tally.session().handle, d.rnn, &bytes);
    DeviceBuffer weights(bytes);
    void *matrix = nullptr, *bias = nullptr;
    tally.status(cudnnGetRNNWeightParams(tally.session().handle, d.rnn, id ? 0 : number, bytes, weights.data(),
                                         id ? number : 0, d.matrix, &matrix, d.bias, &bias),
                 f[4], f[1]);
  } else {
    tally.skip("rnn: " + condition);
  }
}

}  // namespace girih::golden
