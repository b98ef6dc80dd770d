#!/usr/bin/env python3
"""Holds what is said of the footprint of loads and stores against what an H200 counted.

  test/hardware/replay_footprint.py --tool build/bin/cuda-memlint

Analyses footprint/footprint.cu and compares the sectors that each kernel's loads, or stores that are
combined, are said to touch together with what the L2 cache was asked for. Of stores nothing may be
said where more were sent to it. Exit code 1 when one differs.
"""

import argparse
import csv
import json
import pathlib
import re
import subprocess
import sys

FOLDER = pathlib.Path(__file__).parent / "footprint"
WARPS = 32768
# Now and then the L1 cache evicts a line before all of it was used.
TOLERANCE = 0.001
# Some stores are not combined. What is above this share of them would be worth a warning.
STORE_TOLERANCE = 0.1
NOTE = re.compile(r"others? touch ([\d,]+) sectors per warp")


def together(findings, kernel):
    """Sectors per warp, as the notes on the loads or stores of the kernel agree."""
    counts = set()
    for finding in findings:
        if finding["kernel"] == kernel:
            for note in finding["notes"]:
                if match := NOTE.search(note["message"]):
                    counts.add(int(match[1].replace(",", "")))
    return counts.pop() if len(counts) == 1 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True)
    tool = parser.parse_args().tool
    output = subprocess.run([tool, "--remarks", "--format=json", FOLDER / "footprint.cu"],
                            capture_output=True, text=True, check=False)
    report = json.loads(output.stdout)
    compared = failed = 0
    for row in csv.DictReader((FOLDER / "h200_footprint.csv").open()):
        stores = row["kernel"].startswith("store")
        counted = int(row["l2_written_sectors" if stores else "l2_read_sectors"])
        said = together(report["findings"], row["kernel"])
        if row["kernel"].startswith("loadMember") or (stores and said is None):
            fits = said is None
        else:
            compared += 1
            tolerance = STORE_TOLERANCE if stores else TOLERANCE
            fits = said is not None and abs(said * WARPS - counted) <= tolerance * counted
        if not fits:
            failed += 1
            print(f"{row['kernel']}: counted {counted / WARPS:.2f} sectors per warp, said {said}")
    print(f"{compared - failed} of {compared} footprints as counted")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
