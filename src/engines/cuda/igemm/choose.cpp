#include "engines/cuda/igemm/choose.h"

#include <algorithm>
#include <cmath>

#include "engines/cuda/igemm/prepare.h"

namespace girih::igemm {
namespace {

struct Bytes {
  double read, written;
};

// The busiest CTA: units go round robin, so phases of different length meet in ways a mean would hide.
double busiest_clocks(const Prepared& p, double restart, int multiprocessors) {
  const Config& config = p.config;
  const double step_clocks = config.slices * (config.tile_rows() / 64) * config.columns / 2.0;
  const auto unit_clocks = [&](const Phase& f) { return std::min(f.steps, f.steps_per_split) * step_clocks + restart; };
  if (p.phases.size() == 1) {
    const double waves = std::ceil(static_cast<double>(p.common.units) / multiprocessors);
    return waves * unit_clocks(p.phases[0]);
  }
  double busiest = 0;
  for (int cta = 0; cta < multiprocessors; ++cta) {
    double clocks = 0;
    u32 first = 0;
    for (u32 split = 0; split < p.common.splits; ++split) {
      for (const Phase& f : p.phases) {
        const u32 units = f.tiles_m * p.common.tiles_n * p.common.batch;
        const auto before = [&](u32 index) { return (index + multiprocessors - 1 - cta) / multiprocessors; };
        clocks += (before(first + units) - before(first)) * unit_clocks(f);
        first += units;
      }
    }
    busiest = std::max(busiest, clocks);
  }
  return busiest;
}

double predict(const Prepared& p, const Bytes& bytes, const Chip& chip) {
  const Config& config = p.config;
  const double restart =
      (config.schedule == Schedule::kPingPong ? chip.restart_ping_pong : chip.restart) + (config.wide_store ? 300 : 0);
  const double mma = busiest_clocks(p, restart, chip.multiprocessors) / (chip.clock_ghz * 1e3);
  double loaded = 0;
  for (const Phase& f : p.phases) {
    loaded += static_cast<double>(f.tiles_m) * p.common.tiles_n * p.common.batch * f.steps * config.stage_bytes();
  }
  const double traffic = loaded / (chip.tile_traffic_tbs * 1e6);
  double rate = bytes.written > 2 * bytes.read ? chip.dram_written_tbs : chip.dram_tbs;
  if (config.wide_store) rate *= 1.03;  // whole lines
  const double written = bytes.written * (p.pass != Pass::kWgrad && config.columns % 64 != 0 ? chip.uneven_store : 1.0);
  const double dram = (bytes.read + written) / (rate * 1e6);
  double time = std::cbrt(mma * mma * mma + traffic * traffic * traffic + dram * dram * dram) + chip.launch_us;
  // The partial sums are written and read once; a second kernel costs its launch gap.
  if (p.workspace > 0) time += 2.0 * p.workspace / (chip.workspace_tbs * 1e6) + chip.finish_us;
  return time;
}

template <class Problem>
std::vector<Choice> rank_all(const Problem& problem, Pass pass, const Bytes& bytes, const Chip& chip) {
  std::vector<Choice> choices;
  Prepared p;
  for (const Tile& tile : tiles(pass)) {
    if (!prepare(problem, {}, tile, 1, p).empty()) continue;
    choices.push_back({&tile, 1, predict(p, bytes, chip)});
    const u32 steps = p.phases[0].steps, units = std::max(p.common.units, 1u);
    if (units >= 4u * chip.multiprocessors) continue;  // the last wave is a small part already
    // Small factors, and those that just fill one to four waves.
    std::vector<u32> splits{2, 3, 4, 5, 6, 8};
    for (u32 waves = 1; waves <= 4; ++waves) splits.push_back(waves * chip.multiprocessors / units);
    std::sort(splits.begin(), splits.end());
    splits.erase(std::unique(splits.begin(), splits.end()), splits.end());
    for (const u32 s : splits) {
      if (s < 2 || s * 4 > steps) continue;  // fewer than 4 steps do not fill the pipeline
      if (!prepare(problem, {}, tile, s, p).empty()) continue;
      choices.push_back({&tile, p.common.splits, predict(p, bytes, chip)});
    }
  }
  std::stable_sort(choices.begin(), choices.end(),
                   [](const Choice& a, const Choice& b) { return a.microseconds < b.microseconds; });
  return choices;
}

}  // namespace

std::vector<Choice> rank(const ConvProblem& problem, const Chip& chip) {
  // Strides beyond the filter skip pixels.
  double touched = 1;
  for (int i = 0; i < 3; ++i) touched *= std::min(1.0, static_cast<double>(problem.filter[i]) / problem.stride[i]);
  const double x = 2.0 * problem.pixels(problem.in) * problem.c, y = 2.0 * problem.pixels(problem.out()) * problem.k;
  const double w = 2.0 * problem.k * problem.taps() * (problem.c / problem.groups);
  const Bytes bytes = problem.pass == Pass::kFprop   ? Bytes{x * touched + w, y}
                      : problem.pass == Pass::kDgrad ? Bytes{y + w, x}
                                                     : Bytes{x * touched + y, w};
  return rank_all(problem, problem.pass, bytes, chip);
}

std::vector<Choice> rank(const MatmulProblem& problem, const Chip& chip) {
  const double batch = problem.batch, m = problem.m, n = problem.n, k = problem.k;
  return rank_all(problem, Pass::kMatmul, Bytes{2 * batch * (m * k + n * k), 2 * batch * m * n}, chip);
}

}  // namespace girih::igemm
