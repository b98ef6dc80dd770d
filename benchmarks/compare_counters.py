#!/usr/bin/env python3
"""Holds predictions against hardware counters of public programs, line by line.

usage: compare_counters.py --tool cuda-memlint --counters DIR --repositories DIR [CORPUS...]

DIR of the counters holds ncu_CORPUS.csv, a row for each memory instruction that was
executed in one launch, and ncu_programs.csv, the sources of each program. Rows of one
line, kernel, launch, space and kind are one group, compared with the accesses there:

equal        cost and ideal of the launch agree
ratio-equal  the same ratios of cost to ideal, other counts: removed, hoisted, repeated,
             or predicted without totals
fewer        only some of the ratios that are predicted occur
merged       the compiler accesses other sizes than the source does
recounted    the number of requests cannot be what was counted, and no ratio agrees
different    requests can be what was counted, cost or ideal is not; or, predicted without
             totals, no ratio agrees: an error, or the compiler's doing
not-matched  no access is predicted there
no-launch    the launch that was measured is not among those predicted
unknown      the cost of an access there is not known

The report has no lane counts. A request has 1 to 32 lanes, and an instruction executed
with all lanes off is none: requests agree when threads/32 <= requests <= instructions.
Where the source has several launches of one shape, the one that fits best is taken; where
it has none of this shape, one that leaves the other dimensions open. All files of a
program are read together.
"""

import argparse
import collections
import csv
import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

KINDS = (  # LDGSTS before LDG. Generic accesses and bulk copies count nothing to compare.
    ("LDGSTS", "global", "async-copy"), ("LDG", "global", "load"), ("STG", "global", "store"),
    ("LDS", "shared", "load"), ("STS", "shared", "store"), ("ATOMS", "shared", "atomic"),
    ("ATOMG", "global", "atomic"), ("REDG", "global", "atomic"), ("RED", "global", "atomic"))
CLASSES = ("equal", "ratio-equal", "fewer", "merged", "recounted", "different", "not-matched",
           "no-launch", "unknown")
Group = collections.namedtuple("Group", "path kernel program arguments launch grid block line "
                                        "space kind")


def space_and_kind(opcode):
    for prefix, space, kind in KINDS:
        if opcode == prefix or opcode.startswith(prefix + "."):
            return space, kind
    return None


def normal_name(kernel):
    """One spelling of a kernel and its template arguments."""
    name = re.sub(r"\((?:unsigned )?(?:int|bool|long|short|char)\)", "", kernel)
    name = re.sub(r"\btrue\b", "1", re.sub(r"\bfalse\b", "0", name))
    name = re.sub(r"\b(\d+)[uUlL]+\b", r"\1", name)
    return re.sub(r"\s+", "", name)


def base_name(kernel):
    return re.sub(r"<.*", "", kernel).split("::")[-1]


def dimensions(text):
    return [int(part) for part in text.split("x")]


def leaves_room_for(predicted, text):
    """The dimensions that are predicted are those of the row."""
    return all(extent in (None, other) for extent, other in zip(predicted, dimensions(text)))


