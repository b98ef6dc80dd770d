#!/usr/bin/env python3
"""Random kernels, executed and held against what the analysis says of them.

usage: fuzz.py [--build DIR] [--seed N] [--files N] [--kernels N] [--minutes M] [--keep DIR]
               [--no-reduce]

Makes files of random kernels (random_kernels.py), one for each seed from --seed on, and compares
each as oracle.py does. What fails is kept in --keep, and reduced line by line.
"""

import argparse
import collections
import os
import re
import subprocess
import sys
import time

import oracle
import random_kernels


def failed(outcome):
    """Whether it is the comparison that failed, and how."""
    return outcome.code != 0 and ("DISAGREEMENT" in outcome.text or "not analysed" in outcome.text)


def attempt(text, folder, tools):
    path = os.path.join(folder, "random.cu")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
    try:
        return oracle.run(path, folder, tools, expect=False)
    except subprocess.TimeoutExpired as late:
        return oracle.Outcome(99, f"takes too long: {' '.join(late.cmd)}")


def reduce(lines, still_fails):
    """ddmin: the fewest of the lines that still fail, in pieces of decreasing size."""
    size = len(lines) // 2
    while size:
        at = 0
        while at < len(lines):
            fewer = lines[:at] + lines[at + size:]
            if still_fails(fewer):
                lines = fewer
            else:
                at += size
        size //= 2
    return lines


def culprits(text):
    """The kernels that disagree."""
    return sorted(set(re.findall(r"DISAGREEMENT in (k\d+)", text)))


def reduced(seed, name, folder, tools):
    kernel, calls = random_kernels.Maker(int(name[1:]), seed).make()

    def still_fails(candidate):
        text = random_kernels.whole(random_kernels.PROLOGUE + candidate[:-1], candidate[-1:])
        return candidate and candidate[-1] in calls and failed(attempt(text, folder, tools))

    for call in calls:
        if still_fails(kernel + [call]):
            lines = reduce(kernel + [call], still_fails)
            text = random_kernels.whole(random_kernels.PROLOGUE + lines[:-1], lines[-1:])
            return text, attempt(text, folder, tools).text
    return "\n".join(kernel + calls), "fails in the company of other kernels only"


def fuzz(tools, seeds, kernels, folder, minutes, reduces):
    """Tries a file for each seed; whether all agree, and in words."""
    os.makedirs(folder, exist_ok=True)
    end = time.monotonic() + 60 * minutes
    words, counts, files, wrong = [], collections.Counter(), 0, 0
    for seed in seeds:
        if time.monotonic() > end:
            break
        files += 1
        text = random_kernels.whole(*random_kernels.source(seed, kernels))
        outcome = attempt(text, folder, tools)
        counted = re.search(r"(\d+) of (\d+) accesses compared, (\d+) in total", outcome.text)
        if counted:
            counts.update(dict(zip(("compared", "all", "costs"), map(int, counted.groups()))))
        if outcome.code == 0:
            continue
        wrong += 1
        words.append(f"seed {seed}: {outcome.text}")
        with open(os.path.join(folder, f"seed{seed}.cu"), "w", encoding="utf-8") as stream:
            stream.write(text)
        for name in culprits(outcome.text)[:2] if reduces else []:
            words += [f"seed {seed}, {name}, reduced:", *reduced(seed, name, folder, tools)]
    words.append(f"{files} files from seed {seeds.start}, {counts['compared']} of {counts['all']} "
                 f"accesses compared, {counts['costs']} in total cost too; {wrong} files fail")
    return wrong == 0 and counts["costs"] > 0, "\n".join(words)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(oracle.ROOT, "build"))
    parser.add_argument("--clang", default="clang++-19")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", type=int, default=10)
    parser.add_argument("--kernels", type=int, default=30)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--keep", default="/tmp/cuda-memlint-fuzz")
    parser.add_argument("--no-reduce", action="store_true")
    given = parser.parse_args()
    tools = oracle.Tools.of_build(given.build, given.clang)
    seeds = range(given.seed, given.seed + given.files)
    right, text = fuzz(tools, seeds, given.kernels, given.keep, given.minutes, not given.no_reduce)
    print(text)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
