// Records of lrn_divnorm.tsv.
#include "golden/golden.h"

namespace girih::golden {
namespace {

using conformance::DeviceBuffer;

cudnnStatus_t set(Player& p, cudnnLRNDescriptor_t descriptor) {
  return cudnnSetLRNDescriptor(descriptor, static_cast<unsigned>(p.integer("n", 5)), p.real("lrn_alpha", 1e-4),
                               p.real("lrn_beta", 0.75), p.real("k", 2));
}

struct Lrn : Held<cudnnLRNDescriptor_t> {
  Lrn() : Held(cudnnCreateLRNDescriptor, cudnnDestroyLRNDescriptor) {}
  explicit Lrn(Player& p) : Lrn() { set(p, descriptor); }
};

cudnnStatus_t set_descriptor(Player& p) { return set(p, Lrn().descriptor); }

// A new descriptor: its numbers, and outputs that nobody wants.
cudnnStatus_t get_descriptor(Player& p) {
  Lrn lrn;
  unsigned n = 0;
  double alpha = 0, beta = 0, k = 0;
  cudnnStatus_t status = cudnnGetLRNDescriptor(lrn.descriptor, &n, &alpha, &beta, &k);
  if (status == CUDNN_STATUS_SUCCESS)
    for (const Row& row : p.record().rows)
      for (auto [name, value] : {std::pair{"n", double(n)}, {"lrn_alpha", alpha}, {"lrn_beta", beta}, {"k", k}})
        if (row.kind == 'p' && row.name == name)
          p.tally().check(value == std::strtod(row.data.c_str(), nullptr), name,
                          std::string(name) + " is " + std::to_string(value) + ", recorded " + row.data);
  if (status == CUDNN_STATUS_SUCCESS)
    status = cudnnGetLRNDescriptor(lrn.descriptor, nullptr, nullptr, nullptr, nullptr);
  return status;
}

cudnnStatus_t forward(Player& p) {
  Lrn lrn(p);
  Blend k(p, "x");
  return cudnnLRNCrossChannelForward(p.handle(), lrn.descriptor, CUDNN_LRN_CROSS_CHANNEL_DIM1, k.a.get(),
                                     p.descriptor("x"), p.data("x"), k.b.get(), p.descriptor("y"), p.data("y"));
}

cudnnStatus_t backward(Player& p) {
  Lrn lrn(p);
  Blend k(p, "x");
  return cudnnLRNCrossChannelBackward(p.handle(), lrn.descriptor, CUDNN_LRN_CROSS_CHANNEL_DIM1, k.a.get(),
                                      p.descriptor("x"), p.data("y"), p.descriptor("dy"), p.data("dy"),
                                      p.descriptor("x"), p.data("x"), k.b.get(), p.descriptor("dx"), p.data("dx"));
}

// Scratch of the size of x.
struct Temp {
  explicit Temp(Player& p) {
    size_t bytes = 0;
    cudnnGetTensorSizeInBytes(p.descriptor("x"), &bytes);
    a = DeviceBuffer(bytes), b = DeviceBuffer(bytes);
  }
  DeviceBuffer a, b;
};

cudnnStatus_t divisive_forward(Player& p) {
  Lrn lrn(p);
  Blend k(p, "x");
  Temp temp(p);
  return cudnnDivisiveNormalizationForward(p.handle(), lrn.descriptor, CUDNN_DIVNORM_PRECOMPUTED_MEANS, k.a.get(),
                                           p.descriptor("x"), p.data("x"), p.data("means"), temp.a.data(),
                                           temp.b.data(), k.b.get(), p.descriptor("y"), p.data("y"));
}

cudnnStatus_t divisive_backward(Player& p) {
  Lrn lrn(p);
  Blend k(p, "x");
  Temp temp(p);
  return cudnnDivisiveNormalizationBackward(p.handle(), lrn.descriptor, CUDNN_DIVNORM_PRECOMPUTED_MEANS, k.a.get(),
                                            p.descriptor("x"), p.data("x"), p.data("means"), p.data("dy"),
                                            temp.a.data(), temp.b.data(), k.b.get(), p.descriptor("dx"), p.data("dx"),
                                            p.data("dmeans"));
}

}  // namespace

const Actions& lrn_actions() {
  static const Actions actions = {
      {"cudnnSetLRNDescriptor", set_descriptor},
      {"cudnnGetLRNDescriptor", get_descriptor},
      {"cudnnLRNCrossChannelForward", forward},
      {"cudnnLRNCrossChannelBackward", backward},
      {"cudnnDivisiveNormalizationForward", divisive_forward},
      {"cudnnDivisiveNormalizationBackward", divisive_backward},
  };
  return actions;
}

}  // namespace girih::golden
