// girih run: starts a program with our libraries first on its library path.
#pragma once

#include <string>
#include <vector>

namespace girih::tool {

struct RunOptions {
  std::string device;  // "cpu", "cuda", or empty: whatever this machine has
  std::string cuda;    // "11", "12" or "13": on the CPU only this major of the CUDA runtime; empty: all of them
  bool dry_run = false;
  std::vector<std::string> program;  // its name and arguments
};

// Becomes the program, so it returns only after --dry-run or a failure, with the exit code.
int run(const RunOptions& options);

}  // namespace girih::tool
