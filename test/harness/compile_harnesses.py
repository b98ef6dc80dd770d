#!/usr/bin/env python3
"""Makes a main for each CUDA file of folders and compiles it with nvcc.

Fails when one does not compile, or when a kernel of one is left out.
"""

import argparse
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import compile_each  # pylint: disable=wrong-import-position


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
    return compile_each.compile_with(options, [program, "-o", f"{program}.o"])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--harness", required=True, help="the program memlint-harness")
    compile_each.add_arguments(parser)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    compile_each.run(options, compile_one)


if __name__ == "__main__":
    main()
