#!/usr/bin/env python3
"""Prints for each finding about a race in cuda-memlint's JSON, on standard input, what decides
whether it happens, one line each, such as `reverse: may-race bound`. Fails if a finding says
anything else than the pair of accesses that it is about.
"""

import json
import sys

document = json.load(sys.stdin)
verdicts = {}
for file in document["files"]:
    for kernel in file["kernels"]:
        verdicts[kernel["name"]] = [
            (verdict["outcome"], verdict.get("depends_on"))
            for report in kernel["races"]
            for verdict in report["verdicts"]
        ]
for finding in document["findings"]:
    outcome, decides = finding["race_outcome"], finding.get("race_depends_on", [])
    if not outcome:
        continue
    if (outcome, decides) not in verdicts[finding["kernel"]]:
        sys.exit(f"{finding['kernel']}: no pair of accesses is {outcome}, {decides}")
    print(f"{finding['kernel']}: {outcome} {' '.join(decides)}".rstrip())
