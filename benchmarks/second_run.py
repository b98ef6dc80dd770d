#!/usr/bin/env python3
"""What a second run over unchanged sources takes, beside the first.

Runs the tool on generated sources, or on FOLDER, without a cache, with an empty one and with the
one that this filled, and prints seconds on the clock, CPU seconds, and the ratios of the last to
the second. All runs take turns; the fastest of each kind counts. The reports must be equal.

  benchmarks/second_run.py [--tool PATH] [--runs N] [--jobs N] [--format FORMAT] [--at-most RATIO]
                           [FOLDER [-- COMPILE OPTIONS]]
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time

from several_files import programs, sharing


def run(options, folder, cache, compile_options):
    """Seconds on the clock, CPU seconds, and the report."""
    start = time.monotonic()
    child = subprocess.Popen([options.tool, "--no-config", f"-j{options.jobs}", "--keep-going",
                              f"--format={options.format}", cache, folder, *compile_options],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    report = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, report


def measure(options, name, folder, compile_options):
    """Prints a line; the ratio of the seconds."""
    best = {}
    with tempfile.TemporaryDirectory() as cache:
        where = f"--cache-dir={cache}"
        for _ in range(options.runs):
            shutil.rmtree(cache)
            reports = set()
            for kind, choice in (("without", "--no-cache"), ("first", where), ("second", where)):
                seconds, processor, report = run(options, folder, choice, compile_options)
                reports.add(report)
                known = best.get(kind, (seconds, processor))
                best[kind] = min(known[0], seconds), min(known[1], processor)
            if len(reports) != 1:
                sys.exit(f"{name}: the reports differ")
        size = sum(entry.stat().st_size for entry in os.scandir(cache)) / (1 << 20)
    ratio = [best["second"][i] / best["first"][i] for i in (0, 1)]
    print(f"{name:14} " + "  ".join(f"{kind} {seconds:.2f} s ({processor:.2f} CPU)"
                                    for kind, (seconds, processor) in best.items()) +
          f"  ratio {ratio[0]:.3f} ({ratio[1]:.3f} CPU)  {size:.1f} MB", flush=True)
    return ratio[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--tool", default=os.path.join(root, "build/release/bin/cuda-memlint"))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--format", default="text")
    parser.add_argument("--at-most", type=float)
    separator = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    options = parser.parse_args(sys.argv[1:separator])
    compile_options = sys.argv[separator:]
    if options.folder:
        ratios = [measure(options, os.path.basename(options.folder.rstrip("/")), options.folder,
                          compile_options)]
    else:
        ratios = []
        for make, count in ((programs, 160), (sharing, 40)):
            with tempfile.TemporaryDirectory() as folder:
                make(folder, count)
                ratios.append(measure(options, make.__name__, folder, []))
    if options.at_most and max(ratios) > options.at_most:
        sys.exit(f"ratio {max(ratios):.3f} instead of at most {options.at_most}")


if __name__ == "__main__":
    main()
