#!/usr/bin/env python3
"""Holds what `cuda-memlint --fix --unsafe-fixes --min-share=0` makes of programs today against what an H200 counted of it.

  check.py --tool PATH [--table]

Needs no GPU: recorded.csv beside this file says what record.py measured. Each program in it is mended again; each access of
the mended source must be predicted to cost what it was when the counters confirmed it (for accesses that only a common
count exists for, that of their sum). --table prints the
record as the table of docs/accuracy.md, one row for each access whose cost the edit changes, and that has
a count of its own.
"""

import argparse
import collections
import concurrent.futures
import csv
import json
import pathlib
import sys
import tempfile

import record

HERE = pathlib.Path(__file__).resolve().parent


def predicted(tool, program):
    """By kernel and text of an access: the costs in the launches of the mended source, None where unknown."""
    with tempfile.TemporaryDirectory() as folder:
        path, changed = record.mended(tool, program, pathlib.Path(folder))
        if not changed:
            return None
        ran = record.execute([tool, "--format=json", "--fail-on=none", path, *record.OPTIONS], folder)
        costs = collections.defaultdict(set)
        for file in json.loads(ran.stdout)["files"]:
            for kernel in file["kernels"]:
                for access in kernel["accesses"]:
                    for launch in access["launches"]:
                        costs[kernel["name"], access["text"]].add(launch["cost"])
        return costs


def table(rows):
    print("| program | access after the edit | before | after | counted after | results |")
    print("| --- | --- | --- | --- | --- | --- |")
    shown = set()
    for row in rows:
        line = (f"| `{row['program']}` | `{row['access'].replace('|', chr(92) + '|')}` | {row['counted_before']} | "
                f"{row['predicted_after']} | {row['counted_after']} | {row['results']} |")
        changes = row["predicted_before"] and row["predicted_before"] != row["predicted_after"]
        alone = (row["status"] == "confirmed" and row["predicted_after"] == row["counted_after"]
                 and row["predicted_before"] == row["counted_before"])
        if changes and alone and line not in shown:
            shown.add(line)
            print(line)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True, type=pathlib.Path)
    parser.add_argument("--table", action="store_true")
    given = parser.parse_args()
    with (HERE / "recorded.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    if given.table:
        return table(rows)
    programs = collections.defaultdict(list)
    for row in rows:
        programs[row["program"]].append(row)
    wrong, held = [], 0
    tool = given.tool.resolve()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        all_costs = list(pool.map(lambda name: predicted(tool, record.ROOT / name), programs))
    for (name, measured), costs in zip(programs.items(), all_costs):
        if costs is None:
            wrong.append(f"{name}: --fix changes nothing any more")
            continue
        for row in measured:
            if row["status"] != "confirmed":
                continue
            now = costs[row["kernel"], row["access"]]
            # What only a generated main determined about the launch is unknown here.
            if None in now:
                continue
            held += 1
            if int(row["predicted_after"]) not in now:
                wrong.append(f"{name}: {row['kernel']}: {row['access']}: {sorted(now)}, was {row['predicted_after']}")
    print(*wrong, sep="\n")
    print(f"{len(programs)} programs, {held} counts held, {len(wrong)} wrong")
    return 1 if wrong or not held else 0


if __name__ == "__main__":
    sys.exit(main())
