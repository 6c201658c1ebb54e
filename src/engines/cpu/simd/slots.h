// Work shared among threads where each thread needs scratch memory of its own.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>

#include "base/parallel.h"

namespace girih::simd {

// Calls fn(i, slot) for each i in [0, n), each thread with its own `slot_floats` of memory at `slots` (as many slots as
// thread_count()). The caller allocates, so that nothing can fail inside.
template <class F>
void parallel_slots(int64_t n, float* slots, size_t slot_floats, F&& fn) {
  const int64_t threads = std::min<int64_t>(n, thread_count());
  std::atomic<int64_t> next{0};
  parallel_for(threads, [&](int64_t t) {
    float* slot = slots + static_cast<size_t>(t) * slot_floats;
    for (int64_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < n;) fn(i, slot);
  });
}

}  // namespace girih::simd
