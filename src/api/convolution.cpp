// Convolution: the three passes, the bias gradient, and convolution + bias + activation.
#include "api/convolution_problem.h"
#include "api/entry_points.gen.h"

namespace girih::api {
namespace {

using graph::ConvMethod;
using graph::Convolution;
using graph::ConvPass;
using graph::Pointwise;
using graph::PointwiseMode;

bool is_float(DType t) { return t == DType::f32 || t == DType::f64 || t == DType::f16 || t == DType::bf16; }

// The mixes of types that cuDNN documents: one floating type for all three with f32 (f64) arithmetic, or 8-bit
// integers with i32 arithmetic and an i8, i32 or f32 response.
Check check_types(const ConvTensors& t, DType compute) {
  const DType x = t.x.dtype, w = t.w.dtype, y = t.y.dtype;
  const auto mix = [&](const char* rule) {
    return not_supported("types: {} is {}, {} is {}, {} is {}, computed in {}; {}", t.x_name, dtype_name(x), t.w_name,
                         dtype_name(w), t.y_name, dtype_name(y), dtype_name(compute), rule);
  };
  if (is_float(x)) {
    if (w != x || y != x) return mix("image, filter and response must have one type");
    const bool half_compute = x == compute && (x == DType::f16 || x == DType::bf16);
    if (compute != (x == DType::f64 ? DType::f64 : DType::f32) && !half_compute)
      return mix("f64 tensors are computed in f64, all others in f32");
    return {};
  }
  if ((x != DType::i8 && x != DType::u8) || w != DType::i8)
    return mix("the image may be f32, f64, f16, bf16, i8 or u8; 8-bit images take i8 filters");
  if (y != DType::i8 && y != DType::i32 && y != DType::f32) return mix("8-bit images give i8, i32 or f32");
  if (compute != DType::i32) return mix("8-bit images are computed in i32");
  return {};
}

Result<Call> make_call(ConvPass pass, const cudnnConvolutionStruct& conv, int algorithm, const ConvTensors& t,
                       const void* x, const void* w, const void* y) {
  GIRIH_TRY_ASSIGN(Convolution op, make_convolution(pass, conv, t));
  GIRIH_TRY_ASSIGN(op.method, conv_method(algorithm, op, t));
  Call call;
  add_convolution(call, op, conv, t, {x, w, y});
  return call;
}

Check run_pass(cudnnHandle_t handle, ConvPass pass, const cudnnConvolutionStruct& conv, int algorithm,
               const ConvTensors& t, const void* x, const void* w, const void* y, const void* alpha, const void* beta,
               void* workspace, size_t workspace_size) {
  GIRIH_TRY_ASSIGN(Call call, make_call(pass, conv, algorithm, t, x, w, y));
  const DType output = pass == ConvPass::fprop ? t.y.dtype : pass == ConvPass::dgrad ? t.x.dtype : t.w.dtype;
  graph::Scalars& s = call.graph.nodes.back().scalars;
  s.alpha = read_conv_scalar(alpha, output);
  s.beta = read_conv_scalar(beta, output);
  return run(handle->device, call, 0, workspace, workspace_size);
}

// The size is 0 where the answer is an error.
Check workspace_size(cudnnHandle_t handle, ConvPass pass, const cudnnConvolutionStruct& conv, int algorithm,
                     const ConvTensors& t, size_t* size) {
  *size = 0;
  GIRIH_TRY_ASSIGN(Call call, make_call(pass, conv, algorithm, t, nullptr, nullptr, nullptr));
  GIRIH_TRY_ASSIGN(auto plan, get_plan(call.graph, handle->device));
  *size = plan->workspace;
  return {};
}

// A virtual tensor that holds a reordered filter or bias in plain order.
graph::TensorId plain_order(Call& call, graph::TensorId reordered, bool bias) {
  const auto plain = call.tensor("plain order", call.graph.desc(reordered), nullptr);
  call.graph.tensors[static_cast<size_t>(plain)].is_virtual = true;
  call.add(graph::ReorderInt8{.bias = bias, .inverse = true, .x = reordered, .y = plain});
  return plain;
}

}  // namespace

Result<Convolution> make_convolution(ConvPass pass, const cudnnConvolutionStruct& conv, const ConvTensors& t) {
  if (conv.spatial == 0) return bad_param("convDesc: the descriptor was never set");
  GIRIH_TRY(check_set(t.x_name, t.x));
  GIRIH_TRY(check_set(t.w_name, t.w));
  GIRIH_TRY(check_set(t.y_name, t.y));
  Convolution op{.pass = pass};
  op.spatial = conv.spatial;
  for (int i = 0; i < conv.spatial; ++i) {
    op.pad_before[i] = op.pad_after[i] = conv.pad[i];
    op.stride[i] = conv.stride[i];
    op.dilation[i] = conv.dilation[i];
  }
  op.flip = conv.mode == CUDNN_CONVOLUTION;
  op.compute = to_dtype(conv.compute);
  op.math = static_cast<graph::MathMode>(conv.math);
  // Shapes first: a wrong shape is a wrong parameter, whatever the types.
  graph::Graph g;
  op.x = g.add_tensor(t.x_name, t.x);
  op.w = g.add_tensor(t.w_name, t.w);
  op.y = g.add_tensor(t.y_name, t.y);
  GIRIH_TRY(graph::validate(g, op));
  GIRIH_TRY(check_types(t, op.compute));
  return op;
}

bool is_reordered(const cudnnConvolutionStruct& conv, const TensorDesc& w) {
  return conv.reorder == CUDNN_NO_REORDER && w.vector == 32;
}

void add_convolution(Call& call, Convolution op, const cudnnConvolutionStruct& conv, const ConvTensors& t,
                     const ConvPointers& p) {
  op.x = call.tensor(t.x_name, t.x, p.x);
  op.w = call.tensor(t.w_name, t.w, p.w);
  op.y = call.tensor(t.y_name, t.y, p.y);
  if (is_reordered(conv, t.w)) op.w = plain_order(call, op.w, false);
  call.add(op);
}

double read_conv_scalar(const void* p, DType output) {
  return output == DType::i32 ? *static_cast<const int32_t*>(p) : read_scalar(p, output);
}

Check cudnnConvolutionForward(cudnnHandle_t handle, const void* alpha, const cudnnTensorDescriptor_t xDesc,
                              const void* x, const cudnnFilterDescriptor_t wDesc, const void* w,
                              const cudnnConvolutionDescriptor_t convDesc, cudnnConvolutionFwdAlgo_t algo,
                              void* workSpace, size_t workSpaceSizeInBytes, const void* beta,
                              const cudnnTensorDescriptor_t yDesc, void* y) {
  const ConvTensors t{"x", "w", "y", xDesc->desc, wDesc->desc, yDesc->desc};
  return run_pass(handle, ConvPass::fprop, *convDesc, algo, t, x, w, y, alpha, beta, workSpace, workSpaceSizeInBytes);
}

Check cudnnConvolutionBackwardData(cudnnHandle_t handle, const void* alpha, const cudnnFilterDescriptor_t wDesc,
                                   const void* w, const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                   const cudnnConvolutionDescriptor_t convDesc, cudnnConvolutionBwdDataAlgo_t algo,
                                   void* workSpace, size_t workSpaceSizeInBytes, const void* beta,
                                   const cudnnTensorDescriptor_t dxDesc, void* dx) {
  const ConvTensors t{"dx", "w", "dy", dxDesc->desc, wDesc->desc, dyDesc->desc};
  return run_pass(handle, ConvPass::dgrad, *convDesc, algo, t, dx, w, dy, alpha, beta, workSpace, workSpaceSizeInBytes);
}

Check cudnnConvolutionBackwardFilter(cudnnHandle_t handle, const void* alpha, const cudnnTensorDescriptor_t xDesc,
                                     const void* x, const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                     const cudnnConvolutionDescriptor_t convDesc, cudnnConvolutionBwdFilterAlgo_t algo,
                                     void* workSpace, size_t workSpaceSizeInBytes, const void* beta,
                                     const cudnnFilterDescriptor_t dwDesc, void* dw) {
  const ConvTensors t{"x", "dw", "dy", xDesc->desc, dwDesc->desc, dyDesc->desc};
  return run_pass(handle, ConvPass::wgrad, *convDesc, algo, t, x, dw, dy, alpha, beta, workSpace, workSpaceSizeInBytes);
}

Check cudnnGetConvolutionForwardWorkspaceSize(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc,
                                              const cudnnFilterDescriptor_t wDesc,
                                              const cudnnConvolutionDescriptor_t convDesc,
                                              const cudnnTensorDescriptor_t yDesc, cudnnConvolutionFwdAlgo_t algo,
                                              size_t* sizeInBytes) {
  const ConvTensors t{"xDesc", "wDesc", "yDesc", xDesc->desc, wDesc->desc, yDesc->desc};
  return workspace_size(handle, ConvPass::fprop, *convDesc, algo, t, sizeInBytes);
}

Check cudnnGetConvolutionBackwardDataWorkspaceSize(cudnnHandle_t handle, const cudnnFilterDescriptor_t wDesc,
                                                   const cudnnTensorDescriptor_t dyDesc,
                                                   const cudnnConvolutionDescriptor_t convDesc,
                                                   const cudnnTensorDescriptor_t dxDesc,
                                                   cudnnConvolutionBwdDataAlgo_t algo, size_t* sizeInBytes) {
  const ConvTensors t{"dxDesc", "wDesc", "dyDesc", dxDesc->desc, wDesc->desc, dyDesc->desc};
  return workspace_size(handle, ConvPass::dgrad, *convDesc, algo, t, sizeInBytes);
}

Check cudnnGetConvolutionBackwardFilterWorkspaceSize(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc,
                                                     const cudnnTensorDescriptor_t dyDesc,
                                                     const cudnnConvolutionDescriptor_t convDesc,
                                                     const cudnnFilterDescriptor_t gradDesc,
                                                     cudnnConvolutionBwdFilterAlgo_t algo, size_t* sizeInBytes) {
  const ConvTensors t{"xDesc", "gradDesc", "dyDesc", xDesc->desc, gradDesc->desc, dyDesc->desc};
  return workspace_size(handle, ConvPass::wgrad, *convDesc, algo, t, sizeInBytes);
}

// db = alpha * (dy summed over the batch and all positions) + beta * db.
Check cudnnConvolutionBackwardBias(cudnnHandle_t handle, const void* alpha, const cudnnTensorDescriptor_t dyDesc,
                                   const void* dy, const void* beta, const cudnnTensorDescriptor_t dbDesc, void* db) {
  const TensorDesc &y = dyDesc->desc, &b = dbDesc->desc;
  GIRIH_TRY(check_set("dyDesc", y));
  GIRIH_TRY(check_set("dbDesc", b));
  if (y.dtype != b.dtype)
    return bad_param("types: dyDesc is {}, dbDesc is {}; they must be equal", dtype_name(y.dtype), dtype_name(b.dtype));
  if (!is_float(y.dtype)) return not_supported("dyDesc: type {}; f32, f64, f16 or bf16", dtype_name(y.dtype));
  if (y.rank != b.rank || b.count() != b.dims[1] || b.dims[1] != y.dims[1])
    return bad_param("dbDesc: is {}; it must be {{1,{},1,...}} for dyDesc {}", to_text(b), y.dims[1], to_text(y));
  Call call;
  const auto iy = call.tensor("dy", y, dy), ib = call.tensor("db", b, db);
  auto& s = call.add(graph::Reduction{
      .op = graph::ReduceOp::add, .x = iy, .y = ib, .compute = y.dtype == DType::f64 ? DType::f64 : DType::f32});
  s.alpha = read_scalar(alpha, b.dtype);
  s.beta = read_scalar(beta, b.dtype);
  return run(handle->device, call);
}

// y = activation(alpha1 * conv(x, w) + alpha2 * z + bias); z may be y.
Check cudnnConvolutionBiasActivationForward(
    cudnnHandle_t handle, const void* alpha1, const cudnnTensorDescriptor_t xDesc, const void* x,
    const cudnnFilterDescriptor_t wDesc, const void* w, const cudnnConvolutionDescriptor_t convDesc,
    cudnnConvolutionFwdAlgo_t algo, void* /*workSpace*/, size_t /*workSpaceSizeInBytes*/, const void* alpha2,
    const cudnnTensorDescriptor_t zDesc, const void* z, const cudnnTensorDescriptor_t biasDesc, const void* bias,
    const cudnnActivationDescriptor_t activationDesc, const cudnnTensorDescriptor_t yDesc, void* y) {
  const ConvTensors t{"x", "w", "y", xDesc->desc, wDesc->desc, yDesc->desc};
  GIRIH_TRY_ASSIGN(Convolution conv, make_convolution(ConvPass::fprop, *convDesc, t));
  GIRIH_TRY(conv_method(algo, conv, t));  // a number of the enum; which one makes no difference to the result
  conv.method = ConvMethod::direct;
  const TensorDesc& b = biasDesc->desc;
  GIRIH_TRY(check_set("biasDesc", b));
  if (b.rank != t.y.rank || b.count() != b.dims[1] || b.dims[1] != t.y.dims[1])
    return bad_param("biasDesc: is {}; it must be {{1,{},1,...}}", to_text(b), t.y.dims[1]);
  GIRIH_TRY(check_set("zDesc", zDesc->desc));
  if (!same_dims(zDesc->desc, t.y))
    return bad_param("zDesc: is {}, y is {}; dims must be equal", to_text(zDesc->desc), to_text(t.y));
  PointwiseMode activation;
  if (activationDesc->mode == CUDNN_ACTIVATION_RELU)
    activation = PointwiseMode::relu_fwd;
  else if (activationDesc->mode == CUDNN_ACTIVATION_IDENTITY)
    activation = PointwiseMode::identity;
  else
    return not_supported("activationDesc: mode {}; RELU or IDENTITY", static_cast<int>(activationDesc->mode));

  // Virtual results keep the accuracy of the arithmetic: integers go through f64, which holds every i32 sum.
  const DType wide = t.x.dtype == DType::f64 || !is_float(t.x.dtype) ? DType::f64 : DType::f32;
  TensorDesc v = t.y;
  v.dtype = wide;
  v.vector = 1;
  set_packed_strides(v, is_packed(t.y, Layout::nhwc) ? Layout::nhwc : Layout::nchw);
  Call call;
  conv.x = call.tensor("x", t.x, x);
  conv.w = call.tensor("w", t.w, w);
  const auto iy = call.tensor("y", t.y, y), iz = call.tensor("z", zDesc->desc, z);
  auto ib = call.tensor("bias", b, bias);
  const auto virtual_tensor = [&](const char* name) {
    const auto id = call.tensor(name, v, nullptr);
    call.graph.tensors[static_cast<size_t>(id)].is_virtual = true;
    return id;
  };
  const DType out = t.y.dtype == DType::f64 ? DType::f64 : DType::f32;
  const double s1 = read_scalar(alpha1, out), s2 = read_scalar(alpha2, out);
  if (is_reordered(*convDesc, t.w)) {
    if (b.dtype != DType::f32 || b.dims[1] % 32 != 0)
      return not_supported("biasDesc: is {}; a reordered bias is f32 in blocks of 32", to_text(b));
    conv.w = plain_order(call, conv.w, false);
    ib = plain_order(call, ib, true);
  }
  conv.y = virtual_tensor("conv");
  call.add(conv).alpha = s1;
  auto sum = conv.y;
  if (s2 != 0) {
    const auto with_z = virtual_tensor("conv+z");
    call.add(Pointwise{.mode = PointwiseMode::add, .a = sum, .b = iz, .y = with_z, .compute = wide}).alpha2 = s2;
    sum = with_z;
  }
  const auto with_bias = virtual_tensor("conv+z+bias");
  call.add(Pointwise{.mode = PointwiseMode::add, .a = sum, .b = ib, .y = with_bias, .compute = wide});
  Pointwise act{.mode = activation, .a = with_bias, .y = iy, .compute = wide};
  act.propagate_nan = activationDesc->nan == CUDNN_PROPAGATE_NAN;
  call.add(act);
  return run(handle->device, call);
}

}  // namespace girih::api
