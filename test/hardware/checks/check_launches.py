#!/usr/bin/env python3
"""Compares which launches of refused_launches.cu fail with what the tool says of each.

Each launch, or change of a limit, stands before the print of its name. Launches of no blocks or no
threads are left out: the tool is silent about them.

  test/hardware/checks/check_launches.py --tool PATH RECORDED
"""

import argparse
import csv
import json
import pathlib
import re
import subprocess
import sys

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
parser.add_argument("--tool", required=True)
parser.add_argument("recorded")
arguments = parser.parse_args()

with open(arguments.recorded, encoding="utf-8") as file:
    rows = csv.DictReader(line for line in file if not line.startswith("#"))
    errors = {row["form"]: row["value"] for row in rows if row["counted"] == "error"}

source = pathlib.Path(__file__).with_name("refused_launches.cu")
report = subprocess.run(
    [arguments.tool, "--no-config", "--arch=sm_90", "--format=json", "--fail-on=error", source],
    check=True, capture_output=True, text=True)
reported = {finding["line"] for finding in json.loads(report.stdout)["findings"]
            if finding["check"] in ("cuda-unchecked-launch", "cuda-shared-optin")
            and finding["level"] == "warning"}

compared = wrong = 0
since = 0
for number, text in enumerate(source.read_text(encoding="utf-8").splitlines(), start=1):
    name = re.search(r'print\("([^"]+)"', text)
    if "printf" in text and "attribute-" in text:
        name, number = re.search(r'"(attribute-\d+)', text), number + 2
    if not name:
        continue
    fails = errors.pop(name[1]) != "cudaSuccess"
    says = any(since < line <= number for line in reported)
    since = number
    if name[1] in ("grid-0", "block-0"):
        continue
    compared += 1
    if fails != says:
        wrong += 1
        print(f"problem: {name[1]}: {'fails' if fails else 'runs'} on the device, "
              f"{'reported' if says else 'not reported'}")
print(f"{compared} launches, {wrong} wrong, {len(errors)} not in the source")
sys.exit(wrong != 0 or bool(errors))
