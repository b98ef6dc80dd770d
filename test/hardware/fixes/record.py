#!/usr/bin/env python3
"""Mends programs with `cuda-memlint --fix --unsafe-fixes --min-share=0` and measures the effect on a machine with a GPU.

  record.py --tool PATH --output recorded.csv [--json FOLDER] [program.cu ...]

Without programs: all examples and all sources of test/ that --fix changes. Each is built and run as it was and mended;
where the file has a main of its own, exit code and output must agree (of programs with a planted race only the mended one
must succeed). Both are run with `--verify` (a file without main gets a generated one), and each access that the edit
is to change, or that it moves, takes a row: what was predicted before and after, and what was counted.

Columns: program, kernel, access (the text of the mended source), launch (number of the kernel's launch in the run), space,
predicted_before, counted_before, predicted_after, counted_after (sectors, wavefronts or addresses of the launch), ideal_after,
status (of --verify on the mended program), results (same, mended, none: no main, or what went wrong).
"""

import argparse
import concurrent.futures
import csv
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
COLUMNS = ["program", "kernel", "access", "launch", "space", "predicted_before", "counted_before", "predicted_after",
           "counted_after", "ideal_after", "status", "results"]
OPTIONS = ["--", "-std=c++17"]
# Names that accesses in both versions have, whatever a padding makes of the text of an array's row.
EXTENT = re.compile(r"\b\d+( \+ \d+)?\b")


def execute(command, folder, seconds=120):
    try:
        return subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, timeout=seconds,
                              check=False)
    except subprocess.TimeoutExpired:
        return None


def candidates():
    for folder in ("examples", "test"):
        for path in sorted((ROOT / folder).rglob("*.cu")):
            if "NOLINT" not in path.read_text(errors="replace"):
                yield path


def mended(tool, program, folder):
    """A copy of the program's folder, its path in there, and whether --fix changed it."""
    copy = folder / "source"
    shutil.copytree(program.parent, copy, ignore=shutil.ignore_patterns("*.csv"))
    for header in program.parent.parent.glob("*.h"):
        shutil.copy(header, folder)
    path = copy / program.name
    before = path.read_bytes()
    execute([tool, "--fix", "--unsafe-fixes", "--min-share=0", "--fail-on=none", path, *OPTIONS], folder)
    return path, path.read_bytes() != before


def verified(tool, path, folder):
    ran = execute([tool, "--verify", "--format=json", "--fail-on=none", "--verify-timeout=100", path, *OPTIONS], folder, 400)
    if ran is None:
        return None, "took too long"
    try:
        return json.loads(ran.stdout), ran.stderr.decode(errors="replace").strip().split("\n")[0]
    except json.JSONDecodeError:
        return None, ran.stderr.decode(errors="replace").strip().split("\n")[0]


def numbers(report):
    """By kernel, launch and text of the access: its row of the verification."""
    found = {}
    texts = {(kernel["name"], access["id"]): (access["text"], access["space"])
             for file in report["files"] for kernel in file["kernels"] for access in kernel["accesses"]}
    for run in report.get("verifications", []):
        if run["build"] != report["verifications"][0]["build"]:
            continue
        for launch in run["launches"]:
            counts = {}
            for access in launch["accesses"]:
                text, space = texts.get((launch["kernel"], access["id"]), ("?", "?"))
                key = EXTENT.sub("#", text)
                counts[key] = counts.get(key, 0) + 1
                found[launch["kernel"], launch["number"], key, counts[key]] = (text, space, access)
    return found


def results(program, path, folder):
    """Whether the two programs do the same."""
    if "int main" not in path.read_text(errors="replace"):
        return "none"
    runs = []
    for name, source in (("before", program), ("after", path)):
        built = execute(["nvcc", "-std=c++17", "-arch=sm_90", "-o", folder / name, source], source.parent, 300)
        if built is None or built.returncode:
            return f"{name}: does not build"
        runs.append(execute([folder / name], folder))
    if runs[1] is None or runs[1].returncode:
        return f"mended program fails: {runs[1].returncode if runs[1] else 'took too long'}"
    same = runs[0] and (runs[0].returncode, runs[0].stdout) == (runs[1].returncode, runs[1].stdout)
    return "same" if same else "mended"


def record(tool, program, keep):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        path, changed = mended(tool, program, folder)
        if not changed:
            return []
        label = str(program.relative_to(ROOT))
        came = results(program, path, folder)
        before, why_before = verified(tool, program, folder)
        after, why_after = verified(tool, path, folder)
        if keep:
            for part, report in (("before", before), ("after", after)):
                (keep / f"{label.replace('/', '.')}.{part}.json").write_text(json.dumps(report, indent=1))
            shutil.copy(path, keep / label.replace("/", "."))
        empty = dict.fromkeys(COLUMNS, "") | {"program": label, "results": came}
        if before is None or after is None:
            return [empty | {"status": "not measured: " + (why_after if after is None else why_before)[:120]}]
        rows, old = [], numbers(before)
        for key, (text, space, access) in numbers(after).items():
            was = old.get(key, (None, None, {}))[2]
            rows.append(empty | {
                "kernel": key[0], "access": text, "launch": key[1], "space": space,
                "predicted_before": was.get("cost"), "counted_before": was.get("measured_cost"),
                "predicted_after": access["cost"], "counted_after": access["measured_cost"],
                "ideal_after": access["ideal"], "status": access["status"]})
        return rows or [empty | {"status": "no launch"}]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True, type=pathlib.Path)
    parser.add_argument("--output", required=True, type=pathlib.Path)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("programs", nargs="*", type=pathlib.Path)
    given = parser.parse_args()
    tool = given.tool.resolve()
    programs = [program.resolve() for program in given.programs] or list(candidates())
    if given.json:
        given.json.mkdir(parents=True, exist_ok=True)
    with given.output.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
            for rows in pool.map(lambda program: record(tool, program, given.json), programs):
                writer.writerows(rows)
                file.flush()


if __name__ == "__main__":
    sys.exit(main())
