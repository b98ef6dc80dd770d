#!/usr/bin/env python3
"""Holds findings about races, barriers and fences against labelled files.

  check_truth.py --tool cuda-memlint --truth truth.csv --repositories DIR
                 [--options FILE]... [--only TEXT] [--report FILE]
                 [--least-found N] [--most-alarms corpus=N]... [--possible] [--reasons FILE]

truth.csv has the columns corpus,path,expected,blockDim,gridDim,notes: DIR/corpus/path is a
source file; expected is pass, race, divergence or other (left out); the shapes are 64 or
16x16, empty: as the tool finds them. A column `without`, where there is one, has a text that
is deleted from a copy of the file's folder first. A file is analysed with the macros that its
first comment lines define (-DNAME=VALUE).

Each --options names a file of compile options, one a line (those in options/ are GPUVerify's
annotations). They are alternatives: a file is read with the first that leaves no error, else
with the one that leaves the fewest.

With --possible what may happen for some arguments or data counts, too (--races=may): a remark
finds a race or alarms where there is none. --reasons names a CSV file with the columns
corpus,path,reason: why an outcome is not its label.
"""

import argparse
import collections
import concurrent.futures
import csv
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile

RACES = {"cuda-shared-race", "cuda-global-race", "cuda-missing-syncwarp", "cuda-missing-fence"}
DIVERGENCE = {"cuda-divergent-barrier"}
WANTED = {"pass": set(), "race": RACES, "divergence": DIVERGENCE}
MOST_THREADS = 1024

Run = collections.namedtuple("Run", "report seconds error")
Result = collections.namedtuple(
    "Result", "row state findings kernels undecided seconds cut reason")


def shape(text):
    """'16x16' as numbers."""
    return [int(part) for part in text.split("x")] if text else []


def legal_block(block):
    """The block with its largest dimension halved until a device takes it."""
    block = list(block)
    while block and (threads := product(block)) > MOST_THREADS and threads > 0:
        largest = block.index(max(block))
        block[largest] = (block[largest] + 1) // 2
    return block


def product(numbers):
    result = 1
    for number in numbers:
        result *= number
    return result


def written(numbers):
    return f"({','.join(map(str, numbers))})" if numbers else "_"


def own_macros(path):
    """-DNAME=VALUE among the comments that a file begins with."""
    macros = []
    for line in path.read_text(errors="replace").splitlines():
        if not line.startswith("//"):
            break
        macros += re.findall(r"(?<=\s)-D\S+", line)
    return macros


def lockstep(path):
    """The label holds where lanes of a warp run in lockstep: before compute capability 7.0."""
    for line in path.read_text(errors="replace").splitlines():
        if not line.startswith("//"):
            break
        if "--warp-sync=32" in line:
            return ["--arch=sm_60"]
    return []


def read_options(path, repositories):
    """One option a line, `-include file` as two words, @file for what is in another. {here} is the
    folder of the options, {repositories} that of the repositories."""
    words = []
    for line in path.read_text().splitlines():
        line = line.strip().replace("{here}", str(path.parent.resolve()))
        line = line.replace("{repositories}", str(repositories.resolve()))
        if line.startswith("@"):
            words += read_options(path.parent / line[1:], repositories)
        elif line.startswith("-include "):
            words += line.split(maxsplit=1)
        elif line and not line.startswith("#"):
            words.append(line)
    return words


def analyse(tool, path, launch, options, limit):
    """The report, and the processor's seconds, which other work on the machine does not change."""
    command = [tool, "--format=json", "--fail-on=none", "--keep-going", "-j", "1", *launch, str(path),
               "--", *options]
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as messages:
        process = subprocess.Popen(command, stdout=output, stderr=messages,
                                   preexec_fn=lambda: resource.setrlimit(
                                       resource.RLIMIT_CPU, (limit, limit + 1)))
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = used.ru_utime + used.ru_stime
        output.seek(0)
        messages.seek(0)
        error = messages.read().decode(errors="replace").strip()
        if process.returncode == -signal.SIGXCPU:
            return Run(None, seconds, f"no result after {limit} s")
        try:
            return Run(json.load(output), seconds, error)
        except json.JSONDecodeError:
            return Run(None, seconds, error or f"exit code {process.returncode}")


