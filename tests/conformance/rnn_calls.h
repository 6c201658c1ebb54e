// A recurrent network as the library sees it: descriptors, the place of each weight, and the four calls, each compared
// with the reference.
#pragma once

#include "conformance/reference_rnn.h"

namespace girih::conformance {

struct RnnKeys {
  RnnShape shape;
  DType type = DType::kF32, compute = DType::kF32;
  cudnnRNNAlgo_t algo = CUDNN_RNN_ALGO_STANDARD;
  cudnnRNNBiasMode_t bias = CUDNN_RNN_DOUBLE_BIAS;
  cudnnMathType_t math = CUDNN_DEFAULT_MATH;
  std::string layout = "seq_major";  // packed, seq_major, batch_major
  size_t shift = 0;
  bool padded_io = false;
  bool hx = true, cx = true;    // initial states given
  bool hy = true;               // final states wanted
  bool dhy = true, dhx = true;  // gradients of the final states given, of the initial ones wanted
  bool device_lengths = false;
  int clip_api = 9;
  bool dropout = false;  // there is a descriptor
  float p = 0;
  uint64_t seed = 0;
  double fill = 0;
  int repeats = 2;
};
RnnKeys read_rnn(problem::Reader& reader);

// Logical values: x and dy [t][n][width] (padding is not read), states [pseudo layer][n][width], weights
// [pseudo layer][id] row-major, empty where the network has none.
struct RnnData {
  std::vector<double> x, hx, cx, dy, dhy, dcy;
  std::vector<std::vector<std::vector<double>>> matrix, bias;
  bool exact = false;  // every operation is exact on these data
};
// What the data mode asks for. `backward`: gradients are wanted too.
RnnData draw_rnn(const Session& session, Random& random, const RnnKeys& keys, bool backward);

struct RnnResults {
  std::vector<double> y, hy, cy, dx, dhx, dcx;
  std::vector<std::vector<std::vector<double>>> dmatrix, dbias;
  // Bounds of what an implementation may err there: what may differ where a sum is split.
  std::vector<double> dx_error;
  std::vector<std::vector<std::vector<double>>> dmatrix_error, dbias_error;
};

enum RnnPasses : unsigned { kRnnInference = 1, kRnnTraining = 2, kRnnData = 4, kRnnWeights = 8 };

// Runs the passes (the backward ones imply those before them) and compares each with the reference. Weight gradients
// are added to `old`, one value for each element of the weight space, or to zeros. False: the library did not take it.
bool run_rnn_passes(const Session& session, Report& report, const RnnKeys& keys, const RnnData& data, unsigned passes,
                    const std::string& context, RnnResults& results, Random* old = nullptr);

}  // namespace girih::conformance
