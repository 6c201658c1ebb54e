// NVIDIA's cuDNN as a peer to measure against: opened at run time, called through its graph API, every engine
// configuration that its heuristics propose is tried.
#pragma once
#include <cudnn.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engines/cuda/igemm/problem.h"

namespace girih::bench {

class CudnnPeer {
 public:
  // `path` of libcudnn.so.9. Not usable when why() is not empty.
  CudnnPeer(const std::string& path, void* stream);
  const std::string& why() const { return why_; }
  size_t version() const { return version_; }

  struct Plan {
    cudnnBackendDescriptor_t plan = nullptr;
    size_t workspace = 0;
  };
  // The plans for a problem that can be built, in the order of the heuristics.
  std::vector<Plan> plans(const igemm::ConvProblem& problem, size_t workspace_limit);
  std::vector<Plan> plans(const igemm::MatmulProblem& problem, size_t workspace_limit);

  // Arguments bound to a plan, ready to be enqueued. a, b, out as in igemm::Pointers.
  cudnnBackendDescriptor_t bind(void* a, void* b, void* out, void* workspace);
  bool run(const Plan& plan, cudnnBackendDescriptor_t bound);

 private:
  using Descriptor = cudnnBackendDescriptor_t;
  Descriptor create(cudnnBackendDescriptorType_t type);
  template <class T>
  void set(Descriptor d, cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type,
           const std::vector<T>& values);
  bool finalize(Descriptor d) { return d != nullptr && finalize_(d) == CUDNN_STATUS_SUCCESS; }
  Descriptor tensor(int64_t uid, cudnnDataType_t type, const std::vector<int64_t>& dims,
                    const std::vector<int64_t>& strides);
  std::vector<Plan> plans_of(Descriptor operation, size_t workspace_limit);

  std::string why_;
  std::vector<int64_t> pass_uids_;  // of the last problem: a, b, out
  size_t version_ = 0;
  cudnnHandle_t handle_ = nullptr;
  decltype(&::cudnnBackendCreateDescriptor) create_ = nullptr;
  decltype(&::cudnnBackendSetAttribute) set_ = nullptr;
  decltype(&::cudnnBackendGetAttribute) get_ = nullptr;
  decltype(&::cudnnBackendFinalize) finalize_ = nullptr;
  decltype(&::cudnnBackendExecute) execute_ = nullptr;
};

}  // namespace girih::bench
