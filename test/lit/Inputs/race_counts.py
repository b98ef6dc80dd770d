#!/usr/bin/env python3
"""Prints what cuda-memlint's JSON, read from standard input, says of pairs of accesses.

A line for each kernel and launch, in the order of the source:

  line 12: KERNEL: pairs=3 absent=2 undecided=1

with the outcomes that there are, a line for each reason of an undecided pair, and one for why pairs
were not analysed.
"""

import collections
import json
import sys

for file in json.load(sys.stdin)["files"]:
    for kernel in file["kernels"]:
        for launch in kernel["races"]:
            counts = collections.Counter(verdict["outcome"] for verdict in launch["verdicts"])
            text = "".join(f" {name}={count}" for name, count in sorted(counts.items()))
            print(f"line {kernel['line']}: {kernel['name']}: pairs={launch['pairs']} "
                  f"absent={launch['absent']}{text}")
            reasons = {verdict["reason"] for verdict in launch["verdicts"]
                       if verdict["outcome"] == "undecided"}
            for reason in sorted(reasons):
                print(f"  undecided: {reason}")
            if launch["reason"]:
                print(f"  {launch['reason']}")
