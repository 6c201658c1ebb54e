#include "base/parallel.h"

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "base/env.h"
#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
#endif

namespace girih {
namespace {

int default_thread_count() {
  if (auto n = env_number("GIRIH_NUM_THREADS"); n && *n >= 1) return static_cast<int>(*n < 1024 ? *n : 1024);
#ifdef __linux__
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) return CPU_COUNT(&set);
#endif
  unsigned n = std::thread::hardware_concurrency();
  return n ? static_cast<int>(n) : 1;
}

std::atomic<int> g_threads{0};
thread_local bool t_inside = false;

inline void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// One job at a time. A worker that is still asleep when the work is done is not waited for: waking it takes 40 us.
class ThreadPool {
 public:
  explicit ThreadPool(int workers) : pid_(getpid()) {
    for (int i = 0; i < workers; ++i) threads_.emplace_back([this] { worker(); });
  }
  ~ThreadPool() {
    stop_ = true;
    epoch_.fetch_add(1);
    epoch_.notify_all();
    for (auto& t : threads_) t.join();
  }
  bool usable() const { return pid_ == getpid(); }  // after fork() the workers are gone
  int workers() const { return static_cast<int>(threads_.size()); }

  void run(int64_t chunks, void (*f)(void*, int64_t), void* context) {
    f_ = f;
    context_ = context;
    chunks_ = chunks;
    next_ = 0;
    closed_ = false;  // publishes the fields above
    epoch_.fetch_add(1);
    epoch_.notify_all();
    work();
    closed_ = true;
    while (active_ != 0) pause();
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

 private:
  // An exception (memory runs out) must not leave a worker thread, which would end the program, nor leave the caller
  // while others still work: the first is kept for run(), and no further chunk is begun.
  void work() {
    try {
      for (int64_t i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < chunks_;) f_(context_, i);
    } catch (...) {
      next_ = chunks_;
      std::lock_guard lock(failure_mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }
  void worker() {
    t_inside = true;
    uint32_t seen = 0;
    for (;;) {
      // 20,000 pauses are 50-100 us: longer than the gap between two layers, short enough not to burn a core.
      for (int spin = 0; spin < 20000 && epoch_.load(std::memory_order_relaxed) == seen; ++spin) pause();
      epoch_.wait(seen);
      seen = epoch_;
      if (stop_) return;
      // Sequentially consistent on purpose: either this worker sees the job closed, or run() sees it active.
      ++active_;
      if (!closed_) work();
      --active_;
    }
  }
  std::vector<std::thread> threads_;
  std::atomic<uint32_t> epoch_{0};
  std::atomic<int64_t> next_{0};
  std::atomic<int> active_{0};
  std::atomic<bool> closed_{true}, stop_{false};
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
  void (*f_)(void*, int64_t) = nullptr;
  void* context_ = nullptr;
  int64_t chunks_ = 0;
  pid_t pid_;
};

std::mutex g_mutex;  // held for the length of a job: a second caller runs its own alone
// Never destroyed: at exit the workers sleep, and in a forked child they do not exist to be joined.
ThreadPool* g_pool = nullptr;

}  // namespace

int thread_count() {
  int n = g_threads.load(std::memory_order_relaxed);
  if (n == 0) {
    n = default_thread_count();
    g_threads.store(n, std::memory_order_relaxed);
  }
  return n;
}

void set_thread_count(int n) { g_threads.store(n > 0 ? n : default_thread_count(), std::memory_order_relaxed); }

void detail::parallel_run(int64_t chunks, void (*run)(void*, int64_t), void* context) {
  const int threads = thread_count();
  std::unique_lock lock(g_mutex, std::defer_lock);
  if (chunks <= 1 || threads <= 1 || t_inside || !lock.try_lock()) {
    for (int64_t i = 0; i < chunks; ++i) run(context, i);
    return;
  }
  if (g_pool && !g_pool->usable()) g_pool = nullptr;  // leaked on purpose, see above
  if (g_pool && g_pool->workers() != threads - 1) {
    delete g_pool;
    g_pool = nullptr;
  }
  if (!g_pool) g_pool = new ThreadPool(threads - 1);
  struct Inside {
    Inside() { t_inside = true; }
    ~Inside() { t_inside = false; }
  } inside;
  g_pool->run(chunks, run, context);
}

}  // namespace girih