def errors_of(run):
    if run.report is None or any(file["parsed"] == "not" for file in run.report["files"]):
        return sys.maxsize
    return sum(file["errors"] for file in run.report["files"])


def edited(path, text, folder):
    """The file in a copy of its folder without this text."""
    copy = pathlib.Path(shutil.copytree(path.parent, folder, dirs_exist_ok=True))
    for file in copy.rglob("*"):
        if file.is_file() and text in (content := file.read_text(errors="replace")):
            file.write_text(content.replace(text, " " * len(text)))
    return copy / path.name


def judge(tool, row, folder, alternatives, limit, possible):
    path = folder / row["corpus"] / row["path"]
    if not path.exists():
        return Result(row, "no such file", [], 0, 0, 0.0, False, "")
    with tempfile.TemporaryDirectory() as copy:
        if row.get("without"):
            path = edited(path, row["without"], copy)
        return judge_file(tool, row, path, alternatives, limit, possible)


def judge_file(tool, row, path, alternatives, limit, possible):
    block, grid = shape(row["blockDim"]), shape(row["gridDim"])
    fitting = legal_block(block)
    launch = ["--launch", f"*<<<{written(grid)},{written(fitting)}>>>()"] if block or grid else []
    launch += ["--races=may"] if possible else []
    macros, best = own_macros(path), None
    for options in alternatives:
        run = analyse(tool, path, launch + lockstep(path), options + macros, limit)
        if best is None or errors_of(run) < errors_of(best):
            best = run
        if errors_of(best) == 0:
            break
    if errors_of(best) == sys.maxsize:
        messages = [message["message"] for file in (best.report or {}).get("files", [])
                    for message in file["messages"]]
        reason = (messages or best.error.splitlines() or ["no report"])[0]
        return Result(row, "failed", [], 0, 0, best.seconds, fitting != block, reason)
    kernels = [kernel for file in best.report["files"] for kernel in file["kernels"]
               if kernel["analysed"]]
    state = "with errors" if errors_of(best) else "whole" if kernels else "no kernel"
    reason = next((message["message"] for file in best.report["files"]
                   for message in file["messages"]), "")
    relevant = [finding for finding in best.report["findings"]
                if finding["check"] in RACES | DIVERGENCE
                and (finding["level"] != "remark" or finding["race_outcome"] == "may-race")]
    undecided = sum(verdict["outcome"] == "undecided" for kernel in kernels
                    for launch in kernel["races"] for verdict in launch["verdicts"])
    return Result(row, state,
                  relevant, len(kernels), undecided, best.seconds, fitting != block, reason)


def outcome(result):
    if result.state in ("failed", "no kernel", "no such file"):
        return result.state
    expected = result.row["expected"]
    checks = {finding["check"] for finding in result.findings}
    if expected == "pass":
        return "alarm" if checks else "silent"
    if checks & WANTED[expected]:
        return "found"
    return "other check" if checks else "missed"


