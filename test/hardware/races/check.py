#!/usr/bin/env python3
"""Holds what the tool says of the programs here, and compute-sanitizer sees, against comments.

  check.py --tool PATH [--only CHECKS] [--table] [--run | --record CSV | --replay CSV
           [--update PAGE | --check PAGE]] [program.cu ...]

  // planted 1: cuda-shared-race, seen by racecheck
  // planted 1

name the lines of one fault, the check that must report it (one of several, with `|` between)
and the sanitizer's tool that sees it, or `, not seen: ` and why none does. `, if it may` says that
--races=may is needed. All other lines must be free of findings about races and barriers, and so
must the whole file when it is read with -DFIXED, but for barriers with `// redundant when fixed`,
and those in clean/. `// alarm of synccheck: ` and why marks a line of such a program that a
sanitizer reports all the same. `// not run: ` says that the program may never end.

Without a GPU only what the tool says is checked. --run builds and runs each program under
compute-sanitizer; --record writes what it saw as well; --replay reads that instead, and fails
where a program is another one than was run then. One that was not run then is held against what
the tool says only.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import records
import tables
from records import lines_of

HERE = pathlib.Path(__file__).resolve().parent
FOLDERS = ("planted", "clean", "redundant")
# What no sanitizer looks at: global memory, and the order in which it is written.
UNWATCHED = {"cuda-global-race", "cuda-missing-fence", "cuda-redundant-barrier",
             "cuda-missing-restrict"}
RACE_CHECKS = ("cuda-shared-race", "cuda-global-race", "cuda-missing-syncwarp",
               "cuda-missing-fence", "cuda-divergent-barrier")
REDUNDANT = "cuda-redundant-barrier"
SANITIZERS = {"racecheck": "race", "synccheck": "barrier"}
Label = collections.namedtuple("Label", "checks lines sanitizer unseen may")
Finding = collections.namedtuple("Finding", "check level line lines message")


class Program:
    """A file and what its comments say."""

    def __init__(self, path):
        self.path = path
        self.name = f"{path.parent.name}/{path.stem}"
        text = path.read_text()
        self.has_twin = "FIXED" in text
        self.is_run = not re.search("// not run:", text)
        without_comments = re.sub(r"//.*", "", text).split()
        self.code = hashlib.sha256(" ".join(without_comments).encode()).hexdigest()[:12]
        self.labels = {}
        self.alarms = collections.defaultdict(set)
        facts, lines, needless = {}, collections.defaultdict(set), set()
        for number, line in enumerate(text.splitlines(), 1):
            if alarm := re.search(r"// alarm of (\w+): ", line):
                self.alarms[alarm[1]].add(number)
            if line.endswith("// redundant when fixed"):
                needless.add(number)
            found = re.search(r"// planted ([\d ]+)(?:: (.*))?$", line)
            if not found:
                continue
            for label in found[1].split():
                lines[label].add(number)
                if found[2]:
                    facts[label] = found[2]
        for label, text in facts.items():
            seen, _, unseen = text.partition(", not seen: ")
            words = seen.split(", ")
            checks = words[0].split("|")
            seen = [word.split()[-1] for word in words if word.startswith("seen by ")]
            if bool(seen) + bool(unseen) + UNWATCHED.issuperset(checks) != 1:
                sys.exit(f"{path}: planted {label}: say by what it is seen, or why it is not")
            self.labels[label] = Label(checks, lines[label], seen[0] if seen else None, unseen,
                                       "if it may" in words)
        self.labels_fixed = {}
        if needless:
            self.labels_fixed["barrier"] = Label([REDUNDANT], needless, None, "", False)
        if missing := lines.keys() - facts.keys():
            sys.exit(f"{path}: nothing says what is planted as {sorted(missing)}")

    def tools(self, twin):
        """The sanitizer's tools that a reading is run under."""
        return list(SANITIZERS) if self.is_run or twin == "fixed" else []

    def is_at(self, hazard, lines):
        """Whether a hazard is at some of these lines."""
        # Some intrinsics have the line of the toolkit's header: the one fault's, if there is one.
        return bool(lines & lines_of(hazard)) or not lines_of(hazard) and len(self.labels) == 1

    def twins(self):
        """Name of each reading, the options for it, and the labels that hold in it."""
        yield "as it is", [], self.labels
        if self.has_twin:
            yield "fixed", ["-DFIXED"], self.labels_fixed


