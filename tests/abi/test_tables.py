#!/usr/bin/env python3
"""Compares spec/*.def with the recorded facts where the headers cannot show it: attributes and the roles of parameters.

For each parameter, what the recorded library answered to a NULL or to an unknown enumerator must agree with the role in
functions.def: `?` exactly where NULL was accepted, and the policy of an enum. Exceptions are listed with their reason.
"""

import sys

from facts import ROOT, Report, table

sys.path.insert(0, str(ROOT / "spec"))
from girih_spec import model  # noqa: E402

# Recorded in a call that needed the argument; other modes or sizes of the same function do not.
NEEDED_ONLY_SOMETIMES = {
    "z input and activation exist only with some operations (ops BN alone)": [
        (f, a) for f in ("cudnnBatchNormalizationForwardTrainingEx", "cudnnBatchNormalizationBackwardEx",
                         "cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize",
                         "cudnnGetBatchNormalizationBackwardExWorkspaceSize",
                         "cudnnGetBatchNormalizationTrainingExReserveSpaceSize", "cudnnNormalizationForwardTraining")
        for a in ("zDesc", "zData", "dzDesc", "dzData", "activationDesc")],
    "the saved pair may be absent as a whole": [
        (f, a) for f in ("cudnnBatchNormalizationForwardTraining", "cudnnBatchNormalizationForwardTrainingEx",
                         "cudnnBatchNormalizationBackward", "cudnnBatchNormalizationBackwardEx",
                         "cudnnNormalizationForwardTraining")
        for a in ("savedMean", "savedInvVariance", "resultSaveMean", "resultSaveInvVariance")],
    "no cell state without LSTM, no state tensors when both states are NULL": [
        (f, a) for f in ("cudnnRNNForward", "cudnnRNNBackwardData_v8", "cudnnRNNBackwardWeights_v8") for a in ("hDesc", "cDesc")],
    "no weights when there is no projection": [
        ("cudnnMultiHeadAttnForward", "weights"), ("cudnnGetMultiHeadAttnWeights", "weights")],
    "indices exist only when the descriptor asks for them": [("cudnnReduceTensor", "indices")],
    "matrix and bias can each be left out, descriptor and address together (PyTorch asks so)": [
        ("cudnnGetRNNWeightParams", a) for a in ("mDesc", "mAddr", "bDesc", "bAddr")],
    "no lengths are written when none are requested": [("cudnnGetRNNDataDescriptor", "seqLengthArray")],
}


def argument_facts() -> list[dict[str, str]]:
    return table("status_arguments.tsv") + table("status_arguments_no_gpu.tsv")


def check_null(report: Report, functions: dict[str, model.Function]) -> None:
    excused = {pair for pairs in NEEDED_ONLY_SOMETIMES.values() for pair in pairs}
    for row in argument_facts():
        pair = (row["function"], row["argument"])
        if row["value"] != "NULL" or pair in excused:
            continue
        param = next(p for p in functions[pair[0]].params if p.name == pair[1])
        if param.role in ("value", "stream"):
            continue
        if param.role == "workspace" and row["status"] != "0":
            continue  # NULL is right when the size is 0
        report.equal(f"{pair[0]}: {pair[1]} may be NULL", param.optional, row["status"] == "0")


def check_enums(report: Report, functions: dict[str, model.Function]) -> None:
    policy_of = {"0": "unchecked", "2000": "bad_param", "3000": "not_supported"}
    for row in argument_facts():
        if row["value"].startswith("99 "):
            param = next(p for p in functions[row["function"]].params if p.name == row["argument"])
            if param.role == "enum":
                report.equal(f"{row['function']}: policy of {param.name}", param.policy, policy_of[row["status"]])


def check_attributes(report: Report, spec: model.Spec) -> None:
    found = {a.name: a for a in spec.attributes}
    for row in table("backend_attributes.tsv"):
        a = found[row["attribute"]]
        report.equal(a.name, (a.value, a.descriptor, a.type, a.access, a.in_header, a.deprecated),
                     (int(row["value"]), row["descriptor"], row["type"], row["access"] or "-",
                      row["in_9_19_header"] == "yes", row["deprecated"] == "yes"))
    report.equal("number of attributes", len(found), len(table("backend_attributes.tsv")))


def check_error_strings(report: Report, spec: model.Spec) -> None:
    status = next(e for e in spec.enums if e.name == "cudnnStatus_t")
    names = {v.value: v.name for v in status.values if not v.alias_of}
    for row in table("error_strings.tsv"):
        report.equal(f"name of status {row['value']}", names.get(int(row["value"])), row["cudnnGetErrorString"])


def main() -> int:
    spec = model.load(ROOT / "spec")
    functions = {f.name: f for f in spec.functions}
    report = Report()
    check_null(report, functions)
    check_enums(report, functions)
    check_attributes(report, spec)
    check_error_strings(report, spec)
    return report.finish(1250)


if __name__ == "__main__":
    sys.exit(main())
