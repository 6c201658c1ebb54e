// One runner for each family of the problem language. Each reads its keys, runs the library, compares.
#pragma once

#include "conformance/session.h"

namespace girih::conformance {

using Runner = void (*)(const problem::Problem&, const Session&, Report&);

void run_conv(const problem::Problem& problem, const Session& session, Report& report);
void run_convbias(const problem::Problem& problem, const Session& session, Report& report);
void run_convbiasact(const problem::Problem& problem, const Session& session, Report& report);
void run_conv_properties(const problem::Problem& problem, const Session& session, Report& report);
void run_pool(const problem::Problem& problem, const Session& session, Report& report);
void run_activation(const problem::Problem& problem, const Session& session, Report& report);
void run_softmax(const problem::Problem& problem, const Session& session, Report& report);
void run_bnorm(const problem::Problem& problem, const Session& session, Report& report);
void run_fused(const problem::Problem& problem, const Session& session, Report& report);
void run_ctc(const problem::Problem& problem, const Session& session, Report& report);
void run_dropout(const problem::Problem& problem, const Session& session, Report& report);
void run_addtensor(const problem::Problem& problem, const Session& session, Report& report);
void run_optensor(const problem::Problem& problem, const Session& session, Report& report);
void run_scale(const problem::Problem& problem, const Session& session, Report& report);
void run_settensor(const problem::Problem& problem, const Session& session, Report& report);
void run_transform(const problem::Problem& problem, const Session& session, Report& report);
void run_transformex(const problem::Problem& problem, const Session& session, Report& report);
void run_folded(const problem::Problem& problem, const Session& session, Report& report);
void run_im2col(const problem::Problem& problem, const Session& session, Report& report);
void run_reorder(const problem::Problem& problem, const Session& session, Report& report);
void run_attention(const problem::Problem& problem, const Session& session, Report& report);
void run_reduce(const problem::Problem& problem, const Session& session, Report& report);
void run_rnn(const problem::Problem& problem, const Session& session, Report& report);
void run_lrn(const problem::Problem& problem, const Session& session, Report& report);
void run_divnorm(const problem::Problem& problem, const Session& session, Report& report);
void run_stgrid(const problem::Problem& problem, const Session& session, Report& report);
void run_stsampler(const problem::Problem& problem, const Session& session, Report& report);
void run_bnormex(const problem::Problem& problem, const Session& session, Report& report);
void run_norm(const problem::Problem& problem, const Session& session, Report& report);

// The runner of a family, or nullptr.
Runner runner_of(const std::string& family);
std::vector<std::string> families();

// A line of the problem language for fuzzing: `family` is one of families().
std::string random_line(const std::string& family, Random& random);

}  // namespace girih::conformance