def analyse(tool, program, defines, known, sanitizers, environment, options=()):
    """The report, or a line that says why there is none."""
    command = [tool, "--format=json", "--fail-on=none", "--show-remarks", *options]
    if any(label.may for label in program.labels.values()) and "may" in known:
        command.append("--races=may")
    if sanitizers:
        command += ["--verify-sanitizer=" + ",".join(sanitizers), "--verify-timeout=60"]
    command += [str(program.path), "--", "-std=c++17", *defines]
    ran = subprocess.run(command, capture_output=True, text=True, env=environment)
    try:
        report = json.loads(ran.stdout)
    except json.JSONDecodeError:
        report = {}
    if "files" in report and (not sanitizers or "sanitizer_runs" in report):
        return report, ""
    return None, (ran.stderr.strip().splitlines() or [f"exit code {ran.returncode}"])[0]


def findings_of(report, program, known):
    """Findings about races and barriers, with all lines of the file that they name."""
    for finding in report["findings"]:
        if finding["check"] in known.intersection((*RACE_CHECKS, REDUNDANT)):
            places = [finding, *finding["notes"]]
            lines = {place["line"] for place in places
                     if place.get("line") and pathlib.Path(place["path"]).name == program.path.name}
            yield Finding(finding["check"], finding["level"], finding["line"], lines,
                          finding["message"].splitlines()[0])


def check_findings(labels, findings, known):
    """What is wrong with the findings of one reading."""
    for number, label in labels.items():
        wanted = [check for check in label.checks if check in known]
        is_expected = wanted and (not label.may or "may" in known)
        if is_expected and not any(finding.check in wanted and finding.lines & label.lines
                                   for finding in findings):
            yield f"planted {number}: no {' or '.join(label.checks)}"
    all_lines = set().union(*(label.lines for label in labels.values())) if labels else set()
    is_divergent = any("cuda-divergent-barrier" in label.checks for label in labels.values())
    for finding in findings:
        is_labelled = finding.line in all_lines or (
            finding.check != REDUNDANT and bool(finding.lines & all_lines))
        # Where threads do not wait together, what barriers order is anybody's guess; what
        # every thread writes alike is a remark.
        is_allowed = finding.check != REDUNDANT and (is_divergent or finding.level == "remark")
        if not is_labelled and not is_allowed:
            yield f"line {finding.line}: not planted: {finding.check}: {finding.message}"


def check_hazards(program, labels, hazards):
    """What is wrong with what was seen of one reading."""
    def seen_by(tool, lines):
        return any(hazard.tool == tool and hazard.kind == SANITIZERS[tool]
                   and program.is_at(hazard, lines) for hazard in hazards)

    for number, label in labels.items():
        if label.sanitizer and not seen_by(label.sanitizer, label.lines):
            yield f"planted {number}: not seen by {label.sanitizer}"
        for tool in SANITIZERS:
            if label.unseen and seen_by(tool, label.lines):
                yield f"planted {number}: seen by {tool} after all"
    for tool, lines in program.alarms.items():
        if not labels and not seen_by(tool, lines):
            yield f"{tool}: no alarm"
    for hazard in hazards:
        planted = set().union(program.alarms.get(hazard.tool, set()),
                              *(label.lines for label in labels.values()))
        # A kernel that is stopped at its first hazard fails without a line.
        is_end = hazard.kind == records.FAILED and any(other.tool == hazard.tool and other.kind in
                                                 SANITIZERS.values() for other in hazards)
        if (hazard.kind != records.NO_HAZARD and hazard.severity != "info" and not is_end
                and not lines_of(hazard) & planted
                and not (labels and program.is_at(hazard, planted))):
            yield f"{hazard.sides or 'somewhere'}: {hazard.tool}: {hazard.kind}: not planted"


def check_confirmations(labels, findings, report):
    """What is wrong with what --verify-sanitizer makes of the findings of one reading."""
    for number, label in labels.items():
        own = [item for item in report["sanitizer_runs"][0]["findings"]
               if item["check"] in label.checks
               and any((item["check"], item["line"]) == (finding.check, finding.line)
                       and finding.lines & label.lines for finding in findings)]
        watches = "synccheck" if "cuda-divergent-barrier" in label.checks else "racecheck"
        wanted = ("confirmed" if label.sanitizer == watches else
                  "not watched" if UNWATCHED.issuperset(label.checks) else "not seen")
        # Of several findings about one fault a sanitizer may see one: it stops at the first.
        if own and wanted not in (item["status"] for item in own):
            yield f"planted {number}: {own[0]['status']}, where it should be {wanted}"


