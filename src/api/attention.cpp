// Multi-head attention: descriptors of sequences and of the network, sizes, the place of each weight, and the passes,
// one node each.
#include <cstring>

#include "api/entry.h"
#include "api/entry_points.gen.h"
#include "base/xorwow.h"
#include "plan/plan.h"

namespace girih::api {
namespace {

using graph::AttentionPass;
using graph::MultiHeadAttention;

Check check_set(const cudnnAttnStruct& d) {
  if (d.heads == 0) return bad_param("attnDesc: it was never set (cudnnSetAttnDescriptor)");
  return {};
}

MultiHeadAttention node(const cudnnAttnStruct& d, AttentionPass pass) {
  MultiHeadAttention o;
  o.pass = pass;
  o.one_to_one = d.mode & CUDNN_ATTN_QUERYMAP_ONE_TO_ONE;
  o.biases = d.mode & CUDNN_ATTN_ENABLE_PROJ_BIASES;
  o.heads = d.heads;
  o.q_size = d.q_size, o.k_size = d.k_size, o.v_size = d.v_size;
  o.q_proj = d.q_proj, o.k_proj = d.k_proj, o.v_proj = d.v_proj, o.o_proj = d.o_proj;
  o.scale = d.scale;
  return o;
}

// The rates are read when attention runs, not when it is described: cudnnSetDropoutDescriptor may change them.
Check read_dropout(const cudnnAttnStruct& d, MultiHeadAttention& o) {
  for (const auto* dropout : {d.attention_dropout, d.post_dropout})
    if (dropout && !alive(dropout)) return bad_param("attnDesc: a dropout descriptor of it was destroyed");
  if (d.attention_dropout) o.attention_dropout = d.attention_dropout->probability;
  if (d.post_dropout) o.post_dropout = d.post_dropout->probability;
  return {};
}

graph::AttentionSizes largest(const cudnnAttnStruct& d) {
  const bool one_to_one = d.mode & CUDNN_ATTN_QUERYMAP_ONE_TO_ONE;
  return {d.batch, d.beam, one_to_one ? d.beam : 1, d.q_time, d.kv_time};
}

size_t weight_bytes(const cudnnAttnStruct& d) {
  return static_cast<size_t>(attention_weight_count(node(d, AttentionPass::inference))) * dtype_size(to_dtype(d.type));
}

// Sequences as {batch, beam, time, vector}, with the strides that the order of the axes makes.
TensorDesc sequences_desc(cudnnDataType_t type, const int dims[], const cudnnSeqDataAxis_t axes[]) {
  static constexpr int kPlace[] = {2, 0, 1, 3};  // of time, batch, beam, vector
  TensorDesc t;
  t.dtype = to_dtype(type);
  t.rank = CUDNN_SEQDATA_DIM_COUNT;
  int64_t stride = 1;
  for (int i = CUDNN_SEQDATA_DIM_COUNT - 1; i >= 0; --i) {
    t.dims[kPlace[axes[i]]] = dims[axes[i]];
    t.strides[kPlace[axes[i]]] = stride;
    stride *= dims[axes[i]];
  }
  return t;
}

TensorDesc bytes(int64_t n) { return make_packed(DType::u8, {n}); }

Check room(const char* name, const char* size_name, const void* p, size_t size, size_t need) {
  if (size < need)
    return bad_param("{}: {}; {} bytes are needed (cudnnGetMultiHeadAttnBuffers)", size_name, size, need);
  if (need && !p) return bad_param("{}: is NULL; {} bytes are needed (cudnnGetMultiHeadAttnBuffers)", name, need);
  if (need && reinterpret_cast<uintptr_t>(p) % alignof(double))
    return fail(Status::kBadParamMisalignedPointer, "{}: {} is no multiple of {}", name, p, alignof(double));
  return {};
}

// A graph in the making: what the passes have in common.
struct Pass {
  const cudnnContext& handle;
  const cudnnAttnStruct& attention;
  MultiHeadAttention op;
  Call call;

  Pass(const cudnnContext& h, const cudnnAttnStruct& d, AttentionPass pass)
      : handle(h), attention(d), op(node(d, pass)) {}

