// Recorded answers of NVIDIA's cuDNN 9.19, played back against the library that the loader finds.
// data/*.tsv hold the records; their format is described in README.md beside this file.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "conformance/session.h"

namespace girih::golden {

struct Row {
  char kind = 0;  // p parameter, i input, o output, r returned status, s size, a algorithm, ! event
  std::string name, type, dims_text, strides_text, data;
  std::vector<int64_t> dims, strides;
};

struct Case {
  std::string table, name;
  std::vector<Row> rows;
};

std::vector<Case> load_cases(const std::string& path, const std::string& table);
// A table with columns of its own: rows of fields, the header left out.
std::vector<std::vector<std::string>> load_table(const std::string& path);
// Numbers of an input rule, before conversion to the element type.
std::vector<double> generate(const std::string& rule, size_t count);
std::vector<std::string> split(const std::string& text, char separator);
std::vector<int64_t> numbers(const std::string& text);  // "2x3x4"

// Where Girih answers otherwise on purpose: the tables of docs/differences.md.
class Differences {
 public:
  void load(const std::string& path);
  // True if a row covers this item; the row counts as used.
  bool cover(const std::string& table, const std::string& name, const std::string& item);
  std::vector<std::string> unused(const std::vector<std::string>& tables) const;

 private:
  struct Entry {
    std::string table, pattern, item;
    bool used = false;
  };
  std::vector<Entry> entries_;
};

struct Count {
  int passed = 0, failed = 0, different = 0, unbuilt = 0, skipped = 0;
};

const char* current_record();  // table and case in play

class Tally {
 public:
  Tally(conformance::Session session, Differences& differences, bool verbose)
      : session_(session), differences_(differences), verbose_(verbose) {}

  void begin(const std::string& table, const std::string& name);
  // Files one comparison with a record. `item` names what was compared, for docs/differences.md.
  void check(bool ok, const std::string& item, const std::string& message);
  // A returned status against the recorded one. True if the call succeeded and was meant to.
  bool status(cudnnStatus_t got, const std::string& recorded, const std::string& item);
  void unbuilt(const std::string& function);
  void skip(const std::string& why);  // a record this program does not play
  int report() const;                 // prints the tables; number of failures

  const conformance::Session& session() const { return session_; }

 private:
  Count& count() { return counts_[table_]; }

  conformance::Session session_;
  Differences& differences_;
  bool verbose_;
  std::string table_, name_;
  std::map<std::string, Count> counts_;
  std::map<std::string, int> unbuilt_, skipped_;
};

// Plays cases row by row: inputs become tensors, a returned status means a call, outputs are compared.
class Player {
 public:
  Player(Tally& tally, const Case& record) : tally_(tally), case_(record) {}
  void play();

  // For the actions that stand behind the function names.
  conformance::Tensor& tensor(const std::string& name);  // throws Missing
  bool has(const std::string& name) const { return tensors_.contains(name); }
  void* data(const std::string& name) { return has(name) ? tensor(name).data() : nullptr; }
  cudnnTensorDescriptor_t descriptor(const std::string& name) { return tensor(name).descriptor(); }
  std::string text(const std::string& name, const std::string& fallback) const;
  double real(const std::string& name, double fallback) const;
  int integer(const std::string& name, int fallback) const { return static_cast<int>(real(name, fallback)); }
  std::vector<int> ints(const std::string& name, const std::string& fallback) const;
  // Names of the outputs that the record shows right behind the call.
  std::vector<std::string> upcoming() const;
  bool writes(const std::string& name) const;
  // Copies what a tensor was before the call into another: an in-place call.
  void alias(const std::string& output, const std::string& input);
  conformance::Tensor& make(const std::string& name, const conformance::Shape& shape);
  void input(const Row& row);  // makes the tensor of an `i` row
  cudnnHandle_t handle() const { return tally_.session().handle; }
  Tally& tally() { return tally_; }
  const Case& record() const { return case_; }
  const Row* output_row(const std::string& name) const;
  // Empty if a tensor's device content is what the record shows, bit for bit (`exact`) or within rounding of the type
  // and `slack`; else what differs.
  std::string mismatch(const Row& row, conformance::Tensor& tensor, bool exact, double slack = 0);
  std::map<std::string, size_t> sizes;  // what the library reported, for the `s` rows
  // Sizes of workspace and reserve space: each library's own business.
  size_t& scratch_size(const std::string& name) { return scratch_sizes_[name]; }
  bool derived_once = false;          // normalization.tsv asks twice
  conformance::DeviceBuffer reserve;  // lives from the forward to the backward call

  struct Missing : std::runtime_error {
    using std::runtime_error::runtime_error;
  };

 private:
  void call(const Row& row);
  void prepare_outputs();
  void report(const Row& row);
  double tolerance() const;
  bool given_since(const std::string& name) const;
  bool before_algorithm() const;

  Tally& tally_;
  const Case& case_;
  size_t at_ = 0;
  bool valid_ = true;  // the last call ran as recorded: its outputs can be compared
  std::map<std::string, std::string> params_;
  std::map<std::string, size_t> scratch_sizes_;
  std::map<std::string, std::unique_ptr<conformance::Tensor>> tensors_;
};

// A descriptor that lives for one call.
template <typename D>
struct Held {
  Held(cudnnStatus_t (*create)(D*), cudnnStatus_t (*destroy)(D)) : destroy_(destroy) { create(&descriptor); }
  ~Held() { destroy_(descriptor); }
  Held(const Held&) = delete;
  D descriptor = nullptr;
  cudnnStatus_t (*destroy_)(D);
};

// alpha and beta of the record, in the scalar type of a tensor.
struct Blend {
  Blend(Player& p, const std::string& tensor, double alpha = 1, double beta = 0)
      : a(p.tensor(tensor).shape.type, p.real("alpha", alpha)), b(p.tensor(tensor).shape.type, p.real("beta", beta)) {}
  conformance::Scalar a, b;
};

using Action = cudnnStatus_t (*)(Player&);
using Actions = std::map<std::string, Action>;
// Of families that have a file of their own.
const Actions& lrn_actions();
const Actions& normalization_actions();
const Actions& spatial_actions();
const Actions& transform_actions();
// The action of a recorded function, or nullptr (actions.cpp).
Action action_of(const std::string& function);
// One `a` row of convolution.tsv or conv_bias_act.tsv (convolution.cpp).
void play_algorithm(Player& player, const Row& row);
cudnnStatus_t set_convolution(Player& player);
cudnnStatus_t convolution_output_dims(Player& player);
cudnnStatus_t convolution_forward(Player& player);
cudnnStatus_t convolution_bias_gradient(Player& player);
cudnnStatus_t convolution_bias_activation(Player& player);
void play_naninf(Player& player, const Row& row);

void play_dropout(Tally& tally, const Case& record);
void play_attention(Tally& tally, const Case& record);
void play_fused(Tally& tally, const Case& record);
void play_ctc(Tally& tally, const Case& record);
void play_ctc_status(Tally& tally, const std::vector<std::string>& row);  // a row of status_cases.tsv
void play_rnn(Tally& tally, const Case& record);
void play_rnn_status(Tally& tally, const std::vector<std::string>& row);  // a row of status_cases.tsv
void play_reorder(Tally& tally, const Case& record);
void play_conv_algorithms(Tally& tally, const std::vector<std::vector<std::string>>& table);
void play_status_arguments(Tally& tally, const std::vector<std::vector<std::string>>& table);
void play_handles(Tally& tally);
void play_status_cases(Tally& tally, const std::vector<std::vector<std::string>>& table);

}  // namespace girih::golden
