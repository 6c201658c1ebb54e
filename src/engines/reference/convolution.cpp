// Reference convolution: the definition, three passes, double accumulation, any strides, groups, dilation and types.
// Taps over padding are skipped, so that an infinite weight over padding adds nothing.
#include <vector>

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
  LoadFn load_x, load_y;
  BlendFn blend;

  // Position in x that output position `out` reads at `tap` of dimension i; may lie in the padding.
  int64_t input(int i, int64_t out, int64_t tap) const {
    return out * o.stride[i] - o.pad_before[i] + tap * o.dilation[i];
  }
  int64_t filter_tap(int i, int64_t tap) const { return o.flip ? w.dims[i + 2] - 1 - tap : tap; }
};

bool inside(int64_t v, int64_t n) { return v >= 0 && v < n; }

// n channels from `first` on, at the pixel `at`, as double: in runs, of which vectorised layouts have one for each
// vector.
void load_channels(const TensorDesc& t, LoadRunFn load, const void* data, int64_t* at, int64_t first, int64_t n,
                   double* out) {
  for (int64_t c = 0; c < n;) {
    at[1] = first + c;
    const int64_t run = t.vector == 1 ? n : std::min<int64_t>(n - c, t.vector - at[1] % t.vector);
    load(data, offset(t, at), t.vector == 1 ? t.strides[1] : 1, run, out + c);
    c += run;
  }
}

// fprop and dgrad: every output sums over the taps and the channels of its group. Outputs of one channel use the same
// part of the filter, [tap][channel], which is converted once for them.
struct Gatherer {
  const Problem& p;
  const void *in, *w;
  bool forward;
  const TensorDesc& t;  // what is read
  int64_t channels;     // of it, in a group
  int64_t taps = 1;
  LoadRunFn load_in, load_w;
  int64_t filter_of = -1;
  std::vector<double> filter, values;

  Gatherer(const Problem& problem, const void* data, const void* weights)
      : p(problem),
        in(data),
        w(weights),
        forward(p.o.pass == ConvPass::fprop),
        t(forward ? p.x : p.y),
        channels(forward ? p.c_group : p.k_group),
        load_in(run_loader(t.dtype)),
        load_w(run_loader(p.w.dtype)) {
    for (int i = 0; i < p.o.spatial; ++i) taps *= p.w.dims[i + 2];
    filter.resize(static_cast<size_t>(taps * channels));
    values.resize(static_cast<size_t>(channels));
  }

  void load_filter(int64_t channel) {
    if (channel == filter_of) return;
    filter_of = channel;
    double* out = filter.data();
    each_index(p.o.spatial, p.w.dims + 2, [&](const int64_t* tap) {
      int64_t at[kMaxRank] = {};
      for (int i = 0; i < p.o.spatial; ++i) at[i + 2] = p.filter_tap(i, tap[i]);
      if (forward) {
        at[0] = channel;
        load_channels(p.w, load_w, w, at, 0, channels, out);
      } else {
        at[0] = channel / p.c_group * p.k_group, at[1] = channel % p.c_group;
        load_w(w, offset(p.w, at), p.w.strides[0] * p.w.vector, channels, out);
      }
      out += channels;
    });
  }

  // Where output position `out` reads in dimension i at this tap; false: nowhere.
  bool locate(int i, int64_t out, int64_t tap, int64_t& at) const {
    if (forward) {
      at = p.input(i, out, tap);
      return at >= 0 && at < t.dims[i + 2];
    }
    // The output position of fprop whose tap lies here: position * stride = out + pad - tap * dilation.
    const int64_t scaled = out + p.o.pad_before[i] - tap * p.o.dilation[i];
    at = scaled / p.o.stride[i];
    return scaled >= 0 && scaled % p.o.stride[i] == 0 && at < t.dims[i + 2];
  }

  double sum(const int64_t* index) {
    load_filter(index[1]);
    const int64_t group = index[1] / (forward ? p.k_group : p.c_group);
    double chain[4] = {};  // four hide the latency of the additions
    const double* f = filter.data() - channels;
    int64_t at[kMaxRank] = {index[0]};
    each_index(p.o.spatial, p.w.dims + 2, [&](const int64_t* tap) {
      f += channels;
      for (int i = 0; i < p.o.spatial; ++i)
        if (!locate(i, index[i + 2], tap[i], at[i + 2])) return;
      load_channels(t, load_in, in, at, group * channels, channels, values.data());
      const double* v = values.data();
      int64_t c = 0;
      for (; c + 4 <= channels; c += 4)
        for (int64_t j = 0; j < 4; ++j) chain[j] += v[c + j] * f[c + j];
      for (; c < channels; ++c) chain[0] += v[c] * f[c];
    });
    return (chain[0] + chain[1]) + (chain[2] + chain[3]);
  }
};

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
  // At most 5 ns for one multiply-add.
  return {5e-3 * static_cast<double>(y.count()) * static_cast<double>(w.count()) / static_cast<double>(w.dims[0]), 0};
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  Problem p{};
  p.o = *g.only<Convolution>();
  p.x = g.desc(p.o.x), p.w = g.desc(p.o.w), p.y = g.desc(p.o.y);
  p.groups = graph::conv_groups(g, p.o);
  p.c_group = p.w.dims[1];
  p.k_group = p.w.dims[0] / p.groups;
  p.load_x = loader(p.x.dtype), p.load_y = loader(p.y.dtype);
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
    if (p.o.pass == ConvPass::wgrad) {
      each_element(
          t, 64, [&](const int64_t* index) { p.blend(out, offset(t, index), s.alpha, wgrad(p, x, y, index), s.beta); });
      return {};
    }
    parallel_range(t.count(), 256, [&](int64_t begin, int64_t end) {
      Gatherer gatherer(p, p.o.pass == ConvPass::fprop ? x : y, w);
      int64_t index[kMaxRank] = {}, rest = begin;
      for (int i = t.rank - 1; i >= 0; --i) {
        index[i] = rest % t.dims[i];
        rest /= t.dims[i];
      }
      for (int64_t n = begin; n < end; ++n) {
        p.blend(out, offset(t, index), s.alpha, gatherer.sum(index), s.beta);
        next(t.rank, t.dims, index);
      }
    });
    return {};
  };
  return Plan{&reference_convolution, 0, std::move(run)};
}

}  // namespace

const Engine reference_convolution{101, "reference.convolution", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
