// Convolution of 16-bit types whose layout or channel count the Hopper kernels do not take (NCHW, 3 channels): copies
// with channels last and padded to multiples of 8 lie in the workspace, and the Hopper engine runs on those.
#include <optional>

#include "engines/cuda/convolution/copied/params.h"
#include "engines/cuda/generic/host.h"

namespace girih::engines {
extern const Engine cuda_convolution_copied;
extern const Engine cuda_convolution_hopper;
extern const Engine cuda_convolution_simt;
namespace {

using graph::Convolution;
using graph::ConvPass;

size_t align(size_t n) { return (n + 255) / 256 * 256; }
int64_t round_up_8(int64_t n) { return (n + 7) / 8 * 8; }

// One tensor's copy; none when the tensor serves as it is.
struct Copy {
  bool needed = false;
  TensorDesc desc;  // channels last
  copied::Params params{};
  size_t bytes() const { return needed ? align(static_cast<size_t>(desc.count()) * 2) : 0; }
};

Verdict plan_copy(const char* name, const TensorDesc& t, int64_t outer, int64_t channels, Copy& c) {
  if (t.vector != 1) return no("{}: a vectorised layout", name);
  c.desc = t;
  c.desc.dims[0] = outer, c.desc.dims[1] = channels;
  set_packed_strides(c.desc, Layout::nhwc);
  c.needed = outer != t.dims[0] || channels != t.dims[1] || !is_packed(t, Layout::nhwc);
  // The pixels of an image must lie at one distance.
  copied::Params& p = c.params;
  p.outer = t.dims[0], p.channels = t.dims[1], p.padded = channels, p.pixels = 1;
  p.outer_stride = t.strides[0], p.channel_stride = t.strides[1];
  p.pixel_stride = 0;
  for (int i = t.rank - 1; i > 1; --i) {
    if (t.dims[i] == 1) continue;
    if (p.pixels == 1)
      p.pixel_stride = t.strides[i];
    else if (t.strides[i] != p.pixel_stride * p.pixels)
      return no("{}: its pixels are not evenly spaced", name);
    p.pixels *= t.dims[i];
  }
  p.along_pixels = p.pixels > 1 && (p.channels == 1 || p.pixel_stride < p.channel_stride);
  return yes();
}

struct Copies {
  Copy x, w, y;
  graph::Graph graph;  // the same convolution on the copies
};

Verdict plan_copies(const graph::Graph& g, const Convolution& o, Copies& c) {
  const TensorDesc &x = g.desc(o.x), &w = g.desc(o.w), &y = g.desc(o.y);
  for (const TensorDesc* t : {&x, &w, &y})
    if ((t->dtype != DType::f16 && t->dtype != DType::bf16) || t->dtype != x.dtype)
      return no("types: one of f16 and bf16 for all tensors");
  if (x.count() == 0 || w.count() == 0 || y.count() == 0) return no("an empty tensor");
  const bool grouped = graph::conv_groups(g, o) > 1;
  // First layers have kernels of their own, for the channels as they are.
  const bool first_layer = x.dims[1] <= 4 && o.pass != ConvPass::dgrad && !grouped && o.spatial == 2;
  const int64_t cx = grouped || first_layer ? x.dims[1] : round_up_8(x.dims[1]);
  const int64_t cw = grouped || first_layer ? w.dims[1] : round_up_8(w.dims[1]);
  const int64_t k = grouped ? w.dims[0] : round_up_8(w.dims[0]);
  if (Verdict v = plan_copy(g.name(o.x), x, x.dims[0], cx, c.x); !v) return v;
  if (Verdict v = plan_copy(g.name(o.w), w, k, cw, c.w); !v) return v;
  if (Verdict v = plan_copy(g.name(o.y), y, y.dims[0], k, c.y); !v) return v;
  if (!c.x.needed && !c.w.needed && !c.y.needed) return no("the tensors need no copies");
  Convolution inner = o;
  inner.x = c.graph.add_tensor("x", c.x.desc);
  inner.w = c.graph.add_tensor("w", c.w.desc);
  inner.y = c.graph.add_tensor("y", c.y.desc);
  c.graph.nodes.push_back({inner, {}});
  return yes();
}

Verdict supports(const graph::Graph& g, const Device& d) {
  const auto* o = g.only<Convolution>();
  if (!o) return no("takes a single convolution");
  Copies c;
  if (Verdict v = plan_copies(g, *o, c); !v) return v;
  return cuda_convolution_hopper.supports(c.graph, d);
}

Estimate estimate(const graph::Graph& g, const Device& d) {
  Copies c;
  plan_copies(g, *g.only<Convolution>(), c);
  Estimate e = cuda_convolution_hopper.estimate(c.graph, d);
  e.workspace = align(e.workspace);
  for (const Copy* copy : {&c.x, &c.w, &c.y})
    if (copy->needed) {
      e.microseconds += 4 + 2 * static_cast<double>(copy->bytes()) / 2e6;
      e.workspace += copy->bytes();
    }
  return e;
}

struct State {
  Copies copies;
  Plan inner, fallback;
};

Check copy(const RunArgs& a, const Device& d, const Copy& c, void* strided, void* packed, bool to_packed) {
  copied::Params p = c.params;
  p.strided = strided, p.packed = packed;
  p.to_packed = to_packed;
  const auto tiles_of = [](int64_t n) { return (n + copied::kTile - 1) / copied::kTile; };
  return enqueue(a, "girih_copied_layout", {blocks_for(p.outer * tiles_of(p.padded) * tiles_of(p.pixels), 1, d), 256},
                 p);
}

Check run(const RunArgs& a, const Device& d, const State& s) {
  const auto& o = *a.graph.only<Convolution>();
  // Blending after a rounding to 16 bits would round twice.
  if (a.scalars().alpha != 1 || a.scalars().beta != 0) return s.fallback.run(a);
  char* at = static_cast<char*>(a.workspace);
  if (reinterpret_cast<uintptr_t>(at) % 16 != 0) return s.fallback.run(a);
  const Copy* copies[] = {&s.copies.x, &s.copies.w, &s.copies.y};
  const graph::TensorId ids[] = {o.x, o.w, o.y};
  void* data[3];
  for (int i = 0; i < 3; ++i) {
    data[i] = a.ptr(ids[i]);
    if (!copies[i]->needed) continue;
    data[i] = at;
    at += copies[i]->bytes();
    if (ids[i] == o.output()) continue;
    // Filters that only the padding has are zeros.
    if (const Copy& c = *copies[i]; c.desc.dims[0] > c.params.outer) {
      copied::Params p{};
      p.packed = static_cast<char*>(data[i]) + c.params.outer * c.params.padded * c.params.pixels * 2;
      p.outer = c.desc.dims[0] - c.params.outer;
      p.channels = 0, p.padded = c.params.padded, p.pixels = c.params.pixels;
      p.to_packed = 1;
      GIRIH_TRY(enqueue(a, "girih_copied_layout", {blocks_for(p.outer, 1, d), 256}, p));
    }
    GIRIH_TRY(copy(a, d, *copies[i], a.ptr(ids[i]), data[i], true));
  }
  graph::Graph inner = s.copies.graph;
  RunArgs args{inner, data};
  args.workspace = at;
  args.scratch = a.scratch;
  args.native = a.native;
  GIRIH_TRY(s.inner.run(args));
  for (int i = 0; i < 3; ++i)
    if (ids[i] == o.output() && copies[i]->needed) return copy(a, d, *copies[i], a.ptr(ids[i]), data[i], false);
  return {};
}

Result<Plan> build(const graph::Graph& g, const Device& d) {
  auto s = std::make_shared<State>();
  plan_copies(g, *g.only<Convolution>(), s->copies);
  GIRIH_TRY_ASSIGN(s->inner, cuda_convolution_hopper.build(s->copies.graph, d));
  GIRIH_TRY_ASSIGN(s->fallback, cuda_convolution_simt.build(g, d));
  size_t bytes = s->copies.x.bytes() + s->copies.w.bytes() + s->copies.y.bytes() + s->inner.workspace;
  bytes = std::max(bytes, s->fallback.workspace);
  return Plan{&cuda_convolution_copied, bytes, [d, s](const RunArgs& a) { return run(a, d, *s); }};
}

}  // namespace

const Engine cuda_convolution_copied{
    1011, "cuda.convolution.copied", DeviceKind::cuda, Notes{.tensor_core = true}, supports, estimate, build};

}  // namespace girih::engines
