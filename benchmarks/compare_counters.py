#!/usr/bin/env python3
"""Holds predictions against hardware counters of public programs, line by line.

usage: compare_counters.py --tool cuda-memlint --counters DIR --repositories DIR [CORPUS...]

DIR of the counters holds ncu_CORPUS.csv, a row for each memory instruction that was
executed in one launch, and ncu_programs.csv, the sources of each program. Rows of one
line, kernel, launch, space and kind are one group, compared with the accesses there:

equal        cost and ideal of the launch are those that were counted
per-request  so are cost and ideal of each request; the launch's totals are not predicted,
             since the source does not determine the grid or a trip count
removed      as per-request, but the launch has fewer requests than the source: the compiler
             keeps values in registers, or an access runs once and not in each iteration
merged       the compiler makes wider accesses of several neighbours, and other ratios
different    none of these: an error, or the compiler's doing
unknown      the cost of an access there is not predicted
not-matched  no access is predicted there
not-stated   the source does not state the launch: its launcher is not in the repository, or the
             program was run with arguments that decide it
not-followed the source states the launch, and it is not among those predicted

The report has no lane counts. A request has 1 to 32 lanes, and an instruction executed
with all lanes off is none: so threads/32 <= requests <= instructions. Where the source has
several launches of one shape, the one that fits best is taken; where it has none of this
shape, one that leaves the other dimensions open. What the source does when main is called
without arguments is not what a run with arguments did. All files of a program are read
together.
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
RIGHT = ("equal", "per-request")
CLASSES = RIGHT + ("removed", "merged", "different", "unknown", "not-matched", "not-stated",
                   "not-followed")
MATCHED = CLASSES[:5]
WITHOUT_ARGUMENTS = "main is called without arguments"
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
            command = [self.tool, "--format=json", "--fail-on=none", "--keep-going"]
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

    def fitting(self, group, access):
        """Launches of an access that may be the one that was measured."""
        stated = [launch for launch in access["launches"]
                if launch["from"] in ("call", "option")
                and not (group.arguments and WITHOUT_ARGUMENTS in launch["conditions"])]
        exact = [launch for launch in stated if launch["grid"] == dimensions(group.grid)
                 and launch["block"] == dimensions(group.block)]
        return exact or [launch for launch in stated
                         if leaves_room_for(launch["grid"], group.grid)
                         and leaves_room_for(launch["block"], group.block)]

    def why_no_launch(self, group):
        if self.sources(group) == (self.repository / group.path,) and not any(
                (self.repository / program["folder"] / program["sources"]).exists()
                for program in self.programs if program["program"] == group.program):
            return "not-stated", "the launcher is not in the repository"
        if group.arguments:
            return "not-stated", f"run with {group.arguments}"
        return "not-followed", ""

    def at(self, group, mode):
        """Accesses of the group's line, each with its launches; else a class and a reason."""
        launch = None
        if mode == "option":
            grid, block = (",".join(map(str, dimensions(text)))
                           for text in (group.grid, group.block))
            name = f"{group.program}:{base_name(group.kernel)}"
            keys = (f"{group.program}:{group.kernel}", f"{name}:{group.launch}", name)
            arguments = next((self.arguments[key] for key in keys if key in self.arguments), "")
            launch = f"{base_name(group.kernel)}<<<({grid}),({block})>>>{arguments}"
        kernels = self.kernels(group, launch)
        result, launched = [], False
        for kernel in kernels:
            for access in kernel["accesses"]:
                fitting = self.fitting(group, access)
                launched |= bool(fitting)
                # What lies in a header of the toolkit counts where it was called.
                places = [access] + access["inlined_from"][::-1]
                place = next((place for place in places
                              if str(self.repository) in str(Path(place["path"]).resolve())),
                             access)
                if fitting and place["path"].endswith(group.path.rsplit("/", 1)[-1]) and (
                        place["line"], access["space"], access["kind"]) == (
                            group.line, group.space, group.kind):
                    result.append((access, fitting))
        if not launched:
            return [], (("not-matched", "no such kernel") if not kernels
                        else self.why_no_launch(group))
        return result, ("not-matched", "no access here")