def known_to(tool):
    """The checks that the tool has, and `may` where it knows --races."""
    def output(option):
        return subprocess.run([tool, option], capture_output=True, text=True).stdout
    checks = {word for word in output("--list-checks").split() if word.startswith("cuda-")}
    return checks | ({"may"} if "--races" in output("--help") else set())


def recorded(record, program, twin):
    """The rows of one reading, and what is wrong with them."""
    rows = [hazard for hazard in record if (hazard.program, hazard.twin) == (program.name, twin)]
    if missing := set(program.tools(twin)) - {hazard.tool for hazard in rows}:
        return rows, f"not recorded: {', '.join(sorted(missing))}"
    if any(hazard.code != program.code for hazard in rows):
        return rows, "another program than was recorded"
    return rows, ""


def check(program, arguments, checks, record):
    """Problems with a program, its findings and confirmations by reading, the hazards that were
    seen, and the sanitizer's version."""
    problems, said, seen, version = [], {}, [], None
    is_recorded = record is not None and program.name in {hazard.program for hazard in record}
    for twin, defines, labels in program.twins():
        own, rows = [], []
        tools = program.tools(twin) if arguments.run or arguments.record or is_recorded else []
        if is_recorded:
            rows, error = recorded(record, program, twin)
            if error:
                own.append(error)
                tools = []
        with tempfile.TemporaryDirectory() as folder:
            environment = None
            if is_recorded and tools:
                records.make_toolkit(pathlib.Path(folder), rows, program, tools)
                environment = dict(os.environ, CUDA_PATH=folder)
            report, error = analyse(arguments.tool, program, defines, checks, tools, environment)
        if report is None:
            problems.append(f"{program.name}, {twin}: {error}")
            continue
        if errors := [message["message"] for file in report["files"]
                      for message in file["messages"]]:
            own.append(f"does not parse: {errors[0]}")
        findings = list(findings_of(report, program, checks))
        own += check_findings(labels, findings, checks)
        confirmations = []
        if tools:
            version = report["sanitizer_runs"][0]["sanitizer"]
            confirmations = report["sanitizer_runs"][0]["findings"]
            hazards = list(records.hazards_of(report, program, twin))
            seen += hazards
            own += check_hazards(program, labels, hazards)
            own += check_confirmations(labels, findings, report)
        said[twin] = findings, confirmations
        problems += [f"{program.name}, {twin}: {problem}" for problem in own]
    return problems, said, seen, version


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--run", action="store_true")
    parser.add_argument("--record", type=pathlib.Path)
    parser.add_argument("--replay", type=pathlib.Path)
    parser.add_argument("--update", type=pathlib.Path, help="a page to write the tables into")
    parser.add_argument("--check", type=pathlib.Path, help="a page that must hold the tables")
    parser.add_argument("--only", help="these checks, with commas between; else all")
    parser.add_argument("--jobs", type=int, default=2, help="programs at a time")
    parser.add_argument("--table", action="store_true", help="print a row for each planted fault")
    parser.add_argument("programs", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    if (arguments.update or arguments.check) and not arguments.replay:
        parser.error("--update and --check need --replay")

    paths = arguments.programs or sorted(
        path for folder in FOLDERS for path in (HERE / folder).glob("*.cu"))
    programs = [Program(path.resolve()) for path in paths]
    checks = known_to(arguments.tool)
    if arguments.only:
        checks &= {*arguments.only.split(","), "may"}
    record = records.read(arguments.replay) if arguments.replay else None
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = list(pool.map(lambda program: check(program, arguments, checks, record),
                                programs))

    rows = [row for program, result in zip(programs, results)
            for row in tables.rows_of(program, result[1], result[2])]
    if arguments.table:
        print(tables.every_fault(rows), end="")
    if arguments.record:
        version = next((result[3] for result in results if result[3]), "?")
        records.write(arguments.record, [hazard for result in results for hazard in result[2]],
                      version)
    problems = [problem for result in results for problem in result[0]]
    for page in filter(None, (arguments.update, arguments.check)):
        text = page.read_text(encoding="utf-8")
        wanted = tables.placed(text, tables.for_page(rows, records.remarks(arguments.replay)))
        if page == arguments.update:
            page.write_text(wanted, encoding="utf-8")
        elif text != wanted:
            problems.append(f"{page} is not up to date: write it again with --update")
    for problem in problems:
        print("problem: " + problem)
    good = sum(not result[0] for result in results)
    faults = sum(len(program.labels) for program in programs)
    print(f"{good} of {len(programs)} programs as planted ({faults} faults)")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
