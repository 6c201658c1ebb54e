// Matrix products, ours against cuDNN's matmul, interleaved. usage: matmul_bench OUT.tsv [LIBCUDNN]
#include <cmath>
#include <fstream>
#include <memory>

#include "../../tests/gpu/images.h"
#include "cudnn_peer.h"
#include "engines/cuda/igemm/choose.h"
#include "engines/cuda/igemm/prepare.h"
#include "timing.h"

namespace girih::bench {
namespace {

using namespace igemm;

constexpr size_t kWorkspace = size_t{1} << 29;

void measure(Gpu& gpu, CudnnPeer* peer, const RandomData& random, MatmulProblem p, std::ofstream& tsv) {
  p.pack();
  const size_t a_bytes = 2ull * p.batch * p.m * p.k, b_bytes = 2ull * p.batch * p.n * p.k,
               d_bytes = 2ull * p.batch * p.m * p.n;
  const int sets = static_cast<int>(std::clamp<size_t>(kCold / (a_bytes + b_bytes + d_bytes) + 1, 2, 24));
  std::vector<std::unique_ptr<Buffer>> a, b, d;
  for (int i = 0; i < sets; ++i) {
    a.push_back(std::make_unique<Buffer>(gpu, a_bytes)), b.push_back(std::make_unique<Buffer>(gpu, b_bytes));
    d.push_back(std::make_unique<Buffer>(gpu, d_bytes));
    random.fill(*a[i]), random.fill(*b[i]);
  }
  static Buffer& workspace = *new Buffer(gpu, kWorkspace);  // outlives the context
  static Timer timer(gpu);
  int rotation = 0;
  std::vector<Candidate> ours, theirs;
  for (const Choice& choice : rank(p)) {
    auto prepared = std::make_shared<Prepared>();
    if (ours.size() >= 4 || !prepare(p, {}, *choice.tile, choice.splits, *prepared).empty()) continue;
    if (prepared->workspace > kWorkspace) continue;
    ours.push_back({std::string(choice.tile->name) + "/" + std::to_string(choice.splits),
                    choice.microseconds,
                    [&, prepared](int i) {
                      Pointers q;
                      q.a = a[i]->data(), q.b = b[i]->data(), q.out = d[i]->data(), q.workspace = workspace.data();
                      return launch(*prepared, q, gpu.kernels, gpu.device, gpu.multiprocessors, gpu.stream).empty();
                    },
                    {}});
  }
  if (peer != nullptr) {
    const std::vector<CudnnPeer::Plan> plans = peer->plans(p, kWorkspace);
    std::vector<cudnnBackendDescriptor_t> bound;
    for (int i = 0; i < sets; ++i)
      bound.push_back(peer->bind(a[i]->data(), b[i]->data(), d[i]->data(), workspace.data()));
    for (size_t j = 0; j < plans.size(); ++j) {
      theirs.push_back(
          {"cudnn plan " + std::to_string(j), 0, [=](int i) { return peer->run(plans[j], bound[i]); }, {}});
    }
  }
  std::vector<Candidate> finalists = brief(timer, ours, 1, sets, rotation);
  for (Candidate& c : brief(timer, theirs, 1, sets, rotation)) finalists.push_back(c);
  if (finalists.size() < 1) return;
  compare(timer, finalists, sets, rotation);
  const double us = finalists[0].median(), them = finalists.size() > 1 ? finalists[1].median() : 0;
  const char orders[] = {p.major_a == Major::kK ? 'k' : 'm', p.major_b == Major::kK ? 'k' : 'n', 0};
  char line[256];
  std::snprintf(line, sizeof(line), "matmul %dx%dx%d batch %d %s\t%.1f\t%.1f\t%.3f\t%.0f TFLOP/s\t%s\t%.1f", p.m, p.n,
                p.k, p.batch, orders, us, them, them / us, p.flops() / us * 1e-6, finalists[0].name.c_str(),
                finalists[0].predicted);
  std::puts(line);
  tsv << line << std::endl;
}

}  // namespace
}  // namespace girih::bench

int main(int argc, char** argv) {
  using namespace girih::bench;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  if (argc < 2) return std::puts("usage: matmul_bench OUT.tsv [LIBCUDNN]"), 2;
  Gpu gpu(conv_images());
  std::unique_ptr<CudnnPeer> peer;
  if (argc > 2) peer = std::make_unique<CudnnPeer>(argv[2], gpu.stream);
  if (peer && !peer->why().empty()) {
    std::printf("no peer: %s\n", peer->why().c_str());
    peer.reset();
  }
  std::ofstream tsv(argv[1]);
  tsv << "problem\tours us\ttheirs us\tratio\trate\tconfig\tpredicted\n";
  const RandomData random;
  using girih::tile::Major;
  for (const auto& [a, b] :
       {std::pair{Major::kK, Major::kK}, {Major::kK, Major::kMn}, {Major::kMn, Major::kK}, {Major::kMn, Major::kMn}}) {
    MatmulProblem p;
    p.major_a = a, p.major_b = b;
    p.m = p.n = p.k = 4096;
    measure(gpu, peer.get(), random, p, tsv);
  }
  for (const auto& [m, n, k, batch] : std::vector<std::array<int, 4>>{{8192, 8192, 8192, 1},
                                                                      {16384, 1024, 4096, 1},
                                                                      {2048, 2048, 2048, 1},
                                                                      {512, 512, 64, 256},
                                                                      {512, 64, 512, 256}}) {
    MatmulProblem p;
    p.m = m, p.n = n, p.k = k, p.batch = batch;
    p.major_b = Major::kMn;  // both row-major, as frameworks hand them over
    measure(gpu, peer.get(), random, p, tsv);
  }
  return 0;
}
