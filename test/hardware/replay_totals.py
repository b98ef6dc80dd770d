#!/usr/bin/env python3
"""Holds the totals of kernels that FOLDER/generate.py writes against what a GPU counted, in FOLDER/counted.csv.

Prints a line for each total that is not what was counted, or for "at most" less than that, and in the end
how many kernels there are of each kind.
"""

import argparse
import collections
import csv
import importlib
import json
import os
import subprocess
import sys
import tempfile

COUNT = 120


def totals_of(tool, program, seed):
    """By kernel: requests, sectors, whether they are the most, accesses that are not counted."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "program.cu")
        with open(source, "w") as file:
            file.write(program(seed, COUNT))
        printed = subprocess.run([tool, "--summary", "--format=json", "--fail-on=none", "--checks=-*,cuda-uncoalesced-access",
                                  "--no-fixes", source], capture_output=True, text=True, check=True).stdout
    result = {}
    for kernel in json.loads(printed)["files"][0]["kernels"]:
        for launch in kernel["summary"]:
            for traffic in launch["traffic"]:
                if traffic["space"] == "global":
                    result[kernel["name"]] = (traffic["requests"], traffic["cost"], traffic.get("at_most", False),
                                              traffic["accesses_not_counted"])
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True)
    parser.add_argument("folder", metavar="FOLDER")
    options = parser.parse_args()
    sys.path.insert(0, options.folder)
    program = importlib.import_module("generate").program
    counted = collections.defaultdict(dict)
    with open(os.path.join(options.folder, "counted.csv")) as file:
        for row in csv.DictReader(file):
            counted[int(row["seed"])][row["kernel"]] = (
                int(row["load_requests"]) + int(row["store_requests"]),
                int(row["load_sectors"]) + int(row["store_sectors"]))
    kinds = collections.Counter()
    for seed, kernels in counted.items():
        totals = totals_of(options.tool, program, seed)
        for name, (requests, sectors) in kernels.items():
            requests_said, sectors_said, at_most, unknown = totals.get(name, (0, 0, False, 1))
            if unknown:
                kinds["without a total"] += 1
            elif (requests, sectors) == (requests_said, sectors_said) and not at_most:
                kinds["as counted"] += 1
            elif at_most and requests <= requests_said and sectors <= sectors_said:
                kinds["at most"] += 1
            else:
                kinds["otherwise"] += 1
                print(f"{name} of seed {seed}: {requests} requests, {sectors} sectors counted; "
                      f"{'at most ' if at_most else ''}{requests_said} and {sectors_said} said")
    print("; ".join(f"{kinds[kind]} {kind}" for kind in ("as counted", "at most", "without a total", "otherwise")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
