// Records of spatial_transformer.tsv.
#include "golden/golden.h"

namespace girih::golden {
namespace {

using conformance::Shape;

struct Transformer : Held<cudnnSpatialTransformerDescriptor_t> {
  // Records without st_dims: the output of the sampler, or dims that are in the name.
  explicit Transformer(Player& p)
      : Held(cudnnCreateSpatialTransformerDescriptor, cudnnDestroySpatialTransformerDescriptor) {
    const std::string& name = p.record().name;
    std::string dims = name == "stn.3d"      ? "2x3x4"
                       : name == "stn.5d"    ? "1x1x2x3x4"
                       : name == "stn.dims0" ? "0x0x0x0"
                                             : "";
    if (dims.empty()) dims = p.has("y") ? conformance::text_of(p.tensor("y").shape.dims) : "1x2x3x4";
    std::vector<int> d = p.ints("st_dims", dims);
    conformance::DType type = conformance::DType::kF32;
    for (const Row& row : p.record().rows)
      if (row.kind == 'i') type = conformance::dtype_from(row.type);
    if (name == "stn.i8") type = conformance::DType::kI8;
    set = cudnnSetSpatialTransformerNdDescriptor(descriptor, CUDNN_SAMPLER_BILINEAR, conformance::cudnn_type(type),
                                                 static_cast<int>(d.size()), d.data());
  }
  cudnnStatus_t set;
};

cudnnStatus_t set(Player& p) { return Transformer(p).set; }

cudnnStatus_t grid_forward(Player& p) {
  return cudnnSpatialTfGridGeneratorForward(p.handle(), Transformer(p).descriptor, p.data("theta"), p.data("grid"));
}

cudnnStatus_t grid_backward(Player& p) {
  return cudnnSpatialTfGridGeneratorBackward(p.handle(), Transformer(p).descriptor, p.data("dgrid"), p.data("dtheta"));
}

cudnnStatus_t sampler_forward(Player& p) {
  Blend k(p, "x");
  return cudnnSpatialTfSamplerForward(p.handle(), Transformer(p).descriptor, k.a.get(), p.descriptor("x"), p.data("x"),
                                      p.data("grid"), k.b.get(), p.descriptor("y"), p.data("y"));
}

cudnnStatus_t sampler_backward(Player& p) {
  Blend k(p, "x");
  // The blending record does not say so, but its dgrid was made with other factors.
  bool blend = p.record().name == "stn.sample.blend";
  conformance::Scalar a(p.tensor("x").shape.type, blend ? 3 : 1), b(p.tensor("x").shape.type, blend ? 0.25 : 0);
  return cudnnSpatialTfSamplerBackward(p.handle(), Transformer(p).descriptor, k.a.get(), p.descriptor("x"), p.data("x"),
                                       k.b.get(), p.descriptor("dx"), p.data("dx"), a.get(), p.descriptor("dy"),
                                       p.data("dy"), p.data("grid"), b.get(), p.data("dgrid"));
}

}  // namespace

const Actions& spatial_actions() {
  static const Actions actions = {
      {"cudnnSetSpatialTransformerNdDescriptor", set},        {"cudnnSpatialTfGridGeneratorForward", grid_forward},
      {"cudnnSpatialTfGridGeneratorBackward", grid_backward}, {"cudnnSpatialTfSamplerForward", sampler_forward},
      {"cudnnSpatialTfSamplerBackward", sampler_backward},
  };
  return actions;
}

}  // namespace girih::golden
