// A program made with the C++ headers of cudnn-frontend (from the Python package): builds, runs, serializes and loads a
// few graphs, and compares with float64.
#include <cudnn_frontend.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <random>
#include <vector>

namespace fe = cudnn_frontend;
using Graph = fe::graph::Graph;
using Tensor = std::shared_ptr<fe::graph::Tensor_attributes>;
using Pack = std::unordered_map<int64_t, void*>;

namespace {

int failures = 0;

void expect(bool ok, const char* name, const std::string& text) {
  std::printf("%-6s %s %s\n", ok ? "ok" : "FAILED", name, ok ? "" : text.c_str());
  failures += !ok;
}

std::vector<float> draw(size_t n, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<float> values(-1, 1);
  std::vector<float> v(n);
  for (float& x : v) x = values(engine);
  return v;
}

Tensor tensor(Graph& g, int64_t uid, const std::vector<int64_t>& dim) {
  std::vector<int64_t> stride(dim.size(), 1);
  for (size_t i = dim.size(); i-- > 1;) stride[i - 1] = stride[i] * dim[i];
  return g.tensor(fe::graph::Tensor_attributes().set_uid(uid).set_dim(dim).set_stride(stride));
}

std::shared_ptr<Graph> graph() {
  auto g = std::make_shared<Graph>();
  g->set_io_data_type(fe::DataType_t::FLOAT)
      .set_intermediate_data_type(fe::DataType_t::FLOAT)
      .set_compute_data_type(fe::DataType_t::FLOAT);
  return g;
}

// Memory aligned as cudaMalloc's.
struct Aligned {
  std::vector<float> storage;
  float* data;
  explicit Aligned(const std::vector<float>& v) : storage(v.size() + 64) {
    data = storage.data() + (64 - reinterpret_cast<uintptr_t>(storage.data()) / 4 % 64) % 64;
    std::copy(v.begin(), v.end(), data);
  }
};

// Runs the graph, then its copy from the serialized text; both must give the expected values.
void run(const char* name, cudnnHandle_t handle, Graph& g,
         const std::vector<std::pair<int64_t, std::vector<float>>>& in, int64_t out_uid,
         const std::vector<double>& expected, double bound) {
  auto build = g.build(handle, {fe::HeurMode_t::A, fe::HeurMode_t::FALLBACK});
  if (build.is_bad()) return expect(false, name, build.get_message());
  std::vector<Aligned> memory;
  Pack pack;
  for (const auto& [uid, v] : in) pack[uid] = memory.emplace_back(v).data;
  Aligned out(std::vector<float>(expected.size(), NAN));
  pack[out_uid] = out.data;
  const auto check = [&](const char* how, Graph& each) {
    std::fill_n(out.data, expected.size(), NAN);
    std::vector<char> workspace(static_cast<size_t>(each.get_workspace_size()) + 256);
    char* begin = workspace.data() + (256 - reinterpret_cast<uintptr_t>(workspace.data()) % 256);
    auto status = each.execute(handle, pack, begin);
    if (status.is_bad()) return expect(false, name, how + (": " + status.get_message()));
    double worst = 0;
    for (size_t i = 0; i < expected.size(); ++i) {
      const double e = std::fabs(static_cast<double>(out.data[i]) - expected[i]);
      worst = e <= worst ? worst : e;
    }
    expect(worst <= bound, name, std::string(how) + ": worst error " + std::to_string(worst));
  };
  check("built", g);
  std::vector<uint8_t> text;
  if (g.serialize(text).is_bad()) return expect(false, name, "serialize");
  Graph again;
  auto loaded = again.deserialize(handle, text);
  if (loaded.is_bad()) return expect(false, name, loaded.get_message());
  check("loaded", again);
}

void matmul_bias_gelu(cudnnHandle_t handle) {
  constexpr int M = 9, N = 20, K = 24;
  auto g = graph();
  auto c = g->matmul(tensor(*g, 1, {1, M, K}), tensor(*g, 2, {1, K, N}), fe::graph::Matmul_attributes());
  auto d =
      g->pointwise(c, tensor(*g, 3, {1, 1, N}), fe::graph::Pointwise_attributes().set_mode(fe::PointwiseMode_t::ADD));
  auto e = g->pointwise(d, fe::graph::Pointwise_attributes().set_mode(fe::PointwiseMode_t::GELU_FWD));
  e->set_output(true).set_uid(4);
  const auto a = draw(M * K, 1), b = draw(K * N, 2), bias = draw(N, 3);
  std::vector<double> y;
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      double s = bias[j];
      for (int k = 0; k < K; ++k) s += static_cast<double>(a[i * K + k]) * b[k * N + j];
      y.push_back(0.5 * s * (1 + std::erf(s / std::sqrt(2.0))));
    }
  run("matmul + bias + gelu", handle, *g, {{1, a}, {2, b}, {3, bias}}, 4, y, 2e-5);
}

