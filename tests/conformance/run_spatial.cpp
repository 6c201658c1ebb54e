// Spatial transformer: grid generator and sampler.
#include <cmath>

#include "conformance/reference_tape.h"
#include "conformance/run.h"

namespace girih::conformance {
namespace {

struct Transformer {
  cudnnSpatialTransformerDescriptor_t descriptor = nullptr;
  ~Transformer() { cudnnDestroySpatialTransformerDescriptor(descriptor); }
  void set(const Session& session, Report& report, DType type, const std::vector<int64_t>& dims) {
    report.require(session, cudnnCreateSpatialTransformerDescriptor(&descriptor),
                   "cudnnCreateSpatialTransformerDescriptor");
    std::vector<int> sizes = ints(dims);
    report.require(session,
                   cudnnSetSpatialTransformerNdDescriptor(descriptor, CUDNN_SAMPLER_BILINEAR, cudnn_type(type),
                                                          static_cast<int>(sizes.size()), sizes.data()),
                   "cudnnSetSpatialTransformerNdDescriptor");
  }
};

Shape packed(DType type, const std::vector<int64_t>& dims) { return {type, dims, strides_of("nchw", dims)}; }

// Dims of the grid for an output {N, C, out...}.
std::vector<int64_t> grid_dims(int64_t n, const std::vector<int64_t>& out) {
  std::vector<int64_t> dims{n};
  dims.insert(dims.end(), out.begin(), out.end());
  dims.push_back(static_cast<int64_t>(out.size()));
  return dims;
}

// Divisions by size - 1 and multiples of 1/(size - 1) are exact.
bool dyadic(const std::vector<int64_t>& sizes) {
  for (int64_t size : sizes)
    if (size > 1 && ((size - 1) & (size - 2)) != 0) return false;
  return true;
}

double unit_of(DType type) { return accumulation_unit(type) * (type == DType::kF64 ? 2 : 1); }

// Points in and around the image: any quarter of a pixel, or nowhere near a pixel's position, where the gradient jumps.
std::vector<double> draw_grid(Random& random, DType type, int64_t points, const std::vector<int64_t>& in, bool exact) {
  const auto d = static_cast<int64_t>(in.size());
  std::vector<double> grid;
  for (int64_t point = 0; point < points; ++point)
    for (int64_t j = 0; j < d; ++j) {
      const int64_t size = in[d - 1 - j];
      const double half = 0.5 * static_cast<double>(size - 1);
      double coordinate = 0;
      for (int tries = 0; tries < 100; ++tries) {
        double pixel = exact ? 0.25 * static_cast<double>(random.integer(-6, 4 * size + 2))
                             : static_cast<double>(random.integer(-2, size)) + random.uniform(0.1, 0.9);
        coordinate = rounded(type, size == 1 ? pixel : pixel / half - 1);
        double place = (coordinate + 1) * half;
        if (exact || size == 1 || std::fabs(place - std::nearbyint(place)) > 0.02) break;
      }
      grid.push_back(coordinate);
    }
  return grid;
}

}  // namespace

void run_stgrid(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  std::string pass = reader.word("pass", {"fwd", "bwd"});
  DType type = dtype_from(reader.word("type", {"f32", "f64", "f16", "bf16"}));
  int64_t n = reader.integer("n", 1, 1), c = reader.integer("c", 1, 1);
  std::vector<int64_t> out = reader.spatial("dhw");
  int repeats = static_cast<int>(reader.integer("repeats", 2, 1));
  reader.finish();
  Random random = random_for(session, problem);
  const auto d = static_cast<int64_t>(out.size());
  std::vector<int64_t> dims{n, c};
  dims.insert(dims.end(), out.begin(), out.end());
  Transformer transformer;
  transformer.set(session, report, type, dims);
  Tensor theta(pass == "fwd" ? "theta" : "dtheta", packed(type, {n, d, d + 1}));
  Tensor grid(pass == "fwd" ? "grid" : "dgrid", packed(type, grid_dims(n, out)));
  const bool exact = session.exact() && dyadic(out);
  Tape tape(type, exact ? 0 : unit_of(type));
  std::vector<double> matrix = draw(session, random, theta.offsets.size());
  Call call;
  call.runs = repeats;
  if (pass == "fwd") {
    theta.set(matrix);
    grid.poison();
    std::vector<Var> vt = tape.inputs(theta.values), vg = spatial_grid(tape, n, out, vt, exact);
    call.function = "cudnnSpatialTfGridGeneratorForward";
    call.inputs = {&theta};
    call.outputs = {&grid};
    call.run = [&] {
      return cudnnSpatialTfGridGeneratorForward(session.handle, transformer.descriptor, theta.data(), grid.data());
    };
    if (execute(session, report, call)) compare(report, grid, tracked(values_of(tape, vg), grid), "");
    return;
  }
  theta.poison();
  grid.set(draw(session, random, grid.offsets.size()));
  std::vector<Var> vt = tape.inputs(matrix), vg = spatial_grid(tape, n, out, vt, exact);
  tape.backward(seeds_of(vg, grid.values));
  call.function = "cudnnSpatialTfGridGeneratorBackward";
  call.inputs = {&grid};
  call.outputs = {&theta};
  call.run = [&] {
    return cudnnSpatialTfGridGeneratorBackward(session.handle, transformer.descriptor, grid.data(), theta.data());
  };
  if (execute(session, report, call)) compare(report, theta, tracked(gradients_of(tape, vt), theta), "");
}

void run_stsampler(const problem::Problem& problem, const Session& session, Report& report) {
  problem::Reader reader(problem);
  std::string pass = reader.word("pass", {"fwd", "bwd"});
  Common common = read_common(reader);
  Shape x_shape = read_strides(reader, "xs", common.shape(read_dims(reader)));
  std::vector<int64_t> in(x_shape.dims.begin() + 2, x_shape.dims.end()), out = reader.list("to", in.size());
  double alpha = reader.real("alpha", 1), beta = reader.real("beta", 0);
  double grid_alpha = reader.real("palpha", 1), grid_beta = reader.real("pbeta", 0);
  int repeats = static_cast<int>(reader.integer("repeats", 2, 1));
  reader.finish();
  const int64_t n = x_shape.dims[0], c = x_shape.dims[1];
  std::vector<int64_t> y_dims{n, c};
  y_dims.insert(y_dims.end(), out.begin(), out.end());
  Random random = random_for(session, problem);
  Transformer transformer;
  transformer.set(session, report, common.type, y_dims);
  Tensor x("x", x_shape, common.shift), grid("grid", packed(common.type, grid_dims(n, out)));
  x.set(draw(session, random, x.offsets.size()));
  const bool exact = session.exact() && dyadic(in);
  const auto points = static_cast<int64_t>(grid.offsets.size() / in.size());
  grid.set(draw_grid(random, common.type, points, in, exact));
  Tape tape(common.type, exact ? 0 : unit_of(common.type));
  std::vector<Var> vx = tape.inputs(x.values), vg = tape.inputs(grid.values),
                   vy = spatial_sample(tape, n, c, in, out, vx, vg);
  Scalar a(common.type, alpha), b(common.type, beta), ga(common.type, grid_alpha), gb(common.type, grid_beta);
  cudnnTensorDescriptor_t xd = x.descriptor();
  Call call;
  call.runs = repeats;
  call.inputs = {&x, &grid};
  if (pass == "fwd") {
    Tensor y("y", common.shape(y_dims), common.shift);
    prepare_output(session, random, y, beta);
    cudnnTensorDescriptor_t yd = y.descriptor();
    call.function = "cudnnSpatialTfSamplerForward";
    call.outputs = {&y};
    call.run = [&] {
      return cudnnSpatialTfSamplerForward(session.handle, transformer.descriptor, a.get(), xd, x.data(), grid.data(),
                                          b.get(), yd, y.data());
    };
    if (execute(session, report, call)) compare(report, y, tracked(values_of(tape, vy), y, alpha, beta), "");
    return;
  }
  Tensor dy("dy", common.shape(y_dims), common.shift), dx("dx", x_shape, common.shift), dgrid("dgrid", grid.shape);
  dy.set(draw(session, random, dy.offsets.size()));
  tape.backward(seeds_of(vy, dy.values));
  prepare_output(session, random, dx, beta);
  prepare_output(session, random, dgrid, grid_beta);
  cudnnTensorDescriptor_t dyd = dy.descriptor(), dxd = dx.descriptor();
  call.function = "cudnnSpatialTfSamplerBackward";
  call.inputs.push_back(&dy);
  call.outputs = {&dx, &dgrid};
  call.run = [&] {
    return cudnnSpatialTfSamplerBackward(session.handle, transformer.descriptor, a.get(), xd, x.data(), b.get(), dxd,
                                         dx.data(), ga.get(), dyd, dy.data(), grid.data(), gb.get(), dgrid.data());
  };
  if (!execute(session, report, call)) return;
  compare(report, dx, tracked(gradients_of(tape, vx), dx, alpha, beta), "");
  compare(report, dgrid, tracked(gradients_of(tape, vg), dgrid, grid_alpha, grid_beta), "");
}

}  // namespace girih::conformance
