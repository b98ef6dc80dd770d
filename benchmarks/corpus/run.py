#!/usr/bin/env python3
"""Lints every .cu below a folder of checked-out repositories and counts the outcomes.

  benchmarks/corpus/run.py FOLDER [--jobs N] [--json FILE] [--clang] [--sample findings 60]

Each file is linted by itself, for --arch, with include folders guessed (see
include_folders.py). A repository is a folder in FOLDER. Prints tables in markdown: what
was parsed, kernels, accesses by how their address is known, findings by check, crashes,
time-outs, seconds. Kernels and findings in a header are counted once a repository.
Accesses to local memory are not counted.

Exits with 1 when a file crashed or ran out of time.
"""

import argparse
import collections
import concurrent.futures
import fnmatch
import json
import os
import re
import subprocess
import sys
import tempfile
import time

import samples
from include_folders import IncludeFolders

CLASSES = ("exact", "parametric", "data-dependent", "not-understood")
KNOWN = ("proved", "assumed", "unknown")


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    parser.add_argument("folder", help="holds a folder for each repository")
    parser.add_argument("--tool", default=os.path.join(root, "build/release/bin/cuda-memlint"))
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--exclude", action="append", default=[], metavar="GLOB",
                        help="files to leave out, by their path below FOLDER")
    parser.add_argument("--time-out", type=float, default=20, metavar="SECONDS",
                        help="for each file (default: 20)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--json", metavar="FILE", help="write all numbers there too")
    parser.add_argument("--clang", action="store_true",
                        help="read each file with Clang and a toolkit too: the time it takes, and "
                             "files that only Clang reads without errors")
    parser.add_argument("--clang-path", default="clang++-19")
    parser.add_argument("--cuda-path", default="/usr/local/cuda")
    parser.add_argument("--sample", nargs=2, action="append", default=[], metavar=("KIND", "N"),
                        help=f"draw at random, with the source around: findings, "
                             f"{', '.join(CLASSES)}")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--remarks", action="store_true", help="draw among remarks too")
    options = parser.parse_args()
    for kind, count in options.sample:
        if kind not in ("findings",) + CLASSES or not count.isdigit():
            parser.error(f"--sample {kind} {count}: KIND is findings or one of "
                         f"{', '.join(CLASSES)}, N a number")
    if not os.path.isdir(options.folder):
        parser.error(f"{options.folder}: no such folder")
    return options


