// Host side of the first-layer path: fprop and wgrad with at most 4 input channels. params.h says how it works.
#pragma once
#include <string>
#include <vector>

#include "engines/cuda/igemm/choose.h"
#include "engines/cuda/igemm/prepare.h"
#include "engines/cuda/stem/params.h"

namespace girih::stem {

struct Prepared {
  igemm::ConvProblem problem, view;
  PadParams pad;
  FilterParams filter;
  igemm::Prepared product;
  u64 filter_offset = 0, sum_offset = 0, product_offset = 0;  // in the workspace, after the padded image
  u64 workspace = 0;
};

// The problem the implicit-GEMM kernels see. Empty string, or the first reason why not.
std::string view(const igemm::ConvProblem& problem, igemm::ConvProblem& out);

std::string prepare(const igemm::ConvProblem& problem, const igemm::Fusion& fusion, const igemm::Choice& choice,
                    Prepared& out);

std::string launch(const Prepared& prepared, const igemm::Pointers& pointers, cuda::KernelLibrary& kernels,
                   CUdevice device, u32 multiprocessors, CUstream stream);

struct PreparedDirect {
  tile::Type type = tile::Type::kBf16;
  Config config;
  std::string kernel;
  PadParams pad;
  FilterParams filter;
  DirectParams params;
  cuda::TensorMapPlan w, y;
  u32 grid = 0, shared_bytes = 0;
  u64 filter_offset = 0, workspace = 0;
};

std::string prepare_direct(const igemm::ConvProblem& problem, const igemm::Fusion& fusion, u32 multiprocessors,
                           PreparedDirect& out);
std::string launch(const PreparedDirect& prepared, const igemm::Pointers& pointers, cuda::KernelLibrary& kernels,
                   CUdevice device, u32 multiprocessors, CUstream stream);

// Choices for the product with the copy's time added, fastest first.
std::vector<igemm::Choice> rank(const igemm::ConvProblem& problem, const igemm::Chip& chip = {});

}  // namespace girih::stem
