// Our library against NVIDIA's on the same buffers in one process, interleaved: through the C functions that both have.
//
//   pair LIBGIRIH LIBCUDNN OUT.json [filter]
//
// libgirih exports its functions with a prefix, so both libraries can be open at once.
#include <cuda_runtime_api.h>
#include <cudnn.h>
#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace {

// The functions that the problems call.
// clang-format off
#define FUNCTIONS(X) \
  X(cudnnCreate) \
  X(cudnnCreateTensorDescriptor) \
  X(cudnnSetTensor4dDescriptor) \
  X(cudnnCreateFilterDescriptor) \
  X(cudnnSetFilter4dDescriptor) \
  X(cudnnCreateConvolutionDescriptor) \
  X(cudnnSetConvolution2dDescriptor) \
  X(cudnnSetConvolutionMathType) \
  X(cudnnSetConvolutionGroupCount) \
  X(cudnnGetErrorString) \
  X(cudnnFindConvolutionForwardAlgorithmEx) \
  X(cudnnFindConvolutionBackwardDataAlgorithmEx) \
  X(cudnnFindConvolutionBackwardFilterAlgorithmEx) \
  X(cudnnConvolutionForward) \
  X(cudnnConvolutionBackwardData) \
  X(cudnnConvolutionBackwardFilter) \
  X(cudnnCreatePoolingDescriptor) \
  X(cudnnSetPooling2dDescriptor) \
  X(cudnnPoolingForward) \
  X(cudnnPoolingBackward) \
  X(cudnnSoftmaxForward) \
  X(cudnnSoftmaxBackward) \
  X(cudnnCreateActivationDescriptor) \
  X(cudnnSetActivationDescriptor) \
  X(cudnnActivationForward) \
  X(cudnnActivationBackward) \
  X(cudnnBatchNormalizationForwardTraining) \
  X(cudnnBatchNormalizationForwardInference) \
  X(cudnnBatchNormalizationBackward) \
  X(cudnnAddTensor) \
  X(cudnnTransformTensor) \
  X(cudnnCreateReduceTensorDescriptor) \
  X(cudnnSetReduceTensorDescriptor) \
  X(cudnnReduceTensor) \
  X(cudnnCreateDropoutDescriptor) \
  X(cudnnSetDropoutDescriptor) \
  X(cudnnDropoutForward) \
  X(cudnnDropoutGetStatesSize)
// clang-format on

struct Library {
#define DECLARE(name) decltype(&::name) name = nullptr;
  FUNCTIONS(DECLARE)
#undef DECLARE
  cudnnHandle_t handle = nullptr;
  bool ok = true;