def per_request(access, launch):
    """Bytes, cost, ideal of one request, exact where totals are known."""
    if launch["cost"] is not None and launch["requests"]:
        return (access["bytes"], Fraction(launch["cost"], launch["requests"]),
                Fraction(launch["ideal"], launch["requests"]))
    return (access["bytes"], Fraction(launch["mean_per_request"]).limit_denominator(4096),
            Fraction(launch["ideal_per_request"]).limit_denominator(4096))


def requests_in(counted, request):
    """How many requests of one kind make up what was counted, or None."""
    (size, cost, ideal, threads, instructions), (bytes_each, cost_each, ideal_each) = (
        counted, request)
    if size != bytes_each or not cost_each or not ideal_each:
        return None
    number = Fraction(cost) / cost_each
    fits = (number.denominator == 1 and number * ideal_each == ideal
            and -(-threads // 32) <= number <= instructions)
    return int(number) if fits else None


def described(access, launch):
    cost = (f"{launch['cost']}/{launch['ideal']} in {launch['requests']}"
            if launch["cost"] is not None
            else f"{launch['mean_per_request']:g}/{launch['ideal_per_request']:g} each")
    return f"{cost} of {access['bytes']} B `{access['text'][:40]}`" + "".join(
        f" [{text}]" for text in launch["assumptions"])


def compare(rows, accesses):
    """Class of a group, how it is known, and what was predicted, for one choice of launch."""
    if any(not launches or launches[0]["known"] == "unknown" for _, launches in accesses):
        return "unknown", "", ""
    chosen = [(access, launches[0]) for access, launches in accesses]
    unit = "wavefronts" if rows[0]["wavefronts"] != "" else "sectors"
    counted = [(int(row["bits"]) // 8, int(row[unit]), int(row[unit + "_ideal"]),
                int(row["threads"]), int(row["instructions"])) for row in rows]
    known = ("proved" if all(launch["known"] == "proved" for _, launch in chosen)
             else "assumed")
    text = "; ".join(described(*each) for each in chosen)
    totals = all(launch["cost"] is not None for _, launch in chosen)
    sums = [sum(column) for column in zip(*counted)][1:]
    if totals and sums[:2] == [sum(launch[name] for _, launch in chosen)
                               for name in ("cost", "ideal")]:
        return "equal", known, text
    requests = {per_request(*each) for each in chosen if each[1]["requests"] != 0}
    numbers = [next((number for request in requests
                     if (number := requests_in(row, request)) is not None), None)
               for row in counted]
    if None in numbers and len(requests) == 1 and len({row[0] for row in counted}) == 1:
        # Copies of one access by unrolling have costs of their own; their sum has not.
        numbers = [requests_in((counted[0][0], *sums), *requests)]
    if None not in numbers:
        if not totals:
            return "per-request", known, text
        if sum(numbers) < sum(launch["requests"] for _, launch in chosen):
            return "removed", known, text
    if max(row[0] for row in counted) > max(access["bytes"] for access, _ in chosen):
        return "merged", known, text
    return "different", known, text


def best(rows, accesses):
    """Several launches may agree in grid and block: the one that fits best is taken."""
    number = max(len(launches) for _, launches in accesses)
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


def print_table(title, table):
    columns = ([(name, known) for name in MATCHED for known in ("proved", "assumed")]
               + [(name, "") for name in CLASSES[5:]])
    print(f"\n{title}\n| |" + "".join(f" {name} {known}".rstrip() + " |"
                                      for name, known in columns))
    print("|---|" + "--:|" * len(columns))
    for name, count in [*table.items(), ("sum", sum(table.values(), collections.Counter()))]:
        print(f"| {name} |" + "".join(f" {count[column] or ''} |" for column in columns))


def print_goals(groups, rows):
    """Of what is proved, how much is right; of what is stated, how much is proved."""
    proved = {name: groups[name, "proved"] for name in MATCHED}
    right = sum(proved[name] for name in RIGHT)
    print(f"\nGroups proved and exactly as counted: {share(right, sum(proved.values()))}; "
          "without those that the compiler removed or merged: "
          f"{share(right, right + proved['different'])}")
    stated = sum(count for (name, _), count in rows.items() if name != "not-stated")
    number = sum(count for (_, known), count in rows.items() if known == "proved")
    print(f"Rows executed: {sum(rows.values())}; with a launch that the source states, proved: "
          f"{share(number, stated)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--tool", required=True)
    parser.add_argument("--counters", required=True, type=Path)
    parser.add_argument("--repositories", required=True, type=Path)
    parser.add_argument("--mode", choices=("source", "option"), default="source",
                        help="launches as the source states them, or grid and block of the rows")
    parser.add_argument("--arguments", action="append", default=[],
                        metavar="PROGRAM:KERNEL[:LAUNCH]=(LIST)",
                        help="for --mode=option: arguments of a kernel, with or without template "
                             "arguments, in that program's run")
    parser.add_argument("--list", nargs="*", default=["different"], choices=CLASSES)
    parser.add_argument("corpora", nargs="*", metavar="CORPUS")
    options = parser.parse_args()

    with open(options.counters / "ncu_programs.csv", newline="", encoding="utf-8") as stream:
        programs = list(csv.DictReader(stream))
    corpora = options.corpora or list(dict.fromkeys(row["corpus"] for row in programs))
    tables = {unit: collections.defaultdict(collections.Counter) for unit in ("groups", "rows")}
    listed, reasons = [], collections.defaultdict(list)
    for corpus in corpora:
        repository = (options.repositories / corpus).resolve()
        predictions = Predictions(options.tool, repository,
                                  [row for row in programs if row["corpus"] == corpus],
                                  dict(pair.rsplit("=", 1) for pair in options.arguments))
        for group, rows in read_groups(options.counters / f"ncu_{corpus}.csv").items():
            accesses, (verdict, text) = predictions.at(group, options.mode)
            known = ""
            if accesses:
                verdict, known, text = best(rows, accesses)
            program = f"{corpus} {group.path.rsplit('/', 1)[-1]}"
            tables["groups"][program][verdict, known] += 1
            tables["rows"][program][verdict, known] += len(rows)
            place = f"{corpus}/{group.path}:{group.line}"
            if verdict in CLASSES[5:]:
                why = why_unknown(accesses) if verdict == "unknown" else text
                reasons[verdict, re.sub(r"'[^']*'|`[^`]*`", "…", why)].append((place, len(rows)))
            if verdict in options.list:
                unit = "wavefronts" if rows[0]["wavefronts"] != "" else "sectors"
                cost, ideal, instructions, threads = (
                    sum(int(row[name]) for row in rows)
                    for name in (unit, unit + "_ideal", "instructions", "threads"))
                sizes = sorted({int(row["bits"]) // 8 for row in rows})
                listed.append(
                    f"{verdict} {known} {place} {group.kernel} launch {group.launch} "
                    f"{group.grid}/{group.block} {group.space} {group.kind}: counted "
                    f"{cost}/{ideal} in {len(rows)} rows of {sizes} B, {instructions} "
                    f"instructions, {threads} lanes; predicted {text}")
    print("\n".join(listed))
    for unit, table in tables.items():
        print_table(f"{unit.capitalize()}, launches by {options.mode}", table)
    print_goals(*(sum(table.values(), collections.Counter()) for table in tables.values()))
    print("\nReasons")
    for (verdict, reason), places in sorted(reasons.items(), key=lambda item: -len(item[1])):
        print(f"{verdict}: {len(places)} groups, {sum(rows for _, rows in places)} rows: "
              f"{reason} ({places[0][0]})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
