#!/usr/bin/env python3
"""Counts the outcomes for the pairs of accesses that could race, in all .cu files of folders.

  count_pairs.py --tool cuda-memlint FOLDER...

Prints a table: pairs looked at, by outcome, and of the undecided ones the reason, names in it
left out.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "corpus"))
from include_folders import IncludeFolders  # noqa: E402

CHECKS = "--checks=-*,cuda-shared-race,cuda-global-race,cuda-missing-syncwarp"


def sources(folder):
    for directory, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".cu"):
                yield os.path.join(directory, name)


def report(tool, path, folders):
    """The tool's report on one file; None: it gave none."""
    command = [tool, "--format=json", "--fail-on=none", "--keep-going", CHECKS, "-j1", path,
               "--"]
    command += ["-I" + folder for folder in folders]
    try:
        done = subprocess.run(command, capture_output=True, timeout=120, check=False)
        return json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("folders", nargs="+")
    arguments = parser.parse_args()
    outcomes, reasons = collections.Counter(), collections.Counter()
    failed = kernels = decided = 0
    for folder in arguments.folders:
        guess = IncludeFolders(folder)
        for path in sorted(sources(folder)):
            result = report(arguments.tool, path, guess.guess(path))
            if result is None:
                failed += 1
                continue
            for kernel in [each for file in result["files"] for each in file["kernels"]]:
                launches = [launch for launch in kernel["races"] if launch["pairs"]]
                verdicts = [verdict for launch in launches for verdict in launch["verdicts"]]
                for launch in launches:
                    left = re.match(r"pairs not analysed: (\d+) \((.*)\)", launch["reason"])
                    if left:
                        outcomes["undecided"] += int(left[1])
                        reasons[left[2]] += int(left[1])
                outcomes["absent"] += sum(launch["absent"] for launch in launches)
                outcomes.update(verdict["outcome"] for verdict in verdicts)
                undecided = [each for each in verdicts if each["outcome"] == "undecided"]
                reasons.update(re.sub(r"(,? ?`[^`]*`)+", " ...", each["reason"])
                               for each in undecided)
                kernels += bool(launches)
                decided += bool(launches) and not undecided and not any(
                    launch["reason"] for launch in launches)
    print(f"| pairs | {sum(outcomes.values())} |\n| --- | ---: |")
    for outcome, count in outcomes.most_common():
        print(f"| {outcome} | {count} |")
    for reason, count in reasons.most_common():
        print(f"| undecided: {reason} | {count} |")
    print(f"\n{decided} of {kernels} kernels with pairs have none undecided; "
          f"no report on {failed} files.")


if __name__ == "__main__":
    main()
