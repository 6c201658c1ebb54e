// Random graphs of the graph interface, most of them wrong: every operation kind with random tensors, types, shapes and
// parameters. What the library accepts is run on memory of exactly the size that its descriptors say. There is one
// rule: a status comes back. Built with the sanitizers (preset asan) it also finds what a status cannot tell.
#include <cudnn.h>

#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace {

using Engine = std::mt19937_64;
Engine engine;

int64_t pick(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(engine); }
bool chance(int percent) { return pick(1, 100) <= percent; }
template <class T>
const T& one_of(const std::vector<T>& v) {
  return v[static_cast<size_t>(pick(0, static_cast<int64_t>(v.size()) - 1))];
}

std::map<int, int64_t> statuses;
cudnnStatus_t note(cudnnStatus_t s) {
  ++statuses[static_cast<int>(s)];
  return s;
}

// Descriptors of one round.
std::vector<void*> made;
void* create(int kind) {
  cudnnBackendDescriptor_t d = nullptr;
  if (note(cudnnBackendCreateDescriptor(static_cast<cudnnBackendDescriptorType_t>(kind), &d))) return nullptr;
  made.push_back(d);
  return d;
}
template <class T>
cudnnStatus_t set(void* d, int name, cudnnBackendAttributeType_t type, const std::vector<T>& v) {
  static const T nothing{};
  return note(cudnnBackendSetAttribute(d, static_cast<cudnnBackendAttributeName_t>(name), type,
                                       static_cast<int64_t>(v.size()), v.empty() ? &nothing : v.data()));
}
template <class T>
cudnnStatus_t set_one(void* d, int name, cudnnBackendAttributeType_t type, T v) {
  return set(d, name, type, std::vector<T>{v});
}
cudnnStatus_t finalize(void* d) { return note(cudnnBackendFinalize(d)); }

struct Tensor {
  void* d;
  int64_t uid;
  cudnnDataType_t type;
  std::vector<int64_t> dims, strides;
  bool is_virtual, by_value;
};

int bits(cudnnDataType_t t) {
  switch (t) {
    case CUDNN_DATA_DOUBLE:
    case CUDNN_DATA_INT64:
    case CUDNN_DATA_COMPLEX_FP32:
      return 64;
    case CUDNN_DATA_FLOAT:
    case CUDNN_DATA_INT32:
      return 32;
    case CUDNN_DATA_HALF:
    case CUDNN_DATA_BFLOAT16:
      return 16;
    case CUDNN_DATA_INT4:
    case CUDNN_DATA_FP4_E2M1:
      return 4;
    case CUDNN_DATA_BOOLEAN:
      return 1;
    default:
      return 8;
  }
}

const std::vector<cudnnDataType_t> kTypes = {
    CUDNN_DATA_FLOAT,   CUDNN_DATA_FLOAT,       CUDNN_DATA_FLOAT,    CUDNN_DATA_HALF,     CUDNN_DATA_BFLOAT16,
    CUDNN_DATA_DOUBLE,  CUDNN_DATA_INT8,        CUDNN_DATA_UINT8,    CUDNN_DATA_INT32,    CUDNN_DATA_INT64,
    CUDNN_DATA_BOOLEAN, CUDNN_DATA_FP8_E4M3,    CUDNN_DATA_FP8_E5M2, CUDNN_DATA_FP8_E8M0, CUDNN_DATA_FP4_E2M1,
    CUDNN_DATA_INT4,    CUDNN_DATA_COMPLEX_FP32};

// Tensors of a round share few sizes, so that operations often fit.
std::vector<int64_t> sizes;
cudnnDataType_t common_type;
std::vector<Tensor> tensors;

