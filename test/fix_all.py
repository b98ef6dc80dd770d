#!/usr/bin/env python3
"""fix_all.py --tool PROGRAM --nvcc NVCC --folder FOLDER SOURCES...: copies folders of CUDA files, makes all
fixes, unsafe ones too, in the copies, one file at a time, and compares the outcome with this:

- every changed file still compiles with nvcc, if it did before;
- a second run finds nothing left to fix.

With --least N, at least so many files must have changed."""

import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys


# Those of a file's own folder are beside it, those that only tests have below.
HEADERS = ["-isystem", "Inputs"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("--folder", required=True, type=pathlib.Path, help="for the copies")
    parser.add_argument("--least", type=int, default=1, help="number of files that must change")
    parser.add_argument("--option", action="append", default=[], help="further option of the tool")
    parser.add_argument("sources", type=pathlib.Path, nargs="+", help="folders of CUDA files")
    return parser.parse_args()


def compile_error(options, source):
    """What nvcc prints when it fails, or None."""
    result = subprocess.run(
        [options.nvcc, "-std=c++17", "-arch=sm_90", *HEADERS, "-ptx", "-o", os.devnull, source.name],
        cwd=source.parent, capture_output=True, text=True, check=False)
    return result.stdout + result.stderr if result.returncode else None


def lint(options, source, how):
    return subprocess.run(
        [options.tool, how, "--unsafe-fixes", "--fail-on=none", *HEADERS, *options.option,
         source.name],
        cwd=source.parent, capture_output=True, text=True, check=False)


def fix(options, source):
    """(changed, failure, remark) of one file."""
    before = source.read_bytes()
    result = lint(options, source, "--fix")
    if result.returncode != 0:
        return False, f"--fix ends with {result.returncode}: {result.stderr}", None
    after = source.read_bytes()
    again = lint(options, source, "--fix-dry-run")
    if again.returncode != 0 or again.stdout:
        return True, f"a second run is not content: {again.stderr}{again.stdout}", None
    if after == before:
        return False, None, None
    error = compile_error(options, source)
    if error is None:
        return True, None, None
    source.write_bytes(before)
    was_good = compile_error(options, source) is None
    source.write_bytes(after)
    if was_good:
        return True, f"does not compile any more: {error}", None
    return True, None, "did not compile before"


def main():
    options = arguments()
    shutil.rmtree(options.folder, ignore_errors=True)
    files = []
    for number, source in enumerate(options.sources):
        copy = options.folder / str(number)
        shutil.copytree(source, copy)
        files += sorted(copy.rglob("*.cu"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = list(pool.map(lambda file: fix(options, file), files))
    changed = failed = 0
    for file, (was_changed, failure, remark) in zip(files, outcomes):
        changed += was_changed
        failed += failure is not None
        if failure or remark:
            print(f"{file}: {failure or remark}")
    print(f"{len(files)} files, {changed} changed, {failed} failed")
    if failed or changed < options.least:
        sys.exit(1)


if __name__ == "__main__":
    main()
