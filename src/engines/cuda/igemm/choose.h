// Which tile and how many splits: a pure function of problem and chip, so it is tested without a GPU. The time model is
// fitted to measurements (docs/gpu.md) and orders candidates; it is not a promise.
#pragma once
#include <vector>

#include "engines/cuda/igemm/problem.h"
#include "engines/cuda/igemm/tiles.h"

namespace girih::igemm {

// Constants of the fit to 399 measured kernels (bench/results/2026-11-30_h200_conv_bf16.tsv): median error 5.6%.
struct Chip {
  int multiprocessors = 132;
  double clock_ghz = 1.58;         // what an H200 holds under tensor work
  double tile_traffic_tbs = 16.6;  // L2 to shared memory: a constant of the fit, above the measured 9 to 11 TB/s
  double dram_tbs = 4.0;           // read and write together
  double dram_written_tbs = 3.3;   // when most of it is written
  double workspace_tbs = 8.0;      // partial sums, which mostly stay in the L2
  double restart = 2800;           // clocks between two tiles of a CTA: drain the pipeline, store, refill
  double restart_ping_pong = 250;  // what ping-pong cannot hide of it
  double uneven_store = 3.4;       // factor on the written bytes of tiles that end inside a 128-byte line
  double launch_us = 3.1, finish_us = 0.3;
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