Tensor* new_tensor(int rank, bool wild) {
  Tensor t;
  t.uid = static_cast<int64_t>(tensors.size()) + 1;
  t.type = chance(70) ? common_type : one_of(kTypes);
  for (int i = 0; i < rank; ++i) t.dims.push_back(chance(15) ? 1 : wild ? pick(-1, 5) : one_of(sizes));
  t.strides.assign(t.dims.size(), 1);
  std::vector<size_t> order(t.dims.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  if (chance(30)) std::shuffle(order.begin(), order.end(), engine);
  int64_t step = 1;
  for (size_t k = order.size(); k-- > 0;) {
    t.strides[order[k]] = step;
    step *= std::max<int64_t>(1, t.dims[order[k]]) + (chance(5) ? pick(0, 3) : 0);
  }
  if (wild && rank > 0 && chance(30)) t.strides[0] = pick(-2, 1 << 20);
  t.is_virtual = chance(20);
  t.by_value = !t.is_virtual && chance(5);
  t.d = create(CUDNN_BACKEND_TENSOR_DESCRIPTOR);
  set_one(t.d, CUDNN_ATTR_TENSOR_UNIQUE_ID, CUDNN_TYPE_INT64, t.uid);
  set_one(t.d, CUDNN_ATTR_TENSOR_DATA_TYPE, CUDNN_TYPE_DATA_TYPE, t.type);
  set(t.d, CUDNN_ATTR_TENSOR_DIMENSIONS, CUDNN_TYPE_INT64, t.dims);
  set(t.d, CUDNN_ATTR_TENSOR_STRIDES, CUDNN_TYPE_INT64, t.strides);
  set_one(t.d, CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, CUDNN_TYPE_INT64, int64_t{16});
  if (t.is_virtual) set_one(t.d, CUDNN_ATTR_TENSOR_IS_VIRTUAL, CUDNN_TYPE_BOOLEAN, char{1});
  if (t.by_value) set_one(t.d, CUDNN_ATTR_TENSOR_IS_BY_VALUE, CUDNN_TYPE_BOOLEAN, char{1});
  if (chance(2))
    set_one(t.d, CUDNN_ATTR_TENSOR_REORDERING_MODE, CUDNN_TYPE_TENSOR_REORDERING_MODE, static_cast<int>(pick(0, 4)));
  if (chance(3) && !tensors.empty())
    set_one(t.d, CUDNN_ATTR_TENSOR_RAGGED_OFFSET_DESC, CUDNN_TYPE_BACKEND_DESCRIPTOR, one_of(tensors).d);
  if (chance(2)) set_one(t.d, CUDNN_ATTR_TENSOR_VECTOR_COUNT, CUDNN_TYPE_INT64, chance(50) ? int64_t{4} : pick(-1, 40));
  if (chance(2)) set_one(t.d, CUDNN_ATTR_TENSOR_VECTORIZED_DIMENSION, CUDNN_TYPE_INT64, pick(-1, 4));
  if (finalize(t.d)) return nullptr;
  tensors.push_back(t);
  return &tensors.back();
}

struct Attribute {
  int name;
  cudnnBackendAttributeType_t type;
  int64_t low, high;
};

// Operation kinds: their tensors, their other attributes, and the parameter descriptor, if any.
struct Kind {
  int kind;
  std::vector<int> tensors;
  std::vector<Attribute> values;
  int parameters = -1, parameters_attribute = 0;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> list = {
      {CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR,
       {CUDNN_ATTR_OPERATION_POINTWISE_XDESC, CUDNN_ATTR_OPERATION_POINTWISE_BDESC,
        CUDNN_ATTR_OPERATION_POINTWISE_YDESC, CUDNN_ATTR_OPERATION_POINTWISE_TDESC,
        CUDNN_ATTR_OPERATION_POINTWISE_DXDESC, CUDNN_ATTR_OPERATION_POINTWISE_DYDESC},
       {{CUDNN_ATTR_OPERATION_POINTWISE_ALPHA1, CUDNN_TYPE_FLOAT, -2, 2}},
       CUDNN_BACKEND_POINTWISE_DESCRIPTOR,
       CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR},
      {CUDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR,
       {CUDNN_ATTR_OPERATION_MATMUL_ADESC, CUDNN_ATTR_OPERATION_MATMUL_BDESC, CUDNN_ATTR_OPERATION_MATMUL_CDESC,
        CUDNN_ATTR_OPERATION_MATMUL_GEMM_M_OVERRIDE_DESC, CUDNN_ATTR_OPERATION_MATMUL_GEMM_K_OVERRIDE_DESC},
       {},
       CUDNN_BACKEND_MATMUL_DESCRIPTOR,
       CUDNN_ATTR_OPERATION_MATMUL_DESC},
      {CUDNN_BACKEND_OPERATION_REDUCTION_DESCRIPTOR,
       {CUDNN_ATTR_OPERATION_REDUCTION_XDESC, CUDNN_ATTR_OPERATION_REDUCTION_YDESC},
       {},
       CUDNN_BACKEND_REDUCTION_DESCRIPTOR,
       CUDNN_ATTR_OPERATION_REDUCTION_DESC},
      {CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR,
       {CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W,
        CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y},
       {{CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA, CUDNN_TYPE_FLOAT, 0, 1}},
       CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR,
       CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC},
      {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR,
       {CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W,
        CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY},
       {},
       CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR,
       CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC},
      {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR,
       {CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW,
        CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY},
       {},
       CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR,
       CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC},
      {CUDNN_BACKEND_OPERATION_RESAMPLE_FWD_DESCRIPTOR,
       {CUDNN_ATTR_OPERATION_RESAMPLE_FWD_XDESC, CUDNN_ATTR_OPERATION_RESAMPLE_FWD_YDESC,
        CUDNN_ATTR_OPERATION_RESAMPLE_FWD_IDXDESC},
       {{CUDNN_ATTR_OPERATION_RESAMPLE_FWD_BETA, CUDNN_TYPE_DOUBLE, 0, 1}},
       CUDNN_BACKEND_RESAMPLE_DESCRIPTOR,
       CUDNN_ATTR_OPERATION_RESAMPLE_FWD_DESC},
      {CUDNN_BACKEND_OPERATION_RESAMPLE_BWD_DESCRIPTOR,
       {CUDNN_ATTR_OPERATION_RESAMPLE_BWD_DXDESC, CUDNN_ATTR_OPERATION_RESAMPLE_BWD_DYDESC,
        CUDNN_ATTR_OPERATION_RESAMPLE_BWD_IDXDESC, CUDNN_ATTR_OPERATION_RESAMPLE_BWD_XDESC,
        CUDNN_ATTR_OPERATION_RESAMPLE_BWD_YDESC},
       {},
       CUDNN_BACKEND_RESAMPLE_DESCRIPTOR,
       CUDNN_ATTR_OPERATION_RESAMPLE_BWD_DESC},
      {CUDNN_BACKEND_OPERATION_GEN_STATS_DESCRIPTOR,
       {CUDNN_ATTR_OPERATION_GENSTATS_XDESC, CUDNN_ATTR_OPERATION_GENSTATS_SUMDESC,
        CUDNN_ATTR_OPERATION_GENSTATS_SQSUMDESC},
       {{CUDNN_ATTR_OPERATION_GENSTATS_MATH_PREC, CUDNN_TYPE_DATA_TYPE, 0, 20}}},
      {CUDNN_BACKEND_OPERATION_BN_FINALIZE_STATISTICS_DESCRIPTOR,
       {CUDNN_ATTR_OPERATION_BN_FINALIZE_Y_SUM_DESC, CUDNN_ATTR_OPERATION_BN_FINALIZE_Y_SQ_SUM_DESC,
        CUDNN_ATTR_OPERATION_BN_FINALIZE_SCALE_DESC, CUDNN_ATTR_OPERATION_BN_FINALIZE_BIAS_DESC,
        CUDNN_ATTR_OPERATION_BN_FINALIZE_PREV_RUNNING_MEAN_DESC, CUDNN_ATTR_OPERATION_BN_FINALIZE_PREV_RUNNING_VAR_DESC,
        CUDNN_ATTR_OPERATION_BN_FINALIZE_EQ_SCALE_DESC, CUDNN_ATTR_OPERATION_BN_FINALIZE_ACCUM_COUNT_DESC,
        CUDNN_ATTR_OPERATION_BN_FINALIZE_EPSILON_DESC, CUDNN_ATTR_OPERATION_BN_FINALIZE_SAVED_MEAN_DESC},
       {{CUDNN_ATTR_OPERATION_BN_FINALIZE_STATS_MODE, CUDNN_TYPE_BN_FINALIZE_STATS_MODE, 0, 2}}},
      {CUDNN_BACKEND_OPERATION_NORM_FORWARD_DESCRIPTOR,
       {CUDNN_ATTR_OPERATION_NORM_FWD_XDESC, CUDNN_ATTR_OPERATION_NORM_FWD_YDESC,
        CUDNN_ATTR_OPERATION_NORM_FWD_SCALE_DESC, CUDNN_ATTR_OPERATION_NORM_FWD_BIAS_DESC,
        CUDNN_ATTR_OPERATION_NORM_FWD_MEAN_DESC, CUDNN_ATTR_OPERATION_NORM_FWD_INV_VARIANCE_DESC,
        CUDNN_ATTR_OPERATION_NORM_FWD_EPSILON_DESC},
       {{CUDNN_ATTR_OPERATION_NORM_FWD_MODE, CUDNN_TYPE_NORM_MODE, -1, 6},
        {CUDNN_ATTR_OPERATION_NORM_FWD_PHASE, CUDNN_TYPE_NORM_FWD_PHASE, 0, 1}}},
      {CUDNN_BACKEND_OPERATION_NORM_BACKWARD_DESCRIPTOR,
       {CUDNN_ATTR_OPERATION_NORM_BWD_XDESC, CUDNN_ATTR_OPERATION_NORM_BWD_DYDESC, CUDNN_ATTR_OPERATION_NORM_BWD_DXDESC,
        CUDNN_ATTR_OPERATION_NORM_BWD_SCALE_DESC, CUDNN_ATTR_OPERATION_NORM_BWD_MEAN_DESC,
        CUDNN_ATTR_OPERATION_NORM_BWD_INV_VARIANCE_DESC, CUDNN_ATTR_OPERATION_NORM_BWD_DSCALE_DESC,
        CUDNN_ATTR_OPERATION_NORM_BWD_DBIAS_DESC},
       {{CUDNN_ATTR_OPERATION_NORM_BWD_MODE, CUDNN_TYPE_NORM_MODE, -1, 6}}},
      {CUDNN_BACKEND_OPERATION_RESHAPE_DESCRIPTOR,
       {CUDNN_ATTR_OPERATION_RESHAPE_XDESC, CUDNN_ATTR_OPERATION_RESHAPE_YDESC},
       {}},
      {CUDNN_BACKEND_OPERATION_PAGED_CACHE_LOAD_DESCRIPTOR,
       {CUDNN_ATTR_OPERATION_PAGED_CACHE_LOAD_CONTAINER_DESC, CUDNN_ATTR_OPERATION_PAGED_CACHE_LOAD_YDESC,
        CUDNN_ATTR_OPERATION_PAGED_CACHE_LOAD_SEQUENCE_DESC, CUDNN_ATTR_OPERATION_PAGED_CACHE_LOAD_PAGE_TABLE_DESC},
       {}},
      {CUDNN_BACKEND_OPERATION_RNG_DESCRIPTOR,
       {CUDNN_ATTR_OPERATION_RNG_YDESC, CUDNN_ATTR_OPERATION_RNG_SEED, CUDNN_ATTR_OPERATION_RNG_OFFSET_DESC},
       {},
       CUDNN_BACKEND_RNG_DESCRIPTOR,
       CUDNN_ATTR_OPERATION_RNG_DESC},
      {CUDNN_BACKEND_OPERATION_BLOCK_SCALE_QUANTIZE_DESCRIPTOR,
       {CUDNN_ATTR_OPERATION_BLOCK_SCALE_QUANTIZE_XDESC, CUDNN_ATTR_OPERATION_BLOCK_SCALE_QUANTIZE_YDESC,
        CUDNN_ATTR_OPERATION_BLOCK_SCALE_QUANTIZE_SCALE_DESC},
       {{CUDNN_ATTR_OPERATION_BLOCK_SCALE_QUANTIZE_BLOCK_SIZE, CUDNN_TYPE_INT32, -1, 4}}},
      {CUDNN_BACKEND_OPERATION_BLOCK_SCALE_DEQUANTIZE_DESCRIPTOR,
       {CUDNN_ATTR_OPERATION_BLOCK_SCALE_DEQUANTIZE_XDESC, CUDNN_ATTR_OPERATION_BLOCK_SCALE_DEQUANTIZE_YDESC,
        CUDNN_ATTR_OPERATION_BLOCK_SCALE_DEQUANTIZE_SCALE_DESC},
       {{CUDNN_ATTR_OPERATION_BLOCK_SCALE_DEQUANTIZE_BLOCK_SIZE, CUDNN_TYPE_INT32, -1, 4}}},
      {CUDNN_BACKEND_OPERATION_SDPA_FWD_DESCRIPTOR,
       {CUDNN_ATTR_OPERATION_SDPA_FWD_QDESC, CUDNN_ATTR_OPERATION_SDPA_FWD_KDESC, CUDNN_ATTR_OPERATION_SDPA_FWD_VDESC,
        CUDNN_ATTR_OPERATION_SDPA_FWD_ODESC, CUDNN_ATTR_OPERATION_SDPA_FWD_STATSDESC,
        CUDNN_ATTR_OPERATION_SDPA_FWD_SCALEDESC, CUDNN_ATTR_OPERATION_SDPA_FWD_SEQ_LEN_KVDESC},
       {}},
      {CUDNN_BACKEND_OPERATION_MOE_GROUPED_MATMUL_DESCRIPTOR,
       {CUDNN_ATTR_OPERATION_MOE_GROUPED_MATMUL_TOKEN_DESC, CUDNN_ATTR_OPERATION_MOE_GROUPED_MATMUL_WEIGHT_DESC,
        CUDNN_ATTR_OPERATION_MOE_GROUPED_MATMUL_FIRST_TOKEN_OFFSET_DESC,
        CUDNN_ATTR_OPERATION_MOE_GROUPED_MATMUL_OUTPUT_DESC, CUDNN_ATTR_OPERATION_MOE_GROUPED_MATMUL_TOKEN_INDEX_DESC},
       {{CUDNN_ATTR_OPERATION_MOE_GROUPED_MATMUL_MODE, CUDNN_TYPE_MOE_GROUPED_MATMUL_MODE, 0, 3},
        {CUDNN_ATTR_OPERATION_MOE_GROUPED_MATMUL_TOP_K, CUDNN_TYPE_INT32, -1, 3}}},
      {CUDNN_BACKEND_OPERATION_EXPAND_BAND_MATRIX_DESCRIPTOR,
       {CUDNN_ATTR_OPERATION_EXPAND_BAND_MATRIX_XDESC, CUDNN_ATTR_OPERATION_EXPAND_BAND_MATRIX_YDESC},
       {{CUDNN_ATTR_OPERATION_EXPAND_BAND_MATRIX_LOWER_BANDWIDTH, CUDNN_TYPE_INT64, -1, 4},
        {CUDNN_ATTR_OPERATION_EXPAND_BAND_MATRIX_AXIS, CUDNN_TYPE_INT64, -1, 4}}},
  };
  return list;
}

template <class T>
void set_random(void* d, const Attribute& a, int count) {
  std::vector<T> v;
  for (int i = 0; i < count; ++i) v.push_back(static_cast<T>(pick(a.low, a.high)));
  set(d, a.name, a.type, v);
}
void set_random(void* d, const Attribute& a, int count = 1) {
  if (a.type == CUDNN_TYPE_FLOAT) return set_random<float>(d, a, count);
  if (a.type == CUDNN_TYPE_DOUBLE) return set_random<double>(d, a, count);
  if (a.type == CUDNN_TYPE_INT64) return set_random<int64_t>(d, a, count);
  if (a.type == CUDNN_TYPE_FRACTION) {
    std::vector<cudnnFraction_t> v;
    for (int i = 0; i < count; ++i) v.push_back({pick(a.low, a.high), chance(90) ? 1 : pick(-1, 3)});
    set(d, a.name, a.type, v);
    return;
  }
  set_random<int32_t>(d, a, count);
}

void* parameters(int kind, int rank) {
  void* p = create(kind);
  const int spatial = chance(92) ? rank - 2 : static_cast<int>(pick(-1, 7));
  const int n = std::max(0, chance(95) ? spatial : static_cast<int>(pick(0, 8)));
  const bool wild = chance(5);
  const int64_t type = chance(80) ? int64_t{CUDNN_DATA_FLOAT} : pick(-1, 22);
  switch (kind) {
    case CUDNN_BACKEND_POINTWISE_DESCRIPTOR: {
      static const std::vector<Attribute> modes = {{CUDNN_ATTR_POINTWISE_MODE, CUDNN_TYPE_POINTWISE_MODE, 0, 23},
                                                   {CUDNN_ATTR_POINTWISE_MODE, CUDNN_TYPE_POINTWISE_MODE, 100, 107},
                                                   {CUDNN_ATTR_POINTWISE_MODE, CUDNN_TYPE_POINTWISE_MODE, 200, 207},
                                                   {CUDNN_ATTR_POINTWISE_MODE, CUDNN_TYPE_POINTWISE_MODE, 300, 305},
                                                   {CUDNN_ATTR_POINTWISE_MODE, CUDNN_TYPE_POINTWISE_MODE, 400, 402},
                                                   {CUDNN_ATTR_POINTWISE_MODE, CUDNN_TYPE_POINTWISE_MODE, 501, 501},
                                                   {CUDNN_ATTR_POINTWISE_MODE, CUDNN_TYPE_POINTWISE_MODE, 601, 602}};
      set_random(p, one_of(modes));
      set_random(p, {CUDNN_ATTR_POINTWISE_MATH_PREC, CUDNN_TYPE_DATA_TYPE, type, type});
      if (chance(50)) set_random(p, {CUDNN_ATTR_POINTWISE_AXIS, CUDNN_TYPE_INT64, -1, 8});
      break;
    }
    case CUDNN_BACKEND_MATMUL_DESCRIPTOR:
      set_random(p, {CUDNN_ATTR_MATMUL_COMP_TYPE, CUDNN_TYPE_DATA_TYPE, type, type});
      break;
    case CUDNN_BACKEND_REDUCTION_DESCRIPTOR:
      set_random(p, {CUDNN_ATTR_REDUCTION_OPERATOR, CUDNN_TYPE_REDUCTION_OPERATOR_TYPE, 0, 9});
      set_random(p, {CUDNN_ATTR_REDUCTION_COMP_TYPE, CUDNN_TYPE_DATA_TYPE, type, type});
      break;
    case CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR:
      set_random(p, {CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, CUDNN_TYPE_INT64, spatial, spatial});
      set_random(p, {CUDNN_ATTR_CONVOLUTION_COMP_TYPE, CUDNN_TYPE_DATA_TYPE, type, type});
      set_random(p, {CUDNN_ATTR_CONVOLUTION_CONV_MODE, CUDNN_TYPE_CONVOLUTION_MODE, 0, 1});
      set_random(p, {CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, CUDNN_TYPE_INT64, wild ? -1 : 0, 2}, n);
      set_random(p, {CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, CUDNN_TYPE_INT64, 0, 2}, n);
      set_random(p, {CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, CUDNN_TYPE_INT64, wild ? 0 : 1, 2}, n);
      set_random(p, {CUDNN_ATTR_CONVOLUTION_DILATIONS, CUDNN_TYPE_INT64, wild ? 0 : 1, 2}, n);
      break;
    case CUDNN_BACKEND_RESAMPLE_DESCRIPTOR:
      set_random(p, {CUDNN_ATTR_RESAMPLE_MODE, CUDNN_TYPE_RESAMPLE_MODE, 0, 4});
      set_random(p, {CUDNN_ATTR_RESAMPLE_SPATIAL_DIMS, CUDNN_TYPE_INT64, spatial, spatial});
      set_random(p, {CUDNN_ATTR_RESAMPLE_PADDING_MODE, CUDNN_TYPE_PADDING_MODE, 0, 3});
      set_random(p, {CUDNN_ATTR_RESAMPLE_COMP_TYPE, CUDNN_TYPE_DATA_TYPE, type, type});
      set_random(p, {CUDNN_ATTR_RESAMPLE_WINDOW_DIMS, CUDNN_TYPE_FRACTION, wild ? 0 : 1, 3}, n);
      set_random(p, {CUDNN_ATTR_RESAMPLE_STRIDES, CUDNN_TYPE_FRACTION, wild ? 0 : 1, 2}, n);
      set_random(p, {CUDNN_ATTR_RESAMPLE_PRE_PADDINGS, CUDNN_TYPE_FRACTION, wild ? -2 : 0, 2}, n);
      set_random(p, {CUDNN_ATTR_RESAMPLE_POST_PADDINGS, CUDNN_TYPE_FRACTION, 0, 2}, n);
      break;
    case CUDNN_BACKEND_RNG_DESCRIPTOR:
      set_random(p, {CUDNN_ATTR_RNG_DISTRIBUTION, CUDNN_TYPE_RNG_DISTRIBUTION, 0, 3});
      set_random(p, {CUDNN_ATTR_RNG_BERNOULLI_DIST_PROBABILITY, CUDNN_TYPE_DOUBLE, 0, 1});
      break;
    default:
      break;
  }
  return finalize(p) ? nullptr : p;
}

void* operation(int rank) {
  const Kind& k = one_of(kinds());
  void* op = create(k.kind);
  if (k.parameters >= 0)
    if (void* p = parameters(k.parameters, rank)) set_one(op, k.parameters_attribute, CUDNN_TYPE_BACKEND_DESCRIPTOR, p);
  for (int name : k.tensors)
    if (chance(88))
      set_one(op, name, CUDNN_TYPE_BACKEND_DESCRIPTOR, chance(98) || made.empty() ? one_of(tensors).d : one_of(made));
  for (const Attribute& a : k.values)
    if (chance(90)) set_random(op, a, a.type == CUDNN_TYPE_INT32 && chance(40) ? 2 : 1);
  return finalize(op) ? nullptr : op;
}

// Attributes of any number on any descriptor, with any type and count.
void nonsense() {
  if (made.empty()) return;
  alignas(16) unsigned char memory[256];
  for (auto& b : memory) b = static_cast<unsigned char>(chance(50) ? 0 : pick(0, 255));
  void* d = one_of(made);
  const auto name = static_cast<cudnnBackendAttributeName_t>(pick(0, 3310));
  // Arrays of descriptors and handles must hold pointers that may be read: those of this round.
  const auto type = static_cast<cudnnBackendAttributeType_t>(pick(-1, 32));
  const int64_t count = chance(90) ? pick(0, 8) : pick(-5, 0);
  if (type == CUDNN_TYPE_BACKEND_DESCRIPTOR)
    for (size_t i = 0; i < 8; ++i) std::memcpy(memory + i * sizeof(void*), &one_of(made), sizeof(void*));
  if (type == CUDNN_TYPE_HANDLE || type == CUDNN_TYPE_VOID_PTR) return;
  if (chance(50))
    note(cudnnBackendSetAttribute(d, name, type, count, memory));
  else
    note(cudnnBackendGetAttribute(d, name, type, count, chance(80) ? reinterpret_cast<int64_t*>(memory + 192) : nullptr,
                                  chance(80) ? memory : nullptr));
}

int64_t bytes_of(const Tensor& t) {
  int64_t last = 0;
  for (size_t i = 0; i < t.dims.size(); ++i) last += std::max<int64_t>(0, t.dims[i] - 1) * t.strides[i];
  return ((last + 1) * bits(t.type) + 7) / 8 * 40;  // vectors of up to 32 elements, and some room in the last one
}

int64_t executed = 0;

void run_graph(cudnnHandle_t handle, void* graph) {
  void* heuristics = create(CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
  set_one(heuristics, CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, CUDNN_TYPE_BACKEND_DESCRIPTOR, graph);
  set_one(heuristics, CUDNN_ATTR_ENGINEHEUR_MODE, CUDNN_TYPE_HEUR_MODE, static_cast<int>(pick(0, 3)));
  if (finalize(heuristics)) return;
  std::vector<void*> configs;
  for (int i = 0; i < 3; ++i) configs.push_back(create(CUDNN_BACKEND_ENGINECFG_DESCRIPTOR));
  int64_t count = 0;
  if (note(cudnnBackendGetAttribute(heuristics, CUDNN_ATTR_ENGINEHEUR_RESULTS, CUDNN_TYPE_BACKEND_DESCRIPTOR, 3, &count,
                                    configs.data())))
    return;
  for (int64_t i = 0; i < std::min<int64_t>(count, 3); ++i) {
    void* plan = create(CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
    set_one(plan, CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, CUDNN_TYPE_BACKEND_DESCRIPTOR,
            configs[static_cast<size_t>(i)]);
    if (finalize(plan)) continue;
    int64_t workspace = 0;
    note(cudnnBackendGetAttribute(plan, CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE, CUDNN_TYPE_INT64, 1, nullptr,
                                  &workspace));
    if (workspace > (64 << 20)) continue;
    std::vector<int64_t> uids;
    std::vector<void*> pointers;
    bool fits = true;
    for (const Tensor& t : tensors) {
      if (t.is_virtual) continue;
      const int64_t bytes = bytes_of(t);
      if (bytes > (32 << 20)) fits = false;
      if (!fits) break;
      void* p = std::aligned_alloc(64, static_cast<size_t>((bytes + 63) / 64 * 64));
      // Small numbers of every type: zero bytes, with a few others among them.
      std::memset(p, 0, static_cast<size_t>(bytes));
      for (int k = 0; k < 8; ++k)
        static_cast<unsigned char*>(p)[pick(0, bytes - 1)] = static_cast<unsigned char>(pick(0, 3));
      uids.push_back(t.uid), pointers.push_back(p);
    }
    if (fits) {
      void* space = std::aligned_alloc(256, static_cast<size_t>((workspace + 256) / 256 * 256));
      void* pack = create(CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
      set(pack, CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, CUDNN_TYPE_INT64, uids);
      set(pack, CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, CUDNN_TYPE_VOID_PTR, pointers);
      set_one(pack, CUDNN_ATTR_VARIANT_PACK_WORKSPACE, CUDNN_TYPE_VOID_PTR, space);
      if (!finalize(pack) && !note(cudnnBackendExecute(handle, plan, pack))) ++executed;
      std::free(space);
    }
    for (void* p : pointers) std::free(p);
  }
}

void round(cudnnHandle_t handle) {
  tensors.clear();
  tensors.reserve(64);
  common_type = one_of(kTypes);
  sizes = {pick(1, 6), pick(1, 6)};
  const int rank = static_cast<int>(chance(50) ? 4 : pick(1, 6));
  for (int i = 0; i < 10; ++i) new_tensor(chance(95) ? rank : static_cast<int>(pick(0, 9)), chance(10));
  if (tensors.empty()) return;
  std::vector<void*> ops;
  for (int i = 0; i < 6; ++i) {
    if (void* op = operation(rank)) ops.push_back(op);
    if (chance(30)) nonsense();
  }
  for (int i = 0; i < 2 && !ops.empty(); ++i) {
    std::shuffle(ops.begin(), ops.end(), engine);
    void* graph = create(CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
    set(graph, CUDNN_ATTR_OPERATIONGRAPH_OPS, CUDNN_TYPE_BACKEND_DESCRIPTOR,
        std::vector<void*>(ops.begin(), ops.begin() + pick(1, static_cast<int64_t>(ops.size()))));
    if (chance(80)) set_one(graph, CUDNN_ATTR_OPERATIONGRAPH_HANDLE, CUDNN_TYPE_HANDLE, handle);
    if (!finalize(graph)) run_graph(handle, graph);
  }
  if (chance(30)) nonsense();
  std::shuffle(made.begin(), made.end(), engine);
  for (void* d : made)
    if (d) note(cudnnBackendDestroyDescriptor(d));
  made.clear();
}

}  // namespace

int main(int argc, char** argv) {
  const uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
  const uint64_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 2000;
  if (argc > 3 || (argc > 1 && argv[1][0] == '-')) {
    std::printf("usage: %s [SEED [ROUNDS]]\nRandom graphs of the graph interface; every round has its own seed.\n",
                argv[0]);
    return 2;
  }
  cudnnHandle_t handle;
  if (cudnnCreate(&handle)) return 1;
  for (uint64_t i = 0; i < count; ++i) {
    engine.seed(seed + i);
    if (std::getenv("GIRIH_FUZZ_VERBOSE")) std::fprintf(stderr, "seed %" PRIu64 "\n", seed + i);
    round(handle);
  }
  cudnnDestroy(handle);
  for (const auto& [status, n] : statuses)
    std::printf("%-60s %" PRId64 "\n", cudnnGetErrorString(static_cast<cudnnStatus_t>(status)), n);
  std::printf("%" PRIu64 " rounds, %" PRId64 " executions\n", count, executed);
  return executed > 0 || count < 200 ? 0 : 1;  // a fuzzer that runs nothing tests nothing
}
