// Records of ctc.tsv: descriptors of every generation, both loss functions; and the ctc group of status_cases.tsv.
// Losses and gradients are compared sample by sample, and elements that a rule of their own decides apart, so that
// docs/differences.md can name exactly what differs.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "golden/golden.h"

namespace girih::golden {
namespace {

using conformance::DeviceBuffer;
using conformance::DType;
using conformance::Tensor;

struct Loss : Held<cudnnCTCLossDescriptor_t> {
  Loss() : Held(cudnnCreateCTCLossDescriptor, cudnnDestroyCTCLossDescriptor) {}
};

struct Ints {
  explicit Ints(const std::vector<int>& v) : host(v), device(v.size() * sizeof(int)) {
    std::vector<uint8_t> bytes(v.size() * sizeof(int));
    std::memcpy(bytes.data(), v.data(), bytes.size());
    device.upload(bytes);
  }
  const int* on_device() const { return static_cast<const int*>(device.data()); }
  std::vector<int> host;
  DeviceBuffer device;
};

class CtcPlayer {
 public:
  CtcPlayer(Tally& tally, const Case& record) : tally_(tally), case_(record), compare_(tally, record) {
    // The cases about an empty label do not say it, but their sample 0 has the label 1 2, and sample 1 none.
    params_ = {{"labels", "1x2"}, {"label_lengths", "2x0"}, {"input_lengths", "6x6"}, {"norm_mode", "1"}, {"api", "9"}};
    params_["algo"] = record.name.back();
    for (const Row& row : record.rows)
      if (row.kind == 'p') params_[row.name] = row.data;
  }

  void play() {
    set();
    for (const Row& row : case_.rows) {
      if (row.kind == 'i') input(row);
      if (row.kind == 'o') tensors_[row.name] = make(row.name, row);
    }
    for (size_t at = 0; at < case_.rows.size(); ++at) {
      const Row& row = case_.rows[at];
      if (row.kind == 'r' && row.name.rfind("cudnnGet", 0) == 0) size(row);
      if (row.kind == 'r' && row.name.rfind("cudnnCTCLoss", 0) == 0 && run(row)) compare();
    }
  }

 private:
  int integer(const std::string& name, int fallback = 0) const {
    auto found = params_.find(name);
    return found == params_.end() ? fallback : std::atoi(found->second.c_str());
  }
  std::vector<int> ints(const std::string& name) const {
    auto found = params_.find(name);
    return found->second.empty() ? std::vector<int>{} : conformance::ints(numbers(found->second));
  }

  std::unique_ptr<Tensor> make(const std::string& name, const Row& row) {
    if (tensors_[name]) return std::move(tensors_[name]);
    auto made =
        std::make_unique<Tensor>(name, conformance::Shape{conformance::dtype_from(row.type), row.dims, row.strides});
    made->poison();
    made->buffer.upload(made->image);
    return made;
  }
  void input(const Row& row) {
    std::unique_ptr<Tensor> made = make(row.name, row);
    const size_t size = conformance::size_of(made->shape.type);
    const std::vector<double> values = generate(row.data, made->image.size() / size);
    for (size_t i = 0; i < values.size(); ++i)
      conformance::encode(made->shape.type, static_cast<float>(values[i]), &made->image[i * size]);
    made->buffer.upload(made->image);
    tensors_[row.name] = std::move(made);
  }

