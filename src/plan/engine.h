// An engine: one way to run some graphs on one kind of device. It is const data plus three functions; all state of a
// built engine is in its plan. Every engine lies in a folder of its own (reference engines: one file each) and defines
// one `const Engine`; CMake finds it and writes the registry.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "base/result.h"
#include "graph/graph.h"

namespace girih {

enum class DeviceKind : uint8_t { cpu, cuda };

// What a plan may depend on. Two devices with equal fields share plans.
struct Device {
  DeviceKind kind = DeviceKind::cpu;
  int ordinal = 0;
  int multiprocessors = 1;  // dropout generators are counted by it
  int capability = 0;       // of a GPU: 90 is sm_90
  int64_t l2_bytes = 0;
  int shared_bytes = 0;  // shared memory that one thread block may have
};

// Where the work of a GPU handle goes: its CUcontext and its stream, as the caller's CUDA runtime knows them. The CPU
// ignores both.
struct NativeStream {
  void* context = nullptr;
  void* stream = nullptr;
};

// Device memory of a handle, for engines whose C functions have no workspace argument. What get() gave stays valid for
// as long as the handle lives, and is used again by later calls on the same stream.
struct Scratch {
  virtual ~Scratch() = default;
  virtual Result<void*> get(size_t bytes, const NativeStream& where) = 0;
};

// What a handle adds to its device. A call runs on a target; plans depend on the device alone.
struct Target : Device {
  NativeStream native;
  std::shared_ptr<Scratch> scratch;

  Target() = default;
  Target(const Device& d) : Device(d) {}
};

// Yes, or the first condition that an engine refused, in the user's words: tensor, dimension, rule.
struct Verdict {
  std::string refusal;
  explicit operator bool() const { return refusal.empty(); }
  // Refusals that begin with "takes " say that the graph is for engines of another family: lists of reasons omit them.
  bool other_operation() const { return refusal.starts_with("takes "); }
};
inline Verdict yes() { return {}; }
template <class... A>
Verdict no(fmt::format_string<A...> f, A&&... a) {
  return {fmt::format(f, std::forward<A>(a)...)};
}

struct Estimate {
  double microseconds = 0;  // predicted; only the order of engines depends on it
  size_t workspace = 0;     // bytes the plan will need
};

// What a plan gets when it runs. `data[id]` belongs to tensor id of the graph; nullptr for virtual ones.
struct RunArgs {
  const graph::Graph& graph;  // same structure as the one the plan was built for; carries the scalars of this call
  std::span<void* const> data;
  void* workspace = nullptr;
  void* scratch = nullptr;
  NativeStream native = {};
  const graph::Node* nodes = nullptr;  // whose scalars to take, where they are not those of the graph

  const graph::Scalars& scalars(size_t node = 0) const { return (nodes ? nodes : graph.nodes.data())[node].scalars; }

  template <class T = void>
  T* ptr(graph::TensorId id) const {
    return id == graph::kNone ? nullptr : static_cast<T*>(data[static_cast<size_t>(id)]);
  }
};

struct Engine;

struct Plan {
  const Engine* engine = nullptr;
  size_t workspace = 0;
  std::function<Check(const RunArgs&)> run;
  size_t scratch = 0;  // bytes of the handle's memory, beside the workspace
};

// Facts about an engine's arithmetic, for the notes of the API: they tell the truth.
struct Notes {
  bool deterministic = true;
  bool winograd = false;
  bool fft = false;
  bool tensor_core = false;
  bool runtime_compiled = false;  // its code is put together for the graph when the plan is built
};

struct Engine {
  int id;            // a written number, stable for ever: 1xx reference, 2xx CPU, 1xxx CUDA
  const char* name;  // "cpu.convolution.gemm"
  DeviceKind device;
  Notes notes;
  Verdict (*supports)(const graph::Graph&, const Device&);
  Estimate (*estimate)(const graph::Graph&, const Device&);  // only for supported graphs
  Result<Plan> (*build)(const graph::Graph&, const Device&);
};

// All engines of this build, in order of id.
std::span<const Engine* const> all_engines();
const Engine* find_engine(int id);

}  // namespace girih
