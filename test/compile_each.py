"""What scripts share that compile something made of each CUDA file of folders."""

import concurrent.futures
import os
import pathlib
import subprocess
import sys


def add_arguments(parser):
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("--folder", required=True, type=pathlib.Path, help="for what is made")
    parser.add_argument("sources", type=pathlib.Path, nargs="+", help="folders of CUDA files")


def compile_with(options, arguments):
    """What nvcc prints when it fails, or None."""
    compiled = subprocess.run(
        [options.nvcc, "-std=c++17", "-arch=sm_90", "-c", *arguments],
        capture_output=True, text=True, check=False)
    return compiled.stdout + compiled.stderr if compiled.returncode != 0 else None


def run(options, compile_one):
    """Ends the program, in vain when compile_one(options, source) gives a reason for one."""
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
