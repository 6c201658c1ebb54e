// Moves of elements between any strides, vector layouts and types: padding and folding, im2col, int8 filter order.
#include <cstring>

#include "engines/reference/access.h"
#include "engines/reference/loops.h"
#include "plan/engine.h"

namespace girih::engines {

extern const Engine reference_transform;

namespace {

using graph::Im2Col;
using graph::ReorderInt8;
using graph::Transform;
using reference::offset;

// The element of x that belongs at `to` in y; false where y has a zero.
bool source(const Transform& o, const TensorDesc& x, const int64_t* to, int64_t* from) {
  int64_t at[kMaxRank];
  std::copy(to, to + o.rank, at);
  if (o.unfold) {  // padding came last: undo it first
    int64_t phase = 0, phases = 1;
    for (int i = 0; i < o.rank; ++i) {
      at[i] -= o.before[i];
      phases *= o.fold[i];
      if (at[i] < 0 || (i != 1 && at[i] >= x.dims[i] * o.fold[i])) return false;
    }
    if (o.rank > 1 && at[1] >= x.dims[1] / phases) return false;
    for (int i = 0; i < o.rank; ++i) {
      if (o.fold[i] == 1) continue;
      phase = phase * o.fold[i] + at[i] % o.fold[i];
      at[i] /= o.fold[i];
    }
    if (o.rank > 1) at[1] += phase * (x.dims[1] / phases);
  } else {
    int64_t phase = 0;
    if (o.rank > 1) {
      const int64_t channels = x.dims[1] + o.before[1] + o.after[1];  // of the padded source
      phase = at[1] / channels;
      at[1] %= channels;
    }
    for (int i = o.rank - 1; i >= 0; --i) {
      at[i] = at[i] * o.fold[i] + phase % o.fold[i];
      phase /= o.fold[i];
      // Behind the padding comes what fills the last fold, zeros as well.
      at[i] -= o.before[i];
    }
  }
  for (int i = 0; i < o.rank; ++i) {
    if (at[i] < 0 || at[i] >= x.dims[i]) return false;
    if (!o.unfold && at[i] >= x.dims[i] + o.after[i]) return false;  // cropped, but back within the last fold
  }
  std::copy(at, at + o.rank, from);
  return true;
}

void run_transform(const Transform& o, const RunArgs& a, const graph::Scalars& k) {
  const TensorDesc &xd = a.graph.desc(o.x), &yd = a.graph.desc(o.y);
  const reference::LoadFn load = reference::loader(xd.dtype);
  const reference::BlendFn blend = reference::blender(yd.dtype);
  const void* x = a.ptr<>(o.x);
  void* y = a.ptr<>(o.y);
  reference::each_element(yd, 1024, [&](const int64_t* to) {
    int64_t from[kMaxRank];
    const double v = source(o, xd, to, from) ? k.alpha * load(x, offset(xd, from)) : 0;
    blend(y, offset(yd, to), 1, v, k.beta);
  });
}

// One row of the matrix: a channel and a tap.
void run_im2col(const Im2Col& o, const RunArgs& a) {
  const TensorDesc& xd = a.graph.desc(o.x);
  const size_t size = dtype_size(xd.dtype);
  const char* x = a.ptr<char>(o.x);
  char* y = a.ptr<char>(o.y);
  int64_t taps = 1, out[kMaxRank] = {xd.dims[0]}, positions = xd.dims[0];
  for (int i = 0; i < o.spatial; ++i) {
    out[i + 1] = graph::conv_output_dim(xd.dims[i + 2], 2 * o.pad[i], o.window[i], o.stride[i], o.dilation[i]);
    positions *= out[i + 1];
    taps *= o.window[i];
  }
  parallel_range(xd.dims[1] * taps, 1, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      int64_t tap[graph::kMaxSpatial], rest = row % taps;
      for (int i = o.spatial - 1; i >= 0; --i) {
        tap[i] = rest % o.window[i];
        if (o.flip) tap[i] = o.window[i] - 1 - tap[i];
        rest /= o.window[i];
      }
      char* to = y + static_cast<size_t>(row * positions) * size;
      reference::each_index(o.spatial + 1, out, [&](const int64_t* p) {  // image, then position
        int64_t from[kMaxRank] = {p[0], row / taps};
        bool inside = true;
        for (int i = 0; i < o.spatial; ++i) {
          from[i + 2] = p[i + 1] * o.stride[i] - o.pad[i] + tap[i] * o.dilation[i];
          inside = inside && from[i + 2] >= 0 && from[i + 2] < xd.dims[i + 2];
        }
        if (inside)
          std::memcpy(to, x + offset(xd, from) * static_cast<int64_t>(size), size);
        else
          std::memset(to, 0, size);
        to += size;
      });
    }
  });
}

