#include "data.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <numeric>

namespace {

constexpr int kImages = 10000;

[[noreturn]] void fail(const std::string& path, const char* what) {
  std::fprintf(stderr, "mnist: %s: %s\n", path.c_str(), what);
  std::exit(1);
}

// The whole content of a gzip file, which must have exactly `size` bytes.
std::vector<uint8_t> read_gzip(const std::string& path, size_t size) {
  gzFile file = gzopen(path.c_str(), "rb");
  if (!file) fail(path, "cannot be opened (--data names the folder of the MNIST files)");
  std::vector<uint8_t> bytes(size + 1);
  size_t have = 0;
  int got = 1;
  while (have < bytes.size() && got > 0) {
    got = gzread(file, bytes.data() + have, static_cast<unsigned>(bytes.size() - have));
    if (got > 0) have += static_cast<size_t>(got);
  }
  const bool damaged = got < 0 || gzclose(file) != Z_OK;
  if (damaged) fail(path, "is damaged");
  if (have != size) fail(path, "has the wrong size");
  bytes.resize(size);
  return bytes;
}

uint32_t big_endian(const uint8_t* p) {
  return uint32_t{p[0]} << 24 | uint32_t{p[1]} << 16 | uint32_t{p[2]} << 8 | uint32_t{p[3]};
}

// An IDX file starts with its type (0x08: bytes), its number of dimensions, and each dimension.
std::vector<uint8_t> read_idx(const std::string& path, const std::vector<uint32_t>& dims) {
  size_t count = 1;
  for (const uint32_t dim : dims) count *= dim;
  const size_t header = 4 + 4 * dims.size();
  std::vector<uint8_t> bytes = read_gzip(path, header + count);
  bool good = big_endian(bytes.data()) == (0x0800 | dims.size());
  for (size_t i = 0; i < dims.size(); ++i) good = good && big_endian(bytes.data() + 4 + 4 * i) == dims[i];
  if (!good) fail(path, "is not the MNIST file of this name");
  bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(header));
  return bytes;
}

// Pixel values to floats, with the mean (0.1307) and deviation (0.3081) of all MNIST training images.
const std::array<float, 256> kScaled = [] {
  std::array<float, 256> table{};
  for (size_t i = 0; i < 256; ++i) table[i] = (static_cast<float>(i) / 255.0f - 0.1307f) / 0.3081f;
  return table;
}();

}  // namespace

void load_digits(const std::string& folder, Digits* train, Digits* test) {
  const auto pixels = read_idx(folder + "/t10k-images-idx3-ubyte.gz", {kImages, kImageSize, kImageSize});
  const std::string label_path = folder + "/t10k-labels-idx1-ubyte.gz";
  const auto labels = read_idx(label_path, {kImages});
  for (int i = 0; i < kImages; ++i) {
    if (labels[i] >= kClasses) fail(label_path, "holds a label that is no digit");
    Digits* set = i % 5 == 4 ? test : train;
    const auto first = pixels.begin() + std::ptrdiff_t{i} * kPixels;
    set->pixels.insert(set->pixels.end(), first, first + kPixels);
    set->labels.push_back(labels[i]);
  }
}

void write_image(const Digits& digits, int index, int dx, int dy, float* out) {
  const uint8_t* image = digits.pixels.data() + std::ptrdiff_t{index} * kPixels;
  std::fill(out, out + kPixels, kScaled[0]);
  const int first = std::max(0, -dx);
  const int last = std::min(kImageSize, kImageSize - dx);
  for (int y = std::max(0, -dy); y < std::min(kImageSize, kImageSize - dy); ++y) {
    const uint8_t* row = image + y * kImageSize;
    float* moved = out + (y + dy) * kImageSize + dx;
    for (int x = first; x < last; ++x) moved[x] = kScaled[row[x]];
  }
}

void write_one_hot(const Digits& digits, int index, float* out) {
  std::fill(out, out + kClasses, 0.0f);
  out[digits.labels[static_cast<size_t>(index)]] = 1.0f;
}

std::vector<int> shuffled(int n, Random* random) {
  std::vector<int> order(static_cast<size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  for (int i = n - 1; i > 0; --i)
    std::swap(order[static_cast<size_t>(i)], order[static_cast<size_t>(random->below(i + 1))]);
  return order;
}
