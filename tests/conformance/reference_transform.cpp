#include "conformance/reference_transform.h"

#include <algorithm>

namespace girih::conformance {
namespace {

int64_t product(const std::vector<int64_t>& dims) {
  int64_t all = 1;
  for (int64_t dim : dims) all *= dim;
  return all;
}

// A row-major array that reads as 0 outside.
struct Array {
  std::vector<int64_t> dims;
  std::vector<double> data;

  explicit Array(std::vector<int64_t> d) : dims(std::move(d)), data(product(dims)) {}
  double* at(const std::vector<int64_t>& index) {
    int64_t flat = 0;
    for (size_t i = 0; i < dims.size(); ++i) {
      if (index[i] < 0 || index[i] >= dims[i]) return nullptr;
      flat = flat * dims[i] + index[i];
    }
    return &data[flat];
  }
};

// Calls f(index) for each index below dims, row-major.
template <typename F>
void each(const std::vector<int64_t>& dims, F f) {
  std::vector<int64_t> index(dims.size(), 0);
  for (int64_t left = product(dims); left > 0; --left) {
    f(index);
    for (size_t i = dims.size(); i-- > 0;) {
      if (++index[i] < dims[i]) break;
      index[i] = 0;
    }
  }
}

// Moves every element by `before`; what leaves the new dims is cropped.
Array padded(Array& x, const TransformShape& s) {
  std::vector<int64_t> dims = x.dims;
  for (size_t i = 0; i < dims.size(); ++i) dims[i] = std::max<int64_t>(0, dims[i] + s.before[i] + s.after[i]);
  Array y(dims);
  each(x.dims, [&](const std::vector<int64_t>& index) {
    std::vector<int64_t> moved = index;
    for (size_t i = 0; i < moved.size(); ++i) moved[i] += s.before[i];
    if (double* to = y.at(moved)) *to = *x.at(index);
  });
  return y;
}

// Splits element h of a spatial dimension into h / f and the phase h % f, which goes into the channel. `back` undoes
// it.
Array folded(Array& x, const std::vector<int64_t>& fold, bool back) {
  std::vector<int64_t> dims = x.dims;
  const int64_t phases = product(fold);
  const int64_t channels = back ? x.dims[1] / phases : x.dims[1];
  dims[1] = back ? channels : x.dims[1] * phases;
  for (size_t i = 0; i < fold.size(); ++i)
    dims[i + 2] = back ? dims[i + 2] * fold[i] : (dims[i + 2] + fold[i] - 1) / fold[i];
  Array y(dims);
  Array &wide = back ? y : x, &narrow = back ? x : y;
  each(wide.dims, [&](const std::vector<int64_t>& index) {
    std::vector<int64_t> at = index;
    int64_t phase = 0;
    for (size_t i = 0; i < fold.size(); ++i) {
      phase = phase * fold[i] + index[i + 2] % fold[i];
      at[i + 2] = index[i + 2] / fold[i];
    }
    at[1] = phase * channels + index[1];
    if (back)
      *wide.at(index) = *narrow.at(at);
    else
      *narrow.at(at) = *wide.at(index);
  });
  return y;
}

Array run(const TransformShape& s, const std::vector<int64_t>& dims, const std::vector<double>& x) {
  Array source(dims);
  source.data = x;
  if (s.unfold) {
    Array wide = folded(source, s.fold, true);
    return padded(wide, s);
  }
  Array wide = padded(source, s);
  return folded(wide, s.fold, false);
}

}  // namespace

std::vector<int64_t> transform_dims(const TransformShape& shape, const std::vector<int64_t>& dims) {
  return run(shape, dims, std::vector<double>(product(dims))).dims;
}

std::vector<double> transform(const TransformShape& shape, const std::vector<int64_t>& dims,
                              const std::vector<double>& x) {
  return run(shape, dims, x).data;
}

std::vector<double> im2col(const ConvShape& s, const std::vector<double>& x) {
  Array image(s.x_dims());
  image.data = x;
  std::vector<int64_t> rows = s.window, columns = s.out();
  std::vector<double> matrix;
  for (int64_t c = 0; c < s.c; ++c)
    each(rows, [&](const std::vector<int64_t>& tap) {
      for (int64_t n = 0; n < s.n; ++n)
        each(columns, [&](const std::vector<int64_t>& out) {
          std::vector<int64_t> at{n, c};
          for (size_t i = 0; i < out.size(); ++i) {
            const int64_t t = s.flip ? s.window[i] - 1 - tap[i] : tap[i];
            at.push_back(out[i] * s.stride[i] - s.pad[i] + t * s.dilation[i]);
          }
          const double* from = image.at(at);
          matrix.push_back(from ? *from : 0);
        });
    });
  return matrix;
}

std::vector<double> reordered_filter(int64_t k, int64_t c, int64_t taps, const std::vector<double>& w) {
  std::vector<double> y;
  for (int64_t c32 = 0; c32 < c / 32; ++c32)
    for (int64_t tap = 0; tap < taps; ++tap)
      for (int64_t k32 = 0; k32 < (k + 31) / 32; ++k32)
        for (int64_t a = 0; a < 4; ++a)
          for (int64_t h = 0; h < 2; ++h)
            for (int64_t q = 0; q < 8; ++q)
              for (int64_t b = 0; b < 4; ++b)
                for (int64_t byte = 0; byte < 4; ++byte) {
                  const int64_t row = 32 * k32 + 8 * a + 2 * b + h, channel = 32 * c32 + 4 * q + byte;
                  if (row < k) y.push_back(w[(row * c + channel) * taps + tap]);
                }
  return y;
}

std::vector<double> reordered_bias(const std::vector<double>& bias) {
  std::vector<double> y;
  for (size_t block = 0; block < bias.size(); block += 32)
    for (size_t h = 0; h < 2; ++h)
      for (size_t a = 0; a < 4; ++a)
        for (size_t j = 0; j < 4; ++j) y.push_back(bias[block + 8 * a + 4 * h + j]);
  return y;
}

}  // namespace girih::conformance
