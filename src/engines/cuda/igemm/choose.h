// Which tile and how many splits: a pure function of problem and chip, so it is tested without a GPU. The time model is
// fitted to measurements (docs/gpu.md) and orders candidates; it is not a promise.
#pragma once
#include <vector>

#include "engines/cuda/igemm/problem.h"
#include "engines/cuda/igemm/tiles.h"

namespace girih::igemm {

struct Chip {
  int multiprocessors = 132;
  double clock_ghz = 1.75;        // what an H200 holds in short bursts of tensor work
  double tile_traffic_tbs = 14;   // L2 to shared memory: a constant of the fit, above the measured 9 to 11 TB/s
  double dram_tbs = 4.2;          // read and write together
  double dram_written_tbs = 3.5;  // when most of it is written
  double workspace_tbs = 5.0;     // partial sums, which mostly stay in the L2
};

struct Choice {
  const Tile* tile = nullptr;
  u32 splits = 1;
  double microseconds = 0;  // predicted
};

// All sensible choices, fastest first.
std::vector<Choice> rank(const ConvProblem& problem, const Chip& chip = {});
std::vector<Choice> rank(const MatmulProblem& problem, const Chip& chip = {});

}  // namespace girih::igemm
