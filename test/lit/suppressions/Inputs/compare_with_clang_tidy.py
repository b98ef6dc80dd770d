#!/usr/bin/env python3
"""compare_with_clang_tidy.py MEMLINT CLANG_TIDY FOLDER: one comment must silence both.

Makes texts of random lines, each with a finding and NOLINT words around it, once as
kernels for the tool and once as classes for a check of clang-tidy, and compares the
lines on which each still reports, and the words that it calls unmatched."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path

FILES, LINES, SEED = 12, 120, 19
WORDS = ["NOLINT", "NOLINTNEXTLINE", "NOLINTBEGIN", "NOLINTEND", "NOLINTALL", "nolint"]
CHECKS = ["", "", "()", "(*)", "(CHECK)", "(CHECK, other-check)", "( other-check ,CHECK )",
          "(other-check)", "(PREFIX-*)", "(*-SUFFIX)", "(PREFIX-*-SUFFIX)", "(*,-CHECK)", "(-CHECK)",
          " (other-check)", "(other-check", "(**)", "(other-*,PREFIX*)", "(PREFIX)"]
COMMENTS = ["// {}", "/* {} */", "// because {}: it is so"]


def comment(source):
    words = " ".join(
        source.choice(WORDS) + source.choice(CHECKS) for _ in range(source.choice([1, 1, 1, 2])))
    return source.choice(COMMENTS).format(words)


def make_lines(source):
    """Texts with {} where the finding stands."""
    lines = []
    for _ in range(LINES):
        kind = source.random()
        text = "{}" if kind < 0.7 else ""
        if source.random() < 0.5:
            note = comment(source)
            before = note.endswith("*/") and source.random() < 0.3
            text = note + " " + text if before else text + " " + note
        lines.append(text)
    return lines


def named(line, check, body):
    prefix, _, suffix = check.partition("-")
    line = line.replace("CHECK", check).replace("PREFIX", prefix).replace("SUFFIX", suffix)
    return line.replace("{}", body)


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def main():
    memlint, clang_tidy, folder = sys.argv[1:]
    source = random.Random(SEED)
    silenced = reported = unmatched = 0
    for number in range(FILES):
        lines = make_lines(source)
        cuda = Path(folder) / f"{number}.cu"
        cuda.write_text("\n".join(
            named(line, "cuda-uncoalesced-access",
                  f"__global__ void k{at}(float *out) {{ out[threadIdx.x * 32] = {at}; }}")
            for at, line in enumerate(lines)) + "\n")
        plain = Path(folder) / f"{number}.cpp"
        plain.write_text("\n".join(
            named(line, "google-explicit-constructor", f"class C{at} {{ C{at}(int); }};")
            for at, line in enumerate(lines)) + "\n")
        ours = json.loads(run(memlint, "--format=json", "--fail-on=none", str(cuda)))
        theirs = run(clang_tidy, "--config={}", "--checks=-*,google-explicit-constructor",
                     str(plain), "--")
        ours_lines = {each["line"] for each in ours["findings"] if "suppressed" not in each}
        theirs_lines = {int(n) for n in re.findall(r"\.cpp:(\d+):\d+: warning: ", theirs)}
        ours_alone = {
            each["line"] for each in ours["files"][0]["messages"] if "unmatched" in each["message"]}
        theirs_alone = {int(n) for n in re.findall(r"\.cpp:(\d+):\d+: error: unmatched", theirs)}
        if ours_lines != theirs_lines:
            sys.exit(f"{cuda}: reported on lines {sorted(ours_lines ^ theirs_lines)} by one only")
        if ours_alone != theirs_alone:
            sys.exit(f"{cuda}: unmatched on lines {sorted(ours_alone)}, {sorted(theirs_alone)}")
        reported += len(ours_lines)
        silenced += sum("{}" in line for line in lines) - len(ours_lines)
        unmatched += len(ours_alone)
    print(f"{reported} reported, {silenced} silenced, {unmatched} unmatched")


main()
