// Descriptors of the graph interface. The caller's handle points to a small object; what it describes is its Body,
// shared by everything that was built from it, so that a client may destroy descriptors in any order. A Body changes
// until it is finalized and never after.
#pragma once
#include <cudnn.h>

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "api/backend/attributes.gen.h"
#include "api/descriptors.h"
#include "base/result.h"

namespace girih::api {

struct Body;
using BodyPtr = std::shared_ptr<const Body>;

struct Attribute {
  cudnnBackendAttributeType_t type;
  int64_t count = 0;
  std::vector<unsigned char> bytes;  // the elements, unless they are descriptors
  std::vector<BodyPtr> bodies;
};

struct Body {
  int kind;  // cudnnBackendDescriptorType_t, or a newer one
  bool finalized = false;
  std::vector<std::pair<int, Attribute>> attributes;  // in the order they were set
  std::shared_ptr<const void> made;                   // what finalize made of them: TensorInfo, GraphInfo, ...

  explicit Body(int k) : kind(k) {}

  const Attribute* find(int name) const {
    for (const auto& [n, a] : attributes)
      if (n == name) return &a;
    return nullptr;
  }
  template <class T>
  const T* as() const {
    return static_cast<const T*>(made.get());
  }
  // One element, or the fallback when it was not set. Floats and doubles stand for each other.
  double number(int name, double fallback) const;
  int64_t integer(int name, int64_t fallback) const;
  std::vector<int64_t> integers(int name) const;
  void* pointer(int name) const;
  BodyPtr body(int name) const;
  std::string text(int name) const;
  template <class E>
  E value(int name, E fallback) const {
    return static_cast<E>(integer(name, static_cast<int64_t>(fallback)));
  }
};

const char* kind_name(int kind);       // "OPERATION_MATMUL", or "unknown"
const char* attribute_text(int name);  // "CUDNN_ATTR_..."
const AttributeRow* find_attribute(int name);

// Bytes of one element of that type; 0 for unknown types.
size_t element_size(cudnnBackendAttributeType_t type);

// What finalize does for each kind; each sets body.made.
Check finalize_tensor(Body& b);
Check finalize_parameters(Body& b);  // convolution, pointwise, matmul, reduction, resample, rng
Check finalize_operation(Body& b);
Check finalize_graph(Body& b);
Check finalize_heuristics(Body& b);
Check finalize_engine(Body& b);
Check finalize_config(Body& b);
Check finalize_knob_choice(Body& b);
Check finalize_plan(Body& b);
Check finalize_variant_pack(Body& b);
Check finalize_device_properties(Body& b);
Check finalize_kernel_cache(Body& b);

// Attributes that are computed, not kept. Elements go to `out`, at most `room` of them, descriptors into the caller's
// objects; `count` gets how many there are. False when the attribute is no computed one.
Result<bool> get_computed(const Body& b, int name, int64_t room, int64_t& count, void* out);

}  // namespace girih::api

struct girihBackendObject : GIRIH_OBJECT("bknd") {
  std::shared_ptr<girih::api::Body> body;
};
