// Host side of the halo kernels: 3x3, stride 1, at most 64 channels in and out, 16-bit, channels contiguous.
#pragma once
#include <string>

#include "engines/cuda/halo/params.h"
#include "engines/cuda/igemm/prepare.h"

namespace girih::halo {

struct Prepared {
  Config config;
  std::string kernel;
  HaloParams params;
  cuda::TensorMapPlan x, w, y;
  u32 grid = 0;
  // wgrad: what the finish kernel needs.
  igemm::Common finish;
  std::vector<igemm::Phase> finish_phase;
  u64 workspace = 0;
};

// Fills `out`; returns the first reason why the kernels cannot run the problem, or an empty string.
std::string prepare(const igemm::ConvProblem& problem, const igemm::Fusion& fusion, u32 multiprocessors, Prepared& out);

std::string launch(const Prepared& prepared, const igemm::Pointers& pointers, cuda::KernelLibrary& kernels,
                   CUdevice device, u32 multiprocessors, CUstream stream);

// Predicted microseconds, comparable with igemm::rank().
double predict(const igemm::ConvProblem& problem, const Prepared& prepared, u32 multiprocessors);

}  // namespace girih::halo
