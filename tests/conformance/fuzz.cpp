// Random lines of the problem language: small legal problems with awkward sizes.
#include <algorithm>
#include <string>
#include <vector>

#include "conformance/run.h"

namespace girih::conformance {
namespace {

struct Family {
  const char* name;
  Runner runner;
};

constexpr Family kFamilies[] = {
    {"conv", run_conv},
    {"convbias", run_convbias},
    {"convbiasact", run_convbiasact},
    {"pool", run_pool},
    {"activation", run_activation},
    {"softmax", run_softmax},
    {"bnorm", run_bnorm},
    {"ctc", run_ctc},
    {"fused", run_fused},
    {"dropout", run_dropout},
    {"addtensor", run_addtensor},
    {"optensor", run_optensor},
    {"scale", run_scale},
    {"settensor", run_settensor},
    {"transform", run_transform},
    {"reduce", run_reduce},
    {"transformex", run_transformex},
    {"folded", run_folded},
    {"im2col", run_im2col},
    {"reorder", run_reorder},
    {"attention", run_attention},
    {"rnn", run_rnn},
    {"lrn", run_lrn},
    {"divnorm", run_divnorm},
    {"stgrid", run_stgrid},
    {"stsampler", run_stsampler},
    {"bnormex", run_bnormex},
    {"norm", run_norm},
};

class Writer {
 public:
  explicit Writer(Random& random, const std::string& family) : random_(random), line_(family) {}
  int64_t pick(int64_t low, int64_t high) { return random_.integer(low, high); }
  std::string one_of(std::initializer_list<const char*> choices) {
    return *(choices.begin() + pick(0, static_cast<int64_t>(choices.size()) - 1));
  }
  void word(const std::string& text) { line_ += " " + text; }
  void key(const char* name, int64_t value) { word(std::string(name) + "=" + std::to_string(value)); }
  void key(const char* name, const std::string& value) { word(std::string(name) + "=" + value); }
  bool chance(int percent) { return pick(1, 100) <= percent; }
  std::string list(const std::vector<int64_t>& values) { return text_of(values); }

  void type(bool bf16 = true) { word(bf16 ? one_of({"f32", "f64", "f16", "bf16"}) : one_of({"f32", "f64", "f16"})); }
  // n, c and sizes of 1 to 3 spatial dimensions; returns the dims.
  std::vector<int64_t> dims(int64_t largest = 9) {
    word(one_of({"nchw", "nhwc"}));
    if (chance(25)) key("gap", pick(1, 3));
    std::vector<int64_t> all{pick(1, 4), pick(1, 9)};
    int64_t rank = chance(20) ? 3 : 2;
    for (int64_t i = 0; i < rank; ++i) all.push_back(pick(1, largest));
    key("n", all[0]);
    key("c", all[1]);
    key(rank == 3 ? "dhw" : "hw", list({all.begin() + 2, all.end()}));
    return all;
  }
  void blend() {
    if (chance(30)) key("alpha", one_of({"2", "0.5", "-1", "0"}));
    if (chance(30)) key("beta", one_of({"1", "0.5", "-2"}));
  }
  // The dims with some of them replaced by 1.
  std::vector<int64_t> shrunk(std::vector<int64_t> dims) {
    for (int64_t& dim : dims)
      if (chance(50)) dim = 1;
    return dims;
  }
  const std::string& line() const { return line_; }

