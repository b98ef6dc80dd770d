#!/usr/bin/env python3
"""Holds what the tool predicts of the programs of before/ and after/, and what its advice promises, against what a GPU counted.

  check.py --tool PATH [--recorded CSV] [--table] [--page PAGE]

Needs no GPU: recorded.csv says what record.py measured. For each kernel the requests and sectors of global memory and the
wavefronts of shared memory must be predicted as they were counted, before and after, in total and, where the compiler merges no
accesses, for loads and stores; the advice on the program in before/ must promise what was counted of the one in after/, which
must have no warning; and the results of both must be the same. --table prints the tables of docs/accuracy.md, and --page
holds the page against them.
"""

import argparse
import concurrent.futures
import csv
import json
import pathlib
import re
import subprocess
import sys

from record import VERSIONS

HERE = pathlib.Path(__file__).resolve().parent
KINDS = {
    "whole": "structure loaded or stored whole",
    "soa": "structure of arrays",
    "bytes": "bytes and two-byte elements as vectors",
    "vector": "elements side by side as `float4`",
    "shape": "blocks with longer rows",
    "exchange": "`threadIdx.x` and `z` swapped",
    "stride": "`k * T + t`",
    "pitch": "rows padded to whole sectors",
    "dynamic": "rows of dynamic shared memory padded",
    "tile": "tile in shared memory",
}
# The columns of the record that make up each total.
TOTALS = {
    "requests": ("load_requests", "store_requests"),
    "sectors": ("load_sectors", "store_sectors"),
    "wavefronts": ("shared_load_wavefronts", "shared_store_wavefronts"),
}
# By space of memory: the total, the member of a launch, and what the columns for loads and stores are called.
COUNTS = [("global", "requests", "requests", "{}_requests"), ("global", "sectors", "cost", "{}_sectors"),
          ("shared", "wavefronts", "cost", "shared_{}_wavefronts")]


def number(text):
    return int(text.replace(",", ""))


