// girih_golden: plays the recorded answers of NVIDIA's library against the libcudnn.so.9 that the loader finds.
#include <cudnn.h>
#include <link.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "golden/golden.h"

namespace {

bool loaded(const char* part) {
  auto find = [](dl_phdr_info* info, size_t, void* wanted) {
    return std::strstr(info->dlpi_name, static_cast<const char*>(wanted)) ? 1 : 0;
  };
  return dl_iterate_phdr(find, const_cast<char*>(part)) != 0;
}

// The record in play, for the crash handler.
void on_crash(int signal) {
  std::fprintf(stderr, "\ncrash in the record: %s\n", girih::golden::current_record());
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace girih;
  CLI::App app{"Plays recorded answers of NVIDIA's cuDNN against the library that the loader finds"};
  std::string data, differences_file, filter, library = "auto";
  std::vector<std::string> tables;
  bool verbose = false;
  app.add_option("data", data, "the folder of the tables (tests/golden/data)")->required();
  app.add_option("tables", tables, "only these tables, as pooling or status_arguments");
  app.add_option("--differences", differences_file, "docs/differences.md: where Girih answers otherwise on purpose");
  app.add_option("--filter", filter, "only cases whose name contains this text");
  app.add_option("--library", library, "whose rules apply")->check(CLI::IsMember({"auto", "girih", "nvidia"}));
  app.add_flag("--verbose,-v", verbose, "show what differs on purpose");
  CLI11_PARSE(app, argc, argv);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT}) std::signal(signal, on_crash);
  // clang-format off
  if (tables.empty())
    tables = {"convolution", "conv_bias_act", "conv_algorithms", "pooling", "activation", "softmax",
              "batchnorm", "optensor", "reduce", "tensorops", "lrn_divnorm", "normalization",
              "spatial_transformer", "im2col_reorder", "dropout", "rnn", "attention", "fusedops", "ctc",
              "status_arguments", "status_cases", "handles"};
  // clang-format on
  conformance::Session session;
  bool girih_library = library == "girih" || (library == "auto" && loaded("libgirih"));
  session.library = girih_library ? conformance::Library::kGirih : conformance::Library::kNvidia;
  cudnnStatus_t created = cudnnCreate(&session.handle);
  if (created != CUDNN_STATUS_SUCCESS) {
    std::fprintf(stderr, "girih_golden: cudnnCreate: %s\n", cudnnGetErrorString(created));
    return 2;
  }
  try {
    golden::Differences differences;
    if (!differences_file.empty()) differences.load(differences_file);
    golden::Tally tally(session, differences, verbose);
    for (const std::string& table : tables) {
      std::string path = data + "/" + table + ".tsv";
      if (table == "handles") {
        if (girih_library) golden::play_handles(tally);  // no record: NVIDIA's library crashes there
      } else if (table == "conv_algorithms") {
        golden::play_conv_algorithms(tally, golden::load_table(path));
      } else if (table == "status_arguments") {
        golden::play_status_arguments(tally, golden::load_table(path));
      } else if (table == "status_cases") {
        golden::play_status_cases(tally, golden::load_table(path));
      } else {
        for (const golden::Case& record : golden::load_cases(path, table)) {
          if (record.name.find(filter) == std::string::npos) continue;
          if (table == "dropout")
            golden::play_dropout(tally, record);
          else if (table == "rnn")
            golden::play_rnn(tally, record);
          else if (table == "attention")
            golden::play_attention(tally, record);
          else if (table == "fusedops")
            golden::play_fused(tally, record);
          else if (table == "ctc")
            golden::play_ctc(tally, record);
          else if (record.name.rfind("reorder.", 0) == 0)
            golden::play_reorder(tally, record);
          else
            golden::Player(tally, record).play();
        }
      }
    }
    int failed = tally.report();
    if (girih_library && filter.empty())
      for (const std::string& stale : differences.unused(tables)) {
        std::printf("a difference no record shows any more, take it out of the list: %s\n", stale.c_str());
        ++failed;
      }
    cudnnDestroy(session.handle);
    return failed ? 1 : 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "girih_golden: %s\n", error.what());
    return 2;
  }
}
