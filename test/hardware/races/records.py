"""What compute-sanitizer saw of programs, in a table, and a stand-in for it that says so again."""

import collections
import csv
import datetime
import pathlib
import re
import shutil
import subprocess
from xml.sax.saxutils import escape

NO_HAZARD, FAILED = "none", "failed"
COLUMNS = ("program", "code", "twin", "tool", "kind", "severity", "count", "message", "sides")

Hazard = collections.namedtuple("Hazard", COLUMNS)
# `file` is a name without folders; both empty where the sanitizer names no line.
Side = collections.namedtuple("Side", "direction file line function")

NVCC = """#!/bin/sh
if [ "$1" = --version ]; then echo 'V0.0'; exit 0; fi
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\\n' >"$2"
chmod +x "$2"
"""

SANITIZER = """#!/bin/sh
if [ "$1" = --version ]; then echo 'Version 0.0 '; exit 0; fi
tool=$2
while [ "$1" != --save ]; do shift; done
cp "@FOLDER@/$tool.xml" "$2"
exit "$(cat "@FOLDER@/$tool.code")"
"""


def sides_of(hazard):
    """Of a cell such as `write scan.cu:7 scan; read scan.cu:9 scan`."""
    for text in filter(None, hazard.sides.split("; ")):
        direction, place, function = text.split(" ", 2)
        file, _, line = place.rpartition(":")
        yield Side(direction, file, int(line or 0), function)


def lines_of(hazard):
    """Those of the program itself."""
    own = pathlib.PurePath(hazard.program).name + ".cu"
    return {side.line for side in sides_of(hazard) if side.file == own}


def hazards_of(report, program, twin):
    """A row for all of one kind at the same lines, and one for each tool that saw nothing."""
    rows = collections.Counter()
    for tool in report["sanitizer_runs"][0]["tools"]:
        def add(count, *others):
            rows[program.name, program.code, twin, tool["tool"], *others] += count
        if tool["program_failed"]:
            add(1, FAILED, "error", tool["program_failed"], "")
        elif not tool["hazards"]:
            add(0, NO_HAZARD, "", "", "")
        for hazard in tool["hazards"]:
            sides = "; ".join(f"{side['direction'] or '-'} "
                              f"{pathlib.PurePath(side['path'] or '').name}:{side['line'] or 0} "
                              f"{side['function']}" for side in hazard["sides"])
            add(hazard["count"], hazard["kind"], hazard["severity"],
                " ".join(hazard["message"].split()), sides)
    for (*first, message, sides), count in rows.items():
        yield Hazard(*first, count, message, sides)


def first_line(*command):
    """What a program prints, from the line that has its version."""
    if not shutil.which(command[0]):
        return "?"
    printed = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
    return next((line for line in printed if re.search(r"\d\.\d", line)), "?").strip()


def write(path, hazards, sanitizer):
    device = first_line("nvidia-smi", "--query-gpu=name,compute_cap,driver_version",
                        "--format=csv,noheader")
    nvcc = first_line("nvcc", "--version").partition(", ")[2]
    with path.open("w", newline="", encoding="utf-8") as stream:
        stream.write(f"# GPU, compute capability, driver: {device}\n# nvcc: {nvcc}\n"
                     f"# compute-sanitizer: {sanitizer}\n# date: {datetime.date.today()}\n"
                     f"# command: check.py --tool cuda-memlint --record recorded.csv\n")
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(sorted(hazards))


def remarks(path):
    """The lines that say where a record comes from."""
    with path.open(encoding="utf-8") as stream:
        return [line[2:].strip() for line in stream if line.startswith("# ")]


def read(path):
    with path.open(newline="", encoding="utf-8") as stream:
        rows = csv.DictReader(line for line in stream if not line.startswith("#"))
        return [Hazard(**{**row, "count": int(row["count"])}) for row in rows]


def where_of(side, program):
    is_own = side.file == program.path.name
    path = program.path if is_own else pathlib.PurePath("/toolkit", side.file)
    place = f"<path>{escape(str(path))}</path><line>{side.line}</line>" if side.line else ""
    return f"<where><func>{escape(side.function)}</func>{place}</where>"


def xml_of(hazard, program):
    """As compute-sanitizer writes it with --xml."""
    sides = list(sides_of(hazard))
    if hazard.kind == "race":
        earlier, later = (f"<direction>{side.direction}</direction>{where_of(side, program)}"
                          for side in sides)
        return (f"<record><kind>Analysis</kind><level>{hazard.severity}</level><what>"
                f"<text>{escape(hazard.message)}</text><source>{earlier}</source><destination>"
                f"{later}<count>{hazard.count}</count></destination></what></record>\n")
    text, _, kind = hazard.message.partition(": ")
    return (f"<record><kind>Synccheck</kind><what><text>{escape(text)}</text>"
            f"<type>{escape(kind)}</type></what>{where_of(sides[0], program)}</record>\n"
            ) * hazard.count


def make_toolkit(folder, hazards, program, tools):
    """An nvcc, and a compute-sanitizer that says of the program what these rows do."""
    for tool in tools:
        own = [hazard for hazard in hazards if hazard.tool == tool]
        seen = [hazard for hazard in own if hazard.kind not in (NO_HAZARD, FAILED)]
        codes = [hazard.message.split()[-1] for hazard in own if hazard.kind == FAILED]
        (folder / f"{tool}.code").write_text(codes[0] if codes else "0")
        (folder / f"{tool}.xml").write_text(
            '<?xml version="1.0" encoding="utf-8"?>\n<ComputeSanitizerOutput>\n'
            + "".join(xml_of(hazard, program) for hazard in seen) + "</ComputeSanitizerOutput>\n")
    (folder / "bin").mkdir()
    for name, text in (("nvcc", NVCC), ("compute-sanitizer", SANITIZER)):
        path = folder / "bin" / name
        path.write_text(text.replace("@FOLDER@", str(folder)))
        path.chmod(0o755)
