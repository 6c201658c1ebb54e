// Fused operations: what the packs keep, what plans refuse and how they say it. The arithmetic is tested by the
// conformance suite and the recorded answers.
#include <gtest/gtest.h>

#include <map>
#include <thread>

#include "api/descriptors.h"
#include "api/entry_points.gen.h"
#include "api/fused_ops.h"

namespace girih::test {
namespace {

using Const = cudnnFusedOpsConstParamLabel_t;
using Variant = cudnnFusedOpsVariantParamLabel_t;

struct Packs {
  explicit Packs(cudnnFusedOps_t of) : ops(of) {
    EXPECT_TRUE(api::cudnnCreateFusedOpsConstParamPack(&constants, ops));
    EXPECT_TRUE(api::cudnnCreateFusedOpsVariantParamPack(&variants, ops));
    EXPECT_TRUE(api::cudnnCreateFusedOpsPlan(&plan, ops));
  }
  ~Packs() {
    EXPECT_TRUE(api::cudnnDestroyFusedOpsPlan(plan));
    EXPECT_TRUE(api::cudnnDestroyFusedOpsVariantParamPack(variants));
    EXPECT_TRUE(api::cudnnDestroyFusedOpsConstParamPack(constants));  // NULL is accepted
  }
  Check set(Const label, const void* value) {
    return api::cudnnSetFusedOpsConstParamPackAttribute(constants, label, value);
  }
  Check set(Variant label, void* value) {
    return api::cudnnSetFusedOpsVariantParamPackAttribute(variants, label, value);
  }
  Check make() { return api::cudnnMakeFusedOpsPlan(&handle, plan, constants, &workspace); }
  Check execute() { return api::cudnnFusedOpsExecute(&handle, plan, variants); }

  cudnnFusedOps_t ops;
  cudnnContext handle;
  cudnnFusedOpsConstParamPack_t constants = nullptr;
  cudnnFusedOpsVariantParamPack_t variants = nullptr;
  cudnnFusedOpsPlan_t plan = nullptr;
  size_t workspace = 77;
};

// A pack of every operation with all of its labels set, and data behind every pointer: x is 2x4x3x3, the filter
// 4x4x1x1.
struct Complete : Packs {
  explicit Complete(cudnnFusedOps_t of, DType type = DType::f32) : Packs(of) {
    for (int label = 0; label <= CUDNN_PARAM_BN_DBIAS_PLACEHOLDER; ++label) {
      const auto number = static_cast<Const>(label);
      const api::FusedLabel& l = api::fused_label(label);
      if (!(l.ops >> ops & 1)) continue;
      switch (l.kind) {
        case api::FusedKind::tensor:
          tensor.desc = describe(number, type);
          EXPECT_TRUE(set(number, &tensor));
          break;
        case api::FusedKind::filter:
          filter.desc = make_packed(type, {4, 4, 1, 1});
          EXPECT_TRUE(set(number, &filter));
          break;
        case api::FusedKind::convolution: {
          const int zeros[] = {0, 0}, ones[] = {1, 1};
          EXPECT_TRUE(api::cudnnSetConvolutionNdDescriptor(&convolution, 2, zeros, ones, ones, CUDNN_CROSS_CORRELATION,
                                                           CUDNN_DATA_FLOAT));
          EXPECT_TRUE(set(number, &convolution));
          break;
        }
        case api::FusedKind::activation:
          activation.mode = CUDNN_ACTIVATION_RELU;
          EXPECT_TRUE(set(number, &activation));
          break;
        case api::FusedKind::mode: {
          const cudnnBatchNormMode_t mode = CUDNN_BATCHNORM_SPATIAL;
          EXPECT_TRUE(set(number, &mode));
          break;
        }
        case api::FusedKind::placeholder: {
          const cudnnFusedOpsPointerPlaceHolder_t promise = CUDNN_PTR_16B_ALIGNED;
          EXPECT_TRUE(set(number, &promise));
          std::vector<float>& memory = data[l.pointer];
          memory.assign(256, 0.5f);
          EXPECT_TRUE(set(static_cast<Variant>(l.pointer), aligned(memory)));
          break;
        }
      }
    }
    int64_t count = 18;
    double factor = 0.5, epsilon = 1e-3;
    if (ops == CUDNN_FUSED_BN_FINALIZE_STATISTICS_TRAINING) {
      EXPECT_TRUE(set(CUDNN_SCALAR_INT64_T_BN_ACCUMULATION_COUNT, &count));
      EXPECT_TRUE(set(CUDNN_SCALAR_DOUBLE_BN_EXP_AVG_FACTOR, &factor));
    }
    if (ops == CUDNN_FUSED_BN_FINALIZE_STATISTICS_TRAINING || ops == CUDNN_FUSED_BN_FINALIZE_STATISTICS_INFERENCE ||
        ops == CUDNN_FUSED_DACTIVATION_FORK_DBATCHNORM) {
      EXPECT_TRUE(set(CUDNN_SCALAR_DOUBLE_BN_EPSILON, &epsilon));
    }
  }
  static TensorDesc describe(Const label, DType type) {
    switch (label) {
      case CUDNN_PARAM_XDESC:
      case CUDNN_PARAM_YDESC:
      case CUDNN_PARAM_DYDESC:
      case CUDNN_PARAM_ZDESC:
      case CUDNN_PARAM_DXDESC:
      case CUDNN_PARAM_DZDESC:
        return make_packed(type, {2, 4, 3, 3});
      case CUDNN_PARAM_ACTIVATION_BITMASK_DESC:
        return make_packed(DType::i32, {32, 2, 1, 1});
      default:
        return make_packed(DType::f32, {1, 4, 1, 1});
    }
  }
  static void* aligned(std::vector<float>& memory) {
    const auto p = reinterpret_cast<uintptr_t>(memory.data());
    return reinterpret_cast<void*>((p + 15) / 16 * 16);
  }