  Library(const char* path, const char* prefix) {
    void* so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!so) {
      std::printf("%s\n", dlerror());
      ok = false;
      return;
    }
#define LOOK_UP(name)                                                                        \
  name = reinterpret_cast<decltype(name)>(dlsym(so, (std::string(prefix) + #name).c_str())); \
  if (!name) std::printf("%s has no %s\n", path, #name), ok = false;
    FUNCTIONS(LOOK_UP)
#undef LOOK_UP
    if (ok) ok = cudnnCreate(&handle) == CUDNN_STATUS_SUCCESS;
  }
};

struct Shape {
  cudnnDataType_t type;
  cudnnTensorFormat_t format;
  int n, c, h, w;
  size_t bytes() const { return size_t(n) * c * h * w * (type == CUDNN_DATA_FLOAT ? 4 : 2); }
};

// Memory that both libraries use; filled with small random numbers.
struct Memory {
  std::vector<void*> blocks;
  void* get(size_t bytes) {
    void* p = nullptr;
    if (cudaMalloc(&p, bytes + 256) != cudaSuccess) return nullptr;
    blocks.push_back(p);
    return p;
  }
  void* random(const Shape& s) {
    void* p = get(s.bytes());
    std::vector<uint16_t> v(std::min<size_t>(s.bytes() / 2, 1 << 22));
    uint32_t state = 12345;
    for (size_t i = 0; i < v.size(); ++i) {
      state = state * 1664525u + 1013904223u;
      // bf16 or the upper half of an f32: sign, exponent around 1/2, random mantissa; f16 likewise.
      const uint16_t sign = state >> 31 ? 0x8000 : 0;
      v[i] = s.type == CUDNN_DATA_HALF ? uint16_t(sign | 0x3400 | (state >> 8 & 0x7ff))
                                       : uint16_t(sign | 0x3e80 | (state >> 8 & 0xff));
    }
    for (size_t at = 0; at < s.bytes(); at += v.size() * 2)
      cudaMemcpy(static_cast<char*>(p) + at, v.data(), std::min(v.size() * 2, s.bytes() - at), cudaMemcpyHostToDevice);
    return p;
  }
  ~Memory() {
    for (void* p : blocks) cudaFree(p);
  }
};

using Call = std::function<cudnnStatus_t()>;
// Makes a call of a library; the memory is shared by both.
using Maker = std::function<Call(Library&)>;

cudnnTensorDescriptor_t tensor(Library& l, const Shape& s) {
  cudnnTensorDescriptor_t d = nullptr;
  l.cudnnCreateTensorDescriptor(&d);
  l.cudnnSetTensor4dDescriptor(d, s.format, s.type, s.n, s.c, s.h, s.w);
  return d;
}

const float kOne = 1, kZero = 0;

double time_of(const Call& call, int launches) {
  static cudaEvent_t begin = nullptr, end = nullptr;
  if (!begin) cudaEventCreate(&begin), cudaEventCreate(&end);
  cudaEventRecord(begin, nullptr);
  for (int i = 0; i < launches; ++i)
    if (call() != CUDNN_STATUS_SUCCESS) return -1;
  cudaEventRecord(end, nullptr);
  if (cudaEventSynchronize(end) != cudaSuccess) return -1;
  float ms = 0;
  cudaEventElapsedTime(&ms, begin, end);
  return 1e3 * ms / launches;
}

struct Row {
  std::string name;
  double ours, theirs, bytes;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::printf("usage: pair LIBGIRIH LIBCUDNN OUT.json [filter]\n");
    return 2;
  }
  cudaFree(nullptr);
  Library ours(argv[1], "girih_"), theirs(argv[2], "");
  if (!ours.ok || !theirs.ok) return 1;
  const std::string filter = argc > 4 ? argv[4] : "";
  std::vector<Row> rows;
  const auto measure = [&](const std::string& name, double bytes, const Maker& make) {
    if (name.find(filter) == std::string::npos) return;
    Call a = make(ours), b = make(theirs);
    Row r{name, -1, -1, bytes};
    const auto ready = [](const Call& c) {
      const double first = time_of(c, 1);
      return first < 0 ? -1 : time_of(c, 1);
    };
    const double one_a = ready(a), one_b = ready(b);
    std::vector<double> ta, tb;
    for (int round = 0; round < 5; ++round) {
      if (one_a >= 0) ta.push_back(time_of(a, one_a > 5e4 ? 1 : std::clamp(int(4000 / (one_a + 1)), 2, 50)));
      if (one_a > 5e4 && round) break;
      if (one_b >= 0) tb.push_back(time_of(b, std::clamp(int(4000 / (one_b + 1)), 2, 50)));
    }
    const auto median = [](std::vector<double>& v) {
      if (v.empty()) return -1.0;
      std::nth_element(v.begin(), v.begin() + static_cast<long>(v.size() / 2), v.end());
      return v[v.size() / 2];
    };
    r.ours = median(ta), r.theirs = median(tb);
    std::printf("%-44s %10.1f us %10.1f us  ratio %6.3f  ours %5.2f TB/s\n", name.c_str(), r.ours, r.theirs,
                r.theirs / r.ours, bytes / r.ours * 1e-6);
    std::fflush(stdout);
    rows.push_back(r);
  };

  struct Conv {
    const char* name;
    int n, c, hw, k, rs, stride, groups;
  };
  const auto conv_rows = [&](const Conv& v, cudnnDataType_t type, cudnnTensorFormat_t format, const char* suffix) {
    Memory m;
    const int pad = v.rs / 2, out = (v.hw + 2 * pad - v.rs) / v.stride + 1;
    const Shape xs{type, format, v.n, v.c, v.hw, v.hw}, ys{type, format, v.n, v.k, out, out};
    const Shape ws{type, format, v.k, v.c / v.groups, v.rs, v.rs};
    void *x = m.random(xs), *w = m.random(ws), *y = m.random(ys);
    const size_t room = size_t(1) << 30;
    void* workspace = m.get(room);
    for (int pass = 0; pass < 3; ++pass) {
      const char* names[] = {"fprop", "dgrad", "wgrad"};
      measure(std::string("conv ") + v.name + " " + suffix + " " + names[pass],
              double(xs.bytes() + ys.bytes() + ws.bytes()), [&](Library& l) -> Call {
                auto xd = tensor(l, xs), yd = tensor(l, ys);
                cudnnFilterDescriptor_t wd = nullptr;
                cudnnConvolutionDescriptor_t cd = nullptr;
                l.cudnnCreateFilterDescriptor(&wd);
                l.cudnnSetFilter4dDescriptor(wd, type, format, ws.n, ws.c, ws.h, ws.w);
                l.cudnnCreateConvolutionDescriptor(&cd);
                l.cudnnSetConvolution2dDescriptor(cd, pad, pad, v.stride, v.stride, 1, 1, CUDNN_CROSS_CORRELATION,
                                                  CUDNN_DATA_FLOAT);
                l.cudnnSetConvolutionGroupCount(cd, v.groups);
                l.cudnnSetConvolutionMathType(cd, type == CUDNN_DATA_FLOAT ? CUDNN_FMA_MATH : CUDNN_TENSOR_OP_MATH);
                int count = 0;
                Library* lib = &l;
                if (pass == 0) {
                  cudnnConvolutionFwdAlgoPerf_t perf[10];
                  l.cudnnFindConvolutionForwardAlgorithmEx(l.handle, xd, x, wd, w, cd, yd, y, 10, &count, perf,
                                                           workspace, room);
                  if (!count) return [] { return CUDNN_STATUS_NOT_SUPPORTED; };
                  return [=] {
                    return lib->cudnnConvolutionForward(lib->handle, &kOne, xd, x, wd, w, cd, perf[0].algo, workspace,
                                                        room, &kZero, yd, y);
                  };
                }
                if (pass == 1) {
                  cudnnConvolutionBwdDataAlgoPerf_t perf[10];
                  l.cudnnFindConvolutionBackwardDataAlgorithmEx(l.handle, wd, w, yd, y, cd, xd, x, 10, &count, perf,
                                                                workspace, room);
                  if (!count) return [] { return CUDNN_STATUS_NOT_SUPPORTED; };
                  return [=] {
                    return lib->cudnnConvolutionBackwardData(lib->handle, &kOne, wd, w, yd, y, cd, perf[0].algo,
                                                             workspace, room, &kZero, xd, x);
                  };
                }
                cudnnConvolutionBwdFilterAlgoPerf_t perf[10];
                l.cudnnFindConvolutionBackwardFilterAlgorithmEx(l.handle, xd, x, yd, y, cd, wd, w, 10, &count, perf,
                                                                workspace, room);
                if (!count) return [] { return CUDNN_STATUS_NOT_SUPPORTED; };
                return [=] {
                  return lib->cudnnConvolutionBackwardFilter(lib->handle, &kOne, xd, x, yd, y, cd, perf[0].algo,
                                                             workspace, room, &kZero, wd, w);
                };
              });
    }
  };
  const Conv convs[] = {
      {"r50 64>64 3x3 56", 256, 64, 56, 64, 3, 1, 1},   {"r50 128 3x3 28", 256, 128, 28, 128, 3, 1, 1},
      {"r50 256 3x3 14", 256, 256, 14, 256, 3, 1, 1},   {"r50 512 3x3 7", 256, 512, 7, 512, 3, 1, 1},
      {"r50 256>64 1x1 56", 256, 256, 56, 64, 1, 1, 1}, {"r50 512>2048 1x1 7", 256, 512, 7, 2048, 1, 1, 1},
      {"r50 stem 7x7/2", 256, 3, 224, 64, 7, 2, 1}};
  for (const Conv& c : convs) conv_rows(c, CUDNN_DATA_BFLOAT16, CUDNN_TENSOR_NHWC, "bf16 nhwc");
  const Conv small[] = {{"64>64 3x3 56 n32", 32, 64, 56, 64, 3, 1, 1},
                        {"256 3x3 14 n32", 32, 256, 14, 256, 3, 1, 1},
                        {"256>64 1x1 56 n32", 32, 256, 56, 64, 1, 1, 1},
                        {"depthwise 128 3x3 56 n32", 32, 128, 56, 128, 3, 1, 128}};
  for (const Conv& c : small) conv_rows(c, CUDNN_DATA_HALF, CUDNN_TENSOR_NCHW, "f16 nchw");
  for (const Conv& c : small) conv_rows(c, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, "f32 nchw");

  struct Kind {
    const char* name;
    cudnnDataType_t type;
    cudnnTensorFormat_t format;
  };
  for (const Kind& kind : {Kind{"f32 nchw", CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW},
                           Kind{"bf16 nhwc", CUDNN_DATA_BFLOAT16, CUDNN_TENSOR_NHWC},
                           Kind{"f16 nchw", CUDNN_DATA_HALF, CUDNN_TENSOR_NCHW}}) {
    const std::string k = kind.name;
    Memory m;
    const Shape s{kind.type, kind.format, 128, 128, 56, 56}, half{kind.type, kind.format, 128, 128, 28, 28};
    void *x = m.random(s), *y = m.random(s), *z = m.random(s), *d = m.random(s);
    const double b = double(s.bytes());
    measure("relu fwd " + k, 2 * b, [&](Library& l) -> Call {
      auto t = tensor(l, s);
      cudnnActivationDescriptor_t a = nullptr;
      l.cudnnCreateActivationDescriptor(&a);
      l.cudnnSetActivationDescriptor(a, CUDNN_ACTIVATION_RELU, CUDNN_NOT_PROPAGATE_NAN, 0);
      return [=, l = &l] { return l->cudnnActivationForward(l->handle, a, &kOne, t, x, &kZero, t, y); };
    });
    measure("relu bwd " + k, 4 * b, [&](Library& l) -> Call {
      auto t = tensor(l, s);
      cudnnActivationDescriptor_t a = nullptr;
      l.cudnnCreateActivationDescriptor(&a);
      l.cudnnSetActivationDescriptor(a, CUDNN_ACTIVATION_RELU, CUDNN_NOT_PROPAGATE_NAN, 0);
      return [=, l = &l] { return l->cudnnActivationBackward(l->handle, a, &kOne, t, y, t, z, t, x, &kZero, t, d); };
    });
    measure("add tensor " + k, 3 * b, [&](Library& l) -> Call {
      auto t = tensor(l, s);
      return [=, l = &l] { return l->cudnnAddTensor(l->handle, &kOne, t, x, &kOne, t, y); };
    });
    measure("add bias " + k, 2 * b, [&](Library& l) -> Call {
      auto t = tensor(l, s), c = tensor(l, {kind.type, kind.format, 1, 128, 1, 1});
      return [=, l = &l] { return l->cudnnAddTensor(l->handle, &kOne, c, x, &kOne, t, y); };
    });
    measure("transform nchw>nhwc " + k, 2 * b, [&](Library& l) -> Call {
      auto t = tensor(l, s);
      Shape other = s;
      other.format = s.format == CUDNN_TENSOR_NCHW ? CUDNN_TENSOR_NHWC : CUDNN_TENSOR_NCHW;
      auto u = tensor(l, other);
      return [=, l = &l] { return l->cudnnTransformTensor(l->handle, &kOne, t, x, &kZero, u, y); };
    });
    for (int max = 0; max < 2; ++max) {
      const auto pool = [&](Library& l) {
        cudnnPoolingDescriptor_t p = nullptr;
        l.cudnnCreatePoolingDescriptor(&p);
        l.cudnnSetPooling2dDescriptor(p, max ? CUDNN_POOLING_MAX : CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING,
                                      CUDNN_NOT_PROPAGATE_NAN, 3, 3, 1, 1, 2, 2);
        return p;
      };
      const std::string which = max ? "max" : "average";
      measure("pool " + which + " 3x3/2 fwd " + k, 1.25 * b, [&](Library& l) -> Call {
        auto t = tensor(l, s), u = tensor(l, half);
        auto p = pool(l);
        return [=, l = &l] { return l->cudnnPoolingForward(l->handle, p, &kOne, t, x, &kZero, u, y); };
      });
      measure("pool " + which + " 3x3/2 bwd " + k, (max ? 2.5 : 1.25) * b, [&](Library& l) -> Call {
        auto t = tensor(l, s), u = tensor(l, half);
        auto p = pool(l);
        return [=, l = &l] { return l->cudnnPoolingBackward(l->handle, p, &kOne, u, y, u, z, t, x, &kZero, t, d); };
      });
    }
    measure("softmax channel fwd " + k, 2 * b, [&](Library& l) -> Call {
      auto t = tensor(l, s);
      return [=, l = &l] {
        return l->cudnnSoftmaxForward(l->handle, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_MODE_CHANNEL, &kOne, t, x,
                                      &kZero, t, y);
      };
    });
    measure("softmax rows of 1000 fwd " + k, 2.0 * 32768 * 1000 * (kind.type == CUDNN_DATA_FLOAT ? 4 : 2),
            [&](Library& l) -> Call {
              auto t = tensor(l, {kind.type, kind.format, 32768, 1000, 1, 1});
              return [=, l = &l] {
                return l->cudnnSoftmaxForward(l->handle, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_MODE_INSTANCE, &kOne, t,
                                              x, &kZero, t, y);
              };
            });
    float* params = static_cast<float*>(m.random({CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 8, 128, 1, 1}));
    measure("batchnorm train " + k, 3 * b, [&](Library& l) -> Call {
      auto t = tensor(l, s), q = tensor(l, {CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 1, 128, 1, 1});
      return [=, l = &l] {
        return l->cudnnBatchNormalizationForwardTraining(l->handle, CUDNN_BATCHNORM_SPATIAL, &kOne, &kZero, t, x, t, y,
                                                         q, params, params + 128, 0.1, params + 256, params + 384, 1e-5,
                                                         params + 512, params + 640);
      };
    });
    measure("batchnorm inference " + k, 2 * b, [&](Library& l) -> Call {
      auto t = tensor(l, s), q = tensor(l, {CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 1, 128, 1, 1});
      return [=, l = &l] {
        return l->cudnnBatchNormalizationForwardInference(l->handle, CUDNN_BATCHNORM_SPATIAL, &kOne, &kZero, t, x, t, y,
                                                          q, params, params + 128, params + 256, params + 640, 1e-5);
      };
    });
    measure("batchnorm backward " + k, 5 * b, [&](Library& l) -> Call {
      auto t = tensor(l, s), q = tensor(l, {CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 1, 128, 1, 1});
      return [=, l = &l] {
        return l->cudnnBatchNormalizationBackward(l->handle, CUDNN_BATCHNORM_SPATIAL, &kOne, &kZero, &kOne, &kZero, t,
                                                  x, t, z, t, d, q, params, params + 128, params + 256, 1e-5,
                                                  params + 512, params + 640);
      };
    });
    measure("reduce add over n,h,w " + k, b, [&](Library& l) -> Call {
      auto t = tensor(l, s), q = tensor(l, {kind.type, kind.format, 1, 128, 1, 1});
      cudnnReduceTensorDescriptor_t r = nullptr;
      l.cudnnCreateReduceTensorDescriptor(&r);
      l.cudnnSetReduceTensorDescriptor(r, CUDNN_REDUCE_TENSOR_ADD, CUDNN_DATA_FLOAT, CUDNN_NOT_PROPAGATE_NAN,
                                       CUDNN_REDUCE_TENSOR_NO_INDICES, CUDNN_32BIT_INDICES);
      return [=, l = &l] {
        return l->cudnnReduceTensor(l->handle, r, nullptr, 0, z, size_t(64) << 20, &kOne, t, x, &kZero, q, y);
      };
    });
    size_t states_bytes = 0;
    theirs.cudnnDropoutGetStatesSize(theirs.handle, &states_bytes);
    void* states = m.get(states_bytes);
    measure("dropout fwd " + k, 2 * b, [&](Library& l) -> Call {
      auto t = tensor(l, s);
      cudnnDropoutDescriptor_t p = nullptr;
      l.cudnnCreateDropoutDescriptor(&p);
      l.cudnnSetDropoutDescriptor(p, l.handle, 0.5f, states, states_bytes, 1);
      return [=, l = &l] { return l->cudnnDropoutForward(l->handle, p, t, x, t, y, z, s.bytes()); };
    });
  }

  std::FILE* out = std::fopen(argv[3], "w");
  if (!out) return 1;
  std::fprintf(out, "[\n");
  for (size_t i = 0; i < rows.size(); ++i)
    std::fprintf(out, " {\"problem\": \"%s\", \"ours_us\": %.2f, \"theirs_us\": %.2f, \"bytes\": %.0f}%s\n",
                 rows[i].name.c_str(), rows[i].ours, rows[i].theirs, rows[i].bytes, i + 1 < rows.size() ? "," : "");
  std::fprintf(out, "]\n");
  std::fclose(out);
  return 0;
}
