#!/usr/bin/env python3
"""Compares what the tool reports of the programs here with expected.csv.

  verdicts.py --tool PATH [--update] [--table] [--jobs N] [program.cu ...]

expected.csv has a row for each program: the fault (a race, a missing order, an endless wait, a
divergent barrier or a deadlock), the checks that should report it (one of several, with `|`
between) at one of the lines, and what the tool does today: `today` is `found`, `remark` or
`missed`, `alarms` has warnings at other lines and those of programs in mended/. The tool is called
with `options`. A program that is marked as found and is not, or an alarm that is not listed, is a
problem. What has become better is printed as news, and --update writes `today` and `alarms` again.

recorded.csv has what a GPU made of the programs (measure.py). A program other than the one that was
run is a problem, and so is a mended one whose result was wrong.
"""

import argparse
import concurrent.futures
import csv
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "races"))
import check as races  # noqa: E402
import measure  # noqa: E402

TABLE = HERE / "expected.csv"
RECORD = HERE / "recorded.csv"
COLUMNS = ("program", "fault", "checks", "lines", "today", "alarms", "options")
SILENT = "silent"
ORDER = ["missed", "remark", "found"]


def verdict(row, findings):
    """What the tool does about the fault of one program, and its alarms."""
    lines = {int(line) for line in row["lines"].split()}
    checks = set(row["checks"].split("|"))
    today, alarms = "missed" if lines else SILENT, []
    for finding in findings:
        if finding.lines & lines:
            if finding.check in checks:
                level = "found" if finding.level == "warning" else "remark"
                today = max(today, level, key=ORDER.index)
        elif finding.level == "warning":
            alarms.append(f"{finding.check}:{finding.line}")
    return today, sorted(alarms)


def check_record(record, program):
    """What is wrong with what was recorded of one program."""
    own = [row for row in record if row["program"] == program.name]
    if not own:
        yield f"{program.name}: not recorded"
    elif any(row["code"] != program.code for row in own):
        yield f"{program.name}: another program than was recorded"
    elif program.path.parent.name == "mended":
        for row in own:
            if row["run"] not in measure.SUMMARIES and row["outcome"] != "ok":
                yield f"{program.name}: {row['run']}: {row['outcome']}"


def is_seen(record, name):
    """Whether a result was wrong, or the program did not end."""
    return any(row["outcome"] in ("wrong", "no end") for row in record
               if row["program"] == name and row["run"] not in measure.SUMMARIES)


def compare(tool, known, record, row):
    """The row as it is now, problems and news."""
    program = races.Program(HERE / f"{row['program']}.cu")
    report, error = races.analyse(tool, program, [], known, [], None, row["options"].split())
    if report is None:
        return row, [f"{program.name}: {error}"], []
    errors = [message["message"] for file in report["files"] for message in file["messages"]]
    problems = [f"{program.name}: does not parse: {error}" for error in errors[:1]]
    problems += check_record(record, program)
    findings = [finding for finding in races.findings_of(report, program, known)
                if finding.check in races.RACE_CHECKS]
    today, alarms = verdict(row, findings)
    news = []
    if today != row["today"]:
        is_worse = today in ORDER and row["today"] in ORDER and (
            ORDER.index(today) < ORDER.index(row["today"]))
        (problems if is_worse else news).append(f"{program.name}: {row['today']}, now {today}")
    listed = row["alarms"].split()
    problems += [f"{program.name}: alarm: {alarm}" for alarm in alarms if alarm not in listed]
    news += [f"{program.name}: no alarm any more: {alarm}"
             for alarm in listed if alarm not in alarms]
    return {**row, "today": today, "alarms": " ".join(alarms)}, problems, news


def print_counts(rows, record):
    racy = [row for row in rows if row["lines"]]
    print("| fault | programs | wrong on a GPU | found | as a remark | missed |"
          " with other alarms |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for fault in [*sorted({row["fault"] for row in racy}), None]:
        own = [row for row in racy if fault in (None, row["fault"])]
        counts = [sum(is_seen(record, row["program"]) for row in own)]
        counts += [sum(row["today"] == today for row in own) for today in reversed(ORDER)]
        counts.append(sum(bool(row["alarms"]) for row in own))
        print(f"| {fault or '**all**'} | {len(own)} | " + " | ".join(map(str, counts)) + " |")
    twins = [row for row in rows if not row["lines"]]
    alarms = sum(bool(row["alarms"]) for row in twins)
    print(f"\n{alarms} of {len(twins)} mended programs get a warning.")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--update", action="store_true", help="write what the tool does today")
    parser.add_argument("--table", action="store_true", help="print how many faults are found")
    parser.add_argument("--expected", type=pathlib.Path, default=TABLE)
    parser.add_argument("--recorded", type=pathlib.Path, default=RECORD)
    parser.add_argument("--jobs", type=int, default=2, help="programs at a time")
    parser.add_argument("programs", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    with arguments.expected.open(newline="", encoding="utf-8") as stream:
        table = list(csv.DictReader(stream))
    files = {f"{path.parent.name}/{path.stem}"
             for folder in ("racy", "mended") for path in (HERE / folder).glob("*.cu")}
    problems = [f"{name}: in the table or in the folders, but not in both"
                for name in sorted(files ^ {row["program"] for row in table})]
    chosen = {f"{path.resolve().parent.name}/{path.stem}" for path in arguments.programs}
    rows = [row for row in table if not chosen or row["program"] in chosen]
    record = measure.read(arguments.recorded)
    known = races.known_to(arguments.tool) - {"may"}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = list(pool.map(lambda row: compare(arguments.tool, known, record, row),
                                rows))
    for now, found, news in results:
        problems += found
        for line in news:
            print("news: " + line)
    now = {row["program"]: row for row, _, _ in results}
    if arguments.table:
        print_counts(list(now.values()), record)
    if arguments.update:
        with arguments.expected.open("w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(now.get(row["program"], row) for row in table)
    for problem in problems:
        print("problem: " + problem)
    print(f"{len(rows)} programs compared, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
