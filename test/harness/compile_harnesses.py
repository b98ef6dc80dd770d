#!/usr/bin/env python3
"""Makes a main for each CUDA file of folders and compiles it with nvcc.

Fails when one does not compile, or when a kernel of one is left out.
"""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys


def compile_one(options, source):
    """The reason why source fails, or None."""
    program = options.folder / (source.stem + ".harness.cu")
    made = subprocess.run(
        [options.harness, source, program], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        return made.stderr
    refused = [line for line in made.stdout.splitlines() if line.startswith("not launched")]
    if refused:
        return "\n".join(refused)
    compiled = subprocess.run(
        [options.nvcc, "-std=c++17", "-arch=sm_90", "-c", program, "-o", f"{program}.o"],
        capture_output=True, text=True, check=False)
    return compiled.stdout + compiled.stderr if compiled.returncode != 0 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--harness", required=True, help="the program memlint-harness")
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("--folder", required=True, type=pathlib.Path, help="for the programs")
    parser.add_argument("sources", type=pathlib.Path, nargs="+", help="folders of CUDA files")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
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
