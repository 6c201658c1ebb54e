#include "engines/cpu/convolution/gemm/problem.h"

#include <algorithm>

namespace girih::convolution {
namespace {

using graph::Convolution;
using graph::ConvPass;

// All pixels of a tensor, one tap.
Gather whole(const TensorDesc& t, int64_t groups) {
  Gather g;
  g.dtype = t.dtype;
  g.dims = t.rank - 2;
  g.images = t.dims[0];
  g.channels = t.dims[1] / groups;
  g.n_stride = t.strides[0];
  g.c_stride = t.strides[1];
  for (int d = 0; d < g.dims; ++d) {
    g.grid[d] = g.size[d] = t.dims[d + 2];
    g.stride[d] = t.strides[d + 2];
  }
  g.taps.emplace_back();
  return g;
}

// One tap of one dimension: its place in the filter, and the source coordinate it adds.
struct DimTap {
  int64_t index, offset;
};

// The product of the dimensions' tap lists, last dimension fastest, for a gather and for the filter.
void set_taps(Gather& g, Filter& f, const std::vector<DimTap> (&taps)[kMaxDims], const TensorDesc& w) {
  g.taps.clear();
  for (int d = 0; d < g.dims; ++d)
    if (taps[d].empty()) return;
  size_t at[kMaxDims] = {};
  for (;;) {
    Gather::Tap tap;
    int64_t in_filter = 0;
    for (int d = 0; d < g.dims; ++d) {
      const DimTap& t = taps[d][at[d]];
      tap.offset[d] = t.offset;
      tap.address += t.offset * g.stride[d];
      in_filter += t.index * w.strides[d + 2];
    }
    g.taps.push_back(tap);
    f.taps.push_back(in_filter);
    int d = g.dims - 1;
    while (d >= 0 && ++at[d] == taps[d].size()) at[d--] = 0;
    if (d < 0) return;
  }
}

// Dimensions that are walked as one in both tensors become one: longer runs for 1x1 filters.
void merge_dims(Gather& a, Gather& b) {
  auto plain = [](const Gather& g, int d) {
    return g.step[d] == 1 && g.size[d] == g.grid[d] &&
           std::all_of(g.taps.begin(), g.taps.end(), [&](const Gather::Tap& t) { return t.offset[d] == 0; });
  };
  auto joined = [&](const Gather& g, int d) {
    return plain(g, d) && plain(g, d + 1) && g.stride[d] == g.stride[d + 1] * g.grid[d + 1];
  };
  while (a.dims > 1 && joined(a, a.dims - 2) && joined(b, b.dims - 2)) {
    for (Gather* g : {&a, &b}) {
      const int d = g->dims - 2;
      g->grid[d] *= g->grid[d + 1];
      g->size[d] = g->grid[d];
      g->stride[d] = g->stride[d + 1];
      g->grid[d + 1] = g->size[d + 1] = 1;
      --g->dims;
    }
  }
  auto images_joined = [&](const Gather& g) {
    return g.dims == 1 && plain(g, 0) && g.n_stride == g.grid[0] * g.stride[0];
  };
  if (images_joined(a) && images_joined(b)) {
    for (Gather* g : {&a, &b}) {
      g->grid[0] *= g->images;
      g->size[0] = g->grid[0];
      g->images = 1;
    }
  }
}

// Sixteen channels of a panel's pixels stay in the L1 cache over all taps.
void order_channels(Product& p) {
  if (p.in.c_stride != 1) p.in.block = p.filter.block = std::min<int64_t>(16, p.in.channels);
}

void add_phase(const TensorDesc& x, const TensorDesc& w, const TensorDesc& y, const Convolution& o,
               const int64_t* phase, bool plain, GemmConvolution& c) {
  Product p;
  p.in = whole(y, c.groups);
  p.out = whole(x, c.groups);
  p.filter = {w.dtype, p.in.channels, 0, w.strides[1], w.strides[0], p.in.channels * w.strides[0], {}};
  std::vector<DimTap> taps[kMaxDims];
  for (int d = 0; d < o.spatial; ++d) {
    const int64_t grid = (x.dims[d + 2] - phase[d] + o.stride[d] - 1) / o.stride[d];
    p.in.grid[d] = grid;
    p.out.grid[d] = p.out.size[d] = grid;
    p.out.origin += phase[d] * x.strides[d + 2];
    p.out.stride[d] = o.stride[d] * x.strides[d + 2];
    for (int64_t r = 0; r < w.dims[d + 2]; ++r) {
      const int64_t scaled = phase[d] + o.pad_before[d] - r * o.dilation[d];
      if (scaled % o.stride[d] == 0) taps[d].push_back({o.flip ? w.dims[d + 2] - 1 - r : r, scaled / o.stride[d]});
    }
  }
  set_taps(p.in, p.filter, taps, w);
  if (!plain) {
    order_channels(p);
    merge_dims(p.in, p.out);
  }
  p.in.finish();
  p.out.finish();
  c.products.push_back(std::move(p));
}

// With one output position in a dimension its stride has no effect, and dgrad as a stride-1 gather would look for that
// position at every tap of every pixel. A stride as large as x gives each pixel a phase of its own, with one tap.
Convolution dense_as_phases(const graph::Graph& g, Convolution o) {
  const TensorDesc &x = g.desc(o.x), &y = g.desc(o.y);
  int64_t phases = 1;
  Convolution wide = o;
  for (int d = 0; d < o.spatial; ++d) {
    if (y.dims[d + 2] == 1) wide.stride[d] = std::max(o.stride[d], x.dims[d + 2]);
    phases *= std::min(wide.stride[d], x.dims[d + 2]);
  }
  return o.pass == ConvPass::dgrad && phases <= 64 ? wide : o;
}

}  // namespace

int64_t count_phases(const graph::Graph& g, const Convolution& o) {
  int64_t n = 1;
  for (int d = 0; d < o.spatial && n < (1 << 20); ++d) n *= std::min(o.stride[d], g.desc(o.x).dims[d + 2]);
  return n;
}

GemmConvolution make_gemm_convolution(const graph::Graph& g, const Convolution& asked, bool plain) {
  const Convolution o = plain ? asked : dense_as_phases(g, asked);
  const TensorDesc &x = g.desc(o.x), &w = g.desc(o.w), &y = g.desc(o.y);
  GemmConvolution c;
  c.op = o;
  c.groups = graph::conv_groups(g, o);
  if (o.pass == ConvPass::dgrad) {
    int64_t phase[kMaxDims] = {};
    for (int64_t n = count_phases(g, o); n > 0; --n) {
      add_phase(x, w, y, o, phase, plain, c);
      for (int d = o.spatial - 1; d >= 0 && ++phase[d] == std::min(o.stride[d], x.dims[d + 2]); --d) phase[d] = 0;
    }
    return c;
  }
  Product p;
  p.in = whole(x, c.groups);
  p.out = whole(y, c.groups);
  p.filter = {w.dtype, p.in.channels, 0, w.strides[0], w.strides[1], p.out.channels * w.strides[0], {}};
  std::vector<DimTap> taps[kMaxDims];
  for (int d = 0; d < o.spatial; ++d) {
    p.in.grid[d] = y.dims[d + 2];
    p.in.step[d] = o.stride[d];
    for (int64_t r = 0; r < w.dims[d + 2]; ++r)
      taps[d].push_back({o.flip ? w.dims[d + 2] - 1 - r : r, r * o.dilation[d] - o.pad_before[d]});
  }
  set_taps(p.in, p.filter, taps, w);
  if (!plain) {
    order_channels(p);
    merge_dims(p.in, p.out);
  }
  p.in.finish();
  p.out.finish();
  c.products.push_back(std::move(p));
  return c;
}

}  // namespace girih::convolution
