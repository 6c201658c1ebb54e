// The command girih.
#include <CLI/CLI.hpp>

#include "run.h"

int main(int argc, char** argv) {
  CLI::App app{"Girih: an open implementation of the cuDNN API for CPUs and NVIDIA GPUs.", "girih"};
  app.set_version_flag("--version", "girih " GIRIH_VERSION);
  app.require_subcommand(1);
  app.footer(
      "\nExamples:\n"
      "  girih run ./mnist                        on the GPU if there is one, else on the CPU\n"
      "  girih run --device cpu python3 train.py  on the CPU in any case\n"
      "  girih run --dry-run ./mnist              print the command instead of running it");

  girih::tool::RunOptions options;
  CLI::App* run =
      app.add_subcommand("run", "Run a program with Girih's libraries: girih run [OPTIONS] PROGRAM [ARGUMENTS...]");
  run->footer(
      "\nGirih's libcudnn comes first on the program's library path; on the CPU, so does its stand-in for the CUDA\n"
      "runtime. The exit code is that of the program.");
  run->add_option("--device", options.device, "cpu or cuda; the default is what the machine has")
      ->check(CLI::IsMember({"cpu", "cuda"}));
  run->add_option("--cuda", options.cuda,
                  "On the CPU: only this major of the CUDA runtime, for programs that refuse to see two")
      ->check(CLI::IsMember({"11", "12", "13"}));
  run->add_flag("--dry-run", options.dry_run, "Print the command instead of running it");
  run->prefix_command();  // from the program's name on, options are the program's
  run->callback([&] {
    options.program = run->remaining();
    if (!options.program.empty() && options.program[0] == "--") options.program.erase(options.program.begin());
    if (options.program.empty()) throw CLI::RequiredError("PROGRAM");
    if (options.program[0].rfind("-", 0) == 0) throw CLI::ExtrasError({options.program[0]});
  });
  CLI11_PARSE(app, argc, argv);
  return girih::tool::run(options);
}
