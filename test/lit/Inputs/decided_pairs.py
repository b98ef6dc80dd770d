"""Prints what is decided about each kernel of a report, by name."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as stream:
    report = json.load(stream)
for kernel in sorted((kernel for file in report["files"] for kernel in file["kernels"]),
                     key=lambda kernel: kernel["name"]):
    for launch in kernel["races"]:
        undecided = sum(verdict["outcome"] == "undecided" for verdict in launch["verdicts"])
        print(f"{kernel['name']}: {undecided} of {launch['pairs']} pairs undecided {launch['reason']}")
