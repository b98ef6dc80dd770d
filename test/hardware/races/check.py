#!/usr/bin/env python3
"""Holds what the tool says of the programs here, and compute-sanitizer sees, against comments.

  check.py --tool PATH [--only CHECKS] [--run | --record CSV | --replay CSV]
           [program.cu ...]

  // planted 1: cuda-shared-race, seen by racecheck
  // planted 1

name the lines of one fault, the check that must report it (one of several, with `|` between)
and the sanitizer's tool that sees it. `, if it may` says that --races=may is needed. All other
lines must be free of findings about races and barriers, and so must the whole file when it is
read with -DFIXED, and those in clean/. `// not run` says that the program may never end.

Without a GPU only what the tool says is checked. --run builds and runs each program under
compute-sanitizer; --record writes what it saw as well; --replay reads that instead.
"""

import argparse
import collections
import concurrent.futures
import csv
import datetime
import json
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
FOLDERS = ("planted", "clean", "redundant")
RACE_CHECKS = ("cuda-shared-race", "cuda-global-race", "cuda-missing-syncwarp",
               "cuda-missing-fence", "cuda-divergent-barrier")
REDUNDANT = "cuda-redundant-barrier"
SANITIZERS = {"racecheck": "race", "synccheck": "barrier"}
COLUMNS = ("program", "twin", "tool", "kind", "severity", "lines", "count")

Label = collections.namedtuple("Label", "checks lines sanitizer may")
Hazard = collections.namedtuple("Hazard", COLUMNS)
Finding = collections.namedtuple("Finding", "check level line lines message")


class Program:
    """A file and what its comments say."""

    def __init__(self, path):
        self.path = path
        self.name = f"{path.parent.name}/{path.stem}"
        text = path.read_text()
        self.has_twin = "FIXED" in text
        self.is_run = "// not run" not in text
        self.labels = {}
        facts, lines = {}, collections.defaultdict(set)
        for number, line in enumerate(text.splitlines(), 1):
            found = re.search(r"// planted ([\d ]+)(?:: (.*))?$", line)
            if not found:
                continue
            for label in found[1].split():
                lines[label].add(number)
                if found[2]:
                    facts[label] = found[2].split(", ")
        for label, words in facts.items():
            seen = [word.split()[-1] for word in words if word.startswith("seen by ")]
            self.labels[label] = Label(words[0].split("|"), lines[label], seen[0] if seen else None,
                                       "if it may" in words)
        if missing := lines.keys() - facts.keys():
            sys.exit(f"{path}: nothing says what is planted as {sorted(missing)}")

    def twins(self):
        """Name of each reading, the options for it, and the labels that hold in it."""
        yield "as it is", [], self.labels
        if self.has_twin:
            yield "fixed", ["-DFIXED"], {}


def analyse(tool, program, defines, known, run):
    """The report, or a line that says why there is none."""
    command = [tool, "--format=json", "--fail-on=none", "--show-remarks"]
    if any(label.may for label in program.labels.values()) and "may" in known:
        command.append("--races=may")
    if run:
        command += ["--verify-sanitizer=" + ",".join(SANITIZERS), "--verify-timeout=60"]
    command += [str(program.path), "--", "-std=c++17", *defines]
    ran = subprocess.run(command, capture_output=True, text=True)
    try:
        report = json.loads(ran.stdout)
    except json.JSONDecodeError:
        report = {}
    if "files" in report and (not run or "sanitizer_runs" in report):
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


def hazards_of(report, program, twin):
    for run in report["sanitizer_runs"]:
        for tool in run["tools"]:
            if tool["program_failed"]:
                yield Hazard(program.name, twin, tool["tool"], "failed", "error", "", 1)
            for hazard in tool["hazards"]:
                # Of code in headers of the toolkit, such as asynchronous copies, no line here is named.
                lines = sorted({side["line"] for side in hazard["sides"] if side["line"]
                                and pathlib.Path(side["path"]).name == program.path.name})
                yield Hazard(program.name, twin, tool["tool"], hazard["kind"], hazard["severity"],
                             " ".join(map(str, lines)), hazard["count"])


