// User objects: reference counts that graphs hold, and a function of the program for the end.
#include <algorithm>

#include "capture.h"
#include "cuda_runtime.h"
#include "graph.h"
#include "status.h"

namespace girih::hostcuda {
namespace {

// Guards the counts and the list. The program's functions run outside of it; they may not call the runtime.
std::mutex& objects_mutex() {
  static auto* m = new std::mutex;
  return *m;
}
// Live objects, so that a stale handle is an error.
std::vector<CUuserObject_st*>& live() {
  static auto* list = new std::vector<CUuserObject_st*>;
  return *list;
}
bool is_live(cudaUserObject_t object) { return std::find(live().begin(), live().end(), object) != live().end(); }

// Takes references away; with the last one the program's function runs.
void drop(cudaUserObject_t object, unsigned count) {
  {
    const std::lock_guard lock(objects_mutex());
    object->references -= std::min(count, object->references);
    if (object->references) return;
    live().erase(std::find(live().begin(), live().end(), object));
  }
  object->destroy(object->data);
  delete object;
}

}  // namespace

HOSTCUDA_API cudaError_t cudaUserObjectCreate(cudaUserObject_t* object_out, void* ptr, cudaHostFn_t destroy,
                                              unsigned int initialRefcount, unsigned int flags) {
  return call([&] {
    if (!object_out || !destroy || initialRefcount == 0 || flags != cudaUserObjectNoDestructorSync)
      return cudaErrorInvalidValue;
    const std::lock_guard lock(objects_mutex());
    *object_out = new CUuserObject_st{ptr, destroy, initialRefcount};
    live().push_back(*object_out);
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count) {
  return call([&] {
    const std::lock_guard lock(objects_mutex());
    if (!is_live(object) || count == 0) return cudaErrorInvalidValue;
    object->references += count;
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count) {
  return call([&] {
    {
      const std::lock_guard lock(objects_mutex());
      if (!is_live(object) || count == 0 || count > object->references) return cudaErrorInvalidValue;
    }
    drop(object, count);
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count,
                                                   unsigned int flags) {
  return call([&] {
    const auto found = find_graph(graph);
    const std::lock_guard lock(state_mutex());
    {
      const std::lock_guard objects(objects_mutex());
      if (!found || !is_live(object) || count == 0 || (flags & ~unsigned{cudaGraphUserObjectMove}))
        return cudaErrorInvalidValue;
      if (!(flags & cudaGraphUserObjectMove)) object->references += count;  // else the caller's references become ours
    }
    for (unsigned i = 0; i < count; ++i)
      found->objects.emplace_back(object, [](void* o) { drop(static_cast<cudaUserObject_t>(o), 1); });
    return cudaSuccess;
  });
}

HOSTCUDA_API cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count) {
  return call([&] {
    const auto found = find_graph(graph);
    const std::lock_guard lock(state_mutex());
    {
      const std::lock_guard objects(objects_mutex());
      if (!found || !is_live(object) || count == 0) return cudaErrorInvalidValue;
    }
    auto& held = found->objects;
    const auto mine = [&](const auto& o) { return o.get() == object; };
    if (static_cast<unsigned>(std::count_if(held.begin(), held.end(), mine)) < count) return cudaErrorInvalidValue;
    for (unsigned i = 0; i < count; ++i) held.erase(std::find_if(held.begin(), held.end(), mine));
    return cudaSuccess;
  });
}

}  // namespace girih::hostcuda
