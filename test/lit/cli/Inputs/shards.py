#!/usr/bin/env python3
"""shards.py TOOL: divides runs over a small project, in the current folder, and merges them.

What merge reports must be what one run does, byte for byte."""

import os
import subprocess
import sys

TOOL = sys.argv[1]
COUNTS = [1, 3, 20]
ALONE = """#include "common.h"
__global__ void alone{number}(float *p, int n) {{ p[threadIdx.x * Stride * {number}] = p[n]; }}
int main() {{ alone{number}<<<4, 64>>>(nullptr, {number}); }}
"""
SOURCES = {
    "include/common.h": "#pragma once\nconstexpr int Stride = 8;\ntemplate <typename T> __global__ void "
                        "shared(T *p, int n) { __shared__ T t[32][32]; t[threadIdx.x][n] = p[0]; }\n",
    "src/a/called.cu": '#include "common.h"\nextern const int Width;\n'
                       "__global__ void called(float *p, int n) { p[threadIdx.x * n * Stride] = 0; }\n"
                       "void call(float *p, int n) { called<<<Width, 32 * n>>>(p, n);\n"
                       "  shared<<<1, n>>>(p, 1); }\n",
    "src/z/caller.cu": '#include "common.h"\nvoid call(float *p, int n);\nextern const int Width = 6;\n'
                       "int main() {\n  float *p;\n  cudaMalloc(&p, 1 << 20);\n  call(p, 2);\n"
                       "  shared<<<1, 32>>>(p, 0);\n}\n",
    # Its errors are what merge says, too.
    "src/m/broken.cu": "__global__ void broken(float *p) { p[threadIdx.x] = undeclared; }\n",
    **{f"src/m/alone{number}.cu": ALONE.format(number=number) for number in range(1, 6)},
}
RUN = ["src", "-Iinclude"]


def run(*arguments, tool=TOOL, folder="."):
    done = subprocess.run([tool, *arguments], capture_output=True, cwd=folder)
    return done.returncode, done.stdout, done.stderr


def write_shards(count, *options):
    """The paths of all shards of a run."""
    paths = [f"{index}of{count}.shard" for index in range(1, count + 1)]
    for index, path in enumerate(paths, 1):
        done = run(f"--shard={index}/{count}", f"--shard-output={path}", *options, *RUN)
        if done != (0, b"", b""):
            sys.exit(f"shard {index} of {count}: {done}")
    return paths


def read(path):
    with open(path, "rb") as stream:
        return stream.read()


def check_reports():
    for form in ("text", "json", "sarif"):
        for options in ([], ["--keep-going", "--races=may", "--remarks", "--args=3 'a b'"]):
            whole = run("--no-cache", f"--format={form}", *options, *RUN)
            for count in COUNTS:
                paths = write_shards(count, f"--format={form}", *options)
                # The order of shards does not matter.
                merged = run("merge", *reversed(paths))
                if merged != whole:
                    sys.exit(f"{form}, {count} shards: {merged} instead of {whole}")
    # What is about the report may be said at the end.
    paths = write_shards(3)
    for options in (["--format=sarif"], ["--format=json"], ["--fail-on=none", "--keep-going"],
                    ["--summary", "-j1"], ["--top=2"]):
        whole, merged = run("--no-cache", *options, *RUN), run("merge", *options, *paths)
        if merged != whole:
            sys.exit(f"{options}: {merged} instead of {whole}")
    run("--no-cache", "--write-baseline=of-run", "--keep-going", *RUN)
    run("merge", "--write-baseline=of-merge", "--keep-going", *paths)
    if read("of-merge") != read("of-run"):
        sys.exit("the baselines differ")
    known = run("--no-cache", "--baseline=of-run", "--keep-going", *RUN)
    if run("merge", "--baseline=of-run", "--keep-going", *paths) != known or known[0] != 0:
        sys.exit(f"with a baseline: {known}")


