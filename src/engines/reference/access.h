// Elements of any byte-sized type as double, through one pointer call: reference engines take every mix of types
// without a template for each.
#pragma once
#include "engines/reference/loops.h"
#include "tensor/dtype.h"

namespace girih::reference {

using LoadFn = double (*)(const void*, int64_t);
using BlendFn = void (*)(void*, int64_t, double alpha, double result, double beta);

// nullptr for types that have no byte-sized element.
inline LoadFn loader(DType t) {
  LoadFn f = nullptr;
  dispatch(t, [&](auto type) {
    using T = typename decltype(type)::type;
    f = [](const void* p, int64_t i) { return load<double>(static_cast<const T*>(p)[i]); };
  });
  return f;
}
inline BlendFn blender(DType t) {
  BlendFn f = nullptr;
  dispatch(t, [&](auto type) {
    using T = typename decltype(type)::type;
    f = [](void* p, int64_t i, double alpha, double result, double beta) {
      blend(static_cast<T*>(p)[i], alpha, result, beta);
    };
  });
  return f;
}

}  // namespace girih::reference
