#include "cudnn_peer.h"

#include <dlfcn.h>

namespace girih::bench {

CudnnPeer::CudnnPeer(const std::string& path, void* stream) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    why_ = dlerror();
    return;
  }
  const auto look_up = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    if (function == nullptr) why_ = std::string("no function ") + name;
  };
  decltype(&::cudnnCreate) create_handle = nullptr;
  decltype(&::cudnnSetStream) set_stream = nullptr;
  decltype(&::cudnnGetVersion) get_version = nullptr;
  look_up(create_handle, "cudnnCreate");
  look_up(set_stream, "cudnnSetStream");
  look_up(get_version, "cudnnGetVersion");
  look_up(create_, "cudnnBackendCreateDescriptor");
  look_up(set_, "cudnnBackendSetAttribute");
  look_up(get_, "cudnnBackendGetAttribute");
  look_up(finalize_, "cudnnBackendFinalize");
  look_up(execute_, "cudnnBackendExecute");
  if (!why_.empty()) return;
  version_ = get_version();
  if (create_handle(&handle_) != CUDNN_STATUS_SUCCESS ||
      set_stream(handle_, static_cast<cudaStream_t>(stream)) != CUDNN_STATUS_SUCCESS) {
    why_ = "cudnnCreate failed";
  }
}

CudnnPeer::Descriptor CudnnPeer::create(cudnnBackendDescriptorType_t type) {
  Descriptor d = nullptr;
  create_(type, &d);
  return d;
}

template <class T>
void CudnnPeer::set(Descriptor d, cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type,
                    const std::vector<T>& values) {
  set_(d, name, type, static_cast<int64_t>(values.size()), values.data());
}

CudnnPeer::Descriptor CudnnPeer::tensor(int64_t uid, cudnnDataType_t type, const std::vector<int64_t>& dims,
                                        const std::vector<int64_t>& strides) {
  const Descriptor t = create(CUDNN_BACKEND_TENSOR_DESCRIPTOR);
  set<cudnnDataType_t>(t, CUDNN_ATTR_TENSOR_DATA_TYPE, CUDNN_TYPE_DATA_TYPE, {type});
  set<int64_t>(t, CUDNN_ATTR_TENSOR_DIMENSIONS, CUDNN_TYPE_INT64, dims);
  set<int64_t>(t, CUDNN_ATTR_TENSOR_STRIDES, CUDNN_TYPE_INT64, strides);
  set<int64_t>(t, CUDNN_ATTR_TENSOR_UNIQUE_ID, CUDNN_TYPE_INT64, {uid});
  set<int64_t>(t, CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, CUDNN_TYPE_INT64, {16});
  finalize(t);
  return t;
}

