// Recurrent networks: descriptors, sizes, the place of each weight, and the passes, one node each.
#include <cmath>
#include <cstring>

#include "api/entry.h"
#include "api/entry_points.gen.h"
#include "base/xorwow.h"
#include "plan/plan.h"

namespace girih::api {
namespace {

using graph::Rnn;
using graph::RnnPass;

Check check_set(const cudnnRNNStruct& d) {
  if (d.layers == 0) return bad_param("rnnDesc: it was never set (cudnnSetRNNDescriptor_v8)");
  return {};
}
Check check_set(const char* name, const cudnnRNNDataStruct& d) {
  if (d.width == 0) return bad_param("{}: it was never set (cudnnSetRNNDataDescriptor)", name);
  return {};
}

Rnn node(const cudnnRNNStruct& d, RnnPass pass) {
  Rnn o;
  o.pass = pass;
  o.cell = static_cast<graph::RnnCell>(d.cell);
  o.bias = static_cast<graph::RnnBias>(d.bias);
  o.bidirectional = d.direction == CUDNN_BIDIRECTIONAL;
  o.skip_input = d.input_mode == CUDNN_SKIP_INPUT;
  o.input = d.input;
  o.hidden = d.hidden;
  o.output = d.projection;
  o.layers = d.layers;
  o.clip = d.clip == CUDNN_RNN_CLIP_MINMAX && d.cell == CUDNN_LSTM;
  o.clip_keeps_nan = d.clip_nan != CUDNN_NOT_PROPAGATE_NAN;
  o.clip_low = d.clip_low;
  o.clip_high = d.clip_high;
  return o;
}

size_t element_size(const cudnnRNNStruct& d) { return dtype_size(to_dtype(d.type)); }
size_t weight_bytes(const cudnnRNNStruct& d) {
  return static_cast<size_t>(rnn_weight_count(node(d, RnnPass::inference))) * element_size(d);
}

// The rate is read when the network runs, not when it is described: cudnnSetDropoutDescriptor may change it.
Check read_dropout(const cudnnRNNStruct& d, Rnn& o) {
  if (!d.dropout) return {};
  if (!alive(d.dropout)) return bad_param("rnnDesc: its dropout descriptor was destroyed");
  o.dropout = d.dropout->probability;
  return {};
}

bool is_packed(const cudnnRNNDataStruct& d) { return d.layout == CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED; }

// The vectors of a batch as {T, N, width} in either order, or {rows, width}.
TensorDesc data_desc(const cudnnRNNDataStruct& d, int64_t width) {
  if (is_packed(d)) {
    int64_t rows = 0;
    for (int32_t n : d.lengths) rows += n;
    return make_packed(to_dtype(d.type), {rows, width});
  }
  TensorDesc t = make_packed(to_dtype(d.type), {d.max_length, d.batch, width});
  if (d.layout == CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED) {
    t.strides[0] = width;
    t.strides[1] = d.max_length * width;
  }
  return t;
}

TensorDesc bytes(int64_t n) { return make_packed(DType::u8, {n}); }

// A graph in the making: what all the passes have in common.
struct Pass {
  const cudnnContext& handle;
  const cudnnRNNStruct& rnn;
  const cudnnRNNDataStruct &x, &y;
  Rnn op;
  Call call;

  Pass(const cudnnContext& h, const cudnnRNNStruct& d, const cudnnRNNDataStruct& xd, const cudnnRNNDataStruct& yd,
       RnnPass pass)
      : handle(h), rnn(d), x(xd), y(yd), op(node(d, pass)) {}

