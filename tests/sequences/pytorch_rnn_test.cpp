// PyTorch's recurrent networks: the weights of a gate half must lie side by side, in elements of the weights' type; the
// states are described with five dimensions; training asks both sizes, inference the workspace alone; gradients of the
// weights are added into zeros. Sequences of unequal length are packed, longest first.
#include <numeric>

#include "sequences/sequence_test.h"

namespace girih::sequences {
namespace {

struct Net {
  cudnnRNNMode_t mode;
  int input, hidden, layers, directions;
  std::vector<int> lengths;  // descending
  bool packed;
  cudnnRNNAlgo_t algo = CUDNN_RNN_ALGO_STANDARD;

  int gates() const { return mode == CUDNN_LSTM ? 4 : mode == CUDNN_GRU ? 3 : 1; }
  int batch() const { return static_cast<int>(lengths.size()); }
  int longest() const { return lengths[0]; }
  int rows() const { return std::accumulate(lengths.begin(), lengths.end(), 0); }
  // The steps of all sequences, time-major; with equal lengths that is {T, N}.
  int row(int t, int n) const {
    int first = 0;
    for (int u = 0; u < t; ++u)
      for (int length : lengths) first += length > u;
    return first + n;
  }
  size_t width() const { return static_cast<size_t>(directions * hidden); }
  size_t states() const { return static_cast<size_t>(layers * directions * batch() * hidden); }
};

using Values = std::vector<double>;

// Offsets in the weights, in elements: [pseudo-layer][linear layer].
struct Places {
  std::vector<std::vector<size_t>> matrix, bias;
};

double sigmoid(double v) { return 1 / (1 + std::exp(-v)); }

struct Outputs {
  Values y, hy, cy;
};

// The network by its formulas, in double.
Outputs forward(const Net& net, const Places& at, const Values& w, const Values& x, const Values& hx,
                const Values& cx) {
  const auto hidden = static_cast<size_t>(net.hidden), batch = static_cast<size_t>(net.batch());
  const int gates = net.gates();
  Outputs out{{}, Values(net.states()), Values(net.states())};
  Values layer_in = x;
  auto in_width = static_cast<size_t>(net.input);
  for (int layer = 0; layer < net.layers; ++layer) {
    Values layer_out(static_cast<size_t>(net.rows()) * net.width());
    for (int d = 0; d < net.directions; ++d) {
      const auto pseudo = static_cast<size_t>(layer * net.directions + d);
      for (int n = 0; n < net.batch(); ++n) {
        const size_t state = (pseudo * batch + static_cast<size_t>(n)) * hidden;
        Values h(hx.begin() + static_cast<long>(state), hx.begin() + static_cast<long>(state + hidden)), c(hidden);
        if (!cx.empty()) std::copy_n(cx.begin() + static_cast<long>(state), hidden, c.begin());
        const int length = net.lengths[static_cast<size_t>(n)];
        for (int step = 0; step < length; ++step) {
          const auto row = static_cast<size_t>(net.row(d == 0 ? step : length - 1 - step, n));
          // Gate g of unit u: the part of the input, the part of the state; each with its bias.
          auto part = [&](int id, size_t u, const double* from, size_t width) {
            double sum = w[at.bias[pseudo][static_cast<size_t>(id)] + u];
            const size_t m = at.matrix[pseudo][static_cast<size_t>(id)] + u * width;
            for (size_t i = 0; i < width; ++i) sum += w[m + i] * from[i];
            return sum;
          };
          const double* xs = layer_in.data() + row * in_width;
          Values next(hidden);
          for (size_t u = 0; u < hidden; ++u) {
            auto input = [&](int g) { return part(g, u, xs, in_width); };
            auto recurrent = [&](int g) { return part(gates + g, u, h.data(), hidden); };
            if (net.mode == CUDNN_LSTM) {  // i, f, c, o
              const double i = sigmoid(input(0) + recurrent(0)), f = sigmoid(input(1) + recurrent(1)),
                           g = std::tanh(input(2) + recurrent(2)), o = sigmoid(input(3) + recurrent(3));
              c[u] = f * c[u] + i * g;
              next[u] = o * std::tanh(c[u]);
            } else if (net.mode == CUDNN_GRU) {  // r, z, n
              const double r = sigmoid(input(0) + recurrent(0)), z = sigmoid(input(1) + recurrent(1)),
                           m = std::tanh(input(2) + r * recurrent(2));
              next[u] = (1 - z) * m + z * h[u];
            } else {
              next[u] = std::tanh(input(0) + recurrent(0));
            }
          }
          h = next;
          std::copy(h.begin(), h.end(),
                    layer_out.begin() + static_cast<long>(row * net.width() + static_cast<size_t>(d) * hidden));
        }
        std::copy(h.begin(), h.end(), out.hy.begin() + static_cast<long>(state));
        std::copy(c.begin(), c.end(), out.cy.begin() + static_cast<long>(state));
      }
    }
    layer_in = layer_out;
    in_width = net.width();
  }
  out.y = layer_in;
  return out;
}

double dot(const Values& a, const Values& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

class PyTorchRnn : public Sequence {
 protected:
  // What PyTorch asserts about the returned pointers, and where everything lies.
  Places places(cudnnRNNDescriptor_t rnn, const Net& net, const Array& weights) {
    const size_t bytes = weights.size() * sizeof(float);
    TensorD matrix_d, bias_d;
    Places result;
    const int half = net.gates();
    for (int pseudo = 0; pseudo < net.layers * net.directions; ++pseudo) {
      result.matrix.emplace_back();
      result.bias.emplace_back();
      size_t next_matrix = 0, next_bias = 0;
      for (int id = 0; id < 2 * half; ++id) {
        void *matrix = nullptr, *bias = nullptr;
        EXPECT_OK(
            cudnnGetRNNWeightParams(handle, rnn, pseudo, bytes, weights.data(), id, matrix_d, &matrix, bias_d, &bias));
        const int width = id >= half ? net.hidden : pseudo < net.directions ? net.input : net.hidden * net.directions;
        auto place = [&](void* address, cudnnTensorDescriptor_t desc, size_t elements, size_t* next) {
          EXPECT_NE(nullptr, address);
          cudnnDataType_t type = CUDNN_DATA_INT32;
          int rank = 0, dims[3] = {}, strides[3] = {};
          EXPECT_OK(cudnnGetTensorNdDescriptor(desc, 3, &type, &rank, dims, strides));
          EXPECT_EQ(CUDNN_DATA_FLOAT, type);
          EXPECT_LE(rank, 3);
          EXPECT_EQ(elements,
                    static_cast<size_t>(dims[0]) * static_cast<size_t>(dims[1]) * static_cast<size_t>(dims[2]));
          const size_t offset = static_cast<size_t>(static_cast<char*>(address) - static_cast<char*>(weights.data()));
          EXPECT_EQ(0u, offset % sizeof(float));
          // The gates of one half are one parameter of PyTorch: they follow one another.
          if (id % half != 0) {
            EXPECT_EQ(*next, offset / sizeof(float)) << pseudo << " " << id;
          }
          *next = offset / sizeof(float) + elements;
          EXPECT_LE(*next, weights.size());
          return offset / sizeof(float);
        };
        const auto hidden = static_cast<size_t>(net.hidden);
        result.matrix.back().push_back(place(matrix, matrix_d, hidden * static_cast<size_t>(width), &next_matrix));
        result.bias.back().push_back(place(bias, bias_d, hidden, &next_bias));
      }
    }
    return result;
  }

  void run(const Net& net);
};

void PyTorchRnn::run(const Net& net) {
  SCOPED_TRACE("mode " + std::to_string(net.mode) + " layers " + std::to_string(net.layers) + " directions " +
               std::to_string(net.directions) + (net.packed ? " packed" : "") + " algo " + std::to_string(net.algo));
  DropoutD dropout;
  ASSERT_OK(cudnnSetDropoutDescriptor(dropout, handle, 0, nullptr, 0, 0));  // no dropout: no states
  RnnD rnn;
  ASSERT_OK(cudnnSetRNNDescriptor_v8(
      rnn, net.algo, net.mode, CUDNN_RNN_DOUBLE_BIAS, net.directions == 2 ? CUDNN_BIDIRECTIONAL : CUDNN_UNIDIRECTIONAL,
      CUDNN_LINEAR_INPUT, CUDNN_DATA_FLOAT, CUDNN_DATA_FLOAT, CUDNN_FMA_MATH, net.input, net.hidden, net.hidden,
      net.layers, dropout, net.packed ? CUDNN_RNN_PADDED_IO_DISABLED : CUDNN_RNN_PADDED_IO_ENABLED));
  RnnDataD x_d, y_d;
  const auto layout = net.packed ? CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED : CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED;
  ASSERT_OK(cudnnSetRNNDataDescriptor(x_d, CUDNN_DATA_FLOAT, layout, net.longest(), net.batch(), net.input,
                                      net.lengths.data(), nullptr));
  ASSERT_OK(cudnnSetRNNDataDescriptor(y_d, CUDNN_DATA_FLOAT, layout, net.longest(), net.batch(),
                                      net.hidden * net.directions, net.lengths.data(), nullptr));
  TensorD h_d;
  const int dims[] = {net.layers * net.directions, net.batch(), net.hidden, 1, 1},
            strides[] = {net.batch() * net.hidden, net.hidden, 1, 1, 1};
  ASSERT_OK(cudnnSetTensorNdDescriptor(h_d, CUDNN_DATA_FLOAT, 5, dims, strides));
  const bool lstm = net.mode == CUDNN_LSTM;
  const cudnnTensorDescriptor_t c_d = lstm ? cudnnTensorDescriptor_t(h_d) : nullptr;

  size_t weight_bytes = 0, work = 0, inference_work = 0, kept = 0;
  ASSERT_OK(cudnnGetRNNWeightSpaceSize(handle, rnn, &weight_bytes));
  ASSERT_EQ(0u, weight_bytes % sizeof(float));
  ASSERT_OK(cudnnGetRNNTempSpaceSizes(handle, rnn, CUDNN_FWD_MODE_TRAINING, x_d, &work, &kept));
  ASSERT_OK(cudnnGetRNNTempSpaceSizes(handle, rnn, CUDNN_FWD_MODE_INFERENCE, x_d, &inference_work, nullptr));

  conformance::Random random(61);
  const auto rows = static_cast<size_t>(net.rows());
  const size_t y_size = rows * net.width(), states = net.states();
  Array w(DType::kF32, weight_bytes / sizeof(float), random, -0.5, 0.5),
      x(DType::kF32, rows * static_cast<size_t>(net.input), random), hx(DType::kF32, states, random),
      cx(DType::kF32, states, random), y(DType::kF32, y_size), hy(DType::kF32, states), cy(DType::kF32, states);
  const Places at = places(rnn, net, w);
  if (HasFailure()) return;
  conformance::DeviceBuffer work_space(work), inference_space(inference_work), reserve(kept);
  auto cell = [&](const Array& a) { return lstm ? a.data() : nullptr; };
  const Outputs want = forward(net, at, w.values, x.values, hx.values, lstm ? cx.values : Values{});
  auto compare = [&](const Array& got, const Values& values, const char* what) {
    // Every gate is a sum of f32; the network forgets: 64 units of a number near 1.
    const Values have = got.get();
    EXPECT_EQ("", got.buffer.damage()) << what;
    for (size_t i = 0; i < have.size(); ++i) ASSERT_NEAR(values[i], have[i], 64 * 0x1p-24) << what << " " << i;
  };

  // Inference without reserve space, then training.
  for (bool training : {false, true}) {
    for (Array* a : {&y, &hy, &cy}) a->buffer.fill(0xFF);
    ASSERT_OK(cudnnRNNForward(handle, rnn, training ? CUDNN_FWD_MODE_TRAINING : CUDNN_FWD_MODE_INFERENCE, nullptr, x_d,
                              x.data(), y_d, y.data(), h_d, hx.data(), hy.data(), c_d, cell(cx), cell(cy), weight_bytes,
                              w.data(), training ? work : inference_work,
                              training ? work_space.data() : inference_space.data(), training ? kept : 0,
                              training ? reserve.data() : nullptr));
    compare(y, want.y, "y");
    compare(hy, want.hy, "hy");
    if (lstm) compare(cy, want.cy, "cy");
  }

  // Gradients of L = <dy, y> + <dhy, hy> + <dcy, cy>, along directions: against differences of the formulas.
  Array dy(DType::kF32, y_size, random), dhy(DType::kF32, states, random), dcy(DType::kF32, states, random),
      dx(DType::kF32, x.size()), dhx(DType::kF32, states), dcx(DType::kF32, states),
      dw(DType::kF32, Values(w.size(), 0));
  ASSERT_OK(cudnnRNNBackwardData_v8(handle, rnn, nullptr, y_d, y.data(), dy.data(), x_d, dx.data(), h_d, hx.data(),
                                    dhy.data(), dhx.data(), c_d, cell(cx), cell(dcy), cell(dcx), weight_bytes, w.data(),
                                    work, work_space.data(), kept, reserve.data()));
  ASSERT_OK(cudnnRNNBackwardWeights_v8(handle, rnn, CUDNN_WGRAD_MODE_ADD, nullptr, x_d, x.data(), h_d, hx.data(), y_d,
                                       y.data(), weight_bytes, dw.data(), work, work_space.data(), kept,
                                       reserve.data()));
  Values point[] = {x.values, hx.values, w.values, lstm ? cx.values : Values{}};
  const Array* gradients[] = {&dx, &dhx, &dw, &dcx};
  const char* names[] = {"dx", "dhx", "dw", "dcx"};
  auto loss = [&] {
    const Outputs o = forward(net, at, point[2], point[0], point[1], point[3]);
    return dot(dy.values, o.y) + dot(dhy.values, o.hy) + (lstm ? dot(dcy.values, o.cy) : 0);
  };
  for (int kind = 0; kind < (lstm ? 4 : 3); ++kind) {
    const Values gradient = gradients[kind]->get(), origin = point[kind];
    EXPECT_EQ("", gradients[kind]->buffer.damage()) << names[kind];
    for (int trial = 0; trial < 4; ++trial) {
      Values direction(origin.size());
      double size = 0;
      for (size_t i = 0; i < direction.size(); ++i) {
        direction[i] = random.uniform(-1, 1);
        size += std::fabs(direction[i] * gradient[i]);
      }
      auto loss_at = [&](double step) {
        for (size_t i = 0; i < origin.size(); ++i) point[kind][i] = origin[i] + step * direction[i];
        const double value = loss();
        point[kind] = origin;
        return value;
      };
      constexpr double h = 1e-3;  // five points: an error of the order h^4
      const double numeric = (8 * (loss_at(h) - loss_at(-h)) - (loss_at(2 * h) - loss_at(-2 * h))) / (12 * h);
      EXPECT_NEAR(numeric, dot(gradient, direction), 1e-5 * (1 + size)) << names[kind];
    }
  }
  EXPECT_EQ("", work_space.damage());
  EXPECT_EQ("", reserve.damage());
  EXPECT_EQ("", inference_space.damage());
}

TEST_F(PyTorchRnn, WeightLayoutAndGradients) {
  for (cudnnRNNMode_t mode : {CUDNN_LSTM, CUDNN_GRU, CUDNN_RNN_TANH})
    for (int directions : {1, 2}) {
      run({mode, 5, 4, 2, directions, {5, 3, 3, 1}, true});
      run({mode, 4, 6, 1, directions, {4, 4, 4}, false});
    }
  run({CUDNN_LSTM, 4, 4, 2, 1, {3, 3}, false, CUDNN_RNN_ALGO_PERSIST_STATIC});
}

}  // namespace
}  // namespace girih::sequences