  // Sets the descriptor as the record did, and reads it back in every generation.
  void set() {
    const auto f32 = CUDNN_DATA_FLOAT;
    const auto norm = static_cast<cudnnLossNormalizationMode_t>(integer("norm_mode"));
    const auto nan = static_cast<cudnnNanPropagation_t>(integer("grad_mode"));
    const auto mode = static_cast<cudnnCTCGradMode_t>(integer("grad_mode"));
    const int longest = integer("max_label_length", 20), api = integer("api");
    const cudnnStatus_t status = api == 1   ? cudnnSetCTCLossDescriptor(loss_.descriptor, f32)
                                 : api == 7 ? cudnnSetCTCLossDescriptorEx(loss_.descriptor, f32, norm, nan)
                                 : api == 8 ? cudnnSetCTCLossDescriptor_v8(loss_.descriptor, f32, norm, nan, longest)
                                            : cudnnSetCTCLossDescriptor_v9(loss_.descriptor, f32, norm, mode, longest);
    if (!tally_.status(status, "0", "cudnnSetCTCLossDescriptor*")) return;
    cudnnDataType_t type[4] = {};
    cudnnLossNormalizationMode_t norms[3] = {};
    cudnnNanPropagation_t nans[2] = {};
    cudnnCTCGradMode_t got_mode = {};
    int lengths[2] = {};
    const bool read =
        cudnnGetCTCLossDescriptor(loss_.descriptor, &type[0]) == CUDNN_STATUS_SUCCESS &&
        cudnnGetCTCLossDescriptorEx(loss_.descriptor, &type[1], &norms[0], &nans[0]) == CUDNN_STATUS_SUCCESS &&
        cudnnGetCTCLossDescriptor_v8(loss_.descriptor, &type[2], &norms[1], &nans[1], &lengths[0]) ==
            CUDNN_STATUS_SUCCESS &&
        cudnnGetCTCLossDescriptor_v9(loss_.descriptor, &type[3], &norms[2], &got_mode, &lengths[1]) ==
            CUDNN_STATUS_SUCCESS;
    tally_.check(read, "getters", "a getter of the descriptor failed");
    tally_.check(std::count(type, type + 4, f32) == 4, "compType", "the getters give other types");
    if (api == 1) return;
    tally_.check(std::count(norms, norms + 3, norm) == 3, "normMode", "the getters give other modes");
    tally_.check(nans[0] == nan && nans[1] == nan && got_mode == mode, "gradMode", "the getters give other modes");
    if (api >= 8)
      tally_.check(lengths[0] == longest && lengths[1] == longest, "maxLabelLength", "the getters give other lengths");
  }

  void size(const Row& row) {
    const auto algo = static_cast<cudnnCTCLossAlgo_t>(integer("algo"));
    cudnnTensorDescriptor_t probs = tensors_.at("probs")->descriptor(),
                            gradients = tensors_.at("gradients")->descriptor();
    const cudnnHandle_t handle = tally_.session().handle;
    const std::vector<int> labels = ints("labels"), label_lengths = ints("label_lengths"),
                           input_lengths = ints("input_lengths");
    tally_.status(row.name == "cudnnGetCTCLossWorkspaceSize"
                      ? cudnnGetCTCLossWorkspaceSize(handle, probs, gradients, labels.data(), label_lengths.data(),
                                                     input_lengths.data(), algo, loss_.descriptor, &workspace_)
                      : cudnnGetCTCLossWorkspaceSize_v8(handle, algo, loss_.descriptor, probs, gradients, &workspace_),
                  row.data, row.name);
  }

  bool run(const Row& row) {
    const auto algo = static_cast<cudnnCTCLossAlgo_t>(integer("algo"));
    const cudnnHandle_t handle = tally_.session().handle;
    if (!tensors_["costs"]) {  // the record ends in a fault, and shows no result
      const Row like{'o', "costs", "f32", "", "", "", {tensors_.at("probs")->shape.dims[1]}, {1}};
      tensors_["costs"] = make("costs", like);
    }
    Tensor &probs = *tensors_.at("probs"), &gradients = *tensors_.at("gradients"), &costs = *tensors_.at("costs");
    const bool with_gradients = case_.name.find("nograd") == std::string::npos;
    void* to = with_gradients ? gradients.data() : nullptr;
    const Ints labels(ints("labels")), label_lengths(ints("label_lengths")), input_lengths(ints("input_lengths"));
    if (case_.name.rfind("ctc.zerolabel", 0) == 0)
      cudnnGetCTCLossWorkspaceSize_v8(handle, algo, loss_.descriptor, probs.descriptor(), gradients.descriptor(),
                                      &workspace_);
    DeviceBuffer workspace(workspace_);
    workspace.fill(static_cast<unsigned char>(integer("workspace_fill", 0xFF)));
    const cudnnStatus_t status =
        row.name == "cudnnCTCLoss"
            ? cudnnCTCLoss(handle, probs.descriptor(), probs.data(), labels.host.data(), label_lengths.host.data(),
                           input_lengths.host.data(), costs.data(), gradients.descriptor(), to, algo, loss_.descriptor,
                           workspace.data(), workspace_)
            : cudnnCTCLoss_v8(handle, algo, loss_.descriptor, probs.descriptor(), probs.data(), labels.on_device(),
                              label_lengths.on_device(), input_lengths.on_device(), costs.data(),
                              gradients.descriptor(), to, workspace_, workspace.data());
    const cudaError_t cuda = cudaDeviceSynchronize();
    tally_.check(cuda == cudaSuccess, "cuda", std::string("the device failed: ") + cudaGetErrorString(cuda));
    tally_.check(workspace.damage().empty(), "workspace", "wrote " + workspace.damage());
    return tally_.status(status, row.data, row.name);
  }