def report_of(tool, name, version):
    path = HERE / version / f"{name}.cu"
    ran = subprocess.run([tool, "--format=json", "--summary", "--remarks", "--fail-on=none", path, "--", "-std=c++17"],
                         capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


def by_kind(kernel, space, member, column):
    """What the accesses of a space sum up to as they are written, by kind; None where one of them has no total."""
    sums = {column.format(kind): 0 for kind in ("load", "store")}
    for access in kernel["accesses"]:
        if access["space"] != space:
            continue
        launch, = access["launches"]
        if launch[member] is None:
            return None
        sums[column.format(access["kind"])] += launch[member]
    return sums


def predicted(report):
    """By kernel: its totals as the compiler merges accesses, None where they are unknown, and counts by kind where it merges none."""
    found = {}
    for kernel in report["files"][0]["kernels"]:
        launch, = kernel["summary"]
        spaces = {traffic["space"]: traffic for traffic in launch["traffic"]}
        numbers = {"wavefronts_in_excess": spaces.get("shared", {"excess": 0})["excess"]}
        for space, total, member, column in COUNTS:
            traffic = spaces.get(space, {member: 0, "accesses_not_counted": 0})
            numbers[total] = None if traffic["accesses_not_counted"] else traffic[member]
            sums = by_kind(kernel, space, member, column)
            if sums and sum(sums.values()) == numbers[total]:
                numbers |= sums
        found[kernel["name"]] = numbers
    return found


def promised(report, kernel, before):
    """What the advice on a kernel promises of its sectors and wavefronts. Pieces of advice that are the same are one."""
    promise = {"sectors": before["sectors"], "wavefronts": before["wavefronts"]}
    advice = {}
    for finding in report["findings"]:
        help_line = (finding["help"] or {}).get("message", "")
        if finding["kernel"] != kernel:
            continue
        notes = "\n".join(note["message"] for note in finding["notes"])
        if whole := re.search(r"([\d,]+) -> ([\d,]+) sectors for the kernel(?:, ([\d,]+) wavefronts)?", help_line):
            # What it starts from is a claim of its own.
            promise["sectors"] = number(whole[1])
            advice[help_line] = {"sectors": number(whole[1]) - number(whole[2]), "wavefronts": -number(whole[3] or "0")}
        elif rows := re.search(r"with rows [\d,]+ B apart: ([\d,]+) sectors", notes):
            now = re.search(r"requests, ([\d,]+) sectors", notes)
            # Each access has a finding of its own.
            advice[finding["access"]] = {"sectors": number(now[1]) - number(rows[1]), "wavefronts": 0}
        elif "to remove the bank conflicts" in help_line:
            advice[help_line] = {"sectors": 0, "wavefronts": before["wavefronts_in_excess"]}
    for saving in advice.values():
        for quantity in promise:
            promise[quantity] -= saving[quantity]
    return promise if advice else {}


def counted(row):
    numbers = {column: int(row[column]) if row[column].isdigit() else None for parts in TOTALS.values() for column in parts}
    for total, parts in TOTALS.items():
        values = [numbers[column] for column in parts]
        numbers[total] = None if None in values else sum(values)
    return numbers


def compare(tool, name, rows):
    """The lines of what is wrong, how many numbers were compared, and for the table what each kernel took."""
    reports = {version: report_of(tool, name, version) for version in VERSIONS}
    predictions = {version: predicted(report) for version, report in reports.items()}
    wrong, compared, table = [], 0, []
    wrong += [f"{name}: after: {finding['message']}" for finding in reports["after"]["findings"] if finding["level"] != "remark"]
    for kernel, before in predictions["before"].items():
        counts = {version: counted(rows[name, version, kernel]) for version in VERSIONS}
        promise = promised(reports["before"], kernel, before)
        if not promise:
            wrong.append(f"{name}: {kernel}: no advice")
        if any(rows[name, version, kernel]["results"] != "same" for version in VERSIONS):
            wrong.append(f"{name}: {kernel}: other results")
        claims = [("before", "predicted", before), ("after", "predicted", predictions["after"].get(kernel, {})),
                  ("after", "promised", promise)]
        for version, verb, numbers in claims:
            for quantity, count in counts[version].items():
                if numbers.get(quantity) is None:
                    continue
                compared += 1
                if numbers[quantity] != count:
                    wrong.append(f"{name}: {kernel}: {version}: {verb} {numbers[quantity]} {quantity}, counted {count}")
        table.append((name, kernel, promise, counts, [rows[name, version, kernel] for version in VERSIONS]))
    return wrong, compared, table


def table_lines(table):
    """Of docs/accuracy.md: by what the advice is about, and then by the kind of advice."""
    for quantity in ("sectors", "wavefronts"):
        yield f"| advice | program, kernel | {quantity} before | promised | counted after | µs before | after |"
        yield "| --- | --- | ---: | ---: | ---: | ---: | ---: |"
        for prefix, kind in KINDS.items():
            for name, kernel, promise, counts, rows in table:
                is_shared = prefix == "dynamic"
                if name.startswith(prefix + "_") and is_shared == (quantity == "wavefronts"):
                    times = " | ".join(f"{int(row['nanoseconds']) / 1000:.1f}" for row in rows)
                    yield (f"| {kind} | `{name}`, `{kernel}` | {counts['before'][quantity]:,} | {promise[quantity]:,} | "
                           f"{counts['after'][quantity]:,} | {times} |")
        yield ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--recorded", type=pathlib.Path, default=HERE / "recorded.csv")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--page", type=pathlib.Path)
    given = parser.parse_args()
    with given.recorded.open(newline="") as file:
        rows = {(row["program"], row["version"], row["kernel"]): row
                for row in csv.DictReader(line for line in file if not line.startswith("#"))}
    names = list(dict.fromkeys(name for name, _, _ in rows))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda name: compare(given.tool, name, rows), names))
    lines = list(table_lines([row for _, _, table in results for row in table]))
    if given.table:
        return print(*lines, sep="\n")
    wrong = [line for found, _, _ in results for line in found]
    if given.page:
        page = given.page.read_text(encoding="utf-8").split("\n")
        wrong += [f"not in the page: {line}" for line in lines if line not in page]
    print(*wrong, sep="\n")
    print(f"{len(names)} pairs, {sum(count for _, count, _ in results)} numbers compared, {len(wrong)} wrong")
    return 1 if wrong or not names else 0


if __name__ == "__main__":
    sys.exit(main())
