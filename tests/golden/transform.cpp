// Records of tensorops.tsv that pad and fold, and of im2col_reorder.tsv.
#include <cstring>

#include "golden/golden.h"

namespace girih::golden {
namespace {

using conformance::DeviceBuffer;
using conformance::DType;
using conformance::Scalar;
using conformance::Tensor;

struct Transform : Held<cudnnTensorTransformDescriptor_t> {
  explicit Transform(Player& p) : Held(cudnnCreateTensorTransformDescriptor, cudnnDestroyTensorTransformDescriptor) {
    // The records of filters hold no parameters: fold22 folds by 2x2, pad adds one C and goes to NHWC.
    const bool pad = p.record().name == "transformfilter.pad", fold = p.record().name == "transformfilter.fold22";
    std::vector<int> before = p.ints("pad_before", "0x0x0x0"), after = p.ints("pad_after", pad ? "0x1x0x0" : "0x0x0x0");
    std::vector<int> folds = p.ints("fold", fold ? "2x2" : "1x1");
    std::vector<uint32_t> factors(folds.begin(), folds.end());
    format = static_cast<cudnnTensorFormat_t>(p.integer("dest_format", pad ? 1 : 0));
    set = cudnnSetTensorTransformDescriptor(descriptor, static_cast<uint32_t>(before.size()), format, before.data(),
                                            after.data(), factors.data(),
                                            static_cast<cudnnFoldingDirection_t>(p.integer("direction", 0)));
  }
  cudnnTensorFormat_t format;
  cudnnStatus_t set;
};

struct Dest : Held<cudnnTensorDescriptor_t> {
  explicit Dest(Player& p) : Held(cudnnCreateTensorDescriptor, cudnnDestroyTensorDescriptor) {
    init = cudnnInitTransformDest(Transform(p).descriptor, p.descriptor("x"), descriptor, &bytes);
  }
  size_t bytes = 0;
  cudnnStatus_t init;
};

cudnnStatus_t set_transform(Player& p) { return Transform(p).set; }

cudnnStatus_t init_dest(Player& p) {
  Dest dest(p);
  p.sizes["dest_bytes"] = dest.bytes;
  return dest.init;
}

void compare(Player& p, const std::string& name, const std::string& got) {
  for (const Row& row : p.record().rows)
    if (row.kind == 'p' && row.name == name)
      p.tally().check(got == row.data, name, name + " is " + got + ", recorded " + row.data);
}

cudnnStatus_t get_dest(Player& p) {
  Dest dest(p);
  int rank = 0, dims[8] = {}, strides[8] = {};
  cudnnDataType_t type = CUDNN_DATA_FLOAT;
  cudnnStatus_t status = cudnnGetTensorNdDescriptor(dest.descriptor, 8, &type, &rank, dims, strides);
  compare(p, "dest_dims", conformance::text_of({dims, dims + rank}));
  compare(p, "dest_strides", conformance::text_of({strides, strides + rank}));
  if (std::string want = p.text("dest_type", ""); !want.empty())
    p.tally().check(type == conformance::cudnn_type(conformance::dtype_from(want)), "dest_type", "another type");
  return status;
}

cudnnStatus_t transform_ex(Player& p) {
  Transform transform(p);
  Dest dest(p);
  Blend k(p, "x");
  return cudnnTransformTensorEx(p.handle(), transform.descriptor, k.a.get(), p.descriptor("x"), p.data("x"), k.b.get(),
                                dest.descriptor, p.data("y"));
}

cudnnStatus_t transform_filter(Player& p) {
  Transform transform(p);
  Blend k(p, "w");
  return cudnnTransformFilter(p.handle(), transform.descriptor, k.a.get(), p.tensor("w").filter(CUDNN_TENSOR_NCHW),
                              p.data("w"), k.b.get(), p.tensor("y").filter(transform.format), p.data("y"));
}

// --- im2col ---

cudnnStatus_t im2col(Player& p) {
  Held<cudnnConvolutionDescriptor_t> conv(cudnnCreateConvolutionDescriptor, cudnnDestroyConvolutionDescriptor);
  std::vector<int> pad = p.ints("pad", "0x0"), stride = p.ints("stride", "1x1"), dilation = p.ints("dilation", "1x1");
  cudnnSetConvolutionNdDescriptor(conv.descriptor, static_cast<int>(pad.size()), pad.data(), stride.data(),
                                  dilation.data(),
                                  p.text("mode", "xcorr") == "xcorr" ? CUDNN_CROSS_CORRELATION : CUDNN_CONVOLUTION,
                                  conformance::cudnn_type(conformance::dtype_from(p.text("compute", "f32"))));
  cudnnSetConvolutionGroupCount(conv.descriptor, p.integer("groups", 1));
  return cudnnIm2Col(p.handle(), p.descriptor("x"), p.data("x"),
                     p.tensor("w").filter(p.text("layout", "nchw") == "nhwc" ? CUDNN_TENSOR_NHWC : CUDNN_TENSOR_NCHW),
                     conv.descriptor, p.data("col"));
}

// --- reordering of int8 filters ---

// "reorder.KxCxRxS"
std::vector<int> filter_dims(Player& p) {
  return conformance::ints(numbers(p.record().name.substr(p.record().name.find('.') + 1)));
}

struct Filter : Held<cudnnFilterDescriptor_t> {
  explicit Filter(Player& p) : Held(cudnnCreateFilterDescriptor, cudnnDestroyFilterDescriptor), dims(filter_dims(p)) {
    set = cudnnSetFilter4dDescriptor(descriptor, CUDNN_DATA_INT8x32, CUDNN_TENSOR_NCHW_VECT_C, dims[0], dims[1],
                                     dims[2], dims[3]);
    bytes = static_cast<size_t>(dims[0]) * static_cast<size_t>(dims[1] * dims[2] * dims[3]);
  }
  std::vector<int> dims;
  size_t bytes;
  cudnnStatus_t set;
};

// Two runs show where each byte comes from: its index modulo 251, and what is left.
cudnnStatus_t reorder_filter(Player& p, const Filter& f, cudnnReorderType_t type, std::vector<size_t>* source) {
  cudnnStatus_t status = CUDNN_STATUS_SUCCESS;
  source->assign(f.bytes, 0);
  for (bool high : {false, true}) {
    DeviceBuffer from(f.bytes), to(f.bytes);
    std::vector<uint8_t> bytes(f.bytes);
    for (size_t i = 0; i < f.bytes; ++i) bytes[i] = static_cast<uint8_t>(high ? i / 251 : i % 251);
    from.upload(bytes);
    to.fill(0xFF);
    status = cudnnReorderFilterAndBias(p.handle(), f.descriptor, type, from.data(), to.data(), 0, nullptr, nullptr);
    conformance::check_cuda(cudaDeviceSynchronize(), "cudnnReorderFilterAndBias");
    if (status != CUDNN_STATUS_SUCCESS) return status;
    p.tally().check(to.damage().empty(), "guard", "wrote " + to.damage());
    bytes = to.download();
    for (size_t i = 0; i < f.bytes; ++i) (*source)[i] += bytes[i] * (high ? 251u : 1u);
  }
  return status;
}

cudnnStatus_t reorder_bias(Player& p, const Filter& f, std::vector<uint8_t>* order) {
  const size_t bytes = 4 * static_cast<size_t>(f.dims[0]);
  DeviceBuffer from(f.bytes), to(f.bytes), bias(bytes), ordered(bytes);
  std::vector<uint8_t> image(bytes);
  for (int i = 0; i < f.dims[0]; ++i) {
    float value = static_cast<float>(i);
    std::memcpy(&image[4 * static_cast<size_t>(i)], &value, 4);
  }
  from.fill(1);
  bias.upload(image);
  ordered.fill(0xFF);
  cudnnStatus_t status = cudnnReorderFilterAndBias(p.handle(), f.descriptor, CUDNN_DEFAULT_REORDER, from.data(),
                                                   to.data(), 1, bias.data(), ordered.data());
  conformance::check_cuda(cudaDeviceSynchronize(), "cudnnReorderFilterAndBias");
  *order = ordered.download();
  return status;
}

}  // namespace

const Actions& transform_actions() {
  static const Actions actions = {
      {"cudnnSetTensorTransformDescriptor", set_transform},
      {"cudnnInitTransformDest", init_dest},
      {"cudnnGetTensorNdDescriptor", get_dest},
      {"cudnnTransformTensorEx", transform_ex},
      {"cudnnTransformFilter", transform_filter},
      {"cudnnIm2Col", im2col},
  };
  return actions;
}

// The first call of a record takes a bias as well, when the record shows one; those behind it are the two runs that
// show the sources.
void play_reorder(Tally& tally, const Case& record) {
  tally.begin(record.table, record.name);
  Player p(tally, record);
  Filter filter(p);
  const Row* order = p.output_row("bias_order");
  int calls = 0;
  std::vector<size_t> source;
  std::vector<uint8_t> bias;
  for (const Row& row : record.rows) {
    if (row.name == "cudnnSetFilter4dDescriptor") {
      if (!tally.status(filter.set, row.data, row.name)) return;
    } else if (row.name == "cudnnReorderFilterAndBias") {
      if (order && calls == 0)
        tally.status(reorder_bias(p, filter, &bias), row.data, "cudnnReorderFilterAndBias(bias)");
      else if (!tally.status(reorder_filter(p, filter, CUDNN_DEFAULT_REORDER, &source), row.data, row.name))
        return;
      ++calls;
    } else if (row.name == "cudnnReorderFilterAndBias(NO_REORDER)") {
      tally.status(reorder_filter(p, filter, CUDNN_NO_REORDER, &source), row.data, row.name);
    } else if (row.kind == 'o' && row.type == "i32") {
      std::string got;
      for (size_t index : source) got.append(got.empty() ? "" : " ").append(std::to_string(index));
      tally.check(got == row.data, row.name, "the bytes lie in another order");
    } else if (row.kind == 'o') {
      std::string got;
      for (size_t i = 0; i + 4 <= bias.size(); i += 4) {
        float value;
        std::memcpy(&value, &bias[i], 4);
        got.append(got.empty() ? "" : " ").append(value == value ? std::to_string(static_cast<int>(value)) : "_");
      }
      tally.check(got == row.data, row.name, "the bias lies in another order: " + got);
    }
  }
}

}  // namespace girih::golden
