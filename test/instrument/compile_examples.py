#!/usr/bin/env python3
"""Instruments each CUDA file of folders and compiles the copy with nvcc.

Fails when one does not compile, or when one of its accesses is left alone.
"""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys


def compile_one(options, source):
    """The reason why source fails, or None."""
    folder = options.folder / source.stem
    listed = subprocess.run(
        [options.instrument, source, folder], capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        return listed.stderr
    alone = [line for line in listed.stdout.splitlines() if line.startswith("left alone")]
    if alone and not options.may_leave_alone:
        return "\n".join(alone)
    compiled = subprocess.run(
        [options.nvcc, "-std=c++17", "-arch=sm_90", "-maxrregcount=64", f"-I{source.parent}",
         "-c", folder / source.name, "-o", folder / "object.o"],
        capture_output=True, text=True, check=False)
    return compiled.stdout + compiled.stderr if compiled.returncode != 0 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--instrument", required=True, help="the program memlint-instrument")
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("--folder", required=True, type=pathlib.Path, help="for the copies")
    parser.add_argument("--may-leave-alone", action="store_true", help="some accesses")
    parser.add_argument("sources", type=pathlib.Path, nargs="+", help="folders of CUDA files")
    options = parser.parse_args()
    sources = []
    for folder in options.sources:
        found = sorted(folder.glob("*.cu"))
        if not found:
            sys.exit(f"no CUDA files in {folder}")
        sources += found
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        failures = list(pool.map(lambda source: compile_one(options, source), sources))
    for source, failure in zip(sources, failures):
        if failure:
            print(f"{source.name}: {failure}")
    sys.exit(1 if any(failures) else 0)


if __name__ == "__main__":
    main()
