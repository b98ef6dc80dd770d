#!/usr/bin/env python3
"""Deletes each barrier of clean programs in turn and asks what the tool makes of it.

  mutate.py --tool cuda-memlint [--report FILE] [program.cu ...]

Without programs: those in examples/, test/hardware/kernels/ and test/hardware/races/, of the
planted ones the twins without a fault. A deletion is

  race       reported as one (by --races=may, where it depends on data), or as threads that wait
             in vain, where the original has no such finding
  redundant  of a barrier that was reported as redundant in the original, or whose removal
             makes another redundant one necessary
  undecided  of a kernel in which pairs are left undecided, or depend on data, with the reason
  silent     none of these: the tool has missed a race, or a redundant barrier

Exits with 1 when one is silent, or more than --most-undecided percent are undecided.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RACE_CHECKS = ("cuda-shared-race", "cuda-global-race", "cuda-missing-syncwarp",
               "cuda-missing-fence", "cuda-divergent-barrier")
REDUNDANT = "cuda-redundant-barrier"
CLASSES = ("race", "redundant", "undecided", "silent", "broken")
BARRIER = re.compile(
    r"__syncthreads\s*\(\s*\)"
    r"|__syncwarp\s*\([^()]*\)"
    r"|(?:cg|cooperative_groups)::sync\s*\((?:[^()]|\([^()]*\))*\)"
    r"|[\w:]+(?:\(\s*\))?\.sync\s*\(\s*\)"
    r"|[\w:]+\.arrive_and_wait\s*\(\s*\)"
    r"|asm\s+volatile\s*\(\s*\"bar\.sync[^\"]*\"[^)]*\)")

Mutant = collections.namedtuple("Mutant", "path defines start end line text")
Verdict = collections.namedtuple("Verdict", "mutant kind detail")


def default_programs():
    folders = ("examples", "test/hardware/kernels", "test/hardware/races/clean",
               "test/hardware/races/redundant", "test/hardware/races/planted")
    return [path for folder in folders for path in sorted((ROOT / folder).glob("*.cu"))]


def without_comments(text):
    """The same text with comments blanked: offsets stay."""
    return re.sub(r"//[^\n]*|/\*.*?\*/", lambda match: re.sub(r"[^\n]", " ", match[0]), text,
                  flags=re.S)


def active_lines(text, defined):
    """Numbers of the lines that #ifdef and #ifndef of these names leave in."""
    active, stack = set(), []
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(r"\s*#\s*(ifdef|ifndef|if|else|endif)\b\s*(\w*)", line)
        if not found:
            if all(stack):
                active.add(number)
        elif found[1] in ("ifdef", "ifndef"):
            stack.append((found[2] in defined) == (found[1] == "ifdef"))
        elif found[1] == "if":
            stack.append(True)
        elif found[1] == "else" and stack:
            stack[-1] = not stack[-1]
        elif stack:
            stack.pop()
    return active


def mutants_of(path):
    text = without_comments(path.read_text())
    defines = ["-DFIXED"] if "FIXED" in text else []
    active = active_lines(text, {"FIXED"} if defines else set())
    for found in BARRIER.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        if line in active:
            yield Mutant(path, defines, found.start(), found.end(), line, found[0])


def analyse(tool, path, options):
    command = [tool, "--format=json", "--fail-on=none", "--races=may", "-j", "1",
               str(path), "--", "-std=c++17", *options]
    ran = subprocess.run(command, capture_output=True, text=True)
    try:
        report = json.loads(ran.stdout)
    except json.JSONDecodeError:
        return None
    return None if any(file["parsed"] != "whole" for file in report["files"]) else report


def lines_of(report, checks):
    """(check, line) of the findings by these checks."""
    return {(finding["check"], finding["line"]) for finding in report["findings"]
            if finding["check"] in checks}


def undecided(report):
    """Reasons for which pairs are undecided, or kernels not analysed, with their numbers."""
    reasons = collections.Counter()
    for file in report["files"]:
        for kernel in file["kernels"]:
            for launch in kernel["races"]:
                if launch["reason"]:
                    reasons[launch["reason"]] += 1
                for verdict in launch["verdicts"]:
                    if verdict["outcome"] in ("undecided", "may-race"):
                        reasons[verdict["reason"] or "; ".join(verdict.get("assumptions", []))
                                or "depends on data"] += 1
            if not kernel["analysed"]:
                reasons[kernel["reason"]] += 1
    return reasons


