#!/usr/bin/env python3
"""Prints what cuda-memlint's JSON, on standard input, says of pairs of accesses that may race:

  reverse: 3 pairs, 2 absent
  reverse: race same-block line 12 line 14
  reverse: undecided same-block line 12 line 14: REASON

one line for each kernel and launch, and one for each pair that is not proved absent.
"""

import json
import sys

for file in json.load(sys.stdin)["files"]:
    for kernel in file["kernels"]:
        lines = {access["id"]: access["line"] for access in kernel["accesses"]}
        for report in kernel["races"]:
            print(f"{kernel['name']}: {report['pairs']} pairs, {report['absent']} absent")
            for verdict in report["verdicts"]:
                text = "{}: {} {} line {} line {}".format(
                    kernel["name"], verdict["outcome"], verdict["threads"],
                    lines[verdict["first"]], lines[verdict["second"]])
                print(text + (": " + verdict["reason"] if verdict.get("reason") else ""))
