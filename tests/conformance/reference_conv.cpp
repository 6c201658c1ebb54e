#include <algorithm>
#include <cmath>

#include "conformance/reference.h"

namespace girih::conformance {
namespace {

// Visits every product of a convolution: f(index in x, index in w, index in y). All three passes sum the same
// products, so this one nest is the whole definition.
template <typename F>
void for_each_product(const ConvShape& s, F f) {
  size_t rank = s.in.size();
  auto padded = [&](const std::vector<int64_t>& v, int64_t fill) {
    std::vector<int64_t> full(3 - rank, fill);
    full.insert(full.end(), v.begin(), v.end());
    return full;
  };
  std::vector<int64_t> in = padded(s.in, 1), out = padded(s.out(), 1), window = padded(s.window, 1);
  std::vector<int64_t> pad = padded(s.pad, 0), stride = padded(s.stride, 1), dilation = padded(s.dilation, 1);
  int64_t cg = s.c / s.groups, kg = s.k / s.groups;
  for (int64_t n = 0; n < s.n; ++n)
    for (int64_t k = 0; k < s.k; ++k)
      for (int64_t o0 = 0; o0 < out[0]; ++o0)
        for (int64_t o1 = 0; o1 < out[1]; ++o1)
          for (int64_t o2 = 0; o2 < out[2]; ++o2) {
            int64_t iy = (((n * s.k + k) * out[0] + o0) * out[1] + o1) * out[2] + o2;
            for (int64_t r0 = 0; r0 < window[0]; ++r0)
              for (int64_t r1 = 0; r1 < window[1]; ++r1)
                for (int64_t r2 = 0; r2 < window[2]; ++r2) {
                  int64_t t0 = s.flip ? window[0] - 1 - r0 : r0;
                  int64_t t1 = s.flip ? window[1] - 1 - r1 : r1;
                  int64_t t2 = s.flip ? window[2] - 1 - r2 : r2;
                  int64_t i0 = o0 * stride[0] - pad[0] + r0 * dilation[0];
                  int64_t i1 = o1 * stride[1] - pad[1] + r1 * dilation[1];
                  int64_t i2 = o2 * stride[2] - pad[2] + r2 * dilation[2];
                  if (i0 < 0 || i0 >= in[0] || i1 < 0 || i1 >= in[1] || i2 < 0 || i2 >= in[2]) continue;
                  for (int64_t j = 0; j < cg; ++j) {
                    int64_t c = k / kg * cg + j;
                    int64_t ix = (((n * s.c + c) * in[0] + i0) * in[1] + i1) * in[2] + i2;
                    int64_t iw = (((k * cg + j) * window[0] + t0) * window[1] + t1) * window[2] + t2;
                    f(ix, iw, iy);
                  }
                }
          }
}

int64_t product(const std::vector<int64_t>& dims) {
  int64_t all = 1;
  for (int64_t dim : dims) all *= dim;
  return all;
}

struct Counter {
  explicit Counter(size_t count) : counts(count) {}
  double most() const { return *std::max_element(counts.begin(), counts.end()); }
  std::vector<int> counts;
};

}  // namespace

std::vector<int64_t> ConvShape::out() const {
  std::vector<int64_t> sizes(in.size());
  for (size_t i = 0; i < in.size(); ++i)
    sizes[i] = (in[i] + 2 * pad[i] - ((window[i] - 1) * dilation[i] + 1)) / stride[i] + 1;
  return sizes;
}

std::vector<int64_t> ConvShape::x_dims() const {
  std::vector<int64_t> dims{n, c};
  dims.insert(dims.end(), in.begin(), in.end());
  return dims;
}

std::vector<int64_t> ConvShape::w_dims() const {
  std::vector<int64_t> dims{k, c / groups};
  dims.insert(dims.end(), window.begin(), window.end());
  return dims;
}

std::vector<int64_t> ConvShape::y_dims() const {
  std::vector<int64_t> dims{n, k}, sizes = out();
  dims.insert(dims.end(), sizes.begin(), sizes.end());
  return dims;
}

Sums conv_fprop(const ConvShape& shape, const std::vector<double>& x, const std::vector<double>& w) {
  Sums y(product(shape.y_dims()));
  Counter counter(y.value.size());
  for_each_product(shape, [&](int64_t ix, int64_t iw, int64_t iy) {
    y.value[iy] += x[ix] * w[iw];
    y.magnitude[iy] += std::fabs(x[ix] * w[iw]);
    ++counter.counts[iy];
  });
  y.terms = counter.most();
  return y;
}

Sums conv_dgrad(const ConvShape& shape, const std::vector<double>& w, const std::vector<double>& dy) {
  Sums dx(product(shape.x_dims()));
  Counter counter(dx.value.size());
  for_each_product(shape, [&](int64_t ix, int64_t iw, int64_t iy) {
    dx.value[ix] += dy[iy] * w[iw];
    dx.magnitude[ix] += std::fabs(dy[iy] * w[iw]);
    ++counter.counts[ix];
  });
  dx.terms = counter.most();
  return dx;
}

Sums conv_wgrad(const ConvShape& shape, const std::vector<double>& x, const std::vector<double>& dy) {
  Sums dw(product(shape.w_dims()));
  Counter counter(dw.value.size());
  for_each_product(shape, [&](int64_t ix, int64_t iw, int64_t iy) {
    dw.value[iw] += dy[iy] * x[ix];
    dw.magnitude[iw] += std::fabs(dy[iy] * x[ix]);
    ++counter.counts[iw];
  });
  dw.terms = counter.most();
  return dw;
}

Sums conv_bias_gradient(const std::vector<int64_t>& y_dims, const std::vector<double>& dy) {
  Sums db(y_dims[1]);
  int64_t inner = product(y_dims) / y_dims[0] / y_dims[1];
  for (size_t i = 0; i < dy.size(); ++i) {
    int64_t k = static_cast<int64_t>(i) / inner % y_dims[1];
    db.value[k] += dy[i];
    db.magnitude[k] += std::fabs(dy[i]);
  }
  db.terms = static_cast<double>(y_dims[0] * inner);
  return db;
}

}  // namespace girih::conformance
