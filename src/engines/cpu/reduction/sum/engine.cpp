// Sums and averages of f32, f16 and bf16 tensors over any dims (bias gradients above all): f32 rows are added up in
// f64, in fixed parts whose results are combined in order: the same bits for any number of threads.
#include <memory>
#include <vector>

#include "base/parallel.h"
#include "engines/cpu/reduction/sum/kernels.h"
#include "engines/cpu/simd/nest.h"
#include "plan/engine.h"

namespace girih::engines {
extern const Engine cpu_reduction_sum;
namespace {

using graph::ReduceOp;
using graph::Reduction;
using reduction::Kernels;

constexpr int64_t kMaxParts = 16;
constexpr int64_t kMaxOutputs = 1 << 16;  // f64 partial sums of one part: 512 KB at most

Verdict supports(const graph::Graph& g, const Device&) {
  const auto* o = g.only<Reduction>();
  if (!o) return no("takes a single reduction");
  if (o->op != ReduceOp::add && o->op != ReduceOp::avg) return no("takes sums and averages only");
  const TensorDesc &x = g.desc(o->x), &y = g.desc(o->y);
  if (!reduction::kernels(x.dtype).add_row || x.vector != 1)
    return no("{}: type {}; f32, f16 or bf16", g.name(o->x), dtype_name(x.dtype));
  if (!dispatch_float(y.dtype, [](auto) {}) || y.vector != 1)
    return no("{}: type {}; f32, f64, f16 or bf16", g.name(o->y), dtype_name(y.dtype));
  for (int i = 0; i < x.rank; ++i)
    if (y.dims[i] != 1 && y.dims[i] != x.dims[i])
      return no("{}: dimension {} is reduced to groups of {}", g.name(o->x), i,
                x.dims[i] / std::max<int64_t>(1, y.dims[i]));
  if (y.count() > kMaxOutputs) return no("{} has {} elements; at most {}", g.name(o->y), y.count(), kMaxOutputs);
  return yes();
}

Estimate estimate(const graph::Graph& g, const Device&) {
  return {1 + 2e-4 * static_cast<double>(g.desc(g.only<Reduction>()->x).count()), 0};
}

Result<Plan> build(const graph::Graph& g, const Device&) {
  const Reduction o = *g.only<Reduction>();
  const TensorDesc x = g.desc(o.x), y = g.desc(o.y);
  TensorDesc sums = y;  // partial sums lie packed in the order of y's dims
  set_packed_strides(sums, Layout::nchw);
  const auto nest = simd::make_nest<2>({&x, &sums});
  const Kernels k = reduction::kernels(x.dtype);
  auto run = [o, x, y, nest, k, element = static_cast<int64_t>(dtype_size(x.dtype))](const RunArgs& args) -> Check {
    const auto& s = args.scalars();
    const auto* data = args.ptr<const unsigned char>(o.x);
    const int64_t outputs = y.count(), inner = nest.inner(), rows = nest.rows();
    // A part is a range of rows; when there are few, a range of each row.
    const int64_t parts = std::max<int64_t>(1, std::min(kMaxParts, x.count() / 16384));
    const bool split_rows = rows < parts;
    std::vector<double> partial(static_cast<size_t>(parts * outputs), 0.0);
    parallel_for(parts, [&](int64_t part) {
      double* sum = partial.data() + part * outputs;
      const int64_t n = split_rows ? inner : rows;
      const int64_t begin = n * part / parts, end = n * (part + 1) / parts;
      const int64_t first = split_rows ? begin : 0, count = split_rows ? end - begin : inner;
      for (int64_t row = split_rows ? 0 : begin; row < (split_rows ? rows : end); ++row) {
        const auto offset = nest.row(row);
        const int64_t sx = nest.inner_stride(0), sy = nest.inner_stride(1);
        const void* source = data + (offset[0] + first * sx) * element;
        double* target = sum + offset[1] + first * sy;
        if (sy == 0)
          *target += k.sum_row(source, sx, count);
        else
          k.add_row(source, sx, count, target, sy);
      }
    });
    const double scale = s.alpha / (o.op == ReduceOp::avg ? static_cast<double>(x.count() / outputs) : 1.0);
    void* out = args.ptr(o.y);
    int64_t index[kMaxRank] = {};
    for (int64_t i = 0; i < outputs; ++i) {
      double total = 0;
      for (int64_t part = 0; part < parts; ++part) total += partial[static_cast<size_t>(part * outputs + i)];
      int64_t at = 0;
      for (int d = 0; d < y.rank; ++d) at += index[d] * y.strides[d];
      dispatch_float(y.dtype, [&](auto type) {
        using T = typename decltype(type)::type;
        T& target = static_cast<T*>(out)[at];
        target = store<T>(s.beta == 0 ? scale * total : scale * total + s.beta * static_cast<double>(target));
      });
      for (int d = y.rank - 1; d >= 0 && ++index[d] == y.dims[d]; --d) index[d] = 0;
    }
    return {};
  };
  return Plan{&cpu_reduction_sum, 0, std::move(run)};
}

}  // namespace

const Engine cpu_reduction_sum{207, "cpu.reduction.sum", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
