#!/usr/bin/env python3
"""errors.py MEMLINT FOLDER: a.cu there with one bad configuration after the other.

Prints of each message what follows the configuration's path. A message that is not one
line of that form, another exit code than 2, or any report ends it."""

import subprocess
import sys
from pathlib import Path

BAD = [
    "check: '*'",
    "arch: sm_90\narch: sm_80",
    "arch: sm_9",
    "checks:  cuda-shared-rice",
    "levels: {'*': fatal}",
    "launches:\n  - 'a<<<1,2>>>'\n  - 'k<<<1>>>'",
    "assumptions:\n  k: assume n >",
    "assumptions:\n  k: asume n > 3",
    "ignore: [ '../x' ]",
    "ignore: [ '[' ]",
    "remarks: yes",
    "races: all",
    "compile-options:\n- -fplugin=x.so",
    "compile-options: ['-I include']",
    "compile-options: [ -I ]",
    "- checks",
    "checks: {a: b}",
    "checks: *all",
    "levels: &levels {'*': error}\narch: *levels",
    "arch: sm_90\n---\narch: sm_80",
    "# " + "x" * 70000,
    "compile-options: [-std=foo]",
    "arch: " + "x" * 5000,
    "arch: sm_90\nx: " + "\0",
    b"arch: sm_90\n# \xff",
    "arch: sm_90".encode("utf-16"),
    "levels: {'*': erorr}",
    "fail-on: warnings",
    "toolkit: embeded",
    "checks: [-cuda-shared-rice]",
    "checks: ['-cuda-shrd-*']",
    "levels: {cuda-shared-bnk*: error}",
    "budgets: [{kernels: k, shared-excess: 0}]",
    "budgets: {kernel: k, shared-excess: 0}",
    "budgets:\n  - kernel: k\n    shard-excess: 0",
    "budgets:\n  - kernel: k\n    sectors per request: 4",
    "budgets:\n  - kernel: k",
    "budgets:\n  - shared-excess: 0",
    "budgets:\n  - kernel: ''\n    shared-excess: 0",
    "budgets: [{kernel: k, shared-excess: 101}]",
    "budgets: [{kernel: k, global-sectors: -1}]",
    "budgets: [{kernel: k, global-sectors: [1]}]",
    "budgets: [{kernel: k, global-sectors: nan}]",
    "budgets: [{kernel: k, global-sectors: <= 4.5}]",
    "budgets: [k]",
    "levels: {cuda-exceeded-*: none}\nbudgets: [{kernel: k, global-sectors: 1}]",
    "checks: ['*'\n  arch: ]: [",
]


def main():
    memlint, folder = sys.argv[1:]
    path = Path(folder) / ".cuda-memlint.yaml"
    for text in BAD:
        path.write_bytes(text if isinstance(text, bytes) else (text + "\n").encode())
        ran = subprocess.run([memlint, str(Path(folder) / "a.cu")], capture_output=True,
                             text=True, check=False)
        start = f"cuda-memlint: error: {path}:"
        if (ran.returncode != 2 or ran.stdout or ran.stderr.count("\n") != 1
                or not ran.stderr.startswith(start)):
            sys.exit(f"{text!r}: exit code {ran.returncode}\n{ran.stdout}{ran.stderr}")
        print(ran.stderr[len(start):], end="")


main()
