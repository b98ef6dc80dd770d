#!/usr/bin/env python3
"""Accounts for every warning about an access: where it is in a report of one finding per cause.

  benchmarks/corpus/account.py REPOSITORY... [--jobs N] [--list]

Each .cu of the checked-out repositories is linted twice, by itself, with include folders
guessed (see include_folders.py): without limits of significance, which gives each access
that costs too much a warning, and as by default. Each warning of the first run has to be
in the second: shown, in a group whose finding is shown, with the finding of another
instance of its template, or a remark with a note that says one of the reasons of
docs/usage.md, "When a finding is a warning". Prints in markdown how many are which, and
the warnings per kernel, where a kernel and its instances are one and findings that read
alike, too. What is in a header counts once a repository.

Exits with 1 when a warning is in none of these places, or a file crashed.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys

from include_folders import IncludeFolders

# Notes of remarks, and in what words the table has them.
REASONS = [
    ("little of its own traffic",
     r"minor: (the excess is [\d.]+ % of the traffic"
     r"|rows of the block share|warps of the block share)"),
    ("no change known",
     r"(minor: |which lanes take part is not known, and |the layout of .* is a library's, and )"
     r".*no change is known|minor: .*, and no change is known"),
    ("little of the kernel",
     r"minor: (the excess is (at most )?[\d.]+ % of the kernel's|outside the loop at line)"),
    ("small launches",
     r"minor: (launches of this kernel are small|no launch of this kernel has more than"
     r"|.* in excess take little of the time of a launch)"),
    ("not launched, or a guess",
     r"nothing launches the kernel|the block is a guess|the excess is assumed: with a small"),
    ("little of the program", r"minor: "),
]
WITHOUT_LIMITS = ["--min-excess=0", "--min-share=0"]
PLACES = ("shown", "in a group", "with another instance")


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    parser.add_argument("repositories", nargs="+", metavar="REPOSITORY")
    parser.add_argument("--tool", default=os.path.join(root, "build/release/bin/cuda-memlint"))
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--time-out", type=float, default=120, metavar="SECONDS",
                        help="for each run (default: 120)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--list", action="store_true",
                        help="print each warning that is in none of the places")
    return parser.parse_args()


def report_of(path, folders, options, limits):
    """The report on one file; None: a crash or a time-out."""
    command = [options.tool, "--no-cache", "--format=json", "--fail-on=none", "--keep-going",
               f"--arch={options.arch}", *limits, path, "--"]
    try:
        done = subprocess.run(command + [f"-I{folder}" for folder in folders],
                              capture_output=True, timeout=options.time_out, check=False)
        return json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return None


def is_of_access(finding):
    return finding["access"] is not None and finding["race_outcome"] is None


def key_of(finding):
    return finding["check"], finding["kernel"], finding["fingerprint"]


def location_of(finding):
    return (finding["check"], os.path.realpath(finding["path"]), finding["line"],
            finding["column"])


def reason_of(finding):
    notes = [note["message"] for note in finding["notes"]]
    return next((name for name, pattern in REASONS
                 if any(re.match(pattern, note) for note in notes)), None)


def is_warning(finding):
    return finding["level"] != "remark" and "suppressed" not in finding


def was_warning(finding):
    """It is one, or has been lowered for a reason that no limit is about."""
    return is_warning(finding) or reason_of(finding) is not None


def place_of(finding, findings):
    """Where `finding`, of the run by default, is; None: nowhere."""
    if not is_warning(finding):
        return reason_of(finding)
    for member, place in (("same_cause_as", PLACES[1]), ("shown_with", PLACES[2])):
        if member in finding:
            shown = findings[finding[member]]
            return place if is_warning(shown) and shown["check"] == finding["check"] else None
    return PLACES[0]


class Tally:
    """Numbers of one repository."""

    def __init__(self):
        self.kernels = set()
        self.places = collections.Counter()
        self.lost = []
        self.failed = []
        # By kernel: locations of warnings, of each access and as shown.
        self.each, self.shown = collections.defaultdict(set), collections.defaultdict(set)
        self.known = set()

    def add(self, before, after):
        kernels = {kernel["name"]: (os.path.realpath(kernel["path"]), kernel["line"])
                   for source in after["files"] for kernel in source["kernels"]}
        self.kernels.update(kernels.values())
        now = collections.defaultdict(list)
        for finding in after["findings"]:
            now[key_of(finding)].append(finding)
        for finding in before["findings"]:
            if not is_of_access(finding) or not was_warning(finding):
                continue
            at = location_of(finding)
            same = now[key_of(finding)]
            partner = same.pop(0) if same else None
            place = place_of(partner, after["findings"]) if partner else None
            kernel = kernels.get(finding["kernel"])
            if is_warning(finding):
                self.each[kernel].add(at)
            if place == PLACES[0]:
                self.shown[kernel].add(at)
            if (at, finding["kernel"]) in self.known:
                continue
            self.places[place] += 1
            if place is None:
                self.lost.append(finding)
        self.known.update((location_of(finding), finding["kernel"])
                          for finding in before["findings"]
                          if not finding["path"].endswith(".cu"))


def per_kernel(tally, warnings):
    """The number of warnings, and of those by kernel the median, the 90th percentile, the most."""
    counts = sorted(len(warnings.get(kernel, ())) for kernel in tally.kernels) or [0]

    def percentile(share):
        return counts[min(len(counts) - 1, int(share * len(counts)))]
    return sum(counts), percentile(0.5), percentile(0.9), counts[-1]


def read(repository, options):
    tally = Tally()
    folders = IncludeFolders(repository)
    paths = sorted(os.path.join(folder, name)
                   for folder, _, names in os.walk(repository) for name in names
                   if name.endswith(".cu"))

    def both(path):
        include = folders.guess(path)
        return (report_of(path, include, options, WITHOUT_LIMITS),
                report_of(path, include, options, []))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, (before, after) in zip(paths, pool.map(both, paths)):
            if before is None or after is None:
                tally.failed.append(path)
            else:
                tally.add(before, after)
    return tally


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def main():
    options = parse_options()
    tallies = {os.path.basename(os.path.normpath(repository)): read(repository, options)
               for repository in options.repositories}
    columns = list(PLACES) + [f"remark: {name}" for name, _ in REASONS] + ["nowhere"]
    row("repository", "warnings", *columns)
    row("---", *["---:"] * (len(columns) + 1))
    for name, tally in tallies.items():
        places = list(PLACES) + [name for name, _ in REASONS] + [None]
        row(name, sum(tally.places.values()), *[tally.places[place] for place in places])
    print()
    row("repository", "kernels", "each access: warnings", "median by kernel", "90th percentile",
        "worst", "one finding per cause: warnings", "median by kernel", "90th percentile", "worst")
    row("---", *["---:"] * 9)
    for name, tally in tallies.items():
        row(name, len(tally.kernels), *per_kernel(tally, tally.each),
            *per_kernel(tally, tally.shown))
    for tally in tallies.values():
        for path in tally.failed:
            print(f"{path}: no report", file=sys.stderr)
        for finding in tally.lost if options.list else ():
            print(f"{finding['path']}:{finding['line']}: {finding['kernel']}: "
                  f"{finding['message']}", file=sys.stderr)
    return any(tally.lost or tally.failed for tally in tallies.values())


if __name__ == "__main__":
    sys.exit(main())
