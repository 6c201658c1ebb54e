#include "conformance/reference_attention.h"

#include <algorithm>

namespace girih::conformance {
namespace {

// What the heads see of a vector: head h's part, `in` times its matrix plus its bias, or the vector itself.
std::vector<Var> seen_by_head(Tape& tape, const AttentionShape& shape, const AttentionPlaces& places,
                              const AttentionInputs& in, int kind, int64_t head, const Var* vector) {
  const std::vector<int64_t> dims = shape.dims(kind);
  const int64_t width = kind == 0 ? shape.q : kind == 1 ? shape.k : shape.v;
  if (dims.empty()) return {vector, vector + width};
  std::vector<Var> result;
  for (int64_t o = 0; o < dims[1]; ++o) {
    std::vector<std::pair<Var, Var>> products;
    for (int64_t i = 0; i < width; ++i) products.emplace_back(vector[i], in.weights[places.of[kind].at(head, o, i)]);
    std::vector<Var> terms;
    if (!shape.dims(kind + 4).empty()) terms.push_back(in.weights[places.of[kind + 4].at(head, o, 0)]);
    result.push_back(tape.dot(products, terms));
  }
  return result;
}

Var inner(Tape& tape, const std::vector<Var>& a, const std::vector<Var>& b) {
  std::vector<std::pair<Var, Var>> products;
  for (size_t i = 0; i < a.size(); ++i) products.emplace_back(a[i], b[i]);
  return tape.dot(products);
}

// Shifted by the largest, which cancels: it is a constant to the gradients.
std::vector<Var> softmax(Tape& tape, const std::vector<Var>& scores) {
  double largest = tape.value(scores[0]);
  for (Var s : scores) largest = std::max(largest, tape.value(s));
  const Var shift = tape.input(largest);
  std::vector<Var> powers, result;
  for (Var s : scores) powers.push_back(tape.exp(tape.subtract(s, shift)));
  const Var inverse = tape.reciprocal(tape.sum(powers));
  for (Var p : powers) result.push_back(tape.multiply(p, inverse));
  return result;
}

}  // namespace

std::vector<int64_t> AttentionShape::dims(int kind) const {
  const int64_t projections[] = {q_proj, k_proj, v_proj, out}, inputs[] = {q, k, v, head_v()};
  const int64_t part = kind % 4, projection = projections[part];
  if (projection == 0 || (kind >= 4 && !bias)) return {};
  if (kind < 4) return {heads, projection, inputs[part]};
  return {part == 3 ? 1 : heads, projection, 1};
}

std::vector<Var> attention_forward(Tape& tape, const AttentionShape& shape, const AttentionPlaces& places,
                                   const AttentionInputs& in) {
  const int64_t width = shape.width();
  std::vector<Var> out(static_cast<size_t>(shape.batch * shape.beams * shape.q_time * width));
  // Keys and values of each kv sequence, as each head sees them: [sequence][head][time].
  std::vector<std::vector<Var>> keys, values;
  for (int64_t n = 0; n < shape.batch * shape.kv_beams(); ++n)
    for (int64_t h = 0; h < shape.heads; ++h)
      for (int64_t s = 0; s < shape.kv_time; ++s) {
        const bool there = s < shape.kv_lengths[n];
        const int64_t row = n * shape.kv_time + s;
        keys.push_back(there ? seen_by_head(tape, shape, places, in, 1, h, &in.k[row * shape.k]) : std::vector<Var>());
        values.push_back(there ? seen_by_head(tape, shape, places, in, 2, h, &in.v[row * shape.v])
                               : std::vector<Var>());
      }

  for (int64_t n = 0; n < shape.batch * shape.beams; ++n)
    for (int64_t t = 0; t < shape.q_time; ++t) {
      if (t >= shape.q_lengths[n] || (shape.step >= 0 && t != shape.step)) continue;
      const int64_t kv = shape.one_to_one ? n : n / shape.beams;
      const int64_t low = std::max<int64_t>(0, shape.low[t]), high = std::min(shape.kv_lengths[kv], shape.high[t]);
      std::vector<std::vector<Var>> context;  // of each head
      for (int64_t h = 0; h < shape.heads; ++h) {
        const std::vector<Var> query =
            seen_by_head(tape, shape, places, in, 0, h, &in.q[(n * shape.q_time + t) * shape.q]);
        auto place = [&](int64_t s) { return (kv * shape.heads + h) * shape.kv_time + s; };
        std::vector<Var> scores;
        for (int64_t s = low; s < high; ++s)
          scores.push_back(tape.scale(inner(tape, query, keys[place(s)]), shape.scale));
        std::vector<Var> share = scores.empty() ? scores : softmax(tape, scores);
        if (!in.kept.empty())
          for (int64_t s = low; s < high; ++s) {
            Var& p = share[s - low];
            p = in.kept[((n * shape.heads + h) * shape.q_time + t) * shape.kv_time + s]
                    ? tape.scale(p, in.dropout_scale)
                    : Var();
          }
        context.emplace_back();
        for (int64_t j = 0; j < shape.head_v(); ++j) {
          std::vector<std::pair<Var, Var>> products;
          for (int64_t s = low; s < high; ++s) products.emplace_back(share[s - low], values[place(s)][j]);
          context.back().push_back(tape.dot(products));
        }
      }
      for (int64_t j = 0; j < width; ++j) {
        const int64_t at = (n * shape.q_time + t) * width + j;
        Var result;
        if (shape.out) {
          std::vector<std::pair<Var, Var>> products;
          for (int64_t h = 0; h < shape.heads; ++h)
            for (int64_t i = 0; i < shape.head_v(); ++i)
              products.emplace_back(context[h][i], in.weights[places.of[3].at(h, j, i)]);
          std::vector<Var> terms;
          if (shape.bias) terms.push_back(in.weights[places.of[7].at(0, j, 0)]);
          result = tape.dot(products, terms);
        } else {
          result = context[j / shape.head_v()][j % shape.head_v()];
        }
        if (!in.post_kept.empty())
          result = in.post_kept[at] ? tape.scale(result, in.post_dropout_scale) : tape.input(0);
        out[at] = in.residual.empty() ? result : tape.add(result, in.residual[at]);
      }
    }
  return out;
}

}  // namespace girih::conformance
