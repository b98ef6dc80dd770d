#!/usr/bin/env python3
"""Holds what compute-sanitizer sees of the programs here against their comments.

  check.py --tool PATH [--record FOLDER | --replay FOLDER] [program.cu ...]

--record keeps the reports, --replay reads them in place of running anything. Exits with 1 when
a hazard is missing or one is there that nothing says.
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOOLS = ("racecheck", "synccheck", "memcheck", "initcheck")

NVCC = """#!/bin/sh
if [ "$1" = --version ]; then echo 'V0.0'; exit 0; fi
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\\n' >"$2"
chmod +x "$2"
"""

# Stands for compute-sanitizer: gives out what was recorded.
SANITIZER = """#!/bin/sh
if [ "$1" = --version ]; then echo 'Version 0.0 '; exit 0; fi
tool=$2
while [ "$1" != --save ]; do shift; done
cp "@REPORTS@/@NAME@.$tool.xml" "$2"
"""


def planted(path):
    """{tool: {(kind, lines)}} of the comments."""
    places = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        found = re.search(r"// hazard (\d+): (\w+) ([a-z ]+)$", line)
        if found:
            places.setdefault((found[2], found[3], found[1]), []).append(number)
    result = {tool: set() for tool in TOOLS}
    for (tool, kind, _), lines in places.items():
        result[tool].add((kind, tuple(lines)))
    return result


def seen(run, path):
    """{tool: {(kind, lines)}} of the report; a place in another file is named."""
    result = {}
    for tool in run["tools"]:
        result[tool["tool"]] = {
            (hazard["kind"], tuple(sorted(
                side["line"] if pathlib.Path(side["path"] or "").name == path.name
                else str(side["path"]) for side in hazard["sides"])))
            for hazard in tool["hazards"] if hazard["kind"] != "failed call"}
    return result


def write_executable(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def keep_reports(folder, name, target):
    """Copies the reports, less the host's stacks: they name paths of the machine."""
    for tool in TOOLS:
        for report in pathlib.Path(folder).glob(f"*.{tool}.xml"):
            text = re.sub(r"\s*<hostStack>.*?</hostStack>", "", report.read_text(), flags=re.S)
            text = text.replace(str(HERE), "/source")
            (target / f"{name}.{tool}.xml").write_text(text)


def describe_machine(run, target):
    """Writes where the reports come from."""
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    gpu = (subprocess.run(query, capture_output=True, text=True).stdout.splitlines() or ["?"])[0] \
        if shutil.which(query[0]) else "?"
    options = run["build"].replace(run["path"], "").strip()
    (target / "README.md").write_text(
        f"Made on {datetime.date.today()} by `check.py --record`, on one {gpu}, with\n"
        f"compute-sanitizer {run['sanitizer']}, of programs built with `{options}`.\n")


def check(path, arguments, scratch):
    command = [arguments.tool, "--verify-sanitizer", "--format=json", "--fail-on=none", str(path)]
    environment = None
    if arguments.replay:
        name = path.stem
        toolkit = scratch / name
        write_executable(toolkit / "bin/nvcc", NVCC)
        write_executable(toolkit / "bin/compute-sanitizer",
                         SANITIZER.replace("@REPORTS@", str(arguments.replay.resolve()))
                         .replace("@NAME@", name))
        environment = dict(os.environ, CUDA_PATH=str(toolkit))
    if arguments.record:
        command.append("--verify-keep")
    ran = subprocess.run(command, capture_output=True, text=True, env=environment)
    if ran.returncode:
        print(f"{path.name}: {ran.stderr.strip()}")
        return False
    kept = re.search(r" are in (.*)$", ran.stderr, re.M)
    if arguments.record and kept:
        arguments.record.mkdir(parents=True, exist_ok=True)
        keep_reports(kept[1], path.stem, arguments.record)
        shutil.rmtree(kept[1])
    run = json.loads(ran.stdout)["sanitizer_runs"][0]
    if arguments.record:
        describe_machine(run, arguments.record)
    expected = planted(path)
    found = seen(run, path)
    good = True
    for tool in TOOLS:
        for words, hazards in (("missing", expected[tool] - found[tool]),
                               ("not planted", found[tool] - expected[tool])):
            for kind, lines in sorted(hazards, key=str):
                print(f"{path.name}: {tool}: {kind} at {list(lines)}: {words}")
                good = False
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--record", type=pathlib.Path)
    parser.add_argument("--replay", type=pathlib.Path)
    parser.add_argument("programs", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    programs = arguments.programs or sorted(HERE.glob("*.cu"))
    with tempfile.TemporaryDirectory() as scratch:
        results = [check(path, arguments, pathlib.Path(scratch)) for path in programs]
    print(f"{sum(results)} of {len(results)} programs as planted")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
