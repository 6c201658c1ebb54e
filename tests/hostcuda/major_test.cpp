// Opens one of the three libraries and calls it the way a program of its CUDA major does. Names and layouts are those
// of the public headers of CUDA 11.8, 12.4 and 13.0; the test uses none of our headers.
#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

#if MAJOR == 11
constexpr const char* kNode = "libcudart.so.11.0";
constexpr size_t kPropBytes = 728, kMultiprocessors = 388, kOptin = 696, kReserved = 720, kAttributesBytes = 24;
constexpr const char* kProperties = "cudaGetDeviceProperties";
#elif MAJOR == 12
constexpr const char* kNode = "libcudart.so.12";
constexpr size_t kPropBytes = 1032, kMultiprocessors = 388, kOptin = 696, kReserved = 720, kAttributesBytes = 24;
constexpr const char* kProperties = "cudaGetDeviceProperties_v2";
#else
constexpr const char* kNode = "libcudart.so.13";
constexpr size_t kPropBytes = 1008, kMultiprocessors = 384, kOptin = 672, kReserved = 696, kAttributesBytes = 88;
constexpr const char* kProperties = "cudaGetDeviceProperties";
#endif

int failures = 0;

void expect(bool good, const char* what) {
  if (good) return;
  std::printf("FAILED: %s\n", what);
  ++failures;
}

void* library;

template <class F>
F* find(const char* name) {
  void* symbol = dlvsym(library, name, kNode);
  if (!symbol) {
    std::printf("FAILED: no %s@%s\n", name, kNode);
    std::exit(1);
  }
  return reinterpret_cast<F*>(symbol);
}

