// Trains a small convolutional network on handwritten digits and tests it. The program uses cuDNN and the CUDA runtime
// and nothing else of CUDA: it has no kernels of its own.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <string>

#include "check.h"
#include "data.h"
#include "network.h"

#ifndef MNIST_DATA
#define MNIST_DATA "data"
#endif

namespace {

struct Options {
  int epochs = 12;
  int batch = 100;
  unsigned long long seed = 1;
  std::string data = MNIST_DATA;
};

constexpr float kLearningRate = 0.1f;  // at the first step; falls in a straight line to zero at the last
constexpr int kMaxShift = 2;           // pixels by which training images are moved at random
constexpr int kBarWidth = 30;

void print_help() {
  std::printf(
      "Trains a LeNet-style network on 8000 MNIST digits through cuDNN and tests it on 2000 others.\n\n"
      "usage: mnist [options]\n"
      "  --epochs N   passes over the training images (default 12)\n"
      "  --batch N    images per step, 1 to 2000 (default 100)\n"
      "  --seed N     of weights, order and shifts (default 1)\n"
      "  --data DIR   folder of t10k-images-idx3-ubyte.gz and t10k-labels-idx1-ubyte.gz\n"
      "               (default " MNIST_DATA
      ")\n"
      "  --help       this text\n");
}

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "mnist: %s (--help lists the options)\n", what.c_str());
  std::exit(1);
}

unsigned long long parse_number(const std::string& option, const char* text, unsigned long long min,
                                unsigned long long max) {
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || value < min || value > max) {
    fail(option + " takes a number from " + std::to_string(min) + " to " + std::to_string(max) + ", not " + text);
  }
  return value;
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--help" || option == "-h") {
      print_help();
      std::exit(0);
    }
    const bool known = option == "--epochs" || option == "--batch" || option == "--seed" || option == "--data";
    if (!known) fail("unknown option " + option);
    if (++i == argc) fail(option + " needs a value");
    if (option == "--epochs") options.epochs = static_cast<int>(parse_number(option, argv[i], 1, 1000));
    if (option == "--batch") options.batch = static_cast<int>(parse_number(option, argv[i], 1, 2000));
    if (option == "--seed") options.seed = parse_number(option, argv[i], 0, ~0ull);
    if (option == "--data") options.data = argv[i];
  }
  return options;
}

// Pinned host memory for the batches: while the device works on one, the other is filled.
struct HostBatches {
  float* images[2];
  float* one_hot[2];

  explicit HostBatches(int batch) {
    for (int i = 0; i < 2; ++i) {
      void* p = nullptr;
      CUDA(cudaMallocHost(&p, sizeof(float) * static_cast<size_t>(batch) * kPixels));
      images[i] = static_cast<float*>(p);
      CUDA(cudaMallocHost(&p, sizeof(float) * static_cast<size_t>(batch) * kClasses));
      one_hot[i] = static_cast<float*>(p);
    }
  }
  ~HostBatches() {
    for (int i = 0; i < 2; ++i) {
      cudaFreeHost(images[i]);
      cudaFreeHost(one_hot[i]);
    }
  }
};

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

void print_epoch(int epoch, int epochs, int step, int steps, float loss, double speed, bool terminal) {
  if (terminal) {
    char bar[kBarWidth + 1] = {};
    const int filled = kBarWidth * step / steps;
    for (int i = 0; i < kBarWidth; ++i) bar[i] = i < filled ? '=' : i == filled ? '>' : ' ';
    std::printf("\repoch %2d/%d [%s] ", epoch, epochs, bar);
  } else {
    std::printf("epoch %2d/%d  ", epoch, epochs);
  }
  std::printf("loss %.4f  %6.0f images/s", static_cast<double>(loss), speed);
  if (step == steps) std::printf("\n");
  std::fflush(stdout);
}

void train(Network* network, const Digits& digits, const Options& options, Random* random) {
  const bool terminal = isatty(STDOUT_FILENO);
  const int steps = digits.count() / options.batch;
  const int all_steps = steps * options.epochs;
  HostBatches batches(options.batch);
  int done = 0;
  for (int epoch = 1; epoch <= options.epochs; ++epoch) {
    const std::vector<int> order = shuffled(digits.count(), random);
    const double start = seconds();
    float loss = 0.0f;
    for (int step = 1; step <= steps; ++step, ++done) {
      float* images = batches.images[done % 2];
      float* one_hot = batches.one_hot[done % 2];
      for (int i = 0; i < options.batch; ++i) {
        const int index = order[static_cast<size_t>((step - 1) * options.batch + i)];
        const int dx = random->below(2 * kMaxShift + 1) - kMaxShift;
        const int dy = random->below(2 * kMaxShift + 1) - kMaxShift;
        write_image(digits, index, dx, dy, images + static_cast<size_t>(i) * kPixels);
        write_one_hot(digits, index, one_hot + static_cast<size_t>(i) * kClasses);
      }
      network->wait_for_input();  // of the step before, whose memory the next batch takes
      const float rate = kLearningRate * static_cast<float>(all_steps - done) / static_cast<float>(all_steps);
      network->train(images, one_hot, rate);
      const bool last = step == steps;
      if (last || (terminal && step % 10 == 0)) {
        loss += network->take_loss();
        const int seen = step * options.batch;
        print_epoch(epoch, options.epochs, step, steps, loss / static_cast<float>(seen), seen / (seconds() - start),
                    terminal);
      }
    }
  }
}

// Prints how often each digit was taken for which, and the share of right answers.
void test(Network* network, const Digits& digits, const Options& options) {
  HostBatches batches(options.batch);
  std::vector<float> log_p;
  int table[kClasses][kClasses] = {};
  int right = 0;
  for (int first = 0; first < digits.count(); first += options.batch) {
    const int count = std::min(options.batch, digits.count() - first);
    for (int i = 0; i < options.batch; ++i) {  // a last batch that is not full repeats its first images
      write_image(digits, first + i % count, 0, 0, batches.images[0] + static_cast<size_t>(i) * kPixels);
    }
    network->classify(batches.images[0], &log_p);
    for (int i = 0; i < count; ++i) {
      const float* row = log_p.data() + static_cast<size_t>(i) * kClasses;
      int best = 0;
      for (int c = 1; c < kClasses; ++c) {
        if (row[c] > row[best]) best = c;
      }
      const int label = digits.labels[static_cast<size_t>(first + i)];
      ++table[label][best];
      right += best == label;
    }
  }
  std::printf("\ndigit  taken for 0    1    2    3    4    5    6    7    8    9\n");
  for (int label = 0; label < kClasses; ++label) {
    std::printf("%5d        ", label);
    for (const int count : table[label]) count ? std::printf("%5d", count) : std::printf("    .");
    std::printf("\n");
  }
  std::printf("\ntest accuracy: %.2f%%\n", 100.0 * right / digits.count());
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  Digits train_digits;
  Digits test_digits;
  load_digits(options.data, &train_digits, &test_digits);
  cudaDeviceProp device;
  CUDA(cudaGetDeviceProperties(&device, 0));
  std::printf("%d digits to train, %d to test; cuDNN %zu on %s\n", train_digits.count(), test_digits.count(),
              cudnnGetVersion(), device.name);
  Random random(options.seed);
  Network network(options.batch, &random);
  train(&network, train_digits, options, &random);
  test(&network, test_digits, options);
  return 0;
}
