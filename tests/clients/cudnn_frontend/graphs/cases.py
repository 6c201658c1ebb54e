"""Graphs for every pattern that the samples and tests of cudnn-frontend use, each with its reference in float64.
A case is a function of a Lab; `cases()` gives all of them with their names."""
import itertools
import math

import cudnn
import numpy as np

from lab import EPS, T, quantize

erf = np.vectorize(math.erf)
U = 2.0**-24  # one rounding of f32 arithmetic
_CASES: list = []


def cases():
    return list(_CASES)


def case(name: str, **options):
    """Registers fn(lab). Options go to Lab; `dynamic=True` beside the static graph makes a second, dynamic one."""
    dynamic = options.pop("dynamic", False)

    def add(fn):
        _CASES.append((name, fn, options))
        if dynamic:
            _CASES.append((name + " dynamic", fn, options | {"dynamic": True}))
        return fn

    return add


# ---- references ----

def sum_bound(x, y, n):
    """Error of a sum of n products in f32, magnitudes x and y given as arrays of absolute sums."""
    return (n + 2) * U * x * y


def convolve(x, w, stride, pad, dilation, pad_after=None):
    """Cross-correlation of [N, C, spatial...] with [K, C/groups, spatial...]."""
    spatial = x.ndim - 2
    pad_after = pad_after or pad
    groups = x.shape[1] // w.shape[1]
    x = np.pad(x, [(0, 0), (0, 0), *zip(pad, pad_after)])
    out = [(x.shape[i + 2] - (w.shape[i + 2] - 1) * dilation[i] - 1) // stride[i] + 1 for i in range(spatial)]
    y = np.zeros([x.shape[0], w.shape[0], *out])
    per = w.shape[0] // groups
    for taps in itertools.product(*[range(d) for d in w.shape[2:]]):
        window = tuple(slice(t * dilation[i], t * dilation[i] + stride[i] * (out[i] - 1) + 1, stride[i]) for i, t in enumerate(taps))
        for g in range(groups):
            part = x[(slice(None), slice(g * w.shape[1], (g + 1) * w.shape[1]), *window)]
            y[:, g * per:(g + 1) * per] += np.einsum("nc...,kc->nk...", part, w[(slice(g * per, (g + 1) * per), slice(None), *taps)])
    return y


def convolve_dgrad(dy, w, x_shape, stride, pad, dilation):
    spatial = dy.ndim - 2
    groups = x_shape[1] // w.shape[1]
    per = w.shape[0] // groups
    dx = np.zeros([*x_shape[:2], *[s + 2 * p for s, p in zip(x_shape[2:], pad)]])
    for taps in itertools.product(*[range(d) for d in w.shape[2:]]):
        window = tuple(slice(t * dilation[i], t * dilation[i] + stride[i] * (dy.shape[i + 2] - 1) + 1, stride[i]) for i, t in enumerate(taps))
        for g in range(groups):
            dx[(slice(None), slice(g * w.shape[1], (g + 1) * w.shape[1]), *window)] += np.einsum(
                "nk...,kc->nc...", dy[:, g * per:(g + 1) * per], w[(slice(g * per, (g + 1) * per), slice(None), *taps)])
    return dx[(slice(None), slice(None), *[slice(p, p + s) for p, s in zip(pad, x_shape[2:])])]


def convolve_wgrad(x, dy, w_shape, stride, pad, dilation):
    spatial = dy.ndim - 2
    groups = x.shape[1] // w_shape[1]
    per = w_shape[0] // groups
    x = np.pad(x, [(0, 0), (0, 0), *[(p, p) for p in pad]])
    dw = np.zeros(w_shape)
    axes = "xyz"[:spatial]
    for taps in itertools.product(*[range(d) for d in w_shape[2:]]):
        window = tuple(slice(t * dilation[i], t * dilation[i] + stride[i] * (dy.shape[i + 2] - 1) + 1, stride[i]) for i, t in enumerate(taps))
        for g in range(groups):
            part = x[(slice(None), slice(g * w_shape[1], (g + 1) * w_shape[1]), *window)]
            dw[(slice(g * per, (g + 1) * per), slice(None), *taps)] = np.einsum(f"nk{axes},nc{axes}->kc", dy[:, g * per:(g + 1) * per], part)
    return dw


def gelu(x):
    return 0.5 * x * (1 + erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


ACTIVATIONS = {"relu": lambda x: np.maximum(x, 0), "gelu": gelu, "gelu_approx_tanh": gelu_tanh, "sigmoid": sigmoid, "tanh": np.tanh,
               "swish": lambda x: x * sigmoid(x), "elu": lambda x: np.where(x > 0, x, np.expm1(x)),
               "softplus": lambda x: np.log1p(np.exp(x))}

# ---- convolution ----

CONV_SHAPES = [  # x, w, stride, pad, dilation
    ([2, 4, 6, 7], [3, 4, 3, 3], [1, 1], [1, 1], [1, 1]),
    ([1, 6, 9, 8], [4, 6, 3, 2], [2, 1], [0, 1], [1, 2]),
    ([2, 8, 5, 5], [8, 8, 1, 1], [1, 1], [0, 0], [1, 1]),
    ([2, 6, 5, 6], [4, 3, 3, 3], [1, 2], [1, 1], [1, 1]),   # two groups
    ([1, 4, 5, 5], [4, 1, 3, 3], [1, 1], [1, 1], [1, 1]),   # depthwise
    ([1, 3, 4, 5, 4], [4, 3, 2, 3, 1], [1, 2, 1], [1, 1, 0], [1, 1, 1]),
]


def _conv_cases():
    for dtype, layout, (xs, ws, stride, pad, dilation) in itertools.product((T.FLOAT, T.HALF, T.BFLOAT16), ("row", "nhwc"), CONV_SHAPES):
        title = f"{dtype.name} {layout} {'x'.join(map(str, xs))} * {'x'.join(map(str, ws))}"

        @case(f"fprop {title}", io=dtype, dynamic=(dtype == T.HALF and layout == "nhwc"))
        def _(lab, xs=xs, ws=ws, stride=stride, pad=pad, dilation=dilation, dtype=dtype, layout=layout):
            x, xv = lab.input(xs, dtype, layout)
            w, wv = lab.input(ws, dtype, layout)
            y = lab.graph.conv_fprop(image=x, weight=w, padding=pad, stride=stride, dilation=dilation)
            n = math.prod(ws[1:])
            lab.output(y, convolve(xv, wv, stride, pad, dilation), dtype, layout,
                       bound=sum_bound(1, 1, n) * convolve(abs(xv), abs(wv), stride, pad, dilation).max())

        @case(f"dgrad {title}", io=dtype)
        def _(lab, xs=xs, ws=ws, stride=stride, pad=pad, dilation=dilation, dtype=dtype, layout=layout):
            ys = convolve(np.zeros(xs), np.zeros(ws), stride, pad, dilation).shape
            dy, dyv = lab.input(ys, dtype, layout)
            w, wv = lab.input(ws, dtype, layout)
            dx = lab.graph.conv_dgrad(loss=dy, filter=w, padding=pad, stride=stride, dilation=dilation)
            expected = convolve_dgrad(dyv, wv, xs, stride, pad, dilation)
            magnitude = convolve_dgrad(abs(dyv), abs(wv), xs, stride, pad, dilation).max()
            lab.output(dx, expected, dtype, layout, bound=sum_bound(1, magnitude, math.prod(ws) // ws[1]))

        @case(f"wgrad {title}", io=dtype)
        def _(lab, xs=xs, ws=ws, stride=stride, pad=pad, dilation=dilation, dtype=dtype, layout=layout):
            ys = convolve(np.zeros(xs), np.zeros(ws), stride, pad, dilation).shape
            x, xv = lab.input(xs, dtype, layout)
            dy, dyv = lab.input(ys, dtype, layout)
            dw = lab.graph.conv_wgrad(image=x, loss=dy, padding=pad, stride=stride, dilation=dilation)
            expected = convolve_wgrad(xv, dyv, ws, stride, pad, dilation)
            magnitude = convolve_wgrad(abs(xv), abs(dyv), ws, stride, pad, dilation).max()
            lab.output(dw, expected, dtype, layout, bound=sum_bound(1, magnitude, math.prod(ys) // ys[1]))

    for dtype, layout, act in itertools.product((T.FLOAT, T.HALF), ("row", "nhwc"), ACTIVATIONS):

        @case(f"conv scale bias {act} {dtype.name} {layout}", io=dtype, dynamic=(act == "relu" and dtype == T.HALF))
        def _(lab, act=act, dtype=dtype, layout=layout):
            g = lab.graph
            x, xv = lab.input([2, 4, 6, 5], dtype, layout)
            w, wv = lab.input([6, 4, 3, 3], dtype, layout)
            s, sv = lab.input([1, 6, 1, 1], dtype, layout)
            b, bv = lab.input([1, 6, 1, 1], dtype, layout)
            y = g.conv_fprop(image=x, weight=w, padding=[1, 1], stride=[1, 1], dilation=[1, 1])
            y = getattr(g, act)(input=g.bias(input=g.scale(input=y, scale=s), bias=b))
            conv = convolve(xv, wv, [1, 1], [1, 1], [1, 1])
            lab.output(y, ACTIVATIONS[act](conv * sv + bv), dtype, layout, bound=40 * 8 * U)

        @case(f"conv bias add {act} {dtype.name} {layout}", io=dtype)
        def _(lab, act=act, dtype=dtype, layout=layout):
            g = lab.graph
            x, xv = lab.input([1, 8, 5, 5], dtype, layout)
            w, wv = lab.input([4, 8, 1, 1], dtype, layout)
            b, bv = lab.input([1, 4, 1, 1], dtype, layout)
            z, zv = lab.input([1, 4, 5, 5], dtype, layout)
            y = g.bias(input=g.conv_fprop(image=x, weight=w, padding=[0, 0], stride=[1, 1], dilation=[1, 1]), bias=b)
            y = getattr(g, act)(input=g.add(a=y, b=z))
            lab.output(y, ACTIVATIONS[act](convolve(xv, wv, [1, 1], [0, 0], [1, 1]) + bv + zv), dtype, layout, bound=20 * 6 * U)

    for layout in ("row", "nhwc"):

        @case(f"scale bias relu conv genstats {layout}", io=T.HALF)
        def _(lab, layout=layout):
            g = lab.graph
            x, xv = lab.input([2, 4, 5, 5], T.HALF, layout)
            s, sv = lab.input([1, 4, 1, 1], T.HALF, layout)
            b, bv = lab.input([1, 4, 1, 1], T.HALF, layout)
            w, wv = lab.input([8, 4, 3, 3], T.HALF, layout)
            y = g.relu(input=g.bias(input=g.scale(input=x, scale=s), bias=b))
            y = g.conv_fprop(image=y, weight=w, padding=[1, 1], stride=[1, 1], dilation=[1, 1])
            total, squares = g.genstats(input=y)
            conv = convolve(np.maximum(xv * sv + bv, 0), wv, [1, 1], [1, 1], [1, 1])
            lab.output(y, conv, T.HALF, layout, bound=40 * 8 * U, name="y")
            # The statistics are those of y before or after its rounding to f16.
            slack = 50 * EPS[T.HALF] * abs(conv).max() * 2
            lab.output(total, conv.sum(axis=(0, 2, 3), keepdims=True), T.FLOAT, layout, bound=slack, name="sum")
            lab.output(squares, (conv**2).sum(axis=(0, 2, 3), keepdims=True), T.FLOAT, layout, bound=slack * 2 * abs(conv).max(), name="square sum")

        @case(f"dgrad drelu {layout}", io=T.HALF)
        def _(lab, layout=layout):
            g = lab.graph
            dy, dyv = lab.input([2, 6, 5, 5], T.HALF, layout)
            w, wv = lab.input([6, 4, 3, 3], T.HALF, layout)
            x, xv = lab.input([2, 4, 5, 5], T.HALF, layout)
            dx = g.conv_dgrad(loss=dy, filter=w, padding=[1, 1], stride=[1, 1], dilation=[1, 1])
            dx.set_dim([2, 4, 5, 5])
            out = g.relu_backward(loss=dx, input=x)
            lab.output(out, convolve_dgrad(dyv, wv, [2, 4, 5, 5], [1, 1], [1, 1], [1, 1]) * (xv > 0), T.HALF, layout, bound=60 * 8 * U)

    for dtype in (T.INT8,):

        @case("int8 conv to int32", io=dtype, compute=T.INT32, intermediate=T.INT32)
        def _(lab):
            x, xv = lab.input([2, 16, 6, 6], T.INT8, "nhwc")
            w, wv = lab.input([8, 16, 3, 3], T.INT8, "nhwc")
            y = lab.graph.conv_fprop(image=x, weight=w, padding=[1, 1], stride=[1, 1], dilation=[1, 1])
            lab.output(y, convolve(xv, wv, [1, 1], [1, 1], [1, 1]), T.INT32, "nhwc")

        @case("int8 conv scale bias relu to int8", io=dtype, compute=T.FLOAT, intermediate=T.FLOAT)
        def _(lab):
            g = lab.graph
            x, xv = lab.input([2, 16, 6, 6], T.INT8, "nhwc")
            w, wv = lab.input([8, 16, 3, 3], T.INT8, "nhwc")
            s, sv = lab.input([1, 1, 1, 1], T.FLOAT, values=0.5)
            y = g.conv_fprop(image=x, weight=w, padding=[1, 1], stride=[1, 1], dilation=[1, 1], compute_data_type=T.INT32)
            y.set_data_type(T.INT32)
            y = g.relu(input=g.scale(input=y, scale=s))
            lab.output(y, np.maximum(convolve(xv, wv, [1, 1], [1, 1], [1, 1]) * 0.5, 0), T.INT8, "nhwc")

    for kind in (T.FP8_E4M3, T.FP8_E5M2):

        @case(f"fp8 conv with scales and amax {kind.name}", io=kind)
        def _(lab, kind=kind):
            g = lab.graph
            x, xv = lab.input([1, 16, 5, 5], kind, "nhwc")
            w, wv = lab.input([16, 16, 3, 3], kind, "nhwc")
            dx, dxv = lab.input([1, 1, 1, 1], T.FLOAT, values=0.75)
            dw, dwv = lab.input([1, 1, 1, 1], T.FLOAT, values=1.5)
            sy, syv = lab.input([1, 1, 1, 1], T.FLOAT, values=2.0)
            y = g.conv_fprop(image=x, weight=w, padding=[1, 1], stride=[1, 1], dilation=[1, 1])
            y = g.mul(a=g.mul(a=y, b=dx), b=dw)
            amax = g.reduction(input=y, mode=cudnn.reduction_mode.AMAX)
            out = g.mul(a=y, b=sy)
            conv = convolve(xv, wv, [1, 1], [1, 1], [1, 1]) * 0.75 * 1.5
            lab.output(out, conv * 2, kind, "nhwc", bound=150 * 20 * U + abs(conv * 2).max() * EPS[kind] * 0.01, name="y")
            lab.output(amax, abs(conv).max().reshape(1, 1, 1, 1), T.FLOAT, bound=150 * 20 * U, name="amax")


_conv_cases()

# ---- matmul ----


def _matmul_cases():
    shapes = [([2, 5, 7], [2, 7, 3]), ([1, 16, 16], [1, 16, 16]), ([3, 1, 9], [3, 9, 4]), ([2, 3, 4, 6], [2, 3, 6, 5]), ([4, 33, 17], [4, 17, 65])]
    for dtype, (sa, sb), (la, lb) in itertools.product((T.FLOAT, T.HALF, T.BFLOAT16), shapes, (("row", "row"), ("column", "row"), ("row", "column"))):

        @case(f"matmul {dtype.name} {'x'.join(map(str, sa))} {la} * {'x'.join(map(str, sb))} {lb}", io=dtype,
              dynamic=(dtype == T.HALF and la == "row" == lb))
        def _(lab, dtype=dtype, sa=sa, sb=sb, la=la, lb=lb):
            a, av = lab.input(sa, dtype, la)
            b, bv = lab.input(sb, dtype, lb)
            lab.output(lab.graph.matmul(A=a, B=b), av @ bv, dtype, bound=sum_bound(1, (abs(av) @ abs(bv)).max(), sa[-1]))

    for dtype, act in itertools.product((T.FLOAT, T.HALF, T.BFLOAT16), ACTIVATIONS):

        @case(f"matmul bias {act} {dtype.name}", io=dtype)
        def _(lab, dtype=dtype, act=act):
            g = lab.graph
            a, av = lab.input([2, 9, 24], dtype)
            b, bv = lab.input([2, 24, 20], dtype)
            c, cv = lab.input([1, 1, 20], dtype)
            y = getattr(g, act)(input=g.bias(input=g.matmul(A=a, B=b), bias=c))
            lab.output(y, ACTIVATIONS[act](av @ bv + cv), dtype, bound=26 * 24 * U)

    for prologue in ("abs", "bias", "relu"):

        @case(f"{prologue}(A) * B", io=T.BFLOAT16, dynamic=True)
        def _(lab, prologue=prologue):
            g = lab.graph
            a, av = lab.input([2, 8, 16], T.BFLOAT16)
            b, bv = lab.input([2, 16, 12], T.BFLOAT16)
            if prologue == "bias":
                k, kv = lab.input([2, 8, 1], T.BFLOAT16)
                a2, a2v = g.add(a=a, b=k), av + kv
            else:
                a2, a2v = getattr(g, prologue)(input=a), abs(av) if prologue == "abs" else np.maximum(av, 0)
            a2.set_data_type(T.BFLOAT16)
            a2v = quantize(a2v, T.BFLOAT16)
            lab.output(g.matmul(A=a2, B=b), a2v @ bv, T.BFLOAT16, bound=20 * 16 * U)

    @case("two products one after the other", io=T.HALF)
    def _(lab):
        g = lab.graph
        a, av = lab.input([2, 6, 8], T.HALF)
        b, bv = lab.input([2, 8, 10], T.HALF)
        c, cv = lab.input([2, 10, 4], T.HALF)
        inner = g.matmul(A=a, B=b)
        inner.set_data_type(T.HALF)
        iv = quantize(av @ bv, T.HALF)
        lab.output(g.matmul(A=inner, B=c), iv @ cv, T.HALF, bound=12 * 20 * U + 10 * EPS[T.HALF] * abs(iv).max() * 0.01)

    @case("int8 matmul add to f32", io=T.INT8, compute=T.INT32, intermediate=T.INT32)
    def _(lab):
        g = lab.graph
        a, av = lab.input([2, 8, 16], T.INT8)
        b, bv = lab.input([2, 16, 12], T.INT8, "column")
        c, cv = lab.input([2, 8, 12], T.FLOAT)
        y = g.matmul(A=a, B=b, compute_data_type=T.INT32)
        y.set_data_type(T.INT32)
        lab.output(g.add(a=y, b=c, compute_data_type=T.FLOAT), av @ bv + cv, T.FLOAT, bound=100 * U)

    @case("int8 by bf16 matmul", io=T.BFLOAT16)
    def _(lab):
        g = lab.graph
        a, av = lab.input([2, 8, 16], T.INT8)
        b, bv = lab.input([2, 16, 12], T.BFLOAT16)
        a2 = g.identity(input=a)
        a2.set_data_type(T.BFLOAT16)
        lab.output(g.matmul(A=a2, B=b), av @ bv, T.BFLOAT16, bound=20 * 32 * U)

    for kind in (T.FP8_E4M3, T.FP8_E5M2):

        @case(f"fp8 matmul with scales {kind.name}", io=kind)
        def _(lab, kind=kind):
            g = lab.graph
            a, av = lab.input([2, 16, 32], kind)
            b, bv = lab.input([2, 32, 16], kind, "column")
            s, _ = lab.input([1, 1, 1], T.FLOAT, values=0.5)
            t, _ = lab.input([1, 1, 1], T.FLOAT, values=0.25)
            y = g.mul(a=g.mul(a=g.matmul(A=a, B=b), b=s), b=t)
            lab.output(y, av @ bv * 0.125, T.BFLOAT16, bound=40 * 32 * U)

    @case("dgelu with the gradient of the bias", io=T.HALF)
    def _(lab):
        g = lab.graph
        dy, dyv = lab.input([1, 12, 16], T.HALF)
        w, wv = lab.input([1, 16, 8], T.HALF)
        x, xv = lab.input([1, 12, 8], T.HALF)
        d = g.gelu_backward(loss=g.matmul(A=dy, B=w), input=x)
        bias = g.reduction(input=d, mode=cudnn.reduction_mode.ADD)
        cdf = 0.5 * (1 + erf(xv / math.sqrt(2)))
        pdf = np.exp(-xv**2 / 2) / math.sqrt(2 * math.pi)
        expected = (dyv @ wv) * (cdf + xv * pdf)
        lab.output(d, expected, T.HALF, bound=20 * 40 * U, name="dx")
        lab.output(bias, expected.sum(axis=1, keepdims=True), T.FLOAT, bound=12 * (20 * 40 * U + EPS[T.HALF] * abs(expected).max()), name="dbias")

    @case("slice relu matmul", io=T.HALF)
    def _(lab):
        g = lab.graph
        a, av = lab.input([2, 10, 16], T.HALF)
        b, bv = lab.input([2, 16, 8], T.HALF)
        part = g.slice(input=a, slices=[slice(0, 2), slice(2, 8), slice(0, 16)])
        part.set_data_type(T.HALF)
        lab.output(g.relu(input=g.matmul(A=part, B=b)), np.maximum(av[:, 2:8] @ bv, 0), T.HALF, bound=20 * 16 * U)


_matmul_cases()

# ---- pointwise and reduction ----

UNARY = {"abs": (np.abs, 0), "ceil": (np.ceil, 0), "floor": (np.floor, 0), "cos": (np.cos, 4), "sin": (np.sin, 4), "tan": (np.tan, 8),
         "exp": (np.exp, 4), "log": (np.log, 4), "neg": (np.negative, 0), "sqrt": (np.sqrt, 2), "rsqrt": (lambda x: x**-0.5, 4),
         "erf": (erf, 8), "identity": (lambda x: x, 0), "reciprocal": (lambda x: 1 / x, 2)}
BINARY = {"add": (np.add, 2), "sub": (np.subtract, 2), "mul": (np.multiply, 2), "div": (np.divide, 4), "min": (np.minimum, 0),
          "max": (np.maximum, 0), "mod": (np.fmod, 4), "pow": (np.power, 16), "add_square": (lambda a, b: a + b * b, 4)}
COMPARE = {"cmp_eq": np.equal, "cmp_neq": np.not_equal, "cmp_gt": np.greater, "cmp_ge": np.greater_equal, "cmp_lt": np.less, "cmp_le": np.less_equal}


def _pointwise_cases():
    for dtype, (mode, (f, ulps)) in itertools.product((T.FLOAT, T.HALF, T.BFLOAT16), UNARY.items()):

        @case(f"{mode} {dtype.name}", io=dtype, dynamic=(mode == "exp"))
        def _(lab, dtype=dtype, mode=mode, f=f, ulps=ulps):
            x, xv = lab.input([2, 3, 4, 5], dtype, "nhwc", mode="positive" if mode in ("log", "sqrt", "rsqrt", "reciprocal") else "random")
            lab.output(getattr(lab.graph, mode)(input=x), f(xv), dtype, "nhwc", bound=ulps * U * np.maximum(1, abs(f(xv))))

    for dtype, (mode, (f, ulps)) in itertools.product((T.FLOAT, T.HALF), BINARY.items()):
        for shape in ([2, 3, 4, 5], [1, 3, 1, 1]):

            @case(f"{mode} {dtype.name} with {'x'.join(map(str, shape))}", io=dtype)
            def _(lab, dtype=dtype, mode=mode, f=f, ulps=ulps, shape=shape):
                a, av = lab.input([2, 3, 4, 5], dtype, mode="positive")
                b, bv = lab.input(shape, dtype, mode="positive")
                fn = getattr(lab.graph, mode)
                try:
                    y = fn(a=a, b=b)
                except TypeError:
                    y = fn(input0=a, input1=b)
                expected = f(av, np.broadcast_to(bv, av.shape))
                lab.output(y, expected, dtype, bound=ulps * U * np.maximum(1, abs(expected)))

    for mode, f in COMPARE.items():

        @case(f"{mode} and selection")
        def _(lab, mode=mode, f=f):
            g = lab.graph
            a, av = lab.input([2, 3, 8], mode="integers")
            b, bv = lab.input([2, 3, 8], mode="integers")
            m = getattr(g, mode)(input=a, comparison=b)
            m.set_data_type(T.BOOLEAN)
            lab.output(g.binary_select(input0=a, input1=b, mask=m), np.where(f(av, bv), av, bv))

    @case("index along each axis")
    def _(lab):
        g = lab.graph
        a, av = lab.input([2, 3, 4])
        y = g.add(a=g.add(a=g.gen_index(input=a, axis=1), b=g.gen_index(input=a, axis=2)), b=a)
        grid = np.indices([2, 3, 4])
        lab.output(y, grid[1] + grid[2] + av, bound=10 * U)

    for mode in ("ADD", "MAX", "MIN", "AMAX", "MUL", "AVG", "NORM1", "NORM2"):
        for shape, keep in (([4, 6, 5, 3], (1,)), ([4, 6, 5, 3], ()), ([2, 7, 33], (0, 1)), ([2, 7, 33], (0, 2))):

            @case(f"reduction {mode} {'x'.join(map(str, shape))} keeps {keep}")
            def _(lab, mode=mode, shape=shape, keep=keep):
                x, xv = lab.input(shape, mode="positive" if mode == "MUL" else "random")
                axes = tuple(i for i in range(len(shape)) if i not in keep)
                f = {"ADD": np.sum, "MAX": np.max, "MIN": np.min, "AMAX": lambda v, **k: np.max(abs(v), **k), "MUL": np.prod,
                     "AVG": np.mean, "NORM1": lambda v, **k: np.sum(abs(v), **k), "NORM2": lambda v, **k: np.sqrt(np.sum(v * v, **k))}[mode]
                expected = f(xv, axis=axes, keepdims=True)
                n = xv.size // expected.size
                y = lab.graph.reduction(input=x, mode=getattr(cudnn.reduction_mode, mode))
                lab.output(y, expected, bound=n * U * (np.maximum(1, abs(expected)) if mode == "MUL" else abs(xv).sum(axis=axes, keepdims=True)))

    for dtype in (T.HALF, T.BFLOAT16, T.FP8_E4M3, T.FP8_E5M2, T.INT8, T.INT32):

        @case(f"conversion to {dtype.name}")
        def _(lab, dtype=dtype):
            x, xv = lab.input([3, 4, 8], values=np.random.default_rng(5).uniform(-100, 100, [3, 4, 8]))
            lab.output(lab.graph.identity(input=x), xv, dtype)

    for act in ("relu", "gelu", "gelu_approx_tanh", "sigmoid", "tanh", "swish", "elu", "softplus"):
        for dtype in (T.FLOAT, T.HALF):

            @case(f"{act} backward {dtype.name}", io=dtype)
            def _(lab, act=act, dtype=dtype):
                x, xv = lab.input([2, 5, 8], dtype)
                dy, dyv = lab.input([2, 5, 8], dtype)
                h = 1e-5
                slope = (xv > 0).astype(float) if act == "relu" else (ACTIVATIONS[act](xv + h) - ACTIVATIONS[act](xv - h)) / (2 * h)
                y = getattr(lab.graph, act + "_backward")(loss=dy, input=x)
                lab.output(y, dyv * slope, dtype, bound=1e-6)


_pointwise_cases()

# ---- norms ----


def _norm_cases():
    P = cudnn.norm_forward_phase
    for dtype, training, shape in itertools.product((T.FLOAT, T.HALF, T.BFLOAT16), (True, False), ([4, 32, 1, 1], [3, 16, 2, 2])):

        @case(f"layer norm {dtype.name} {'training' if training else 'inference'} {'x'.join(map(str, shape))}", io=dtype, dynamic=(dtype == T.BFLOAT16))
        def _(lab, dtype=dtype, training=training, shape=shape):
            x, xv = lab.input(shape, dtype, "nhwc")
            s, sv = lab.input([1, *shape[1:]], dtype, "nhwc")
            b, bv = lab.input([1, *shape[1:]], dtype, "nhwc")
            e, ev = lab.scalar(1e-3, 4)
            y, mean, inv = lab.graph.layernorm(norm_forward_phase=P.TRAINING if training else P.INFERENCE, input=x, scale=s, bias=b, epsilon=e)
            m = xv.mean(axis=(1, 2, 3), keepdims=True)
            i = 1 / np.sqrt(xv.var(axis=(1, 2, 3), keepdims=True) + ev)
            lab.output(y, (xv - m) * i * sv + bv, dtype, "nhwc", bound=1e-5)
            if training:
                lab.output(mean, m, bound=1e-6, name="mean")
                lab.output(inv, i, bound=1e-5, name="inverse deviation")

    for dtype, training, biased in itertools.product((T.FLOAT, T.HALF, T.BFLOAT16), (True, False), (True, False)):

        @case(f"rms norm {dtype.name} {'training' if training else 'inference'}{' bias' if biased else ''}", io=dtype)
        def _(lab, dtype=dtype, training=training, biased=biased):
            x, xv = lab.input([6, 24, 1, 1], dtype)
            s, sv = lab.input([1, 24, 1, 1], dtype)
            e, ev = lab.scalar(1e-3, 4)
            options, bv = {}, 0
            if biased:
                options["bias"], bv = lab.input([1, 24, 1, 1], dtype)
            y, inv = lab.graph.rmsnorm(norm_forward_phase=P.TRAINING if training else P.INFERENCE, input=x, scale=s, epsilon=e, **options)
            i = 1 / np.sqrt((xv * xv).mean(axis=1, keepdims=True) + ev)
            lab.output(y, xv * i * sv + bv, dtype, bound=1e-5)
            if training:
                lab.output(inv, i, bound=1e-5, name="inverse rms")

    for dtype in (T.FLOAT, T.HALF, T.BFLOAT16):

        @case(f"layer norm backward {dtype.name}", io=dtype)
        def _(lab, dtype=dtype):
            x, xv = lab.input([5, 16, 1, 1], dtype)
            dy, dyv = lab.input([5, 16, 1, 1], dtype)
            s, sv = lab.input([1, 16, 1, 1], dtype)
            m = xv.mean(axis=1, keepdims=True)
            i = 1 / np.sqrt(xv.var(axis=1, keepdims=True) + 1e-3)
            mean, mv = lab.input([5, 1, 1, 1], T.FLOAT, values=m)
            inv, iv = lab.input([5, 1, 1, 1], T.FLOAT, values=i)
            dx, ds, db = lab.graph.layernorm_backward(grad=dy, input=x, scale=s, mean=mean, inv_variance=inv)
            n = (xv - mv) * iv
            gy = dyv * sv
            lab.output(dx, iv * (gy - gy.mean(axis=1, keepdims=True) - n * (gy * n).mean(axis=1, keepdims=True)), dtype, bound=1e-5, name="dx")
            lab.output(ds, (dyv * n).sum(axis=0, keepdims=True), T.FLOAT, bound=1e-5, name="dscale")
            lab.output(db, dyv.sum(axis=0, keepdims=True), T.FLOAT, bound=1e-5, name="dbias")

        @case(f"rms norm backward {dtype.name}", io=dtype)
        def _(lab, dtype=dtype):
            x, xv = lab.input([5, 16, 1, 1], dtype)
            dy, dyv = lab.input([5, 16, 1, 1], dtype)
            s, sv = lab.input([1, 16, 1, 1], dtype)
            inv, iv = lab.input([5, 1, 1, 1], T.FLOAT, values=1 / np.sqrt((xv * xv).mean(axis=1, keepdims=True) + 1e-3))
            dx, ds, db = lab.graph.rmsnorm_backward(grad=dy, input=x, scale=s, inv_variance=inv, has_dbias=True)
            n, gy = xv * iv, dyv * sv
            lab.output(dx, iv * (gy - n * (gy * n).mean(axis=1, keepdims=True)), dtype, bound=1e-5, name="dx")
            lab.output(ds, (dyv * n).sum(axis=0, keepdims=True), T.FLOAT, bound=1e-5, name="dscale")
            lab.output(db, dyv.sum(axis=0, keepdims=True), T.FLOAT, bound=1e-5, name="dbias")

        @case(f"instance norm {dtype.name}", io=dtype)
        def _(lab, dtype=dtype):
            x, xv = lab.input([3, 8, 4, 5], dtype, "nhwc")
            s, sv = lab.input([1, 8, 1, 1], dtype, "nhwc")
            b, bv = lab.input([1, 8, 1, 1], dtype, "nhwc")
            e, ev = lab.scalar(1e-3, 4)
            y, mean, inv = lab.graph.instancenorm(norm_forward_phase=P.TRAINING, input=x, scale=s, bias=b, epsilon=e)
            m = xv.mean(axis=(2, 3), keepdims=True)
            i = 1 / np.sqrt(xv.var(axis=(2, 3), keepdims=True) + ev)
            lab.output(y, (xv - m) * i * sv + bv, dtype, "nhwc", bound=1e-5)
            lab.output(mean, m, bound=1e-6, name="mean")
            lab.output(inv, i, bound=1e-5, name="inverse deviation")

    for dtype, act in itertools.product((T.FLOAT, T.HALF), (False, True)):

        @case(f"batch norm {dtype.name}{' add relu' if act else ''}", io=dtype)
        def _(lab, dtype=dtype, act=act):
            g = lab.graph
            x, xv = lab.input([4, 8, 3, 3], dtype, "nhwc")
            parameter = {}
            for name in ("scale", "bias", "in_running_mean", "in_running_var"):
                parameter[name] = lab.input([1, 8, 1, 1], T.FLOAT, "nhwc", mode="positive")
            e, ev = lab.scalar(1e-3, 4)
            f, fv = lab.scalar(0.25, 4)
            y, mean, inv, new_mean, new_var = g.batchnorm(input=x, epsilon=e, momentum=f, **{k: v[0] for k, v in parameter.items()})
            m = xv.mean(axis=(0, 2, 3), keepdims=True)
            var = xv.var(axis=(0, 2, 3), keepdims=True)
            i = 1 / np.sqrt(var + ev)
            expected = (xv - m) * i * parameter["scale"][1] + parameter["bias"][1]
            if act:
                z, zv = lab.input([4, 8, 3, 3], dtype, "nhwc")
                y = g.relu(input=g.add(a=y, b=z))
                expected = np.maximum(expected + zv, 0)
            n = 36
            lab.output(y, expected, dtype, "nhwc", bound=2e-5)
            lab.output(mean, m, T.FLOAT, "nhwc", bound=1e-6, name="mean")
            lab.output(inv, i, T.FLOAT, "nhwc", bound=1e-5, name="inverse deviation")
            lab.output(new_mean, 0.75 * parameter["in_running_mean"][1] + 0.25 * m, T.FLOAT, "nhwc", bound=1e-6, name="running mean")
            lab.output(new_var, 0.75 * parameter["in_running_var"][1] + 0.25 * var * n / (n - 1), T.FLOAT, "nhwc", bound=1e-6, name="running variance")

        @case(f"batch norm inference {dtype.name}{' relu' if act else ''}", io=dtype)
        def _(lab, dtype=dtype, act=act):
            g = lab.graph
            x, xv = lab.input([4, 8, 3, 3], dtype, "nhwc")
            p = [lab.input([1, 8, 1, 1], T.FLOAT, "nhwc", mode="positive") for _ in range(4)]
            y = g.batchnorm_inference(input=x, mean=p[0][0], inv_variance=p[1][0], scale=p[2][0], bias=p[3][0])
            expected = (xv - p[0][1]) * p[1][1] * p[2][1] + p[3][1]
            lab.output(g.relu(input=y) if act else y, np.maximum(expected, 0) if act else expected, dtype, "nhwc", bound=1e-5)

        @case(f"batch norm backward {dtype.name}{' masked' if act else ''}", io=dtype)
        def _(lab, dtype=dtype, act=act):
            g = lab.graph
            x, xv = lab.input([4, 8, 3, 3], dtype, "nhwc")
            dy, dyv = lab.input([4, 8, 3, 3], dtype, "nhwc")
            s, sv = lab.input([1, 8, 1, 1], T.FLOAT, "nhwc")
            mean, mv = lab.input([1, 8, 1, 1], T.FLOAT, "nhwc", values=xv.mean(axis=(0, 2, 3), keepdims=True))
            inv, iv = lab.input([1, 8, 1, 1], T.FLOAT, "nhwc", values=1 / np.sqrt(xv.var(axis=(0, 2, 3), keepdims=True) + 1e-3))
            if act:
                mask, kv = lab.input([4, 8, 3, 3], T.BOOLEAN, "nhwc", mode="integers")
                dy, dyv = g.mul(a=dy, b=mask), dyv * (kv != 0)
            dx, ds, db = g.batchnorm_backward(grad=dy, input=x, scale=s, mean=mean, inv_variance=inv)
            n, axes = (xv - mv) * iv, (0, 2, 3)
            lab.output(dx, iv * sv * (dyv - dyv.mean(axis=axes, keepdims=True) - n * (dyv * n).mean(axis=axes, keepdims=True)), dtype, "nhwc", bound=2e-5, name="dx")
            lab.output(ds, (dyv * n).sum(axis=axes, keepdims=True), T.FLOAT, "nhwc", bound=3e-5, name="dscale")
            lab.output(db, dyv.sum(axis=axes, keepdims=True), T.FLOAT, "nhwc", bound=3e-5, name="dbias")

    for training in (True, False):

        @case(f"adaptive layer norm {'training' if training else 'inference'}", io=T.BFLOAT16, dynamic=True)
        def _(lab, training=training):
            x, xv = lab.input([3, 5, 16], T.BFLOAT16)
            s, sv = lab.input([3, 1, 16], T.BFLOAT16)
            b, bv = lab.input([3, 1, 16], T.BFLOAT16)
            e, ev = lab.scalar(1e-3, 3)
            y, mean, inv = lab.graph.adalayernorm(norm_forward_phase=P.TRAINING if training else P.INFERENCE, input=x, scale=s, bias=b, epsilon=e)
            m = xv.mean(axis=2, keepdims=True)
            i = 1 / np.sqrt(xv.var(axis=2, keepdims=True) + ev)
            lab.output(y, (xv - m) * i * sv + bv, T.BFLOAT16, bound=1e-5)
            if training:
                lab.output(mean, m, bound=1e-6, name="mean")
                lab.output(inv, i, bound=1e-5, name="inverse deviation")


_norm_cases()

# ---- attention ----


def attention(q, k, v, scale, mask=None, bias=0.0):
    heads = q.shape[1]
    k, v = np.repeat(k, heads // k.shape[1], axis=1), np.repeat(v, heads // v.shape[1], axis=1)
    s = q @ k.swapaxes(2, 3) * scale + bias
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    top = s.max(axis=3, keepdims=True)
    e = np.exp(s - np.where(np.isfinite(top), top, 0))
    total = e.sum(axis=3, keepdims=True)
    p = e / np.where(total == 0, 1, total)
    return p @ v, np.where(np.isfinite(top), top, 0) + np.log(np.where(total == 0, 1, total)), p


def _attention_cases():
    for dtype, (b, h, hk, sq, skv, d), option in itertools.product(
            (T.HALF, T.BFLOAT16), ((2, 2, 2, 8, 8, 16), (1, 4, 2, 12, 20, 8), (2, 4, 1, 1, 24, 32)),
            ("plain", "causal", "bias", "padding", "window", "stats")):
        if option in ("causal", "window") and sq == 1:
            continue

        @case(f"attention {option} {dtype.name} b{b} h{h}/{hk} {sq}x{skv} d{d}", io=dtype)
        def _(lab, dtype=dtype, b=b, h=h, hk=hk, sq=sq, skv=skv, d=d, option=option):
            q, qv = lab.input([b, h, sq, d], dtype)
            k, kv = lab.input([b, hk, skv, d], dtype)
            v, vv = lab.input([b, hk, skv, d], dtype)
            options, mask, bias = {}, None, 0.0
            rows, columns = np.arange(sq)[:, None], np.arange(skv)[None]
            if option == "causal":
                options["use_causal_mask"], mask = True, columns <= rows
            elif option == "window":
                options |= {"use_causal_mask": True, "sliding_window_length": 4}
                mask = (columns <= rows) & (columns > rows - 4)
            elif option == "bias":
                t, bias = lab.input([1, h, sq, skv], dtype)
                options["bias"] = t
            elif option == "padding":
                lq = np.arange(b).reshape(b, 1, 1, 1) % sq + max(1, sq // 2)
                lk = np.arange(b).reshape(b, 1, 1, 1) + skv // 2
                lq = np.minimum(lq, sq)
                tq, _ = lab.input([b, 1, 1, 1], T.INT32, values=lq)
                tk, _ = lab.input([b, 1, 1, 1], T.INT32, values=lk)
                options |= {"use_padding_mask": True, "seq_len_q": tq, "seq_len_kv": tk}
                mask = np.broadcast_to((columns < lk) & (rows < lq), (b, h, sq, skv))
            scale = 1 / math.sqrt(d)
            o, stats = lab.graph.sdpa(q=q, k=k, v=v, is_inference=option != "stats", attn_scale=scale, **options)
            expected, st, _ = attention(qv, kv, vv, scale, mask, bias)
            # P is rounded to the type of q before the second product.
            lab.output(o, expected, dtype, bound=2 * EPS[dtype] * abs(vv).max(), name="o")
            if option == "stats":
                lab.output(stats, st, T.FLOAT, bound=1e-5, name="stats")

    for dtype, (b, h, sq, skv, d), causal in itertools.product((T.HALF, T.BFLOAT16), ((2, 2, 8, 8, 16), (1, 2, 16, 24, 32)), (False, True)):

        @case(f"attention backward {dtype.name} b{b} h{h} {sq}x{skv} d{d}{' causal' if causal else ''}", io=dtype)
        def _(lab, dtype=dtype, b=b, h=h, sq=sq, skv=skv, d=d, causal=causal):
            q, qv = lab.input([b, h, sq, d], dtype)
            k, kv = lab.input([b, h, skv, d], dtype)
            v, vv = lab.input([b, h, skv, d], dtype)
            scale = 1 / math.sqrt(d)
            mask = np.arange(skv)[None] <= np.arange(sq)[:, None] if causal else None
            ov, st, p = attention(qv, kv, vv, scale, mask)
            o, ov = lab.input([b, h, sq, d], dtype, values=ov)
            do, dov = lab.input([b, h, sq, d], dtype)
            stats, _ = lab.input([b, h, sq, 1], T.FLOAT, values=st)
            dq, dk, dv = lab.graph.sdpa_backward(q=q, k=k, v=v, o=o, dO=do, stats=stats, attn_scale=scale, use_causal_mask=causal)
            dp = dov @ vv.swapaxes(2, 3)
            ds = p * (dp - (dov * ov).sum(axis=3, keepdims=True)) * scale
            slack = 8 * EPS[dtype] * skv**0.5
            lab.output(dq, ds @ kv, dtype, bound=slack, name="dq")
            lab.output(dk, ds.swapaxes(2, 3) @ qv, dtype, bound=slack, name="dk")
            lab.output(dv, p.swapaxes(2, 3) @ dov, dtype, bound=slack, name="dv")


_attention_cases()

# ---- layout ----


@case("concatenation")
def _(lab):
    parts = [lab.input([2, n, 3]) for n in (1, 4, 2)]
    y = lab.graph.concatenate(inputs=[p[0] for p in parts], axis=1)
    lab.output(y, np.concatenate([p[1] for p in parts], axis=1))


for _dtype in (T.FLOAT, T.HALF, T.INT8):

    @case(f"slice of {_dtype.name}", io=_dtype)
    def _(lab, dtype=_dtype):
        x, xv = lab.input([4, 6, 8], dtype, mode="integers")
        y = lab.graph.slice(input=x, slices=[slice(1, 3), slice(0, 6), slice(2, 7)])
        y.set_data_type(dtype)
        lab.output(lab.graph.abs(input=y), abs(xv[1:3, 0:6, 2:7]), dtype)


@case("reshape as a transposition", io=T.HALF)
def _(lab):
    x, xv = lab.input([2, 3, 4, 5], T.HALF)
    y = lab.graph.reshape(input=lab.graph.relu(input=x))
    lab.output(y, np.maximum(xv, 0).swapaxes(2, 3), T.HALF, strides=[60, 20, 1, 5])


for _kind, _block in ((T.FP8_E4M3, 32), (T.FP8_E5M2, 32)):

    @case(f"block scaled product {_kind.name} {_block}", io=T.FLOAT)
    def _(lab, kind=_kind, block=_block):
        g = lab.graph
        a, av = lab.input([1, 16, 64], kind)
        sa, sav = lab.input([1, 16, 64 // block], T.FP8_E8M0, values=2.0 ** np.random.default_rng(3).integers(-2, 3, [1, 16, 64 // block]))
        b, bv = lab.input([1, 64, 16], kind, "column")
        sb, sbv = lab.input([1, 64 // block, 16], T.FP8_E8M0, "column", values=2.0 ** np.random.default_rng(4).integers(-2, 3, [1, 64 // block, 16]))
        da = g.block_scale_dequantize(a, sa, block_size=[1, block])
        db = g.block_scale_dequantize(b, sb, block_size=[block, 1])
        y = g.matmul(A=da, B=db)
        lab.output(y, (av * np.repeat(sav, block, axis=2)) @ (bv * np.repeat(sbv, block, axis=1)), T.FLOAT, bound=64 * 16 * 16 * U)
