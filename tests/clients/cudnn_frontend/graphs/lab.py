"""What a test of one graph needs: values that their type can hold, memory with guard zones, and the three ways to run a
graph (static, with dynamic shapes and a kernel cache, from its serialized text)."""
import ctypes
import itertools
import math

import cudnn
import numpy as np

T = cudnn.data_type
GUARD = 256  # bytes before and behind every buffer
POISON = 0x5B


def _minifloat(exponent: int, mantissa: int, finite_nan: bool, infinities: bool) -> np.ndarray:
    """The value of every bit pattern of a small float."""
    bias = (1 << (exponent - 1)) - 1
    out = np.zeros(1 << (1 + exponent + mantissa))
    for code in range(out.size):
        sign = -1.0 if code >> (exponent + mantissa) else 1.0
        e, m = (code >> mantissa) & ((1 << exponent) - 1), code & ((1 << mantissa) - 1)
        last = e == (1 << exponent) - 1
        if last and infinities:
            value = math.inf if m == 0 else math.nan
        elif last and finite_nan and m == (1 << mantissa) - 1:
            value = math.nan
        elif e == 0:
            value = m * 2.0 ** (1 - bias - mantissa)
        else:
            value = (1 + m / (1 << mantissa)) * 2.0 ** (e - bias)
        out[code] = sign * value
    return out


SMALL = {T.FP8_E4M3: _minifloat(4, 3, True, False), T.FP8_E5M2: _minifloat(5, 2, False, True),
         T.FP4_E2M1: _minifloat(2, 1, False, False)}
PLAIN = {T.FLOAT: np.float32, T.DOUBLE: np.float64, T.HALF: np.float16, T.INT8: np.int8, T.UINT8: np.uint8,
         T.INT32: np.int32, T.INT64: np.int64}
# Relative size of one rounding to the type.
EPS = {T.FLOAT: 2.0**-24, T.DOUBLE: 2.0**-53, T.HALF: 2.0**-11, T.BFLOAT16: 2.0**-8, T.FP8_E4M3: 2.0**-4, T.FP8_E5M2: 2.0**-3,
       T.FP4_E2M1: 2.0**-2, T.INT8: 0, T.UINT8: 0, T.INT32: 0, T.INT64: 0, T.BOOLEAN: 0, T.INT4: 0}
# Below this a rounding is absolute.
TINY = {T.HALF: 2.0**-25, T.FP8_E4M3: 2.0**-10, T.FP8_E5M2: 2.0**-17, T.BFLOAT16: 2.0**-134, T.FLOAT: 2.0**-150}


def bits(dtype) -> int:
    if dtype in PLAIN:
        return np.dtype(PLAIN[dtype]).itemsize * 8
    return {T.BFLOAT16: 16, T.FP8_E4M3: 8, T.FP8_E5M2: 8, T.FP8_E8M0: 8, T.FP4_E2M1: 4, T.INT4: 4, T.BOOLEAN: 1}[dtype]


def encode(values: np.ndarray, dtype) -> np.ndarray:
    """Element patterns (one array element each) of float64 values, rounded to nearest even."""
    v = np.asarray(values, dtype=np.float64)
    if dtype in PLAIN:
        kind = PLAIN[dtype]
        if np.issubdtype(kind, np.integer):
            info = np.iinfo(kind)
            return np.clip(np.rint(v), info.min, info.max).astype(kind)
        with np.errstate(over="ignore"):
            return v.astype(kind)
    if dtype == T.BFLOAT16:
        u = v.astype(np.float32).view(np.uint32)
        return ((u + 0x7FFF + ((u >> 16) & 1)) >> 16).astype(np.uint16)
    if dtype == T.BOOLEAN:
        return (v != 0).astype(np.uint8)
    if dtype == T.INT4:
        return (np.clip(np.rint(v), -8, 7).astype(np.int64) & 15).astype(np.uint8)
    if dtype == T.FP8_E8M0:
        return np.clip(np.rint(np.log2(v)) + 127, 0, 254).astype(np.uint8)
    table = SMALL[dtype]
    finite = np.where(np.isfinite(table), table, np.inf)
    order = np.argsort(finite, kind="stable")
    order = order[np.isfinite(finite[order])]
    sorted_values = finite[order]
    at = np.clip(np.searchsorted(sorted_values, v), 1, sorted_values.size - 1)
    low, high = sorted_values[at - 1], sorted_values[at]
    even_low = (order[at - 1] & 1) == 0
    up = (v - low > high - v) | ((v - low == high - v) & ~even_low)
    return np.where(up, order[at], order[at - 1]).astype(np.uint8)


