#include "engines/cpu/fused/chain/chain.h"

#include <algorithm>
#include <cstring>

#include "engines/cpu/simd/pack_kernels.h"

namespace girih::fused {

using graph::kNone;
using graph::Pointwise;
using graph::PointwiseMode;
using graph::TensorId;

namespace {

bool is_small_float(DType t) { return t == DType::f32 || t == DType::f16 || t == DType::bf16; }
// Results of 0 and 1 only.
bool is_truth(PointwiseMode m) { return m >= PointwiseMode::cmp_eq && m <= PointwiseMode::logical_not; }
// Integers below 2^24 are exact in f32.
bool coordinates_fit(const TensorDesc& t, int axis) { return t.dims[axis] <= int64_t(1) << 24; }

const char* at(const void* data, DType type, int64_t element) {
  return static_cast<const char*>(data) + element * static_cast<int64_t>(dtype_size(type));
}

struct Builder {
  const graph::Graph& g;
  size_t first, last;
  TensorId source;
  const TensorDesc& like;
  Chain& chain;
  std::vector<size_t> last_use;  // step that reads a tensor last
  std::vector<int> home;         // register of a tensor, or -1
  std::vector<bool> produced;    // by a step of this chain
  std::vector<int> free;

  Builder(const graph::Graph& graph, size_t a, size_t b, TensorId s, const TensorDesc& dims, Chain& c)
      : g(graph), first(a), last(b), source(s), like(dims), chain(c) {
    last_use.resize(g.tensors.size());
    home.assign(g.tensors.size(), -1);
    produced.resize(g.tensors.size());
  }

  int take() {
    if (free.empty()) return chain.registers++;
    const int r = free.back();
    free.pop_back();
    return r;
  }
  int operand(TensorId id, int axis = -1) {
    for (size_t i = 0; i < chain.operands.size(); ++i)
      if (id != kNone && chain.operands[i].id == id) return static_cast<int>(i);
    chain.operands.push_back({id, id == kNone ? like : g.desc(id), axis});
    return static_cast<int>(chain.operands.size() - 1);
  }

  Verdict takes_tensor(TensorId id, bool output, const Pointwise& o) const {
    const graph::Tensor& t = g.tensor(id);
    const DType type = t.desc.dtype;
    if (t.ragged != kNone) return no("{} is ragged", t.name);
    if (t.desc.vector != 1 || t.reordering != graph::Reordering::none)
      return no("{}: its elements have an order of their own", t.name);
    const bool inside = output ? t.is_virtual : produced[static_cast<size_t>(id)] && t.is_virtual;
    if (output && !same_dims(t.desc, like)) return no("{}: its dims are not those of the chain", t.name);
    if (output && !inside)
      for (int i = 0; i < t.desc.rank; ++i)
        if (t.desc.dims[i] > 1 && t.desc.strides[i] == 0) return no("{}: stride {} is 0", t.name, i);
    if (is_small_float(type)) return yes();
    if (inside && output && type == DType::boolean && is_truth(o.mode)) return yes();
    if (inside && output && (type == DType::i32 || type == DType::i64) && o.mode == PointwiseMode::gen_index)
      return yes();
    if (inside && !output &&
        (type == DType::boolean || ((type == DType::i32 || type == DType::i64) && is_truth(o.mode))))
      return yes();
    if (!output && type == DType::f64 && t.desc.count() == 1) return yes();
    return no("{}: type {}; f32, f16 or bf16", t.name, dtype_name(type));
  }

  Verdict add(size_t n) {
    const auto* o = std::get_if<Pointwise>(&g.nodes[n].op);
    if (!o) return no("operation {} is no pointwise one", n);
    const bool index = o->mode == PointwiseMode::gen_index;
    if (o->compute != DType::f32) return no("operation {} computes in {}, not f32", n, dtype_name(o->compute));
    if (!index && !pointwise::block_function(o->mode))
      return no("has no vector code for pointwise mode {}", static_cast<int>(o->mode));
    if (index && !coordinates_fit(like, o->axis)) return no("coordinates beyond 2^24");
    if (Verdict v = takes_tensor(o->y, true, *o); !v) return v;

    Step s;
    s.node = n, s.op = *o, s.type = g.desc(o->y).dtype;
    const TensorId in[3] = {o->a, o->b, o->t};
    const int inputs = index ? 0 : graph::pointwise_inputs(o->mode);
    for (int i = 0; i < inputs; ++i) {
      if (in[i] == kNone) continue;
      if (Verdict v = takes_tensor(in[i], false, *o); !v) return v;
      int& r = home[static_cast<size_t>(in[i])];
      if (r < 0) {
        if (g.tensor(in[i]).is_virtual) return no("{} is virtual, and made outside of the chain", g.name(in[i]));
        r = take();
        s.loads.push_back({operand(in[i]), r});
      }
      s.in[i] = r;
    }
    // An input that ends here may give its register to the result.
    for (int i = 0; i < inputs; ++i)
      if (in[i] != kNone && last_use[static_cast<size_t>(in[i])] == n && home[static_cast<size_t>(in[i])] >= 0) {
        free.push_back(home[static_cast<size_t>(in[i])]);
        home[static_cast<size_t>(in[i])] = -1;
      }
    s.out = take();
    const auto y = static_cast<size_t>(o->y);
    home[y] = s.out;
    produced[y] = true;
    if (index)
      s.loads.push_back({operand(kNone, o->axis), s.out});
    else
      s.block = pointwise::block_function(o->mode);
    if (!g.tensor(o->y).is_virtual) s.store = operand(o->y);
    chain.steps.push_back(std::move(s));
    return yes();
  }

