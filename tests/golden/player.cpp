#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include "golden/golden.h"

namespace girih::golden {
namespace {

using conformance::DType;
using conformance::Shape;
using conformance::Tensor;

// Values that do not pass through a transcendental function or a division, and small integers: equal bits.
bool exact_table(const Case& record) {
  static const std::set<std::string> exact = {"convolution", "tensorops", "im2col_reorder"};
  return exact.contains(record.table);
}

bool poisoned(const uint8_t* element, size_t size) {
  return std::all_of(element, element + size, [](uint8_t byte) { return byte == 0xFF; });
}

}  // namespace

Tensor& Player::tensor(const std::string& name) {
  auto found = tensors_.find(name);
  if (found == tensors_.end()) throw Missing("the record has no tensor " + name);
  return *found->second;
}

std::string Player::text(const std::string& name, const std::string& fallback) const {
  auto found = params_.find(name);
  return found == params_.end() ? fallback : found->second;
}

double Player::real(const std::string& name, double fallback) const {
  auto found = params_.find(name);
  if (found == params_.end()) return fallback;
  // "float 1 passed; read by the library as ...": the number that was passed
  const std::string& text = found->second;
  return std::strtod(text.c_str() + (text.rfind("float ", 0) == 0 ? 6 : 0), nullptr);
}

std::vector<int> Player::ints(const std::string& name, const std::string& fallback) const {
  return conformance::ints(numbers(text(name, fallback)));
}

std::vector<std::string> Player::upcoming() const {
  std::vector<std::string> names;
  for (size_t i = at_ + 1; i < case_.rows.size(); ++i) {
    const Row& row = case_.rows[i];
    if (row.kind == 'r' || row.kind == 'i' || row.kind == 'a') break;
    if (row.kind == 'o') names.push_back(row.name);
  }
  return names;
}

bool Player::writes(const std::string& name) const {
  std::vector<std::string> names = upcoming();
  return std::find(names.begin(), names.end(), name) != names.end();
}

const Row* Player::output_row(const std::string& name) const {
  for (const Row& row : case_.rows)
    if (row.kind == 'o' && row.name == name) return &row;
  return nullptr;
}

Tensor& Player::make(const std::string& name, const Shape& shape) {
  tensors_[name] = std::make_unique<Tensor>(name, shape);
  Tensor& made = *tensors_[name];
  made.poison();
  made.buffer.upload(made.image);
  return made;
}

void Player::input(const Row& row) {
  Tensor& made = make(row.name, {conformance::dtype_from(row.type), row.dims, row.strides});
  size_t size = conformance::size_of(made.shape.type);
  std::vector<double> values = generate(row.data, made.image.size() / size);
  for (size_t i = 0; i < values.size(); ++i) {
    double value = values[i];
    // The record's generator cuts fractions off for integers and goes through f32 for the 16-bit types.
    if (made.shape.type == DType::kI32 && !std::isfinite(value))
      value = INT32_MIN;  // what a C cast gives on x86
    else if (!conformance::is_float(made.shape.type))
      value = std::trunc(value);
    else if (made.shape.type != DType::kF64)
      value = static_cast<float>(value);
    conformance::encode(made.shape.type, value, &made.image[i * size]);
  }
  made.values = made.decoded(made.image);
  made.buffer.upload(made.image);
}

void Player::alias(const std::string& output, const std::string& input_name) {
  Tensor &to = tensor(output), &from = tensor(input_name);
  to.image = from.image;
  to.buffer.upload(to.image);
}

// An output has an input row of the same name between the call before and this one: it starts with those values.
bool Player::given_since(const std::string& name) const {
  for (size_t i = at_; i-- > 0;) {
    const Row& row = case_.rows[i];
    if (row.kind == 'o' && row.name == name) return false;
    if (row.kind == 'i' && row.name == name) return true;
  }
  return false;
}

// The convolution tables show an output before the first algorithm that gave it, not behind a call.
bool Player::before_algorithm() const {
  for (size_t i = at_ + 1; i < case_.rows.size(); ++i)
    if (case_.rows[i].kind != 'o') return case_.rows[i].kind == 'a';
  return false;
}

void Player::prepare_outputs() {
  for (size_t i = at_ + 1; i < case_.rows.size(); ++i) {
    const Row& row = case_.rows[i];
    if (row.kind == 'r' || row.kind == 'i' || row.kind == 'a') break;
    if (row.kind != 'o' || row.type == "bytes" || row.type == "bits" || given_since(row.name)) continue;
    make(row.name, {conformance::dtype_from(row.type), row.dims, row.strides});
  }
}

void Player::call(const Row& row) {
  Action action = action_of(row.name);
  if (!action) {
    valid_ = false;
    return tally_.skip(row.name);
  }
  prepare_outputs();
  valid_ = false;
  try {
    cudnnStatus_t status = action(*this);
    conformance::check_cuda(cudaDeviceSynchronize(), row.name.c_str());
    valid_ = tally_.status(status, row.data, row.name);
    // A refused call leaves its outputs as they were: the record shows them as poison or old values.
    if (status != CUDNN_STATUS_SUCCESS && row.data == std::to_string(status)) valid_ = true;
  } catch (const Missing& missing) {
    tally_.skip(row.name + ": " + missing.what());
  } catch (const std::exception& error) {
    tally_.check(false, row.name, row.name + ": " + error.what());
  }
}

void Player::play() {
  tally_.begin(case_.table, case_.name);
  for (at_ = 0; at_ < case_.rows.size(); ++at_) {
    const Row& row = case_.rows[at_];
    switch (row.kind) {
      case 'p':
        params_[row.name] = row.data;
        break;
      case 'i':
        input(row);
        break;
      case 'r':
        if (row.name.rfind("fwd.algo", 0) == 0)
          play_naninf(*this, row);
        else
          call(row);
        break;
      case 's':
        if (sizes.contains(row.name))
          tally_.check(std::to_string(sizes[row.name]) == row.data, row.name,
                       row.name + " is " + std::to_string(sizes[row.name]) + ", recorded " + row.data);
        break;
      case 'a':
        play_algorithm(*this, row);
        break;
      case 'o':
        if (row.type == "bytes" || row.type == "bits")
          tally_.skip("bytes of " + row.name);
        else if (valid_ && has(row.name) && !row.data.empty() && !before_algorithm())
          report(row);
        break;
      default:
        break;
    }
  }
}

// What a right answer may differ by beyond rounding of the type, as a fraction of the largest value.
double Player::tolerance() const {
  auto ends = [&](const char* suffix) {
    return case_.name.size() > std::strlen(suffix) &&
           case_.name.rfind(suffix) == case_.name.size() - std::strlen(suffix);
  };
  // The recorded statistics lose digits when the mean is far from zero.
  if (case_.table == "batchnorm" && (ends(".offset") || ends(".const"))) return 2e-3;
  // The recorded backward pass read the recorded y, ours reads our own: they may be one rounding apart.
  if (case_.table == "softmax" && case_.name.find("bf16") != std::string::npos) return 0x1p-7;
  if (case_.table == "softmax" && case_.name.find("f16") != std::string::npos) return 0x1p-10;
  if (case_.table == "softmax" && ends(".ext")) return 1e-12;
  return 0;
}

void Player::report(const Row& row) {
  double largest = 0;
  for (const std::string& word : split(row.data, ' ')) {
    double value = std::strtod(word.c_str(), nullptr);
    if (word != "_" && std::isfinite(value)) largest = std::max(largest, std::fabs(value));
  }
  std::string wrong = mismatch(row, tensor(row.name), exact_table(case_), tolerance() * largest);
  tally_.check(wrong.empty(), row.name, row.name + ": " + wrong);
}

std::string Player::mismatch(const Row& row, Tensor& got, bool exact, double slack) {
  std::vector<std::string> want = split(row.data, ' ');
  std::vector<uint8_t> bytes = got.buffer.download();
  DType type = got.shape.type;
  size_t size = conformance::size_of(type);
  if (want.size() * size != bytes.size())
    return std::to_string(bytes.size() / size) + " elements, recorded " + std::to_string(want.size());
  if (std::string damage = got.buffer.damage(); !damage.empty()) return "wrote " + damage;
  double largest = 0;
  for (const std::string& word : want) {
    double value = std::strtod(word.c_str(), nullptr);
    if (word != "_" && std::isfinite(value)) largest = std::max(largest, std::fabs(value));
  }
  if (case_.table == "activation") largest = std::min(largest, 1.0);  // elementwise: nothing cancels between elements
  double unit = type == DType::kF64 ? 0x1p-53 : 0x1p-24, own = conformance::unit_roundoff(type);
  // One step of the 16-bit types; 16 units where a sum, a square root or an exponential may be evaluated otherwise.
  double relative = type == DType::kF16 || type == DType::kBF16 ? 2 * own : 16 * unit;
  size_t wrong = 0, first = 0;
  for (size_t i = 0; i < want.size(); ++i) {
    const uint8_t* element = &bytes[i * size];
    bool ok;
    if (want[i] == "_") {
      ok = poisoned(element, size);
    } else {
      double value = std::strtod(want[i].c_str(), nullptr), have = conformance::decode(type, element);
      ok = have == conformance::rounded(type, value) || (std::isnan(have) && std::isnan(value));
      if (!ok && !exact && conformance::is_float(type) && std::isfinite(have) && std::isfinite(value))
        ok = std::fabs(have - value) <=
             slack + relative * std::fabs(value) + 64 * unit * largest + 2 * conformance::underflow(type);
    }
    if (!ok && wrong++ == 0) first = i;
  }
  if (wrong == 0) return "";
  char have[32];
  std::snprintf(have, sizeof have, "%.9g", conformance::decode(type, &bytes[first * size]));
  return std::to_string(wrong) + " of " + std::to_string(want.size()) + " elements differ, first [" +
         std::to_string(first) + "]: got " + have + ", recorded " + want[first];
}

}  // namespace girih::golden
