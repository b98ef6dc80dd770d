#!/usr/bin/env python3
"""Instruments each CUDA file of folders and compiles the copy with nvcc.

Fails when one does not compile, or when one of its accesses is left alone.
"""

import argparse
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import compile_each  # pylint: disable=wrong-import-position


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
    return compile_each.compile_with(
        options, ["-maxrregcount=64", f"-I{source.parent}", folder / source.name,
                  "-o", folder / "object.o"])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--instrument", required=True, help="the program memlint-instrument")
    parser.add_argument("--may-leave-alone", action="store_true", help="some accesses")
    compile_each.add_arguments(parser)
    options = parser.parse_args()
    compile_each.run(options, compile_one)


if __name__ == "__main__":
    main()
