"""The documentation tables: docs/functions.gen.md and docs/unbuilt.gen.md."""

from .api import built_functions
from .model import LIBRARIES, Spec
from .text import NOTICE

GROUPS = {
    "version": "Version", "error": "Errors", "handle": "Handle", "log": "Log", "backend": "Graph (backend) interface",
    "tensor": "Tensors", "filter": "Filters", "optensor": "OpTensor", "reduce": "ReduceTensor", "softmax": "Softmax",
    "pool": "Pooling", "activation": "Activation", "lrn": "Local response and divisive normalization",
    "norm": "Batch and layer normalization", "spatialtf": "Spatial transformer", "dropout": "Dropout",
    "conv": "Convolution", "fusedops": "Fused operations", "rnn": "Recurrent networks", "attn": "Multi-head attention",
    "ctc": "CTC loss",
}


def first_sentence(doc: list[str]) -> str:
    text = doc[0]
    end = text.find(". ")
    return (text if end < 0 else text[:end + 1]).replace("|", "\\|")


def function_table(spec: Spec, built: set[str]) -> str:
    count = sum(f.name in built for f in spec.functions)
    out = f"<!-- {NOTICE} -->\n# Functions of cuDNN 9 in Girih\n\n"
    out += f"{count} of {len(spec.functions)} functions are built. The others return `CUDNN_STATUS_NOT_SUPPORTED` "
    out += "(listed by group in [unbuilt.gen.md](unbuilt.gen.md)). What each does in full is in the installed headers.\n"
    for library in LIBRARIES:
        functions = [f for f in spec.functions if f.library == library]
        out += f"\n## libcudnn_{library}.so.9, cudnn_{library}.h ({len(functions)})\n\n"
        out += "| function | group | what it does | built |\n|---|---|---|---|\n"
        for f in functions:
            note = " (deprecated)" if f.deprecated else ""
            out += f"| `{f.name}`{note} | {f.group} | {first_sentence(f.doc)} | {'yes' if f.name in built else 'no'} |\n"
    return out


def unbuilt_table(spec: Spec, built: set[str]) -> str:
    missing = [f for f in spec.functions if f.name not in built]
    out = f"<!-- {NOTICE} -->\n# Functions that are not built yet: {len(missing)} of {len(spec.functions)}\n\n"
    out += "Each returns `CUDNN_STATUS_NOT_SUPPORTED` and `cudnnGetLastErrorString` says so.\n"
    for group, title in GROUPS.items():
        names = [f.name for f in missing if f.group == group]
        if names:
            out += f"\n## {title} ({len(names)})\n\n" + "".join(f"- `{name}`\n" for name in names)
    return out


def files(spec: Spec) -> dict[str, str]:
    built = built_functions()
    return {"docs/functions.gen.md": function_table(spec, built), "docs/unbuilt.gen.md": unbuilt_table(spec, built)}
