#!/usr/bin/env python3
"""Executes the witnesses of what the tool reports in labelled files.

  execute_witnesses.py --build DIR --truth truth.csv --repositories DIR [--options FILE]...
                       [--only TEXT] [--label LABEL] [--verbose]

The files, their blocks and grids, and the options are those of check_truth.py; how a witness is
executed says test/oracle/witnesses.py. Fails when one is contradicted.
"""

import argparse
import concurrent.futures
import csv
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "test" / "oracle"))

import check_truth
import witnesses


def judge(tools, row, folder, alternatives):
    """A verdict for each witness of a row."""
    path = folder / row["corpus"] / row["path"]
    if not path.exists():
        return []
    with tempfile.TemporaryDirectory() as copy:
        if row.get("without"):
            path = check_truth.edited(path, row["without"], copy)
        block, grid = (check_truth.shape(row[name]) for name in ("blockDim", "gridDim"))
        block = check_truth.legal_block(block)
        more = check_truth.lockstep(path)
        if block or grid:
            more += ["--launch", f"*<<<{check_truth.written(grid)},{check_truth.written(block)}>>>()"]
        best, macros = None, check_truth.own_macros(path)
        for options in alternatives:
            report = witnesses.analyse(tools, path, [*options, *macros], more)
            errors = sum(file["errors"] for file in report["files"])
            if best is None or errors < best[0]:
                best = errors, report, [*options, *macros]
            if errors == 0:
                break
        verdicts = witnesses.File(tools, path, best[2], best[1]).judge()
    return [verdict._replace(where=f"{row['corpus']}/{row['path']}: {verdict.where}")
            for verdict in verdicts]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--clang", default="clang++-19")
    parser.add_argument("--truth", required=True, type=pathlib.Path)
    parser.add_argument("--repositories", required=True, type=pathlib.Path)
    parser.add_argument("--options", action="append", default=[], type=pathlib.Path)
    parser.add_argument("--only", default="", help="rows whose corpus:path holds this text")
    parser.add_argument("--label", default="", help="rows of this label")
    parser.add_argument("--jobs", type=int, default=2, help="files at a time")
    parser.add_argument("--verbose", action="store_true", help="name all witnesses")
    arguments = parser.parse_args()

    tools = witnesses.tools_of(arguments.build, arguments.clang)
    alternatives = [check_truth.read_options(path, arguments.repositories)
                    for path in arguments.options] or [[]]
    with arguments.truth.open(newline="", encoding="utf-8") as stream:
        rows = [row for row in csv.DictReader(stream)
                if row["expected"] in check_truth.WANTED
                and arguments.only in f"{row['corpus']}:{row['path']}"
                and arguments.label in ("", row["expected"])]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        verdicts = [verdict for each in pool.map(
            lambda row: judge(tools, row, arguments.repositories, alternatives), rows)
            for verdict in each]
    text, kinds = witnesses.describe(verdicts, arguments.verbose)
    print(text)
    return 1 if kinds["contradicted"] else 0


if __name__ == "__main__":
    sys.exit(main())
