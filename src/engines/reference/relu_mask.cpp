// Reference ReLU masks: any layout of the tensor. Two pixels share the words of their row pair and no others, so the
// pairs are shared among threads.
#include "engines/reference/access.h"
#include "plan/engine.h"

namespace girih::engines {
extern const Engine reference_relu_mask;
namespace {

using namespace girih::reference;
using graph::ReluMask;

Verdict supports(const graph::Graph& g, const Device&) {
  return g.only<ReluMask>() ? yes() : no("takes a single ReLU mask");
}

Estimate estimate(const graph::Graph& g, const Device&) {
  return {1e-2 * static_cast<double>(g.desc(g.only<ReluMask>()->x).count()), 0};  // about 10 ns an element
}

struct Problem {
  ReluMask o;
  TensorDesc x, y;
  int64_t rows, channels;
  LoadFn load;
  BlendFn blend;

  // Coordinates of channel 0 of a pixel: pixels are counted as NHWC tensors store them.
  void locate(int64_t row, int64_t* index) const {
    for (int i = x.rank - 1; i >= 2; --i) {
      index[i] = row % x.dims[i];
      row /= x.dims[i];
    }
    index[0] = row;
    index[1] = 0;
  }

  void run(const RunArgs& a, int64_t pair) const {
    auto* words = a.ptr<uint32_t>(o.mask);
    const void* in = a.ptr(o.x);
    if (!o.apply)
      for (int64_t c = 0; c < channels; c += 64)
        std::fill_n(words + graph::relu_mask_bit(rows, 2 * pair, c).word, 4, ~0u);
    for (int64_t row = 2 * pair; row < std::min(2 * pair + 2, rows); ++row) {
      int64_t index[kMaxRank];
      locate(row, index);
      for (; index[1] < channels; ++index[1]) {
        const graph::MaskBit at = graph::relu_mask_bit(rows, row, index[1]);
        const uint32_t bit = 1u << at.bit;
        const double v = load(in, offset(x, index));
        if (o.apply)
          blend(a.ptr(o.y), offset(y, index), 1, words[at.word] & bit ? 0 : v, 0);
        else if (!(v < 0))
          words[at.word] &= ~bit;
      }
    }
  }
};

Result<Plan> build(const graph::Graph& g, const Device&) {
  Problem p{};
  p.o = *g.only<ReluMask>();
  p.x = g.desc(p.o.x);
  if (p.o.apply) p.y = g.desc(p.o.y), p.blend = blender(p.y.dtype);
  p.channels = p.x.dims[1];
  p.rows = p.x.count() / std::max<int64_t>(1, p.channels);
  p.load = loader(p.x.dtype);
  return Plan{&reference_relu_mask, 0, [p](const RunArgs& a) -> Check {
                // A generated mask is complete up to the next 32 pixels.
                const int64_t pairs = p.o.apply ? (p.rows + 1) / 2 : (p.rows + 31) / 32 * 16;
                parallel_range(pairs, 64, [&](int64_t begin, int64_t end) {
                  for (int64_t pair = begin; pair < end; ++pair) p.run(a, pair);
                });
                return {};
              }};
}

}  // namespace

const Engine reference_relu_mask{127, "reference.relu_mask", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