  Check begin() {
    GIRIH_TRY(check_set(rnn));
    GIRIH_TRY(check_set("xDesc", x));
    GIRIH_TRY(check_set("yDesc", y));
    GIRIH_TRY(read_dropout(rnn, op));
    for (const auto* d : {&x, &y})
      if (d->type != rnn.type)
        return bad_param("{}: its type is {}; that of rnnDesc is {}", d == &x ? "xDesc" : "yDesc",
                         dtype_name(to_dtype(d->type)), dtype_name(to_dtype(rnn.type)));
    if (x.layout != y.layout || x.max_length != y.max_length || x.lengths != y.lengths)
      return bad_param("yDesc: its layout, batch or lengths are not those of xDesc");
    if (x.width != rnn.input)
      return bad_param("xDesc: vectorSize is {}; inputSize of rnnDesc is {}", x.width, rnn.input);
    if (y.width != op.directions() * op.output)
      return bad_param("yDesc: vectorSize is {}; it must be projSize * directions, {}", y.width,
                       op.directions() * op.output);
    op.packed = is_packed(x);
    if (!op.packed && !(rnn.flags & CUDNN_RNN_PADDED_IO_ENABLED))
      for (int32_t n : x.lengths)
        if (n != x.lengths[0])
          return bad_param(
              "xDesc: unpacked sequences of {} and {} steps; give auxFlags CUDNN_RNN_PADDED_IO_ENABLED or the packed "
              "layout",
              x.lengths[0], n);
    op.padding = op.pass == RnnPass::backward_data ? x.padding : y.padding;  // of dx, of y
    op.lengths = call.tensor("seqLengthArray", lengths_desc(x), x.lengths.data());
    return {};
  }
  static TensorDesc lengths_desc(const cudnnRNNDataStruct& d) { return make_packed(DType::i32, {d.batch}); }

  graph::TensorId data_x(const char* name, const void* p) { return call.tensor(name, data_desc(x, x.width), p); }
  graph::TensorId data_y(const char* name, const void* p) { return call.tensor(name, data_desc(y, y.width), p); }

