// Descriptors of the graph interface: statuses, lifetimes, what clients rely on (graph_api.md 2.2, behaviour.md 17).
#include <cuda_runtime_api.h>

#include <algorithm>
#include <thread>

#include "backend.h"

namespace graph_test {
namespace {

TEST(Tensor, ChecksItsAttributes) {
  struct Case {
    std::vector<int64_t> dims, strides;
    int64_t alignment;
    cudnnStatus_t status;
  };
  const Case cases[] = {
      {{2, 3}, {3, 1}, 16, CUDNN_STATUS_SUCCESS},
      {{0, 3}, {3, 1}, 16, CUDNN_STATUS_SUCCESS},
      {{2, 3}, {0, 0}, 16, CUDNN_STATUS_SUCCESS},
      {{2, 3}, {-3, 1}, 16, CUDNN_STATUS_BAD_PARAM},
      {{2, 3}, {3}, 16, CUDNN_STATUS_BAD_PARAM},
      {{2, 3}, {3, 1}, 0, CUDNN_STATUS_BAD_PARAM},
      {{2, 3}, {3, 1}, 3, CUDNN_STATUS_BAD_PARAM},
      {{2, 3}, {3, 1}, 1, CUDNN_STATUS_BAD_PARAM},
      {{1 << 20, 1 << 20}, {1 << 20, 1}, 16, CUDNN_STATUS_SUCCESS},
      {{1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1}, 16, CUDNN_STATUS_SUCCESS},
      {{1, 1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 1}, 16, CUDNN_STATUS_BAD_PARAM},
  };
  for (const Case& c : cases) {
    Descriptor d = create(CUDNN_BACKEND_TENSOR_DESCRIPTOR);
    set(d, CUDNN_ATTR_TENSOR_DATA_TYPE, CUDNN_TYPE_DATA_TYPE, CUDNN_DATA_FLOAT);
    set(d, CUDNN_ATTR_TENSOR_DIMENSIONS, CUDNN_TYPE_INT64, c.dims);
    set(d, CUDNN_ATTR_TENSOR_STRIDES, CUDNN_TYPE_INT64, c.strides);
    set(d, CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, CUDNN_TYPE_INT64, c.alignment);
    EXPECT_EQ(finalize(d), c.status) << c.dims.size() << " dims, alignment " << c.alignment << ": " << last_error();
  }
}

TEST(Tensor, VectorTypesAreNotElementTypes) {
  for (auto [type, status] : {std::pair{CUDNN_DATA_INT8x4, CUDNN_STATUS_NOT_SUPPORTED},
                              {CUDNN_DATA_INT8x32, CUDNN_STATUS_NOT_SUPPORTED},
                              {CUDNN_DATA_FAST_FLOAT_FOR_FP8, CUDNN_STATUS_BAD_PARAM}}) {
    Descriptor d = create(CUDNN_BACKEND_TENSOR_DESCRIPTOR);
    set(d, CUDNN_ATTR_TENSOR_DATA_TYPE, CUDNN_TYPE_DATA_TYPE, type);
    set(d, CUDNN_ATTR_TENSOR_DIMENSIONS, CUDNN_TYPE_INT64, std::vector<int64_t>{4});
    set(d, CUDNN_ATTR_TENSOR_STRIDES, CUDNN_TYPE_INT64, std::vector<int64_t>{1});
    set(d, CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, CUDNN_TYPE_INT64, int64_t{16});
    EXPECT_EQ(finalize(d), status) << type;
  }
}

TEST(Attributes, WrongNameTypeAndOrderAreErrors) {
  Descriptor t = create(CUDNN_BACKEND_TENSOR_DESCRIPTOR);
  EXPECT_NE(set(t, CUDNN_ATTR_MATMUL_COMP_TYPE, CUDNN_TYPE_DATA_TYPE, CUDNN_DATA_FLOAT), CUDNN_STATUS_SUCCESS);
  EXPECT_NE(set(t, CUDNN_ATTR_TENSOR_DIMENSIONS, CUDNN_TYPE_FLOAT, 1.0f), CUDNN_STATUS_SUCCESS);
  int64_t uid = 0;
  EXPECT_NE(cudnnBackendGetAttribute(t.get(), CUDNN_ATTR_TENSOR_UNIQUE_ID, CUDNN_TYPE_INT64, 1, nullptr, &uid),
            CUDNN_STATUS_SUCCESS)
      << "read before finalize";
  const Descriptor done = tensor(7, {2, 2});
  EXPECT_NE(set(done, CUDNN_ATTR_TENSOR_UNIQUE_ID, CUDNN_TYPE_INT64, int64_t{8}), CUDNN_STATUS_SUCCESS)
      << "set after finalize";
  EXPECT_EQ(cudnnBackendGetAttribute(done.get(), CUDNN_ATTR_TENSOR_UNIQUE_ID, CUDNN_TYPE_INT64, 1, nullptr, &uid),
            CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(uid, 7);
  // An operation of tensors that are not finalized.
  Descriptor op = create(CUDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR);
  EXPECT_EQ(link(op, CUDNN_ATTR_OPERATION_MATMUL_ADESC, t), CUDNN_STATUS_BAD_PARAM_NOT_FINALIZED);
}

TEST(Attributes, CountsAreAskedWithoutAnArray) {
  const Descriptor d = tensor(1, {2, 3, 4});
  int64_t count = -1;
  ASSERT_EQ(cudnnBackendGetAttribute(d.get(), CUDNN_ATTR_TENSOR_DIMENSIONS, CUDNN_TYPE_INT64, 8, &count, nullptr),
            CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(count, 3);
  int64_t two[3] = {-1, -1, -1};
  ASSERT_EQ(cudnnBackendGetAttribute(d.get(), CUDNN_ATTR_TENSOR_DIMENSIONS, CUDNN_TYPE_INT64, 2, &count, two),
            CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(count, 3);
  EXPECT_EQ(two[1], 3);
  EXPECT_EQ(two[2], -1) << "more was written than asked for";
}

TEST(Descriptors, DestroyedAndForeignPointersAreErrors) {
  cudnnBackendDescriptor_t d = nullptr;
  ASSERT_EQ(cudnnBackendCreateDescriptor(CUDNN_BACKEND_TENSOR_DESCRIPTOR, &d), CUDNN_STATUS_SUCCESS);
  ASSERT_EQ(cudnnBackendDestroyDescriptor(d), CUDNN_STATUS_SUCCESS);
  EXPECT_NE(cudnnBackendFinalize(d), CUDNN_STATUS_SUCCESS);
  EXPECT_NE(cudnnBackendDestroyDescriptor(d), CUDNN_STATUS_SUCCESS);
  EXPECT_NE(cudnnBackendFinalize(nullptr), CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(cudnnBackendCreateDescriptor(static_cast<cudnnBackendDescriptorType_t>(999), &d),
            CUDNN_STATUS_NOT_SUPPORTED);
  EXPECT_EQ(d, nullptr);
}

// y = relu(a * b + bias), given in the wrong order, with the parts destroyed early and uid 0 among the tensors.
TEST(Graph, SortsAndKeepsItsParts) {
  Handle handle;
  std::vector<Descriptor> configs_of_it;
  {
    const Descriptor a = tensor(0, {1, 2, 3}), b = tensor(1, {1, 3, 2}), bias = tensor(2, {1, 1, 2}),
                     y = tensor(3, {1, 2, 2});
    const Descriptor c = tensor(10, {1, 2, 2}, {.is_virtual = true}), s = tensor(11, {1, 2, 2}, {.is_virtual = true});
    const Descriptor mm = matmul(a, b, c), add = pointwise(CUDNN_POINTWISE_ADD, c, &bias, s);
    const Descriptor relu = pointwise(CUDNN_POINTWISE_RELU_FWD, s, nullptr, y);
    const Descriptor g = raw_graph(handle, {&relu, &add, &mm});
    GRAPH_OK(finalize(g));
    for (auto mode : {CUDNN_HEUR_MODE_A, CUDNN_HEUR_MODE_B, CUDNN_HEUR_MODE_INSTANT, CUDNN_HEUR_MODE_FALLBACK}) {
      auto list = configs(g, mode);
      EXPECT_FALSE(list.empty()) << mode;
      for (auto& config : list) configs_of_it.push_back(std::move(config));
    }
  }
  alignas(16) const float a[6] = {1, 2, 3, -4, 5, -6};
  alignas(16) const float b[6] = {1, -1, 2, 0, -3, 1};
  alignas(16) const float bias[2] = {0.5f, -1};
  for (const auto& config : configs_of_it) {
    alignas(16) float y[6] = {9, 9, 9, 9, 77, 77};
    const Descriptor p = plan(handle, config);
    std::vector<char> workspace(static_cast<size_t>(workspace_size(p)) + 1);
    // Another order, a uid that the graph does not have.
    const Descriptor v =
        pack({3, 99, 2, 1, 0}, {y, nullptr, const_cast<float*>(bias), const_cast<float*>(b), const_cast<float*>(a)},
             workspace.data());
    GRAPH_OK(cudnnBackendExecute(handle, p.get(), v.get()));
    // Row 0: {1+4-9, -1+0+3} = {-4, 2}; row 1: {-4+10+18, 4+0-6} = {24, -2}; + bias, relu.
    EXPECT_FLOAT_EQ(y[0], 0);
    EXPECT_FLOAT_EQ(y[1], 1);
    EXPECT_FLOAT_EQ(y[2], 24.5f);
    EXPECT_FLOAT_EQ(y[3], 0);
    EXPECT_EQ(y[4], 77);
  }
}

TEST(Graph, RefusesContradictions) {
  Handle handle;
  const Descriptor x = tensor(1, {4}), y = tensor(2, {4}), z = tensor(3, {4});
  const Descriptor v = tensor(4, {4}, {.is_virtual = true}), w = tensor(5, {4}, {.is_virtual = true});
  EXPECT_EQ(finalize(raw_graph(handle, {})), CUDNN_STATUS_BAD_PARAM) << "no operation";
  const Descriptor copy = pointwise(CUDNN_POINTWISE_IDENTITY, x, nullptr, y);
  EXPECT_EQ(finalize(raw_graph(handle, {&copy, &copy})), CUDNN_STATUS_BAD_PARAM) << "the same operation twice";
  const Descriptor again = pointwise(CUDNN_POINTWISE_ABS, x, nullptr, y);
  EXPECT_NE(finalize(raw_graph(handle, {&copy, &again})), CUDNN_STATUS_SUCCESS) << "two writers of one tensor";
  const Descriptor there = pointwise(CUDNN_POINTWISE_IDENTITY, v, nullptr, w);
  const Descriptor back = pointwise(CUDNN_POINTWISE_IDENTITY, w, nullptr, v);
  EXPECT_NE(finalize(raw_graph(handle, {&there, &back})), CUDNN_STATUS_SUCCESS) << "a cycle";
  EXPECT_NE(finalize(raw_graph(handle, {&there})), CUDNN_STATUS_SUCCESS) << "a virtual tensor that nobody writes";
  const Descriptor other = tensor(2, {8});
  const Descriptor reads = pointwise(CUDNN_POINTWISE_IDENTITY, other, nullptr, tensor(6, {8}));
  EXPECT_NE(finalize(raw_graph(handle, {&copy, &reads})), CUDNN_STATUS_SUCCESS) << "uid 2 with two shapes";
  EXPECT_EQ(finalize(raw_graph(nullptr, {&copy})), CUDNN_STATUS_SUCCESS) << "without a handle";
}

TEST(Engine, NumbersNotesAndKnobs) {
  Handle handle;
  const Descriptor x = tensor(1, {4}), y = tensor(2, {4});
  const Descriptor op = pointwise(CUDNN_POINTWISE_ABS, x, nullptr, y), g = raw_graph(handle, {&op});
  GRAPH_OK(finalize(g));
  int64_t engines = 0;
  GRAPH_OK(cudnnBackendGetAttribute(g.get(), CUDNN_ATTR_OPERATIONGRAPH_ENGINE_GLOBAL_COUNT, CUDNN_TYPE_INT64, 1,
                                    nullptr, &engines));
  EXPECT_GT(engines, 0);
  const auto make = [&](int64_t index) {
    Descriptor e = create(CUDNN_BACKEND_ENGINE_DESCRIPTOR);
    EXPECT_EQ(link(e, CUDNN_ATTR_ENGINE_OPERATION_GRAPH, g), CUDNN_STATUS_SUCCESS);
    EXPECT_EQ(set(e, CUDNN_ATTR_ENGINE_GLOBAL_INDEX, CUDNN_TYPE_INT64, index), CUDNN_STATUS_SUCCESS);
    return e;
  };
  EXPECT_EQ(finalize(make(engines)), CUDNN_STATUS_NOT_SUPPORTED);
  int runnable = 0;
  for (int64_t i = 0; i < engines; ++i) {
    Descriptor e = make(i);
    const cudnnStatus_t status = finalize(e);
    if (status != CUDNN_STATUS_SUCCESS) {
      EXPECT_GE(status, CUDNN_STATUS_NOT_SUPPORTED) << i;
      EXPECT_LT(status, CUDNN_STATUS_INTERNAL_ERROR) << i;
      continue;
    }
    ++runnable;
    int64_t notes = -1, behaviors = -1;
    EXPECT_EQ(cudnnBackendGetAttribute(e.get(), CUDNN_ATTR_ENGINE_NUMERICAL_NOTE, CUDNN_TYPE_NUMERICAL_NOTE, 0, &notes,
                                       nullptr),
              CUDNN_STATUS_SUCCESS);
    EXPECT_EQ(cudnnBackendGetAttribute(e.get(), CUDNN_ATTR_ENGINE_BEHAVIOR_NOTE, CUDNN_TYPE_BEHAVIOR_NOTE, 0,
                                       &behaviors, nullptr),
              CUDNN_STATUS_SUCCESS);
    EXPECT_GE(notes, 0);
    EXPECT_LT(notes, CUDNN_NUMERICAL_NOTE_TYPE_COUNT);
    EXPECT_LT(behaviors, CUDNN_BEHAVIOR_NOTE_TYPE_COUNT);
  }
  EXPECT_GT(runnable, 0);
}

TEST(Plan, ComesBackFromItsText) {
  Handle handle;
  const Descriptor x = tensor(1, {5}), k = tensor(2, {1}, {.by_value = true}), y = tensor(3, {5});
  const Descriptor op = pointwise(CUDNN_POINTWISE_MUL, x, &k, y), g = raw_graph(handle, {&op});
  GRAPH_OK(finalize(g));
  const Descriptor p = plan(handle, configs(g, CUDNN_HEUR_MODE_A)[0]);
  int64_t size = 0;
  GRAPH_OK(cudnnBackendGetAttribute(p.get(), CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION, CUDNN_TYPE_CHAR, 0, &size,
                                    nullptr));
  std::string text(static_cast<size_t>(size), '\0');
  GRAPH_OK(cudnnBackendGetAttribute(p.get(), CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION, CUDNN_TYPE_CHAR, size,
                                    &size, text.data()));
  const auto load = [&](const std::string& json, Descriptor& q) {
    q = create(CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
    EXPECT_EQ(set(q, CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION, CUDNN_TYPE_CHAR,
                  std::vector<char>(json.begin(), json.end())),
              CUDNN_STATUS_SUCCESS);
    EXPECT_EQ(set(q, CUDNN_ATTR_EXECUTION_PLAN_HANDLE, CUDNN_TYPE_HANDLE, handle.h), CUDNN_STATUS_SUCCESS);
    return finalize(q);
  };
  Descriptor q;
  GRAPH_OK(load(text, q));
  EXPECT_EQ(workspace_size(q), workspace_size(p));
  Descriptor config = create(CUDNN_BACKEND_ENGINECFG_DESCRIPTOR);
  void* raw = config.get();
  GRAPH_OK(cudnnBackendGetAttribute(q.get(), CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, CUDNN_TYPE_BACKEND_DESCRIPTOR, 1,
                                    nullptr, &raw));
  alignas(16) float in[5] = {1, -2, 3, 4, 5};
  alignas(16) float out[5] = {};
  float factor = -2;
  GRAPH_OK(cudnnBackendExecute(handle, q.get(), pack({1, 2, 3}, {in, &factor, out}, nullptr).get()));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(out[i], -2 * in[i]);
  // Text that was cut or changed is refused, never run.
  for (size_t i = 0; i < text.size(); i += 7) {
    std::string bad = text;
    bad[i] = static_cast<char>(bad[i] == '1' ? '2' : '1');
    EXPECT_NE(load(bad, q), CUDNN_STATUS_SUCCESS) << "byte " << i;
  }
  EXPECT_NE(load(text.substr(0, text.size() / 2), q), CUDNN_STATUS_SUCCESS);
}

TEST(Execute, ChecksPointers) {
  Handle handle;
  const Descriptor x = tensor(1, {4}), y = tensor(2, {4});
  const Descriptor op = pointwise(CUDNN_POINTWISE_ABS, x, nullptr, y), g = raw_graph(handle, {&op});
  GRAPH_OK(finalize(g));
  const Descriptor p = plan(handle, configs(g, CUDNN_HEUR_MODE_A)[0]);
  alignas(16) float data[16] = {};
  EXPECT_EQ(cudnnBackendExecute(handle, p.get(), pack({1}, {data}, nullptr).get()), CUDNN_STATUS_BAD_PARAM)
      << "a missing uid";
  EXPECT_EQ(
      cudnnBackendExecute(handle, p.get(), pack({1, 2}, {data, reinterpret_cast<char*>(data + 4) + 2}, nullptr).get()),
      CUDNN_STATUS_BAD_PARAM_MISALIGNED_POINTER);
  EXPECT_NE(cudnnBackendExecute(handle, nullptr, pack({1, 2}, {data, data + 4}, nullptr).get()), CUDNN_STATUS_SUCCESS);
  Descriptor unfinished = create(CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
  EXPECT_EQ(cudnnBackendExecute(handle, unfinished.get(), pack({1, 2}, {data, data + 4}, nullptr).get()),
            CUDNN_STATUS_BAD_PARAM_NOT_FINALIZED);
  Descriptor uneven = create(CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
  set(uneven, CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, CUDNN_TYPE_INT64, std::vector<int64_t>{1, 2});
  set(uneven, CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, CUDNN_TYPE_VOID_PTR, std::vector<void*>{data});
  EXPECT_EQ(finalize(uneven), CUDNN_STATUS_BAD_PARAM);
}

// While a stream records, nothing may run; what was recorded runs as often as the graph is launched, with the value of
// by-value tensors at the time of the recording.
TEST(Capture, RecordsInsteadOfRunning) {
  Handle handle;
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  GRAPH_OK(cudnnSetStream(handle, stream));
  const Descriptor x = tensor(1, {4}), k = tensor(2, {1}, {.by_value = true}), y = tensor(3, {4});
  const Descriptor op = pointwise(CUDNN_POINTWISE_MUL, x, &k, y), g = raw_graph(handle, {&op});
  GRAPH_OK(finalize(g));
  const Descriptor p = plan(handle, configs(g, CUDNN_HEUR_MODE_A)[0]);
  float *in, *out;
  ASSERT_EQ(cudaMalloc(reinterpret_cast<void**>(&in), 16), cudaSuccess);
  ASSERT_EQ(cudaMalloc(reinterpret_cast<void**>(&out), 16), cudaSuccess);
  for (int i = 0; i < 4; ++i) in[i] = static_cast<float>(i), out[i] = -1;
  float factor = 3;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), cudaSuccess);
  GRAPH_OK(cudnnBackendExecute(handle, p.get(), pack({1, 2, 3}, {in, &factor, out}, nullptr).get()));
  cudaGraph_t graph;
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  factor = 100;
  EXPECT_EQ(out[3], -1) << "it ran while it was recorded";
  cudaGraphExec_t exec;
  ASSERT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  for (int round = 1; round <= 2; ++round) {
    for (int i = 0; i < 4; ++i) in[i] = static_cast<float>(i * round);
    ASSERT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(out[i], 3.f * static_cast<float>(i * round));
  }
  cudaGraphExecDestroy(exec);
  cudaFree(in), cudaFree(out), cudaStreamDestroy(stream);
}

TEST(Capture, PopulateAndUpdateCudaGraphs) {
  Handle handle;
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  const Descriptor x = tensor(1, {4}), y = tensor(2, {4});
  const Descriptor op = pointwise(CUDNN_POINTWISE_NEG, x, nullptr, y), g = raw_graph(handle, {&op});
  GRAPH_OK(finalize(g));
  const Descriptor p = plan(handle, configs(g, CUDNN_HEUR_MODE_A)[0]);
  float* data;
  ASSERT_EQ(cudaMalloc(reinterpret_cast<void**>(&data), 64), cudaSuccess);
  for (int i = 0; i < 16; ++i) data[i] = static_cast<float>(i + 1);
  cudaGraph_t part, whole;
  ASSERT_EQ(cudaGraphCreate(&part, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphCreate(&whole, 0), cudaSuccess);
  const cudnnStatus_t status =
      cudnnBackendPopulateCudaGraph(handle, p.get(), pack({1, 2}, {data, data + 4}, nullptr).get(), part);
  if (status == CUDNN_STATUS_NOT_SUPPORTED_CUDA_GRAPH_NATIVE_API) GTEST_SKIP() << "this engine fills no graphs";
  GRAPH_OK(status);
  // As the client does it: the filled graph becomes a child of its own, and is forgotten.
  cudaGraphNode_t child;
  ASSERT_EQ(cudaGraphAddChildGraphNode(&child, whole, nullptr, 0, part), cudaSuccess);
  ASSERT_EQ(cudaGraphDestroy(part), cudaSuccess);
  cudaGraphExec_t exec;
  ASSERT_EQ(cudaGraphInstantiate(&exec, whole, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(data[4], -1);
  EXPECT_EQ(data[7], -4);
  cudaGraph_t inner;
  ASSERT_EQ(cudaGraphChildGraphNodeGetGraph(child, &inner), cudaSuccess);
  GRAPH_OK(cudnnBackendUpdateCudaGraph(handle, p.get(), pack({1, 2}, {data + 8, data + 12}, nullptr).get(), inner));
  ASSERT_EQ(cudaGraphExecChildGraphNodeSetParams(exec, child, inner), cudaSuccess);
  data[4] = 55;
  ASSERT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(data[12], -9);
  EXPECT_EQ(data[4], 55) << "the old pointers were used";
  cudaGraphExecDestroy(exec), cudaGraphDestroy(whole), cudaFree(data), cudaStreamDestroy(stream);
}

TEST(DeviceProperties, TextGoesRound) {
  Descriptor d = create(CUDNN_BACKEND_DEVICEPROP_DESCRIPTOR);
  GRAPH_OK(set(d, CUDNN_ATTR_DEVICEPROP_DEVICE_ID, CUDNN_TYPE_INT32, int32_t{0}));
  GRAPH_OK(finalize(d));
  int64_t size = 0;
  GRAPH_OK(
      cudnnBackendGetAttribute(d.get(), CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION, CUDNN_TYPE_CHAR, 0, &size, nullptr));
  std::vector<char> text(static_cast<size_t>(size));
  GRAPH_OK(cudnnBackendGetAttribute(d.get(), CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION, CUDNN_TYPE_CHAR, size, &size,
                                    text.data()));
  Descriptor again = create(CUDNN_BACKEND_DEVICEPROP_DESCRIPTOR);
  GRAPH_OK(set(again, CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION, CUDNN_TYPE_CHAR, text));
  GRAPH_OK(finalize(again));
  // Planning for that device without a handle.
  const Descriptor x = tensor(1, {4}), y = tensor(2, {4});
  const Descriptor op = pointwise(CUDNN_POINTWISE_ABS, x, nullptr, y), g = raw_graph(nullptr, {&op});
  GRAPH_OK(finalize(g));
  Descriptor h = create(CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
  GRAPH_OK(link(h, CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, g));
  GRAPH_OK(link(h, CUDNN_ATTR_ENGINEHEUR_DEVICEPROP, again));
  GRAPH_OK(set(h, CUDNN_ATTR_ENGINEHEUR_MODE, CUDNN_TYPE_HEUR_MODE, CUDNN_HEUR_MODE_A));
  GRAPH_OK(finalize(h));
}

TEST(Shapes, OverriddenWhenThePackSaysSo) {
  Handle handle;
  const Descriptor x = tensor(1, {2, 3}), y = tensor(2, {2, 3});
  const Descriptor op = pointwise(CUDNN_POINTWISE_NEG, x, nullptr, y), g = raw_graph(handle, {&op});
  GRAPH_OK(set(g, 805 /* IS_OVERRIDE_SHAPE_ENABLED of later releases */, CUDNN_TYPE_BOOLEAN, true));
  GRAPH_OK(finalize(g));
  const Descriptor p = plan(handle, configs(g, CUDNN_HEUR_MODE_A)[0]);
  alignas(16) float in[10], out[10];
  for (int i = 0; i < 10; ++i) in[i] = static_cast<float>(i), out[i] = 7;
  const std::vector<std::vector<int64_t>> shapes{{5, 1}, {5, 1}}, strides{{2, 1}, {1, 1}};
  Descriptor v = create(CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
  set(v, CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, CUDNN_TYPE_INT64, std::vector<int64_t>{1, 2});
  set(v, CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, CUDNN_TYPE_VOID_PTR, std::vector<void*>{in, out});
  set(v, CUDNN_ATTR_VARIANT_PACK_OVERRIDE_UNIQUE_IDS, CUDNN_TYPE_INT64, std::vector<int64_t>{1, 2});
  set(v, CUDNN_ATTR_VARIANT_PACK_OVERRIDE_SHAPES, CUDNN_TYPE_VOID_PTR, static_cast<const void*>(&shapes));
  set(v, CUDNN_ATTR_VARIANT_PACK_OVERRIDE_STRIDES, CUDNN_TYPE_VOID_PTR, static_cast<const void*>(&strides));
  GRAPH_OK(finalize(v));
  GRAPH_OK(cudnnBackendExecute(handle, p.get(), v.get()));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(out[i], static_cast<float>(-2 * i));
  EXPECT_EQ(out[5], 7);
}

TEST(Threads, BuildPlansOfOneGraphTogether) {
  Handle handle;
  const Descriptor x = tensor(1, {64}), t = tensor(2, {64}, {.is_virtual = true}), y = tensor(3, {64});
  const Descriptor first = pointwise(CUDNN_POINTWISE_NEG, x, nullptr, t),
                   second = pointwise(CUDNN_POINTWISE_ABS, t, nullptr, y);
  const Descriptor g = raw_graph(handle, {&first, &second});
  GRAPH_OK(finalize(g));
  std::vector<std::thread> threads;
  std::vector<int> wrong(8);
  for (size_t k = 0; k < wrong.size(); ++k)
    threads.emplace_back([&, k] {
      std::vector<float> in(64, static_cast<float>(k) + 1), out(64 + 16);
      float* begin = out.data() + (16 - reinterpret_cast<uintptr_t>(out.data()) / 4 % 4) % 4;
      std::vector<float> aligned_in(64 + 4);
      float* source = aligned_in.data() + (4 - reinterpret_cast<uintptr_t>(aligned_in.data()) / 4 % 4) % 4;
      std::copy(in.begin(), in.end(), source);
      for (int round = 0; round < 20; ++round) {
        if (run(handle, g, {1, 3}, {source, begin}) != CUDNN_STATUS_SUCCESS) ++wrong[k];
        wrong[k] += std::count(begin, begin + 64, static_cast<float>(k) + 1) != 64;
      }
    });
  for (auto& thread : threads) thread.join();
  for (int w : wrong) EXPECT_EQ(w, 0);
}

}  // namespace
}  // namespace graph_test
