// Making, filling, reading and finalizing descriptors of the graph interface.
#include "api/backend/descriptor.h"

#include <algorithm>
#include <cstring>

#include "api/entry.h"
#include "api/entry_points.gen.h"

namespace girih::api {
namespace {

using BackendObject = girihBackendObject;

// Text of bits 8 and more in one attribute: a JSON plan of a large graph; more is no client's wish.
constexpr int64_t kMostElements = int64_t{1} << 30;

Result<BackendObject*> object_of(const char* name, cudnnBackendDescriptor_t d) {
  auto* o = static_cast<BackendObject*>(d);
  if (!o) return fail(Status::kBadParamNullPointer, "{}: is NULL", name);
  if (!alive(o)) return bad_param("{}: this descriptor was destroyed before, or never created", name);
  return o;
}

const AttributeRow* row_of(int kind, int name) {
  const AttributeRow* row = find_attribute(name);
  return row && row->kind == kind ? row : nullptr;
}

bool is_descriptor(cudnnBackendAttributeType_t t) { return t == CUDNN_TYPE_BACKEND_DESCRIPTOR; }
bool is_real(cudnnBackendAttributeType_t t) { return t == CUDNN_TYPE_FLOAT || t == CUDNN_TYPE_DOUBLE; }

// The element types fit: equal, or two that stand for each other.
bool type_fits(const AttributeRow& row, cudnnBackendAttributeType_t type) {
  if (type == row.type || type == row.other_type) return true;
  return is_real(type) && is_real(row.type);
}

Check check_type(const AttributeRow& row, cudnnBackendAttributeType_t type) {
  if (type_fits(row, type)) return {};
  const char* wanted = enumerator_name(kBackendAttributeTypeTable, row.type);
  const char* given = enumerator_name(kBackendAttributeTypeTable, type);
  return fail(Status::kBadParamAttributeType, "attributeType: {} has elements of {}, not {}", row.text,
              wanted ? wanted : "another type", given ? given : "an unknown type");
}

bool known_kind(int kind) { return kind >= 0 && kind <= CUDNN_BACKEND_OPERATION_MOE_GROUPED_MATMUL_BWD_DESCRIPTOR; }

using Finalize = Check (*)(Body&);
Check finalize_nothing(Body&) { return {}; }
Finalize finalizer(int kind) {
  switch (kind) {
    case CUDNN_BACKEND_TENSOR_DESCRIPTOR:
      return finalize_tensor;
    case CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR:
    case CUDNN_BACKEND_POINTWISE_DESCRIPTOR:
    case CUDNN_BACKEND_MATMUL_DESCRIPTOR:
    case CUDNN_BACKEND_REDUCTION_DESCRIPTOR:
    case CUDNN_BACKEND_RESAMPLE_DESCRIPTOR:
    case CUDNN_BACKEND_RNG_DESCRIPTOR:
      return finalize_parameters;
    case CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR:
      return finalize_graph;
    case CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR:
      return finalize_heuristics;
    case CUDNN_BACKEND_ENGINE_DESCRIPTOR:
      return finalize_engine;
    case CUDNN_BACKEND_ENGINECFG_DESCRIPTOR:
      return finalize_config;
    case CUDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR:
      return finalize_knob_choice;
    case CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR:
      return finalize_plan;
    case CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR:
      return finalize_variant_pack;
    case CUDNN_BACKEND_DEVICEPROP_DESCRIPTOR:
      return finalize_device_properties;
    case CUDNN_BACKEND_KERNEL_CACHE_DESCRIPTOR:
      return finalize_kernel_cache;
    case CUDNN_BACKEND_KNOB_INFO_DESCRIPTOR:
    case CUDNN_BACKEND_LAYOUT_INFO_DESCRIPTOR:
    case CUDNN_BACKEND_INTERMEDIATE_INFO_DESCRIPTOR:
      return finalize_nothing;
    default:
      return finalize_operation;
  }
}

template <class T>
T element(const Attribute& a, size_t i) {
  T v;
  std::memcpy(&v, a.bytes.data() + i * sizeof(T), sizeof(T));
  return v;
}

int64_t integer_at(const Attribute& a, size_t i) {
  switch (element_size(a.type)) {
    case 1:
      return a.type == CUDNN_TYPE_BOOLEAN ? a.bytes[i] != 0 : static_cast<signed char>(a.bytes[i]);
    case 4:
      return element<int32_t>(a, i);
    case 8:
      return element<int64_t>(a, i);
    default:
      return 0;
  }
}

}  // namespace

size_t element_size(cudnnBackendAttributeType_t type) {
  switch (type) {
    case CUDNN_TYPE_BOOLEAN:
    case CUDNN_TYPE_CHAR:
      return 1;
    case CUDNN_TYPE_HANDLE:
    case CUDNN_TYPE_INT64:
    case CUDNN_TYPE_DOUBLE:
    case CUDNN_TYPE_VOID_PTR:
    case CUDNN_TYPE_BACKEND_DESCRIPTOR:
      return 8;
    case CUDNN_TYPE_FRACTION:
      return sizeof(cudnnFraction_t);
    default:  // enumerations, INT32, FLOAT
      return type >= 0 && type <= CUDNN_TYPE_MOE_GROUPED_MATMUL_MODE + 1 ? 4 : 0;
  }
}

const char* kind_name(int kind) {
  const char* name = enumerator_name(kBackendDescriptorTypeTable, kind);
  return name ? name + sizeof("CUDNN_BACKEND_") - 1 : "unknown";
}

const AttributeRow* find_attribute(int name) {
  const auto at = std::lower_bound(kAttributes.begin(), kAttributes.end(), name,
                                   [](const AttributeRow& row, int n) { return row.name < n; });
  return at != kAttributes.end() && at->name == name ? &*at : nullptr;
}

const char* attribute_text(int name) {
  const AttributeRow* row = find_attribute(name);
  return row ? row->text : "an unknown attribute";
}

double Body::number(int name, double fallback) const {
  const Attribute* a = find(name);
  if (!a || a->count < 1) return fallback;
  if (a->type == CUDNN_TYPE_FLOAT) return static_cast<double>(element<float>(*a, 0));
  if (a->type == CUDNN_TYPE_DOUBLE) return element<double>(*a, 0);
  return static_cast<double>(integer_at(*a, 0));
}
int64_t Body::integer(int name, int64_t fallback) const {
  const Attribute* a = find(name);
  return a && a->count > 0 && a->bodies.empty() ? integer_at(*a, 0) : fallback;
}
std::vector<int64_t> Body::integers(int name) const {
  std::vector<int64_t> v;
  if (const Attribute* a = find(name))
    for (int64_t i = 0; i < a->count; ++i) v.push_back(integer_at(*a, static_cast<size_t>(i)));
  return v;
}
void* Body::pointer(int name) const {
  const Attribute* a = find(name);
  return a && a->count > 0 ? element<void*>(*a, 0) : nullptr;
}
BodyPtr Body::body(int name) const {
  const Attribute* a = find(name);
  return a && !a->bodies.empty() ? a->bodies[0] : nullptr;
}
std::string Body::text(int name) const {
  const Attribute* a = find(name);
  return a ? std::string(a->bytes.begin(), a->bytes.end()) : std::string();
}

Check cudnnBackendCreateDescriptor(cudnnBackendDescriptorType_t descriptorType, cudnnBackendDescriptor_t* descriptor) {
  *descriptor = nullptr;
  if (!known_kind(descriptorType))
    return not_supported("descriptorType: {} is no kind of descriptor that this version knows",
                         static_cast<int>(descriptorType));
  BackendObject* o = pool<BackendObject>().create();
  o->body = std::make_shared<Body>(descriptorType);
  *descriptor = o;
  return {};
}

Check cudnnBackendDestroyDescriptor(cudnnBackendDescriptor_t descriptor) {
  GIRIH_TRY_ASSIGN(BackendObject * o, object_of("descriptor", descriptor));
  return destroy(o);
}

// The memory behind a descriptor is the library's own: a created one is initialized, or made fresh again.
Check cudnnBackendInitialize(cudnnBackendDescriptor_t descriptor) {
  GIRIH_TRY_ASSIGN(BackendObject * o, object_of("descriptor", descriptor));
  o->body = std::make_shared<Body>(o->body->kind);
  return {};
}

Check cudnnBackendFinalize(cudnnBackendDescriptor_t descriptor) {
  GIRIH_TRY_ASSIGN(BackendObject * o, object_of("descriptor", descriptor));
  Body& b = *o->body;
  if (b.finalized) return {};
  if (Check c = finalizer(b.kind)(b); !c) {
    Error e = std::move(c).take_error();
    return Error{e.status, fmt::format("{}: {}", kind_name(b.kind), e.text)};
  }
  b.finalized = true;
  return {};
}

Check cudnnBackendSetAttribute(cudnnBackendDescriptor_t descriptor, cudnnBackendAttributeName_t attributeName,
                               cudnnBackendAttributeType_t attributeType, int64_t elementCount,
                               const void* arrayOfElements) {
  GIRIH_TRY_ASSIGN(BackendObject * o, object_of("descriptor", descriptor));
  Body& b = *o->body;
  const AttributeRow* row = row_of(b.kind, attributeName);
  if (!row)
    return bad_param("attributeName: {} ({}) is no attribute of a {}", attribute_text(attributeName),
                     static_cast<int>(attributeName), kind_name(b.kind));
  if (b.finalized) return bad_param("descriptor: this {} is finalized; attributes are set before", kind_name(b.kind));
  GIRIH_TRY(check_type(*row, attributeType));
  if (elementCount < 0 || elementCount > kMostElements)
    return bad_param("elementCount: {} elements for {}", elementCount, row->text);

  Attribute a{attributeType, elementCount, {}, {}};
  if (is_descriptor(attributeType)) {
    const auto* list = static_cast<const cudnnBackendDescriptor_t*>(arrayOfElements);
    for (int64_t i = 0; i < elementCount; ++i) {
      GIRIH_TRY_ASSIGN(BackendObject * e, object_of(row->text, list[i]));
      if (!e->body->finalized)
        return fail(Status::kBadParamNotFinalized, "{}: element {}, a {}, is not finalized", row->text, i,
                    kind_name(e->body->kind));
      a.bodies.push_back(e->body);
    }
  } else {
    const auto* p = static_cast<const unsigned char*>(arrayOfElements);
    a.bytes.assign(p, p + static_cast<size_t>(elementCount) * element_size(attributeType));
  }
  for (auto& [name, old] : b.attributes)
    if (name == attributeName) {
      old = std::move(a);
      return {};
    }
  b.attributes.emplace_back(attributeName, std::move(a));
  return {};
}

Check cudnnBackendGetAttribute(cudnnBackendDescriptor_t const descriptor, cudnnBackendAttributeName_t attributeName,
                               cudnnBackendAttributeType_t attributeType, int64_t requestedElementCount,
                               int64_t* elementCount, void* arrayOfElements) {
  GIRIH_TRY_ASSIGN(BackendObject * o, object_of("descriptor", descriptor));
  const Body& b = *o->body;
  const AttributeRow* row = row_of(b.kind, attributeName);
  if (!row)
    return bad_param("attributeName: {} ({}) is no attribute of a {}", attribute_text(attributeName),
                     static_cast<int>(attributeName), kind_name(b.kind));
  if (!b.finalized)
    return fail(Status::kBadParamNotFinalized, "descriptor: this {} is not finalized; attributes are read after",
                kind_name(b.kind));
  GIRIH_TRY(check_type(*row, attributeType));
  if (requestedElementCount < 0)
    return bad_param("requestedElementCount: {} elements of {}", requestedElementCount, row->text);
  // Without a place for elements the call asks how many there are.
  const int64_t room = arrayOfElements ? requestedElementCount : 0;
  int64_t count = 0;
  GIRIH_TRY_ASSIGN(const bool computed, get_computed(b, attributeName, room, count, arrayOfElements));
  if (!computed) {
    const Attribute* a = b.find(attributeName);
    count = a ? a->count : 0;
    const int64_t n = std::min(count, room);
    if (a && is_descriptor(a->type)) {
      auto* list = static_cast<cudnnBackendDescriptor_t*>(arrayOfElements);
      for (int64_t i = 0; i < n; ++i) {
        GIRIH_TRY_ASSIGN(BackendObject * e, object_of("arrayOfElements", list[i]));
        const BodyPtr& body = a->bodies[static_cast<size_t>(i)];
        if (e->body->kind != body->kind)
          return fail(Status::kBadParamDescriptorType, "arrayOfElements: element {} is a {}; {} gives a {}", i,
                      kind_name(e->body->kind), row->text, kind_name(body->kind));
        e->body = std::const_pointer_cast<Body>(body);  // finalized: nobody changes it any more
      }
    } else if (a && n > 0 && a->type != attributeType && is_real(attributeType)) {
      for (int64_t i = 0; i < n; ++i) {
        const auto at = static_cast<size_t>(i);
        if (attributeType == CUDNN_TYPE_FLOAT)
          static_cast<float*>(arrayOfElements)[i] = static_cast<float>(element<double>(*a, at));
        else
          static_cast<double*>(arrayOfElements)[i] = static_cast<double>(element<float>(*a, at));
      }
    } else if (a && n > 0) {
      if (a->type != attributeType)
        return fail(Status::kBadParamAttributeType, "attributeType: {} was set with elements of another type",
                    row->text);
      std::memcpy(arrayOfElements, a->bytes.data(), static_cast<size_t>(n) * element_size(a->type));
    }
  }
  if (elementCount) *elementCount = count;
  return {};
}

}  // namespace girih::api
