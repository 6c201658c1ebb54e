#include "run.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace girih::tool {

namespace {

namespace fs = std::filesystem;

// As a shell reports them.
constexpr int kCannotRun = 126;
constexpr int kNotFound = 127;

int fail(int code, const std::string& text) {
  std::fprintf(stderr, "girih run: %s\n", text.c_str());
  return code;
}

// The folder with libcudnn.so.9, beside the folder of this executable.
fs::path library_folder() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path{} : self.parent_path().parent_path() / "lib";
}

// Asks the driver itself: a library may be installed on a machine without a device.
bool has_gpu() {
  void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!driver) return false;
  const auto init = reinterpret_cast<int (*)(unsigned)>(dlsym(driver, "cuInit"));
  const auto get_count = reinterpret_cast<int (*)(int*)>(dlsym(driver, "cuDeviceGetCount"));
  int count = 0;
  return init && get_count && init(0) == 0 && get_count(&count) == 0 && count > 0;
}

std::string shell_word(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_-+=./:,@%") == std::string::npos;
  if (plain) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace

int run(const RunOptions& options) {
  const fs::path lib = library_folder();
  std::error_code error;
  if (!fs::exists(lib / "libcudnn.so.9", error)) {
    return fail(1, "no libcudnn.so.9 in " + lib.string() + "; install Girih there, or build it first");
  }
  const bool on_cpu = options.device == "cpu" || (options.device.empty() && !has_gpu());
  if (options.device == "cuda" && !has_gpu()) {
    return fail(1, "--device cuda, but the CUDA driver finds no device; leave the option out to use the CPU");
  }

  std::string path = lib.string();
  if (on_cpu) path = (options.cuda.empty() ? lib / "hostcuda" : lib / "hostcuda" / options.cuda).string() + ":" + path;
  if (const char* before = std::getenv("LD_LIBRARY_PATH"); before && *before) path += std::string(":") + before;
  const std::string device = on_cpu ? "cpu" : "cuda";
  if (options.dry_run) {
    std::printf("GIRIH_DEVICE=%s LD_LIBRARY_PATH=%s", device.c_str(), shell_word(path).c_str());
    for (const std::string& word : options.program) std::printf(" %s", shell_word(word).c_str());
    std::printf("\n");
    return 0;
  }

  setenv("LD_LIBRARY_PATH", path.c_str(), 1);
  setenv("GIRIH_DEVICE", device.c_str(), 1);
  std::vector<char*> arguments;
  for (const std::string& word : options.program) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  const int code = errno == ENOENT ? kNotFound : kCannotRun;
  return fail(code, options.program[0] + ": " + std::strerror(errno));
}

}  // namespace girih::tool
