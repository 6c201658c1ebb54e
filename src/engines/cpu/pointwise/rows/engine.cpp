// Pointwise operations row by row: f32 arithmetic on vectors, tensors of f32, f16 and bf16 with any strides and
// broadcast. Long rows are cut into blocks that stay in the L1 cache.
#include "plan/engine.h"
#include "base/parallel.h"
#include "engines/cpu/pointwise/rows/kernels.h"
#include "engines/cpu/simd/nest.h"

namespace girih::engines {
extern const Engine cpu_pointwise_rows;
namespace {

using graph::Pointwise;
using pointwise::BlockFn;
using pointwise::BlockScalars;

constexpr int64_t kBlock = 512;      // elements: five f32 buffers of 2 KB
constexpr int64_t kTask = 32 << 10;  // elements of one parallel task: about 10 us of memory traffic

// One operand: its loader is null when the memory can be used as it is.
struct Operand {
  graph::TensorId id = graph::kNone;
  int64_t element = 0;  // bytes
  pointwise::LoadFn load = nullptr;
};

struct State {
  Pointwise op;
  simd::Nest<4> nest;  // y, a, b, t
  Operand operand[4];
  pointwise::StoreFn store = nullptr;
  BlockFn block = nullptr;
};

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Pointwise>();
  if (!o) return no("takes a single pointwise operation");
  if (o->compute != DType::f32) return no("computes in f32, not {}", dtype_name(o->compute));
  if (!pointwise::block_function(o->mode))
    return no("has no vector code for pointwise mode {}", static_cast<int>(o->mode));
  for (auto id : {o->y, o->a, o->b, o->t}) {
    if (id == graph::kNone) continue;
    const TensorDesc& t = g.desc(id);
    const bool scalar = t.dtype == DType::f64 && t.count() == 1;  // SetTensor's value
    if (id == o->y ? !pointwise::store_function(t.dtype) : (!pointwise::load_function(t.dtype) && !scalar))
      return no("{}: type {}; f32, f16 or bf16", g.name(id), dtype_name(t.dtype));
    if (t.vector != 1) return no("{}: vectorised layouts are not taken", g.name(id));
  }
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  return {0.5 + 3e-4 * static_cast<double>(g.desc(g.only<Pointwise>()->y).count()), 0};
}

void load_f64(const void* source, int64_t, int64_t n, float* out) {
  std::fill_n(out, n, static_cast<float>(*static_cast<const double*>(source)));
}

struct Pointers {
  unsigned char* p[4];
};

// n elements of one row. Broadcast operands are already in their buffers.
void run_row(const State& s, const Pointers& at, int64_t n, const BlockScalars& scalars) {
  alignas(64) float buffer[5][kBlock];
  const int64_t first = std::min(n, kBlock);
  const float* in[4] = {};
  for (int t = 0; t < 4; ++t)
    if (s.operand[t].load && s.nest.inner_stride(t) == 0 && (t != 0)) {
      s.operand[t].load(at.p[t], 0, first, buffer[t]);
      in[t] = buffer[t];
    }
  for (int64_t begin = 0; begin < n; begin += kBlock) {
    const int64_t m = std::min(kBlock, n - begin);
    for (int t = 0; t < 4; ++t) {
      const Operand& o = s.operand[t];
      const int64_t stride = s.nest.inner_stride(t);
      if (o.id == graph::kNone || (t != 0 && o.load && stride == 0)) continue;
      if (t == 0 && scalars.beta == 0) continue;  // old values are not read
      unsigned char* source = at.p[t] + begin * stride * o.element;
      if (o.load) {
        o.load(source, stride, m, buffer[t]);
        in[t] = buffer[t];
      } else {
        in[t] = reinterpret_cast<const float*>(source);
      }
    }
    unsigned char* target = at.p[0] + begin * s.nest.inner_stride(0) * s.operand[0].element;
    float* out = s.store ? buffer[4] : reinterpret_cast<float*>(target);
    s.block(in[1], in[2], in[3], in[0], out, m, scalars);
    if (s.store) s.store(buffer[4], m, target, s.nest.inner_stride(0));
  }
}

Check run(const State& s, const RunArgs& args) {
  const BlockScalars scalars = pointwise::block_scalars(s.op, args.scalars());
  Pointers base{};
  for (int t = 0; t < 4; ++t) base.p[t] = args.ptr<unsigned char>(s.operand[t].id);
  // Tasks: whole rows, or parts of a long one.
  const int64_t inner = s.nest.inner(), rows = s.nest.rows();
  const int64_t part = std::min(inner, kTask), parts = (inner + part - 1) / part;
  parallel_range(rows * parts, std::max<int64_t>(1, kTask / part), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const auto offset = s.nest.row(i / parts);
      const int64_t first = i % parts * part;
      Pointers at{};
      for (int t = 0; t < 4; ++t)
        if (base.p[t])
          at.p[t] =
              base.p[t] + (offset[static_cast<size_t>(t)] + first * s.nest.inner_stride(t)) * s.operand[t].element;
      run_row(s, at, std::min(part, inner - first), scalars);
    }
  });
  return {};
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  State s;
  s.op = *g.only<Pointwise>();
  const graph::TensorId ids[4] = {s.op.y, s.op.a, s.op.b, s.op.t};
  std::array<const TensorDesc*, 4> desc{};
  for (int t = 0; t < 4; ++t)
    if (ids[t] != graph::kNone) desc[static_cast<size_t>(t)] = &g.desc(ids[t]);
  s.nest = simd::make_nest<4>(desc);
  for (int t = 0; t < 4; ++t) {
    const TensorDesc* d = desc[static_cast<size_t>(t)];
    if (!d) continue;
    const bool direct = d->dtype == DType::f32 && s.nest.inner_stride(t) == 1;
    s.operand[t] = {ids[t], static_cast<int64_t>(dtype_size(d->dtype)), nullptr};
    if (!direct) s.operand[t].load = d->dtype == DType::f64 ? load_f64 : pointwise::load_function(d->dtype);
  }
  if (s.operand[0].load) s.store = pointwise::store_function(desc[0]->dtype);
  s.block = pointwise::block_function(s.op.mode);
  return Plan{&cpu_pointwise_rows, 0, [s](const RunArgs& args) { return run(s, args); }};
}

}  // namespace

const Engine cpu_pointwise_rows{202, "cpu.pointwise.rows", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
