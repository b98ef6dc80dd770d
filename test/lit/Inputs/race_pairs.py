"""Prints for each kernel of a JSON report on standard input between which threads there are
pairs of accesses that are not proved absent: "NAME: absent", or "NAME: same-warp same-block"."""

import json
import sys

ORDER = ["same-warp", "same-block", "different-blocks"]

for file in json.load(sys.stdin)["files"]:
    for kernel in file["kernels"]:
        pairs = sum(launch["pairs"] for launch in kernel["races"])
        open_pairs = [verdict["threads"] for launch in kernel["races"]
                      for verdict in launch["verdicts"]]
        if pairs != sum(launch["absent"] for launch in kernel["races"]) + len(open_pairs):
            sys.exit(f"{kernel['name']}: pairs that are neither absent nor listed")
        found = [kind for kind in ORDER if kind in open_pairs]
        print(f"{kernel['name']}: {' '.join(found) if found else 'absent' if pairs else 'no pairs'}")
