#!/usr/bin/env python3
"""How long cuda-memlint takes for a file, beside Clang with the CUDA toolkit.

Both are run in turn, so that what else the machine does meets both alike; the
medians and their ratio are printed. Only files that need no more than the embedded
headers say something: with a toolkit's headers both read the same.

  benchmarks/parse_time.py [--tool PATH] [--runs N] [--at-most RATIO] FILE...
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time


def seconds(command):
    start = time.perf_counter()
    status = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start, status.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--tool", default=os.path.join(root, "build/release/bin/cuda-memlint"))
    parser.add_argument("--clang", default="clang++-19")
    parser.add_argument("--cuda-path", default="/usr/local/cuda")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--runs", type=int, default=21, help="runs of each, after one to warm up")
    parser.add_argument("--at-most", type=float, help="fail when a ratio is larger")
    parser.add_argument("files", nargs="+", metavar="FILE")
    options = parser.parse_args()

    failed = False
    print(f"{'cuda-memlint':>12} {'clang':>10} {'ratio':>7}  file")
    with tempfile.TemporaryDirectory() as folder:
        # CUDA 13 no longer has a header that Clang 19 includes.
        open(os.path.join(folder, "texture_fetch_functions.h"), "w").close()
        for file in options.files:
            ours = [options.tool, "--no-cache", "--toolkit=embedded", file]
            clang = [options.clang, "-x", "cuda", "--cuda-device-only", "-fsyntax-only", "-w",
                     "-Wno-unknown-cuda-version", f"--cuda-path={options.cuda_path}",
                     f"--cuda-gpu-arch={options.arch}", "-idirafter", folder, file]
            times = {"ours": [], "clang": []}
            for run in range(options.runs + 1):
                for name, command in (("ours", ours), ("clang", clang)):
                    taken, status = seconds(command)
                    # cuda-memlint: 1 says that something was found; 2 that it failed.
                    if status not in ((0, 1) if name == "ours" else (0,)):
                        sys.exit(f"{' '.join(command)}\nended with exit code {status}")
                    if run > 0:
                        times[name].append(taken)
            ours_median = statistics.median(times["ours"])
            clang_median = statistics.median(times["clang"])
            ratio = ours_median / clang_median
            failed |= options.at_most is not None and ratio > options.at_most
            print(f"{ours_median * 1e3:9.1f} ms {clang_median * 1e3:7.1f} ms {ratio:7.3f}  {file}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
