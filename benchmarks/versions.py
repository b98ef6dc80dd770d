#!/usr/bin/env python3
"""What two binaries of cuda-memlint take for the same files, in turn.

Both analyse each file in the same minute, so that what else the machine does meets both alike. Printed are processor time
(user and system) and memory (largest resident set) of all files together, their ratios, and the files whose ratio is the worst.

  benchmarks/versions.py --before PATH [--after PATH] [--runs N] [--before-option OPTION]... [--include FOLDER]... FILE...

A version without a cache, or whose cache is off, is compared with `--no-cache` after.
"""

import argparse
import os
import subprocess
import sys


def measured(command, runs):
    """The least processor time in seconds of all runs, and its memory in MB."""
    best = None
    for _ in range(runs):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        # Something was found, or not; a file may also need headers that are not here: both versions say so.
        if os.waitstatus_to_exitcode(status) not in (0, 1, 2):
            sys.exit(f"{' '.join(command)}\nended with {os.waitstatus_to_exitcode(status)}")
        taken = (usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
        best = taken if best is None else min(best, taken)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--before", required=True, help="the older binary")
    parser.add_argument("--after", default=os.path.join(root, "build/release/bin/cuda-memlint"))
    parser.add_argument("--runs", type=int, default=1, help="runs of each; the fastest counts")
    parser.add_argument("--before-option", action="append", default=[], help="for the older binary alone")
    parser.add_argument("--include", action="append", default=[], help="a folder of headers")
    parser.add_argument("files", nargs="+", metavar="FILE")
    options = parser.parse_args()

    rows = []
    includes = ["--", *(f"-I{folder}" for folder in options.include)]
    for file in options.files:
        before = measured([options.before, *options.before_option, file, *includes], options.runs)
        after = measured([options.after, "--no-cache", file, *includes], options.runs)
        rows.append((after[0] / before[0], before, after, file))
    for name, column, unit, total in (("processor time", 0, "s", sum), ("peak memory", 1, "MB", max)):
        old, new = total(row[1][column] for row in rows), total(row[2][column] for row in rows)
        print(f"{name}: {old:.2f} -> {new:.2f} {unit}, ratio {new / old:.2f}")
    for ratio, before, after, file in sorted(rows, reverse=True)[:5]:
        print(f"{ratio:7.2f}  {before[0]:.2f} -> {after[0]:.2f} s  {before[1]:.0f} -> {after[1]:.0f} MB  {file}")


if __name__ == "__main__":
    main()
