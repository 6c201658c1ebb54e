// Elementwise functions on whole tensors: add, op, scale, set, transform. Each is one pointwise node.
#include "api/entry.h"
#include "api/entry_points.gen.h"
#include "plan/plan.h"

namespace girih::api {
namespace {

using graph::Pointwise;
using graph::PointwiseMode;

DType compute_type(DType t) { return t == DType::f64 ? DType::f64 : DType::f32; }

Check check_same_type(const char* a_name, const TensorDesc& a, const char* b_name, const TensorDesc& b) {
  if (a.dtype != b.dtype || a.vector != b.vector)
    return bad_param("types: {} is {}, {} is {}; they must be equal", a_name, dtype_name(a.dtype), b_name,
                     dtype_name(b.dtype));
  return {};
}

// Types that the function takes; others are legal descriptors, but have no arithmetic here.
Check check_arithmetic(const char* name, const TensorDesc& t) {
  switch (t.dtype) {
    case DType::f32:
    case DType::f64:
    case DType::f16:
    case DType::bf16:
    case DType::i8:
      return {};
    default:
      return not_supported("{}: type {}; this function takes f32, f64, f16, bf16 and i8", name, dtype_name(t.dtype));
  }
}

}  // namespace

Check cudnnAddTensor(cudnnHandle_t handle, const void* alpha, const cudnnTensorDescriptor_t aDesc, const void* A,
                     const void* beta, const cudnnTensorDescriptor_t cDesc, void* C) {
  const TensorDesc &a = aDesc->desc, &c = cDesc->desc;
  GIRIH_TRY(check_set("aDesc", a));
  GIRIH_TRY(check_set("cDesc", c));
  GIRIH_TRY(check_same_type("aDesc", a, "cDesc", c));
  GIRIH_TRY(check_arithmetic("cDesc", c));
  Call call;
  const auto ia = call.tensor("A", a, A), ic = call.tensor("C", c, C);
  auto& s = call.add(Pointwise{.mode = PointwiseMode::identity, .a = ia, .y = ic, .compute = compute_type(c.dtype)});
  s.alpha = read_scalar(alpha, c.dtype);
  s.beta = read_scalar(beta, c.dtype);
  return run(handle->device, call);
}

Check cudnnTransformTensor(cudnnHandle_t handle, const void* alpha, const cudnnTensorDescriptor_t xDesc, const void* x,
                           const void* beta, const cudnnTensorDescriptor_t yDesc, void* y) {
  const TensorDesc &dx = xDesc->desc, &dy = yDesc->desc;
  GIRIH_TRY(check_set("xDesc", dx));
  GIRIH_TRY(check_set("yDesc", dy));
  if (dx.vector == 32 || dy.vector == 32)
    return bad_param("{}: INT8x32 tensors are transformed by cudnnTransformTensorEx",
                     dx.vector == 32 ? "xDesc" : "yDesc");
  if (!same_dims(dx, dy))
    return bad_param("dims: xDesc is {}, yDesc is {}; they must be equal", to_text(dx), to_text(dy));
  GIRIH_TRY(check_arithmetic("xDesc", dx));
  GIRIH_TRY(check_arithmetic("yDesc", dy));
  Call call;
  const auto ix = call.tensor("x", dx, x), iy = call.tensor("y", dy, y);
  const DType compute = dx.dtype == DType::f64 || dy.dtype == DType::f64 ? DType::f64 : DType::f32;
  auto& s = call.add(Pointwise{.mode = PointwiseMode::identity, .a = ix, .y = iy, .compute = compute});
  s.alpha =
      read_scalar(alpha, dx.dtype);  // double for f64 inputs, whatever the output (tests/golden, transform.f32_f64)
  s.beta = read_scalar(beta, dx.dtype);
  return run(handle->device, call);
}

Check cudnnScaleTensor(cudnnHandle_t handle, const cudnnTensorDescriptor_t yDesc, void* y, const void* alpha) {
  const TensorDesc& d = yDesc->desc;
  GIRIH_TRY(check_set("yDesc", d));
  GIRIH_TRY(check_arithmetic("yDesc", d));
  const double factor = read_scalar(alpha, d.dtype);
  Call call;
  const auto iy = call.tensor("y", d, y);
  if (factor == 0) {  // writes zeros, over NaN too
    const auto zero = call.tensor("alpha", make_packed(DType::f64, {}), &factor);
    call.graph.tensors[static_cast<size_t>(zero)].by_value = true;
    TensorDesc& one = call.graph.tensors[static_cast<size_t>(zero)].desc;
    one.rank = d.rank;
    for (int i = 0; i < d.rank; ++i) one.dims[i] = one.strides[i] = 1;
    call.add(Pointwise{.mode = PointwiseMode::identity, .a = zero, .y = iy, .compute = compute_type(d.dtype)});
  } else {
    call.add(Pointwise{.mode = PointwiseMode::identity, .a = iy, .y = iy, .compute = compute_type(d.dtype)}).alpha =
        factor;
  }
  return run(handle->device, call);
}

Check cudnnSetTensor(cudnnHandle_t handle, const cudnnTensorDescriptor_t yDesc, void* y, const void* valuePtr) {
  const TensorDesc& d = yDesc->desc;
  GIRIH_TRY(check_set("yDesc", d));
  GIRIH_TRY(check_arithmetic("yDesc", d));
  const double value = read_scalar(valuePtr, d.dtype);  // a float also for f16, bf16 and i8 (behaviour.md 10)
  Call call;
  TensorDesc one;
  one.dtype = DType::f64;
  one.rank = d.rank;
  for (int i = 0; i < d.rank; ++i) one.dims[i] = one.strides[i] = 1;
  const auto iv = call.tensor("valuePtr", one, &value), iy = call.tensor("y", d, y);
  call.graph.tensors[static_cast<size_t>(iv)].by_value = true;
  call.add(Pointwise{.mode = PointwiseMode::identity, .a = iv, .y = iy, .compute = compute_type(d.dtype)});
  return run(handle->device, call);
}

Check cudnnCreateOpTensorDescriptor(cudnnOpTensorDescriptor_t* opTensorDesc) { return create(opTensorDesc); }
Check cudnnDestroyOpTensorDescriptor(cudnnOpTensorDescriptor_t opTensorDesc) { return destroy(opTensorDesc); }

Check cudnnSetOpTensorDescriptor(cudnnOpTensorDescriptor_t opTensorDesc, cudnnOpTensorOp_t opTensorOp,
                                 cudnnDataType_t opTensorCompType, cudnnNanPropagation_t opTensorNanOpt) {
  if (opTensorCompType != CUDNN_DATA_FLOAT && opTensorCompType != CUDNN_DATA_DOUBLE &&
      opTensorCompType != CUDNN_DATA_HALF)
    return bad_param("opTensorCompType: {}; f32 or f64", dtype_name(to_dtype(opTensorCompType)));
  opTensorDesc->op = opTensorOp;
  opTensorDesc->compute = opTensorCompType;
  opTensorDesc->nan = opTensorNanOpt;
  return {};
}

Check cudnnGetOpTensorDescriptor(const cudnnOpTensorDescriptor_t opTensorDesc, cudnnOpTensorOp_t* opTensorOp,
                                 cudnnDataType_t* opTensorCompType, cudnnNanPropagation_t* opTensorNanOpt) {
  *opTensorOp = opTensorDesc->op;
  *opTensorCompType = opTensorDesc->compute;
  *opTensorNanOpt = opTensorDesc->nan;
  return {};
}

Check cudnnOpTensor(cudnnHandle_t handle, const cudnnOpTensorDescriptor_t opTensorDesc, const void* alpha1,
                    const cudnnTensorDescriptor_t aDesc, const void* A, const void* alpha2,
                    const cudnnTensorDescriptor_t bDesc, const void* B, const void* beta,
                    const cudnnTensorDescriptor_t cDesc, void* C) {
  const TensorDesc &a = aDesc->desc, &b = bDesc->desc, &c = cDesc->desc;
  GIRIH_TRY(check_set("aDesc", a));
  GIRIH_TRY(check_set("bDesc", b));
  GIRIH_TRY(check_set("cDesc", c));
  GIRIH_TRY(check_same_type("aDesc", a, "bDesc", b));
  if (!same_dims(a, c)) return bad_param("dims: aDesc is {}, cDesc is {}; they must be equal", to_text(a), to_text(c));
  const DType compute = to_dtype(opTensorDesc->compute);
  const bool all_f64 = a.dtype == DType::f64 && c.dtype == DType::f64;
  if (compute == DType::f64 ? !all_f64 : (a.dtype == DType::f64 || c.dtype == DType::f64))
    return not_supported(
        "opTensorCompType: {} for {} inputs and a {} output; f64 goes with f64 everywhere, f32 with the others",
        dtype_name(compute), dtype_name(a.dtype), dtype_name(c.dtype));
  if (compute != DType::f64 && compute != DType::f32)
    return not_supported("opTensorCompType: {}; f32 or f64", dtype_name(compute));
  GIRIH_TRY(check_arithmetic("aDesc", a));
  GIRIH_TRY(check_arithmetic("cDesc", c));
  constexpr PointwiseMode kModes[] = {PointwiseMode::add, PointwiseMode::mul,  PointwiseMode::min,
                                      PointwiseMode::max, PointwiseMode::sqrt, PointwiseMode::one_minus};
  const double s1 = read_scalar(alpha1, c.dtype), s2 = read_scalar(alpha2, c.dtype);
  Call call;
  Pointwise op{
      .mode = kModes[opTensorDesc->op], .propagate_nan = opTensorDesc->nan == CUDNN_PROPAGATE_NAN, .compute = compute};
  op.a = call.tensor("A", a, A);
  op.b = call.tensor("B", b, B);
  op.y = call.tensor("C", c, C);
  auto& s = call.add(op);
  s.alpha = s1;
  s.alpha2 = s2;
  s.beta = read_scalar(beta, c.dtype);
  return run(handle->device, call);
}

}  // namespace girih::api
