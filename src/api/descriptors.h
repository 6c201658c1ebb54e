// What the opaque handles of the C interface point to. Each begins with a tag that says what it is and that it lives.
#pragma once
#include <cudnn.h>

#include <array>
#include <memory>
#include <variant>
#include <vector>

#include "base/pool.h"
#include "graph/graph.h"
#include "plan/engine.h"
#include "tensor/tensor_desc.h"

namespace girih::api {

// Base of every object: the tag is there from creation to destruction and nowhere else.
template <uint32_t Tag>
struct Object {
  static constexpr uint32_t kTag = Tag;
  uint32_t tag = Tag;
};
constexpr uint32_t make_tag(const char (&s)[5]) {
  return static_cast<uint32_t>(s[0]) | static_cast<uint32_t>(s[1]) << 8 | static_cast<uint32_t>(s[2]) << 16 |
         static_cast<uint32_t>(s[3]) << 24;
}

template <class T>
bool alive(const T* object) {
  return object && object->tag == T::kTag;
}
template <class T>
Pool<T>& pool() {
  static auto* p = new Pool<T>;  // never destroyed: programs exit with live handles
  return *p;
}
// Result of every cudnnCreate*Descriptor and cudnnDestroy*Descriptor.
template <class T>
Check create(T** out) {
  *out = pool<T>().create();
  return {};
}
template <class T>
Check destroy(T* object) {
  if (!object) return {};
  if (!alive(object)) return bad_param("this descriptor was destroyed before, or never created");
  object->tag = 0;
  pool<T>().destroy(object);
  return {};
}

}  // namespace girih::api

#define GIRIH_OBJECT(tag) girih::api::Object<girih::api::make_tag(tag)>