  // A state, if the caller gave it.
  Check state(graph::TensorId& id, const char* desc_name, const cudnnTensorStruct* desc, const char* name,
              const void* p) {
    if (!p) return {};
    if (!desc) return bad_param("{}: is NULL, but {} is given", desc_name, name);
    GIRIH_TRY(api::check_set(desc_name, desc->desc));
    id = call.tensor(name, desc->desc, p);
    return {};
  }
  Check cell_state(graph::TensorId& id, const cudnnTensorStruct* desc, const char* name, const void* p) {
    if (op.cell != graph::RnnCell::lstm) return {};
    return state(id, "cDesc", desc, name, p);
  }
  Check weights(graph::TensorId& id, const char* name, size_t size, const void* p) {
    if (size < weight_bytes(rnn))
      return bad_param("weightSpaceSize: {}; the network has {} bytes of weights (cudnnGetRNNWeightSpaceSize)", size,
                       weight_bytes(rnn));
    id = call.tensor(name, make_packed(to_dtype(rnn.type), {rnn_weight_count(op)}), p);
    return {};
  }
  Check reserve(size_t size, void* p) {
    const TensorDesc y_desc = data_desc(y, y.width);
    const int64_t rows = op.packed ? y_desc.dims[0] : y_desc.dims[0] * y_desc.dims[1];
    GIRIH_TRY(rnn_check_sizes(op, rows));
    const int64_t need = rnn_reserve(op, rows, y_desc.dtype).bytes;
    GIRIH_TRY(room("reserveSpace", p, size, static_cast<size_t>(need)));
    if (reinterpret_cast<uintptr_t>(p) % alignof(double))
      return fail(Status::kBadParamMisalignedPointer, "reserveSpace: {} is no multiple of {}", p, alignof(double));
    op.reserve = call.tensor("reserveSpace", bytes(need), p);
    return {};
  }
  static Check room(const char* name, const void* p, size_t size, size_t need) {
    if (!p) return bad_param("{}: is NULL; {} bytes are needed (cudnnGetRNNTempSpaceSizes)", name, need);
    if (size < need) return bad_param("{}Size: {}; {} bytes are needed (cudnnGetRNNTempSpaceSizes)", name, size, need);
    return {};
  }
  Check dropout_states() {
    if (!op.drops()) return {};
    const cudnnDropoutStruct& d = *rnn.dropout;
    const size_t need = static_cast<size_t>(handle.device.multiprocessors) * 1024 * kXorwowBytes;
    if (!d.states || d.state_bytes < need)
      return bad_param(
          "rnnDesc: its dropout descriptor has {} bytes of random states, of {} "
          "(cudnnSetDropoutDescriptor)",
          d.states ? d.state_bytes : 0, need);
    op.states = call.tensor("states", bytes(static_cast<int64_t>(need)), d.states);
    return {};
  }
  Check run(size_t workspace_size, void* workspace) {
    call.add(op);
    GIRIH_TRY_ASSIGN(const auto plan, get_plan(call.graph, handle.device));
    GIRIH_TRY(room("workSpace", workspace, workspace_size, plan->workspace));
    return girih::run(handle.device, call, 0, workspace, workspace_size);
  }
};

Check set_clip(cudnnRNNStruct& d, cudnnRNNClipMode_t mode, cudnnNanPropagation_t nan, double low, double high) {
  if (mode == CUDNN_RNN_CLIP_MINMAX && !(low <= high))
    return bad_param("lclip, rclip: {} and {}; numbers are needed, the first not above the second", low, high);
  d.clip = mode;
  d.clip_nan = nan;
  d.clip_low = low;
  d.clip_high = high;
  return {};
}

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

Check cudnnCreateRNNDescriptor(cudnnRNNDescriptor_t* rnnDesc) { return create(rnnDesc); }
Check cudnnDestroyRNNDescriptor(cudnnRNNDescriptor_t rnnDesc) { return destroy(rnnDesc); }
Check cudnnCreateRNNDataDescriptor(cudnnRNNDataDescriptor_t* rnnDataDesc) { return create(rnnDataDesc); }
Check cudnnDestroyRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc) { return destroy(rnnDataDesc); }

Check cudnnSetRNNDescriptor_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNAlgo_t algo, cudnnRNNMode_t cellMode,
                               cudnnRNNBiasMode_t biasMode, cudnnDirectionMode_t dirMode, cudnnRNNInputMode_t inputMode,
                               cudnnDataType_t dataType, cudnnDataType_t mathPrec, cudnnMathType_t mathType,
                               int32_t inputSize, int32_t hiddenSize, int32_t projSize, int32_t numLayers,
                               cudnnDropoutDescriptor_t dropoutDesc, uint32_t auxFlags) {
  if (algo == CUDNN_RNN_ALGO_COUNT) return bad_param("algo: CUDNN_RNN_ALGO_COUNT is no algorithm");
  const std::pair<const char*, int32_t> sizes[] = {
      {"inputSize", inputSize}, {"hiddenSize", hiddenSize}, {"projSize", projSize}, {"numLayers", numLayers}};
  for (auto [name, size] : sizes)
    if (size < 1) return bad_param("{}: {}; it must be at least 1", name, size);
  if (!is_pair(dataType, mathPrec))
    return not_supported("dataType, mathPrec: {} and {}; the pairs are f32 f32, f64 f64, f16 f32, f16 f16 and bf16 f32",
                         dtype_name(to_dtype(dataType)), dtype_name(to_dtype(mathPrec)));
  if (projSize > hiddenSize) return not_supported("projSize: {}; it is at most hiddenSize, {}", projSize, hiddenSize);
  if (projSize < hiddenSize && cellMode != CUDNN_LSTM)
    return not_supported("projSize: {} is less than hiddenSize, {}; only CUDNN_LSTM has a projection", projSize,
                         hiddenSize);
  cudnnRNNStruct d = *rnnDesc;  // the clipping stays as it was
  d.algo = algo;
  d.cell = cellMode;
  d.bias = biasMode;
  d.direction = dirMode;
  d.input_mode = inputMode;
  d.type = dataType;
  d.precision = mathPrec;
  d.math = mathType;
  d.input = inputSize;
  d.hidden = hiddenSize;
  d.projection = projSize;
  d.layers = numLayers;
  d.dropout = dropoutDesc;
  d.flags = auxFlags;
  GIRIH_TRY(rnn_check_sizes(node(d, RnnPass::inference), 0));
  *rnnDesc = d;
  return {};
}

