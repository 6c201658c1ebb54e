// girih_conformance: runs problem lines on whatever libcudnn.so.9 the loader finds. It knows only <cudnn.h> and the
// CUDA runtime, so the same binary runs on Girih and on NVIDIA's library.
#include <cuda_runtime_api.h>
#include <cudnn.h>
#include <link.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "conformance/run.h"

namespace girih::conformance {
namespace {

constexpr size_t kLongestLine = 512;
thread_local char current_line[kLongestLine];  // for the crash handler

struct Options {
  std::vector<std::string> files, lines;
  std::string filter, library = "auto", json, same_as, sabotage;
  uint64_t seed = 0;
  int count = 0, threads = 0, data = -1, repeats = 2;
  bool verbose = false;
};

struct Result {
  problem::Problem problem;
  Report exact, random;
  bool done = false;
};

bool loaded(const char* part) {
  auto find = [](dl_phdr_info* info, size_t, void* wanted) {
    return std::strstr(info->dlpi_name, static_cast<const char*>(wanted)) ? 1 : 0;
  };
  return dl_iterate_phdr(find, const_cast<char*>(part)) != 0;
}

void on_crash(int signal) {
  const char head[] = "\ncrash, reproduce with: girih_conformance --line '", tail[] = "'\n";
  ssize_t ignored = write(2, head, sizeof head - 1);
  ignored = write(2, current_line, strlen(current_line));
  ignored = write(2, tail, sizeof tail - 1);
  (void)ignored;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void run_one(const problem::Problem& problem, Session session, Data data, Report& report) {
  std::snprintf(current_line, sizeof current_line, "%s", problem.text.c_str());
  session.data = data;
  try {
    runner_of(problem.family)(problem, session, report);
  } catch (const Stop&) {
  } catch (const std::exception& error) {
    report.fail(error.what());
  }
}

std::string flags_for(const Options& options, Data data) {
  return std::string(data == Data::kExact ? " --data exact" : " --data random") +
         (options.seed ? " --seed " + std::to_string(options.seed) : "");
}

struct Row {
  int problems = 0, exact = 0, random = 0, unbuilt = 0, refused = 0, failed = 0, calls = 0;
  double used = 0;
};

std::string word_of(const problem::Problem& problem, std::initializer_list<const char*> choices, const char* fallback) {
  for (const std::string& word : problem.words)
    for (const char* choice : choices)
      if (word == choice) return word;
  return fallback;
}

std::string family_of(const problem::Problem& problem) {
  std::string pass = word_of(problem,
                             {"fprop", "dgrad", "wgrad", "fwd", "bwd", "train", "infer", "adjoint", "batch", "layout",
                              "split", "stack", "fold", "unfold"},
                             "");
  return problem.family + (pass.empty() ? "" : " " + pass);
}

bool passed(const Report& report) { return report.failures.empty() && report.unbuilt.empty() && report.calls > 0; }

nlohmann::json as_json(const Result& result) {
  const Report* reports[] = {&result.exact, &result.random};
  nlohmann::json entry;
  entry["line"] = result.problem.text;
  entry["family"] = family_of(result.problem);
  entry["type"] = word_of(result.problem, {"f32", "f64", "f16", "bf16", "i8", "u8", "i32"}, "");
  entry["layout"] = word_of(result.problem, {"nchw", "nhwc", "vect4", "vect32", "packed", "seq_major", "batch_major"},
                            result.problem.family == "rnn" ? "seq_major" : "nchw");
  for (const Report* report : reports) {
    nlohmann::json mode;
    mode["result"] = !report->failures.empty()   ? "failed"
                     : !report->unbuilt.empty()  ? "unbuilt"
                     : report->calls > 0         ? "passed"
                     : !report->refusals.empty() ? "refused"
                                                 : "skipped";
    mode["used"] = report->used;
    mode["compared"] = report->calls;
    if (report->calls > 0) mode["digest"] = std::to_string(report->digest);
    if (!report->failures.empty()) mode["failures"] = report->failures;
    for (const std::string& function : report->functions)
      if (report == &result.exact || !result.exact.functions.contains(function)) entry["functions"].push_back(function);
    entry[report == &result.exact ? "exact" : "random"] = mode;
  }
  return entry;
}

// Fails every result whose outputs have other bits than in the results of an earlier run.
void compare_digests(const std::string& path, std::vector<Result>& results) {
  std::ifstream stream(path);
  if (!stream) throw problem::Error(path + ": cannot be read");
  std::map<std::string, std::string> before;
  const nlohmann::json all = nlohmann::json::parse(stream);
  for (const nlohmann::json& entry : all["problems"])
    for (const char* mode : {"exact", "random"})
      if (entry[mode].contains("digest")) before[entry["line"].get<std::string>() + mode] = entry[mode]["digest"];
  for (Result& result : results) {
    Report* reports[] = {&result.exact, &result.random};
    for (Report* report : reports) {
      if (report->calls == 0) continue;
      auto found = before.find(result.problem.text + (report == &result.exact ? "exact" : "random"));
      report->check(found != before.end(), "the line is not in " + path);
      if (found != before.end())
        report->check(found->second == std::to_string(report->digest), "other bits than in " + path);
    }
  }
}

int summarize(const Options& options, const std::vector<Result>& results, Library library) {
  std::map<std::string, Row> rows;
  Row total;
  for (const Result& result : results) {
    Row one;
    one.problems = 1;
    const Report* reports[] = {&result.exact, &result.random};
    for (const Report* report : reports) {
      bool exact = report == &result.exact;
      (exact ? one.exact : one.random) = passed(*report);
      if (!report->unbuilt.empty()) one.unbuilt = 1;
      if (!report->refusals.empty() && report->calls == 0) one.refused = 1;
      if (!report->failures.empty()) one.failed = 1;
      one.calls += report->calls;
      one.used = std::max(one.used, report->used);
      for (const std::string& failure : report->failures) {
        std::printf("FAILED %s\n       reproduce: girih_conformance --line '%s'%s\n", failure.c_str(),
                    result.problem.text.c_str(), flags_for(options, exact ? Data::kExact : Data::kRandom).c_str());
        if (!options.verbose) break;
      }
      if (options.verbose)
        for (const std::string& refusal : report->refusals)
          std::printf("refused %s: %s\n", refusal.c_str(), result.problem.text.c_str());
    }
    for (Row* row : {&rows[family_of(result.problem)], &total}) {
      row->problems += one.problems;
      row->exact += one.exact;
      row->random += one.random;
      row->unbuilt += one.unbuilt;
      row->refused += one.refused;
      row->failed += one.failed;
      row->calls += one.calls;
      row->used = std::max(row->used, one.used);
    }
  }
  std::printf("\n%-18s %9s %9s %9s %9s %8s %8s %8s %7s\n", "family", "problems", "exact", "random", "compared",
              "unbuilt", "refused", "bound", "failed");
  auto print = [](const std::string& name, const Row& row) {
    std::printf("%-18s %9d %9d %9d %9d %8d %8d %7.1f%% %7d\n", name.c_str(), row.problems, row.exact, row.random,
                row.calls, row.unbuilt, row.refused, 100 * row.used, row.failed);
  };
  for (auto& [name, row] : rows) print(name, row);
  print("all", total);
  if (!options.json.empty()) {
    nlohmann::json all;
    all["library"] = library == Library::kGirih ? "girih" : "nvidia";
    all["version"] = cudnnGetVersion();
    all["seed"] = options.seed;
    for (const Result& result : results) all["problems"].push_back(as_json(result));
    std::ofstream(options.json) << all.dump(1) << "\n";
  }
  int good = total.problems - total.failed;
  for (const Result& result : results)  // ran nothing: neither passed nor failed
    if (result.exact.failures.empty() && result.random.failures.empty() && !passed(result.exact) &&
        !passed(result.random))
      --good;
  if (total.unbuilt) std::printf("%d not built yet\n", total.unbuilt);
  if (total.refused) std::printf("%d refused by the library as not supported\n", total.refused);
  std::printf("%d passed, %d failed\n", good, total.failed);
  return total.failed == 0 && good + total.unbuilt + total.refused > 0 ? 0 : 1;
}

std::vector<problem::Problem> collect(const Options& options) {
  std::vector<problem::Problem> problems;
  for (const std::string& line : options.lines)
    for (const problem::Problem& problem : problem::parse_all(line, "--line")) problems.push_back(problem);
  for (const std::string& path : options.files) {
    std::vector<std::string> paths;
    if (std::filesystem::is_directory(path)) {
      for (auto& entry : std::filesystem::directory_iterator(path))
        if (entry.path().extension() == ".txt") paths.push_back(entry.path());
      std::sort(paths.begin(), paths.end());
    } else {
      paths.push_back(path);
    }
    for (const std::string& file : paths) {
      std::ifstream stream(file);
      if (!stream) throw problem::Error(file + ": cannot be read");
      std::stringstream text;
      text << stream.rdbuf();
      for (const problem::Problem& problem : problem::parse_all(text.str(), file)) problems.push_back(problem);
    }
  }
  if (options.count > 0) {
    Random random(options.seed * 7919 + 17);
    std::vector<std::string> names = families();
    for (int i = 0; i < options.count; ++i) {
      const std::string& family = names[random.integer(0, static_cast<int64_t>(names.size()) - 1)];
      problems.push_back(problem::parse(random_line(family, random)));
    }
  }
  std::erase_if(problems, [&](const problem::Problem& problem) {
    return problem.text.find(options.filter) == std::string::npos;
  });
  for (const problem::Problem& problem : problems)
    if (!runner_of(problem.family)) throw problem::Error("unknown family '" + problem.family + "' in: " + problem.text);
  return problems;
}

int run(const Options& options) {
  std::vector<problem::Problem> problems = collect(options);
  Library library = options.library == "girih"    ? Library::kGirih
                    : options.library == "nvidia" ? Library::kNvidia
                    : loaded("libgirih")          ? Library::kGirih
                                                  : Library::kNvidia;
  set_sabotage(options.sabotage);
  std::vector<Result> results(problems.size());
  for (size_t i = 0; i < problems.size(); ++i) results[i].problem = problems[i];
  // NVIDIA's Find captures a stream, which forbids cudaMalloc and synchronization to all other threads.
  int cores = library == Library::kNvidia ? 1 : std::max(1u, std::thread::hardware_concurrency());
  int threads = options.threads > 0 ? options.threads : cores;
  std::printf("girih_conformance: %zu problems on %s's library, version %zu, %d threads\n", problems.size(),
              library == Library::kGirih ? "Girih" : "NVIDIA", cudnnGetVersion(), threads);

  std::atomic<size_t> next{0}, done{0};
  std::mutex mutex;
  std::string broken;
  auto work = [&] {
    Session session;
    session.library = library;
    session.seed = options.seed;
    session.repeats = options.repeats;
    cudnnStatus_t status = cudnnCreate(&session.handle);
    if (status != CUDNN_STATUS_SUCCESS) {
      std::scoped_lock lock(mutex);
      broken = std::string("cudnnCreate: ") + cudnnGetErrorString(status) + " " + last_error();
      return;
    }
    for (size_t i; (i = next++) < results.size();) {
      if (options.data != 1) run_one(results[i].problem, session, Data::kExact, results[i].exact);
      if (options.data != 0) run_one(results[i].problem, session, Data::kRandom, results[i].random);
      results[i].done = true;
      cudaError_t error = cudaGetLastError();
      if (error != cudaSuccess && cudaDeviceSynchronize() != cudaSuccess) {  // the device is lost: stop here
        std::scoped_lock lock(mutex);
        broken = std::string("the device is lost after: ") + results[i].problem.text + ": " + cudaGetErrorString(error);
        next = results.size();
      }
      size_t finished = ++done;
      if (isatty(2) && finished % 16 == 0) std::fprintf(stderr, "\r%zu of %zu", finished, results.size());
    }
    cudnnDestroy(session.handle);
  };
  std::vector<std::thread> pool;
  for (int i = 1; i < threads; ++i) pool.emplace_back(work);
  work();
  for (std::thread& thread : pool) thread.join();
  if (isatty(2)) std::fprintf(stderr, "\r%40s\r", "");
  std::erase_if(results, [](const Result& result) { return !result.done; });
  if (!options.same_as.empty()) compare_digests(options.same_as, results);
  int status = summarize(options, results, library);
  if (broken.empty()) return status;
  std::printf("stopped: %s\n", broken.c_str());
  return 1;
}

}  // namespace
}  // namespace girih::conformance

int main(int argc, char** argv) {
  using namespace girih::conformance;
  CLI::App app{"Runs problem lines (docs/problem_language.md) on the cuDNN library that the loader finds"};
  Options options;
  std::string data;
  app.add_option("files", options.files, "case files, or folders of *.txt");
  app.add_option("--line", options.lines, "one problem line");
  app.add_option("--filter", options.filter, "only lines that contain this text");
  app.add_option("--seed", options.seed, "another seed draws other data (and other fuzz lines)");
  app.add_option("--count", options.count, "fuzz: this many random lines of all families");
  app.add_option("--threads", options.threads, "threads, each with its own handle (default: one per core)");
  app.add_option("--library", options.library, "whose rules apply")->check(CLI::IsMember({"auto", "girih", "nvidia"}));
  app.add_option("--data", data, "only one data mode")->check(CLI::IsMember({"exact", "random"}));
  app.add_option("--repeats", options.repeats, "runs of each call, which must give equal bits")
      ->check(CLI::Range(1, 256));
  app.add_option("--same-as", options.same_as, "results of an earlier run (--json): every output must have equal bits");
  app.add_option("--json", options.json, "write every result to this file");
  app.add_option("--break", options.sabotage, "break one kind of check on purpose, to see the suite fail")
      ->check(CLI::IsMember({"reference", "guard", "gap", "input", "repeat"}));
  app.add_flag("--verbose,-v", options.verbose, "all failures of a line, and what the library refused");
  CLI11_PARSE(app, argc, argv);
  options.data = data == "exact" ? 0 : data == "random" ? 1 : -1;
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL}) std::signal(signal, on_crash);
  try {
    return run(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "girih_conformance: %s\n", error.what());
    return 2;
  }
}