def read_groups(path):
    groups = collections.defaultdict(list)
    with open(path, newline="", encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            known = space_and_kind(row["sass_opcode"])
            if not known or not row["bits"] or not int(row["threads"] or 0):
                continue
            groups[Group(row["path"], row["kernel"], row["program"], row["command_args"],
                         row["launch"], row["grid"], row["block"], int(row["line"]),
                         *known)].append(row)
    return groups


class Predictions:
    """Reports of the sources of a corpus, each read once for each launch."""

    def __init__(self, tool, repository, programs, arguments):
        self.tool, self.repository, self.programs = tool, repository, programs
        self.arguments = arguments
        self.reports = {}

    def report(self, sources, launch=None):
        if (sources, launch) not in self.reports:
            command = [self.tool, "--format=json", "--fail-on=none"]
            command += ["--launch", launch] if launch else []
            command += [*map(str, sources), "--", f"-I{self.repository / 'Common'}"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                print(f"{sources} {launch or ''}: {done.stderr.strip()}", file=sys.stderr)
            self.reports[sources, launch] = (json.loads(done.stdout) if not done.returncode
                                             else {"files": []})
        return self.reports[sources, launch]

    def sources(self, group):
        """All of the program; of one with a launcher that is not at hand, the row's file."""
        path = self.repository / group.path
        names = [self.repository / program["folder"] / name
                 for program in self.programs if program["program"] == group.program
                 for name in program["sources"].split()]
        return tuple(dict.fromkeys(name for name in names if name.exists())) or (path,)

    def kernels(self, group, launch=None):
        found = [kernel for file in self.report(self.sources(group), launch)["files"]
                 for kernel in file["kernels"]
                 if base_name(kernel["name"]) == base_name(group.kernel)]
        wanted = normal_name(group.kernel)
        exact = [kernel for kernel in found
                 if normal_name(kernel["name"]).split("::")[-1] == wanted.split("::")[-1]]
        return exact or (found if len(found) == 1 else [])

    def at(self, group, mode):
        """Accesses of the group's line with their launch, or None: no such launch."""
        launch = None
        if mode == "option":
            grid, block = (",".join(map(str, dimensions(text)))
                           for text in (group.grid, group.block))
            arguments = self.arguments.get(f"{group.program}:{base_name(group.kernel)}", "")
            launch = f"{base_name(group.kernel)}<<<({grid}),({block})>>>{arguments}"
        kernels = self.kernels(group, launch)
        result, seen = [], False
        for kernel in kernels:
            for access in kernel["accesses"]:
                # What lies in a header of the toolkit counts where it was called.
                places = [access] + access["inlined_from"][::-1]
                place = next((place for place in places
                              if str(self.repository) in str(Path(place["path"]).resolve())),
                             access)
                if not place["path"].endswith(group.path.rsplit("/", 1)[-1]):
                    continue
                if (place["line"], access["space"], access["kind"]) != (
                        group.line, group.space, group.kind):
                    continue
                seen = True
                fitting = [found for found in access["launches"]
                           if found["grid"] == dimensions(group.grid)
                           and found["block"] == dimensions(group.block)]
                fitting = fitting or [found for found in access["launches"]
                                      if found["from"] in ("call", "option")
                                      and leaves_room_for(found["grid"], group.grid)
                                      and leaves_room_for(found["block"], group.block)]
                result += [(access, fitting)] if fitting else []
        return (result if result or not seen else None), bool(kernels)


def ratio(cost, ideal):
    """Exact for totals; means per request come rounded."""
    if isinstance(cost, int):
        return Fraction(cost, ideal) if ideal else Fraction(1)
    return Fraction(cost / ideal).limit_denominator(4096) if ideal else Fraction(1)


def compare(rows, accesses):
    """Class of a group, how it is known, and what was predicted, for one choice of launch."""
    if any(not launches or launches[0]["known"] == "unknown" for _, launches in accesses):
        return "unknown", "", ""
    chosen = [(access, launches[0]) for access, launches in accesses]
    shared = rows[0]["wavefronts"] != ""
    cost_key, ideal_key = (("wavefronts", "wavefronts_ideal") if shared
                           else ("sectors", "sectors_ideal"))
    cost = sum(int(row[cost_key]) for row in rows)
    ideal = sum(int(row[ideal_key]) for row in rows)
    known = ("proved" if all(launch["known"] == "proved" for _, launch in chosen)
             else "assumed")
    totals = all(launch["cost"] is not None for _, launch in chosen)
    text = "; ".join(f"{launch['cost']}/{launch['ideal']} in {launch['requests']} of "
                     f"{access['bytes']} B `{access['text'][:40]}`" if launch["cost"] is not None
                     else f"{launch['mean_per_request']}/{launch['ideal_per_request']} each of "
                          f"{access['bytes']} B `{access['text'][:40]}`"
                     for access, launch in chosen)
    if totals and (cost, ideal) == (sum(launch["cost"] for _, launch in chosen),
                                    sum(launch["ideal"] for _, launch in chosen)):
        return "equal", known, text
    predicted = {ratio(launch["mean_per_request"], launch["ideal_per_request"])
                 if launch["cost"] is None else ratio(launch["cost"], launch["ideal"])
                 for _, launch in chosen}
    counted = {ratio(int(row[cost_key]), int(row[ideal_key])) for row in rows}
    if {int(row["bits"]) // 8 for row in rows} != {access["bytes"] for access, _ in chosen}:
        return ("ratio-equal" if counted == predicted else "merged"), known, text
    requests = sum(launch["requests"] or 0 for _, launch in chosen)
    fits = (-(-sum(int(row["threads"]) for row in rows) // 32) <= requests
            <= sum(int(row["instructions"]) for row in rows))
    if fits and totals:
        return "different", known, text
    if counted == predicted:
        return "ratio-equal", known, text
    if not totals:
        # Copies of one access by unrolling have ratios of their own; their sum has not.
        if len(chosen) == 1 and ratio(cost, ideal) in predicted:
            return "ratio-equal", known, text
        return "different", known, text
    if counted < predicted:
        return "fewer", known, text
    if ratio(cost, ideal) in predicted:
        return "ratio-equal", known, text
    return "recounted", known, text


def best(rows, accesses):
    """Several launches may agree in grid and block: the one that fits best is taken."""
    number = max((len(launches) for _, launches in accesses), default=0)
    results = [compare(rows, [(access, launches[index:index + 1] or launches[:1])
                              for access, launches in accesses])
               for index in range(number)]
    return min(results, key=lambda result: CLASSES.index(result[0]))


def why_unknown(accesses):
    for access, launches in accesses:
        if not launches or launches[0]["known"] == "unknown":
            assumed = "; ".join(launches[0]["assumptions"]) if launches else ""
            why = launches[0]["why_null"] if launches else ""
            return access["reason"] or assumed or why or access["class"]
    return ""


def share(part, whole):
    return f"{part} of {whole}" + (f" ({100 * part / whole:.1f} %)" if whole else "")


def print_goals(groups, rows):
    """Of what is proved, how much is right; of what is told, how much is proved."""
    right = sum(groups[name, "proved"] for name in ("equal", "ratio-equal", "fewer"))
    wrong = sum(groups[name, "proved"] for name in ("different", "recounted"))
    print(f"\nGroups proved and right, without merged ones: {share(right, right + wrong)}")
    told = sum(count for (name, _), count in rows.items()
               if name not in ("no-launch", "not-matched"))
    proved = sum(count for (_, known), count in rows.items() if known == "proved")
    print(f"Rows executed: {sum(rows.values())}; with a launch that is told, proved: "
          f"{share(proved, told)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--tool", required=True)
    parser.add_argument("--counters", required=True, type=Path)
    parser.add_argument("--repositories", required=True, type=Path)
    parser.add_argument("--mode", choices=("source", "option"), default="source",
                        help="launches as the source tells, or grid and block of the rows")
    parser.add_argument("--arguments", action="append", default=[],
                        metavar="PROGRAM:KERNEL=(LIST)",
                        help="kernel arguments of that program's run, for --mode=option")
    parser.add_argument("--list", nargs="*", default=["different"], choices=CLASSES)
    parser.add_argument("corpora", nargs="*", metavar="CORPUS")
    options = parser.parse_args()

    with open(options.counters / "ncu_programs.csv", newline="", encoding="utf-8") as stream:
        programs = list(csv.DictReader(stream))
    corpora = options.corpora or list(dict.fromkeys(row["corpus"] for row in programs))
    table, listed, reasons = {}, [], collections.defaultdict(list)
    executed = collections.Counter()
    for corpus in corpora:
        repository = (options.repositories / corpus).resolve()
        predictions = Predictions(options.tool, repository,
                                  [row for row in programs if row["corpus"] == corpus],
                                  dict(pair.split("=", 1) for pair in options.arguments))
        count = table[corpus] = collections.Counter()
        for group, rows in read_groups(options.counters / f"ncu_{corpus}.csv").items():
            accesses, kernel_seen = predictions.at(group, options.mode)
            if accesses is None:
                verdict, known, text = "no-launch", "", ""
            elif not accesses:
                verdict, known = "not-matched", ""
                text = "no access here" if kernel_seen else "no such kernel"
            else:
                verdict, known, text = best(rows, accesses)
            count[verdict, known] += 1
            executed[verdict, known] += len(rows)
            place = f"{corpus}/{group.path}:{group.line}"
            if verdict == "unknown":
                reasons[re.sub(r"'[^']*'|`[^`]*`", "…", why_unknown(accesses))].append(place)
            if verdict in options.list:
                cost = sum(int(row["wavefronts"] or row["sectors"]) for row in rows)
                ideal = sum(int(row["wavefronts_ideal"] or row["sectors_ideal"])
                            for row in rows)
                listed.append(
                    f"{verdict} {known} {place} {group.kernel} launch {group.launch} "
                    f"{group.grid}/{group.block} {group.space} {group.kind}: counted "
                    f"{cost}/{ideal} in {len(rows)} rows of "
                    f"{sorted({int(row['bits']) // 8 for row in rows})} B, "
                    f"{sum(int(row['instructions']) for row in rows)} instructions, "
                    f"{sum(int(row['threads']) for row in rows)} lanes; predicted {text}")
    print("\n".join(listed))
    print(f"\nGroups, launches by {options.mode}: proved+assumed")
    print(f"{'':24}" + "".join(f"{name:>13}" for name in CLASSES))
    for corpus, count in table.items():
        cells = [f"{count[name, 'proved']}+{count[name, 'assumed']}"
                 if not count[name, ""] else str(count[name, ""]) for name in CLASSES]
        print(f"{corpus:24}" + "".join(f"{cell:>13}" for cell in cells))
    print_goals(sum(table.values(), collections.Counter()), executed)
    print("\nReasons of unknown")
    for reason, places in sorted(reasons.items(), key=lambda item: -len(item[1]))[:15]:
        print(f"{len(places):5} {reason}  ({places[0]})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