  Verdict build() {
    for (size_t n = first; n < last; ++n)
      if (const auto* o = std::get_if<Pointwise>(&g.nodes[n].op))
        for (TensorId id : {o->a, o->b, o->t})
          if (id != kNone) last_use[static_cast<size_t>(id)] = n;
    if (source != kNone) {
      const graph::Tensor& t = g.tensor(source);
      if (!is_small_float(t.desc.dtype)) return no("{}: type {}; f32, f16 or bf16", t.name, dtype_name(t.desc.dtype));
      chain.has_source = true;
      chain.source_type = t.desc.dtype;
      home[static_cast<size_t>(source)] = 1;
      produced[static_cast<size_t>(source)] = true;
      if (!t.is_virtual) chain.source_store = operand(source);
    } else {
      free.push_back(1);
    }
    for (size_t n = first; n < last; ++n)
      if (Verdict v = add(n); !v) return v;
    if (chain.registers > kMostRegisters) return no("{} values are alive at a time", chain.registers);
    return yes();
  }
};

}  // namespace

Verdict make_chain(const graph::Graph& g, size_t first, size_t last, TensorId source, TensorId like, Chain& chain) {
  chain = {};
  return Builder(g, first, last, source, g.desc(like), chain).build();
}

void round_values(DType type, float* values, int64_t n) {
  if (type != DType::f16 && type != DType::bf16) return;  // 0, 1 and coordinates are exact
  uint16_t bits[kTile];
  pointwise::store_function(type)(values, n, bits, 1);
  pointwise::load_function(type)(bits, 1, n, values);
}

void load_tile(const void* data, DType type, int64_t rows, int64_t cols, const Place& p, float* out) {
  const auto load = simd::pack_kernels().load;
  const char* from = at(data, type, p.base);
  if (type == DType::f64) {
    std::fill_n(out, rows * cols, static_cast<float>(*reinterpret_cast<const double*>(from)));
  } else if (p.col == 0 && cols > 1) {  // one value for each row
    float column[kTile + simd::kPackSlack];
    load(from, type, p.row, 1, rows, 1, 1, column);
    for (int64_t r = 0; r < rows; ++r) std::fill_n(out + r * cols, cols, column[r]);
  } else if (p.row == 0 && rows > 1) {  // one row for all
    load(from, type, 0, p.col, 1, cols, cols, out);
    for (int64_t r = 1; r < rows; ++r) std::memcpy(out + r * cols, out, static_cast<size_t>(cols) * sizeof(float));
  } else {
    load(from, type, p.row, p.col, rows, cols, cols, out);
  }
}

void store_tile(const float* values, DType type, int64_t rows, int64_t cols, const Place& p, void* data) {
  simd::pack_kernels().store(values, cols, rows, cols, const_cast<char*>(at(data, type, p.base)), type, p.row, p.col, 1,
                             0);
}

namespace {

// The tile as it lies in memory, when that is dense f32.
float* dense(const Operand& o, void* data, int64_t rows, int64_t cols, const Place& p) {
  const bool is_dense = (cols == 1 || p.col == 1) && (rows == 1 || p.row == cols);
  return o.desc.dtype == DType::f32 && is_dense ? static_cast<float*>(data) + p.base : nullptr;
}

}  // namespace

const float* run_tile(const Chain& chain, const RunArgs& args, int64_t rows, int64_t cols, const Place* places,
                      float* memory) {
  const int64_t n = rows * cols;
  // Where the values of each register are: dense memory is used as it is.
  const float* value[kMostRegisters];
  const auto own = [&](int r) { return memory + r * kRegister; };
  const auto in = [&](int r) { return r < 0 ? nullptr : value[r]; };
  const auto operand = [&](int k) -> const Operand& { return chain.operands[static_cast<size_t>(k)]; };
  const auto data = [&](int k) { return args.ptr(operand(k).id); };
  if (chain.has_source) {
    float* source = chain.source(memory);
    round_values(chain.source_type, source, n);
    if (const int k = chain.source_store; k >= 0)
      store_tile(source, operand(k).desc.dtype, rows, cols, places[k], data(k));
    value[1] = source;
  }
  const float* result = chain.source(memory);
  for (const Step& s : chain.steps) {
    for (const auto& l : s.loads) {
      const Place& p = places[l.operand];
      float* to = own(l.to);
      value[l.to] = to;
      if (operand(l.operand).axis >= 0) {
        for (int64_t r = 0; r < rows; ++r)
          for (int64_t c = 0; c < cols; ++c)
            to[r * cols + c] = static_cast<float>(static_cast<int32_t>(p.base + r * p.row + c * p.col));
      } else if (const float* there = dense(operand(l.operand), data(l.operand), rows, cols, p)) {
        value[l.to] = there;
      } else {
        load_tile(data(l.operand), operand(l.operand).desc.dtype, rows, cols, p, to);
      }
    }
    float* there = s.store >= 0 ? dense(operand(s.store), data(s.store), rows, cols, places[s.store]) : nullptr;
    float* out = there ? there : own(s.out);
    if (s.block) {
      pointwise::BlockScalars scalars = pointwise::block_scalars(s.op, args.scalars(s.node));
      if (s.store < 0) scalars.beta = 0;  // a virtual tensor has no old values
      if (scalars.beta != 0) load_tile(data(s.store), operand(s.store).desc.dtype, rows, cols, places[s.store], own(0));
      s.block(in(s.in[0]), in(s.in[1]), in(s.in[2]), own(0), out, n, scalars);
    } else if (there) {
      std::memcpy(out, value[s.out], static_cast<size_t>(n) * sizeof(float));
    }
    round_values(s.type, out, n);
    if (s.store >= 0 && !there)
      store_tile(out, operand(s.store).desc.dtype, rows, cols, places[s.store], data(s.store));
    value[s.out] = result = out;
  }
  return result;
}

}  // namespace girih::fused