Check cudnnGetRNNDescriptor_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNAlgo_t* algo, cudnnRNNMode_t* cellMode,
                               cudnnRNNBiasMode_t* biasMode, cudnnDirectionMode_t* dirMode,
                               cudnnRNNInputMode_t* inputMode, cudnnDataType_t* dataType, cudnnDataType_t* mathPrec,
                               cudnnMathType_t* mathType, int32_t* inputSize, int32_t* hiddenSize, int32_t* projSize,
                               int32_t* numLayers, cudnnDropoutDescriptor_t* dropoutDesc, uint32_t* auxFlags) {
  put(algo, rnnDesc->algo);
  put(cellMode, rnnDesc->cell);
  put(biasMode, rnnDesc->bias);
  put(dirMode, rnnDesc->direction);
  put(inputMode, rnnDesc->input_mode);
  put(dataType, rnnDesc->type);
  put(mathPrec, rnnDesc->precision);
  put(mathType, rnnDesc->math);
  put(inputSize, rnnDesc->input);
  put(hiddenSize, rnnDesc->hidden);
  put(projSize, rnnDesc->projection);
  put(numLayers, rnnDesc->layers);
  put(dropoutDesc, rnnDesc->dropout);
  put(auxFlags, rnnDesc->flags);
  return {};
}

Check cudnnRNNSetClip_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t clipMode, cudnnNanPropagation_t clipNanOpt,
                         double lclip, double rclip) {
  return set_clip(*rnnDesc, clipMode, clipNanOpt, lclip, rclip);
}

Check cudnnRNNSetClip_v9(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t clipMode, double lclip, double rclip) {
  return set_clip(*rnnDesc, clipMode, CUDNN_PROPAGATE_NAN, lclip, rclip);
}

Check cudnnRNNGetClip_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t* clipMode, cudnnNanPropagation_t* clipNanOpt,
                         double* lclip, double* rclip) {
  put(clipNanOpt, rnnDesc->clip_nan);
  return api::cudnnRNNGetClip_v9(rnnDesc, clipMode, lclip, rclip);
}

Check cudnnRNNGetClip_v9(cudnnRNNDescriptor_t rnnDesc, cudnnRNNClipMode_t* clipMode, double* lclip, double* rclip) {
  put(clipMode, rnnDesc->clip);
  put(lclip, rnnDesc->clip_low);
  put(rclip, rnnDesc->clip_high);
  return {};
}

// Plans are made when they are needed: there is nothing to prepare.
Check cudnnBuildRNNDynamic(cudnnHandle_t, cudnnRNNDescriptor_t rnnDesc, int miniBatch) {
  GIRIH_TRY(check_set(*rnnDesc));
  if (miniBatch < 1) return bad_param("miniBatch: {}; it must be at least 1", miniBatch);
  return {};
}

Check cudnnSetRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc, cudnnDataType_t dataType,
                                cudnnRNNDataLayout_t layout, int maxSeqLength, int batchSize, int vectorSize,
                                const int seqLengthArray[], void* paddingFill) {
  const std::pair<const char*, int> sizes[] = {
      {"maxSeqLength", maxSeqLength}, {"batchSize", batchSize}, {"vectorSize", vectorSize}};
  for (auto [name, size] : sizes)
    if (size < 1) return bad_param("{}: {}; it must be at least 1", name, size);
  double padding = 0;
  const bool is_float = dispatch_float(to_dtype(dataType), [&](auto t) {
    typename decltype(t)::type v;
    if (!paddingFill) return;
    std::memcpy(&v, paddingFill, sizeof v);
    padding = load<double>(v);
  });
  if (!is_float)
    return not_supported("dataType: {}; f32, f64, f16 and bf16 are supported", dtype_name(to_dtype(dataType)));
  const bool packed = layout == CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED;
  for (int n = 0; n < batchSize; ++n) {
    const int length = seqLengthArray[n];
    if (length < (packed ? 1 : 0) || length > maxSeqLength)
      return bad_param("seqLengthArray: length {} of sequence {}; it must be between {} and maxSeqLength, {}", length,
                       n, packed ? 1 : 0, maxSeqLength);
    if (packed && n > 0 && length > seqLengthArray[n - 1])
      return bad_param(
          "seqLengthArray: sequence {} has {} steps, the one before it {}; packed sequences come longest "
          "first",
          n, length, seqLengthArray[n - 1]);
  }
  rnnDataDesc->lengths.assign(seqLengthArray, seqLengthArray + batchSize);  // first: it may run out of memory
  rnnDataDesc->type = dataType;
  rnnDataDesc->layout = layout;
  rnnDataDesc->max_length = maxSeqLength;
  rnnDataDesc->batch = batchSize;
  rnnDataDesc->width = vectorSize;
  rnnDataDesc->padding = padding;
  return {};
}

