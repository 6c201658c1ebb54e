// Objects behind C handles: slots that are never given back to the system, so that a freed or foreign handle can be
// told from a live one by reading its tag, without touching memory that is not ours.
// A slot is used again only after kDelay others, so a stale handle is still recognised for a while.
#pragma once
#include <deque>
#include <mutex>
#include <new>
#include <utility>

namespace girih {

template <class T>
class Pool {
 public:
  template <class... A>
  T* create(A&&... a) {
    Slot* s = take();
    return new (s->storage) T(std::forward<A>(a)...);
  }
  void destroy(T* object) {
    object->~T();
    std::lock_guard lock(mutex_);
    free_.push_back(reinterpret_cast<Slot*>(object));
  }

 private:
  static constexpr size_t kDelay = 64, kBlock = 64;
  struct Slot {
    alignas(T) unsigned char storage[sizeof(T)];
  };
  Slot* take() {
    std::lock_guard lock(mutex_);
    if (free_.size() <= kDelay) {
      Slot* block = new Slot[kBlock]();  // zeroed: an unused slot carries no live tag; stays reachable for ever
      blocks_.push_back(block);
      for (size_t i = 0; i < kBlock; ++i) free_.push_front(block + i);
    }
    Slot* s = free_.front();
    free_.pop_front();
    return s;
  }
  std::mutex mutex_;
  std::deque<Slot*> free_;
  std::deque<Slot*> blocks_;
};

}  // namespace girih