  // One comparison of the elements that `part` picks; the others are taken as they are.
  template <class Part>
  void compare(const Row& row, const std::string& item, Part&& part) {
    Tensor& got = *tensors_.at(row.name);
    const std::vector<uint8_t> bytes = got.buffer.download();
    const size_t size = conformance::size_of(got.shape.type);
    std::vector<std::string> words = split(row.data, ' ');
    bool any = false;
    for (size_t i = 0; i < words.size(); ++i) {
      if (part(static_cast<int>(i))) {
        any = true;
        continue;
      }
      char text[32];
      std::snprintf(text, sizeof text, "%.17g", conformance::decode(got.shape.type, &bytes[i * size]));
      words[i] = text;
    }
    if (!any) return;
    Row partial = row;
    partial.data.clear();
    for (const std::string& word : words) partial.data += (partial.data.empty() ? "" : " ") + word;
    // 1e-5: the recorded sums over alignments were made in f32 (both of NVIDIA's algorithms differ by 1e-6).
    const std::string wrong = compare_.mismatch(partial, got, false, 1e-5);
    tally_.check(wrong.empty(), item, item + ": " + wrong);
  }

  void compare() {
    const std::vector<int> labels = ints("labels"), label_lengths = ints("label_lengths"),
                           input_lengths = ints("input_lengths");
    std::vector<double> losses;
    for (const Row& row : case_.rows)
      if (row.kind == 'o' && row.name == "costs")
        for (const std::string& word : split(row.data, ' ')) losses.push_back(std::strtod(word.c_str(), nullptr));
    for (const Row& row : case_.rows) {
      if (row.kind != 'o') continue;
      size_t first = 0;
      for (size_t n = 0; n < label_lengths.size(); ++n) {
        const auto begin = labels.begin() + static_cast<long>(first), end = begin + label_lengths[n];
        first += static_cast<size_t>(label_lengths[n]);
        const std::string item = row.name + "." + std::to_string(n);
        if (row.name == "costs") {
          compare(row, item, [&](int i) { return i == static_cast<int>(n); });
          continue;
        }
        const int samples = static_cast<int>(row.dims[1]), symbols = static_cast<int>(row.dims[2]);
        int needed = label_lengths[n];
        for (auto l = begin; l != end; ++l) needed += l != begin && *l == *(l - 1);
        const bool possible = input_lengths[n] > 0 && needed <= input_lengths[n];
        // 0: none of the others; 1: steps behind the input; 2: a loss that is NaN; 3: probabilities that are taken as
        // they are, and the record shows one in place of its gradient
        const bool normalized = integer("norm_mode") == 1 && integer("api") != 1;
        const std::vector<std::string> words = split(row.data, ' ');
        const Tensor& probs = *tensors_.at("probs");
        auto kind = [&](int i) {
          if (i / symbols % samples != static_cast<int>(n)) return -1;
          if (!possible) return 0;
          if (i / (samples * symbols) >= input_lengths[n]) return 1;
          const auto at = static_cast<size_t>(i);
          const double recorded = std::strtod(words[at].c_str(), nullptr),
                       p = conformance::decode(DType::kF32, &probs.image[at * 4]);
          if (!normalized && (static_cast<float>(recorded) == p || (std::isnan(recorded) && std::isnan(p)))) return 3;
          return std::isnan(losses[n]) ? 2 : 0;
        };
        const char* suffixes[] = {"", ".beyond", ".nan", ".unoccupied"};
        for (int part = 0; part < 4; ++part)
          compare(row, item + suffixes[part], [&](int i) { return kind(i) == part; });
      }
    }
  }

  Tally& tally_;
  const Case& case_;
  Player compare_;
  std::map<std::string, std::string> params_;
  Loss loss_;
  size_t workspace_ = 0;
  std::map<std::string, std::unique_ptr<Tensor>> tensors_;
};

}  // namespace

void play_ctc(Tally& tally, const Case& record) {
  tally.begin(record.table, record.name);
  CtcPlayer(tally, record).play();
}

// The group ctc of status_cases.tsv: types that the setter takes.
void play_ctc_status(Tally& tally, const std::vector<std::string>& f) {
  const DType type = conformance::dtype_from(split(f[2], ' ').at(1));
  tally.status(cudnnSetCTCLossDescriptor_v9(Loss().descriptor, conformance::cudnn_type(type),
                                            CUDNN_LOSS_NORMALIZATION_SOFTMAX, CUDNN_CTC_ZERO_OOB_GRADIENTS, 20),
               f[4], f[1]);
}

}  // namespace girih::golden
