// The primitives of the tile library, each against a few lines of host code.
#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "device.h"
#include "engines/cuda/tile/fastdiv.h"
#include "half.h"
#include "images.h"

namespace girih::gpu {
namespace {

using namespace tile;

int failures = 0, checks = 0;

void expect(bool ok, const std::string& what) {
  ++checks;
  if (ok) return;
  if (++failures < 40) std::printf("FAIL %s\n", what.c_str());
}

struct Launch {
  Gpu& gpu;
  void operator()(const char* name, int grid, int threads, int shared, std::vector<void*> arguments) const {
    const CUkernel kernel = gpu.kernels.find(name, shared, gpu.device);
    if (kernel == nullptr) {
      std::printf("FATAL no kernel %s\n", name);
      std::fflush(stdout);
      std::_Exit(2);
    }
    CUlaunchConfig c{};
    c.gridDimX = grid, c.gridDimY = c.gridDimZ = 1, c.blockDimX = threads, c.blockDimY = c.blockDimZ = 1;
    c.sharedMemBytes = shared, c.hStream = gpu.stream;
    check(gpu.d->cuLaunchKernelEx(&c, reinterpret_cast<CUfunction>(kernel), arguments.data(), nullptr), name);
    check(gpu.d->cuStreamSynchronize(gpu.stream), name);
  }
};

constexpr int kShared = 100 * 1024;

TensorMap encode_tiled(Gpu& gpu, void* data, std::vector<cuuint64_t> dims, std::vector<cuuint64_t> strides,
                       std::vector<cuuint32_t> box) {
  const std::vector<cuuint32_t> ones(dims.size(), 1);
  CUtensorMap map;
  GIRIH_GPU(gpu.d->cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, dims.size(), data, dims.data(),
                                          strides.data(), box.data(), ones.data(), CU_TENSOR_MAP_INTERLEAVE_NONE,
                                          CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
                                          CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
  TensorMap out;
  std::memcpy(&out, &map, sizeof(out));
  return out;
}

std::vector<uint16_t> numbered(size_t count) {
  std::vector<uint16_t> v(count);
  for (size_t i = 0; i < count; ++i) v[i] = static_cast<uint16_t>(1 + i * 40503u % 65521u);
  return v;
}

// Every pixel of every box by definition: base + offset, walked along w, h, d, n with the strides.
void im2col_case(Gpu& gpu, std::mt19937& random, int axes) {
  const auto pick = [&](int low, int high) { return low + static_cast<int>(random() % (high - low + 1)); };
  const int rank = axes + 2, c = 8 * pick(1, 20), n = pick(1, 5), pixels = 16 * pick(1, 16);
  int in[3] = {1, 1, 1}, filter[3] = {1, 1, 1}, low[3] = {}, high[3] = {}, stride[3] = {1, 1, 1},
      dilation[3] = {1, 1, 1}, out[3] = {1, 1, 1};  // w, h, d
  for (int i = 0; i < axes; ++i) {
    filter[i] = pick(1, axes == 3 ? 3 : 5), stride[i] = pick(1, 3), dilation[i] = pick(1, 3);
    const int extent = (filter[i] - 1) * dilation[i] + 1;
    low[i] = pick(0, extent - 1), high[i] = pick(0, extent - 1);
    in[i] = std::max(pick(1, axes == 3 ? 9 : 25), extent - low[i] - high[i]);
    out[i] = (in[i] + low[i] + high[i] - extent) / stride[i] + 1;
  }
  const std::vector<uint16_t> x = numbered(size_t(n) * in[0] * in[1] * in[2] * c);
  Buffer xb(gpu, x.size() * 2);
  xb.write(x.data(), x.size() * 2);
  CUtensorMap map;
  cuuint64_t dims[5] = {cuuint64_t(c)}, strides[4];
  cuuint64_t s = c * 2;
  cuuint32_t steps[5] = {1, 1, 1, 1, 1};
  int lower[3], upper[3];
  for (int i = 0; i < axes; ++i) {
    dims[i + 1] = in[i], strides[i] = s, s *= in[i], steps[i + 1] = stride[i];
    lower[i] = -low[i], upper[i] = high[i] - (filter[i] - 1) * dilation[i];
  }
  dims[rank - 1] = n, strides[rank - 2] = s;
  GIRIH_GPU(gpu.d->cuTensorMapEncodeIm2col(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, rank, xb.data(), dims, strides,
                                           lower, upper, 64, pixels, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                           CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                           CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
  struct Request {
    int c, w, h, d, n, off[3];
  };
  std::vector<Request> requests;
  std::vector<int> first;  // linear output pixel each box starts at
  const int total = n * out[0] * out[1] * out[2];
  for (int i = 0; i < 24; ++i) {
    const int p = pick(0, total - 1), tap[3] = {pick(0, filter[0] - 1), pick(0, filter[1] - 1), pick(0, filter[2] - 1)};
    Request r{8 * pick(0, (c - 1) / 8),
              p % out[0] * stride[0] - low[0],
              p / out[0] % out[1] * stride[1] - low[1],
              p / out[0] / out[1] % out[2] * stride[2] - low[2],
              p / out[0] / out[1] / out[2],
              {}};
    for (int j = 0; j < 3; ++j) r.off[j] = tap[j] * dilation[j];
    requests.push_back(r);
    first.push_back(p);
  }
  Buffer rb(gpu, requests.size() * sizeof(Request)), ob(gpu, requests.size() * pixels * 128);
  rb.write(requests.data(), rb.bytes());
  void *rp = rb.data(), *op = ob.data();
  int rank_argument = rank, pixel_argument = pixels;
  Launch{gpu}("tile_im2col", requests.size(), 128, kShared, {&map, &rp, &op, &rank_argument, &pixel_argument});
  std::vector<uint16_t> got(requests.size() * pixels * 64);
  ob.read(got.data(), got.size() * 2);
  long wrong = 0;
  for (size_t i = 0; i < requests.size(); ++i) {
    for (int j = 0; j < pixels; ++j) {
      const int p = first[i] + j;
      int at[3] = {p % out[0], p / out[0] % out[1], p / out[0] / out[1] % out[2]};
      const int image = p / out[0] / out[1] / out[2];
      bool inside = image < n;
      for (int a = 0; a < 3; ++a) {
        at[a] = at[a] * stride[a] - low[a] + requests[i].off[a];
        inside = inside && at[a] >= 0 && at[a] < in[a];
      }
      for (int k = 0; k < 64; ++k) {
        const int channel = requests[i].c + k;
        uint16_t want = 0;
        if (inside && channel < c) {
          want = x[(((size_t(image) * in[2] + at[2]) * in[1] + at[1]) * in[0] + at[0]) * c + channel];
        }
        wrong += got[(i * pixels + j) * 64 + k] != want;
      }
    }
  }
  expect(wrong == 0 && ob.guards_intact(),
         "im2col of " + std::to_string(axes) + " axes: " + std::to_string(wrong) + " wrong");
}

void tiled_copies(Gpu& gpu) {
  // 4-D tensor 72 x 13 x 9 x 3, boxes that overhang every end; starts negative for loads only.
  const int dims[4] = {72, 13, 9, 3};
  const std::vector<uint16_t> x = numbered(72 * 13 * 9 * 3);
  Buffer xb(gpu, x.size() * 2);
  xb.write(x.data(), x.size() * 2);
  for (const int rank : {2, 3, 4}) {
    for (int trial = 0; trial < 6; ++trial) {
      const int box[4] = {64, rank == 2 ? 8 : 4, rank == 3 ? 8 : rank == 4 ? 4 : 1, rank == 4 ? 2 : 1};
      std::vector<cuuint64_t> d{72, 13, 9, 3}, s{144, 144 * 13, 144 * 13 * 9};
      std::vector<cuuint32_t> b(box, box + rank);
      d.resize(rank), s.resize(rank - 1);
      const TensorMap map = encode_tiled(gpu, xb.data(), d, s, b);
      Buffer copy(gpu, x.size() * 2), out(gpu, 128 * 256);
      const TensorMap map_out = encode_tiled(gpu, copy.data(), d, s, b);
      int start[4] = {trial % 2 * 64, 3 * trial - (trial == 1 ? 5 : 0), trial, trial % 3};
      int rows = box[1] * box[2] * box[3], rank_argument = rank;
      const bool store = rank != 3 && start[1] >= 0;
      void* op = out.data();
      // Loads with a negative start are not stored: the hardware faults on those.
      if (!store && rank != 3) start[1] = 0;
      Launch{gpu}("tile_copy", 1, 128, kShared,
                  {const_cast<TensorMap*>(&map), const_cast<TensorMap*>(&map_out), &op, &rank_argument, &rows,
                   &start[0], &start[1], &start[2], &start[3]});
      std::vector<uint16_t> got(rows * 64), copied(x.size());
      out.read(got.data(), got.size() * 2), copy.read(copied.data(), copied.size() * 2);
      std::vector<uint16_t> want_copy(x.size(), 0xffff);
      long wrong = 0;
      for (int r = 0; r < rows; ++r) {
        const int at[4] = {start[0], start[1] + r % box[1], (rank > 2 ? start[2] : 0) + r / box[1] % box[2],
                           (rank > 3 ? start[3] : 0) + r / box[1] / box[2]};
        for (int k = 0; k < 64; ++k) {
          const bool inside =
              at[0] + k < dims[0] && at[1] >= 0 && at[1] < dims[1] && at[2] < dims[2] && at[3] < dims[3];
          const size_t i = ((size_t(at[3]) * 9 + at[2]) * 13 + at[1]) * 72 + at[0] + k;
          wrong += got[r * 64 + k] != (inside ? x[i] : 0);
          if (inside && rank != 3) want_copy[i] = x[i];
        }
      }
      expect(wrong == 0, "tiled load of rank " + std::to_string(rank) + ": " + std::to_string(wrong) + " wrong");
      expect(copied == want_copy && copy.guards_intact(), "tiled store of rank " + std::to_string(rank));
    }
  }
}

void multicast(Gpu& gpu) {
  const int rows = 128;
  const std::vector<uint16_t> x = numbered(rows * 64);
  Buffer xb(gpu, x.size() * 2), out(gpu, 2 * x.size() * 2);
  xb.write(x.data(), x.size() * 2);
  const TensorMap map = encode_tiled(gpu, xb.data(), {64, rows}, {128}, {64, rows / 2});
  void* op = out.data();
  int rows_argument = rows;
  Launch{gpu}("tile_multicast", 2, 128, kShared, {const_cast<TensorMap*>(&map), &op, &rows_argument});
  std::vector<uint16_t> got(2 * x.size());
  out.read(got.data(), got.size() * 2);
  expect(std::equal(x.begin(), x.end(), got.begin()) && std::equal(x.begin(), x.end(), got.begin() + x.size()),
         "multicast to both CTAs");
}

// One type's elements as wgmma sees them: small integers, exact in every type.
struct Element {
  const char* name;
  int bytes;
  std::function<uint32_t(int)> bits;
};

uint32_t float_bits(float f) {
  uint32_t u;
  std::memcpy(&u, &f, 4);
  return u;
}

void wgmma_products(Gpu& gpu) {
  const Element elements[] = {{"bf16", 2, [](int v) { return uint32_t(to_half(Type::kBf16, v)); }},
                              {"f16", 2, [](int v) { return uint32_t(to_half(Type::kF16, v)); }},
                              {"tf32", 4, [](int v) { return float_bits(static_cast<float>(v)); }},
                              {"e4m3", 1,
                               [](int v) {  // exponent bias 7, three bits of mantissa
                                 const uint32_t magnitude[5] = {0, 0x38, 0x40, 0x44, 0x48};
                                 return magnitude[std::abs(v)] | (v < 0 ? 0x80u : 0u);
                               }},
                              {"s8", 1, [](int v) { return uint32_t(uint8_t(int8_t(v))); }}};
  std::mt19937 random(5);
  for (const Element& e : elements) {
    const int k_count = 128 / e.bytes;
    for (const int n : {64, 96, 112, 128, 160, 192, 224, 256}) {
      const std::vector<std::string> kinds = e.bytes == 2
                                                 ? std::vector<std::string>{"shared_kk", "shared_kn",    "shared_mk",
                                                                            "shared_mn", "registers_kk", "registers_kn"}
                                                 : std::vector<std::string>{"shared_kk", "registers_kk"};
      for (const std::string& kind : kinds) {
        std::vector<int> a(64 * k_count), b(n * k_count);
        for (int& v : a) v = static_cast<int>(random() % 9) - 4;
        for (int& v : b) v = static_cast<int>(random() % 9) - 4;
        // 128-byte rows: K-major one per row of the operand; MN-major panels of 64 columns, one row per K index.
        const auto pack = [&](const std::vector<int>& v, int rows, bool mn) {
          std::vector<uint8_t> bytes(size_t((rows + 63) / 64 * 64) * 128, 0);
          for (int r = 0; r < rows; ++r) {
            for (int k = 0; k < k_count; ++k) {
              const size_t at = mn ? (size_t(r / 64) * 64 + k) * 128 + r % 64 * e.bytes : size_t(r) * 128 + k * e.bytes;
              const uint32_t bits = e.bits(v[r * k_count + k]);
              std::memcpy(&bytes[at], &bits, e.bytes);
            }
          }
          return bytes;
        };
        const std::vector<uint8_t> ap = pack(a, 64, kind == "shared_mk" || kind == "shared_mn");
        const std::vector<uint8_t> bp = pack(b, n, kind.back() == 'n');
        Buffer ab(gpu, ap.size()), bb(gpu, bp.size()), ob(gpu, 64 * n * 4);
        ab.write(ap.data(), ap.size()), bb.write(bp.data(), bp.size());
        void *x = ab.data(), *y = bb.data(), *o = ob.data();
        const std::string name = std::string("tile_wgmma_") + e.name + "_" + std::to_string(n) + "_" + kind;
        Launch{gpu}(name.c_str(), 1, 128, kShared, {&x, &y, &o});
        std::vector<uint32_t> got(64 * n);
        ob.read(got.data(), got.size() * 4);
        long wrong = 0;
        for (int i = 0; i < 64; ++i) {
          for (int j = 0; j < n; ++j) {
            int sum = 0;
            for (int k = 0; k < k_count; ++k) sum += a[i * k_count + k] * b[j * k_count + k];
            wrong +=
                got[i * n + j] != (std::string(e.name) == "s8" ? uint32_t(sum) : float_bits(static_cast<float>(sum)));
          }
        }
        expect(wrong == 0, name + ": " + std::to_string(wrong) + " wrong");
      }
    }
  }
}

void fragments(Gpu& gpu) {
  std::vector<float> in(64 * 64);
  for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i % 251);  // distinct enough, exact in bf16
  for (size_t i = 0; i < 64; ++i) in[i * 64 + i] = -static_cast<float>(i);
  Buffer ib(gpu, in.size() * 4), ob(gpu, 3 * 64 * 64 * 2);
  ib.write(in.data(), in.size() * 4);
  void *x = ib.data(), *o = ob.data();
  Launch{gpu}("tile_fragment", 1, 128, kShared, {&x, &o});
  std::vector<uint16_t> got(3 * 64 * 64);
  ob.read(got.data(), got.size() * 2);
  long wrong[3] = {};
  for (int i = 0; i < 64; ++i) {
    for (int j = 0; j < 64; ++j) {
      wrong[0] += got[i * 64 + j] != to_half(Type::kBf16, in[i * 64 + j]);
      wrong[1] += got[4096 + i * 64 + j] != to_half(Type::kBf16, in[i * 64 + j]);
      wrong[2] += got[8192 + j * 64 + i] != to_half(Type::kBf16, in[i * 64 + j]);
    }
  }
  expect(wrong[0] == 0, "quad_transpose: " + std::to_string(wrong[0]) + " wrong");
  expect(wrong[1] == 0, "stmatrix4: " + std::to_string(wrong[1]) + " wrong");
  expect(wrong[2] == 0, "stmatrix4_transposed: " + std::to_string(wrong[2]) + " wrong");
}

void small_things(Gpu& gpu) {
  const uint32_t zero = 0;
  uint32_t bad = 1;
  Buffer counter(gpu, 4);
  void* cp = counter.data();
  counter.write(&zero, 4);
  Launch{gpu}("tile_round_trip", 256, 256, 0, {&cp});
  counter.read(&bad, 4);
  expect(bad == 0, "16-bit round trip: " + std::to_string(bad) + " wrong");

  std::vector<FastDiv> divisors;
  std::vector<u32> numbers;
  std::mt19937 random(9);
  for (u32 d = 1; d < 700; ++d) divisors.push_back(fast_div(d));
  for (int shift = 10; shift < 31; ++shift) {
    for (const u32 d : {(1u << shift) - 1, 1u << shift, (1u << shift) + 1}) divisors.push_back(fast_div(d));
  }
  for (u32 n = 0; n < 2000; ++n)
    numbers.push_back(n), numbers.push_back(0x7fffffffu - n), numbers.push_back(random() >> 1);
  Buffer db(gpu, divisors.size() * sizeof(FastDiv)), nb(gpu, numbers.size() * 4);
  db.write(divisors.data(), db.bytes()), nb.write(numbers.data(), nb.bytes());
  void *dp = db.data(), *np = nb.data();
  int dc = divisors.size(), nc = numbers.size();
  counter.write(&zero, 4);
  Launch{gpu}("tile_fastdiv", 264, 256, 0, {&dp, &dc, &np, &nc, &cp});
  counter.read(&bad, 4);
  expect(bad == 0, "FastDiv: " + std::to_string(bad) + " wrong");

  Buffer rb(gpu, 33 * 8);
  void* rp = rb.data();
  int rounds = 1000;
  Launch{gpu}("tile_ring", 1, 64, kShared, {&rp, &rounds});
  uint64_t sums[33], want = 0;
  rb.read(sums, sizeof(sums));
  for (int i = 0; i < rounds; ++i) want = want * 31 + static_cast<uint32_t>(i * 2654435761u);
  expect(std::all_of(sums, sums + 32, [&](uint64_t s) { return s == want; }), "ring: values lost or repeated");
  expect(sums[32] == 0, "RingPosition::advance(n)");
}

}  // namespace
}  // namespace girih::gpu

int main() {
  using namespace girih::gpu;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  Gpu gpu({girih_image_tile_kernels});
  small_things(gpu);
  fragments(gpu);
  tiled_copies(gpu);
  multicast(gpu);
  std::mt19937 random(11);
  for (int i = 0; i < 60; ++i) im2col_case(gpu, random, 2 + i % 2);
  wgmma_products(gpu);
  std::printf("tile_test: %d checks, %d failures\n%s\n", checks, failures, failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
