#!/usr/bin/env python3
"""Runs a CUDA file as host code and holds the analysis against what it touched.

usage: oracle.py [--build DIR] [--output DIR] FILE.cu... [OPTION...]

OPTIONs go to oracle-compare: --verbose says what was not compared, and why. How many
accesses have to be compared is said by a line of the file, `// ORACLE: 12 accesses,
12 costs`, or for the project's examples by examples.expected.
"""

import argparse
import collections
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SHIMS = os.path.join(HERE, "include")


class Tools(collections.namedtuple("Tools", "clang instrument runtime compare")):
    @classmethod
    def of_build(cls, build, clang):
        binaries = os.path.join(build, "bin")
        return cls(
            clang,
            os.path.join(binaries, "oracle-instrument"),
            os.path.join(build, "test", "oracle", "liboracle-runtime.a"),
            os.path.join(binaries, "oracle-compare"),
        )


Outcome = collections.namedtuple("Outcome", "code text")


def folder_of(name, root=ROOT):
    return os.path.join(root, "examples") if name == "examples" else os.path.join(HERE, name)


def expected_counts(source):
    """Options that say how much must be compared."""
    with open(source, encoding="utf-8") as stream:
        match = re.search(r"^// ORACLE: (\d+) accesses, (\d+) costs$", stream.read(), re.M)
    counts = match.groups() if match else None
    if os.path.dirname(os.path.abspath(source)) == folder_of("examples"):
        with open(os.path.join(HERE, "examples.expected"), encoding="utf-8") as stream:
            rows = dict(line.split(maxsplit=1) for line in stream if not line.startswith("#"))
        counts = rows.get(os.path.basename(source), "").split() or None
    if not counts:
        return None
    return [f"--accesses={counts[0]}", f"--costs={counts[1]}"]


def run(source, output, tools, options=(), expect=True):
    """Compiles, runs and compares; the exit code is that of the step that failed."""
    os.makedirs(output, exist_ok=True)
    stem = os.path.join(output, os.path.splitext(os.path.basename(source))[0])
    device, device_object, host_object = stem + ".bc", stem + ".device.o", stem + ".host.o"
    program, trace = stem + ".out", stem + ".trace"
    compile_cuda = [
        tools.clang, "-x", "cuda", "--cuda-gpu-arch=sm_90", "-nocudainc", "-nocudalib",
        "--cuda-path=" + SHIMS, "-Xclang", "-target-sdk-version=12.3", "-std=c++17", "-O1",
        "-w", "-I", SHIMS, "-include", "cuda_runtime.h", "-c", source,
    ]  # fmt: skip
    # Unoptimised, but with what optimising code would know of types.
    device_only = ["--cuda-device-only", "-Xclang", "-disable-llvm-passes", "-emit-llvm",
                   "-gline-tables-only", "-o", device]  # fmt: skip
    # The empty file stands for the device's binary: with it, kernels are made known.
    host_only = ["--cuda-host-only", "-Xclang", "-fcuda-include-gpubinary", "-Xclang", os.devnull,
                 "-o", host_object]  # fmt: skip
    counts = expected_counts(source) if expect else []
    if counts is None:
        return Outcome(2, f"{source} does not say how many accesses must be compared")
    steps = [
        compile_cuda + device_only,
        [tools.instrument, device, device_object, SHIMS],
        compile_cuda + host_only,
        [tools.clang, "-o", program, device_object, host_object, tools.runtime],
        [program],
        [tools.compare, source, trace, *counts, *options],
    ]
    text = ""
    for step in steps:
        done = subprocess.run(
            step, capture_output=True, text=True, errors="replace", timeout=300,
            env={**os.environ, "ORACLE_TRACE": trace},
        )  # fmt: skip
        if step[0] != program or done.returncode != 0:
            text += done.stdout
        text += done.stderr
        if done.returncode != 0:
            what = " ".join(step) if step[0] != tools.compare else ""
            return Outcome(done.returncode, f"{text}{what}")
    for path in (trace, program):
        os.remove(path)
    return Outcome(0, text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--output", default="/tmp/cuda-memlint-oracle")
    parser.add_argument("--clang", default="clang++-19")
    parser.add_argument("files", nargs="+", metavar="FILE.cu")
    arguments, options = parser.parse_known_args()
    tools = Tools.of_build(arguments.build, arguments.clang)
    worst = 0
    for path in arguments.files:
        outcome = run(path, arguments.output, tools, options, expect=False)
        print(f"{path}: {'agrees' if outcome.code == 0 else 'FAILED'}\n{outcome.text}")
        worst = max(worst, outcome.code)
    return worst


if __name__ == "__main__":
    sys.exit(main())