def decode(patterns: np.ndarray, dtype) -> np.ndarray:
    if dtype in PLAIN or dtype == T.BOOLEAN:
        return patterns.astype(np.float64)
    if dtype == T.BFLOAT16:
        return (patterns.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    if dtype == T.INT4:
        return ((patterns.astype(np.int64) ^ 8) - 8).astype(np.float64)
    if dtype == T.FP8_E8M0:
        return 2.0 ** (patterns.astype(np.float64) - 127)
    return SMALL[dtype][patterns]


def quantize(values: np.ndarray, dtype) -> np.ndarray:
    return decode(encode(values, dtype), dtype)


def strides_of(dims, layout: str = "row") -> list[int]:
    """row: row-major; nhwc: dimension 1 fastest; column: the last two dims swapped."""
    order = {"row": list(range(len(dims))), "nhwc": [0, *range(2, len(dims)), 1],
             "column": [*range(len(dims) - 2), len(dims) - 1, len(dims) - 2]}[layout]
    strides, step = [0] * len(dims), 1
    for d in reversed(order):
        strides[d] = step
        step *= dims[d]
    return strides


class Buffer:
    """Memory of one tensor between two guard zones."""

    def __init__(self, dims, strides, dtype, values=None):
        self.dims, self.strides, self.dtype = list(dims), list(strides), dtype
        self.span = 1 + sum((d - 1) * s for d, s in zip(dims, strides)) if all(dims) else 0
        self.bytes = (self.span * bits(dtype) + 7) // 8
        self.raw = np.full(self.bytes + 2 * GUARD + 64, POISON, dtype=np.uint8)
        base = self.raw.ctypes.data
        self.start = GUARD + (-(base + GUARD)) % 64
        self.pointer = base + self.start
        grids = np.indices(self.dims).reshape(len(dims), -1) if dims else np.zeros((0, 1), dtype=np.int64)
        self.offsets = (np.array(self.strides, dtype=np.int64)[:, None] * grids).sum(axis=0)
        if values is not None:
            self._store(encode(np.broadcast_to(values, self.dims), dtype).reshape(-1))
        self.before = self.raw.copy()

    def _body(self) -> np.ndarray:
        return self.raw[self.start:self.start + self.bytes]

    def _store(self, patterns: np.ndarray) -> None:
        width = bits(self.dtype)
        if width >= 8:
            self._body().view(patterns.dtype)[self.offsets] = patterns
            return
        per = 8 // width
        for offset, p in zip(self.offsets, patterns):  # packed: lowest bits first
            byte, shift = offset // per, offset % per * width
            mask = ((1 << width) - 1) << shift
            self._body()[byte] = (int(self._body()[byte]) & ~mask) | (int(p) << shift)

    def values(self) -> np.ndarray:
        width = bits(self.dtype)
        if width >= 8:
            kind = PLAIN.get(self.dtype, {16: np.uint16, 8: np.uint8}.get(width))
            patterns = self._body().view(kind)[self.offsets]
        else:
            per = 8 // width
            patterns = (self._body()[self.offsets // per] >> (self.offsets % per * width).astype(np.uint8)) & ((1 << width) - 1)
        return decode(patterns, self.dtype).reshape(self.dims)

    def untouched(self, written: bool) -> bool:
        """Guards are whole; of a written tensor also the gaps, of a read one everything."""
        if not written:
            return bool((self.raw == self.before).all())
        keep = np.ones(self.raw.size, dtype=bool)
        width = bits(self.dtype)
        first = self.start + self.offsets * width // 8
        for k in range(max(1, width // 8)):
            keep[first + k] = False
        return bool((self.raw[keep] == self.before[keep]).all())


class Failure(Exception):
    pass


HANDLE = None


def handle():
    global HANDLE
    if HANDLE is None:
        HANDLE = cudnn.create_handle()
    return HANDLE


class Lab:
    """One graph under construction, with the data of its tensors and what its outputs should be."""

    def __init__(self, seed: int, io=T.FLOAT, compute=T.FLOAT, intermediate=T.FLOAT, dynamic=False):
        self.random = np.random.default_rng(seed)
        options = {"is_dynamic_shape_enabled": True} if dynamic else {}
        if dynamic:
            self.cache = cudnn.create_kernel_cache()
            options["kernel_cache"] = self.cache
        self.graph = cudnn.pygraph(io_data_type=io, intermediate_data_type=intermediate, compute_data_type=compute, handle=handle(),
                                   **options)
        self.inputs, self.outputs, self.uids = [], [], itertools.count(1)

    def draw(self, dims, dtype, mode: str) -> np.ndarray:
        if mode == "integers" or dtype in (T.INT8, T.UINT8, T.INT32, T.INT4):
            low = 0 if dtype == T.UINT8 else -2
            return self.random.integers(low, 3, dims).astype(np.float64)
        if mode == "positive":
            return quantize(self.random.uniform(0.25, 2, dims), dtype)
        return quantize(self.random.uniform(-1, 1, dims), dtype)

    def input(self, dims, dtype=T.FLOAT, layout="row", mode="random", values=None, strides=None, **options):
        """A tensor of the graph and its values as float64."""
        v = self.draw(dims, dtype, mode) if values is None else quantize(np.broadcast_to(values, dims), dtype)
        strides = strides or strides_of(dims, layout)
        uid = next(self.uids)
        t = self.graph.tensor(dim=list(dims), stride=list(strides), data_type=dtype, name=f"in{uid}", **options)
        t.set_uid(uid)
        self.inputs.append((uid, Buffer(dims, strides, dtype, v)))
        return t, v

    def scalar(self, value: float, rank: int, dtype=T.FLOAT):
        return self.input([1] * rank, dtype, values=value, is_pass_by_value=True)

    def output(self, tensor, expected, dtype=T.FLOAT, layout="row", bound=0.0, strides=None, name=""):
        """expected: float64 array before the last rounding; bound: absolute error allowed beside it, a number or array."""
        expected = np.asarray(expected, dtype=np.float64)
        dims = list(expected.shape)
        strides = strides or strides_of(dims, layout)
        uid = next(self.uids)
        tensor.set_output(True).set_data_type(dtype).set_dim(dims).set_stride(list(strides)).set_uid(uid)
        self.outputs.append((uid, Buffer(dims, strides, dtype), expected, bound, name or f"output {uid}"))

    def build(self, modes=(cudnn.heur_mode.A, cudnn.heur_mode.FALLBACK)):
        g = self.graph
        g.validate()
        g.build_operation_graph()
        g.create_execution_plans(list(modes))
        g.check_support()
        g.build_plans()

    def _run(self, execute, size: int) -> None:
        workspace = np.full(size + 2 * GUARD + 256, POISON, dtype=np.uint8)
        start = GUARD + (-(workspace.ctypes.data + GUARD)) % 256
        pack = {uid: b.pointer for uid, b in self.inputs} | {uid: o[0].pointer for uid, *o in self.outputs}
        for _, b, *_ in self.outputs:
            b.raw[:] = b.before
        execute(pack, workspace.ctypes.data + start)
        if (workspace[:start] != POISON).any() or (workspace[start + size:] != POISON).any():
            raise Failure("memory outside of the workspace was written")

    def check(self, slack: float = 1.0) -> float:
        """Compares every output; the worst error in units of what is allowed. slack: factor of the bounds."""
        worst = 0.0
        for uid, b in self.inputs:
            if not b.untouched(False):
                raise Failure(f"input {uid} was written")
        for uid, b, expected, bound, name in self.outputs:
            if not b.untouched(True):
                raise Failure(f"{name}: memory around it was written")
            got = b.values()
            eps, tiny = EPS[b.dtype], TINY.get(b.dtype, 0.0)
            if eps == 0:  # integers: the rounded value, and its neighbours only as far as the bound reaches
                want = quantize(expected, b.dtype)
                allowed = np.where(np.abs(expected - np.floor(expected) - 0.5) <= np.asarray(bound), 1.0, 0.0) + np.floor(bound)
            else:
                want = expected
                allowed = np.abs(expected) * eps * 1.001 + tiny + np.asarray(bound) * slack
            same = (got == want) | (np.isnan(got) & np.isnan(want))
            if eps:
                same |= (np.abs(got - quantize(want, b.dtype)) == 0) | (np.isnan(got) & np.isnan(want))
            error = np.where(same, 0.0, np.abs(got - want))
            ratio = np.where(same, 0.0, error / np.maximum(allowed, 1e-300))
            ratio = np.where(np.isnan(ratio), np.inf, ratio)
            if ratio.size and ratio.max() > 1:
                at = np.unravel_index(int(ratio.argmax()), ratio.shape)
                raise Failure(f"{name}{list(map(int, at))}: {got[at]:.9g}, expected {want[at]:.9g}, allowed {np.broadcast_to(allowed, got.shape)[at]:.3g}")
            worst = max(worst, float(ratio.max()) if ratio.size else 0.0)
        return worst

    def run(self, serialize: bool = True) -> float:
        """Builds and runs: every plan that the heuristics gave, then the plan from its text."""
        self.build()
        g = self.graph
        worst = 0.0
        for i in range(g.get_execution_plan_count()):
            g.build_plan_at_index(i)
            size = g.get_workspace_size_plan_at_index(i)
            self._run(lambda pack, w, i=i: g.execute_plan_at_index(pack, w, i, handle=handle()), size)
            # Winograd and FFT engines add and subtract larger numbers than they return (numerics.md, 2).
            transformed = any(f"eng{e}" in g.get_plan_name_at_index(i) for e in (220, 230))
            worst = max(worst, self.check(8.0 if transformed else 1.0))
        if serialize:
            text = g.serialize()
            again = cudnn.pygraph(handle=handle())
            again.deserialize(text)
            self._run(lambda pack, w: again.execute(pack, w, handle=handle()), again.get_workspace_size())
            worst = max(worst, self.check())
        return worst
