// Convolution of 16-bit types on Hopper's tensor cores, channels last: the fastest of the implicit GEMM, halo and
// first- layer kernels by their time models. A call whose pointers TMA cannot take goes to the generic kernel.
#include <cmath>
#include <limits>
#include <optional>

#include "cuda/context.h"
#include "engines/cuda/backend.h"
#include "engines/cuda/halo/prepare.h"
#include "engines/cuda/igemm/choose.h"
#include "engines/cuda/stem/prepare.h"

namespace girih::engines {
extern const Engine cuda_convolution_hopper;
extern const Engine cuda_generic_convolution;
namespace {

using graph::Convolution;
using graph::ConvPass;
using igemm::ConvProblem;

igemm::Pass pass_of(ConvPass p) {
  return p == ConvPass::fprop ? igemm::Pass::kFprop : p == ConvPass::dgrad ? igemm::Pass::kDgrad : igemm::Pass::kWgrad;
}

bool fits_int(const TensorDesc& t) {
  for (int i = 0; i < t.rank; ++i)
    if (t.dims[i] > std::numeric_limits<int>::max()) return false;
  return true;
}

// Strides of a channels-last tensor in the order n, d, h, w; those of dims of size 1 as in a packed tensor.
std::array<tile::i64, 4> pixel_strides(const TensorDesc& t) {
  std::array<tile::i64, 4> s{};
  int64_t inner = t.dims[1];
  for (int i = 3; i >= 0; --i) {
    const int dim = i == 0 ? 0 : t.rank - 4 + i;  // of the tensor; dims 0 and 1 are n and c
    const bool exists = i == 0 || dim >= 2;
    const int64_t size = exists ? t.dims[dim] : 1;
    s[static_cast<size_t>(i)] = size > 1 ? t.strides[dim] : inner;
    inner = s[static_cast<size_t>(i)] * size;
  }
  return s;
}

Verdict channels_last(const char* name, const TensorDesc& t) {
  if (t.vector != 1) return no("{}: a vectorised layout", name);
  if (t.dims[1] > 1 && t.strides[1] != 1) return no("{}: its channels are not contiguous", name);
  if (!fits_int(t)) return no("{}: a dimension of 2^31 or more", name);
  return yes();
}

Verdict make_problem(const graph::Graph& g, const Convolution& o, ConvProblem& p) {
  const TensorDesc &x = g.desc(o.x), &w = g.desc(o.w), &y = g.desc(o.y);
  if (x.dtype != DType::f16 && x.dtype != DType::bf16) return no("x: type {}; f16 and bf16", dtype_name(x.dtype));
  if (w.dtype != x.dtype || y.dtype != x.dtype) return no("the tensors are of different types");
  if (o.flip) return no("a mirrored filter");
  if (o.spatial > 3) return no("{} spatial dims; at most 3", o.spatial);
  if (x.count() == 0 || w.count() == 0 || y.count() == 0) return no("an empty tensor");
  if (Verdict v = channels_last(g.name(o.x), x); !v) return v;
  if (Verdict v = channels_last(g.name(o.y), y); !v) return v;
  if (Verdict v = channels_last(g.name(o.w), w); !v) return v;
  if (!is_packed(w, Layout::nhwc)) return no("{}: its strides are not those of a packed KRSC filter", g.name(o.w));
  p.pass = pass_of(o.pass);
  p.type = x.dtype == DType::f16 ? tile::Type::kF16 : tile::Type::kBf16;
  p.n = static_cast<int>(x.dims[0]), p.c = static_cast<int>(x.dims[1]), p.k = static_cast<int>(w.dims[0]);
  p.groups = static_cast<int>(graph::conv_groups(g, o));
  for (int i = 0; i < o.spatial; ++i) {
    const auto to = static_cast<size_t>(3 - o.spatial + i);
    if (std::max({o.pad_before[i], o.pad_after[i], o.stride[i], o.dilation[i]}) > 1 << 20)
      return no("padding, stride or dilation above 2^20");
    p.in[to] = static_cast<int>(x.dims[2 + i]), p.filter[to] = static_cast<int>(w.dims[2 + i]);
    p.pad_low[to] = static_cast<int>(o.pad_before[i]), p.pad_high[to] = static_cast<int>(o.pad_after[i]);
    p.stride[to] = static_cast<int>(o.stride[i]), p.dilation[to] = static_cast<int>(o.dilation[i]);
  }
  p.x_strides = pixel_strides(x), p.y_strides = pixel_strides(y);
  return yes();
}

// A plan of the product alone (alpha 1, beta 0), and one that blends.
struct Choice {
  std::optional<igemm::Prepared> plain, blend;
  std::optional<halo::Prepared> halo;
  std::optional<stem::PreparedDirect> direct;
  std::optional<stem::Prepared> stem;
  double microseconds = std::numeric_limits<double>::infinity();
  size_t workspace = 0;
};

// Empty, or why no kernel takes the problem.
std::string choose(const ConvProblem& p, const Device& d, Choice& best) {
  const auto sms = static_cast<tile::u32>(d.multiprocessors);
  std::string why = "no tile fits";
  igemm::Chip chip;
  chip.multiprocessors = d.multiprocessors;
  for (const igemm::Choice& c : igemm::rank(p, chip)) {
    igemm::Fusion blending;
    blending.alpha = 2, blending.beta = 1;
    igemm::Prepared plain, blend;
    why = igemm::prepare(p, {}, *c.tile, c.splits, plain);
    if (why.empty()) why = igemm::prepare(p, blending, *c.tile, c.splits, blend);
    if (!why.empty()) continue;
    best.plain = plain, best.blend = blend;
    best.microseconds = c.microseconds;
    best.workspace = std::max(plain.workspace, blend.workspace);
    break;
  }
  // The special kernels store the product alone. Without an implicit GEMM beside them, what blends has no kernel here.
  const bool first_layer = p.c <= 4;
  if (!best.plain && !first_layer) return why;
  const auto better = [&](double us) {
    if (us >= best.microseconds) return false;
    best.microseconds = us;
    best.halo.reset(), best.direct.reset(), best.stem.reset();
    return true;
  };
  if (halo::Prepared h; halo::prepare(p, {}, sms, h).empty() && better(halo::predict(p, h, sms))) {
    best.workspace = std::max<size_t>(best.workspace, h.workspace);
    best.halo = std::move(h);
  }
  if (first_layer) {
    for (const igemm::Choice& c : stem::rank(p, chip)) {
      stem::Prepared s;
      if (!stem::prepare(p, {}, c, s).empty()) continue;
      if (better(c.microseconds)) {
        best.workspace = std::max<size_t>(best.workspace, s.workspace);
        best.stem = std::move(s);
      }
      break;
    }
    // Nearly three times as fast as the view where it takes the problem (docs/gpu.md).
    if (stem::PreparedDirect s; stem::prepare_direct(p, {}, sms, s).empty() && better(0.4 * best.microseconds)) {
      best.workspace = std::max<size_t>(best.workspace, s.workspace);
      best.direct = std::move(s);
    }
  }
  return std::isfinite(best.microseconds) ? "" : why;
}

Verdict supports(const graph::Graph& g, const Device& d) {
  const auto* o = g.only<Convolution>();
  if (!o) return no("takes a single convolution");
  if (d.capability != 90) return no("compute capability {}; the kernels are for 90", d.capability);
  ConvProblem p;
  if (Verdict v = make_problem(g, *o, p); !v) return v;
  Choice c;
  if (std::string why = choose(p, d, c); !why.empty()) return no("{}", why);
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device& d) {
  ConvProblem p;
  Choice c;
  make_problem(g, *g.only<Convolution>(), p);
  choose(p, d, c);
  return {c.microseconds, c.workspace};
}

bool aligned(const void* p) { return reinterpret_cast<uintptr_t>(p) % 16 == 0; }

Check run(const RunArgs& a, const Device& d, const Choice& c, const Plan& fallback) {
  const auto& o = *a.graph.only<Convolution>();
  const auto& k = a.scalars();
  igemm::Pointers q;
  q.a = a.ptr(o.pass == ConvPass::fprop ? o.x : o.y);
  q.b = a.ptr(o.pass == ConvPass::wgrad ? o.x : o.w);
  q.out = a.ptr(o.output());
  q.source = q.out;
  q.workspace = a.workspace;
  const bool plain = k.alpha == 1 && k.beta == 0;
  if (!aligned(q.a) || !aligned(q.b) || !aligned(q.out) || !aligned(q.workspace) || (!plain && !c.blend))
    return fallback.run(a);
  const cuda::ContextScope scope(static_cast<CUcontext>(a.native.context));
  const auto sms = static_cast<tile::u32>(d.multiprocessors);
  const auto stream = static_cast<CUstream>(a.native.stream);
  const auto start = [&](const auto& prepared) {
    return launched(launch(prepared, q, kernels(), d.ordinal, sms, stream), "cuda.convolution.hopper");
  };
  if (!plain) {
    igemm::Prepared p = *c.blend;
    p.common.epilogue.alpha = static_cast<float>(k.alpha);
    p.common.epilogue.beta = static_cast<float>(k.beta);
    return start(p);
  }
  if (c.direct) return start(*c.direct);
  if (c.stem) return start(*c.stem);
  if (c.halo) return start(*c.halo);
  return start(*c.plain);
}

Result<Plan> build(const graph::Graph& g, const Device& d) {
  ConvProblem p;
  auto choice = std::make_shared<Choice>();
  make_problem(g, *g.only<Convolution>(), p);
  choose(p, d, *choice);
  GIRIH_TRY_ASSIGN(Plan fallback, cuda_generic_convolution.build(g, d));
  Plan plan{&cuda_convolution_hopper, choice->workspace, {}};
  plan.run = [d, choice, fallback = std::move(fallback)](const RunArgs& a) { return run(a, d, *choice, fallback); };
  return plan;
}

}  // namespace

const Engine cuda_convolution_hopper{
    1010, "cuda.convolution.hopper", DeviceKind::cuda, Notes{.tensor_core = true}, supports, estimate, build};

}  // namespace girih::engines