 private:
  Random& random_;
  std::string line_;
};

void write_conv(Writer& w) {
  w.word(w.one_of({"fprop", "fprop", "dgrad", "wgrad", "adjoint", "batch", "layout", "split"}));
  w.type();
  w.word(w.one_of({"nchw", "nhwc"}));
  int64_t groups = w.chance(30) ? w.pick(2, 4) : 1, rank = w.chance(15) ? 1 : w.chance(20) ? 3 : 2;
  std::vector<int64_t> in, window, pad, stride, dilation;
  for (int64_t i = 0; i < rank; ++i) {
    window.push_back(w.pick(1, w.chance(20) ? 7 : 3));
    dilation.push_back(w.chance(25) ? w.pick(2, 3) : 1);
    stride.push_back(w.pick(1, 3));
    pad.push_back(w.pick(0, 3));
    int64_t reach = (window.back() - 1) * dilation.back() + 1;
    in.push_back(std::max<int64_t>(1, reach - 2 * pad.back()) + w.pick(0, rank == 3 ? 4 : 9));
  }
  w.key("n", w.pick(1, 3));
  w.key("c", groups * w.pick(1, 9));
  w.key(rank == 1 ? "w" : rank == 2 ? "hw" : "dhw", w.list(in));
  w.key("k", groups * w.pick(1, 9));
  w.key(rank == 1 ? "s" : rank == 2 ? "rs" : "trs", w.list(window));
  w.key("pad", w.list(pad));
  w.key("stride", w.list(stride));
  w.key("dilation", w.list(dilation));
  if (groups > 1) w.key("groups", groups);
  if (w.chance(20)) w.key("flip", 1);
}

// Eight-bit convolutions: plain NHWC or vectors, every type of response.
void write_int8_conv(Writer& w) {
  const std::string layout = w.one_of({"nhwc", "nchw", "vect4", "vect32"});
  const int64_t unit = layout == "vect4" ? 4 : layout == "vect32" ? 32 : 1, most = unit == 32 ? 2 : 5;
  w.word("fprop");
  w.word(layout == "vect32" ? "i8" : w.one_of({"i8", "u8"}));
  w.word(layout);
  w.key("n", w.pick(1, 2));
  w.key("c", unit * w.pick(1, most));
  w.key("hw", w.list({w.pick(3, 9), w.pick(3, 9)}));
  w.key("k", unit * w.pick(1, most));
  w.key("rs", w.pick(1, 3));
  w.key("pad", w.pick(0, 2));
  w.key("stride", w.pick(1, 2));
  const std::string out = w.one_of({"i8", "i32", "f32"});
  w.key("out", out);
  w.key("alpha", out == "i32" ? w.one_of({"1", "2"}) : w.one_of({"1", "0.5", "0.01", "-0.25"}));
  if (w.chance(30)) w.key("beta", out == "i32" ? w.one_of({"1", "-2"}) : w.one_of({"1", "0.5"}));
  if (layout == "vect32" && w.chance(50)) w.key("reorder", 1);
}

void write_transformex(Writer& w) {
  const bool unfold = w.chance(40);
  if (unfold) w.word("unfold");
  w.type();
  w.word(w.one_of({"nchw", "nhwc"}));
  const int64_t fh = w.pick(1, 3), fw = w.pick(1, 3), n = w.pick(1, 3);
  const int64_t c = w.pick(1, 4) * (unfold ? fh * fw : 1), h = w.pick(3, 9), width = w.pick(3, 9);
  w.key("n", n);
  w.key("c", c);
  w.key("hw", w.list({h, width}));
  w.key("fold", w.list({fh, fw}));
  w.key("before", w.list({w.pick(0, 1), w.pick(0, 1), w.pick(-1, 2), w.pick(-1, 2)}));
  w.key("after", w.list({0, w.pick(0, 1), w.pick(-1, 2), w.pick(-1, 2)}));
  w.key("ylayout", w.one_of({"nchw", "nhwc"}));
  w.blend();
}

void write_folded(Writer& w, bool im2col) {
  w.word(im2col ? w.one_of({"f32", "f16", "f64", "bf16"}) : w.one_of({"f32", "f64"}));
  w.word(w.one_of({"nchw", "nhwc"}));
  const int64_t rs = w.pick(1, 4), pad = w.pick(0, 3);
  w.key("n", w.pick(1, 2));
  w.key("c", w.pick(1, 4));
  w.key("hw", w.list({rs + w.pick(0, 7), rs + w.pick(0, 7)}));
  w.key("k", w.pick(1, 4));
  w.key("rs", rs);
  w.key("pad", pad);
  w.key("stride", w.pick(1, 3));
  if (im2col && w.chance(30)) w.key("flip", 1);
}

void write_fused(Writer& w) {
  const std::string what =
      w.one_of({"convstats", "wgrad", "finalize", "finalize_inference", "convadd", "bitmask", "backward"});
  w.word(what);
  if (what == "finalize" || what == "finalize_inference") {
    w.word(w.one_of({"f32", "f64"}));
    w.key("c", w.pick(1, 70));
    w.key("count", w.pick(2, 1000));
    w.key("factor", w.one_of({"0", "0.1", "1"}));
    return;
  }
  w.type();
  if (what == "bitmask" || what == "backward") {
    w.word("n=2");  // batch norm needs two samples
    w.word(w.one_of({"nchw", "nhwc"}));
    w.key("c", w.pick(1, 130));
    w.key("hw", w.pick(1, 6));
    w.key("mode", w.one_of({"per_activation", "spatial", "persistent"}));
  } else {
    w.word(w.one_of({"nchw", "nhwc"}));
    w.key("n", w.pick(1, 3));
    w.key("c", w.pick(1, 9));
    w.key("hw", w.pick(3, 7));
    w.key("k", w.pick(1, 9));
    w.key("rs", w.pick(1, 3));
    w.key("pad", w.pick(0, 1));
    w.key("act", w.one_of({"relu", "identity", "sigmoid", "tanh"}));
    if (what == "convstats") w.key("stats", w.pick(0, 1));
  }
  if (what == "bitmask" || what == "convadd") {
    w.key("zscale", w.pick(0, 1));
    w.key("zbias", w.pick(0, 1));
  }
}

void write_attention(Writer& w) {
  w.word(w.one_of({"infer", "train", "bwd", "bwd"}));
  w.type();
  const int64_t heads = w.pick(1, 3), q = w.pick(1, 6), n = w.pick(1, 2), beams = w.chance(30) ? 2 : 1;
  const int64_t tq = w.pick(1, 4), tk = w.pick(1, 5), one = w.chance(50) ? 1 : 0;
  w.key("heads", heads);
  w.key("q", q);
  if (w.chance(70)) {
    w.key("k", w.pick(1, 6));
    w.key("qp", w.pick(1, 4));
  }
  w.key("v", w.pick(1, 6));
  if (w.chance(70)) w.key("vp", w.pick(1, 4));
  if (w.chance(70)) w.key("op", w.pick(1, 6));
  w.key("bias", w.pick(0, 1));
  w.key("one", one);
  w.key("n", n);
  w.key("beam", beams);
  w.key("tq", tq);
  w.key("tk", tk);
  auto lengths = [&](const char* key, int64_t count, int64_t most) {
    std::vector<int64_t> all;
    for (int64_t i = 0; i < count; ++i) all.push_back(w.pick(1, most));
    w.key(key, w.list(all));
  };
  if (w.chance(50)) lengths("qlen", n * beams, tq);
  if (w.chance(50)) lengths("klen", n * (one ? beams : 1), tk);
  w.key("scale", w.one_of({"0", "0.5", "1"}));
  w.key("window", w.one_of({"all", "all", "causal", "band", "first", "past"}));
  w.key("axes", w.one_of({"nbtv", "tnbv", "bntv", "vnbt", "nvbt", "bvtn"}));
  w.key("residual", w.pick(0, 1));
}

void write_pool(Writer& w) {
  w.word(w.one_of({"fwd", "bwd"}));
  w.type();
  std::vector<int64_t> dims = w.dims(), window, pad, stride;
  for (size_t i = 2; i < dims.size(); ++i) {
    pad.push_back(w.pick(0, 2));
    window.push_back(w.pick(1, dims[i] + pad.back()));
    pad.back() = std::min(pad.back(), window.back() - 1);
    window.back() = std::min(window.back(), dims[i] + 2 * pad.back());
    stride.push_back(w.pick(1, 3));
  }
  w.key("window", w.list(window));
  w.key("pad", w.list(pad));
  w.key("stride", w.list(stride));
  w.key("mode", w.one_of({"max", "avg", "avg_exclude", "max_det"}));
  w.blend();
}

void write_ctc(Writer& w) {
  w.type();
  w.word(w.one_of({"nchw", "nhwc"}));
  if (w.chance(25)) w.key("gap", w.pick(1, 3));
  const int64_t steps = w.pick(1, w.chance(20) ? 60 : 12), samples = w.pick(1, 4);
  std::vector<int64_t> labels, inputs;
  for (int64_t n = 0; n < samples; ++n) {
    inputs.push_back(w.pick(0, steps));
    labels.push_back(w.pick(0, w.chance(20) ? steps + 2 : 1 + steps / 2));
  }
  w.key("t", steps);
  w.key("n", samples);
  w.key("a", w.pick(2, 9));
  w.key("labels", w.list(labels));
  w.key("inputs", w.list(inputs));
  w.key("symbols", w.one_of({"any", "same", "distinct"}));
  const int64_t api = w.chance(20) ? 1 : w.pick(7, 9);
  w.key("api", api);
  if (api != 1) {
    w.key("norm", w.one_of({"softmax", "softmax", "none"}));
    w.key("oob", w.one_of({"zero", "skip"}));
  }
  w.key("algo", w.pick(0, 1));
  if (w.chance(15)) w.word("data=inf");
  if (w.chance(15)) w.key("gradients", 0);
  if (w.chance(15)) w.word("compute=f64");
}

void write_reduce(Writer& w) {
  w.type(false);
  std::vector<int64_t> dims = w.dims(), to = w.shrunk(dims);
  bool shrinks = false;
  for (size_t i = 0; i < dims.size(); ++i) shrinks |= to[i] < dims[i];
  if (!shrinks) to.assign(dims.size(), 1);
  w.key("to", w.list(to));
  std::string op = w.one_of({"add", "mul", "min", "max", "amax", "avg", "norm1", "norm2", "mul_no_zeros"});
  w.key("op", op);
  if ((op == "min" || op == "max" || op == "amax") && w.chance(50)) w.key("indices", 1);
  w.blend();
}

void write_rnn(Writer& w) {
  std::string pass = w.one_of({"fwd", "fwd", "bwd", "bwd", "layout", "batch", "split", "stack"});
  w.word(pass);
  std::string cell = w.one_of({"relu", "tanh", "lstm", "gru"}),
              layout = w.one_of({"packed", "seq_major", "batch_major"});
  w.word(cell);
  if (pass == "stack")
    w.word(w.one_of({"f32", "f64"}));  // narrow types are not rounded between layers
  else
    w.type();
  w.word(layout);
  bool packed = layout == "packed";
  int64_t t = w.pick(1, 6), n = w.pick(1, 4), in = w.pick(1, 9), hidden = w.pick(1, 9);
  std::vector<int64_t> lengths;
  for (int64_t i = 0; i < n; ++i) lengths.push_back(w.pick(packed ? 1 : 0, t));
  if (packed) std::sort(lengths.rbegin(), lengths.rend());
  w.key("t", t);
  w.key("n", n);
  if (w.chance(70)) w.key("lengths", w.list(lengths));
  if (w.chance(15)) {
    in = hidden;
    w.key("skip", 1);
  }
  w.key("in", in);
  w.key("hidden", hidden);
  if (cell == "lstm" && w.chance(30)) w.key("proj", w.pick(1, hidden));
  if (cell == "lstm" && w.chance(30)) w.key("clip", w.one_of({"0.1", "0.5", "2"}));
  w.key("layers", pass == "split" ? 1 : w.pick(1, 3));
  w.key("dirs", pass == "split" ? 2 : w.pick(1, 2));
  w.key("bias", w.one_of({"none", "input", "recurrent", "both", "both"}));
  w.key("algo", w.one_of({"standard", "persist_static", "persist_dynamic", "small_h"}));
  if (w.chance(30)) w.key("math", w.pick(0, 3));
  if (w.chance(30)) w.key("fill", w.one_of({"1", "-0.5"}));
  for (const char* key : {"hx", "cx", "hy", "dhy", "dhx"})
    if (w.chance(15)) w.key(key, 0);
  if ((pass == "fwd" || pass == "bwd") && w.chance(40)) {
    w.key("p", w.one_of({"0", "0.1", "0.5", "0.9"}));
    w.key("seed", w.pick(0, 1 << 30));
  }
}

void write_lrn(Writer& w, bool divisive) {
  w.word(w.one_of({"fwd", "bwd"}));
  w.type();
  w.dims(6);
  w.key("window", w.pick(1, divisive ? 6 : 16));
  w.key("lrn_alpha", w.one_of({"1e-4", "0.5", "3"}));
  w.key("lrn_beta", w.one_of({"0.01", "0.75", "1.5"}));
  w.key("k", w.one_of({"0.5", "1", "2"}));
  if (divisive && w.chance(20)) w.key("means", 0);
  if (divisive && w.chance(20)) w.key("dmeans", 0);
  w.blend();
}

void write_sampler(Writer& w) {
  w.word(w.one_of({"fwd", "bwd"}));
  w.type();
  std::vector<int64_t> dims = w.dims(), to;
  for (size_t i = 2; i < dims.size(); ++i) to.push_back(w.pick(1, 9));
  w.key("to", w.list(to));
  w.blend();
}

void write_norm(Writer& w, bool ex) {
  std::string pass = ex ? w.one_of({"train", "bwd"}) : w.one_of({"train", "infer", "bwd"});
  w.word(pass);
  bool active = w.chance(50);
  w.word(active ? w.one_of({"f32", "f16", "bf16"}) : w.one_of({"f32", "f64", "f16", "bf16"}));
  w.word(active ? "nhwc" : w.one_of({"nchw", "nhwc"}));
  w.key("n", w.pick(2, 4));  // one sample has no unbiased variance
  w.key("c", active ? 4 * w.pick(1, 20) : w.pick(1, 9));
  w.key("hw", w.list({w.pick(1, 7), w.pick(1, 7)}));
  if (active) {
    w.word(ex ? "mode=persistent" : "algo=persist");
    w.key("ops", w.one_of({"act", "add_act"}));
  } else {
    w.key("mode",
          ex ? w.one_of({"per_activation", "spatial", "persistent"}) : w.one_of({"per_activation", "per_channel"}));
  }
  if (w.chance(20)) w.key("saved", 0);
  if (w.chance(20)) w.key("inplace", 1);
  if (w.chance(30)) w.key("palpha", w.one_of({"2", "-1"}));
  if (w.chance(30)) w.key("pbeta", w.one_of({"1", "0.5"}));
  if (w.chance(30)) w.key("alpha", w.one_of({"2", "0.5", "-1"}));
}

}  // namespace

Runner runner_of(const std::string& family) {
  for (const Family& candidate : kFamilies)
    if (family == candidate.name) return candidate.runner;
  return nullptr;
}

std::vector<std::string> families() {
  std::vector<std::string> names;
  for (const Family& family : kFamilies) names.push_back(family.name);
  return names;
}

std::string random_line(const std::string& family, Random& random) {
  Writer w(random, family);
  if (family == "conv") {
    if (w.chance(20))
      write_int8_conv(w);
    else
      write_conv(w);
    // the properties have no alpha and beta of their own
  } else if (family == "convbiasact") {
    w.type();
    w.word(w.one_of({"nchw", "nhwc"}));
    w.key("n", w.pick(1, 3));
    w.key("c", w.pick(1, 9));
    w.key("hw", w.pick(3, 9));
    w.key("k", w.pick(1, 9));
    w.key("rs", w.pick(1, 3));
    w.key("pad", w.pick(0, 1));
    w.key("alpha2", w.one_of({"0", "1", "0.5"}));
    w.key("zy", w.pick(0, 1));
    w.key("act", w.one_of({"relu", "identity"}));
  } else if (family == "convbias") {
    w.type();
    w.dims();
    w.blend();
  } else if (family == "attention") {
    write_attention(w);
  } else if (family == "pool") {
    write_pool(w);
  } else if (family == "activation") {
    w.word(w.one_of({"fwd", "bwd"}));
    w.type();
    w.dims();
    w.key("mode", w.one_of({"sigmoid", "relu", "tanh", "clipped", "elu", "swish"}));
    w.blend();
  } else if (family == "softmax") {
    w.word(w.one_of({"fwd", "bwd"}));
    w.type();
    w.dims();
    w.key("algo", w.one_of({"fast", "accurate", "log"}));
    w.key("mode", w.one_of({"instance", "channel"}));
    w.blend();
  } else if (family == "bnorm") {
    w.word(w.one_of({"train", "infer", "bwd"}));
    w.type();
    w.word("n=2");  // one sample has no unbiased variance
    w.word(w.one_of({"nchw", "nhwc"}));
    w.key("c", w.pick(1, 9));
    w.key("hw", w.pick(1, 9));
    w.key("mode", w.one_of({"per_activation", "spatial", "persistent"}));
    w.blend();
  } else if (family == "fused") {
    write_fused(w);
  } else if (family == "ctc") {
    write_ctc(w);
  } else if (family == "dropout") {
    w.word(w.one_of({"f32", "f64", "f16"}));
    w.key("n", 1);
    w.key("c", w.pick(1, 70));
    w.key("hw", w.pick(1, 40));
    w.key("p", w.one_of({"0", "0.1", "0.5", "0.9"}));
    w.key("seed", w.pick(0, 1 << 30));
  } else if (family == "addtensor" || family == "optensor") {
    w.type();
    std::vector<int64_t> dims = w.dims();
    w.key(family == "addtensor" ? "a" : "b", w.list(w.shrunk(dims)));
    if (family == "addtensor") {
      w.blend();
    } else {
      w.key("op", w.one_of({"add", "mul", "min", "max", "sqrt", "not"}));
      if (w.chance(30)) w.key("beta", w.one_of({"1", "0.5"}));
    }
  } else if (family == "scale") {
    w.type();
    w.dims();
    w.key("alpha", w.one_of({"2", "0.5", "0", "-3"}));
  } else if (family == "settensor") {
    w.type();
    w.dims();
    w.key("value", w.one_of({"0", "-1.5", "3.5"}));
  } else if (family == "transform") {
    w.type();
    w.dims();
    w.key("ylayout", w.one_of({"nchw", "nhwc"}));
    w.blend();
  } else if (family == "transformex") {
    write_transformex(w);
  } else if (family == "folded" || family == "im2col") {
    write_folded(w, family == "im2col");
  } else if (family == "reorder") {
    w.word("i8");
    w.word("vect32");
    w.key("n", 32 * w.pick(1, 3));
    w.key("c", 32 * w.pick(1, 2));
    w.key("hw", w.list({w.pick(1, 3), w.pick(1, 3)}));
    w.key("bias", w.pick(0, 1));
  } else if (family == "reduce") {
    write_reduce(w);
  } else if (family == "rnn") {
    write_rnn(w);
  } else if (family == "lrn" || family == "divnorm") {
    write_lrn(w, family == "divnorm");
  } else if (family == "stgrid") {
    w.word(w.one_of({"fwd", "bwd"}));
    w.type();
    w.key("n", w.pick(1, 3));
    w.key("hw", w.list({w.pick(1, 12), w.pick(1, 12)}));
  } else if (family == "stsampler") {
    write_sampler(w);
  } else if (family == "norm" || family == "bnormex") {
    write_norm(w, family == "bnormex");
  }
  return w.line();
}

}  // namespace girih::conformance