def base_seconds(tool, options):
    """What a file with an empty kernel takes: start, headers, report."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "empty.cu"
        path.write_text("__global__ void empty() {}\n")
        return statistics.median(
            analyse(tool, path, [], options, 60).seconds for _ in range(5))


def tally(results):
    """Markdown: rows by corpus, label and outcome."""
    counts = collections.defaultdict(collections.Counter)
    for result in results:
        counts[result.row["corpus"], result.row["expected"]][outcome(result)] += 1
    columns = ["found", "other check", "missed", "silent", "alarm", "no kernel",
               "failed", "no such file"]
    columns = [column for column in columns if any(count[column] for count in counts.values())]
    lines = ["| corpus | label | rows | " + " | ".join(columns) + " | with errors | undecided |",
             "| --- | --- |" + " ---: |" * (len(columns) + 3)]
    for (corpus, label), count in sorted(counts.items()):
        own = [result for result in results
               if (result.row["corpus"], result.row["expected"]) == (corpus, label)]
        numbers = [len(own), *(count[column] for column in columns),
                   sum(result.state == "with errors" for result in own),
                   sum(result.undecided > 0 for result in own)]
        lines.append(f"| {corpus} | {label} | " + " | ".join(map(str, numbers)) + " |")
    return lines


def disagreements(results, reasons):
    """Markdown: a row for each file whose outcome is not its label."""
    lines = ["| file | label | outcome | what was said | why |", "| --- | --- | --- | --- | --- |"]
    for result in results:
        name = outcome(result)
        if name in ("found", "silent"):
            continue
        said = [f"{finding['check']} at line {finding['line']}: {finding['message'].splitlines()[0]}"
                for finding in result.findings]
        text = (said or [result.reason or "nothing"])[0].replace("|", "\\|")
        more = f" (and {len(said) - 1} more)" if len(said) > 1 else ""
        cut = " (block cut to what a device takes)" if result.cut else ""
        row = result.row
        lines.append(f"| {row['corpus']}: {row['path']} | {row['expected']} | {name} | {text}{more}{cut} "
                     f"| {reasons.get((row['corpus'], row['path']), '')} |")
    return lines


def times(results, base):
    """What the analysis of a kernel takes beyond a run over an empty one."""
    each = sorted(((max(0.0, result.seconds - base) / max(1, result.kernels), result)
                   for result in results if result.state in ("whole", "with errors")),
                  key=lambda pair: pair[0])
    if not each:
        return []
    lines = [f"A kernel takes {1e3 * statistics.median(pair[0] for pair in each):.0f} ms (median) on top "
             f"of a run over an empty one ({1e3 * base:.0f} ms). The slowest:", ""]
    lines += [f"- {seconds:.2f} s: {result.row['corpus']}: {result.row['path']}"
              for seconds, result in each[:-6:-1]]
    return lines


def limits(pairs):
    return {name: int(number) for name, _, number in (pair.rpartition("=") for pair in pairs)}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--truth", required=True, type=pathlib.Path)
    parser.add_argument("--repositories", required=True, type=pathlib.Path)
    parser.add_argument("--options", action="append", default=[], type=pathlib.Path)
    parser.add_argument("--only", default="", help="rows whose corpus:path holds this text")
    parser.add_argument("--label", default="", help="rows of this label")
    parser.add_argument("--jobs", type=int, default=2, help="files at a time")
    parser.add_argument("--limit", type=int, default=60, help="processor seconds for a file")
    parser.add_argument("--report", type=pathlib.Path, help="write the tables here too")
    parser.add_argument("--least-found", type=int, default=0,
                        help="fail when fewer race and divergence rows are found")
    parser.add_argument("--most-alarms", action="append", default=[], metavar="CORPUS=N",
                        help="fail when more pass rows of the corpus have an alarm")
    parser.add_argument("--possible", action="store_true",
                        help="count what may happen for some arguments or data")
    parser.add_argument("--reasons", type=pathlib.Path, help="why outcomes are not labels")
    arguments = parser.parse_args()

    reasons = {}
    if arguments.reasons:
        with arguments.reasons.open(newline="", encoding="utf-8") as stream:
            reasons = {(row["corpus"], row["path"]): row["reason"]
                       for row in csv.DictReader(stream)}
    with arguments.truth.open(newline="", encoding="utf-8") as stream:
        rows = [row for row in csv.DictReader(stream)
                if row["expected"] in WANTED and arguments.only in f"{row['corpus']}:{row['path']}"
                and arguments.label in ("", row["expected"])]
    alternatives = [read_options(path, arguments.repositories)
                    for path in arguments.options] or [[]]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = list(pool.map(
            lambda row: judge(arguments.tool, row, arguments.repositories, alternatives,
                              arguments.limit, arguments.possible), rows))

    text = "\n".join([*tally(results), "", *disagreements(results, reasons), "",
                      *times(results, base_seconds(arguments.tool, alternatives[0]))])
    print(text)
    if arguments.report:
        arguments.report.write_text(text + "\n", encoding="utf-8")
    outcomes = [(result.row["corpus"], outcome(result)) for result in results]
    failures = []
    found = sum(name == "found" for _, name in outcomes)
    if found < arguments.least_found:
        failures.append(f"{found} found, at least {arguments.least_found} wanted")
    for corpus, most in limits(arguments.most_alarms).items():
        alarms = outcomes.count((corpus, "alarm"))
        if alarms > most:
            failures.append(f"{corpus}: {alarms} alarms, at most {most} allowed")
    for failure in failures:
        print("failed: " + failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
