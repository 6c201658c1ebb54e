// Reference convolution: the definition, three passes, double accumulation, any strides, groups, dilation and types.
// Taps over padding are skipped, so that an infinite weight over padding adds nothing.
#include "engines/reference/access.h"
#include "plan/engine.h"

namespace girih::engines {
extern const Engine reference_convolution;
namespace {

using namespace girih::reference;
using graph::Convolution;
using graph::ConvPass;
using graph::kMaxSpatial;

// i32 responses of integers: alpha and beta are integers, and the arithmetic wraps as that of i32 does.
void blend_i32(void* p, int64_t i, double alpha, double result, double beta) {
  const auto product = [](double scale, double v) {
    return static_cast<uint64_t>(static_cast<int64_t>(scale)) * static_cast<uint64_t>(static_cast<int64_t>(v));
  };
  auto& y = static_cast<int32_t*>(p)[i];
  uint64_t sum = product(alpha, result);
  if (beta != 0) sum += product(beta, y);
  y = static_cast<int32_t>(static_cast<uint32_t>(sum));
}

struct Problem {
  Convolution o;
  TensorDesc x, w, y;
  int64_t groups, c_group, k_group;
  LoadFn load_x, load_w, load_y;
  BlendFn blend;

  // Position in x that output position `out` reads at `tap` of dimension i; may lie in the padding.
  int64_t input(int i, int64_t out, int64_t tap) const {
    return out * o.stride[i] - o.pad_before[i] + tap * o.dilation[i];
  }
  int64_t filter_tap(int i, int64_t tap) const { return o.flip ? w.dims[i + 2] - 1 - tap : tap; }
};

bool inside(int64_t v, int64_t n) { return v >= 0 && v < n; }

double fprop(const Problem& p, const void* x, const void* w, const int64_t* y) {
  double sum = 0;
  const int64_t group = y[1] / p.k_group;
  int64_t at_x[kMaxRank] = {y[0]}, at_w[kMaxRank] = {y[1]};
  each_index(p.o.spatial, p.w.dims + 2, [&](const int64_t* tap) {
    for (int i = 0; i < p.o.spatial; ++i) {
      at_x[i + 2] = p.input(i, y[i + 2], tap[i]);
      if (!inside(at_x[i + 2], p.x.dims[i + 2])) return;
      at_w[i + 2] = p.filter_tap(i, tap[i]);
    }
    for (int64_t c = 0; c < p.c_group; ++c) {
      at_x[1] = group * p.c_group + c;
      at_w[1] = c;
      sum += p.load_x(x, offset(p.x, at_x)) * p.load_w(w, offset(p.w, at_w));
    }
  });
  return sum;
}

double dgrad(const Problem& p, const void* w, const void* y, const int64_t* x) {
  double sum = 0;
  const int64_t group = x[1] / p.c_group;
  int64_t at_y[kMaxRank] = {x[0]}, at_w[kMaxRank] = {0, x[1] % p.c_group};
  each_index(p.o.spatial, p.w.dims + 2, [&](const int64_t* tap) {
    for (int i = 0; i < p.o.spatial; ++i) {
      // The output position whose tap lies here: out * stride = x + pad - tap * dilation.
      const int64_t scaled = x[i + 2] + p.o.pad_before[i] - tap[i] * p.o.dilation[i];
      if (scaled < 0 || scaled % p.o.stride[i] != 0 || scaled / p.o.stride[i] >= p.y.dims[i + 2]) return;
      at_y[i + 2] = scaled / p.o.stride[i];
      at_w[i + 2] = p.filter_tap(i, tap[i]);
    }
    for (int64_t k = group * p.k_group; k < (group + 1) * p.k_group; ++k) {
      at_y[1] = at_w[0] = k;
      sum += p.load_y(y, offset(p.y, at_y)) * p.load_w(w, offset(p.w, at_w));
    }
  });
  return sum;
}

double wgrad(const Problem& p, const void* x, const void* y, const int64_t* w) {
  double sum = 0;
  int64_t at_x[kMaxRank] = {0, w[0] / p.k_group * p.c_group + w[1]}, at_y[kMaxRank] = {0, w[0]};
  for (int64_t n = 0; n < p.x.dims[0]; ++n) {
    at_x[0] = at_y[0] = n;
    each_index(p.o.spatial, p.y.dims + 2, [&](const int64_t* out) {
      for (int i = 0; i < p.o.spatial; ++i) {
        at_x[i + 2] = p.input(i, out[i], p.filter_tap(i, w[i + 2]));
        if (!inside(at_x[i + 2], p.x.dims[i + 2])) return;
        at_y[i + 2] = out[i];
      }
      sum += p.load_x(x, offset(p.x, at_x)) * p.load_y(y, offset(p.y, at_y));
    });
  }
  return sum;
}

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Convolution>();
  if (!o) return no("takes a single convolution");
  for (auto id : {o->x, o->w, o->y})
    if (!loader(g.desc(id).dtype))
      return no("{}: the element type {} has no conversion", g.name(id), dtype_name(g.desc(id).dtype));
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  const auto& o = *g.only<Convolution>();
  const TensorDesc &w = g.desc(o.w), &y = g.desc(o.y);
  // About 5 ns for one multiply-add.
  return {5e-3 * static_cast<double>(y.count()) * static_cast<double>(w.count()) / static_cast<double>(w.dims[0]), 0};
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  Problem p{};
  p.o = *g.only<Convolution>();
  p.x = g.desc(p.o.x), p.w = g.desc(p.o.w), p.y = g.desc(p.o.y);
  p.groups = graph::conv_groups(g, p.o);
  p.c_group = p.w.dims[1];
  p.k_group = p.w.dims[0] / p.groups;
  p.load_x = loader(p.x.dtype), p.load_w = loader(p.w.dtype), p.load_y = loader(p.y.dtype);
  const TensorDesc& out = p.o.pass == ConvPass::fprop ? p.y : p.o.pass == ConvPass::dgrad ? p.x : p.w;
  const bool integers = (p.o.pass == ConvPass::dgrad || is_integer(p.x.dtype)) &&
                        (p.o.pass == ConvPass::wgrad || is_integer(p.w.dtype)) &&
                        (p.o.pass == ConvPass::fprop || is_integer(p.y.dtype));
  p.blend = out.dtype == DType::i32 && integers ? blend_i32 : blender(out.dtype);
  auto run = [p](const RunArgs& args) -> Check {
    const auto& s = args.scalars();
    const void *x = args.ptr(p.o.x), *w = args.ptr(p.o.w), *y = args.ptr(p.o.y);
    void* out = args.ptr(p.o.output());
    const TensorDesc& t = p.o.pass == ConvPass::fprop ? p.y : p.o.pass == ConvPass::dgrad ? p.x : p.w;
    each_element(t, 64, [&](const int64_t* index) {
      const double r = p.o.pass == ConvPass::fprop   ? fprop(p, x, w, index)
                       : p.o.pass == ConvPass::dgrad ? dgrad(p, w, y, index)
                                                     : wgrad(p, x, y, index);
      p.blend(out, offset(t, index), s.alpha, r, s.beta);
    });
    return {};
  };
  return Plan{&reference_convolution, 0, std::move(run)};
}

}  // namespace

const Engine reference_convolution{101, "reference.convolution", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
