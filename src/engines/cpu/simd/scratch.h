// Memory that a call needs for its own length: kept by the calling thread from call to call, aligned to a cache line.
#pragma once
#include <cstddef>
#include <memory>
#include <new>

namespace girih::simd {

class Scratch {
 public:
  // At least `count` floats, contents undefined. Throws bad_alloc.
  float* floats(size_t count) {
    if (count > size_) {
      memory_.reset();
      size_ = 0;
      memory_.reset(static_cast<float*>(::operator new(count * sizeof(float), std::align_val_t(64))));
      size_ = count;
    }
    return memory_.get();
  }

 private:
  struct Free {
    void operator()(float* p) const { ::operator delete(p, std::align_val_t(64)); }
  };
  std::unique_ptr<float, Free> memory_;
  size_t size_ = 0;
};

// Rounds up to whole cache lines.
constexpr size_t cache_lines(size_t floats) { return (floats + 15) / 16 * 16; }

}  // namespace girih::simd
