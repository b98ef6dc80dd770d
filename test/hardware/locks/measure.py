#!/usr/bin/env python3
"""Runs the programs here on a GPU, and records how often their results are wrong.

  measure.py --binaries FOLDER --build [program.cu ...]            # with nvcc, without a GPU
  measure.py --binaries FOLDER --out recorded.csv [program.cu ...]

Each program is run alone and beside traffic from the same process, and, if it has shared memory,
under racecheck and synccheck with fewer trials. A program that does not end within the time limit
is killed: some of the faults are deadlocks. --trials multiplies the number of trials.
"""

import argparse
import concurrent.futures
import csv
import datetime
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "races"))
import check as races  # noqa: E402
import records  # noqa: E402

FOLDERS = ("racy", "mended")
COLUMNS = ("program", "code", "run", "outcome", "count", "of")
COMPILE = ("nvcc", "-arch=sm_90", "-std=c++17", "-lineinfo")
SUMMARIES = {"racecheck": r"RACECHECK SUMMARY: (\d+) hazard",
             "synccheck": r"ERROR SUMMARY: (\d+) error"}
SANITIZER_TRIALS = 2


def programs_of(paths):
    paths = paths or sorted(path for folder in FOLDERS for path in (HERE / folder).glob("*.cu"))
    return [races.Program(path.resolve()) for path in paths]


def binary_of(folder, program):
    return folder.resolve() / program.name.replace("/", "-")


def build(folder, program, traffic):
    """Whether it was built."""
    command = [*COMPILE, "-o", binary_of(folder, program), program.path, traffic]
    return subprocess.run(command).returncode == 0


def usual_trials(program):
    given = re.search(r"Trials trials\(argc, argv, (\d+)\)", program.path.read_text())
    return int(given[1]) if given else 1000


def run(command, limit):
    """Exit code and output; no exit code if it was killed."""
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None, ""
    return ran.returncode, ran.stdout + ran.stderr


def plain_row(binary, name, trials, limit):
    code, output = run([binary, str(trials), "1" if name == "traffic" else "0"], limit)
    wrong = re.search(r"wrong (\d+) of (\d+)", output)
    if code is None:
        return name, "no end", "", trials
    if code == 0:
        return name, "ok", 0, trials
    if wrong:
        return name, "wrong", int(wrong[1]), int(wrong[2])
    return name, "failed", "", trials


def sanitizer_row(binary, name, limit):
    code, output = run(["compute-sanitizer", "--tool", name, binary, str(SANITIZER_TRIALS)], limit)
    found = re.search(SUMMARIES[name], output)
    if code is None:
        return name, "no end", "", SANITIZER_TRIALS
    if not found:
        return name, "failed", "", SANITIZER_TRIALS
    return name, "hazards" if int(found[1]) else "none", int(found[1]), SANITIZER_TRIALS


def rows_of(program, arguments):
    binary = binary_of(arguments.binaries, program)
    trials = usual_trials(program) * arguments.trials
    for name in ("alone", "traffic"):
        yield plain_row(binary, name, trials, arguments.limit)
    if "__shared__" in program.path.read_text():
        for name in SUMMARIES:
            yield sanitizer_row(binary, name, arguments.limit)


def write(path, rows, arguments):
    device = records.first_line("nvidia-smi", "--query-gpu=name,compute_cap,driver_version",
                                "--format=csv,noheader")
    compiler = records.first_line("nvcc", "--version").partition(", ")[2]
    sanitizer = records.first_line("compute-sanitizer", "--version")
    with path.open("w", newline="", encoding="utf-8") as stream:
        stream.write(f"# GPU, compute capability, driver: {device}\n"
                     f"# {' '.join(COMPILE)}: {compiler}\n# compute-sanitizer: {sanitizer}\n"
                     f"# date: {datetime.date.today()}\n"
                     f"# command: measure.py {' '.join(arguments)}\n")
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(sorted(rows))


def read(path):
    """The rows of a record."""
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(line for line in stream if not line.startswith("#")))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binaries", type=pathlib.Path, required=True)
    parser.add_argument("--build", action="store_true", help="build the programs, and run none")
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--trials", type=int, default=1, help="times as many trials as usual")
    parser.add_argument("--limit", type=int, default=20, help="seconds for each run")
    parser.add_argument("--jobs", type=int, default=2, help="programs at a time")
    parser.add_argument("programs", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.build == bool(arguments.out):
        parser.error("give either --build or --out")
    programs = programs_of(arguments.programs)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        if arguments.build:
            arguments.binaries.mkdir(parents=True, exist_ok=True)
            traffic = arguments.binaries.resolve() / "traffic.o"
            subprocess.run([*COMPILE, "-c", "-o", traffic, HERE / "traffic.cu"], check=True)
            built = list(pool.map(lambda program: build(arguments.binaries, program, traffic),
                                  programs))
            print(f"{sum(built)} of {len(built)} programs built")
            return 0 if all(built) else 1
        results = pool.map(lambda program: list(rows_of(program, arguments)), programs)
        write(arguments.out,
              [(program.name, program.code, *row)
               for program, rows in zip(programs, results) for row in rows],
              [f"--{name}={getattr(arguments, name)}" for name in ("trials", "limit", "jobs")])
    return 0


if __name__ == "__main__":
    sys.exit(main())