Check cudnnGetRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc, cudnnDataType_t* dataType,
                                cudnnRNNDataLayout_t* layout, int* maxSeqLength, int* batchSize, int* vectorSize,
                                int arrayLengthRequested, int seqLengthArray[], void* paddingFill) {
  if (arrayLengthRequested < 0) return bad_param("arrayLengthRequested: {} is negative", arrayLengthRequested);
  if (arrayLengthRequested > 0 && !seqLengthArray)
    return bad_param("seqLengthArray: is NULL, but arrayLengthRequested is {}", arrayLengthRequested);
  *dataType = rnnDataDesc->type;
  *layout = rnnDataDesc->layout;
  *maxSeqLength = rnnDataDesc->max_length;
  *batchSize = rnnDataDesc->batch;
  *vectorSize = rnnDataDesc->width;
  std::copy_n(rnnDataDesc->lengths.begin(),
              std::min(rnnDataDesc->lengths.size(), static_cast<size_t>(arrayLengthRequested)), seqLengthArray);
  dispatch_float(to_dtype(rnnDataDesc->type), [&](auto t) {
    const auto v = store<typename decltype(t)::type>(rnnDataDesc->padding);
    std::memcpy(paddingFill, &v, sizeof v);
  });
  return {};
}

Check cudnnGetRNNWeightSpaceSize(cudnnHandle_t, cudnnRNNDescriptor_t rnnDesc, size_t* weightSpaceSize) {
  GIRIH_TRY(check_set(*rnnDesc));
  *weightSpaceSize = weight_bytes(*rnnDesc);
  return {};
}

Check cudnnGetRNNWeightParams(cudnnHandle_t, cudnnRNNDescriptor_t rnnDesc, int32_t pseudoLayer, size_t weightSpaceSize,
                              const void* weightSpace, int32_t linLayerID, cudnnTensorDescriptor_t mDesc, void** mAddr,
                              cudnnTensorDescriptor_t bDesc, void** bAddr) {
  // PyTorch asks for the matrix or the bias alone: descriptor and address of the other are both NULL.
  if (!mDesc != !mAddr)
    return fail(Status::kBadParam, "{}: is NULL, {} is not; both or none", mDesc ? "mAddr" : "mDesc",
                mDesc ? "mDesc" : "mAddr");
  if (!bDesc != !bAddr)
    return fail(Status::kBadParam, "{}: is NULL, {} is not; both or none", bDesc ? "bAddr" : "bDesc",
                bDesc ? "bDesc" : "bAddr");
  GIRIH_TRY(check_set(*rnnDesc));
  const Rnn o = node(*rnnDesc, RnnPass::inference);
  const int64_t pseudo_layers = o.layers * o.directions(), gates = o.gates();
  if (pseudoLayer < 0 || pseudoLayer >= pseudo_layers)
    return bad_param("pseudoLayer: {}; layer * directions + direction is between 0 and {}", pseudoLayer,
                     pseudo_layers - 1);
  const bool projection = rnnDesc->cell == CUDNN_LSTM && linLayerID == 8;
  if (linLayerID < 0 || (linLayerID >= 2 * gates && !projection))
    return bad_param("linLayerID: {}; this cell has 0 to {}{}", linLayerID, 2 * gates - 1,
                     rnnDesc->cell == CUDNN_LSTM ? ", and 8 for the projection" : "");

  const graph::RnnWeights w = rnn_weights(o, pseudoLayer);
  const bool recurrent = linLayerID >= gates;
  const int64_t gate = linLayerID % gates,
                columns = recurrent ? o.output : o.width_of_layer_input(pseudoLayer / o.directions());
  int64_t matrix = recurrent ? w.recurrent : w.input, bias = recurrent ? w.recurrent_bias : w.input_bias;
  if (matrix >= 0) matrix += gate * o.hidden * columns;
  if (bias >= 0) bias += gate * o.hidden;
  TensorDesc matrix_desc = make_packed(to_dtype(rnnDesc->type), {1, o.hidden, columns});
  if (projection) {
    matrix = w.projection;
    bias = -1;
    matrix_desc = make_packed(to_dtype(rnnDesc->type), {1, o.output, o.hidden});
  }
  const TensorDesc bias_desc = make_packed(to_dtype(rnnDesc->type), {1, o.hidden, 1});

  const auto size = static_cast<int64_t>(element_size(*rnnDesc));
  const int64_t end = std::max(matrix < 0 ? 0 : matrix + matrix_desc.count(), bias < 0 ? 0 : bias + bias_desc.count());
  if (weightSpaceSize < static_cast<size_t>(end * size))
    return bad_param("weightSpaceSize: {}; these parameters end at byte {} (cudnnGetRNNWeightSpaceSize)",
                     weightSpaceSize, end * size);
  auto give = [&](int64_t offset, const TensorDesc& desc, cudnnTensorDescriptor_t to, void** address) {
    if (!to) return;
    to->type = rnnDesc->type;
    to->desc = offset < 0 ? TensorDesc{to_dtype(rnnDesc->type)} : desc;
    *address =
        offset < 0
            ? nullptr
            : reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(weightSpace) + static_cast<uintptr_t>(offset * size));
  };
  give(matrix, matrix_desc, mDesc, mAddr);
  give(bias, bias_desc, bDesc, bAddr);
  return {};
}

