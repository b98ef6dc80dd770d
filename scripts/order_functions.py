#!/usr/bin/env python3
"""Writes anew in which order the linker places the functions of a static binary.

A run on a small file executes a tenth of the binary, here and there. With those functions side by side
it reads half as many pages, and each page costs as much as some ten thousand instructions.

  scripts/order_functions.py TOOL FILE.cu... >tools/cuda-memlint/function-order.txt

TOOL is a binary with its symbols (the last command of `ninja -t commands bin/cuda-memlint`, without `-Wl,-s` and
with another name behind `-o`); valgrind executes it on each FILE. Functions of more runs come first. Names that
no longer exist do no harm, and new functions are placed behind all others, so that the list needs to be made
anew only where benchmarks/parse_time.py says that it pays.
"""

import collections
import re
import subprocess
import sys
import tempfile

# What fewer runs execute is not worth a place in the list.
MOST = 9000

# Behind these the list ends (tools/cuda-memlint/PagesAtStart.cpp).
END = "memlintEndOfOrderedFunctions"

# What valgrind's processor executes of the C library, and what newer ones have in its place.
ON_NEWER_PROCESSORS = [("_avx2", "_evex"), ("_avx2_movbe", "_evex_movbe"), ("_avx_", "_evex_"), ("_avx_", "_avx512_"),
                       ("_avx2_", "_evex_"), ("_avx2_", "_avx512_")]

# `fn=(12) _Zname` and `cfn=(13) _Zother'2`, where a recursive call has a number of its own.
FUNCTION = re.compile(r"^c?fn=\(\d+\) ([^'\s]+)")


def executed(tool, file):
    """The functions that run for `file`, in the order in which the profile names them."""
    with tempfile.NamedTemporaryFile("r") as profile:
        subprocess.run(["valgrind", "--tool=callgrind", "--demangle=no",
                        f"--callgrind-out-file={profile.name}", tool, "--no-cache", file],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return list(dict.fromkeys(match[1] for line in profile if (match := FUNCTION.match(line))))


def with_newer_variants(names):
    for name in names:
        yield name
        if name.startswith("__") and not name.startswith("__cxx"):
            yield from dict.fromkeys(name.replace(*pair) for pair in ON_NEWER_PROCESSORS if pair[0] in name)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    tool, *files = sys.argv[1:]
    runs = collections.Counter()
    for file in files:
        # Some code of the C library has no name.
        functions = [name for name in executed(tool, file) if not name.startswith("0x")]
        if not functions:
            sys.exit(f"order_functions: '{file}' gave no profile; is valgrind installed?")
        runs.update(functions)
    # A counter keeps the order in which its keys came; the sort is stable.
    print("\n".join(with_newer_variants(name for name, _ in runs.most_common(MOST))))
    print(END)


if __name__ == "__main__":
    main()
