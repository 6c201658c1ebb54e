"""Random graphs: convolutions in three passes, matrix products and pointwise chains, with random shapes, types, layouts
and epilogues. A seed gives the same graph for ever."""
import math

import numpy as np

from cases import ACTIVATIONS, U, convolve, convolve_dgrad, convolve_wgrad
from lab import EPS, Lab, T, quantize

TYPES = (T.FLOAT, T.HALF, T.BFLOAT16)


def epilogue(lab, r, y, value, magnitude, dtype, layout, words):
    """Up to three pointwise operations behind a result; returns what it is and how wrong it may be."""
    g = lab.graph
    slack = magnitude
    for _ in range(int(r.integers(0, 4))):
        kind = ("bias", "scale", "add", "activation")[int(r.integers(0, 4))]
        words.append(kind)
        if kind == "activation":
            name = ("relu", "tanh", "sigmoid", "gelu", "swish", "elu")[int(r.integers(0, 6))]
            words[-1] = name
            y, value = getattr(g, name)(input=y), ACTIVATIONS[name](value)
            slack = slack * 1.2 + 8 * U * (1 + abs(value).max())
            continue
        shape = list(value.shape)
        if kind != "add":
            shape = [1] * len(shape)
            axis = 1 if len(shape) > 3 or len(shape) == 4 else len(shape) - 1
            shape[axis] = value.shape[axis]
        t, tv = lab.input(shape, dtype, layout if kind == "add" else "row")
        if kind == "scale":
            y, value = g.mul(a=y, b=t), value * tv
        else:
            y, value = g.add(a=y, b=t), value + tv
        slack += 2 * U * (1 + abs(value).max())
    return y, value, slack


def build(seed: int):
    r = np.random.default_rng(seed)
    dtype = TYPES[int(r.integers(0, 3))]
    lab = Lab(seed + 7, io=dtype)
    kind = ("fprop", "dgrad", "wgrad", "matmul", "matmul", "pointwise")[int(r.integers(0, 6))]
    words = [kind, dtype.name]
    layout = ("row", "nhwc")[int(r.integers(0, 2))]
    if kind == "matmul":
        batch = [int(v) for v in r.integers(1, 4, int(r.integers(1, 3)))]
        m, n, k = (int(v) for v in r.integers(1, 40, 3))
        la, lb = (("row", "column")[int(v)] for v in r.integers(0, 2, 2))
        shared = bool(r.integers(0, 3) == 0)
        a, av = lab.input([*batch, m, k], dtype, la)
        b, bv = lab.input([*([1] * len(batch) if shared else batch), k, n], dtype, lb)
        words += [f"{batch} {m}x{n}x{k} {la} {lb}{' one b' if shared else ''}"]
        y, value, magnitude = lab.graph.matmul(A=a, B=b), av @ bv, (k + 2) * U * (abs(av) @ abs(bv)).max()
        out_layout = "row"
    elif kind == "pointwise":
        shape = [int(v) for v in r.integers(1, 9, int(r.integers(3, 6)))]
        x, value = lab.input(shape, dtype, layout)
        words += [str(shape), layout]
        y, magnitude, out_layout = lab.graph.abs(input=x), 0.0, layout
        value = abs(value)
    else:
        spatial = int(r.integers(2, 4))
        groups = (1, 1, 2, 3)[int(r.integers(0, 4))]
        n, c, o = int(r.integers(1, 4)), groups * int(r.integers(1, 6)), groups * int(r.integers(1, 6))
        w = [int(v) for v in r.integers(1, 4, spatial)]
        stride, dilation = [int(v) for v in r.integers(1, 3, spatial)], [int(v) for v in r.integers(1, 3, spatial)]
        pad = [int(v) for v in r.integers(0, 3, spatial)]
        image = [max(int(v), (w[i] - 1) * dilation[i] + 1) for i, v in enumerate(r.integers(3, 9, spatial))]
        xs, ws = [n, c, *image], [o, c // groups, *w]
        ys = list(convolve(np.zeros(xs), np.zeros(ws), stride, pad, dilation).shape)
        words += [f"{xs} * {ws} stride {stride} pad {pad} dilation {dilation} {layout}"]
        options = {"padding": pad, "stride": stride, "dilation": dilation}
        out_layout = layout
        if kind == "fprop":
            (x, xv), (f, fv) = lab.input(xs, dtype, layout), lab.input(ws, dtype, layout)
            y, value = lab.graph.conv_fprop(image=x, weight=f, **options), convolve(xv, fv, stride, pad, dilation)
            magnitude = (math.prod(ws[1:]) + 2) * U * convolve(abs(xv), abs(fv), stride, pad, dilation).max()
        elif kind == "dgrad":
            (dy, dyv), (f, fv) = lab.input(ys, dtype, layout), lab.input(ws, dtype, layout)
            y = lab.graph.conv_dgrad(loss=dy, filter=f, **options)
            y.set_dim(xs)
            value = convolve_dgrad(dyv, fv, xs, stride, pad, dilation)
            magnitude = (math.prod(ws) // ws[1] + 2) * U * convolve_dgrad(abs(dyv), abs(fv), xs, stride, pad, dilation).max()
        else:
            (x, xv), (dy, dyv) = lab.input(xs, dtype, layout), lab.input(ys, dtype, layout)
            y = lab.graph.conv_wgrad(image=x, loss=dy, **options)
            y.set_dim(ws)
            value = convolve_wgrad(xv, dyv, ws, stride, pad, dilation)
            magnitude = (math.prod(ys) // ys[1] + 2) * U * convolve_wgrad(abs(xv), abs(dyv), ws, stride, pad, dilation).max()
    y, value, slack = epilogue(lab, r, y, value, magnitude, dtype, out_layout, words)
    lab.output(y, value, dtype, out_layout, bound=slack)
    return lab, " ".join(words)