Check cudnnGetRNNTempSpaceSizes(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc, cudnnForwardMode_t fwdMode,
                                cudnnRNNDataDescriptor_t xDesc, size_t* workSpaceSize, size_t* reserveSpaceSize) {
  GIRIH_TRY(check_set(*rnnDesc));
  GIRIH_TRY(check_set("xDesc", *xDesc));
  const bool training = fwdMode == CUDNN_FWD_MODE_TRAINING;
  Rnn o = node(*rnnDesc, training ? RnnPass::training : RnnPass::inference);
  GIRIH_TRY(read_dropout(*rnnDesc, o));
  o.packed = is_packed(*xDesc);
  // A width that cannot run has sizes all the same, as in NVIDIA's library (golden case rnn.lstm.skip.mismatch).
  if (o.skip_input) o.input = o.hidden;
  Call call;
  o.lengths = call.tensor("seqLengthArray", Pass::lengths_desc(*xDesc), nullptr);
  o.x = call.tensor("x", data_desc(*xDesc, o.input), nullptr);
  o.y = call.tensor("y", data_desc(*xDesc, o.directions() * o.output), nullptr);
  o.weights = call.tensor("weightSpace", make_packed(to_dtype(xDesc->type), {rnn_weight_count(o)}), nullptr);
  size_t reserve = 0;
  if (training) {
    const int64_t rows = rnn_rows(call.graph, o);
    GIRIH_TRY(rnn_check_sizes(o, rows));
    const int64_t need = rnn_reserve(o, rows, to_dtype(xDesc->type)).bytes;
    o.reserve = call.tensor("reserveSpace", bytes(need), nullptr);
    if (o.drops()) o.states = call.tensor("states", bytes(kXorwowBytes), nullptr);
    reserve = static_cast<size_t>(need);
  }
  call.add(o);
  GIRIH_TRY_ASSIGN(const auto plan, get_plan(call.graph, handle->device));
  put(workSpaceSize, plan->workspace);
  put(reserveSpaceSize, reserve);
  return {};
}

