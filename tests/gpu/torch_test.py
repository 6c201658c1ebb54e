#!/usr/bin/env python3
"""PyTorch on the libcudnn.so.9 that the loader finds: forward and backward against the CPU in float64.

    LD_PRELOAD=<build>/lib/libcudnn.so.9 python3 tests/gpu/torch_test.py

Exits 1 when an operation differs, and names it.
"""
import sys

import torch
import torch.nn.functional as F

torch.backends.cudnn.allow_tf32 = False
torch.backends.cuda.matmul.allow_tf32 = False


def run(make, inputs, dtype, device):
    """Output and gradients of a module on inputs, as CPU float64."""
    torch.manual_seed(1)
    module = make().to(device=device, dtype=dtype)
    xs = [x.detach().to(device=device, dtype=dtype if x.is_floating_point() else x.dtype).requires_grad_(x.is_floating_point())
          for x in inputs]
    out = module(*xs)
    out = out[0] if isinstance(out, tuple) else out
    torch.manual_seed(2)
    g = torch.randn(out.shape, dtype=torch.float64).to(device=device, dtype=dtype)
    out.backward(g)
    tensors = [out] + [x.grad for x in xs if x.requires_grad] + [p.grad for p in module.parameters()]
    return [t.detach().double().cpu() for t in tensors]


class Ctc(torch.nn.Module):
    def forward(self, x):
        labels = torch.randint(1, 20, (4 * 8,), dtype=torch.int32, generator=torch.Generator().manual_seed(3))
        full = torch.full((4,), 50, dtype=torch.int32)
        if x.device.type == "cpu":
            full, labels = full.long(), labels.long()
        return F.ctc_loss(x.log_softmax(2), labels, full, torch.full((4,), 8, dtype=full.dtype), reduction="sum")


class Grid(torch.nn.Module):
    def forward(self, x, theta):
        return F.grid_sample(x, F.affine_grid(theta, (4, 8, 16, 16), align_corners=True), align_corners=True)


def captured():
    """A captured graph gives what the same calls give at once, on other inputs too."""
    torch.manual_seed(4)
    net = torch.nn.Sequential(torch.nn.Conv2d(16, 32, 3, padding=1), torch.nn.BatchNorm2d(32).eval(), torch.nn.ReLU(),
                              torch.nn.MaxPool2d(2), torch.nn.Conv2d(32, 8, 1)).cuda().half()
    x = torch.randn(4, 16, 12, 12, device="cuda", dtype=torch.float16)
    try:
        with torch.no_grad():
            side = torch.cuda.Stream()
            side.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(side):
                net(x)
            torch.cuda.current_stream().wait_stream(side)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                y = net(x)
            good = True
            for _ in range(3):
                x.copy_(torch.randn_like(x))
                graph.replay()
                good = good and torch.equal(y, net(x))
    except Exception as error:  # noqa: BLE001
        print(f"FAILED captured graph: {str(error).splitlines()[0]}")
        return False
    print(f"{'ok    ' if good else 'FAILED'} captured graph: replays have equal bits")
    return good


def main():
    torch.manual_seed(0)
    r = lambda *shape: torch.randn(*shape, dtype=torch.float64)
    nn = torch.nn
    cases = [
        ("conv2d", lambda: nn.Conv2d(16, 32, 3, padding=1), [r(4, 16, 12, 12)]),
        ("conv2d stride 2", lambda: nn.Conv2d(16, 32, 3, padding=1, stride=2, bias=False), [r(4, 16, 13, 13)]),
        ("conv2d groups", lambda: nn.Conv2d(16, 32, 3, padding=1, groups=4), [r(4, 16, 12, 12)]),
        ("conv2d dilation", lambda: nn.Conv2d(8, 8, 3, dilation=2), [r(2, 8, 14, 14)]),
        ("conv1d", lambda: nn.Conv1d(8, 16, 5), [r(4, 8, 40)]),
        ("conv3d", lambda: nn.Conv3d(4, 8, 3), [r(2, 4, 8, 8, 8)]),
        ("conv transpose", lambda: nn.ConvTranspose2d(8, 4, 4, stride=2, padding=1), [r(2, 8, 9, 9)]),
        ("batch norm", lambda: nn.BatchNorm2d(16), [r(8, 16, 10, 10)]),
        ("batch norm 3d", lambda: nn.BatchNorm3d(6), [r(4, 6, 5, 5, 5)]),
        ("batch norm eval", lambda: nn.BatchNorm2d(16).eval(), [r(8, 16, 10, 10)]),
        ("rnn tanh", lambda: nn.RNN(12, 20, num_layers=2), [r(15, 5, 12)]),
        ("lstm", lambda: nn.LSTM(12, 20, num_layers=2, bidirectional=True), [r(15, 5, 12)]),
        ("lstm projection", lambda: nn.LSTM(12, 20, proj_size=7), [r(15, 5, 12)]),
        ("gru", lambda: nn.GRU(12, 20, num_layers=2), [r(15, 5, 12)]),
        ("ctc loss", Ctc, [r(50, 4, 20)]),
        ("grid sample", Grid, [r(4, 8, 16, 16), r(4, 2, 3)]),
    ]
    wrong = 0
    for dtype, tolerance in ((torch.float32, 2e-4), (torch.float16, 3e-2), (torch.bfloat16, 2e-1)):
        for name, make, inputs in cases:
            if dtype != torch.float32 and name in ("ctc loss", "grid sample"):
                continue
            for channels_last in (False, True):
                if channels_last and not name.startswith("conv2d") and name != "batch norm":
                    continue
                given = [x.contiguous(memory_format=torch.channels_last) if channels_last and x.dim() == 4 else x for x in inputs]
                label = f"{name} {str(dtype)[6:]}{' nhwc' if channels_last else ''}"
                try:
                    want = run(make, [x.to(dtype).double() for x in given], torch.float64, "cpu")
                    got = run(make, given, dtype, "cuda")
                except Exception as error:  # noqa: BLE001: every failure is reported and counted
                    print(f"FAILED {label}: {str(error).splitlines()[0]}")
                    wrong += 1
                    continue
                worst = max(float((a - b).abs().max() / (b.abs().max() + 1e-12)) for a, b in zip(got, want))
                good = worst < tolerance
                wrong += not good
                print(f"{'ok    ' if good else 'FAILED'} {label}: {worst:.1e}")
    wrong += not captured()
    maps = open("/proc/self/maps").read()
    print(f"torch {torch.__version__}, cudnn version {torch.backends.cudnn.version()}, libgirih loaded: {'libgirih' in maps}")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
