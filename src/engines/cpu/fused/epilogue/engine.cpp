// A matrix product or a convolution, and the pointwise operations that follow it: they run on each block of the product
// while it is in the cache, so that no intermediate result goes through memory.
#include "engines/cpu/convolution/common.h"
#include "engines/cpu/convolution/gemm/problem.h"
#include "engines/cpu/fused/chain/nest.h"
#include "engines/cpu/matmul/gemm/problem.h"
#include "engines/cpu/simd/scratch.h"
#include "plan/plan.h"

namespace girih::engines {
extern const Engine cpu_fused_epilogue;
namespace {

using namespace girih::fused;
using graph::ConvMethod;
using graph::Convolution;
using graph::ConvPass;
using graph::Matmul;
using graph::TensorId;

// The first node as a graph of its own.
graph::Graph producer_alone(const graph::Graph& g) {
  graph::Graph one;
  one.tensors = g.tensors;
  one.nodes.push_back(g.nodes.front());
  return one;
}

TensorId output_of(const graph::Graph& g) {
  if (const auto* m = std::get_if<Matmul>(&g.nodes.front().op)) return m->c;
  return std::get<Convolution>(g.nodes.front().op).output();
}

Verdict takes_convolution(const graph::Graph& g, const Convolution& o, const Device& d) {
  if (o.pass == ConvPass::wgrad) return no("a filter gradient has no fused epilogue");
  if (o.method != ConvMethod::any && o.method != ConvMethod::direct)
    return no("another family of algorithms was asked for");
  if (Verdict v = convolution::float_tensors(g, o); !v) return v;
  if (o.pass == ConvPass::dgrad &&
      (convolution::count_phases(g, o) != 1 || convolution::make_gemm_convolution(g, o).products.size() != 1))
    return no("a data gradient with strides is several products");
  if (o.method == ConvMethod::direct) return yes();
  // Where a Winograd or FFT engine needs less than half the time, it wins, passes over memory and all.
  const graph::Graph one = producer_alone(g);
  const auto ranked = rank_engines(one, d);
  const Engine* gemm = find_engine(210);
  const bool other = !ranked.empty() && (ranked[0].engine->notes.winograd || ranked[0].engine->notes.fft);
  if (other && gemm->supports(one, d) && ranked[0].estimate.microseconds < 0.5 * gemm->estimate(one, d).microseconds)
    return no("{} and separate passes are faster", ranked[0].engine->name);
  return yes();
}

Verdict take_apart(const graph::Graph& g, const Device& d, Chain& chain) {
  if (g.nodes.size() < 2) return no("takes graphs of two operations and more");
  const auto* matmul = std::get_if<Matmul>(&g.nodes.front().op);
  const auto* conv = std::get_if<Convolution>(&g.nodes.front().op);
  if (!matmul && !conv) return no("takes a matrix product or a convolution and pointwise operations on its result");
  for (size_t n = 1; n < g.nodes.size(); ++n)
    if (!std::holds_alternative<graph::Pointwise>(g.nodes[n].op))
      return no("takes pointwise operations behind the first one");
  if (Verdict v = matmul ? matmul::takes_operands(g, *matmul) : takes_convolution(g, *conv, d); !v) return v;
  const TensorId out = output_of(g);
  return make_chain(g, 1, g.nodes.size(), out, out, chain);
}

Verdict supports(const graph::Graph& g, const Device& d) {
  Chain chain;
  return take_apart(g, d, chain);
}

Estimate estimate(const graph::Graph& g, const Device& d) {
  double us;
  if (const auto* m = std::get_if<Matmul>(&g.nodes.front().op))
    us = matmul::microseconds(g, *m);
  else
    us = find_engine(210)->estimate(producer_alone(g), d).microseconds;
  // A fifth of a nanosecond for each value of each operation.
  return {us + 2e-4 * static_cast<double>(g.desc(output_of(g)).count()) * static_cast<double>(g.nodes.size()), 0};
}

// Applies the chain to blocks of the product: rows and columns of the result, where operand k of the chain lies at
// start[group][k] + row * row_stride[k] + what the columns add.
struct Epilogue final : simd::GemmResult {
  const Chain& chain;
  const RunArgs& args;
  const std::vector<int64_t>& row_stride;
  const std::vector<Loop>& columns;  // outer to inner; columns are numbered row-major
  const std::vector<std::vector<int64_t>>& start;
  float alpha, beta;

  Epilogue(const Chain& c, const RunArgs& a, const std::vector<int64_t>& rows, const std::vector<Loop>& cols,
           const std::vector<std::vector<int64_t>>& groups)
      : chain(c), args(a), row_stride(rows), columns(cols), start(groups) {
    const auto& s = args.scalars();
    alpha = static_cast<float>(s.alpha);
    beta = chain.source_store < 0 ? 0 : static_cast<float>(s.beta);
  }