Check cudnnRNNForward(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc, cudnnForwardMode_t fwdMode,
                      const int32_t[] /*devSeqLengths*/, cudnnRNNDataDescriptor_t xDesc, const void* x,
                      cudnnRNNDataDescriptor_t yDesc, void* y, cudnnTensorDescriptor_t hDesc, const void* hx, void* hy,
                      cudnnTensorDescriptor_t cDesc, const void* cx, void* cy, size_t weightSpaceSize,
                      const void* weightSpace, size_t workSpaceSize, void* workSpace, size_t reserveSpaceSize,
                      void* reserveSpace) {
  const bool training = fwdMode == CUDNN_FWD_MODE_TRAINING;
  Pass p(*handle, *rnnDesc, *xDesc, *yDesc, training ? RnnPass::training : RnnPass::inference);
  GIRIH_TRY(p.begin());
  p.op.x = p.data_x("x", x);
  p.op.y = p.data_y("y", y);
  GIRIH_TRY(p.state(p.op.hx, "hDesc", hDesc, "hx", hx));
  GIRIH_TRY(p.state(p.op.hy, "hDesc", hDesc, "hy", hy));
  GIRIH_TRY(p.cell_state(p.op.cx, cDesc, "cx", cx));
  GIRIH_TRY(p.cell_state(p.op.cy, cDesc, "cy", cy));
  GIRIH_TRY(p.weights(p.op.weights, "weightSpace", weightSpaceSize, weightSpace));
  if (training) {
    GIRIH_TRY(p.reserve(reserveSpaceSize, reserveSpace));
    GIRIH_TRY(p.dropout_states());
  }
  return p.run(workSpaceSize, workSpace);
}

Check cudnnRNNBackwardData_v8(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc, const int32_t[] /*devSeqLengths*/,
                              cudnnRNNDataDescriptor_t yDesc, const void* y, const void* dy,
                              cudnnRNNDataDescriptor_t xDesc, void* dx, cudnnTensorDescriptor_t hDesc, const void* hx,
                              const void* dhy, void* dhx, cudnnTensorDescriptor_t cDesc, const void* cx,
                              const void* dcy, void* dcx, size_t weightSpaceSize, const void* weightSpace,
                              size_t workSpaceSize, void* workSpace, size_t reserveSpaceSize, void* reserveSpace) {
  Pass p(*handle, *rnnDesc, *xDesc, *yDesc, RnnPass::backward_data);
  GIRIH_TRY(p.begin());
  p.op.y = p.data_y("y", y);
  p.op.dy = p.data_y("dy", dy);
  p.op.dx = p.data_x("dx", dx);
  GIRIH_TRY(p.state(p.op.hx, "hDesc", hDesc, "hx", hx));
  GIRIH_TRY(p.state(p.op.dhy, "hDesc", hDesc, "dhy", dhy));
  GIRIH_TRY(p.state(p.op.dhx, "hDesc", hDesc, "dhx", dhx));
  GIRIH_TRY(p.cell_state(p.op.cx, cDesc, "cx", cx));
  GIRIH_TRY(p.cell_state(p.op.dcy, cDesc, "dcy", dcy));
  GIRIH_TRY(p.cell_state(p.op.dcx, cDesc, "dcx", dcx));
  GIRIH_TRY(p.weights(p.op.weights, "weightSpace", weightSpaceSize, weightSpace));
  GIRIH_TRY(p.reserve(reserveSpaceSize, reserveSpace));
  return p.run(workSpaceSize, workSpace);
}

Check cudnnRNNBackwardWeights_v8(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc, cudnnWgradMode_t addGrad,
                                 const int32_t[] /*devSeqLengths*/, cudnnRNNDataDescriptor_t xDesc, const void* x,
                                 cudnnTensorDescriptor_t hDesc, const void* hx, cudnnRNNDataDescriptor_t yDesc,
                                 const void* y, size_t weightSpaceSize, void* dweightSpace, size_t workSpaceSize,
                                 void* workSpace, size_t reserveSpaceSize, void* reserveSpace) {
  if (addGrad != CUDNN_WGRAD_MODE_ADD)
    return not_supported("addGrad: CUDNN_WGRAD_MODE_SET; set dweightSpace to zero and give CUDNN_WGRAD_MODE_ADD");
  Pass p(*handle, *rnnDesc, *xDesc, *yDesc, RnnPass::backward_weights);
  GIRIH_TRY(p.begin());
  p.op.x = p.data_x("x", x);
  p.op.y = p.data_y("y", y);
  GIRIH_TRY(p.state(p.op.hx, "hDesc", hDesc, "hx", hx));
  GIRIH_TRY(p.weights(p.op.dweights, "dweightSpace", weightSpaceSize, dweightSpace));
  GIRIH_TRY(p.reserve(reserveSpaceSize, reserveSpace));
  return p.run(workSpaceSize, workSpace);
}

}  // namespace girih::api
