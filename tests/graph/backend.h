// Short ways to make descriptors of the graph interface. Knows only <cudnn.h>: these tests run on any cuDNN.
#pragma once
#include <cudnn.h>
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace graph_test {

struct Destroy {
  void operator()(void* d) const { cudnnBackendDestroyDescriptor(d); }
};
using Descriptor = std::unique_ptr<void, Destroy>;

inline Descriptor create(cudnnBackendDescriptorType_t type) {
  cudnnBackendDescriptor_t d = nullptr;
  EXPECT_EQ(cudnnBackendCreateDescriptor(type, &d), CUDNN_STATUS_SUCCESS);
  return Descriptor(d);
}

template <class T>
cudnnStatus_t set(const Descriptor& d, int name, cudnnBackendAttributeType_t type, const std::vector<T>& v) {
  return cudnnBackendSetAttribute(d.get(), static_cast<cudnnBackendAttributeName_t>(name), type,
                                  static_cast<int64_t>(v.size()), v.data());
}
template <class T>
cudnnStatus_t set(const Descriptor& d, int name, cudnnBackendAttributeType_t type, T v) {
  return cudnnBackendSetAttribute(d.get(), static_cast<cudnnBackendAttributeName_t>(name), type, 1, &v);
}
inline cudnnStatus_t link(const Descriptor& d, int name, const Descriptor& other) {
  void* p = other.get();
  return cudnnBackendSetAttribute(d.get(), static_cast<cudnnBackendAttributeName_t>(name),
                                  CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &p);
}
inline cudnnStatus_t finalize(const Descriptor& d) { return cudnnBackendFinalize(d.get()); }

inline std::string last_error() {
  static thread_local char text[65536];
  cudnnGetLastErrorString(text, sizeof text);
  return text;
}
#define GRAPH_OK(call) ASSERT_EQ(call, CUDNN_STATUS_SUCCESS) << graph_test::last_error()

inline std::vector<int64_t> packed_strides(const std::vector<int64_t>& dims) {
  std::vector<int64_t> s(dims.size(), 1);
  for (size_t i = dims.size(); i-- > 1;) s[i - 1] = s[i] * dims[i];
  return s;
}

struct TensorOptions {
  cudnnDataType_t type = CUDNN_DATA_FLOAT;
  bool is_virtual = false, by_value = false;
  int64_t alignment = 16;
  std::vector<int64_t> strides = {};
};
inline Descriptor tensor(int64_t uid, const std::vector<int64_t>& dims, const TensorOptions& o = {}) {
  Descriptor d = create(CUDNN_BACKEND_TENSOR_DESCRIPTOR);
  EXPECT_EQ(set(d, CUDNN_ATTR_TENSOR_UNIQUE_ID, CUDNN_TYPE_INT64, uid), CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(set(d, CUDNN_ATTR_TENSOR_DATA_TYPE, CUDNN_TYPE_DATA_TYPE, o.type), CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(set(d, CUDNN_ATTR_TENSOR_DIMENSIONS, CUDNN_TYPE_INT64, dims), CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(set(d, CUDNN_ATTR_TENSOR_STRIDES, CUDNN_TYPE_INT64, o.strides.empty() ? packed_strides(dims) : o.strides),
            CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(set(d, CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, CUDNN_TYPE_INT64, o.alignment), CUDNN_STATUS_SUCCESS);
  if (o.is_virtual) {
    EXPECT_EQ(set(d, CUDNN_ATTR_TENSOR_IS_VIRTUAL, CUDNN_TYPE_BOOLEAN, true), CUDNN_STATUS_SUCCESS);
  }
  if (o.by_value) {
    EXPECT_EQ(set(d, CUDNN_ATTR_TENSOR_IS_BY_VALUE, CUDNN_TYPE_BOOLEAN, true), CUDNN_STATUS_SUCCESS);
  }
  EXPECT_EQ(finalize(d), CUDNN_STATUS_SUCCESS) << last_error();
  return d;
}

inline Descriptor pointwise(cudnnPointwiseMode_t mode, const Descriptor& x, const Descriptor* b, const Descriptor& y) {
  Descriptor p = create(CUDNN_BACKEND_POINTWISE_DESCRIPTOR);
  EXPECT_EQ(set(p, CUDNN_ATTR_POINTWISE_MODE, CUDNN_TYPE_POINTWISE_MODE, mode), CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(set(p, CUDNN_ATTR_POINTWISE_MATH_PREC, CUDNN_TYPE_DATA_TYPE, CUDNN_DATA_FLOAT), CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(finalize(p), CUDNN_STATUS_SUCCESS) << last_error();
  Descriptor op = create(CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
  EXPECT_EQ(link(op, CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, p), CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(link(op, CUDNN_ATTR_OPERATION_POINTWISE_XDESC, x), CUDNN_STATUS_SUCCESS);
  if (b) {
    EXPECT_EQ(link(op, CUDNN_ATTR_OPERATION_POINTWISE_BDESC, *b), CUDNN_STATUS_SUCCESS);
  }
  EXPECT_EQ(link(op, CUDNN_ATTR_OPERATION_POINTWISE_YDESC, y), CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(finalize(op), CUDNN_STATUS_SUCCESS) << last_error();
  return op;  // the parameters are destroyed here: the operation keeps what it needs
}

inline Descriptor matmul(const Descriptor& a, const Descriptor& b, const Descriptor& c) {
  Descriptor p = create(CUDNN_BACKEND_MATMUL_DESCRIPTOR);
  EXPECT_EQ(set(p, CUDNN_ATTR_MATMUL_COMP_TYPE, CUDNN_TYPE_DATA_TYPE, CUDNN_DATA_FLOAT), CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(finalize(p), CUDNN_STATUS_SUCCESS) << last_error();
  Descriptor op = create(CUDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR);
  EXPECT_EQ(link(op, CUDNN_ATTR_OPERATION_MATMUL_DESC, p), CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(link(op, CUDNN_ATTR_OPERATION_MATMUL_ADESC, a), CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(link(op, CUDNN_ATTR_OPERATION_MATMUL_BDESC, b), CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(link(op, CUDNN_ATTR_OPERATION_MATMUL_CDESC, c), CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(finalize(op), CUDNN_STATUS_SUCCESS) << last_error();
  return op;
}

// Not finalized, for tests of what is wrong with it.
inline Descriptor raw_graph(cudnnHandle_t handle, const std::vector<const Descriptor*>& ops) {
  Descriptor g = create(CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
  std::vector<void*> list;
  for (const auto* op : ops) list.push_back(op->get());
  if (!list.empty()) {
    EXPECT_EQ(set(g, CUDNN_ATTR_OPERATIONGRAPH_OPS, CUDNN_TYPE_BACKEND_DESCRIPTOR, list), CUDNN_STATUS_SUCCESS)
        << last_error();
  }
  if (handle) {
    EXPECT_EQ(set(g, CUDNN_ATTR_OPERATIONGRAPH_HANDLE, CUDNN_TYPE_HANDLE, handle), CUDNN_STATUS_SUCCESS);
  }
  return g;
}

inline std::vector<Descriptor> configs(const Descriptor& graph, cudnnBackendHeurMode_t mode) {
  Descriptor h = create(CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
  EXPECT_EQ(link(h, CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, graph), CUDNN_STATUS_SUCCESS) << last_error();
  EXPECT_EQ(set(h, CUDNN_ATTR_ENGINEHEUR_MODE, CUDNN_TYPE_HEUR_MODE, mode), CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(finalize(h), CUDNN_STATUS_SUCCESS) << last_error();
  int64_t count = 0;
  EXPECT_EQ(cudnnBackendGetAttribute(h.get(), CUDNN_ATTR_ENGINEHEUR_RESULTS, CUDNN_TYPE_BACKEND_DESCRIPTOR, 0, &count,
                                     nullptr),
            CUDNN_STATUS_SUCCESS);
  std::vector<Descriptor> list;
  std::vector<void*> raw;
  for (int64_t i = 0; i < count; ++i) {
    list.push_back(create(CUDNN_BACKEND_ENGINECFG_DESCRIPTOR));
    raw.push_back(list.back().get());
  }
  EXPECT_EQ(cudnnBackendGetAttribute(h.get(), CUDNN_ATTR_ENGINEHEUR_RESULTS, CUDNN_TYPE_BACKEND_DESCRIPTOR, count,
                                     &count, raw.data()),
            CUDNN_STATUS_SUCCESS)
      << last_error();
  list.resize(static_cast<size_t>(count));
  return list;
}

inline Descriptor plan(cudnnHandle_t handle, const Descriptor& config) {
  Descriptor p = create(CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
  if (handle) {
    EXPECT_EQ(set(p, CUDNN_ATTR_EXECUTION_PLAN_HANDLE, CUDNN_TYPE_HANDLE, handle), CUDNN_STATUS_SUCCESS);
  }
  EXPECT_EQ(link(p, CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, config), CUDNN_STATUS_SUCCESS) << last_error();
  EXPECT_EQ(finalize(p), CUDNN_STATUS_SUCCESS) << last_error();
  return p;
}

inline int64_t workspace_size(const Descriptor& plan) {
  int64_t bytes = -1;
  EXPECT_EQ(cudnnBackendGetAttribute(plan.get(), CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE, CUDNN_TYPE_INT64, 1, nullptr,
                                     &bytes),
            CUDNN_STATUS_SUCCESS);
  return bytes;
}

inline Descriptor pack(const std::vector<int64_t>& uids, const std::vector<void*>& pointers, void* workspace) {
  Descriptor v = create(CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
  EXPECT_EQ(set(v, CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, CUDNN_TYPE_INT64, uids), CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(set(v, CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, CUDNN_TYPE_VOID_PTR, pointers), CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(set(v, CUDNN_ATTR_VARIANT_PACK_WORKSPACE, CUDNN_TYPE_VOID_PTR, workspace), CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(finalize(v), CUDNN_STATUS_SUCCESS) << last_error();
  return v;
}

struct Handle {
  cudnnHandle_t h = nullptr;
  Handle() { EXPECT_EQ(cudnnCreate(&h), CUDNN_STATUS_SUCCESS); }
  ~Handle() { cudnnDestroy(h); }
  operator cudnnHandle_t() const { return h; }
};

// Runs the first configuration of a mode; the workspace is exactly as large as asked for.
inline cudnnStatus_t run(cudnnHandle_t handle, const Descriptor& graph, const std::vector<int64_t>& uids,
                         const std::vector<void*>& pointers, cudnnBackendHeurMode_t mode = CUDNN_HEUR_MODE_A) {
  auto list = configs(graph, mode);
  if (list.empty()) return CUDNN_STATUS_NOT_SUPPORTED;
  const Descriptor p = plan(handle, list[0]);
  const int64_t bytes = workspace_size(p);
  std::vector<char> workspace(static_cast<size_t>(bytes) + 256, 0x5a);
  char* begin = workspace.data() + (256 - reinterpret_cast<uintptr_t>(workspace.data()) % 256) % 256;
  return cudnnBackendExecute(handle, p.get(), pack(uids, pointers, bytes ? begin : nullptr).get());
}

}  // namespace graph_test