def judge(mutant, tool, original, folder):
    text = mutant.path.read_text()
    name = f"{mutant.path.stem}.{mutant.start}{mutant.path.suffix}"
    path = pathlib.Path(folder) / name
    path.write_text(text[:mutant.start] + "(void)0" + text[mutant.end:])
    report = analyse(tool, path, [*mutant.defines, f"-I{mutant.path.parent}"])
    path.unlink()
    if report is None or original is None:
        return Verdict(mutant, "broken", "does not parse" if original else "nor does the original")
    new = lines_of(report, RACE_CHECKS) - lines_of(original, RACE_CHECKS)
    if new:
        return Verdict(mutant, "race", ", ".join(f"{check}, line {line}" for check, line in sorted(new)))
    before = {line for _, line in lines_of(original, {REDUNDANT})}
    after = {line for _, line in lines_of(report, {REDUNDANT})}
    if mutant.line in before:
        return Verdict(mutant, "redundant", "")
    if before - after:
        return Verdict(mutant, "redundant", f"or that in line {min(before - after)}")
    reasons = undecided(report)
    more = reasons - undecided(original) or reasons
    if more:
        return Verdict(mutant, "undecided", "; ".join(sorted(more)))
    return Verdict(mutant, "silent", "")


def relative(path):
    return os.path.relpath(path, ROOT) if path.is_relative_to(ROOT) else str(path)


def table(verdicts):
    """Markdown: programs by class, then every deletion that is not a race."""
    counts = collections.defaultdict(collections.Counter)
    for verdict in verdicts:
        counts[relative(verdict.mutant.path.parent)][verdict.kind] += 1
        counts["**all**"][verdict.kind] += 1
    lines = ["| folder | deleted | " + " | ".join(CLASSES) + " |", "| --- |" + " ---: |" * (len(CLASSES) + 1)]
    for folder, count in sorted(counts.items(), key=lambda item: (item[0] == "**all**", item[0])):
        numbers = [sum(count.values()), *(count[kind] for kind in CLASSES)]
        lines.append(f"| {folder} | " + " | ".join(map(str, numbers)) + " |")
    lines += ["", "| barrier | outcome | |", "| --- | --- | --- |"]
    lines += [f"| {relative(mutant.path)}:{mutant.line}: `{mutant.text}` | {kind} | {detail} |"
              for mutant, kind, detail in verdicts if kind != "race"]
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--most-undecided", type=float, default=5, help="percent")
    parser.add_argument("--report", type=pathlib.Path, help="write the tables here too")
    parser.add_argument("--jobs", type=int, default=2, help="analyses at a time")
    parser.add_argument("--list", action="store_true", help="print the barriers and stop")
    parser.add_argument("programs", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()

    programs = [path.resolve() for path in arguments.programs] or default_programs()
    mutants = [mutant for path in programs for mutant in mutants_of(path)]
    if arguments.list:
        for mutant in mutants:
            print(f"{relative(mutant.path)}:{mutant.line}: {mutant.text}")
        return 0
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        first = {mutant.path: mutant for mutant in mutants}
        originals = dict(zip(first, pool.map(
            lambda mutant: analyse(arguments.tool, mutant.path, mutant.defines), first.values())))
        verdicts = list(pool.map(
            lambda mutant: judge(mutant, arguments.tool, originals[mutant.path], folder), mutants))

    text = "\n".join(table(verdicts))
    print(text)
    if arguments.report:
        arguments.report.write_text(text + "\n", encoding="utf-8")
    kinds = collections.Counter(verdict.kind for verdict in verdicts)
    failures = []
    if kinds["silent"] or kinds["broken"]:
        failures.append(f"{kinds['silent']} silent, {kinds['broken']} broken")
    if 100 * kinds["undecided"] > arguments.most_undecided * len(verdicts):
        failures.append(f"{kinds['undecided']} of {len(verdicts)} undecided")
    for failure in failures:
        print("failed: " + failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
