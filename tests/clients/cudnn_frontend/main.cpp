// The main program of a set of cases: --list, or the number of the case to run.
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <cstring>

int main(int argc, char** argv) {
  const auto& cases = Catch::cases();
  if (argc == 2 && std::strcmp(argv[1], "--list") == 0) {
    for (size_t i = 0; i < cases.size(); ++i) std::printf("%zu\t%s\t%s\n", i, cases[i].file, cases[i].name);
    return 0;
  }
  const long n = argc == 2 ? std::strtol(argv[1], nullptr, 10) : -1;
  if (n < 0 || n >= static_cast<long>(cases.size())) {
    std::fprintf(stderr, "usage: %s --list | NUMBER\n", argv[0]);
    return 3;
  }
  return Catch::run_case(cases[static_cast<size_t>(n)]);
}
