#!/usr/bin/env python3
"""Puts the barriers in that the tool suggests for the planted races, and asks it again.

  mend.py --tool PATH [--table] [program.cu ...]

A copy of each program in planted/ with the edits of its findings made must have none of the findings that came with
edits, and none that the program did not have. --table prints the outcome of each program whose twin, read with -DFIXED,
has barriers or fences that it lacks: whether there was a suggestion, and whether it makes the program its twin.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CHECKS = "cuda-shared-race,cuda-global-race,cuda-missing-syncwarp,cuda-divergent-barrier,cuda-missing-fence"
BARRIER = re.compile(r"__syncthreads|__syncwarp|__threadfence|sync\(\)")


def warnings(tool, path):
    command = [tool, "--format=json", "--fail-on=none", f"--checks=-*,{CHECKS}", str(path), "--", "-std=c++17"]
    ran = subprocess.run(command, capture_output=True, text=True)
    try:
        report = json.loads(ran.stdout)
    except json.JSONDecodeError:
        sys.exit(f"{path}: {ran.stderr.strip() or ran.returncode}")
    if errors := [message["message"] for file in report["files"] for message in file["messages"]]:
        sys.exit(f"{path}: does not parse: {errors[0]}")
    return [finding for finding in report["findings"] if finding["level"] != "remark"]


def subject(finding):
    """What a finding is about, whatever the lines and the witness."""
    return finding["check"], finding["kernel"], re.sub(r"\d+", "#", finding["message"].split(": ")[0])


def apply(text, edits):
    """The text with the edits made, each once."""
    source = text.encode()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    changes = {(starts[edit["line"] - 1] + edit["column"] - 1, starts[edit["end_line"] - 1] + edit["end_column"] - 1,
                edit["replacement"]) for edit in edits}
    for begin, end, replacement in sorted(changes, reverse=True):
        source = source[:begin] + replacement.encode() + source[end:]
    return source.decode()


def read(text, fixed):
    """The lines that the compiler sees with or without -DFIXED, without comments."""
    kept, skips = [], False
    for line in text.splitlines():
        if match := re.match(r"#if(n?)def FIXED", line):
            skips = bool(match[1]) == fixed
        elif line.startswith("#else"):
            skips = not skips
        elif line.startswith("#endif"):
            skips = False
        elif not skips and (code := re.sub(r"//.*", "", line).strip()):
            kept.append(code)
    return kept


def mend(tool, path, folder):
    """The outcome for a program, None where a barrier is not its remedy, and what is wrong."""
    text = path.read_text()
    broken, fixed = read(text, False), read(text, True)
    is_for_barrier = sum(map(bool, map(BARRIER.search, fixed))) > sum(map(bool, map(BARRIER.search, broken)))
    before = warnings(tool, path)
    edits = [edit for finding in before for edit in finding["fixes"]]
    if not edits:
        return "no suggestion" if is_for_barrier else None, []
    copy = folder / path.name
    mended = apply(text, edits)
    copy.write_text(mended.replace('"../', f'"{path.parent.parent}/'))
    known = {subject(finding) for finding in before if not finding["fixes"]}
    gone = {subject(finding) for finding in before if finding["fixes"]}
    problems = [f"{path.name}: {'still' if subject(finding) in gone else 'new'}: {finding['message']}"
                for finding in warnings(tool, copy) if subject(finding) not in known]
    return "as the twin" if read(mended, False) == fixed else "elsewhere", problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--jobs", type=int, default=2, help="programs at a time")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("programs", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    paths = [path.resolve() for path in arguments.programs] or sorted((HERE / "planted").glob("*.cu"))
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = list(pool.map(lambda path: mend(arguments.tool, path, pathlib.Path(folder)), paths))
    if arguments.table:
        print("| program | suggestion |\n| --- | --- |")
        for path, (outcome, _) in zip(paths, results):
            if outcome:
                print(f"| {path.stem} | {outcome} |")
    problems = [problem for _, found in results for problem in found]
    for problem in problems:
        print("problem: " + problem)
    outcomes = [outcome for outcome, _ in results if outcome]
    print(f"{len(outcomes) - outcomes.count('no suggestion')} of {len(outcomes)} mended,"
          f" {outcomes.count('as the twin')} as their twins; {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
