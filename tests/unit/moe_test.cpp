// Mixtures of experts against the definition; integers, so that every sum is exact.
#include "packed_buffer.h"

namespace girih::test {
namespace {

using graph::MoeGroupedMatmul;
using graph::MoeGroupedMatmulBackward;
using graph::MoeMode;

constexpr int kReference = 122;
constexpr int64_t kExperts = 4, kDepth = 9, kWidth = 7, kTokens = 12;
// The first two tokens belong to no expert, the third expert has none.
const std::vector<int32_t> kFirst = {2, 5, 9, 9};

int64_t expert_of(int64_t row) {
  int64_t e = -1;
  for (int64_t i = 0; i < kExperts; ++i)
    if (kFirst[static_cast<size_t>(i)] <= row) e = i;
  return e;
}

void check_forward(MoeMode mode, int top_k, DType type, bool ks) {
  const int64_t tokens = mode == MoeMode::gather ? kTokens / top_k : kTokens;
  Buffer token(type, {1, tokens, kDepth}, Order::gaps), weight(type, {kExperts, kDepth, kWidth}, Order::nhwc),
      out(type, {1, kTokens, kWidth}, Order::gaps);
  token.fill(Integers(1, -4, 4)), weight.fill(Integers(2, -4, 4));
  Integers old(3, 50, 60);
  out.fill(old);  // rows without an expert keep what they have
  const auto before = out.values();
  // A permutation of the rows; with `ks`, split into a token and its place among top_k.
  std::vector<int32_t> index(kTokens), place(kTokens);
  for (int32_t i = 0; i < kTokens; ++i) index[static_cast<size_t>(i)] = i * 5 % static_cast<int32_t>(kTokens);
  std::vector<int32_t> row = index;
  if (ks)
    for (size_t i = 0; i < index.size(); ++i) place[i] = index[i] % top_k, index[i] /= top_k;
  Call call;
  MoeGroupedMatmul o;
  o.mode = mode, o.top_k = top_k;
  o.token = call.tensor("token", token.desc, token.data());
  o.weight = call.tensor("weight", weight.desc, weight.data());
  o.output = call.tensor("output", out.desc, out.data());
  o.first_token_offset = call.tensor("offsets", make(DType::i32, {kExperts, 1, 1}, Order::nchw), kFirst.data());
  if (mode != MoeMode::none)
    o.token_index = call.tensor("index", make(DType::i32, {1, kTokens, 1}, Order::nchw), index.data());
  if (ks) o.token_ks = call.tensor("ks", make(DType::i32, {1, kTokens, 1}, Order::nchw), place.data());
  call.add(o);
  ASSERT_TRUE(engine_takes_call(kReference, call));
  const std::string what =
      fmt::format("mode {} top_k {} {} ks {}", static_cast<int>(mode), top_k, dtype_name(type), ks);
  run_on_threads(call, kReference, {&out}, what);
  std::vector<double> want = before;
  for (int64_t r = 0; r < kTokens; ++r) {
    const int64_t e = expert_of(r);
    if (e < 0) continue;
    const int64_t from = mode == MoeMode::gather ? row[static_cast<size_t>(r)] / top_k : r;
    const int64_t to = mode == MoeMode::scatter ? row[static_cast<size_t>(r)] : r;
    for (int64_t j = 0; j < kWidth; ++j) {
      double sum = 0;
      for (int64_t k = 0; k < kDepth; ++k)
        sum += token.get(from * kDepth + k) * weight.get((e * kDepth + k) * kWidth + j);
      want[static_cast<size_t>(to * kWidth + j)] = sum;
    }
  }
  expect_equal(out, want, what);
}

TEST(Moe, Forward) {
  for (DType type : {DType::f32, DType::f16, DType::bf16}) {
    check_forward(MoeMode::none, 1, type, false);
    for (int top_k : {1, 3}) check_forward(MoeMode::gather, top_k, type, false);
    check_forward(MoeMode::scatter, 1, type, false);
    check_forward(MoeMode::scatter, 3, type, true);
  }
}

TEST(Moe, WeightGradient) {
  for (DType type : {DType::f32, DType::bf16}) {
    Buffer token(type, {1, kTokens, kDepth}, Order::gaps), dout(type, {1, kTokens, kWidth}),
        dweight(type, {kExperts, kDepth, kWidth}, Order::nhwc);
    token.fill(Integers(4, -4, 4)), dout.fill(Integers(5, -4, 4));
    Call call;
    MoeGroupedMatmulBackward o;
    o.token = call.tensor("token", token.desc, token.data());
    o.doutput = call.tensor("doutput", dout.desc, dout.data());
    o.dweight = call.tensor("dweight", dweight.desc, dweight.data());
    o.first_token_offset = call.tensor("offsets", make(DType::i32, {kExperts, 1, 1}, Order::nchw), kFirst.data());
    call.add(o);
    run_on_threads(call, kReference, {&dweight}, "moe backward");
    std::vector<double> want(static_cast<size_t>(kExperts * kDepth * kWidth));
    for (int64_t r = 0; r < kTokens; ++r)
      for (int64_t k = 0; k < kDepth && expert_of(r) >= 0; ++k)
        for (int64_t j = 0; j < kWidth; ++j)
          want[static_cast<size_t>((expert_of(r) * kDepth + k) * kWidth + j)] +=
              token.get(r * kDepth + k) * dout.get(r * kWidth + j);
    expect_equal(dweight, want, "moe backward");
  }
}

// The weights in i4 with f16 scales, dequantized in the same graph.
TEST(Moe, WeightsInFourBits) {
  constexpr int64_t depth = 64, width = 6;
  Codes weight(DType::i4, {kExperts, depth, width}, Order::gaps);
  weight.fill(6);
  Buffer scale(DType::f16, {kExperts, 2, width}), token(DType::f16, {1, kTokens, depth}),
      out(DType::f32, {1, kTokens, width});
  Integers exponent(7, -2, 1);
  scale.fill([&] { return std::ldexp(1.0, static_cast<int>(exponent())); });
  token.fill(Integers(8, -3, 3));
  out.fill([] { return 0.0; });
  Call call;
  graph::BlockScaleDequantize d;
  d.block[0] = 32, d.block[1] = 1;
  d.x = call.tensor("weight", weight.desc, weight.data());
  d.scale = call.tensor("scale", scale.desc, scale.data());
  d.y = call.tensor("dequantized", make(DType::f16, {kExperts, depth, width}, Order::nchw), nullptr);
  call.graph.tensors.back().is_virtual = true;
  call.add(d);
  MoeGroupedMatmul o;
  o.weight = d.y;
  o.token = call.tensor("token", token.desc, token.data());
  o.output = call.tensor("output", out.desc, out.data());
  o.first_token_offset = call.tensor("offsets", make(DType::i32, {kExperts, 1, 1}, Order::nchw), kFirst.data());
  call.add(o);
  run_on_threads(call, 100, {&out}, "four bits");
  std::vector<double> want(static_cast<size_t>(kTokens * width));
  for (int64_t r = 0; r < kTokens; ++r)
    for (int64_t k = 0; k < depth && expert_of(r) >= 0; ++k)
      for (int64_t j = 0; j < width; ++j) {
        const int64_t e = expert_of(r);
        const auto code = static_cast<double>(weight.get({e, k, j}));
        want[static_cast<size_t>(r * width + j)] +=
            token.get(r * depth + k) * (code < 8 ? code : code - 16) * scale.get((e * 2 + k / 32) * width + j);
      }
  expect_equal(out, want, "four bits");
}

}  // namespace
}  // namespace girih::test
