// Ours against NVIDIA's cuDNN on the same buffers, interleaved in short bursts: a tensor kernel lowers the clock of
// what follows it, so anything else compares nothing.
//
// usage: conv_bench PROBLEMS OUT.tsv [LIBCUDNN] [name filter]
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <thread>

#include "../../tests/gpu/device.h"
#include "../../tests/gpu/half.h"
#include "../../tests/gpu/images.h"
#include "cudnn_peer.h"
#include "engines/cuda/halo/prepare.h"
#include "engines/cuda/igemm/choose.h"
#include "engines/cuda/igemm/prepare.h"
#include "engines/cuda/stem/prepare.h"
#include "timing.h"

namespace girih::bench {
namespace {

using namespace igemm;
using gpu::Buffer;
using gpu::Gpu;

constexpr double kFlops = 800e12, kBytes = 4.2e12;  // what an H200 gives dense bf16 products and DRAM traffic
constexpr size_t kWorkspace = size_t{1} << 30;

struct Named {
  std::string name;
  ConvProblem conv;
};

Extent parse_extent(const std::string& text) {
  std::vector<int> v;
  std::stringstream in(text);
  for (std::string part; std::getline(in, part, 'x');) v.push_back(std::stoi(part));
  Extent e{1, 1, 1};
  std::copy(v.begin(), v.end(), e.end() - v.size());
  return e;
}

std::vector<Named> read_problems(const std::string& path, const std::string& filter) {
  std::vector<Named> problems;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream in(line);
    Named p;
    in >> p.name;
    std::map<std::string, std::string> value;
    for (std::string word; in >> word;) value[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
    ConvProblem& c = p.conv;
    c.n = std::stoi(value["n"]), c.c = std::stoi(value["c"]), c.k = std::stoi(value["k"]),
    c.groups = std::stoi(value["g"]);
    c.in = parse_extent(value["in"]);
    const int axes = 1 + static_cast<int>(std::count(value["in"].begin(), value["in"].end(), 'x'));
    for (int i = 3 - axes; i < 3; ++i) {
      c.filter[i] = std::stoi(value["r"]), c.stride[i] = std::stoi(value["s"]);
      c.pad_low[i] = c.pad_high[i] = std::stoi(value["p"]), c.dilation[i] = std::stoi(value["d"]);
    }
    c.pack();
    if (filter.empty() || p.name.find(filter) != std::string::npos) problems.push_back(p);
  }
  return problems;
}

std::vector<uint16_t> fetch(const Buffer& buffer) {
  std::vector<uint16_t> v(buffer.bytes() / 2);
  buffer.read(v.data(), buffer.bytes());
  return v;
}

// Largest error of sampled outputs over the size of their sums, against the definition in double. NaN fails.
double sampled_error(const ConvProblem& p, const std::vector<uint16_t>& av, const std::vector<uint16_t>& bv,
                     const std::vector<uint16_t>& ov) {
  const Extent o = p.out();
  const int cg = p.c / p.groups, kg = p.k / p.groups, taps = p.taps();
  const i64 in_pixels = i64{p.in[0]} * p.in[1] * p.in[2], out_pixels = i64{o[0]} * o[1] * o[2];
  const auto value = [](const std::vector<uint16_t>& v, i64 i) { return gpu::from_half(Type::kBf16, v[i]); };
  // Input pixel of output pixel q under tap t, or -1.
  const auto reach = [&](i64 q, int t) -> i64 {
    const int at[3] = {static_cast<int>(q / o[2] / o[1]), static_cast<int>(q / o[2] % o[1]),
                       static_cast<int>(q % o[2])};
    const int tap[3] = {t / p.filter[2] / p.filter[1], t / p.filter[2] % p.filter[1], t % p.filter[2]};
    i64 pixel = 0;
    for (int i = 0; i < 3; ++i) {
      const int x = at[i] * p.stride[i] - p.pad_low[i] + tap[i] * p.dilation[i];
      if (x < 0 || x >= p.in[i]) return -1;
      pixel = pixel * p.in[i] + x;
    }
    return pixel;
  };
  std::mt19937_64 random(99);
  double worst = 0;
  for (int sample = 0; sample < 24; ++sample) {
    const i64 at = sample < 2 ? (sample == 0 ? 0 : static_cast<i64>(ov.size()) - 1) : random() % ov.size();
    double sum = 0, size = 0;
    const auto add = [&](double product) { sum += product, size += std::fabs(product); };
    if (p.pass == Pass::kFprop) {
      const i64 k = at % p.k, pixel = at / p.k, n = pixel / out_pixels;
      for (int t = 0; t < taps; ++t) {
        const i64 x = reach(pixel % out_pixels, t);
        for (int c = 0; x >= 0 && c < cg; ++c) {
          add(value(av, (n * in_pixels + x) * p.c + k / kg * cg + c) * value(bv, (k * taps + t) * cg + c));
        }
      }
    } else if (p.pass == Pass::kDgrad) {
      const i64 c = at % p.c, pixel = at / p.c, n = pixel / in_pixels, g = c / cg;
      for (i64 q = 0; q < out_pixels; ++q) {
        for (int t = 0; t < taps; ++t) {
          if (reach(q, t) != pixel % in_pixels) continue;
          for (i64 k = g * kg; k < (g + 1) * kg; ++k) {
            add(value(av, (n * out_pixels + q) * p.k + k) * value(bv, (k * taps + t) * cg + c % cg));
          }
        }
      }
    } else {
      const i64 c = at % cg, t = at / cg % taps, k = at / cg / taps;
      for (i64 n = 0; n < p.n; ++n) {
        for (i64 q = 0; q < out_pixels; ++q) {
          const i64 x = reach(q, static_cast<int>(t));
          if (x >= 0)
            add(value(av, (n * out_pixels + q) * p.k + k) * value(bv, (n * in_pixels + x) * p.c + k / kg * cg + c));
        }
      }
    }
    const double error = std::fabs(value(ov, at) - sum) / (std::fabs(sum) * 0x1p-8 + size * 0x1p-14 + 1e-30);
    if (std::isnan(error)) return error;
    worst = std::max(worst, error);
  }
  return worst;
}

struct Result {
  double ours = 0, theirs = 0;
};

Result measure(Gpu& gpu, CudnnPeer* peer, const RandomData& random, const Named& named, std::ofstream& tsv) {
  const ConvProblem& p = named.conv;
  static const char* pass_names[] = {"fprop", "dgrad", "wgrad"};
  const char* pass = pass_names[static_cast<int>(p.pass)];
  const size_t x = p.pixels(p.in) * p.c * 2, y = p.pixels(p.out()) * p.k * 2;
  const size_t w = size_t(p.k) * p.taps() * (p.c / p.groups) * 2;
  const size_t a_bytes = p.pass == Pass::kFprop ? x : y, b_bytes = p.pass == Pass::kWgrad ? x : w;
  const size_t out_bytes = p.pass == Pass::kFprop ? y : p.pass == Pass::kDgrad ? x : w;
  const int sets = static_cast<int>(std::clamp<size_t>(kCold / (a_bytes + b_bytes + out_bytes) + 1, 2, 24));
  // Strides beyond the filter skip pixels.
  double touched = static_cast<double>(x);
  for (int i = 0; i < 3 && p.pass != Pass::kDgrad; ++i) {
    touched *= std::min(1.0, static_cast<double>(p.filter[i]) / p.stride[i]);
  }
  const double floor_us = std::max(p.flops() / kFlops, (touched + y + w) / kBytes) * 1e6;

  std::vector<std::unique_ptr<Buffer>> a, b, out;
  for (int i = 0; i < sets; ++i) {
    a.push_back(std::make_unique<Buffer>(gpu, a_bytes)), b.push_back(std::make_unique<Buffer>(gpu, b_bytes));
    out.push_back(std::make_unique<Buffer>(gpu, out_bytes));
    if (i == 0) {
      random.fill(*a[0]), random.fill(*b[0]);
    } else {  // the same numbers at other addresses
      copy(gpu, *a[i], *a[0]), copy(gpu, *b[i], *b[0]);
    }
  }
  static Buffer& workspace = *new Buffer(gpu, kWorkspace);  // outlives the context
  static Timer timer(gpu);
  int rotation = 0;

  // First pass: every choice of ours near the front, every plan of theirs, briefly.
  std::vector<Candidate> ours, theirs;
  std::vector<Choice> ranked = rank(p);
  std::map<std::string, int> seen;
  for (const Choice& choice : ranked) {
    if (ours.size() >= 7) break;
    if (++seen[choice.tile->name] > 2) continue;  // at most two split counts of a tile
    auto prepared = std::make_shared<Prepared>();
    if (!prepare(p, {}, *choice.tile, choice.splits, *prepared).empty() || prepared->workspace > kWorkspace) continue;
    ours.push_back({std::string(choice.tile->name) + "/" + std::to_string(choice.splits),
                    choice.microseconds,
                    [&, prepared](int i) {
                      Pointers q;
                      q.a = a[i]->data(), q.b = b[i]->data(), q.out = out[i]->data(), q.workspace = workspace.data();
                      return launch(*prepared, q, gpu.kernels, gpu.device, gpu.multiprocessors, gpu.stream).empty();
                    },
                    {}});
  }
  for (const Choice& choice : stem::rank(p)) {
    auto prepared = std::make_shared<stem::Prepared>();
    if (ours.size() >= 5 || !stem::prepare(p, {}, choice, *prepared).empty() || prepared->workspace > kWorkspace)
      continue;
    ours.push_back(
        {"stem " + std::string(choice.tile->name) + "/" + std::to_string(choice.splits),
         choice.microseconds,
         [&, prepared](int i) {
           Pointers q;
           q.a = a[i]->data(), q.b = b[i]->data(), q.out = out[i]->data(), q.workspace = workspace.data();
           return stem::launch(*prepared, q, gpu.kernels, gpu.device, gpu.multiprocessors, gpu.stream).empty();
         },
         {}});
  }
  auto direct_plan = std::make_shared<stem::PreparedDirect>();
  if (stem::prepare_direct(p, {}, gpu.multiprocessors, *direct_plan).empty() && direct_plan->workspace <= kWorkspace) {
    ours.push_back(
        {"direct/" + std::to_string(direct_plan->config.columns),
         0,
         [&, direct_plan](int i) {
           Pointers q;
           q.a = a[i]->data(), q.b = b[i]->data(), q.out = out[i]->data(), q.workspace = workspace.data();
           return stem::launch(*direct_plan, q, gpu.kernels, gpu.device, gpu.multiprocessors, gpu.stream).empty();
         },
         {}});
  }
  auto halo_plan = std::make_shared<halo::Prepared>();
  if (halo::prepare(p, {}, gpu.multiprocessors, *halo_plan).empty()) {
    ours.push_back(
        {"halo/" + std::to_string(halo_plan->config.rows),
         halo::predict(p, *halo_plan, gpu.multiprocessors),
         [&, halo_plan](int i) {
           Pointers q;
           q.a = a[i]->data(), q.b = b[i]->data(), q.out = out[i]->data(), q.workspace = workspace.data();
           return halo::launch(*halo_plan, q, gpu.kernels, gpu.device, gpu.multiprocessors, gpu.stream).empty();
         },
         {}});
  }
  if (peer != nullptr) {
    const std::vector<CudnnPeer::Plan> plans = peer->plans(p, kWorkspace);
    std::vector<cudnnBackendDescriptor_t> bound;
    for (int i = 0; i < sets; ++i)
      bound.push_back(peer->bind(a[i]->data(), b[i]->data(), out[i]->data(), workspace.data()));
    for (size_t j = 0; j < plans.size(); ++j) {
      theirs.push_back(
          {"cudnn plan " + std::to_string(j), 0, [=](int i) { return peer->run(plans[j], bound[i]); }, {}});
    }
  }
  std::vector<Candidate> finalists = brief(timer, ours, 2, sets, rotation);
  const size_t our_finalists = finalists.size();
  for (Candidate& c : brief(timer, theirs, 2, sets, rotation)) finalists.push_back(c);
  if (finalists.empty()) {
    tsv << named.name << '\t' << pass << "\tno kernel\n";
    return {};
  }
  for (const Candidate& c : ours) {
    tsv << "# brief\t" << named.name << '\t' << pass << '\t' << c.name << '\t' << c.predicted << '\t' << c.median()
        << '\n';
  }
  compare(timer, finalists, sets, rotation);
  const auto best = [&](size_t from, size_t to) -> const Candidate* {
    const Candidate* found = nullptr;
    for (size_t i = from; i < to; ++i) {
      if (found == nullptr || finalists[i].median() < found->median()) found = &finalists[i];
    }
    return found;
  };
  const Candidate* us = best(0, our_finalists);
  const Candidate* them = best(our_finalists, finalists.size());
  // Errors in units of a bound: half a unit in the last place of bf16 and 2^-14 of the sum of |products|.
  const std::vector<uint16_t> a_values = fetch(*a[0]), b_values = fetch(*b[0]);
  const auto error_of = [&](const Candidate* c) {
    if (c == nullptr) return -1.0;
    out[0]->poison();
    Candidate copy = *c;
    copy.enqueue(0);
    gpu.synchronize();
    return sampled_error(p, a_values, b_values, fetch(*out[0]));
  };
  const double error = error_of(us), their_error = error_of(them);
  Result r{us != nullptr ? us->median() : 0, them != nullptr ? them->median() : 0};
  char line[512];
  std::snprintf(line, sizeof(line), "%-24s %-6s %9.1f %9.1f %7.3f %6.2f %7.0f %9.1f  %-14s %9.1f  %-14s %.2f %.2f",
                named.name.c_str(), pass, r.ours, r.theirs, r.ours > 0 ? r.theirs / r.ours : 0.0,
                r.ours > 0 ? floor_us / r.ours : 0.0, r.ours > 0 ? p.flops() / r.ours * 1e-6 : 0.0, floor_us,
                us != nullptr ? us->name.c_str() : "-", us != nullptr ? us->predicted : 0.0,
                them != nullptr ? them->name.c_str() : "-", error, their_error);
  std::cout << line << std::endl;
  tsv << named.name << '\t' << pass << '\t' << r.ours << '\t' << r.theirs << '\t'
      << (r.ours > 0 ? r.theirs / r.ours : 0) << '\t' << floor_us << '\t' << (us != nullptr ? us->name : "-") << '\t'
      << (us != nullptr ? us->predicted : 0) << '\t' << (them != nullptr ? them->name : "-") << '\t' << error << '\t'
      << their_error << std::endl;
  return r;
}

}  // namespace
}  // namespace girih::bench