std::vector<CudnnPeer::Plan> CudnnPeer::plans(const igemm::ConvProblem& p, size_t workspace_limit) {
  const int axes = p.in[0] > 1 || p.filter[0] > 1 ? 3 : 2;
  const cudnnDataType_t type = p.type == tile::Type::kF16 ? CUDNN_DATA_HALF : CUDNN_DATA_BFLOAT16;
  const igemm::Extent out = p.out();
  // Dimensions n, c, (d), h, w with channels contiguous.
  const auto activation = [&](int64_t uid, int channels, const igemm::Extent& e, const std::array<igemm::i64, 4>& s) {
    std::vector<int64_t> dims{p.n, channels}, strides{s[0], 1};
    for (int i = 3 - axes; i < 3; ++i) dims.push_back(e[i]), strides.push_back(s[i + 1]);
    return tensor(uid, type, dims, strides);
  };
  std::vector<int64_t> w_dims{p.k, p.c / p.groups}, w_strides{int64_t{p.taps()} * (p.c / p.groups), 1};
  for (int i = 3 - axes; i < 3; ++i) {
    w_dims.push_back(p.filter[i]);
    int64_t stride = p.c / p.groups;
    for (int j = i + 1; j < 3; ++j) stride *= p.filter[j];
    w_strides.push_back(stride);
  }
  const Descriptor x = activation('x', p.c, p.in, p.x_strides), y = activation('y', p.k, out, p.y_strides);
  const Descriptor w = tensor('w', type, w_dims, w_strides);
  const Descriptor conv = create(CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR);
  const auto axis = [&](const igemm::Extent& e) { return std::vector<int64_t>(e.begin() + 3 - axes, e.end()); };
  set<cudnnDataType_t>(conv, CUDNN_ATTR_CONVOLUTION_COMP_TYPE, CUDNN_TYPE_DATA_TYPE, {CUDNN_DATA_FLOAT});
  set<cudnnConvolutionMode_t>(conv, CUDNN_ATTR_CONVOLUTION_CONV_MODE, CUDNN_TYPE_CONVOLUTION_MODE,
                              {CUDNN_CROSS_CORRELATION});
  set<int64_t>(conv, CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, CUDNN_TYPE_INT64, {axes});
  set<int64_t>(conv, CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, CUDNN_TYPE_INT64, axis(p.pad_low));
  set<int64_t>(conv, CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, CUDNN_TYPE_INT64, axis(p.pad_high));
  set<int64_t>(conv, CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, CUDNN_TYPE_INT64, axis(p.stride));
  set<int64_t>(conv, CUDNN_ATTR_CONVOLUTION_DILATIONS, CUDNN_TYPE_INT64, axis(p.dilation));
  finalize(conv);
  const auto operation = [&](cudnnBackendDescriptorType_t kind, cudnnBackendAttributeName_t an, Descriptor a,
                             cudnnBackendAttributeName_t bn, Descriptor b, cudnnBackendAttributeName_t cn, Descriptor c,
                             cudnnBackendAttributeName_t conv_name, cudnnBackendAttributeName_t alpha,
                             cudnnBackendAttributeName_t beta) {
    const Descriptor op = create(kind);
    set<Descriptor>(op, an, CUDNN_TYPE_BACKEND_DESCRIPTOR, {a});
    set<Descriptor>(op, bn, CUDNN_TYPE_BACKEND_DESCRIPTOR, {b});
    set<Descriptor>(op, cn, CUDNN_TYPE_BACKEND_DESCRIPTOR, {c});
    set<Descriptor>(op, conv_name, CUDNN_TYPE_BACKEND_DESCRIPTOR, {conv});
    // Of the compute type: some engines read a double as if it were a float and multiply by zero.
    set<float>(op, alpha, CUDNN_TYPE_FLOAT, {1.0f});
    set<float>(op, beta, CUDNN_TYPE_FLOAT, {0.0f});
    finalize(op);
    return op;
  };
  Descriptor op = nullptr;
  if (p.pass == igemm::Pass::kFprop) {
    op = operation(CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X,
                   x, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W, w, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y, y,
                   CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA,
                   CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA);
  } else if (p.pass == igemm::Pass::kDgrad) {
    op = operation(CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR,
                   CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY, y, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W, w,
                   CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX, x, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC,
                   CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA);
  } else {
    op = operation(CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR,
                   CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY, y, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X, x,
                   CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW, w,
                   CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC,
                   CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA);
  }
  // bind() knows the operands as a, b and out.
  pass_uids_ = p.pass == igemm::Pass::kFprop   ? std::vector<int64_t>{'x', 'w', 'y'}
               : p.pass == igemm::Pass::kDgrad ? std::vector<int64_t>{'y', 'w', 'x'}
                                               : std::vector<int64_t>{'y', 'x', 'w'};
  return plans_of(op, workspace_limit);
}

std::vector<CudnnPeer::Plan> CudnnPeer::plans(const igemm::MatmulProblem& p, size_t workspace_limit) {
  const cudnnDataType_t type = p.type == tile::Type::kF16 ? CUDNN_DATA_HALF : CUDNN_DATA_BFLOAT16;
  const Descriptor a = tensor('a', type, {p.batch, p.m, p.k},
                              p.major_a == tile::Major::kK ? std::vector<int64_t>{p.batch_a, p.lead_a, 1}
                                                           : std::vector<int64_t>{p.batch_a, 1, p.lead_a});
  const Descriptor b = tensor('b', type, {p.batch, p.k, p.n},
                              p.major_b == tile::Major::kK ? std::vector<int64_t>{p.batch_b, 1, p.lead_b}
                                                           : std::vector<int64_t>{p.batch_b, p.lead_b, 1});
  const Descriptor d = tensor('d', type, {p.batch, p.m, p.n}, {p.batch_d, p.lead_d, 1});
  const Descriptor matmul = create(CUDNN_BACKEND_MATMUL_DESCRIPTOR);
  set<cudnnDataType_t>(matmul, CUDNN_ATTR_MATMUL_COMP_TYPE, CUDNN_TYPE_DATA_TYPE, {CUDNN_DATA_FLOAT});
  finalize(matmul);
  const Descriptor op = create(CUDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR);
  set<Descriptor>(op, CUDNN_ATTR_OPERATION_MATMUL_ADESC, CUDNN_TYPE_BACKEND_DESCRIPTOR, {a});
  set<Descriptor>(op, CUDNN_ATTR_OPERATION_MATMUL_BDESC, CUDNN_TYPE_BACKEND_DESCRIPTOR, {b});
  set<Descriptor>(op, CUDNN_ATTR_OPERATION_MATMUL_CDESC, CUDNN_TYPE_BACKEND_DESCRIPTOR, {d});
  set<Descriptor>(op, CUDNN_ATTR_OPERATION_MATMUL_DESC, CUDNN_TYPE_BACKEND_DESCRIPTOR, {matmul});
  finalize(op);
  pass_uids_ = {'a', 'b', 'd'};
  return plans_of(op, workspace_limit);
}