  void store(int64_t group, int64_t row, int64_t rows, int64_t col, int cols, const float* c, int ld) const override {
    static thread_local simd::Scratch memory;
    float* registers = memory.floats(chain.floats() + 64);
    const size_t n = chain.operands.size();
    std::vector<Place> first(n), places(n);
    const Loop& inner = columns.back();
    for (int64_t done = 0; done < cols;) {
      int64_t rest = col + done;
      const int64_t at = rest % inner.count, run = std::min<int64_t>(cols - done, inner.count - at);
      for (size_t k = 0; k < n; ++k)
        first[k] = {start[static_cast<size_t>(group)][k] + row * row_stride[k], row_stride[k], inner.stride[k]};
      for (size_t i = columns.size(); i-- > 0;) {
        for (size_t k = 0; k < n; ++k) first[k].base += rest % columns[i].count * columns[i].stride[k];
        rest /= columns[i].count;
      }
      const int64_t most = std::max<int64_t>(1, kTile / run);
      for (int64_t r = 0; r < rows; r += most) {
        const int64_t count = std::min(most, rows - r);
        for (size_t k = 0; k < n; ++k) {
          places[k] = first[k];
          places[k].base += r * row_stride[k];
        }
        tile(count, run, c + r * ld + done, ld, places, registers);
      }
      done += run;
    }
  }

  void tile(int64_t rows, int64_t cols, const float* c, int ld, const std::vector<Place>& places,
            float* registers) const {
    float* source = chain.source(registers);
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t i = 0; i < cols; ++i) source[r * cols + i] = alpha * c[r * ld + i];
    if (beta != 0) {
      const auto& k = chain.operands[static_cast<size_t>(chain.source_store)];
      load_tile(args.ptr(k.id), k.desc.dtype, rows, cols, places[static_cast<size_t>(chain.source_store)], registers);
      for (int64_t i = 0; i < rows * cols; ++i) source[i] += beta * registers[i];
    }
    run_tile(chain, args, rows, cols, places.data(), registers);
  }
};

// Loops over columns in the order of their numbers.
std::vector<Loop> column_loops(const Chain& chain, const TensorDesc& t, const std::vector<int>& dims) {
  std::vector<Loop> loops;
  for (int i : dims) append_loop(loops, t.dims[i], strides_along(chain.operands, i));
  if (loops.empty()) loops.push_back({1, std::vector<int64_t>(chain.operands.size())});
  return loops;
}

// The same for all dims before `rank`: where each operand begins, for every batch.
std::vector<std::vector<int64_t>> batch_starts(const Chain& chain, const TensorDesc& t, int rank) {
  int64_t batches = 1;
  for (int i = 0; i < rank; ++i) batches *= t.dims[i];
  std::vector<std::vector<int64_t>> starts;
  for (int64_t b = 0; b < batches; ++b) {
    std::vector<int64_t> s(chain.operands.size());
    int64_t rest = b;
    for (int i = rank - 1; i >= 0; --i) {
      const auto strides = strides_along(chain.operands, i);
      for (size_t k = 0; k < s.size(); ++k) s[k] += rest % t.dims[i] * strides[k];
      rest /= t.dims[i];
    }
    starts.push_back(std::move(s));
  }
  return starts;
}

Result<Plan> build_matmul(const graph::Graph& g, const Matmul& o, Chain chain) {
  const TensorDesc& c = g.desc(o.c);
  const int r = c.rank - 2;
  auto starts = batch_starts(chain, c, r);
  auto rows = strides_along(chain.operands, r);
  auto columns = column_loops(chain, c, {r + 1});
  return Plan{&cpu_fused_epilogue, 0,
              [chain = std::move(chain), problem = matmul::make_problem(g, o), rows = std::move(rows),
               columns = std::move(columns), starts = std::move(starts)](const RunArgs& args) -> Check {
                gemm::multiply(problem.bind(args), Epilogue(chain, args, rows, columns, starts));
                return {};
              }};
}

// Rows are channels, columns are pixels.
Result<Plan> build_convolution(const graph::Graph& g, const Convolution& o, Chain chain) {
  const TensorDesc& out = g.desc(o.output());
  auto conv = convolution::make_gemm_convolution(g, o);
  if (conv.products.size() != 1) return not_supported("the convolution is {} products", conv.products.size());
  std::vector<int> pixels = {0};
  for (int i = 2; i < out.rank; ++i) pixels.push_back(i);
  auto rows = strides_along(chain.operands, 1);
  std::vector<std::vector<int64_t>> starts;
  for (int64_t group = 0; group < conv.groups; ++group) {
    std::vector<int64_t> s;
    for (int64_t stride : rows) s.push_back(group * conv.products[0].out.channels * stride);
    starts.push_back(std::move(s));
  }
  auto columns = column_loops(chain, out, pixels);
  return Plan{&cpu_fused_epilogue, 0,
              [chain = std::move(chain), conv = std::move(conv), rows = std::move(rows), columns = std::move(columns),
               starts = std::move(starts)](const RunArgs& args) -> Check {
                const convolution::Product& p = conv.products[0];
                const bool forward = conv.op.pass == ConvPass::fprop;
                const convolution::FilterFactor a(p.filter, args.ptr(conv.op.w));
                const convolution::PixelFactor b(p.in, args.ptr(forward ? conv.op.x : conv.op.y));
                const Epilogue result(chain, args, rows, columns, starts);
                simd::gemm({conv.groups, p.out.channels, p.out.pixels(), p.in.depth(), a, b, result, false});
                return {};
              }};
}

Result<Plan> build(const graph::Graph& g, const Device& d) {
  Chain chain;
  if (Verdict v = take_apart(g, d, chain); !v) return not_supported("{}", v.refusal);
  if (const auto* m = std::get_if<Matmul>(&g.nodes.front().op)) return build_matmul(g, *m, std::move(chain));
  return build_convolution(g, std::get<Convolution>(g.nodes.front().op), std::move(chain));
}

}  // namespace

const Engine cpu_fused_epilogue{240, "cpu.fused.epilogue", DeviceKind::cpu, Notes{}, supports, estimate, build};

}  // namespace girih::engines
