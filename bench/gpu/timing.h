// Timing shared by the benches: bursts of launches between events, candidates in turn, buffers rotated past the L2.
#pragma once
#include <algorithm>
#include <chrono>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "../../tests/gpu/device.h"
#include "../../tests/gpu/half.h"

namespace girih::bench {

using gpu::Buffer;
using gpu::Gpu;

constexpr size_t kCold = 160 << 20;  // buffers are rotated past this much, well above the 60 MB L2
constexpr int kBurst = 10, kRounds = 7;

// One thing to time: something that can be enqueued on buffer set i.
struct Candidate {
  std::string name;
  double predicted = 0;
  std::function<bool(int)> enqueue;
  std::vector<double> times;
  double median() const {
    std::vector<double> t = times;
    std::sort(t.begin(), t.end());
    return t.empty() ? 1e30 : t[t.size() / 2];
  }
};

class Timer {
 public:
  explicit Timer(Gpu& gpu) : gpu_(gpu) {
    GIRIH_GPU(gpu.d->cuEventCreate(&begin_, 0));
    GIRIH_GPU(gpu.d->cuEventCreate(&end_, 0));
  }
  // Microseconds per launch of a burst, negative when a launch is refused.
  double burst(const Candidate& c, int launches, int sets, int& rotation) {
    GIRIH_GPU(gpu_.d->cuEventRecord(begin_, gpu_.stream));
    for (int i = 0; i < launches; ++i) {
      if (!c.enqueue(rotation++ % sets)) return -1;
    }
    GIRIH_GPU(gpu_.d->cuEventRecord(end_, gpu_.stream));
    GIRIH_GPU(gpu_.d->cuEventSynchronize(end_));
    float ms;
    GIRIH_GPU(gpu_.d->cuEventElapsedTime(&ms, begin_, end_));
    return ms * 1e3 / launches;
  }

 private:
  Gpu& gpu_;
  CUevent begin_ = nullptr, end_ = nullptr;
};

// Random data made once on the host and repeated over a buffer.
class RandomData {
 public:
  RandomData() : data_(3999971) {
    std::mt19937 random(7);
    std::normal_distribution<float> normal;
    for (uint16_t& x : data_) x = gpu::to_half(tile::Type::kBf16, normal(random));
  }
  void fill(Buffer& b) const {
    std::vector<uint16_t> host(b.bytes() / 2);
    for (size_t i = 0; i < host.size(); i += data_.size()) {
      std::copy_n(data_.begin(), std::min(data_.size(), host.size() - i), host.begin() + i);
    }
    b.write(host.data(), host.size() * 2);
  }

 private:
  std::vector<uint16_t> data_;
};

inline void copy(Gpu& gpu, const Buffer& to, const Buffer& from) {
  GIRIH_GPU(gpu.d->cuMemcpyDtoDAsync(reinterpret_cast<CUdeviceptr>(to.data()),
                                     reinterpret_cast<CUdeviceptr>(from.data()), from.bytes(), gpu.stream));
}

// A few launches of each, to find the fastest `keep`; the list keeps the times.
inline std::vector<Candidate> brief(Timer& timer, std::vector<Candidate>& list, size_t keep, int sets, int& rotation) {
  for (Candidate& c : list) {
    if (timer.burst(c, 2, sets, rotation) < 0) continue;
    double best = 1e30;
    for (int r = 0; r < 2; ++r) {
      const double t = timer.burst(c, 4, sets, rotation);
      best = t < 0 ? -1 : std::min(best, t);
    }
    if (best > 0) c.times = {best};
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  std::vector<Candidate> kept = list;
  std::sort(kept.begin(), kept.end(), [](const auto& u, const auto& v) { return u.median() < v.median(); });
  kept.resize(std::min(keep, kept.size()));
  while (!kept.empty() && kept.back().times.empty()) kept.pop_back();
  return kept;
}

// All in turn, rested, several rounds.
inline void compare(Timer& timer, std::vector<Candidate>& list, int sets, int& rotation) {
  for (Candidate& c : list) c.times.clear();
  for (int round = 0; round < kRounds; ++round) {
    for (Candidate& c : list) {
      std::this_thread::sleep_for(std::chrono::milliseconds(8));
      c.times.push_back(timer.burst(c, kBurst, sets, rotation));
    }
  }
}

}  // namespace girih::bench