void conv_relu(cudnnHandle_t handle) {
  constexpr int N = 2, C = 4, K = 3, H = 6;
  auto g = graph();
  auto y =
      g->conv_fprop(tensor(*g, 1, {N, C, H, H}), tensor(*g, 2, {K, C, 3, 3}),
                    fe::graph::Conv_fprop_attributes().set_padding({1, 1}).set_stride({1, 1}).set_dilation({1, 1}));
  auto z = g->pointwise(y, fe::graph::Pointwise_attributes().set_mode(fe::PointwiseMode_t::RELU_FWD));
  // The client would choose channels last.
  z->set_output(true).set_uid(3).set_dim({N, K, H, H}).set_stride({K * H * H, H * H, H, 1});
  const auto x = draw(N * C * H * H, 4), w = draw(K * C * 9, 5);
  std::vector<double> expected;
  for (int n = 0; n < N; ++n)
    for (int k = 0; k < K; ++k)
      for (int i = 0; i < H; ++i)
        for (int j = 0; j < H; ++j) {
          double s = 0;
          for (int c = 0; c < C; ++c)
            for (int r = 0; r < 3; ++r)
              for (int t = 0; t < 3; ++t) {
                const int u = i + r - 1, v = j + t - 1;
                if (u >= 0 && u < H && v >= 0 && v < H)
                  s += static_cast<double>(x[((n * C + c) * H + u) * H + v]) * w[((k * C + c) * 3 + r) * 3 + t];
              }
          expected.push_back(std::fmax(s, 0));
        }
  run("convolution + relu", handle, *g, {{1, x}, {2, w}}, 3, expected, 2e-5);
}

void layer_norm(cudnnHandle_t handle) {
  constexpr int N = 5, C = 16;
  auto g = graph();
  auto epsilon = g->tensor(1e-3f);
  auto [y, mean, inv] = g->layernorm(
      tensor(*g, 1, {N, C, 1, 1}), tensor(*g, 2, {1, C, 1, 1}), tensor(*g, 3, {1, C, 1, 1}),
      fe::graph::Layernorm_attributes().set_forward_phase(fe::NormFwdPhase_t::INFERENCE).set_epsilon(epsilon));
  y->set_output(true).set_uid(4);
  const auto x = draw(N * C, 6), s = draw(C, 7), b = draw(C, 8);
  std::vector<double> expected;
  for (int n = 0; n < N; ++n) {
    double m = 0, v = 0;
    for (int c = 0; c < C; ++c) m += x[n * C + c] / static_cast<double>(C);
    for (int c = 0; c < C; ++c) v += (x[n * C + c] - m) * (x[n * C + c] - m) / C;
    for (int c = 0; c < C; ++c) expected.push_back((x[n * C + c] - m) / std::sqrt(v + 1e-3f) * s[c] + b[c]);
  }
  run("layer norm", handle, *g, {{1, x}, {2, s}, {3, b}}, 4, expected, 2e-5);
}

}  // namespace

int main() {
  cudnnHandle_t handle;
  if (cudnnCreate(&handle) != CUDNN_STATUS_SUCCESS) return 1;
  matmul_bias_gelu(handle);
  conv_relu(handle);
  layer_norm(handle);
  cudnnDestroy(handle);
  std::printf("%d failed\n", failures);
  return failures ? 1 : 0;
}
