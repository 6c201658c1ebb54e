// The four cells, forward and backward, one element at a time (behaviour.md 13 has the formulas of the forward pass;
// the gradients are their derivatives).
#include <cmath>

#include "engines/reference/rnn/network.h"

namespace girih::reference::rnn {
namespace {

double sigmoid(double v) { return 1 / (1 + std::exp(-v)); }

// Clipping has the derivative 1 inside and on the bounds, 0 beyond them.
bool passes(const Rnn& op, double c) { return !op.clip || !(c < op.clip_low || c > op.clip_high); }

}  // namespace

double clipped(const Rnn& op, double c) {
  if (!op.clip) return c;
  if (c != c) return op.clip_keeps_nan ? c : op.clip_low;
  return std::min(std::max(c, op.clip_low), op.clip_high);
}

double lstm_raw_output(const Rnn& op, double output_gate, double c) { return output_gate * std::tanh(clipped(op, c)); }

void cell_forward(const Rnn& op, CellStep& s) {
  switch (op.cell) {
    case RnnCell::relu: {
      const double v = s.in[0] + s.rec[0];
      s.new_h = v <= 0 ? 0 : v;  // NaN stays
      break;
    }
    case RnnCell::tanh:
      s.new_h = std::tanh(s.in[0] + s.rec[0]);
      break;
    case RnnCell::lstm: {
      for (int g : {0, 1, 3}) s.gate[g] = sigmoid(s.in[g] + s.rec[g]);
      s.gate[2] = std::tanh(s.in[2] + s.rec[2]);
      s.new_c = s.gate[1] * clipped(op, s.c) + s.gate[0] * s.gate[2];
      s.new_h = lstm_raw_output(op, s.gate[3], s.new_c);
      break;
    }
    case RnnCell::gru: {
      for (int g : {0, 1}) s.gate[g] = sigmoid(s.in[g] + s.rec[g]);
      s.gate[2] = std::tanh(s.in[2] + s.gate[0] * s.rec[2]);
      s.gate[3] = s.rec[2];
      s.new_h = (1 - s.gate[1]) * s.gate[2] + s.gate[1] * s.h;
      break;
    }
  }
}

void cell_backward(const Rnn& op, CellGradient& s) {
  switch (op.cell) {
    case RnnCell::relu:
      s.in[0] = s.rec[0] = s.new_h > 0 || s.new_h != s.new_h ? s.dh : 0;
      break;
    case RnnCell::tanh:
      s.in[0] = s.rec[0] = s.dh * (1 - s.new_h * s.new_h);
      break;
    case RnnCell::lstm: {
      const double i = s.gate[0], f = s.gate[1], g = s.gate[2], o = s.gate[3];
      const double t = std::tanh(clipped(op, s.new_c));
      const double dc = s.dc + (passes(op, s.new_c) ? s.dh * o * (1 - t * t) : 0);
      s.in[0] = dc * g * i * (1 - i);
      s.in[1] = dc * clipped(op, s.c) * f * (1 - f);
      s.in[2] = dc * i * (1 - g * g);
      s.in[3] = s.dh * t * o * (1 - o);
      for (int k = 0; k < 4; ++k) s.rec[k] = s.in[k];
      s.dc_before = passes(op, s.c) ? dc * f : 0;
      break;
    }
    case RnnCell::gru: {
      const double r = s.gate[0], z = s.gate[1], n = s.gate[2], rec = s.gate[3];
      const double dn = s.dh * (1 - z) * (1 - n * n);  // of the tanh's argument
      s.in[0] = s.rec[0] = dn * rec * r * (1 - r);
      s.in[1] = s.rec[1] = s.dh * (s.h - n) * z * (1 - z);
      s.in[2] = dn;
      s.rec[2] = dn * r;
      s.direct_dh = s.dh * z;
      break;
    }
  }
}

}  // namespace girih::reference::rnn
