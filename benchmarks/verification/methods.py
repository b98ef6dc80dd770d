#!/usr/bin/env python3
"""Holds what instrumented copies counted against the GPU's counters.

  methods.py collect METHODS.csv NAME=REPORT.json... [--remark TEXT]
      compares the builds in JSON reports of `cuda-memlint --verify --verify-method=both`
  methods.py print METHODS.csv
      prints its table
  methods.py update METHODS.csv DOCUMENT.md [--check]
      writes the table between the document's marks, or fails where it is another

Compared are lanes, cost and ideal of each access in launches that both counted, of one kernel,
number, grid and block; an access counts once for launches of one shape and prediction that came
out the same. Accesses that one side does not distinguish are compared by their sum.
Exits with 1 where they differ and nothing that either side knows explains it.
"""

import collections
import json
import pathlib

import results

FIELDS = ["program", "build", "outcome", "accesses", "kernel", "line", "space", "kind",
          "counters", "copy"]
EQUAL = "equal"
EXPLAINED = {
    "optimised away": "the compiler removed it, or made it an operand of another instruction",
    "merged": "the compiler executes other lanes or widths there",
    "turns": "the copy's lanes come to it in other groups",
    "not predicted": "other lanes where nothing is predicted: an atomic's retries, one lane that "
                     "adds for many, branches that the data decides",
    "one side": "only one of the two can count it",
}
CONTRADICTION = "contradiction"


def numbers(access):
    triple = [access[f"measured_{what}"] for what in ("lanes", "cost", "ideal")]
    return None if None in triple else tuple(triple)


def together(accesses, access):
    """The accesses that were counted together with this one, or several times as many that were
    in groups of the same sums."""
    group = [other for other in accesses
             if other["counted_together"] == access["counted_together"] > 1
             and (other["measured_cost"], other["measured_ideal"])
             == (access["measured_cost"], access["measured_ideal"])]
    if len(group) > access["counted_together"]:
        group = [other for other in group if other["line"] == access["line"]]
    whole = group and len(group) % access["counted_together"] == 0
    return group if whole else [access]


def same_sums(accesses, others, access):
    """Whether costs and ideals agree where `accesses`' side sums several accesses."""
    group = together(accesses, access)
    sides = [numbers(others[each["id"]]) for each in group]
    if len(group) == 1 or None in sides:
        return False
    groups = len(group) // access["counted_together"]
    return all(sum(side[part] for side in sides) == groups * numbers(access)[part]
               for part in (1, 2))


def outcome(access, counted_accesses, copied_accesses):
    """The word for one access of a launch; the accesses of both sides are given by number."""
    other = copied_accesses[access["id"]]
    statuses = {access["status"], other["status"]}
    if statuses == {"not executed"}:
        return None
    if access["status"] == "optimised away":
        return "optimised away"
    counted, copied = numbers(access), numbers(other)
    if counted is None or copied is None or "no counter" in statuses:
        return "merged" if access["status"] == "merged" else "one side"
    if counted == copied or same_sums(list(counted_accesses.values()), copied_accesses, access) \
            or same_sums(list(copied_accesses.values()), counted_accesses, other):
        return EQUAL
    if access["status"] == "merged":
        return "merged"
    neighbours = together(list(counted_accesses.values()), access)
    if any(copied_accesses[each["id"]]["status"] == "merged" for each in neighbours):
        return "turns"
    if "not predicted" in statuses:
        many = access["counted_together"] > 1 or other["counted_together"] > 1
        return "merged" if many else "turns" if counted[0] == copied[0] else "not predicted"
    return CONTRADICTION


def text(access):
    triple = numbers(access)
    return "-" if triple is None else " ".join(str(number) for number in triple)


def compare(name, report):
    """Rows of one report."""
    described = {}
    for file in report["files"]:
        for kernel in file["kernels"]:
            for access in kernel["accesses"]:
                described[kernel["name"], access["id"]] = access
    runs = report["verifications"]
    copies = {(launch["kernel"], launch["number"], str(launch["grid"]), str(launch["block"])):
              launch for run in runs if run["method"] == "instrumentation"
              for launch in run["launches"]}
    seen = collections.Counter()
    for run in runs:
        if run["method"] != "counters":
            continue
        build = "debug" if " -G " in run["build"] else "optimised"
        done = set()
        for launch in run["launches"]:
            copy = copies.get((launch["kernel"], launch["number"], str(launch["grid"]),
                               str(launch["block"])))
            if copy is None:
                continue
            counted = {access["id"]: access for access in launch["accesses"]}
            copied = {access["id"]: access for access in copy["accesses"]}
            for access in launch["accesses"]:
                word = outcome(access, counted, copied)
                other = copied[access["id"]]
                key = (launch["kernel"], access["id"], str(launch["grid"]), str(launch["block"]),
                       access["lanes"], access["cost"], word)
                if word is None or key in done:
                    continue
                done.add(key)
                if word == EQUAL:
                    seen[build, word, "", "", "", "", "", ""] += 1
                    continue
                what = described.get((launch["kernel"], access["id"]), {})
                seen[build, word, launch["kernel"], access["line"], what.get("space", ""),
                     what.get("kind", ""), text(access), text(other)] += 1
    for key, count in sorted(seen.items(), key=str):
        build, word, *rest = key
        yield [name, build, word, count, *rest]


def collect(options):
    rows = []
    for item in options.reports:
        name, _, path = item.partition("=")
        rows += compare(name, json.loads(pathlib.Path(path).read_text()))
    results.write(options.results, options.remark, FIELDS, rows)
    wrong = [row for row in rows if row[2] == CONTRADICTION]
    for row in wrong:
        print(*row)
    return 1 if wrong else 0


def table(path):
    remarks, rows = results.read(path)
    counts = collections.Counter()
    for row in rows:
        for program in (row["program"], None):
            counts[program, row["build"], row["outcome"]] += row["accesses"]
    words = [EQUAL, *EXPLAINED, CONTRADICTION]
    builds = [build for build in ("optimised", "debug") if any(row["build"] == build for row in rows)]
    columns = [(build, word) for build in builds for word in words
               if counts[None, build, word] or word == CONTRADICTION]
    title = {"optimised": "`-O3`", "debug": "`-G`"}
    result = "".join(f"- {remark}\n" for remark in remarks) + "\n"
    result += "| program | " + " | ".join(f"{title[build]}: {word}" for build, word in columns)
    result += " |\n| --- |" + " ---: |" * len(columns) + "\n"
    for program in [*dict.fromkeys(row["program"] for row in rows), None]:
        cells = [str(counts[program, *column]) for column in columns]
        result += f"| {'`' + program + '`' if program else '**all**'} | {' | '.join(cells)} |\n"
    return result


if __name__ == "__main__":
    results.run("methods.py", __doc__, collect, table)
