#!/usr/bin/env python3
"""How long an editor waits for findings after a change, beside one run of the command.

Writes a file of kernels, opens it in `cuda-memlint lsp`, changes a line of it again and again, and
prints the seconds from each change to the new findings, and of runs of the command over the same text
that print text, and JSON as the server has it do, with the ratios. The server's pause after the last
key stroke is part of its time. All take turns, none has a cache, and medians count.

With --file, prints the seconds from each change of that file to the findings instead, the first ones
and the last ones for the text. Changes follow each other a second after the findings are there, as by
somebody who looks at them. What stands behind -- are compile options.

  benchmarks/server.py [--tool PATH] [--runs N] [--lines N] [--at-most RATIO]
  benchmarks/server.py --file PATH [--tool PATH] [--runs N] [-- OPTION...]
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from several_files import kernels_of_header

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test" / "lit" / "lsp" / "Inputs"))
from client import Client, everything  # noqa: E402


def source(lines, stride):
    """Kernels that sum, with their launches, and one whose loads are `stride` elements apart."""
    lines_of_kernel = kernels_of_header(1).count("\n") + 1
    count = max(1, (lines - 10) // lines_of_kernel)
    return ("__global__ void scale(float *out, const float *in) {\n"
            "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
            f"  out[i] = in[i * {stride}];\n}}\n" + kernels_of_header(count) +
            "void run(float *out, const float *in) {\n  scale<<<64, 256>>>(out, in);\n" +
            "".join(f"  sum{k}<<<64, 256>>>(out, in, 65536);\n" for k in range(count)) + "}\n")


def seconds_of(action):
    start = time.monotonic()
    action()
    return time.monotonic() - start


def run_command(tool, path, *options):
    run = subprocess.run([tool, "--no-cache", "--no-config", *options, path], stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL)
    # 1 says that something was found.
    if run.returncode != 1:
        sys.exit(f"{tool} {path}\nended with exit code {run.returncode}")


def change(client, path, text, version):
    client.change(path, text, version)
    return client.diagnostics_of(path, version)


def measure_file(tool, path, runs, compile_options):
    """Changes the last line of a file, and does not write it."""
    text = path.read_text(encoding="utf-8")
    client = Client([tool, "lsp", "--no-cache", "--no-config", "--", *compile_options], path.parent)
    opened = seconds_of(lambda: (client.open(path, text), client.diagnostics_of(path)))
    seconds = []
    for version in range(2, runs + 2):
        time.sleep(1)
        seconds.append(seconds_of(lambda: change(client, path, f"{text}// {version}\n", version)))
    # Actions are offered once all races are decided and the fixes are verified.
    settled = seconds_of(lambda: client.about("codeAction", path, range=everything(), context={"diagnostics": []}))
    client.close()
    print(f"{path.name}: {text.count(chr(10))} lines; opened {opened:.2f} s; changes " +
          " ".join(f"{each:.2f}" for each in seconds) +
          f" s, median {statistics.median(seconds):.3f} s; the last one with all races and fixes after {settled:.2f} s more")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tool", default=ROOT / "build/release/bin/cuda-memlint")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--lines", type=int, default=500)
    parser.add_argument("--at-most", type=float)
    parser.add_argument("--file", type=pathlib.Path)
    parser.add_argument("compile_options", nargs="*")
    options = parser.parse_args()
    tool = os.path.abspath(options.tool)
    if options.file:
        measure_file(tool, options.file.resolve(), options.runs, options.compile_options)
        return
    seconds = {"server": [], "text": [], "JSON": []}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "kernels.cu")
        client = Client([tool, "lsp", "--no-cache", "--no-config"], folder)
        client.open(path, source(options.lines, 2))
        client.diagnostics_of(path)
        for version in range(2, options.runs + 2):
            # 8 to 16 sectors where 4 are needed: each text differs from the one before.
            text = source(options.lines, 2 + version % 3)
            path.write_text(text, encoding="utf-8")
            seconds["server"].append(seconds_of(lambda: change(client, path, text, version)))
            if not client.diagnostics_of(path, version):
                sys.exit(f"no findings of version {version}")
            seconds["text"].append(seconds_of(lambda: run_command(tool, path)))
            seconds["JSON"].append(seconds_of(lambda: run_command(tool, path, "--format=json")))
        client.close()
    medians = {kind: statistics.median(each) for kind, each in seconds.items()}
    ratios = {kind: medians["server"] / medians[kind] for kind in ("text", "JSON")}
    print("{} lines: ".format(text.count("\n")) +
          ", ".join(f"{kind} {medians[kind]:.3f} s ({min(each):.3f} to {max(each):.3f})"
                    for kind, each in seconds.items()) +
          "; server to " + ", to ".join(f"{kind} {ratio:.2f}" for kind, ratio in ratios.items()))
    if options.at_most and ratios["text"] > options.at_most:
        sys.exit(f"ratio {ratios['text']:.2f} instead of at most {options.at_most}")


if __name__ == "__main__":
    main()
