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

import collections
import json
import pathlib
import sys

import results

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
                    # What was counted may depend on the data: not what distinguishes launches.
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
    results.write(options.results, [*sorted(machines), *options.remark], FIELDS, rows)


def share(part, whole):
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "0 of 0"


def table(path):
    remarks, rows = results.read(path)
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


if __name__ == "__main__":
    results.run("tables.py", __doc__, collect, table)