struct cudnnContext : GIRIH_OBJECT("hndl") {
  girih::Target device;
  cudaStream_t stream = nullptr;  // also device.native.stream
};
struct cudnnTensorStruct : GIRIH_OBJECT("tens") {
  cudnnDataType_t type = CUDNN_DATA_FLOAT;  // as it was set: INT8x4 in NCHW_VECT_C is i8 with vectors of 4 in desc
  girih::TensorDesc desc;
};
struct cudnnFilterStruct : GIRIH_OBJECT("filt") {
  cudnnDataType_t type = CUDNN_DATA_FLOAT;
  girih::TensorDesc desc;
  girih::Layout layout = girih::Layout::nchw;
};
struct cudnnConvolutionStruct : GIRIH_OBJECT("conv") {
  int spatial = 0;  // 0: not set yet
  int pad[girih::graph::kMaxSpatial] = {};
  int stride[girih::graph::kMaxSpatial] = {};
  int dilation[girih::graph::kMaxSpatial] = {};
  int groups = 1;
  cudnnConvolutionMode_t mode = CUDNN_CONVOLUTION;
  cudnnDataType_t compute = CUDNN_DATA_FLOAT;
  cudnnMathType_t math = CUDNN_DEFAULT_MATH;
  cudnnReorderType_t reorder = CUDNN_DEFAULT_REORDER;
};
struct cudnnPoolingStruct : GIRIH_OBJECT("pool") {
  cudnnPoolingMode_t mode = CUDNN_POOLING_MAX;
  cudnnNanPropagation_t nan = CUDNN_NOT_PROPAGATE_NAN;
  int spatial = 0;  // 0: not set yet
  int window[girih::graph::kMaxSpatial] = {};
  int pad[girih::graph::kMaxSpatial] = {};
  int stride[girih::graph::kMaxSpatial] = {};
};
struct cudnnActivationStruct : GIRIH_OBJECT("actv") {
  cudnnActivationMode_t mode = CUDNN_ACTIVATION_SIGMOID;
  cudnnNanPropagation_t nan = CUDNN_NOT_PROPAGATE_NAN;
  double coef = 0;
  double swish_beta = 1;
};
struct cudnnOpTensorStruct : GIRIH_OBJECT("optn") {
  cudnnOpTensorOp_t op = CUDNN_OP_TENSOR_ADD;
  cudnnDataType_t compute = CUDNN_DATA_FLOAT;
  cudnnNanPropagation_t nan = CUDNN_NOT_PROPAGATE_NAN;
};
struct cudnnReduceTensorStruct : GIRIH_OBJECT("redu") {
  cudnnReduceTensorOp_t op = CUDNN_REDUCE_TENSOR_ADD;
  cudnnDataType_t compute = CUDNN_DATA_FLOAT;
  cudnnNanPropagation_t nan = CUDNN_NOT_PROPAGATE_NAN;
  cudnnReduceTensorIndices_t indices = CUDNN_REDUCE_TENSOR_NO_INDICES;
  cudnnIndicesType_t indices_type = CUDNN_32BIT_INDICES;
};
struct cudnnDropoutStruct : GIRIH_OBJECT("drop") {
  float probability = 0;
  void* states = nullptr;
  size_t state_bytes = 0;
  unsigned long long seed = 0;
};
struct cudnnTensorTransformStruct : GIRIH_OBJECT("trns") {
  int rank = 0;  // 0: not set yet
  cudnnTensorFormat_t format = CUDNN_TENSOR_NCHW;
  int32_t before[girih::kMaxRank] = {}, after[girih::kMaxRank] = {};
  uint32_t fold[girih::kMaxRank] = {};  // of the spatial dims; 0 stands for 1
  cudnnFoldingDirection_t direction = CUDNN_TRANSFORM_FOLD;
};
struct cudnnLRNStruct : GIRIH_OBJECT("lrn ") {
  unsigned n = 5;
  double alpha = 1e-4, beta = 0.75, k = 2;
};
struct cudnnSpatialTransformerStruct : GIRIH_OBJECT("sptf") {
  cudnnDataType_t type = CUDNN_DATA_FLOAT;
  int rank = 0;                    // 0: not set yet; any number is stored, the functions that use it check it
  int dims[girih::kMaxRank] = {};  // of the output
};
struct cudnnCTCLossStruct : GIRIH_OBJECT("ctcl") {
  cudnnDataType_t compute = CUDNN_DATA_FLOAT;
  cudnnLossNormalizationMode_t norm = CUDNN_LOSS_NORMALIZATION_NONE;
  int gradients = CUDNN_CTC_ZERO_OOB_GRADIENTS;  // of impossible samples; the setters take any number
  int longest_label = 0;
};
struct cudnnRNNStruct : GIRIH_OBJECT("rnn ") {
  cudnnRNNAlgo_t algo = CUDNN_RNN_ALGO_STANDARD;
  cudnnRNNMode_t cell = CUDNN_RNN_RELU;
  cudnnRNNBiasMode_t bias = CUDNN_RNN_DOUBLE_BIAS;
  cudnnDirectionMode_t direction = CUDNN_UNIDIRECTIONAL;
  cudnnRNNInputMode_t input_mode = CUDNN_LINEAR_INPUT;
  cudnnDataType_t type = CUDNN_DATA_FLOAT, precision = CUDNN_DATA_FLOAT;
  cudnnMathType_t math = CUDNN_DEFAULT_MATH;
  int32_t input = 0, hidden = 0, projection = 0, layers = 0;  // 0 layers: not set yet
  cudnnDropoutDescriptor_t dropout = nullptr;
  uint32_t flags = 0;
  cudnnRNNClipMode_t clip = CUDNN_RNN_CLIP_NONE;
  cudnnNanPropagation_t clip_nan = CUDNN_PROPAGATE_NAN;
  double clip_low = 0, clip_high = 0;
};
struct cudnnRNNDataStruct : GIRIH_OBJECT("rnnd") {
  cudnnDataType_t type = CUDNN_DATA_FLOAT;
  cudnnRNNDataLayout_t layout = CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED;
  int max_length = 0, batch = 0, width = 0;  // 0: not set yet
  std::vector<int32_t> lengths;
  double padding = 0;
};
struct cudnnSeqDataStruct : GIRIH_OBJECT("seqd") {
  cudnnDataType_t type = CUDNN_DATA_FLOAT;
  int dims[CUDNN_SEQDATA_DIM_COUNT] = {};  // by cudnnSeqDataAxis_t; 0: not set yet
  cudnnSeqDataAxis_t axes[CUDNN_SEQDATA_DIM_COUNT] = {};
  std::vector<int32_t> lengths;
  double padding = 0;
};
struct cudnnAttnStruct : GIRIH_OBJECT("attn") {
  unsigned mode = 0;
  int heads = 0;  // 0: not set yet
  double scale = 1;
  cudnnDataType_t type = CUDNN_DATA_FLOAT, precision = CUDNN_DATA_FLOAT;
  cudnnMathType_t math = CUDNN_DEFAULT_MATH;
  cudnnDropoutDescriptor_t attention_dropout = nullptr, post_dropout = nullptr;
  int q_size = 0, k_size = 0, v_size = 0, q_proj = 0, k_proj = 0, v_proj = 0, o_proj = 0;
  int q_time = 0, kv_time = 0, batch = 0, beam = 0;  // the most there may be
};
struct cudnnFusedOpsConstParamStruct : GIRIH_OBJECT("fuco") {
  // Copies of what was set, by label; monostate: not set.
  using Value = std::variant<std::monostate, cudnnTensorStruct, cudnnFilterStruct, cudnnConvolutionStruct,
                             cudnnActivationStruct, cudnnBatchNormMode_t, cudnnFusedOpsPointerPlaceHolder_t>;
  cudnnFusedOps_t ops = {};
  std::array<Value, CUDNN_PARAM_BN_DBIAS_PLACEHOLDER + 1> values;
};
struct cudnnFusedOpsVariantParamStruct : GIRIH_OBJECT("fuva") {
  cudnnFusedOps_t ops = {};
  std::array<void*, CUDNN_PTR_BN_DBIAS + 1> pointers = {};  // by label
  size_t workspace_size = 0;
  int64_t count = 0;
  double factor = 0, epsilon = 0;
};
struct cudnnFusedOpsPlanStruct : GIRIH_OBJECT("fupl") {
  // Where the data of a tensor of the graph comes from: a label of the variant pack and the alignment that was
  // promised; no label for virtual tensors.
  struct Slot {
    int label = -1;
    uintptr_t alignment = 1;
  };
  cudnnFusedOps_t ops = {};
  girih::graph::Graph graph;
  std::vector<Slot> slots;                  // of each tensor
  std::shared_ptr<const girih::Plan> plan;  // null: not made yet
};

namespace girih::api {

inline DType to_dtype(cudnnDataType_t t) { return static_cast<DType>(t); }  // the same numbers

// Checks dims and makes a packed description; vectorised types in NCHW_VECT_C become i8 or u8 with a vector length.
Result<TensorDesc> make_desc(cudnnDataType_t type, cudnnTensorFormat_t format, int rank, const int* dims);
// The descriptor must have been set.
Check check_set(const char* name, const TensorDesc& desc);

// alpha and beta: float, or double for f64 outputs; int32 for i32 outputs of convolutions (behaviour.md 5).
inline double read_scalar(const void* p, DType output) {
  if (output == DType::f64) return *static_cast<const double*>(p);
  return static_cast<double>(*static_cast<const float*>(p));
}

}  // namespace girih::api
