// A fork-join thread pool for CPU engines. The caller takes part; workers spin for a short while and then sleep on a
// futex (0.2-0.4 us for a fork-join back to back; an OpenMP runtime would clash with the host program's).
// The work is cut into chunks by the caller, never by the number of threads: results do not depend on it.
#pragma once
#include <cstdint>
#include <type_traits>

namespace girih {

// Threads that parallel_for may use: GIRIH_NUM_THREADS, else the CPUs this process may run on.
int thread_count();
// Sets it for this process (tests); 0 goes back to the default.
void set_thread_count(int n);

namespace detail {
void parallel_run(int64_t chunks, void (*run)(void*, int64_t), void* context);
}

// Calls f(i) for each i in [0, chunks), in any order and on any thread; returns when all are done.
// Called from inside another parallel_for it runs on the calling thread alone.
template <class F>
void parallel_for(int64_t chunks, F&& f) {
  using Fn = std::remove_reference_t<F>;
  detail::parallel_run(
      chunks, [](void* c, int64_t i) { (*static_cast<Fn*>(c))(i); }, const_cast<void*>(static_cast<const void*>(&f)));
}

// Cuts [0, n) into chunks of `grain` and calls f(begin, end) for each.
template <class F>
void parallel_range(int64_t n, int64_t grain, F&& f) {
  if (n <= 0) return;
  parallel_for((n + grain - 1) / grain, [&](int64_t i) {
    int64_t begin = i * grain, end = begin + grain < n ? begin + grain : n;
    f(begin, end);
  });
}

}  // namespace girih
