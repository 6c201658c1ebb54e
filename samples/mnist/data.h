// The MNIST digits: reading them, and making batches.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "random.h"

constexpr int kImageSize = 28;
constexpr int kPixels = kImageSize * kImageSize;
constexpr int kClasses = 10;

struct Digits {
  std::vector<uint8_t> pixels;  // kPixels per image
  std::vector<uint8_t> labels;

  int count() const { return static_cast<int>(labels.size()); }
};

// Reads both files of `folder`; ends the program with one line when a file is missing or not what it should be. Every
// fifth image goes to the test set, so that both sets hold digits of all writers alike.
void load_digits(const std::string& folder, Digits* train, Digits* test);

// Writes image `index` as floats of about zero mean and unit variance, moved by dx and dy pixels.
void write_image(const Digits& digits, int index, int dx, int dy, float* out);

// Writes a one in the column of the label, and zeros elsewhere.
void write_one_hot(const Digits& digits, int index, float* out);

// 0 to n - 1 in random order.
std::vector<int> shuffled(int n, Random* random);