def check_findings(labels, findings, known):
    """What is wrong with the findings of one reading."""
    for number, label in labels.items():
        wanted = [check for check in label.checks if check in known]
        if wanted and (not label.may or "may" in known) and not any(finding.check in wanted and finding.lines & label.lines
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


def check_hazards(labels, hazards):
    """What is wrong with what was seen of one reading."""
    for number, label in labels.items():
        if label.sanitizer and not any(
                hazard.tool == label.sanitizer and hazard.kind == SANITIZERS[label.sanitizer]
                and label.lines & {int(line) for line in hazard.lines.split()}
                for hazard in hazards):
            yield f"planted {number}: not seen by {label.sanitizer}"
    all_lines = set().union(*(label.lines for label in labels.values())) if labels else set()
    for hazard in hazards:
        lines = {int(line) for line in hazard.lines.split()}
        is_elsewhere = not lines and bool(labels)
        if hazard.severity != "info" and not lines & all_lines and not is_elsewhere:
            yield f"lines {hazard.lines or '?'}: {hazard.tool}: {hazard.kind}: not planted"


def known_to(tool):
    """The checks that the tool has, and `may` where it knows --races."""
    def told(option):
        return subprocess.run([tool, option], capture_output=True, text=True).stdout
    checks = {word for word in told("--list-checks").split() if word.startswith("cuda-")}
    return checks | ({"may"} if "--races" in told("--help") else set())


def describe_machine():
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    if not shutil.which(query[0]):
        return "an unknown device"
    return (subprocess.run(query, capture_output=True, text=True).stdout.splitlines() or ["?"])[0]


def write_record(path, hazards, sanitizer):
    with path.open("w", newline="", encoding="utf-8") as stream:
        stream.write(f"# {datetime.date.today()}, {describe_machine()}, compute-sanitizer {sanitizer}\n")
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(sorted(hazards))


def read_record(path):
    with path.open(newline="", encoding="utf-8") as stream:
        rows = csv.DictReader(line for line in stream if not line.startswith("#"))
        return [Hazard(**row) for row in rows]


def check(program, arguments, checks, record):
    """Problems with a program, its findings by reading, and the hazards that were seen."""
    problems, said, seen, version = [], {}, [], None
    for twin, defines, labels in program.twins():
        run = (arguments.run or arguments.record) and (program.is_run or twin == "fixed")
        report, error = analyse(arguments.tool, program, defines, checks, run)
        if report is None:
            problems.append(f"{program.name}, {twin}: {error}")
            continue
        own = []
        if errors := [message["message"] for file in report["files"] for message in file["messages"]]:
            own.append(f"does not parse: {errors[0]}")
        said[twin] = list(findings_of(report, program, checks))
        own += check_findings(labels, said[twin], checks)
        if run:
            hazards = list(hazards_of(report, program, twin))
            version = next((entry["sanitizer"] for entry in report["sanitizer_runs"]), version)
            seen += hazards
            own += check_hazards(labels, hazards)
        elif record is not None and (program.is_run or twin == "fixed"):
            seen += [hazard for hazard in record if (hazard.program, hazard.twin) == (program.name, twin)]
            own += check_hazards(labels, [hazard for hazard in seen if hazard.twin == twin])
        problems += [f"{program.name}, {twin}: {problem}" for problem in own]
    return problems, said, seen, version


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--run", action="store_true")
    parser.add_argument("--record", type=pathlib.Path)
    parser.add_argument("--replay", type=pathlib.Path)
    parser.add_argument("--only", help="these checks, with commas between; else all")
    parser.add_argument("--jobs", type=int, default=2, help="programs at a time")
    parser.add_argument("--table", action="store_true", help="print a row for each planted fault")
    parser.add_argument("programs", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()

    paths = arguments.programs or sorted(
        path for folder in FOLDERS for path in (HERE / folder).glob("*.cu"))
    programs = [Program(path.resolve()) for path in paths]
    checks = known_to(arguments.tool)
    if arguments.only:
        checks &= {*arguments.only.split(","), "may"}
    record = read_record(arguments.replay) if arguments.replay else None
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = list(pool.map(lambda program: check(program, arguments, checks, record), programs))

    if arguments.table:
        print("| program | planted | reported | seen by |\n| --- | --- | --- | --- |")
        for program, (_, said, seen, _) in zip(programs, results):
            for number, label in program.labels.items():
                reported = sorted({finding.check for finding in said.get("as it is", [])
                                   if finding.lines & label.lines})
                tools = sorted({hazard.tool for hazard in seen if hazard.twin == "as it is"
                                and label.lines & {int(line) for line in hazard.lines.split()}})
                print(f"| {program.name} {number} | {' or '.join(label.checks)} |"
                      f" {', '.join(reported) or '–'} | {', '.join(tools) or '–'} |")
    if arguments.record:
        version = next((result[3] for result in results if result[3]), "?")
        write_record(arguments.record, [hazard for result in results for hazard in result[2]], version)
    for problem in (problem for result in results for problem in result[0]):
        print("problem: " + problem)
    good = sum(not result[0] for result in results)
    faults = sum(len(program.labels) for program in programs)
    print(f"{good} of {len(programs)} programs as planted ({faults} faults)")
    return 0 if good == len(programs) else 1


if __name__ == "__main__":
    sys.exit(main())
