#include "cuda/launch.h"

#include "engines/cuda/igemm/prepare.h"

namespace girih::igemm {
namespace {

template <int kPhases>
std::string launch_product(const Prepared& p, const Common& common, const Pointers& pointers, CUkernel kernel, u32 grid,
                           CUstream stream) {
  Params<kPhases> params{};
  params.common = common;
  std::string why;
  for (size_t i = 0; i < p.phases.size() && why.empty(); ++i) {
    params.phase[i] = p.phases[i];
    why = cuda::encode(p.maps_a[i], map_type(p.type), pointers.a, &params.a[i]);
  }
  if (why.empty()) why = cuda::encode(p.map_b, map_type(p.type), pointers.b, &params.b);
  if (!why.empty()) return why;
  return cuda::launch(kernel, {grid, kThreads, static_cast<u32>(p.config.shared_bytes())}, &params, stream);
}

bool aligned_16(const void* p) { return reinterpret_cast<std::uintptr_t>(p) % 16 == 0; }

}  // namespace

std::string launch_finish(const std::string& name, const Common& common, const std::vector<Phase>& phases,
                          cuda::KernelLibrary& kernels, CUdevice device, u32 multiprocessors, CUstream stream) {
  const CUkernel kernel = kernels.find(name, 0, device);
  if (kernel == nullptr) return "there is no kernel " + name;
  FinishParams params{};
  params.common = common;
  for (size_t i = 0; i < phases.size(); ++i) params.phase[i] = phases[i];
  const u64 pieces = u64{common.batch} * common.total_rows * (common.partial_row / 8);
  const u64 per_block = common.splits < 16 ? 256 : 32;  // as finish.h divides the work
  const u64 blocks = (pieces + per_block - 1) / per_block, most = u64{multiprocessors} * 8;
  return cuda::launch(kernel, {static_cast<u32>(blocks < most ? blocks : most), 256, 0, true}, &params, stream);
}

std::string launch(const Prepared& p, const Pointers& pointers, cuda::KernelLibrary& kernels, CUdevice device,
                   u32 multiprocessors, CUstream stream) {
  const CUkernel kernel = kernels.find(p.kernel, p.config.shared_bytes(), device);
  if (kernel == nullptr) return "there is no kernel " + p.kernel;
  Common common = p.common;
  Epilogue& e = common.epilogue;
  e.out = pointers.out;
  e.source = e.beta != 0.0f ? pointers.source : nullptr;
  e.bias = pointers.bias;
  const bool aligned = aligned_16(e.out) && aligned_16(e.source);
  if (p.workspace == 0 && !aligned) return "the output is not a multiple of 16 bytes, which the direct store needs";
  if (p.workspace > 0) {
    if (pointers.workspace == nullptr) return "a workspace of " + std::to_string(p.workspace) + " bytes is needed";
    e.vector = e.vector && aligned;
    common.partial = static_cast<float*>(pointers.workspace);
  }
  const u32 grid = common.units < multiprocessors ? common.units : multiprocessors;
  const std::string why = p.config.max_phases() > 1
                              ? launch_product<kMaxPhases>(p, common, pointers, kernel, grid, stream)
                              : launch_product<1>(p, common, pointers, kernel, grid, stream);
  if (!why.empty() || p.workspace == 0) return why;
  return launch_finish(p.finish_kernel, common, p.phases, kernels, device, multiprocessors, stream);
}

}  // namespace girih::igemm
