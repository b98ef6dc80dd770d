#!/usr/bin/env python3
"""Holds the estimated times of excess against what the mended kernels of pairs.cu save.

    compare.py CUDA-MEMLINT RECORDING [--within SHARE] [--correlation RHO]

RECORDING is what `cuda-memlint record --times` wrote of pairs.cu. Prints one line of CSV for each
pair, then how many savings lie in their range, and Spearman's rank correlation of the middle of the
range with the saving. The exit code is 1 if fewer than that share of them do, or if the correlation is
lower."""

import argparse
import csv
import json
import pathlib
import re
import subprocess
import sys


def times_of(recording):
    """Nanoseconds by kernel, from the lines of the recording."""
    times, name = {}, None
    for line in pathlib.Path(recording).read_text().splitlines():
        if found := re.search(r"name: +'?(?:void )?(\w+(?:<\d+>)?)", line):
            name = found[1]
        elif found := re.search(r"nanoseconds: +(\d+)", line):
            times[name] = int(found[1])
    return times


def estimates_of(tool, recording):
    source = pathlib.Path(__file__).with_name("pairs.cu")
    run = subprocess.run(
        [tool, "--no-cache", "--format=json", "--fail-on=none", "--launches", recording, source],
        capture_output=True, text=True, check=True)
    report = json.loads(run.stdout)
    ranges = {}
    for finding in report["findings"]:
        time = finding["excess_time"]
        if time is None or "same_cause_as" in finding:
            continue
        name = finding["kernel"]
        least, most = ranges.get(name, (0, 0))
        ranges[name] = (max(least, time["least_nanoseconds"]),
                        min(most + time["most_nanoseconds"], time["launch_nanoseconds"]))
    return ranges


def ranks(numbers):
    order = sorted(range(len(numbers)), key=lambda index: numbers[index])
    result = [0] * len(numbers)
    for rank, index in enumerate(order):
        result[index] = rank
    return result


def spearman(left, right):
    one, other = ranks(left), ranks(right)
    n = len(one)
    return 1 - 6 * sum((a - b) ** 2 for a, b in zip(one, other)) / (n * (n * n - 1))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("recording")
    parser.add_argument("--within", type=float, default=0)
    parser.add_argument("--correlation", type=float, default=-1)
    options = parser.parse_args()
    times = times_of(options.recording)
    ranges = estimates_of(options.tool, options.recording)
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["pair", "wasteful_ns", "mended_ns", "saved_ns", "least_ns", "most_ns", "within"])
    middles, savings, within = [], [], 0
    for name, before in times.items():
        if not name.startswith("wasteful"):
            continue
        after = times[name.replace("wasteful", "mended")]
        least, most = ranges.get(name, (0, 0))
        saved = before - after
        fits = least <= saved <= most
        within += fits
        middles.append(least + most)
        savings.append(saved)
        table.writerow([name[len("wasteful"):], before, after, saved, least, most, int(fits)])
    correlation = spearman(middles, savings)
    print(f"# {within} of {len(savings)} savings lie in their range; "
          f"Spearman's rank correlation {correlation:.2f}")
    return within < options.within * len(savings) or correlation < options.correlation


if __name__ == "__main__":
    sys.exit(main())
