// What every test needs: the handle, the data mode, the collected verdicts, and the comparison with a reference.
#pragma once

#include <cudnn.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "conformance/problem.h"
#include "conformance/tensor.h"

namespace girih::conformance {

enum class Library { kGirih, kNvidia };
enum class Data { kExact, kRandom };

// Each kind of check can be broken on purpose, to see that it notices: "reference", "guard", "gap", "input", "repeat".
void set_sabotage(const std::string& kind);
bool sabotaged(const char* kind);

struct Session {
  cudnnHandle_t handle = nullptr;
  Library library = Library::kGirih;
  Data data = Data::kExact;
  uint64_t seed = 0;
  int repeats = 2;  // runs of each call, which must give equal bits

  bool exact() const { return data == Data::kExact; }
  bool girih() const { return library == Library::kGirih; }
};

// Thrown by Report::require to leave a problem early; the report already says why.
struct Stop {};

struct Report {
  std::vector<std::string> failures;
  std::vector<std::string> unbuilt;        // functions that answered "not built yet"
  std::vector<std::string> refusals;       // NOT_SUPPORTED from NVIDIA's library: legal input it has no engine for
  double used = 0;                         // worst fraction of an error bound
  int calls = 0;                           // library calls under test that ran to a compared result
  uint64_t digest = 1469598103934665603u;  // FNV-1a of the bits of all outputs, to compare runs of the program

  std::set<std::string> functions;  // of the library, that ran with success

  void fail(const std::string& message) { failures.push_back(message); }
  void check(bool ok, const std::string& message) {
    if (!ok) fail(message);
  }
  // True if the status is success. Otherwise files the answer as unbuilt, refused or failed.
  bool accept(const Session& session, cudnnStatus_t status, const std::string& function);
  void require(const Session& session, cudnnStatus_t status, const std::string& function) {
    if (!accept(session, status, function)) throw Stop{};
  }
};

std::string last_error();  // cudnnGetLastErrorString, which clears it

// What a result must be, element by element in logical order.
struct Expected {
  std::vector<double> value;
  std::vector<double> bound;  // largest |result - value|; empty: the result must equal the rounded value
};

// alpha*sum + beta*old with the bound  c*u*(|alpha|*magnitude + |beta*old|) + u_out*|value|,
// where magnitude is the sum of |a||b| and c grows as min(terms, 4*sqrt(terms)) + 4: the probabilistic bound of
// Higham and Mary (SIAM J. Sci. Comput. 41, 2019) with a generous constant, never above the worst case.
struct Blend {
  double alpha = 1, beta = 0;
  double terms = 1;
  double unit = 0;  // unit roundoff of the accumulation
  bool exact = false;
};
Expected blended(const Blend& blend, const std::vector<double>& sum, const std::vector<double>& magnitude,
                 const Tensor& output);
double error_constant(double terms);
double accumulation_unit(DType type);  // f64 sums in f64, everything else in f32

// Compares output.result with what is expected.
void compare(Report& report, const Tensor& output, const Expected& expected, const std::string& context);
// Same, for a bare array.
void compare_values(Report& report, DType type, const std::vector<double>& got, const Expected& expected,
                    const std::string& context);

// One call of the library: sets the buffers up, calls, and checks everything that is not arithmetic: guards, gaps,
// inputs unchanged, workspace kept to its size, second run bitwise equal. Results are left in output->result.
struct Call {
  std::string function;
  std::vector<Tensor*> inputs;
  std::vector<Tensor*> outputs;
  std::vector<DeviceBuffer*> scratch;  // workspace and the like: poisoned before, guards checked after
  bool repeatable = true;
  bool once = false;  // state changes with each run (dropout)
  int runs = 2;
  std::function<cudnnStatus_t()> run = nullptr;
};
bool execute(const Session& session, Report& report, const Call& call, const std::string& context = "");

// alpha or beta for a call: double for f64 tensors, int32 for those of i32 (convolution), float for the rest.
class Scalar {
 public:
  Scalar(DType type, double value)
      : type_(type), double_(value), float_(static_cast<float>(value)), int_(static_cast<int32_t>(value)) {}
  const void* get() const {
    if (type_ == DType::kF64) return &double_;
    if (type_ == DType::kI32) return &int_;
    return &float_;
  }

 private:
  DType type_;
  double double_;
  float float_;
  int32_t int_;
};

// Data of a tensor in the session's mode: integers in [-range, range], or reals in [-1, 1].
std::vector<double> draw(const Session& session, Random& random, size_t count, int64_t range = 3);
Random random_for(const Session& session, const problem::Problem& problem);

// The tensor words and keys that all families share: type, layout, gap, shift.
struct Common {
  DType type;
  std::string layout;
  int64_t gap;
  size_t shift;
  Shape shape(const std::vector<int64_t>& dims) const {
    return {type, dims, strides_of(layout, dims, gap), vector_of(layout)};
  }
};
Common read_common(problem::Reader& reader);
// Dims n, c and spatial letters, or `dims=2x3x4x5`.
std::vector<int64_t> read_dims(problem::Reader& reader);
// The shape with strides from the key if it is given.
Shape read_strides(problem::Reader& reader, const char* key, Shape shape);
// An output starts as NaN if beta is 0, else with old values.
void prepare_output(const Session& session, Random& random, Tensor& output, double beta);

}  // namespace girih::conformance