def check_cache():
    """Shards use the cache, too, and are the same with it. Merging fills it."""
    whole = run("--no-cache", *RUN)
    run("merge", "--cache-dir=merged", *write_shards(2))
    for _ in range(2):
        run("--shard=1/1", "--shard-output=cached.shard", "--cache-dir=merged", *RUN)
        if run("merge", "cached.shard") != whole or run("--cache-dir=merged", *RUN) != whole:
            sys.exit("a shard from a cache")


def check_changed_sources():
    """Shards of other sources are not used."""
    paths = write_shards(2)
    with open("include/common.h", "a") as stream:
        stream.write("#define MORE\n#undef MORE\n")
    with open("src/m/alone1.cu", "a") as stream:
        stream.write("__global__ void more(float *p) { p[threadIdx.x * 32] = 0; }\n")
    if run("merge", *paths) != run("--no-cache", *RUN):
        sys.exit("changed sources")


def expect_error(message, *arguments, **how):
    done = run(*arguments, **how)
    if done != (2, b"", b"cuda-memlint: error: " + message.encode() + b"\n"):
        sys.exit(f"{done} instead of {message}")


def check_errors():
    one, two = write_shards(2)
    [single] = write_shards(1)
    expect_error("merge: give the files that --shard-output or record has written", "merge")
    expect_error("merge: shard 1 of 2 is missing", "merge", two)
    expect_error(f"merge: '{one}' and './{one}' are both shard 1 of 2", "merge", one, "./" + one)
    expect_error("merge: the shards '1of1.shard' and '2of2.shard' are of different runs",
                 "merge", single, two)
    run("--shard=1/2", "--shard-output=other.shard", "--remarks", *RUN)
    expect_error("merge: the shards 'other.shard' and '2of2.shard' are of different runs",
                 "merge", "other.shard", two)
    run("--shard=1/2", "--shard-output=other.shard", *RUN, "--", "-DX")
    expect_error("merge: the shards 'other.shard' and '2of2.shard' are of different runs",
                 "merge", "other.shard", two)
    expect_error("merge: cannot read the shard 'none': No such file or directory", "merge", "none")
    expect_error("merge: 'include/common.h' is not a shard; --shard-output writes them",
                 "merge", "include/common.h")
    expect_error(f"merge: the shard '../{single}' was written in '{os.getcwd()}': merge shards there",
                 "merge", "../" + single, folder="src")
    expect_error("merge: compile options come from the shards: omit the --",
                 "merge", single, "--", "-DX")
    text = read(single)
    for size in (len(text) - 1, len(text) // 2, 40):
        with open("damaged", "wb") as stream:
            stream.write(text[:size])
        expect_error("merge: the shard 'damaged' is damaged", "merge", "damaged")
    for at in range(20, len(text), len(text) // 10):
        with open("damaged", "wb") as stream:
            stream.write(text[:at] + bytes([text[at] ^ 4]) + text[at + 1:])
        expect_error("merge: the shard 'damaged' is damaged", "merge", "damaged")
    binary = bytearray(read(TOOL))
    binary[binary.find(b"\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0") + 16] ^= 1
    with open("tool", "wb") as stream:
        stream.write(binary)
    os.chmod("tool", 0o755)
    expect_error(f"merge: the shard '{single}' was written by another version of cuda-memlint: use "
                 "one version for all shards and for merge", "merge", single, tool="./tool")
    for value in ("0/2", "3/2", "1", "a/b", "1/2/3", "-1/2", "1/999999"):
        expect_error(f"invalid value '{value}' for --shard (expected two numbers, as in --shard=2/4)",
                     f"--shard={value}", "--shard-output=x", *RUN)
    expect_error("--shard and --shard-output need each other", "--shard=1/2", *RUN)
    expect_error("--shard and --shard-output need each other", "--shard-output=x", *RUN)
    expect_error("--shard writes no report and changes nothing: omit --fix", "--shard=1/2",
                 "--shard-output=x", "--fix", *RUN)


def main():
    for path, text in SOURCES.items():
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as stream:
            stream.write(text)
    for check in (check_reports, check_cache, check_changed_sources, check_errors):
        check()


if __name__ == "__main__":
    main()
