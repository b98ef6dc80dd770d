#!/usr/bin/env python3
"""Holds the tool's verdicts against labelled source lines.

usage: check_labels.py --tool cuda-memlint --labels labels.csv --repositories DIR

labels.csv has the columns corpus,path,kernel,line,property,factor: DIR/corpus/path
is a source file; property is clean, uncoalesced, misaligned, bank_conflict or
constant_divergent; factor starts with the number expected ("32 sectors/warp vs 4
minimum", "32-way", "8 distinct addresses/warp"). Prints a line for each label and
the share that is right; exits with 1 when it is below --least.
"""

import argparse
import csv
import json
import re
import subprocess
import sys


def space_of(label):
    if "sector" in label["factor"]:
        return "global"
    return "constant" if "address" in label["factor"] else "shared"


def base_name(kernel):
    return re.sub(r"<.*", "", kernel).split("::")[-1]


def same_kernel(wanted, kernel):
    if base_name(wanted) != base_name(kernel):
        return False
    return "<" not in wanted or wanted.split("<", 1)[1] in kernel


def kernels_on(report, label):
    """Verdicts on the labelled line, a list for each instantiation of the kernel."""
    line, wanted = int(label["line"]), space_of(label)
    # A label in a header matches by file name.
    file_name = label["path"].rsplit("/", 1)[-1]
    for source in report["files"]:
        for kernel in source["kernels"]:
            if not same_kernel(label["kernel"], kernel["name"]):
                continue
            verdicts = [
                (launch["worst_per_request"], launch["ideal_per_request"], launch["known"])
                for access in kernel["accesses"]
                if access["line"] == line and access["space"] == wanted
                and access["path"].rsplit("/", 1)[-1] == file_name
                for launch in access["launches"]
                if launch["known"] != "unknown" and launch["requests"] != 0]
            if verdicts:
                yield verdicts


def judge(report, label):
    """A label speaks of one instantiation, which it does not always name."""
    expected = int(re.match(r"\d+", label["factor"]).group())
    found = list(kernels_on(report, label))
    text = "; ".join(", ".join(sorted({f"{worst}/{ideal:g} {known}"
                                       for worst, ideal, known in verdicts}))
                     for verdicts in found)
    if label["property"] == "clean":
        right = any(all(worst <= ideal for worst, ideal, _ in verdicts) for verdicts in found)
    else:
        right = any(worst == expected and worst > ideal
                    for verdicts in found for worst, ideal, _ in verdicts)
    return right, text or "no verdict"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tool", required=True)
    parser.add_argument("--labels", required=True)
    parser.add_argument("--repositories", required=True)
    parser.add_argument("--file-of", action="append", default=[], metavar="HEADER=FILE",
                        help="lint FILE to see the kernels of HEADER (both end a path)")
    parser.add_argument("--include", action="append", default=[], metavar="DIR")
    parser.add_argument("--least", type=float, default=0.0)
    options = parser.parse_args()

    hosts = dict(pair.split("=", 1) for pair in options.file_of)
    with open(options.labels, newline="", encoding="utf-8") as stream:
        labels = list(csv.DictReader(stream))
    reports, right = {}, 0
    for label in labels:
        path = f"{options.repositories}/{label['corpus']}/{label['path']}"
        name = path.rsplit("/", 1)[-1]
        if name in hosts:
            path = path[: -len(name)] + hosts[name]
        if path not in reports:
            command = [options.tool, "--no-cache", "--format=json", "--fail-on=none", "--keep-going",
                       path]
            if options.include:
                command += ["--"] + [f"-I{folder}" for folder in options.include]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            reports[path] = json.loads(done.stdout) if done.returncode == 0 else {"files": []}
        good, seen = judge(reports[path], label)
        right += good
        print(f"{'right' if good else 'WRONG'} {label['path']}:{label['line']} {label['kernel']}: "
              f"{label['property']} {label['factor']}; seen: {seen}")
    share = right / len(labels) if labels else 0.0
    print(f"{right} of {len(labels)} right ({100 * share:.1f} %)")
    return 0 if share >= options.least else 1


if __name__ == "__main__":
    sys.exit(main())
