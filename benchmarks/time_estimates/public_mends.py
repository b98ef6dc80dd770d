#!/usr/bin/env python3
"""Holds a page to what mends of public programs were measured to save.

    public_mends.py CSV PAGE

CSV lists for each mend the times before and after, and the range that was estimated. PAGE has a table
with the same figures by device, and another with some of the kernels on an H200. Prints the figures, and
one line for each that the page does not have; the exit code is then 1."""

import csv
import pathlib
import re
import sys

from compare import spearman


def rows_of(path):
    lines = pathlib.Path(path).read_text().splitlines()
    table = csv.DictReader(line for line in lines if not line.startswith("#"))
    return [{key: int(text) if re.fullmatch(r"-?\d+", text) else text for key, text in row.items()}
            for row in table]


def faults_within(rows):
    """Rows whose last columns do not follow from the others; medians may be in between two numbers."""
    for row in rows:
        saved = row["saved"]
        differs = abs(row["before"] - row["after"] - saved) > 1
        if differs or row["within"] != int(row["least"] <= saved <= row["most"]):
            yield f"the columns of {row['kernel']} on {row['device']} contradict each other"


def figures_of(rows):
    """The lines of the page's table, by device as its heading names them."""
    by_device = {}
    for row in rows:
        by_device.setdefault(row["device"].removeprefix("NVIDIA ").split()[0], []).append(row)
    figures = {"": list(by_device), "mended kernels": [], "savings within their range": [],
               "Spearman's rank correlation": []}
    for own in by_device.values():
        figures["mended kernels"].append(str(len(own)))
        figures["savings within their range"].append(str(sum(row["within"] for row in own)))
        correlation = spearman([row["least"] + row["most"] for row in own],
                               [row["saved"] for row in own])
        figures["Spearman's rank correlation"].append(f"{correlation:.2f}")
    return [f"| {' | '.join([name, *numbers])} |".replace("|  |", "| |")
            for name, numbers in figures.items()]


def agrees(text, nanoseconds):
    """TEXT is NANOSECONDS in microseconds, rounded to its last digit."""
    digits = text.replace(",", "")
    unit = 1000 / 10 ** len(digits.partition(".")[2])
    return abs(float(digits) * 1000 - nanoseconds) <= unit / 2 + 1e-6


def kernel_faults(rows, page):
    shown = re.findall(r"^\| `([^`]+)`.* \| ([\d,.]+) µs \| ([\d,.]+) \| ([\d,.]+) to ([\d,.]+) \|$",
                       page, re.MULTILINE)
    if not shown:
        yield "no kernel is listed"
    for name, *texts in shown:
        measured = [[row["before"], row["saved"], row["least"], row["most"]] for row in rows
                    if row["device"] == "NVIDIA H200" and row["kernel"] == name]
        if not any(all(map(agrees, texts, numbers)) for numbers in measured):
            yield f"{name}: {', '.join(texts)} was not measured; {measured} were"


def main():
    rows = rows_of(sys.argv[1])
    page = pathlib.Path(sys.argv[2]).read_text().partition("### Public programs")[2]
    page = page.partition("\n## ")[0]
    faults = list(faults_within(rows))
    for line in figures_of(rows):
        print(line)
        if line not in page.splitlines():
            faults.append(f"not in the page: {line}")
    faults += kernel_faults(rows, page)
    print("\n".join(faults))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