int main(int argc, char** argv) {
  using namespace girih::bench;
  if (argc < 3) {
    std::cout << "usage: conv_bench PROBLEMS OUT.tsv [LIBCUDNN] [name filter]\n";
    return 2;
  }
  girih::gpu::Gpu gpu(conv_images());
  std::unique_ptr<CudnnPeer> peer;
  if (argc > 3 && argv[3][0] != 0) {
    peer = std::make_unique<CudnnPeer>(argv[3], gpu.stream);
    if (!peer->why().empty()) {
      std::cout << "no peer: " << peer->why() << "\n";
      peer.reset();
    }
  }
  std::ofstream tsv(argv[2]);
  tsv << "# " << gpu.name << ", driver " << gpu.driver_version << ", cuDNN " << (peer ? peer->version() : 0)
      << ", bf16 NHWC, microseconds; floor: 800 TFLOP/s, 4.2 TB/s\n"
      << "problem\tpass\tours\ttheirs\tratio\tfloor\tconfig\tpredicted\tpeer\terror\ttheir error\n";
  std::printf("%-24s %-6s %9s %9s %7s %6s %7s %9s  %-14s %9s  %-14s %s\n", "problem", "pass", "ours us", "theirs",
              "ratio", "floor%", "TFLOPs", "floor", "config", "predicted", "peer", "errors / bound");
  const RandomData random;
  double log_sum[3] = {};
  int count[3] = {};
  for (Named named : read_problems(argv[1], argc > 4 ? argv[4] : "")) {
    for (const girih::igemm::Pass pass :
         {girih::igemm::Pass::kFprop, girih::igemm::Pass::kDgrad, girih::igemm::Pass::kWgrad}) {
      named.conv.pass = pass;
      const Result r = measure(gpu, peer.get(), random, named, tsv);
      if (r.ours <= 0 || r.theirs <= 0) continue;
      log_sum[static_cast<int>(pass)] += std::log(r.theirs / r.ours);
      ++count[static_cast<int>(pass)];
    }
  }
  for (int i = 0; i < 3; ++i) {
    if (count[i] > 0)
      std::printf("geometric mean of theirs / ours, pass %d: %.3f over %d\n", i, std::exp(log_sum[i] / count[i]),
                  count[i]);
  }
  return 0;
}