  cudnnTensorStruct tensor;
  cudnnFilterStruct filter;
  cudnnConvolutionStruct convolution;
  cudnnActivationStruct activation;
  std::map<int, std::vector<float>> data;
};

constexpr cudnnFusedOps_t kAll[] = {
    CUDNN_FUSED_SCALE_BIAS_ACTIVATION_CONV_BNSTATS, CUDNN_FUSED_SCALE_BIAS_ACTIVATION_WGRAD,
    CUDNN_FUSED_BN_FINALIZE_STATISTICS_TRAINING,    CUDNN_FUSED_BN_FINALIZE_STATISTICS_INFERENCE,
    CUDNN_FUSED_CONV_SCALE_BIAS_ADD_ACTIVATION,     CUDNN_FUSED_SCALE_BIAS_ADD_ACTIVATION_GEN_BITMASK,
    CUDNN_FUSED_DACTIVATION_FORK_DBATCHNORM};

std::string text_of(const Check& c) { return c ? "success" : c.error().text; }
bool names(const Check& c, const std::string& what) { return text_of(c).find(what) != std::string::npos; }

// A pack copies: what happens to the descriptor afterwards does not matter, and a getter copies back.
TEST(FusedOps, PacksCopyDescriptors) {
  Packs p(CUDNN_FUSED_SCALE_BIAS_ACTIVATION_CONV_BNSTATS);
  cudnnTensorStruct x, back;
  x.desc = make_packed(DType::f16, {2, 3, 4, 5}, Layout::nhwc);
  x.type = CUDNN_DATA_HALF;
  ASSERT_TRUE(p.set(CUDNN_PARAM_XDESC, &x));
  const TensorDesc before = x.desc;
  x.desc = make_packed(DType::f32, {1, 1, 1, 1});
  int is_null = 5;
  ASSERT_TRUE(api::cudnnGetFusedOpsConstParamPackAttribute(p.constants, CUDNN_PARAM_XDESC, &back, &is_null));
  EXPECT_EQ(is_null, 0);
  EXPECT_TRUE(back.desc == before);
  EXPECT_EQ(back.type, CUDNN_DATA_HALF);
  // A descriptor of another kind is no place for it, and cannot be set.
  cudnnFilterStruct filter;
  const Check wrong = api::cudnnGetFusedOpsConstParamPackAttribute(p.constants, CUDNN_PARAM_XDESC, &filter, &is_null);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().status, Status::kBadParam);
  EXPECT_TRUE(names(wrong, "CUDNN_PARAM_XDESC")) << text_of(wrong);
  EXPECT_TRUE(names(p.set(CUDNN_PARAM_XDESC, &filter), "CUDNN_PARAM_XDESC"));
  // NULL takes it out again.
  ASSERT_TRUE(p.set(CUDNN_PARAM_XDESC, nullptr));
  ASSERT_TRUE(api::cudnnGetFusedOpsConstParamPackAttribute(p.constants, CUDNN_PARAM_XDESC, &back, &is_null));
  EXPECT_NE(is_null, 0);
}

TEST(FusedOps, PlaceholdersAndModes) {
  Packs p(CUDNN_FUSED_SCALE_BIAS_ACTIVATION_CONV_BNSTATS);
  int value = 9, is_null = 9;
  ASSERT_TRUE(
      api::cudnnGetFusedOpsConstParamPackAttribute(p.constants, CUDNN_PARAM_WDATA_PLACEHOLDER, &value, &is_null));
  EXPECT_EQ(value, CUDNN_PTR_NULL);
  EXPECT_EQ(is_null, 0);
  for (int v : {CUDNN_PTR_ELEM_ALIGNED, CUDNN_PTR_16B_ALIGNED, CUDNN_PTR_NULL}) {
    ASSERT_TRUE(p.set(CUDNN_PARAM_WDATA_PLACEHOLDER, &v));
    ASSERT_TRUE(
        api::cudnnGetFusedOpsConstParamPackAttribute(p.constants, CUDNN_PARAM_WDATA_PLACEHOLDER, &value, &is_null));
    EXPECT_EQ(value, v);
  }
  for (int v : {-1, 3, 77}) {
    EXPECT_TRUE(names(p.set(CUDNN_PARAM_WDATA_PLACEHOLDER, &v), "CUDNN_PARAM_WDATA_PLACEHOLDER"));
    EXPECT_TRUE(names(p.set(CUDNN_PARAM_BN_MODE, &v), "CUDNN_PARAM_BN_MODE"));
  }
  // Labels of other operations are refused by name.
  EXPECT_TRUE(names(p.set(CUDNN_PARAM_DYDESC, nullptr), "CUDNN_PARAM_DYDESC is no parameter of CUDNN_FUSED_SCALE"));
}

TEST(FusedOps, VariantPacksKeepPointersAndNumbers) {
  Packs p(CUDNN_FUSED_BN_FINALIZE_STATISTICS_TRAINING);
  int somewhere = 0;
  void* back = &back;
  ASSERT_TRUE(api::cudnnGetFusedOpsVariantParamPackAttribute(p.variants, CUDNN_PTR_YSUM, &back));
  EXPECT_EQ(back, nullptr);
  ASSERT_TRUE(p.set(CUDNN_PTR_YSUM, &somewhere));
  ASSERT_TRUE(api::cudnnGetFusedOpsVariantParamPackAttribute(p.variants, CUDNN_PTR_YSUM, &back));
  EXPECT_EQ(back, &somewhere);
  int64_t count = int64_t{1} << 40, count_back = 0;
  ASSERT_TRUE(p.set(CUDNN_SCALAR_INT64_T_BN_ACCUMULATION_COUNT, &count));
  count = 0;
  ASSERT_TRUE(api::cudnnGetFusedOpsVariantParamPackAttribute(p.variants, CUDNN_SCALAR_INT64_T_BN_ACCUMULATION_COUNT,
                                                             &count_back));
  EXPECT_EQ(count_back, int64_t{1} << 40);
  EXPECT_TRUE(names(p.set(CUDNN_SCALAR_DOUBLE_BN_EPSILON, nullptr), "CUDNN_SCALAR_DOUBLE_BN_EPSILON"));
  EXPECT_TRUE(names(p.set(CUDNN_PTR_XDATA, &somewhere), "CUDNN_PTR_XDATA is no parameter of"));
}

TEST(FusedOps, EveryOperationRuns) {
  for (cudnnFusedOps_t ops : kAll) {
    Complete c(ops);
    Check made = c.make();
    ASSERT_TRUE(made) << api::fused_name(ops) << ": " << text_of(made);
    EXPECT_EQ(c.workspace, 0u);
    // The plan needs the constant pack no more.
    ASSERT_TRUE(api::cudnnDestroyFusedOpsConstParamPack(c.constants));
    c.constants = nullptr;
    Check ran = c.execute();
    EXPECT_TRUE(ran) << api::fused_name(ops) << ": " << text_of(ran);
  }
}

// Whatever label is taken out of a complete pack: the plan is made without it, or the text names a label.
TEST(FusedOps, MissingEntriesAreNamed) {
  for (cudnnFusedOps_t ops : kAll) {
    int refused = 0;
    for (int label = 0; label <= CUDNN_PARAM_BN_DBIAS_PLACEHOLDER; ++label) {
      const auto number = static_cast<Const>(label);
      Complete c(ops);
      if (!(api::fused_label(label).ops >> ops & 1)) continue;
      ASSERT_TRUE(c.set(number, nullptr));
      const Check made = c.make();
      if (made) {
        EXPECT_TRUE(c.execute()) << api::const_label_name(label);
        continue;
      }
      ++refused;
      EXPECT_EQ(made.error().status, Status::kBadParam) << text_of(made);
      EXPECT_TRUE(names(made, "CUDNN_PARAM_")) << text_of(made);
      const Check ran = c.execute();
      ASSERT_FALSE(ran);
      EXPECT_TRUE(names(ran, "cudnnMakeFusedOpsPlan")) << text_of(ran);
    }
    EXPECT_GE(refused, 3) << api::fused_name(ops);
  }
}

TEST(FusedOps, PointersAreChecked) {
  for (cudnnFusedOps_t ops : kAll) {
    Complete c(ops);
    ASSERT_TRUE(c.make());
    for (auto& [pointer, memory] : c.data) {
      const auto label = static_cast<Variant>(pointer);
      ASSERT_TRUE(c.set(label, nullptr));
      const Check null = c.execute();
      EXPECT_TRUE(null || names(null, api::variant_label_name(pointer))) << text_of(null);
      ASSERT_TRUE(c.set(label, static_cast<char*>(Complete::aligned(memory)) + 4));
      const Check shifted = c.execute();
      EXPECT_EQ(!null, !shifted);  // a pointer that no tensor of the graph needs
      if (!shifted) {
        EXPECT_EQ(shifted.error().status, Status::kBadParamMisalignedPointer);
        EXPECT_TRUE(names(shifted, api::variant_label_name(pointer))) << text_of(shifted);
      }
      ASSERT_TRUE(c.set(label, Complete::aligned(memory)));
    }
    EXPECT_TRUE(c.execute());
  }
}

TEST(FusedOps, OperationsMustAgree) {
  Complete a(CUDNN_FUSED_SCALE_BIAS_ACTIVATION_WGRAD), b(CUDNN_FUSED_CONV_SCALE_BIAS_ADD_ACTIVATION);
  size_t bytes = 0;
  EXPECT_TRUE(names(api::cudnnMakeFusedOpsPlan(&a.handle, a.plan, b.constants, &bytes), "CUDNN_FUSED_CONV_SCALE"));
  ASSERT_TRUE(a.make());
  EXPECT_TRUE(names(api::cudnnFusedOpsExecute(&a.handle, a.plan, b.variants), "CUDNN_FUSED_CONV_SCALE"));
}

TEST(FusedOps, WrongShapesAreNamed) {
  struct Wrong {
    cudnnFusedOps_t ops;
    Const label;
    TensorDesc desc;
  };
  const TensorDesc three = make_packed(DType::f32, {1, 3, 1, 1}), image = make_packed(DType::f32, {2, 4, 3, 2});
  for (const Wrong& w : {
           Wrong{CUDNN_FUSED_SCALE_BIAS_ACTIVATION_CONV_BNSTATS, CUDNN_PARAM_BN_EQSCALEBIAS_DESC, three},
           Wrong{CUDNN_FUSED_SCALE_BIAS_ACTIVATION_CONV_BNSTATS, CUDNN_PARAM_YSTATS_DESC, three},
           Wrong{CUDNN_FUSED_SCALE_BIAS_ACTIVATION_CONV_BNSTATS, CUDNN_PARAM_YDESC, image},
           Wrong{CUDNN_FUSED_SCALE_BIAS_ACTIVATION_WGRAD, CUDNN_PARAM_DYDESC, image},
           Wrong{CUDNN_FUSED_BN_FINALIZE_STATISTICS_TRAINING, CUDNN_PARAM_YSTATS_DESC, three},
           Wrong{CUDNN_FUSED_BN_FINALIZE_STATISTICS_INFERENCE, CUDNN_PARAM_BN_EQSCALEBIAS_DESC, three},
           Wrong{CUDNN_FUSED_CONV_SCALE_BIAS_ADD_ACTIVATION, CUDNN_PARAM_ZDESC, image},
           Wrong{CUDNN_FUSED_CONV_SCALE_BIAS_ADD_ACTIVATION, CUDNN_PARAM_BN_Z_EQSCALEBIAS_DESC, three},
           Wrong{CUDNN_FUSED_SCALE_BIAS_ADD_ACTIVATION_GEN_BITMASK, CUDNN_PARAM_ACTIVATION_BITMASK_DESC,
                 make_packed(DType::i32, {2, 2, 4, 4})},
           Wrong{CUDNN_FUSED_SCALE_BIAS_ADD_ACTIVATION_GEN_BITMASK, CUDNN_PARAM_YDESC, image},
           Wrong{CUDNN_FUSED_DACTIVATION_FORK_DBATCHNORM, CUDNN_PARAM_BN_SCALEBIAS_MEANVAR_DESC, three},
           Wrong{CUDNN_FUSED_DACTIVATION_FORK_DBATCHNORM, CUDNN_PARAM_DZDESC, image},
       }) {
    Complete c(w.ops);
    c.tensor.desc = w.desc;
    ASSERT_TRUE(c.set(w.label, &c.tensor));
    const Check made = c.make();
    ASSERT_FALSE(made) << api::fused_name(w.ops) << " " << api::const_label_name(w.label);
    EXPECT_EQ(made.error().status, Status::kBadParam) << text_of(made);
  }
}

// The mask is that of RELU; another activation does not go with it.
TEST(FusedOps, MaskGoesWithRelu) {
  for (cudnnFusedOps_t ops :
       {CUDNN_FUSED_SCALE_BIAS_ADD_ACTIVATION_GEN_BITMASK, CUDNN_FUSED_DACTIVATION_FORK_DBATCHNORM}) {
    Complete c(ops);
    c.activation.mode = CUDNN_ACTIVATION_TANH;
    ASSERT_TRUE(c.set(CUDNN_PARAM_ACTIVATION_DESC, &c.activation));
    const Check made = c.make();
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().status, Status::kNotSupported);
    EXPECT_TRUE(names(made, "CUDNN_ACTIVATION_RELU")) << text_of(made);
  }
}

// One plan in several threads, each with a variant pack of its own.
TEST(FusedOps, PlansAreSharedByThreads) {
  Complete c(CUDNN_FUSED_CONV_SCALE_BIAS_ADD_ACTIVATION);
  ASSERT_TRUE(c.make());
  ASSERT_TRUE(c.execute());
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      Complete own(CUDNN_FUSED_CONV_SCALE_BIAS_ADD_ACTIVATION);
      for (int repeat = 0; repeat < 20; ++repeat)
        EXPECT_TRUE(api::cudnnFusedOpsExecute(&own.handle, c.plan, own.variants));
      const auto* y = static_cast<const float*>(Complete::aligned(own.data[CUDNN_PTR_YDATA]));
      const auto* want = static_cast<const float*>(Complete::aligned(c.data[CUDNN_PTR_YDATA]));
      EXPECT_TRUE(std::equal(y, y + 72, want));
    });
  for (std::thread& t : threads) t.join();
}

}  // namespace
}  // namespace girih::test