def timed_run(command, limit):
    """Seconds, and the finished process or None after `limit` seconds."""
    start = time.perf_counter()
    try:
        done = subprocess.run(command, capture_output=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        done = None
    except OSError as error:
        sys.exit(f"{command[0]}: {error.strerror}")
    return time.perf_counter() - start, done


def lint(path, folders, options, stand_in):
    """What happened to one file: its report, or why there is none."""
    includes = [f"-I{folder}" for folder in folders]
    command = [options.tool, "--no-cache", "--format=json", "--fail-on=none", "--keep-going",
               f"--arch={options.arch}", path]
    seconds, done = timed_run(command + ["--"] + includes, options.time_out)
    result = {"path": path, "folders": folders, "seconds": seconds, "report": None,
              "outcome": "time-out"}
    if done:
        error = done.stderr.decode(errors="replace")
        try:
            result["report"] = json.loads(done.stdout)
        except ValueError:
            pass
        # The exit code 2 is also that of a file that cannot be read.
        crashed = done.returncode not in (0, 2) or not result["report"] or "crashed" in error
        result["outcome"] = "crash" if crashed else "done"
    if options.clang:
        # As benchmarks/parse_time.py does; Clang has no limit of time.
        command = [options.clang_path, "-x", "cuda", "--cuda-device-only", "-fsyntax-only", "-w",
                   "-Wno-unknown-cuda-version", f"--cuda-path={options.cuda_path}",
                   f"--cuda-gpu-arch={options.arch}", "-idirafter", stand_in, path]
        result["clang_seconds"], done = timed_run(command + includes, None)
        result["clang_parsed"] = done.returncode == 0
    return result


def end_of_definition(path, line):
    """The line of the brace that closes what begins at `line`; strings are not looked into."""
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            lines = stream.read().split("\n")
    except OSError:
        return line
    depth, opened = 0, False
    for number, text in enumerate(lines[line - 1:], line):
        for sign in re.sub(r"//.*", "", text):
            if sign == ";" and not opened:
                return number
            depth += (sign == "{") - (sign == "}")
            opened = opened or sign == "{"
            if opened and depth == 0:
                return number
    return len(lines)


def has_own_errors(kernel, messages):
    own = [message["line"] for message in messages
           if os.path.realpath(message["path"]) == os.path.realpath(kernel["path"])]
    if not own:
        return False
    last = end_of_definition(kernel["path"], kernel["line"])
    return any(kernel["line"] <= line <= last for line in own)


class Tally:
    """Numbers of one repository."""

    def __init__(self):
        self.count = collections.Counter()
        self.findings = collections.Counter()
        self.access_reasons = collections.Counter()
        self.kernel_reasons = collections.Counter()
        self.seconds = self.clang_seconds = 0.0
        self.crashes, self.time_outs, self.only_clang = [], [], []
        self.slowest = (0.0, "")
        self.kernels, self.seen_findings = {}, set()
        self.candidates = collections.defaultdict(list)

    def add(self, result, with_remarks):
        self.count["files"] += 1
        self.seconds += result["seconds"]
        self.slowest = max(self.slowest, (result["seconds"], result["path"]))
        if result["outcome"] == "crash":
            self.crashes.append(result["path"])
        if result["outcome"] == "time-out":
            self.time_outs.append(result["path"])
        report = result["report"]
        parsed = report["files"][0]["parsed"] if report and report["files"] else "not"
        self.count["parsed " + parsed] += 1
        if "clang_seconds" in result:
            self.clang_seconds += result["clang_seconds"]
            self.count["clang parsed"] += result["clang_parsed"]
            if result["clang_parsed"] and parsed != "whole":
                self.only_clang.append(result["path"])
        if not report:
            return
        for file in report["files"]:
            for kernel in file["kernels"]:
                self.add_kernel(kernel, file["messages"])
        for finding in report["findings"]:
            place = (os.path.realpath(finding["path"]), finding["line"], finding["column"],
                     finding["check"], finding["message"])
            if place not in self.seen_findings:
                self.seen_findings.add(place)
                self.findings[f"{finding['check']} {finding['level']}"] += 1
        self.candidates["findings"] += [
            item for item in samples.finding_samples(report, result["path"])
            if with_remarks or item["level"] != "remark"]

    def add_kernel(self, kernel, messages):
        """Of a kernel seen in several files, the first that is analysed counts."""
        key = os.path.realpath(kernel["path"]), kernel["line"], kernel["name"]
        known = self.kernels.get(key)
        if not known or kernel["analysed"] and not known[0]["analysed"]:
            self.kernels[key] = kernel, not kernel["analysed"] and has_own_errors(kernel, messages)

    def finish(self):
        for kernel, own_errors in self.kernels.values():
            self.count["kernels"] += 1
            self.count["kernels analysed"] += kernel["analysed"]
            if not kernel["analysed"]:
                self.count["kernels with own errors"] += own_errors
                self.kernel_reasons[kernel["reason"]] += 1
            accesses = [access for access in kernel["accesses"] if access["space"] != "local"]
            for access in accesses:
                self.count["accesses"] += 1
                self.count[access["class"]] += 1
                if access["class"] == "not-understood":
                    self.access_reasons[access["reason"] or "no reason given"] += 1
                verdicts = {launch["known"] for launch in access["launches"]}
                self.count[next((known for known in KNOWN if known in verdicts), "unknown")] += 1
            for item in samples.access_samples(kernel, accesses):
                self.candidates[item["class"]].append(item)
        self.kernels.clear()

    def merge(self, other):
        for mine, theirs in ((self.count, other.count), (self.findings, other.findings),
                             (self.access_reasons, other.access_reasons),
                             (self.kernel_reasons, other.kernel_reasons)):
            mine.update(theirs)
        self.seconds += other.seconds
        self.clang_seconds += other.clang_seconds
        self.slowest = max(self.slowest, other.slowest)
        self.crashes += other.crashes
        self.time_outs += other.time_outs
        self.only_clang += other.only_clang
        for kind, items in other.candidates.items():
            self.candidates[kind] += items

    def as_json(self):
        count = self.count
        numbers = {
            "files": count["files"], "parsed_whole": count["parsed whole"],
            "parsed_with_errors": count["parsed with-errors"], "parsed_not": count["parsed not"],
            "kernels": count["kernels"], "kernels_analysed": count["kernels analysed"],
            "kernels_not_analysed_with_own_errors": count["kernels with own errors"],
            "kernels_not_analysed": dict(self.kernel_reasons.most_common()),
            "accesses": count["accesses"], "by_class": {name: count[name] for name in CLASSES},
            "by_knowledge": {name: count[name] for name in KNOWN},
            "not_understood": dict(self.access_reasons.most_common()),
            "findings": dict(sorted(self.findings.items())),
            "crashes": self.crashes, "time_outs": self.time_outs,
            "seconds": round(self.seconds, 2), "slowest_seconds": round(self.slowest[0], 2),
            "slowest": self.slowest[1]}
        if self.clang_seconds:
            numbers |= {"clang_seconds": round(self.clang_seconds, 2),
                        "clang_parsed": count["clang parsed"], "only_clang": self.only_clang}
        return numbers


def table(heads, rows):
    text = ["| " + " | ".join(heads) + " |", "| --- |" + " ---: |" * (len(heads) - 1)]
    return text + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows] + [""]


def share(part, whole):
    return f"{part} ({100 * part / whole:.1f} %)" if whole else "0"