template <class T>
T at(const std::vector<unsigned char>& bytes, size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

constexpr size_t kGuard = 256;

void check_properties(const char* name, size_t bytes) {
  std::vector<unsigned char> prop(bytes + kGuard, 0xab);
  expect(find<int(void*, int)>(name)(prop.data(), 0) == 0, name);
  expect(at<int>(prop, 360) == 9 && at<int>(prop, 364) == 0, "compute capability 9.0");
  expect(at<size_t>(prop, 288) > 0, "memory size");
  expect(at<int>(prop, kMultiprocessors) == 132, "multiprocessors");
  expect(at<size_t>(prop, kOptin) == 232448, "shared memory by opt-in");
  expect(at<size_t>(prop, kReserved) == 1024, "reserved shared memory");
  for (size_t i = bytes; i < prop.size(); ++i) expect(prop[i] == 0xab, "nothing written behind the struct");
}

void check_graphs() {
  using Handle = void*;
  Handle graph = nullptr, a = nullptr, b = nullptr, exec = nullptr;
  expect(find<int(Handle*, unsigned)>("cudaGraphCreate")(&graph, 0) == 0, "cudaGraphCreate");
  const auto add = find<int(Handle*, Handle, const Handle*, size_t)>("cudaGraphAddEmptyNode");
  expect(add(&a, graph, nullptr, 0) == 0 && add(&b, graph, &a, 1) == 0, "cudaGraphAddEmptyNode");
  size_t n = 0;
#if MAJOR >= 13
  expect(find<int(Handle, Handle*, void*, size_t*)>("cudaGraphNodeGetDependencies")(b, nullptr, nullptr, &n) == 0,
         "cudaGraphNodeGetDependencies");
#else
  expect(find<int(Handle, Handle*, size_t*)>("cudaGraphNodeGetDependencies")(b, nullptr, &n) == 0,
         "cudaGraphNodeGetDependencies");
#endif
  expect(n == 1, "one dependence");
#if MAJOR == 12
  n = 0;
  expect(find<int(Handle, Handle*, void*, size_t*)>("cudaGraphNodeGetDependencies_v2")(b, nullptr, nullptr, &n) == 0,
         "cudaGraphNodeGetDependencies_v2");
  expect(n == 1, "one dependence");
#endif
#if MAJOR == 11
  char log[8] = "xxxxxxx";
  expect(find<int(Handle*, Handle, Handle*, char*, size_t)>("cudaGraphInstantiate")(&exec, graph, nullptr, log, 8) == 0,
         "cudaGraphInstantiate");
  expect(log[0] == '\0', "empty log");
  int result = -1;
  expect(find<int(Handle, Handle, Handle*, int*)>("cudaGraphExecUpdate")(exec, graph, &a, &result) == 0 && result == 0,
         "cudaGraphExecUpdate");
#else
  expect(find<int(Handle*, Handle, unsigned long long)>("cudaGraphInstantiate")(&exec, graph, 0) == 0,
         "cudaGraphInstantiate");
  struct {
    int result;
    Handle node, from;
  } info = {-1, nullptr, nullptr};
  expect(find<int(Handle, Handle, void*)>("cudaGraphExecUpdate")(exec, graph, &info) == 0 && info.result == 0,
         "cudaGraphExecUpdate");
#endif
  expect(find<int(Handle, Handle)>("cudaGraphLaunch")(exec, nullptr) == 0, "cudaGraphLaunch");
  expect(find<int(Handle)>("cudaGraphExecDestroy")(exec) == 0, "cudaGraphExecDestroy");
  expect(find<int(Handle)>("cudaGraphDestroy")(graph) == 0, "cudaGraphDestroy");
}

void check_capture_info() {
  using Handle = void*;
  Handle stream = nullptr, graph = nullptr;
  expect(find<int(Handle*)>("cudaStreamCreate")(&stream) == 0, "cudaStreamCreate");
  expect(find<int(Handle, int)>("cudaStreamBeginCapture")(stream, 2) == 0, "cudaStreamBeginCapture");
  int status = -1;
  unsigned long long id = 0;
  Handle inside = nullptr;
  size_t n = 9;
#if MAJOR >= 13
  expect(find<int(Handle, int*, unsigned long long*, Handle*, void*, void*, size_t*)>("cudaStreamGetCaptureInfo")(
             stream, &status, &id, &inside, nullptr, nullptr, &n) == 0,
         "cudaStreamGetCaptureInfo");
#else
  expect(find<int(Handle, int*, unsigned long long*)>("cudaStreamGetCaptureInfo")(stream, &status, &id) == 0,
         "cudaStreamGetCaptureInfo");
  expect(find<int(Handle, int*, unsigned long long*, Handle*, void*, size_t*)>("cudaStreamGetCaptureInfo_v2")(
             stream, &status, &id, &inside, nullptr, &n) == 0,
         "cudaStreamGetCaptureInfo_v2");
#endif
  expect(status == 1 && id != 0 && inside && n == 0, "an active, empty capture");
  expect(find<int(Handle, Handle*)>("cudaStreamEndCapture")(stream, &graph) == 0, "cudaStreamEndCapture");
  expect(graph == inside, "the graph of the capture");
  expect(find<int(Handle)>("cudaGraphDestroy")(graph) == 0, "cudaGraphDestroy");
  expect(find<int(Handle)>("cudaStreamDestroy")(stream) == 0, "cudaStreamDestroy");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 1;
  library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::printf("FAILED: %s\n", dlerror());
    return 1;
  }
  int version = 0;
  expect(find<int(int*)>("cudaRuntimeGetVersion")(&version) == 0 && version / 1000 == MAJOR, "runtime version");
  check_properties(kProperties, kPropBytes);
#if MAJOR == 12
  check_properties("cudaGetDeviceProperties", 728);  // what programs of CUDA 11 called
#endif

  std::vector<unsigned char> attributes(kAttributesBytes + kGuard, 0xab);
  int local = 0;
  expect(find<int(void*, const void*)>("cudaPointerGetAttributes")(attributes.data(), &local) == 0, "attributes");
  for (size_t i = kAttributesBytes; i < attributes.size(); ++i) expect(attributes[i] == 0xab, "nothing written behind");

  void* p = nullptr;
  expect(find<int(void**, size_t)>("cudaMalloc")(&p, 100) == 0 && p, "cudaMalloc");
  expect(find<int(void*, int, size_t)>("cudaMemset_ptds")(p, 1, 100) == 0, "cudaMemset_ptds");
  expect(find<int(void*)>("cudaFree")(p) == 0, "cudaFree");
  check_graphs();
  check_capture_info();
  std::printf("%s: %d failures\n", kNode, failures);
  return failures ? 1 : 0;
}