  Check begin() {
    GIRIH_TRY(check_set(attention));
    if (op.pass != AttentionPass::inference) GIRIH_TRY(read_dropout(attention, op));
    return {};
  }
  Check sequences(graph::TensorId& id, const char* desc_name, const cudnnSeqDataStruct& d, const char* name,
                  const void* p, int64_t width, const char* width_name, int most_time) {
    if (d.dims[0] == 0) return bad_param("{}: it was never set (cudnnSetSeqDataDescriptor)", desc_name);
    if (d.type != attention.type)
      return bad_param("{}: its type is {}; that of attnDesc is {}", desc_name, dtype_name(to_dtype(d.type)),
                       dtype_name(to_dtype(attention.type)));
    if (d.dims[CUDNN_SEQDATA_VECT_DIM] != width)
      return bad_param("{}: its vectors have {} elements; {} of attnDesc is {}", desc_name,
                       d.dims[CUDNN_SEQDATA_VECT_DIM], width_name, width);
    const std::pair<cudnnSeqDataAxis_t, int> most[] = {{CUDNN_SEQDATA_TIME_DIM, most_time},
                                                       {CUDNN_SEQDATA_BATCH_DIM, attention.batch},
                                                       {CUDNN_SEQDATA_BEAM_DIM, attention.beam}};
    static const char* const kNames[] = {"time", "batch", "beam"};
    for (auto [axis, limit] : most)
      if (d.dims[axis] > limit)
        return bad_param("{}: its {} dimension is {}; attnDesc was set for at most {}", desc_name, kNames[axis],
                         d.dims[axis], limit);
    id = call.tensor(name, sequences_desc(d.type, d.dims, d.axes), p);
    return {};
  }
  Check queries(graph::TensorId& id, const char* desc_name, const cudnnSeqDataStruct& d, const char* name,
                const void* p) {
    return sequences(id, desc_name, d, name, p, op.q_size, "qSize", attention.q_time);
  }
  Check keys(graph::TensorId& id, const char* desc_name, const cudnnSeqDataStruct& d, const char* name, const void* p) {
    return sequences(id, desc_name, d, name, p, op.k_size, "kSize", attention.kv_time);
  }
  Check values(graph::TensorId& id, const char* desc_name, const cudnnSeqDataStruct& d, const char* name,
               const void* p) {
    return sequences(id, desc_name, d, name, p, op.v_size, "vSize", attention.kv_time);
  }
  Check outputs(graph::TensorId& id, const char* desc_name, const cudnnSeqDataStruct& d, const char* name,
                const void* p) {
    return sequences(id, desc_name, d, name, p, op.out_size(), "the output size", attention.q_time);
  }
  // How many elements they must have is known from queries and keys.
  void lengths(const char* q_name, const int* q, const char* kv_name, const int* kv) {
    const graph::AttentionSizes s = attention_sizes(call.graph, op);
    op.q_lengths = call.tensor(q_name, make_packed(DType::i32, {s.q_sequences()}), q);
    op.kv_lengths = call.tensor(kv_name, make_packed(DType::i32, {s.kv_sequences()}), kv);
  }
  Check weights(graph::TensorId& id, const char* name, size_t size, const void* p) {
    const size_t need = weight_bytes(attention);
    if (size < need)
      return bad_param("weightSizeInBytes: {}; there are {} bytes of weights (cudnnGetMultiHeadAttnBuffers)", size,
                       need);
    if (need == 0) return {};
    if (!p) return bad_param("{}: is NULL; attnDesc has projections, so it must point to {} bytes", name, need);
    id = call.tensor(name, make_packed(to_dtype(attention.type), {attention_weight_count(op)}), p);
    return {};
  }
  Check reserve(size_t size, void* p) {
    const graph::AttentionSizes s = attention_sizes(call.graph, op);
    GIRIH_TRY(attention_check_sizes(op, s));
    const int64_t need = attention_reserve(op, s, to_dtype(attention.type)).bytes;
    GIRIH_TRY(room("reserveSpace", "reserveSpaceSizeInBytes", p, size, static_cast<size_t>(need)));
    op.reserve = call.tensor("reserveSpace", bytes(need), p);
    return {};
  }
  Check dropout_states(graph::TensorId& id, const char* name, float rate, const cudnnDropoutStruct* d) {
    if (rate == 0) return {};
    const size_t need = static_cast<size_t>(handle.device.multiprocessors) * 1024 * kXorwowBytes;
    if (!d->states || d->state_bytes < need)
      return bad_param("{}: it has {} bytes of random states, of {} (cudnnSetDropoutDescriptor)", name,
                       d->states ? d->state_bytes : 0, need);
    id = call.tensor(name, bytes(static_cast<int64_t>(need)), d->states);
    return {};
  }
  Check run(size_t workspace_size, void* workspace, double beta = 0) {
    call.add(op).beta = beta;
    GIRIH_TRY_ASSIGN(const auto plan, get_plan(call.graph, handle.device));
    GIRIH_TRY(room("workSpace", "workSpaceSizeInBytes", workspace, workspace_size, plan->workspace));
    return girih::run(handle.device, call, 0, workspace, workspace_size);
  }
};

template <class T, class V>
void put(T* out, V value) {
  if (out) *out = value;
}

bool is_pair(cudnnDataType_t data, cudnnDataType_t math) {
  switch (data) {
    case CUDNN_DATA_FLOAT:
    case CUDNN_DATA_BFLOAT16:
      return math == CUDNN_DATA_FLOAT;
    case CUDNN_DATA_DOUBLE:
      return math == CUDNN_DATA_DOUBLE;
    case CUDNN_DATA_HALF:
      return math == CUDNN_DATA_FLOAT || math == CUDNN_DATA_HALF;
    default:
      return false;
  }
}

}  // namespace

Check cudnnCreateSeqDataDescriptor(cudnnSeqDataDescriptor_t* seqDataDesc) { return create(seqDataDesc); }
Check cudnnDestroySeqDataDescriptor(cudnnSeqDataDescriptor_t seqDataDesc) { return destroy(seqDataDesc); }
Check cudnnCreateAttnDescriptor(cudnnAttnDescriptor_t* attnDesc) { return create(attnDesc); }
Check cudnnDestroyAttnDescriptor(cudnnAttnDescriptor_t attnDesc) { return destroy(attnDesc); }

Check cudnnSetSeqDataDescriptor(cudnnSeqDataDescriptor_t seqDataDesc, cudnnDataType_t dataType, int nbDims,
                                const int dimA[], const cudnnSeqDataAxis_t axes[], size_t seqLengthArraySize,
                                const int seqLengthArray[], void* paddingFill) {
  constexpr int kDims = CUDNN_SEQDATA_DIM_COUNT;
  if (nbDims != kDims) return bad_param("nbDims: {}; sequences have {} (CUDNN_SEQDATA_DIM_COUNT)", nbDims, kDims);
  double padding = 0;
  const bool is_float = dispatch_float(to_dtype(dataType), [&](auto t) {
    typename decltype(t)::type v;
    if (!paddingFill) return;
    std::memcpy(&v, paddingFill, sizeof v);
    padding = load<double>(v);
  });
  if (!is_float)
    return not_supported("dataType: {}; f32, f64, f16 and bf16 are supported", dtype_name(to_dtype(dataType)));
  bool seen[kDims] = {};
  for (int i = 0; i < kDims; ++i) {
    if (dimA[i] < 1) return bad_param("dimA[{}]: {}; it must be at least 1", i, dimA[i]);
    const auto axis = static_cast<unsigned>(axes[i]);
    if (axis >= kDims || seen[axis])
      return bad_param("axes[{}]: {}; each cudnnSeqDataAxis_t must stand there once", i, axis);
    seen[axis] = true;
  }
  // Unlike stride, the number of elements may not fit into 64 bits.
  double elements = 1;
  for (int i = 0; i < kDims; ++i) elements *= dimA[i];
  if (elements >= 0x1p58)
    return not_supported("dimA: {} x {} x {} x {} elements are more than 2^58", dimA[0], dimA[1], dimA[2], dimA[3]);
  const auto sequences =
      static_cast<size_t>(dimA[CUDNN_SEQDATA_BATCH_DIM]) * static_cast<size_t>(dimA[CUDNN_SEQDATA_BEAM_DIM]);
  if (seqLengthArraySize != sequences)
    return bad_param("seqLengthArraySize: {}; it must be batch * beam, {}", seqLengthArraySize, sequences);
  for (size_t n = 0; n < sequences; ++n)
    if (seqLengthArray[n] < 1 || seqLengthArray[n] > dimA[CUDNN_SEQDATA_TIME_DIM])
      return bad_param("seqLengthArray: length {} of sequence {}; it must be between 1 and the time dimension, {}",
                       seqLengthArray[n], n, dimA[CUDNN_SEQDATA_TIME_DIM]);
  seqDataDesc->lengths.assign(seqLengthArray, seqLengthArray + sequences);  // first: it may run out of memory
  seqDataDesc->type = dataType;
  std::copy_n(dimA, kDims, seqDataDesc->dims);
  std::copy_n(axes, kDims, seqDataDesc->axes);
  seqDataDesc->padding = padding;
  return {};
}

Check cudnnGetSeqDataDescriptor(const cudnnSeqDataDescriptor_t seqDataDesc, cudnnDataType_t* dataType, int* nbDims,
                                int nbDimsRequested, int dimA[], cudnnSeqDataAxis_t axes[], size_t* seqLengthArraySize,
                                size_t seqLengthSizeRequested, int seqLengthArray[], void* paddingFill) {
  constexpr int kDims = CUDNN_SEQDATA_DIM_COUNT;
  const cudnnSeqDataStruct& d = *seqDataDesc;
  if (nbDimsRequested < 0) return bad_param("nbDimsRequested: {} is negative", nbDimsRequested);
  put(dataType, d.type);
  put(nbDims, kDims);
  const int wanted = std::min(nbDimsRequested, kDims);
  if (dimA) std::copy_n(d.dims, wanted, dimA);
  if (axes) std::copy_n(d.axes, wanted, axes);
  put(seqLengthArraySize, d.lengths.size());
  if (seqLengthArray)
    std::copy_n(d.lengths.begin(), std::min(d.lengths.size(), seqLengthSizeRequested), seqLengthArray);
  if (paddingFill)
    dispatch_float(to_dtype(d.type), [&](auto t) {
      const auto v = store<typename decltype(t)::type>(d.padding);
      std::memcpy(paddingFill, &v, sizeof v);
    });
  return {};
}

Check cudnnSetAttnDescriptor(cudnnAttnDescriptor_t attnDesc, unsigned attnMode, int nHeads, double smScaler,
                             cudnnDataType_t dataType, cudnnDataType_t computePrec, cudnnMathType_t mathType,
                             cudnnDropoutDescriptor_t attnDropoutDesc, cudnnDropoutDescriptor_t postDropoutDesc,
                             int qSize, int kSize, int vSize, int qProjSize, int kProjSize, int vProjSize,
                             int oProjSize, int qoMaxSeqLength, int kvMaxSeqLength, int maxBatchSize, int maxBeamSize) {
  constexpr unsigned kFlags = CUDNN_ATTN_QUERYMAP_ONE_TO_ONE | CUDNN_ATTN_ENABLE_PROJ_BIASES;
  if (attnMode & ~kFlags)
    return bad_param("attnMode: {:#x}; the flags are CUDNN_ATTN_QUERYMAP_ONE_TO_ONE and CUDNN_ATTN_ENABLE_PROJ_BIASES",
                     attnMode);
  struct Size {
    const char* name;
    int value, least;
  };
  const Size sizes[] = {{"nHeads", nHeads, 1},
                        {"qSize", qSize, 1},
                        {"kSize", kSize, 1},
                        {"vSize", vSize, 1},
                        {"qProjSize", qProjSize, 0},
                        {"kProjSize", kProjSize, 0},
                        {"vProjSize", vProjSize, 0},
                        {"oProjSize", oProjSize, 0},
                        {"qoMaxSeqLength", qoMaxSeqLength, 1},
                        {"kvMaxSeqLength", kvMaxSeqLength, 1},
                        {"maxBatchSize", maxBatchSize, 1},
                        {"maxBeamSize", maxBeamSize, 1}};
  for (const Size& s : sizes)
    if (s.value < s.least) return bad_param("{}: {}; it must be at least {}", s.name, s.value, s.least);
  if (smScaler < 0) return bad_param("smScaler: {}; it must not be negative", smScaler);  // NaN passes, as with NVIDIA
  if (!is_pair(dataType, computePrec))
    return not_supported(
        "dataType, computePrec: {} and {}; the pairs are f32 f32, f64 f64, f16 f32, f16 f16 and bf16 f32",
        dtype_name(to_dtype(dataType)), dtype_name(to_dtype(computePrec)));
  cudnnAttnStruct d;
  d.mode = attnMode;
  d.heads = nHeads;
  d.scale = smScaler;
  d.type = dataType;
  d.precision = computePrec;
  d.math = mathType;
  d.attention_dropout = attnDropoutDesc;
  d.post_dropout = postDropoutDesc;
  d.q_size = qSize, d.k_size = kSize, d.v_size = vSize;
  d.q_proj = qProjSize, d.k_proj = kProjSize, d.v_proj = vProjSize, d.o_proj = oProjSize;
  d.q_time = qoMaxSeqLength, d.kv_time = kvMaxSeqLength;
  d.batch = maxBatchSize, d.beam = maxBeamSize;
  const MultiHeadAttention o = node(d, AttentionPass::inference);
  GIRIH_TRY(attention_check(o));
  GIRIH_TRY(attention_check_sizes(o, largest(d)));
  *attnDesc = d;
  return {};
}

Check cudnnGetAttnDescriptor(cudnnAttnDescriptor_t attnDesc, unsigned* attnMode, int* nHeads, double* smScaler,
                             cudnnDataType_t* dataType, cudnnDataType_t* computePrec, cudnnMathType_t* mathType,
                             cudnnDropoutDescriptor_t* attnDropoutDesc, cudnnDropoutDescriptor_t* postDropoutDesc,
                             int* qSize, int* kSize, int* vSize, int* qProjSize, int* kProjSize, int* vProjSize,
                             int* oProjSize, int* qoMaxSeqLength, int* kvMaxSeqLength, int* maxBatchSize,
                             int* maxBeamSize) {
  const cudnnAttnStruct& d = *attnDesc;
  put(attnMode, d.mode);
  put(nHeads, d.heads);
  put(smScaler, d.scale);
  put(dataType, d.type);
  put(computePrec, d.precision);
  put(mathType, d.math);
  put(attnDropoutDesc, d.attention_dropout);
  put(postDropoutDesc, d.post_dropout);
  put(qSize, d.q_size);
  put(kSize, d.k_size);
  put(vSize, d.v_size);
  put(qProjSize, d.q_proj);
  put(kProjSize, d.k_proj);
  put(vProjSize, d.v_proj);
  put(oProjSize, d.o_proj);
  put(qoMaxSeqLength, d.q_time);
  put(kvMaxSeqLength, d.kv_time);
  put(maxBatchSize, d.batch);
  put(maxBeamSize, d.beam);
  return {};
}

// Training needs no workspace: its buffers are in the reserve (graph/ops/attention.h).
Check cudnnGetMultiHeadAttnBuffers(cudnnHandle_t, const cudnnAttnDescriptor_t attnDesc, size_t* weightSizeInBytes,
                                   size_t* workSpaceSizeInBytes, size_t* reserveSpaceSizeInBytes) {
  const bool training = reserveSpaceSizeInBytes;
  GIRIH_TRY(check_set(*attnDesc));
  MultiHeadAttention o = node(*attnDesc, training ? AttentionPass::training : AttentionPass::inference);
  if (training) GIRIH_TRY(read_dropout(*attnDesc, o));
  const graph::AttentionSizes s = largest(*attnDesc);
  const DType data = to_dtype(attnDesc->type);
  *weightSizeInBytes = weight_bytes(*attnDesc);
  *workSpaceSizeInBytes = training ? 0 : static_cast<size_t>(attention_workspace(o, s, data).bytes);
  if (training) *reserveSpaceSizeInBytes = static_cast<size_t>(attention_reserve(o, s, data).bytes);
  return {};
}

Check cudnnGetMultiHeadAttnWeights(cudnnHandle_t, const cudnnAttnDescriptor_t attnDesc,
                                   cudnnMultiHeadAttnWeightKind_t wKind, size_t weightSizeInBytes, const void* weights,
                                   cudnnTensorDescriptor_t wDesc, void** wAddr) {
  GIRIH_TRY(check_set(*attnDesc));
  const size_t need = weight_bytes(*attnDesc);
  if (weightSizeInBytes < need)
    return bad_param("weightSizeInBytes: {}; there are {} bytes of weights (cudnnGetMultiHeadAttnBuffers)",
                     weightSizeInBytes, need);
  if (need && !weights) return bad_param("weights: is NULL; it must point to {} bytes", need);
  const graph::AttentionWeight w = attention_weight(node(*attnDesc, AttentionPass::inference), wKind);
  const DType data = to_dtype(attnDesc->type);
  wDesc->type = attnDesc->type;
  wDesc->desc = TensorDesc{data};
  *wAddr = nullptr;
  if (w.offset < 0) return {};
  wDesc->desc.rank = 3;
  std::copy_n(w.dims, 3, wDesc->desc.dims);
  std::copy_n(w.strides, 3, wDesc->desc.strides);
  *wAddr = const_cast<char*>(static_cast<const char*>(weights)) + w.offset * static_cast<int64_t>(dtype_size(data));
  return {};
}

Check cudnnMultiHeadAttnForward(cudnnHandle_t handle, const cudnnAttnDescriptor_t attnDesc, int currIdx,
                                const int loWinIdx[], const int hiWinIdx[], const int devSeqLengthsQO[],
                                const int devSeqLengthsKV[], const cudnnSeqDataDescriptor_t qDesc, const void* queries,
                                const void* residuals, const cudnnSeqDataDescriptor_t kDesc, const void* keys,
                                const cudnnSeqDataDescriptor_t vDesc, const void* values,
                                const cudnnSeqDataDescriptor_t oDesc, void* out, size_t weightSizeInBytes,
                                const void* weights, size_t workSpaceSizeInBytes, void* workSpace,
                                size_t reserveSpaceSizeInBytes, void* reserveSpace) {
  const bool training = reserveSpaceSizeInBytes || reserveSpace;
  if (training && currIdx >= 0)
    return bad_param("currIdx: {} with a reserve space; training takes all steps at once, -1", currIdx);
  Pass p(*handle, *attnDesc, training ? AttentionPass::training : AttentionPass::inference);
  GIRIH_TRY(p.begin());
  GIRIH_TRY(p.queries(p.op.q, "qDesc", *qDesc, "queries", queries));
  GIRIH_TRY(p.keys(p.op.k, "kDesc", *kDesc, "keys", keys));
  GIRIH_TRY(p.values(p.op.v, "vDesc", *vDesc, "values", values));
  GIRIH_TRY(p.outputs(p.op.out, "oDesc", *oDesc, "out", out));
  if (residuals) GIRIH_TRY(p.outputs(p.op.residual, "oDesc", *oDesc, "residuals", residuals));
  if (currIdx >= qDesc->dims[CUDNN_SEQDATA_TIME_DIM])
    return bad_param("currIdx: {}; qDesc has {} time steps", currIdx, qDesc->dims[CUDNN_SEQDATA_TIME_DIM]);
  p.op.time_step = currIdx < 0 ? -1 : currIdx;
  p.op.padding = oDesc->padding;
  p.lengths("devSeqLengthsQO", devSeqLengthsQO, "devSeqLengthsKV", devSeqLengthsKV);
  const TensorDesc window = make_packed(DType::i32, {qDesc->dims[CUDNN_SEQDATA_TIME_DIM]});
  p.op.lo = p.call.tensor("loWinIdx", window, loWinIdx);
  p.op.hi = p.call.tensor("hiWinIdx", window, hiWinIdx);
  GIRIH_TRY(p.weights(p.op.weights, "weights", weightSizeInBytes, weights));
  if (training) {
    GIRIH_TRY(p.reserve(reserveSpaceSizeInBytes, reserveSpace));
    GIRIH_TRY(p.dropout_states(p.op.attention_states, "attnDropoutDesc", p.op.attention_dropout,
                               attnDesc->attention_dropout));
    GIRIH_TRY(p.dropout_states(p.op.post_states, "postDropoutDesc", p.op.post_dropout, attnDesc->post_dropout));
  }
  return p.run(workSpaceSizeInBytes, workSpace);
}

Check cudnnMultiHeadAttnBackwardData(cudnnHandle_t handle, const cudnnAttnDescriptor_t attnDesc,
                                     const int[] /*loWinIdx*/, const int[] /*hiWinIdx*/, const int devSeqLengthsDQDO[],
                                     const int devSeqLengthsDKDV[], const cudnnSeqDataDescriptor_t doDesc,
                                     const void* dout, const cudnnSeqDataDescriptor_t dqDesc, void* dqueries,
                                     const void* queries, const cudnnSeqDataDescriptor_t dkDesc, void* dkeys,
                                     const void* keys, const cudnnSeqDataDescriptor_t dvDesc, void* dvalues,
                                     const void* values, size_t weightSizeInBytes, const void* weights,
                                     size_t workSpaceSizeInBytes, void* workSpace, size_t reserveSpaceSizeInBytes,
                                     void* reserveSpace) {
  // The windows are in the probabilities that the forward call left in the reserve.
  Pass p(*handle, *attnDesc, AttentionPass::backward_data);
  GIRIH_TRY(p.begin());
  GIRIH_TRY(p.queries(p.op.q, "dqDesc", *dqDesc, "queries", queries));
  GIRIH_TRY(p.queries(p.op.dq, "dqDesc", *dqDesc, "dqueries", dqueries));
  GIRIH_TRY(p.keys(p.op.k, "dkDesc", *dkDesc, "keys", keys));
  GIRIH_TRY(p.keys(p.op.dk, "dkDesc", *dkDesc, "dkeys", dkeys));
  GIRIH_TRY(p.values(p.op.v, "dvDesc", *dvDesc, "values", values));
  GIRIH_TRY(p.values(p.op.dv, "dvDesc", *dvDesc, "dvalues", dvalues));
  GIRIH_TRY(p.outputs(p.op.dout, "doDesc", *doDesc, "dout", dout));
  p.lengths("devSeqLengthsDQDO", devSeqLengthsDQDO, "devSeqLengthsDKDV", devSeqLengthsDKDV);
  GIRIH_TRY(p.weights(p.op.weights, "weights", weightSizeInBytes, weights));
  GIRIH_TRY(p.reserve(reserveSpaceSizeInBytes, reserveSpace));
  return p.run(workSpaceSizeInBytes, workSpace);
}

Check cudnnMultiHeadAttnBackwardWeights(cudnnHandle_t handle, const cudnnAttnDescriptor_t attnDesc,
                                        cudnnWgradMode_t addGrad, const cudnnSeqDataDescriptor_t qDesc,
                                        const void* queries, const cudnnSeqDataDescriptor_t kDesc, const void* keys,
                                        const cudnnSeqDataDescriptor_t vDesc, const void* values,
                                        const cudnnSeqDataDescriptor_t doDesc, const void* dout,
                                        size_t weightSizeInBytes, const void* weights, void* dweights,
                                        size_t workSpaceSizeInBytes, void* workSpace, size_t reserveSpaceSizeInBytes,
                                        void* reserveSpace) {
  Pass p(*handle, *attnDesc, AttentionPass::backward_weights);
  GIRIH_TRY(p.begin());
  GIRIH_TRY(p.queries(p.op.q, "qDesc", *qDesc, "queries", queries));
  GIRIH_TRY(p.keys(p.op.k, "kDesc", *kDesc, "keys", keys));
  GIRIH_TRY(p.values(p.op.v, "vDesc", *vDesc, "values", values));
  GIRIH_TRY(p.outputs(p.op.dout, "doDesc", *doDesc, "dout", dout));
  GIRIH_TRY(p.weights(p.op.weights, "weights", weightSizeInBytes, weights));
  GIRIH_TRY(p.weights(p.op.dweights, "dweights", weightSizeInBytes, dweights));
  GIRIH_TRY(p.reserve(reserveSpaceSizeInBytes, reserveSpace));
  return p.run(workSpaceSizeInBytes, workSpace, addGrad == CUDNN_WGRAD_MODE_ADD ? 1 : 0);
}

}  // namespace girih::api
