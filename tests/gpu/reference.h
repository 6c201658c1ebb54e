// Convolution and matrix product by definition, in double, and the sum of |a b| that error bounds scale with. Shares no
// code with the engine: plain loops over the definition, no phases, no tiles.
#pragma once
#include <cmath>
#include <functional>
#include <thread>
#include <vector>

#include "engines/cuda/igemm/problem.h"

namespace girih::gpu {

using igemm::ConvProblem;
using igemm::Extent;
using igemm::i64;
using igemm::MatmulProblem;
using igemm::Pass;

struct Reference {
  std::vector<double> value, magnitude;  // packed
};

inline void parallel(i64 count, const std::function<void(i64)>& body) {
  const i64 workers = std::max<i64>(1, std::min<i64>(count, std::thread::hardware_concurrency()));
  std::vector<std::thread> threads;
  for (i64 w = 0; w < workers; ++w) {
    threads.emplace_back([=, &body] {
      for (i64 i = w; i < count; i += workers) body(i);
    });
  }
  for (auto& t : threads) t.join();
}

// The input position that output position `o` reads under tap `t`, or -1.
inline int input_position(const ConvProblem& p, int axis, int o, int t) {
  const int i = o * p.stride[axis] - p.pad_low[axis] + t * p.dilation[axis];
  return i >= 0 && i < p.in[axis] ? i : -1;
}

// x: [n][in][c], w: [k][taps][c / groups], y: [n][out][k], all packed; `a`, `b` as the pass names them.
inline Reference reference_conv(const ConvProblem& p, const std::vector<double>& a, const std::vector<double>& b) {
  const Extent out = p.out();
  const int cg = p.c / p.groups, kg = p.k / p.groups, taps = p.taps();
  const i64 in_pixels = i64{p.in[0]} * p.in[1] * p.in[2], out_pixels = i64{out[0]} * out[1] * out[2];
  Reference r;
  const size_t size = p.pass == Pass::kFprop   ? p.n * out_pixels * p.k
                      : p.pass == Pass::kDgrad ? p.n * in_pixels * p.c
                                               : size_t(p.k) * taps * cg;
  r.value.assign(size, 0.0), r.magnitude.assign(size, 0.0);
  // Calls f(input pixel, tap) for every tap that reaches inside.
  const auto for_taps = [&](i64 o, const auto& f) {
    const int q = o % out[2], pp = o / out[2] % out[1], d = static_cast<int>(o / out[2] / out[1]);
    for (int t = 0; t < p.filter[0]; ++t) {
      for (int y = 0; y < p.filter[1]; ++y) {
        for (int x = 0; x < p.filter[2]; ++x) {
          const int id = input_position(p, 0, d, t), ih = input_position(p, 1, pp, y), iw = input_position(p, 2, q, x);
          if (id >= 0 && ih >= 0 && iw >= 0)
            f((i64{id} * p.in[1] + ih) * p.in[2] + iw, (t * p.filter[1] + y) * p.filter[2] + x);
        }
      }
    }
  };
  const auto add = [&](double& v, double& m, double product) { v += product, m += std::fabs(product); };
  if (p.pass == Pass::kFprop) {
    parallel(p.n * out_pixels, [&](i64 row) {
      const i64 n = row / out_pixels;
      for_taps(row % out_pixels, [&](i64 pixel, int tap) {
        for (int k = 0; k < p.k; ++k) {
          const double* x = &a[(n * in_pixels + pixel) * p.c + k / kg * cg];
          const double* w = &b[(i64{k} * taps + tap) * cg];
          for (int c = 0; c < cg; ++c) add(r.value[row * p.k + k], r.magnitude[row * p.k + k], x[c] * w[c]);
        }
      });
    });
  } else if (p.pass == Pass::kDgrad) {
    parallel(i64{p.n} * p.groups, [&](i64 task) {
      const i64 n = task / p.groups, g = task % p.groups;
      for (i64 o = 0; o < out_pixels; ++o) {
        for_taps(o, [&](i64 pixel, int tap) {
          const i64 dx = (n * in_pixels + pixel) * p.c + g * cg;
          for (i64 k = g * kg; k < (g + 1) * kg; ++k) {
            const double dy = a[(n * out_pixels + o) * p.k + k];
            for (int c = 0; c < cg; ++c) add(r.value[dx + c], r.magnitude[dx + c], dy * b[(k * taps + tap) * cg + c]);
          }
        });
      }
    });
  } else {
    parallel(p.k, [&](i64 k) {
      for (i64 n = 0; n < p.n; ++n) {
        for (i64 o = 0; o < out_pixels; ++o) {
          const double dy = a[(n * out_pixels + o) * p.k + k];
          for_taps(o, [&](i64 pixel, int tap) {
            const double* x = &b[(n * in_pixels + pixel) * p.c + k / kg * cg];
            const i64 dw = (k * taps + tap) * cg;
            for (int c = 0; c < cg; ++c) add(r.value[dw + c], r.magnitude[dw + c], dy * x[c]);
          });
        }
      }
    });
  }
  return r;
}

// Operands and result as stored (leading dimensions and batch strides of the problem).
inline Reference reference_matmul(const MatmulProblem& p, const std::vector<double>& a, const std::vector<double>& b) {
  Reference r;
  r.value.assign(size_t(p.batch) * p.m * p.n, 0.0), r.magnitude = r.value;
  parallel(i64{p.batch} * p.m, [&](i64 line) {
    const i64 z = line / p.m, i = line % p.m;
    for (i64 j = 0; j < p.n; ++j) {
      double value = 0, magnitude = 0;
      for (i64 k = 0; k < p.k; ++k) {
        const double x = a[z * p.batch_a + (p.major_a == tile::Major::kK ? i * p.lead_a + k : k * p.lead_a + i)];
        const double y = b[z * p.batch_b + (p.major_b == tile::Major::kK ? j * p.lead_b + k : k * p.lead_b + j)];
        value += x * y, magnitude += std::fabs(x * y);
      }
      r.value[line * p.n + j] = value, r.magnitude[line * p.n + j] = magnitude;
    }
  });
  return r;
}

}  // namespace girih::gpu
