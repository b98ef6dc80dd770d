#!/usr/bin/env python3
"""Tables of what `cuda-memlint --verify` found, for docs/accuracy.md.

  tables.py collect RESULTS.csv NAME=REPORT.json... [--remark TEXT]
      adds what the JSON reports of verified programs say to RESULTS.csv
  tables.py print RESULTS.csv
      prints its table
  tables.py update RESULTS.csv DOCUMENT.md [--check]
      writes the table between the document's marks, or fails where it is another

Counted are accesses of launches. An access counts once for launches of one kernel, grid, block
and prediction that came out the same.
"""

import argparse
import collections
import csv
import json
import pathlib
import sys

FIELDS = ["program", "build", "launch_from", "known", "status", "accesses"]
STATUSES = ["confirmed", "merged", "optimised away", "not executed", "no counter",
            "not predicted", "refuted"]
BUILDS = {"optimised": "`-O3`", "debug": "`-G`", "instrumented": "instrumented"}


def build_of(verification):
    if verification["method"] == "instrumentation":
        return "instrumented"
    return "debug" if " -G " in verification["build"] else "optimised"


def collect(options):
    """Reads reports, and writes a line for each kind of outcome of each program."""
    machines = set()
    rows = []
    for item in options.reports:
        name, _, path = item.partition("=")
        report = json.loads(pathlib.Path(path).read_text())
        if not report.get("verifications"):
            sys.exit(f"{path}: nothing was verified")
        seen = set()
        counts = collections.Counter()
        for run in report["verifications"]:
            driver = f", driver {run['driver']}" if run["driver"] else ""
            profiler = f", Nsight Compute {run['profiler']}" if run["profiler"] else ""
            if driver:
                machines.add(f"{run['device']}, compute capability {run['compute_capability']}"
                             f"{driver}, nvcc {run['toolkit']}{profiler}")
            for launch in run["launches"]:
                for access in launch["accesses"]:
                    # What was counted may depend on the data: not what tells launches apart.
                    numbers = {key: value for key, value in access.items()
                               if key not in ("reason", "counted_together")
                               and not key.startswith("measured_")}
                    same = json.dumps([build_of(run), launch["kernel"], launch["grid"],
                                       launch["block"], numbers], sort_keys=True)
                    if same in seen:
                        continue
                    seen.add(same)
                    counts[build_of(run), launch["from"] or "none", access["known"],
                           access["status"]] += 1
        rows += [[name, *key, count] for key, count in sorted(counts.items())]
    with open(options.results, "w", newline="", encoding="utf-8") as file:
        for machine in sorted(machines):
            file.write(f"# {machine}\n")
        for remark in options.remark:
            file.write(f"# {remark}\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(FIELDS)
        writer.writerows(rows)


def read(path):
    lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
    remarks = [line[2:] for line in lines if line.startswith("# ")]
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    for row in rows:
        row["accesses"] = int(row["accesses"])
    return remarks, rows


def share(part, whole):
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "0 of 0"


def table(path):
    remarks, rows = read(path)
    text = "".join(f"- {remark}\n" for remark in remarks) + "\n"
    builds = [build for build in BUILDS if any(row["build"] == build for row in rows)]
    columns = [(build, status) for build in builds for status in STATUSES
               if any((row["build"], row["status"]) == (build, status) for row in rows)
               or status == "refuted"]
    text += "| program | " + " | ".join(f"{BUILDS[build]}: {status}" for build, status in columns)
    text += " |\n| --- |" + " ---: |" * len(columns) + "\n"
    programs = list(dict.fromkeys(row["program"] for row in rows))
    for program in [*programs, None]:
        counts = collections.Counter()
        for row in rows:
            if program in (row["program"], None):
                counts[row["build"], row["status"]] += row["accesses"]
        cells = [str(counts[column]) for column in columns]
        text += f"| {'`' + program + '`' if program else '**all**'} | " + " | ".join(cells) + " |\n"
    text += "\n" + "".join(f"- {line}\n" for line in conclusions(rows, builds))
    return text


def conclusions(rows, builds):
    def count(**wanted):
        return sum(row["accesses"] for row in rows
                   if all(row[key] in values for key, values in wanted.items()))

    known = ("call", "option", "harness")
    executed = ("confirmed", "merged", "no counter", "not predicted", "refuted")
    for build in builds:
        common = {"build": (build,), "launch_from": known}
        changed = count(**common, status=("merged", "optimised away"))
        ran = count(**common, status=executed)
        proved = count(**common, status=executed, known=("proved",))
        confirmed = count(**common, status=("confirmed",), known=("proved",))
        refuted = count(**common, status=("refuted",), known=("proved",))
        yield (f"{BUILDS[build]}, launches that are known: of the accesses that executed, "
               f"proved {share(proved, ran)}; of the proved ones that can be compared, confirmed "
               f"{share(confirmed, confirmed + refuted)}; merged or optimised away "
               f"{share(changed, changed + ran - count(**common, status=('merged',)))} of all")


def update(options):
    path = pathlib.Path(options.document)
    before = path.read_text(encoding="utf-8")
    name = "/".join(pathlib.Path(options.results).parts[-2:])
    start = f"<!-- written by benchmarks/verification/tables.py update {name} -->\n"
    end = "<!-- until here -->\n"
    head, found, rest = before.partition(start)
    if not found or end not in rest:
        sys.exit(f"{path}: there is no {start.strip()} ... {end.strip()}")
    after = head + start + "\n" + table(options.results) + "\n" + end + rest.partition(end)[2]
    if options.check:
        sys.exit(0 if after == before else f"{path} is out of date: run tables.py update")
    path.write_text(after, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("collect")
    command.add_argument("results")
    command.add_argument("reports", nargs="+", metavar="NAME=REPORT.json")
    command.add_argument("--remark", action="append", default=[])
    command.set_defaults(run=collect)
    command = commands.add_parser("print")
    command.add_argument("results")
    command.set_defaults(run=lambda options: print(table(options.results), end=""))
    command = commands.add_parser("update")
    command.add_argument("results")
    command.add_argument("document")
    command.add_argument("--check", action="store_true")
    command.set_defaults(run=update)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