void run_reorder(const ReorderInt8& o, const RunArgs& a) {
  const TensorDesc& xd = a.graph.desc(o.x);
  const char* x = a.ptr<char>(o.x);
  char* y = a.ptr<char>(o.y);
  const size_t bytes = static_cast<size_t>(xd.count()) * dtype_size(xd.dtype);
  if (o.copy || (!o.bias && xd.vector != 32)) {  // vectors of 4 are read as they lie
    std::memmove(y, x, bytes);
    return;
  }
  const int64_t k_dim = o.bias ? xd.count() : xd.dims[0];
  if (o.bias) {
    int64_t n = 0;
    for (int64_t block = 0; block < k_dim; block += 32)
      for (int64_t h = 0; h < 2; ++h)
        for (int64_t q = 0; q < 4; ++q)
          for (int64_t j = 0; j < 4; ++j, ++n) {
            const int64_t plain = 4 * (block + 8 * q + 4 * h + j);
            o.inverse ? std::memcpy(y + plain, x + 4 * n, 4) : std::memcpy(y + 4 * n, x + plain, 4);
          }
    return;
  }
  int64_t taps = 1;
  for (int i = 2; i < xd.rank; ++i) taps *= xd.dims[i];
  const int64_t vectors = xd.dims[1] / 32;
  parallel_range(vectors * taps, 1, [&](int64_t begin, int64_t end) {
    for (int64_t n = begin; n < end; ++n) {
      int64_t piece = n * k_dim * 8;  // in the reordered filter
      for (int64_t block = 0; block < k_dim; block += 32)
        for (int64_t p = 0; p < 32 * 8; ++p) {  // pieces of 4 bytes: a, h, q, b
          const int64_t k = block + p / 64 * 8 + p % 4 * 2 + p / 32 % 2;
          if (k >= k_dim) continue;
          const int64_t plain = ((k * vectors + n / taps) * taps + n % taps) * 32 + p / 4 % 8 * 4;
          o.inverse ? std::memcpy(y + plain, x + 4 * piece, 4) : std::memcpy(y + 4 * piece, x + plain, 4);
          ++piece;
        }
    }
  });
}

Verdict supports(const graph::Graph& g, const Device&) {
  if (g.only<Transform>() || g.only<Im2Col>() || g.only<ReorderInt8>()) return yes();
  return no("takes one transform, im2col or filter reordering");
}

Estimate estimate(const graph::Graph& g, const Device&) {
  int64_t n = 0;
  for (const auto& t : g.tensors) n = std::max(n, t.desc.count());
  return {0.05 * static_cast<double>(n), 0};
}

Result<Plan> build(const graph::Graph&, const Device&) {
  return Plan{&reference_transform, 0, [](const RunArgs& a) -> Check {
                if (const auto* transform = a.graph.only<Transform>())
                  run_transform(*transform, a, a.scalars());
                else if (const auto* im2col = a.graph.only<Im2Col>())
                  run_im2col(*im2col, a);
                else
                  run_reorder(*a.graph.only<ReorderInt8>(), a);
                return {};
              }};
}

}  // namespace

const Engine reference_transform{109, "reference.transform", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
