"""Prints of each kernel of a JSON report the blocks that it is analysed with, and where they come from."""

import json
import sys

for file in json.load(sys.stdin)["files"]:
    for kernel in file["kernels"]:
        launches = kernel["accesses"][0]["launches"]
        blocks = [",".join("?" if extent is None else str(extent) for extent in launch["block"])
                  + " " + launch["from"] for launch in launches]
        print(f"{kernel['name']}: {'; '.join(blocks)}")
