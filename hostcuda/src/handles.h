// The live objects behind the handles of one kind. A handle is only followed when it is found here, so a stale or
// made-up one gives a status instead of a crash.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace girih::hostcuda {

template <class T>
class Handles {
 public:
  T* add(std::shared_ptr<T> object) {
    const std::lock_guard lock(mutex_);
    T* handle = object.get();
    objects_.emplace(handle, std::move(object));
    return handle;
  }

  std::shared_ptr<T> find(const T* handle) const {
    const std::lock_guard lock(mutex_);
    const auto it = objects_.find(handle);
    return it == objects_.end() ? nullptr : it->second;
  }

  // Takes the object out; null when the handle is unknown.
  std::shared_ptr<T> take(const T* handle) {
    const std::lock_guard lock(mutex_);
    const auto it = objects_.find(handle);
    if (it == objects_.end()) return nullptr;
    std::shared_ptr<T> object = std::move(it->second);
    objects_.erase(it);
    return object;
  }

  std::unordered_map<const T*, std::shared_ptr<T>> take_all() {
    const std::lock_guard lock(mutex_);
    return std::exchange(objects_, {});
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<const T*, std::shared_ptr<T>> objects_;
};

}  // namespace girih::hostcuda
