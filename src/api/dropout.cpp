// Dropout: descriptors hold a rate, a seed and where the random states lie; each run is one node.
#include "api/entry.h"
#include "api/entry_points.gen.h"
#include "base/xorwow.h"
#include "plan/plan.h"

namespace girih::api {
namespace {

using graph::Dropout;
using graph::DropoutPass;

// 1,024 generators for each multiprocessor (behaviour.md 12): masks of large tensors depend on it.
int64_t states_bytes(const Device& d) { return int64_t{d.multiprocessors} * 1024 * kXorwowBytes; }

TensorDesc bytes(int64_t n) { return make_packed(DType::u8, {n}); }

Check check_states(const Device& d, size_t given) {
  if (given < static_cast<size_t>(states_bytes(d)))
    return bad_param("stateSizeInBytes: {}; this device needs {} (cudnnDropoutGetStatesSize)", given, states_bytes(d));
  return {};
}

Check apply(cudnnHandle_t handle, const cudnnDropoutDescriptor_t desc, Dropout o, const char* x_name,
            const TensorDesc& xd, const void* x, const char* y_name, const TensorDesc& yd, void* y, void* reserve,
            size_t reserve_size) {
  Call call;
  o.probability = desc->probability;
  o.x = call.tensor(x_name, xd, x);
  o.y = call.tensor(y_name, yd, y);
  o.reserve = call.tensor("reserveSpace", bytes(static_cast<int64_t>(reserve_size)), reserve);
  if (o.pass == DropoutPass::forward) {
    if (!desc->states)
      return bad_param("dropoutDesc: it has no random states; give cudnnSetDropoutDescriptor a buffer for them");
    GIRIH_TRY(check_states(handle->device, desc->state_bytes));
    o.states = call.tensor("states", bytes(states_bytes(handle->device)), desc->states);
  }
  call.add(o);
  return run(handle->device, call);
}

}  // namespace

Check cudnnCreateDropoutDescriptor(cudnnDropoutDescriptor_t* dropoutDesc) { return create(dropoutDesc); }
Check cudnnDestroyDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc) { return destroy(dropoutDesc); }

Check cudnnDropoutGetStatesSize(cudnnHandle_t handle, size_t* sizeInBytes) {
  *sizeInBytes = static_cast<size_t>(states_bytes(handle->device));
  return {};
}

Check cudnnDropoutGetReserveSpaceSize(cudnnTensorDescriptor_t xdesc, size_t* sizeInBytes) {
  GIRIH_TRY(check_set("xdesc", xdesc->desc));
  if (is_integer(xdesc->desc.dtype))
    return not_supported("xdesc: its type is {}; dropout takes f32, f64, f16 and bf16", dtype_name(xdesc->desc.dtype));
  *sizeInBytes = static_cast<size_t>(graph::dropout_reserve_bytes(xdesc->desc));
  return {};
}

// NULL states: only the rate changes, and buffer and seed stay (behaviour.md 12).
Check cudnnSetDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc, cudnnHandle_t handle, float dropout, void* states,
                                size_t stateSizeInBytes, unsigned long long seed) {
  if (states) {
    GIRIH_TRY(check_states(handle->device, stateSizeInBytes));
    Call call;
    Dropout o;
    o.pass = DropoutPass::seed;
    o.seed = seed;
    o.states = call.tensor("states", bytes(states_bytes(handle->device)), states);
    call.add(o);
    GIRIH_TRY(run(handle->device, call));
    dropoutDesc->states = states;
    dropoutDesc->state_bytes = stateSizeInBytes;
  }
  if (states || !dropoutDesc->states) dropoutDesc->seed = seed;
  dropoutDesc->probability = dropout;
  return {};
}

// The buffer goes on from where it is; the seed is only remembered.
Check cudnnRestoreDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc, cudnnHandle_t handle, float dropout,
                                    void* states, size_t stateSizeInBytes, unsigned long long seed) {
  if (states) {
    GIRIH_TRY(check_states(handle->device, stateSizeInBytes));
    dropoutDesc->states = states;
    dropoutDesc->state_bytes = stateSizeInBytes;
  }
  if (states || !dropoutDesc->states) dropoutDesc->seed = seed;
  dropoutDesc->probability = dropout;
  return {};
}

Check cudnnGetDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc, cudnnHandle_t, float* dropout, void** states,
                                unsigned long long* seed) {
  *dropout = dropoutDesc->probability;
  *states = dropoutDesc->states;
  *seed = dropoutDesc->seed;
  return {};
}

Check cudnnDropoutForward(cudnnHandle_t handle, const cudnnDropoutDescriptor_t dropoutDesc,
                          const cudnnTensorDescriptor_t xdesc, const void* x, const cudnnTensorDescriptor_t ydesc,
                          void* y, void* reserveSpace, size_t reserveSpaceSizeInBytes) {
  Dropout o;
  o.pass = DropoutPass::forward;
  return apply(handle, dropoutDesc, o, "x", xdesc->desc, x, "y", ydesc->desc, y, reserveSpace, reserveSpaceSizeInBytes);
}

Check cudnnDropoutBackward(cudnnHandle_t handle, const cudnnDropoutDescriptor_t dropoutDesc,
                           const cudnnTensorDescriptor_t dydesc, const void* dy, const cudnnTensorDescriptor_t dxdesc,
                           void* dx, void* reserveSpace, size_t reserveSpaceSizeInBytes) {
  Dropout o;
  o.pass = DropoutPass::backward;
  return apply(handle, dropoutDesc, o, "dy", dydesc->desc, dy, "dx", dxdesc->desc, dx, reserveSpace,
               reserveSpaceSizeInBytes);
}

}  // namespace girih::api