std::vector<CudnnPeer::Plan> CudnnPeer::plans_of(Descriptor op, size_t workspace_limit) {
  std::vector<Plan> result;
  const Descriptor graph = create(CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
  set<cudnnHandle_t>(graph, CUDNN_ATTR_OPERATIONGRAPH_HANDLE, CUDNN_TYPE_HANDLE, {handle_});
  set<Descriptor>(graph, CUDNN_ATTR_OPERATIONGRAPH_OPS, CUDNN_TYPE_BACKEND_DESCRIPTOR, {op});
  if (!finalize(graph)) return result;
  for (const cudnnBackendHeurMode_t mode : {CUDNN_HEUR_MODE_A, CUDNN_HEUR_MODE_FALLBACK}) {
    const Descriptor heuristics = create(CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
    set<Descriptor>(heuristics, CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, CUDNN_TYPE_BACKEND_DESCRIPTOR, {graph});
    set<cudnnBackendHeurMode_t>(heuristics, CUDNN_ATTR_ENGINEHEUR_MODE, CUDNN_TYPE_HEUR_MODE, {mode});
    if (!finalize(heuristics)) continue;
    int64_t count = 0;
    get_(heuristics, CUDNN_ATTR_ENGINEHEUR_RESULTS, CUDNN_TYPE_BACKEND_DESCRIPTOR, 0, &count, nullptr);
    // The lists are long; their order is by expected speed.
    std::vector<Descriptor> configs(std::min<int64_t>(count, mode == CUDNN_HEUR_MODE_A ? 8 : 3));
    for (Descriptor& c : configs) c = create(CUDNN_BACKEND_ENGINECFG_DESCRIPTOR);
    int64_t got = 0;
    get_(heuristics, CUDNN_ATTR_ENGINEHEUR_RESULTS, CUDNN_TYPE_BACKEND_DESCRIPTOR, static_cast<int64_t>(configs.size()),
         &got, configs.data());
    for (int64_t i = 0; i < got; ++i) {
      Plan plan;
      plan.plan = create(CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
      set<cudnnHandle_t>(plan.plan, CUDNN_ATTR_EXECUTION_PLAN_HANDLE, CUDNN_TYPE_HANDLE, {handle_});
      set<Descriptor>(plan.plan, CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, CUDNN_TYPE_BACKEND_DESCRIPTOR, {configs[i]});
      if (!finalize(plan.plan)) continue;
      int64_t bytes = 0, n = 0;
      get_(plan.plan, CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE, CUDNN_TYPE_INT64, 1, &n, &bytes);
      plan.workspace = static_cast<size_t>(bytes);
      if (plan.workspace <= workspace_limit) result.push_back(plan);
    }
  }
  return result;
}

CudnnPeer::Descriptor CudnnPeer::bind(void* a, void* b, void* out, void* workspace) {
  const Descriptor pack = create(CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
  set<int64_t>(pack, CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, CUDNN_TYPE_INT64, pass_uids_);
  set<void*>(pack, CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, CUDNN_TYPE_VOID_PTR, {a, b, out});
  set<void*>(pack, CUDNN_ATTR_VARIANT_PACK_WORKSPACE, CUDNN_TYPE_VOID_PTR, {workspace});
  finalize(pack);
  return pack;
}

bool CudnnPeer::run(const Plan& plan, Descriptor bound) {
  return execute_(handle_, plan.plan, bound) == CUDNN_STATUS_SUCCESS;
}

}  // namespace girih::bench
