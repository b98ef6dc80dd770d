#!/usr/bin/env python3
"""Which files parse without an error, beside Clang with the CUDA toolkit.

Given check-outs of repositories, a table with a row each: how many .cu files there are, how many
of them Clang parses without an error, how many cuda-memlint does, and which files Clang parses and
cuda-memlint does not. That list should be empty: it says what the embedded headers lack.
Include folders are guessed alike for both: folders named include, inc or common beside the file or
beside a folder above it.

  benchmarks/parse_coverage.py [--tool PATH] [--toolkit MODE] [--errors] REPOSITORY...

Ends with exit code 1 if Clang parses a file that cuda-memlint does not.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import subprocess
import sys
import tempfile

INCLUDE_FOLDER_NAMES = ("include", "inc", "common", "Common")


def include_folders(file, root):
    folders = []
    folder = os.path.dirname(file)
    while True:
        for name in INCLUDE_FOLDER_NAMES:
            candidate = os.path.join(folder, name)
            if os.path.isdir(candidate):
                folders.append(candidate)
        if folder == root or folder == os.path.dirname(folder):
            return folders
        folder = os.path.dirname(folder)


def run_clang(options, stand_ins, file, includes):
    """Whether Clang finds no error, None when it takes too long."""
    command = [options.clang, "-x", "cuda", "--cuda-device-only", "-fsyntax-only", "-w",
               "-Wno-unknown-cuda-version", f"--cuda-path={options.cuda_path}",
               f"--cuda-gpu-arch={options.arch}", "-idirafter", stand_ins,
               *[f"-I{folder}" for folder in includes], file]
    try:
        result = subprocess.run(command, capture_output=True, timeout=options.limit)
    except subprocess.TimeoutExpired:
        return None
    return result.returncode == 0


def run_ours(options, file, includes):
    """The messages of the errors; None when there is no result."""
    command = [options.tool, "--no-cache", "--format=json", f"--arch={options.arch}",
               f"--toolkit={options.toolkit}", file, "--", *[f"-I{folder}" for folder in includes]]
    try:
        result = subprocess.run(command, capture_output=True, timeout=options.limit)
        report = json.loads(result.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return None
    return [f"{message.get('path')}:{message.get('line')}: {message['message']}"
            for entry in report["files"] for message in entry["messages"]]


def measure(options, stand_ins, known, file, root):
    includes = include_folders(file, root)
    with open(file, "rb") as source:
        key = hashlib.sha256(source.read() + file.encode()).hexdigest()
    if key not in known:
        known[key] = run_clang(options, stand_ins, file, includes)
    return file, known[key], run_ours(options, file, includes)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--tool", default=os.path.join(root, "build/release/bin/cuda-memlint"))
    parser.add_argument("--toolkit", default="embedded", help="as the tool's option: embedded, auto or a folder")
    parser.add_argument("--clang", default="clang++-19")
    parser.add_argument("--cuda-path", default="/usr/local/cuda")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=float, default=60, help="seconds for a file")
    parser.add_argument("--clang-results", metavar="FILE",
                        help="keep what Clang says in this file, and do not run it again")
    parser.add_argument("--errors", action="store_true",
                        help="print the first errors of each file that cuda-memlint does not parse")
    parser.add_argument("--json", metavar="FILE", help="write all results to this file")
    parser.add_argument("repositories", nargs="+", metavar="REPOSITORY")
    options = parser.parse_args()

    known = {}
    if options.clang_results and os.path.exists(options.clang_results):
        with open(options.clang_results) as file:
            known = json.load(file)
    worse = []
    everything = []
    print("| repository | files | Clang whole | cuda-memlint whole | Clang only | cuda-memlint only |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    totals = [0] * 5
    with tempfile.TemporaryDirectory() as stand_ins:
        # CUDA 13 no longer has a header that Clang 19 includes.
        open(os.path.join(stand_ins, "texture_fetch_functions.h"), "w").close()
        for repository in options.repositories:
            repository = os.path.abspath(repository)
            files = sorted(os.path.join(folder, name) for folder, _, names in os.walk(repository)
                           for name in names if name.endswith(".cu"))
            with concurrent.futures.ThreadPoolExecutor(options.jobs) as executor:
                results = list(executor.map(
                    lambda file: measure(options, stand_ins, known, file, repository), files))
            if options.clang_results:
                with open(options.clang_results, "w") as file:
                    json.dump(known, file)
            everything += results
            row = [len(results),
                   sum(bool(clang) for _, clang, _ in results),
                   sum(errors == [] for _, _, errors in results),
                   sum(bool(clang) and errors != [] for _, clang, errors in results),
                   sum(not clang and errors == [] for _, clang, errors in results)]
            totals = [total + value for total, value in zip(totals, row)]
            print(f"| {os.path.basename(repository)} | " + " | ".join(map(str, row)) + " |", flush=True)
            worse += [(file, errors) for file, clang, errors in results if clang and errors != []]
    print("| all | " + " | ".join(map(str, totals)) + " |")
    if worse:
        print("\nClang parses these, cuda-memlint does not:")
        for file, errors in worse:
            print(f"- {file}: {errors[0] if errors else 'no result'}")
    if options.errors:
        print("\nThe first errors of every file that cuda-memlint does not parse:")
        for file, clang, errors in everything:
            if errors != []:
                print(f"- {file} (Clang: {'whole' if clang else 'errors'})")
                for error in (errors or ["no result"])[:5]:
                    print(f"    {error}")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(everything, file)
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