def report_lines(tallies, options):
    rows = list(tallies.items())
    with_clang = options.clang
    text = ["## Files", ""]
    heads = ["repository", "files", "parsed whole", "with errors", "not", "crashes", "time-outs",
             "seconds", "slowest"] + (["clang seconds", "clang parses", "only clang parses"]
                                      if with_clang else [])
    text += table(heads, [
        [name, tally.count["files"], tally.count["parsed whole"],
         tally.count["parsed with-errors"], tally.count["parsed not"], len(tally.crashes),
         len(tally.time_outs), f"{tally.seconds:.1f}", f"{tally.slowest[0]:.1f}"] +
        ([f"{tally.clang_seconds:.1f}", tally.count["clang parsed"], len(tally.only_clang)]
         if with_clang else []) for name, tally in rows])
    text += ["## Kernels", ""]
    text += table(["repository", "kernels", "analysed", "not", "not, without own errors"],
                  [[name, tally.count["kernels"],
                    share(tally.count["kernels analysed"], tally.count["kernels"]),
                    tally.count["kernels"] - tally.count["kernels analysed"],
                    tally.count["kernels"] - tally.count["kernels analysed"] -
                    tally.count["kernels with own errors"]] for name, tally in rows])
    text += ["## Accesses by how the address is known", ""]
    text += table(["repository", "accesses", *CLASSES, *KNOWN],
                  [[name, tally.count["accesses"],
                    *(share(tally.count[kind], tally.count["accesses"]) for kind in CLASSES),
                    *(tally.count[known] for known in KNOWN)] for name, tally in rows])
    everything = tallies["all"]
    if everything.findings:
        text += ["## Findings", ""]
        text += table(["check", *tallies],
                      [[check, *(tally.findings[check] for tally in tallies.values())]
                       for check in sorted(everything.findings)])
    for title, reasons in (("Not understood", everything.access_reasons),
                           ("Not analysed", everything.kernel_reasons)):
        if not reasons:
            continue
        text += [f"## {title}, by reason", ""]
        text += table(["reason", *tallies], [
            [reason.replace("|", "\\|")] +
            [(tally.access_reasons if reasons is everything.access_reasons
              else tally.kernel_reasons)[reason] for tally in tallies.values()]
            for reason, _ in sorted(reasons.items(), key=lambda item: (-item[1], item[0]))])
    for title, paths in (("Crashes", everything.crashes), ("Time-outs", everything.time_outs),
                         ("Read without errors only by Clang", everything.only_clang)):
        if paths:
            text += [f"## {title}", ""]
            text += [f"- {os.path.relpath(path, options.folder)}" for path in paths] + [""]
    return text


def find_sources(options):
    """Path and repository of each source, in the order of their names."""
    for repository in sorted(os.listdir(options.folder)):
        for folder, subfolders, names in os.walk(os.path.join(options.folder, repository)):
            subfolders[:] = sorted(name for name in subfolders if name != ".git")
            for name in sorted(names):
                path = os.path.join(folder, name)
                below = os.path.relpath(path, options.folder)
                if name.endswith(".cu") and not any(fnmatch.fnmatch(below, glob)
                                                    for glob in options.exclude):
                    yield path, repository


def main():
    options = parse_options()
    sources = list(find_sources(options))
    if not sources:
        sys.exit(f"{options.folder}: no .cu file in any folder there")
    tallies, guessers = {}, {}
    for _, repository in sources:
        if repository not in tallies:
            tallies[repository] = Tally()
            guessers[repository] = IncludeFolders(os.path.join(options.folder, repository))
    results = []
    with tempfile.TemporaryDirectory() as stand_in, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        # CUDA 13 no longer has a header that Clang 19 includes.
        open(os.path.join(stand_in, "texture_fetch_functions.h"), "w").close()
        for result in pool.map(
                lambda source: lint(source[0], guessers[source[1]].guess(source[0]), options,
                                    stand_in), sources):
            results.append(result)
    for (_, repository), result in zip(sources, results):
        tallies[repository].add(result, options.remarks)
    everything = Tally()
    for tally in list(tallies.values()):
        tally.finish()
        everything.merge(tally)
    tallies["all"] = everything

    text = report_lines(tallies, options)
    drawn = {}
    for kind, count in options.sample:
        drawn[kind] = samples.draw(everything.candidates[kind], int(count), options.seed)
        text += samples.markdown(kind, count, options.seed, drawn[kind],
                                 lambda path: os.path.relpath(path, options.folder))
    print("\n".join(text).rstrip())
    if options.json:
        files = [{"path": result["path"], "outcome": result["outcome"],
                  "seconds": round(result["seconds"], 3), "include_folders": result["folders"]} |
                 ({"clang_seconds": round(result["clang_seconds"], 3),
                   "clang_parsed": result["clang_parsed"]} if options.clang else {})
                 for result in results]
        with open(options.json, "w", encoding="utf-8") as stream:
            json.dump({"repositories": {name: tally.as_json() for name, tally in tallies.items()},
                       "files": files, "samples": drawn}, stream, indent=1)
    return 1 if everything.crashes or everything.time_outs else 0


if __name__ == "__main__":
    sys.exit(main())
