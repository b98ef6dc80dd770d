#!/usr/bin/env python3
"""Holds what cuda-memlint predicts of programs against what a GPU counted.

  test/hardware/replay.py --tool build/release/bin/cuda-memlint
  test/hardware/replay.py --tool build/release/bin/cuda-memlint --suite=kernels
  test/hardware/replay.py --tool build/release/bin/cuda-memlint --update docs/accuracy.md

The programs are the examples, or with --suite=kernels those of test/hardware/kernels. Needs
no GPU: it reads the records in test/hardware/examples or test/hardware/kernels/records
(README.md beside this file says how they came about). Every access of every launch gets one status per build:

  confirmed       the counts are equal: cost and ideal
  merged          the compiler executes other lanes or other widths there than the source
                  says (vectorised, hoisted, shared, partly removed or, in debug builds,
                  split accesses), or unrolled a loop that lanes leave at different
                  times, so that others meet in one request: there is nothing to compare.
                  Debug builds also lack the instruction that adds 1 for many lanes at once
  optimised away  no instruction of that kind is left on the line
  no counter      a constant load without an instruction of its own: debug builds read
                  constant memory as if it were global
  unknown         cuda-memlint gives no total
  refuted         the same lanes at the same width were counted otherwise

Optimised code may stand on another line than its access (the next one, or that of another
call of the same function). So accesses of one kernel, space and kind that are not confirmed
by themselves are also compared together, and confirmed together.

Lanes count as the same if they equal those of the debug build, which executes what the
source says, but for small vectors that it copies by element. There, everything else has to
be confirmed, and each counted instruction has to have been predicted. Exits with 1 if
anything is refuted or was not predicted.
"""

import argparse
import collections
import csv
import json
import pathlib
import subprocess
import sys

STATUSES = ["confirmed", "merged", "optimised away", "no counter", "unknown", "refuted"]
BUILDS = ["optimised", "debug"]
BEGIN, END = "<!-- written by test/hardware/replay.py --suite={} -->", "<!-- until here -->"
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Where the programs of each suite are, and their records.
SUITES = {
    "examples": (ROOT / "examples", ROOT / "test/hardware/examples"),
    "kernels": (ROOT / "test/hardware/kernels", ROOT / "test/hardware/kernels/records"),
}

# One access of the source in one launch; `bytes` is per lane, the numbers are totals of
# the launch, None where unknown.
Prediction = collections.namedtuple("Prediction", "bytes requests lanes cost ideal")
# One instruction in one launch, which ran.
Counted = collections.namedtuple("Counted", "bytes instructions threads cost ideal")
# Where the two meet. Functions of the toolkit, which debug builds call, have no place of
# their own in the source: file and line are None.
Place = collections.namedtuple("Place", "kernel launch file line space kind")
Verdict = collections.namedtuple("Verdict", "example build place code status accesses remark")


class RecordError(Exception):
    """A record that cannot be compared, with what to do about it."""


def opcode_kind(opcode):
    base = opcode.split(".")[0]
    if base == "LDGSTS":
        return "async-copy"
    if base.startswith("LD"):
        return "load"
    if base.startswith("ST"):
        return "store"
    return "atomic"


def read_rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        lines = [line for line in file if not line.startswith("#")]
    return list(csv.DictReader(lines))


def read_machine(path):
    """The head of a record, `# date: 2026-11-21`, as pairs."""
    with open(path, encoding="utf-8") as file:
        head = [line[2:].strip() for line in file if line.startswith("# ")]
    return [line.split(": ", 1) for line in head]


class Lines:
    """Finds the recorded lines of a kernel in its source as it is now, by their text: a
    comment more or less above the kernel does not spoil its record."""

    def __init__(self, path):
        self.path = path
        self.texts = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]

    def shift(self, kernel, recorded):
        """By how many lines the kernel moved down; `recorded` are pairs of line and text."""
        line, text = min(recorded)
        shifts = [index + 1 - line for index, code in enumerate(self.texts) if code == text]
        for shift in sorted(shifts, key=abs):
            if all(self.at(line + shift) == text for line, text in recorded):
                return shift
        raise RecordError(
            f"{kernel} in {self.path.name} is not the one recorded; record it again with"
            " scripts/record_counters.sh"
        )

    def at(self, line):
        return self.texts[line - 1] if 0 < line <= len(self.texts) else None

    def statement(self, line):
        """Inline PTX over several lines has the line of its last one as an instruction, and
        that of its first one as an access."""
        while line > 1 and self.texts[line - 1].startswith(":"):
            line -= 1
        return line


def read_counts(path, sources):
    """Place -> instructions; and the launches of each kernel as (grid, block). `sources` are
    the lines of each file."""
    counts = collections.defaultdict(list)
    launches = collections.defaultdict(dict)
    rows = read_rows(path)
    recorded = collections.defaultdict(set)
    for row in rows:
        if row["file"]:
            recorded[row["kernel"], row["file"]].add((int(row["line"]), row["code"]))
    shifts = {key: sources[key[1]].shift(key[0], pairs) for key, pairs in recorded.items()}
    for row in rows:
        launch = int(row["launch"])
        launches[row["kernel"]][launch] = (row["grid"], row["block"])
        if row["instructions"] == "0" or row["threads"] == "0":
            continue  # A remainder loop that had nothing to do.
        file, line = None, None
        if row["file"]:
            file, line = row["file"], int(row["line"]) + shifts[row["kernel"], row["file"]]
            line = sources[file].statement(line)
        kind = opcode_kind(row["opcode"])
        unit = {"global": "sectors", "shared": "wavefronts"}.get(row["space"])
        counts[Place(row["kernel"], launch, file, line, row["space"], kind)].append(
            Counted(
                int(row["bits"] or 0) // 8,
                int(row["instructions"]),
                int(row["threads"]),
                int(row[unit]) if unit else None,
                int(row[unit + "_ideal"]) if unit else None,
            )
        )
    return counts, launches


def predict(tool, path):
    command = [tool, "--format=json", "--fail-on=error", str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"replay: {' '.join(command)} failed:\n{result.stderr}")
    return json.loads(result.stdout)


def read_predictions(document, launches):
    """Place -> predictions, for every launch that was recorded."""
    predictions = collections.defaultdict(list)
    kernels = {kernel["name"]: kernel for file in document["files"] for kernel in file["kernels"]}
    for name, recorded in launches.items():
        if name not in kernels:
            raise RecordError(f"the report lacks the recorded kernel {name}")
        for access in kernels[name]["accesses"]:
            said = access["launches"]
            shapes = [
                tuple("x".join(map(str, launch[key])) for key in ("grid", "block"))
                for launch in said
            ]
            if shapes != [recorded[index] for index in sorted(recorded)]:
                raise RecordError(f"{name}: launches {shapes} reported, {recorded} recorded")
            for index, launch in zip(sorted(recorded), said):
                file = pathlib.PurePath(access["path"]).name
                place = Place(
                    name, index, file, access["line"], access["space"], access["kind"]
                )
                predictions[place].append(
                    Prediction(
                        access["bytes"],
                        *(launch[key] for key in ("requests", "lanes", "cost", "ideal")),
                    )
                )
    return predictions


def totals_by_width(items):
    totals = collections.defaultdict(lambda: [0, 0])
    for item in items:
        totals[item.bytes][0] += item.cost
        totals[item.bytes][1] += item.ideal
    return dict(totals)


def each(items):
    return sorted((item.bytes, item.cost, item.ideal) for item in items)


def are_equal(predicted, counted):
    """One by one where there is an instruction for each access, else by sum: an unrolled
    loop has many instructions for one access. Instructions may outnumber requests, since
    those without any active lane count too."""
    if sum(item.requests for item in predicted) > sum(item.instructions for item in counted):
        return False
    if len(predicted) == len(counted):
        return each(predicted) == each(counted)
    return totals_by_width(predicted) == totals_by_width(counted)


def lanes(counted):
    totals = collections.Counter()
    for item in counted:
        totals[item.bytes] += item.threads
    return totals


def difference(predicted, counted):
    def show(items):
        totals = sorted(totals_by_width(items).items())
        return ", ".join(f"{cost} → {ideal} by {width} B" for width, (cost, ideal) in totals)

    return f"predicted {show(predicted) or 'none'}; counted {show(counted) or 'none'}"


def compare(predicted, counted, written):
    """The status of all accesses of one place in the optimised build, and a remark.
    `written` are the instructions of the debug build."""
    if any(item.cost is None for item in predicted):
        return "unknown", ""
    predicted = [item for item in predicted if item.requests]
    if not counted:
        return ("optimised away" if predicted else "confirmed"), ""
    if are_equal(predicted, counted):
        return "confirmed", ""
    is_same = lanes(counted) == lanes(written) and len(counted) == len(written)
    return "refuted" if is_same else "merged", difference(predicted, counted)


def compare_debug(predicted, counted, constants):
    """As compare(), for the debug build. `constants` is the number of constant loads on
    the line; each is counted as one global load more."""
    if any(item.cost is None for item in predicted):
        return "unknown", ""
    predicted = [item for item in predicted if item.requests]
    counted = list(counted)
    if constants and len(counted) == len(predicted) + constants:
        for item in predicted:
            same = [other for other in counted if each([other]) == each([item])]
            if same:
                counted.remove(same[0])
        if len(counted) == constants:
            return "confirmed", ""
    if are_equal(predicted, counted):
        return "confirmed", ""
    return "refuted", difference(predicted, counted)


def is_split(predicted, counted):
    """Whether all bytes are accessed in smaller pieces than predicted."""
    largest = max(item.bytes for item in counted) if counted else 0
    return 0 < largest < min(item.bytes for item in predicted) and (
        sum(item.bytes * item.threads for item in counted)
        == sum(item.bytes * item.lanes for item in predicted)
    )


def are_uncounted(place, predicted, counted):
    """Whether they may be additions of 1, which the optimised build alone makes an instruction
    that counts lanes at one word together."""
    return (place.space, place.kind) == ("shared", "atomic") and (
        sum(item.lanes for item in predicted) == sum(item.threads for item in counted)
    )


def compare_together(predictions, counts, verdicts):
    """Settles which accesses of an optimised build stand on another line: changes the
    verdicts, Place -> (status, remark), and returns the places left that nothing predicts."""
    groups = collections.defaultdict(set)
    for place in {*counts, *predictions}:
        if verdicts.get(place, ("refuted",))[0] not in ("confirmed", "unknown"):
            groups[place._replace(file=None, line=None)].add(place)
    left = []
    for group in groups.values():
        predicted = [item for place in group for item in predictions.get(place, [])]
        strays = [place for place in group if place not in predictions]
        if not predicted:
            left += strays
            continue
        predicted = [item for item in predicted if item.requests]
        counted = [item for place in group for item in counts.get(place, [])]
        if any(item.cost is None for item in counted):
            continue
        is_confirmed = are_equal(predicted, counted)
        for place in group.difference(strays):
            status, remark = verdicts[place]
            if is_confirmed:
                verdicts[place] = "confirmed", ""
            elif strays:
                verdicts[place] = "merged", remark or "on other lines"
    return left


def compare_constant(predicted, counted, all_predicted, all_counted, replays):
    """The constant loads of one place, in the optimised build. Replays are counted per
    launch, so that they decide about all the constant loads that a launch kept."""
    if any(item.cost is None for item in predicted):
        return "unknown", ""
    if not counted:
        return "optimised away", ""
    requests = sum(item.requests for item in all_predicted)
    if requests != sum(item.instructions for item in all_counted):
        return "merged", ""
    expected = sum(item.cost - item.requests for item in all_predicted)
    if expected == replays:
        return "confirmed", ""
    return "refuted", f"predicted {expected} replays, counted {replays}"


def check_sums(example, build, counts, launches):
    """The instructions of each launch have to add up to the launch's own counters."""
    problems = []
    for launch in launches:
        sums = collections.Counter()
        for place, counted in counts.items():
            if (place.kernel, place.launch) == (launch["kernel"], int(launch["launch"])):
                kind = "load" if place.kind == "async-copy" else place.kind
                sums[place.space, kind] += sum(item.cost or 0 for item in counted)
        for kind in ("load", "store"):
            sectors = int(launch[f"global_{kind}_sectors"])
            wavefronts = int(launch[f"shared_{kind}_wavefronts"])
            if sums["global", kind] != sectors or sums["shared", kind] > wavefronts:
                problems.append(
                    f"{example}, {build}: {launch['kernel']}, launch {launch['launch']}: the"
                    f" instructions' {kind}s do not add up to the launch's counters"
                )
    return problems


def assign_toolkit(predictions, counts):
    """What debug builds execute in functions of the toolkit, such as atomicAdd, has lost
    which access of the source it is: it belongs to all those of the kernel that have no
    instruction of their own. Place -> all places that share such instructions with it, and
    in `counts` the instructions."""
    shared = {}
    for place in [place for place in counts if place.line is None]:
        group = [
            other
            for other in predictions
            if other._replace(file=None, line=None) == place and other not in counts
        ]
        for other in group:
            shared[other] = group
        for other in group:
            counts[other] = counts[place]
        if group:
            del counts[place]
    return shared


def is_part_of_atomic(place, predictions):
    """Loads and stores of the loop that some atomics are compiled to."""
    return any(
        other.kind == "atomic"
        and place.space == other.space
        and place[:2] == other[:2]
        and place.line in (None, other.line)
        and any(item.cost is None for item in predicted)
        for other, predicted in predictions.items()
    )


def replay(tool, source, records, launch_counters):
    """The verdicts over one example, and problems with its record."""
    example = source.stem
    sources = {
        path.name: Lines(path)
        for path in source.parent.iterdir()
        if path == source or path.suffix in (".cuh", ".h")
    }
    read = {build: read_counts(records / f"{example}.{build}.csv", sources) for build in BUILDS}
    counts = {build: read[build][0] for build in BUILDS}
    predictions = read_predictions(predict(tool, source), read["debug"][1])
    verdicts, problems = [], []

    def in_launch(table, place):
        return [
            item
            for other, items in table.items()
            if other[:2] == place[:2] and other.space == place.space
            for item in items
        ]

    for build in BUILDS:
        own = [row for row in launch_counters if (row["example"], row["build"]) == (example, build)]
        problems += check_sums(example, build, counts[build], own)
    shared = assign_toolkit(predictions, counts["debug"])
    found = {build: {} for build in BUILDS}
    for build in BUILDS:
        own = [row for row in launch_counters if (row["example"], row["build"]) == (example, build)]
        replays = {(row["kernel"], int(row["launch"])): int(row["constant_replays"]) for row in own}
        for place, predicted in predictions.items():
            counted = counts[build].get(place, [])
            if place.space == "constant" and build == "debug":
                found[build][place] = "no counter", ""
            elif place.space == "constant":
                kept = {p: items for p, items in predictions.items() if counts[build].get(p)}
                found[build][place] = compare_constant(
                    predicted,
                    counted,
                    in_launch(kept, place),
                    in_launch(counts[build], place),
                    replays[place[:2]],
                )
            elif build == "optimised":
                written = counts["debug"].get(place, [])
                found[build][place] = compare(predicted, counted, written)
            else:
                if place in shared:
                    predicted = [item for other in shared[place] for item in predictions[other]]
                constants = len(predictions.get(place._replace(space="constant"), []))
                status, remark = compare_debug(
                    predicted, counted, constants if place.space == "global" else 0
                )
                if (
                    status == "refuted"
                    and found["optimised"][place][0] == "confirmed"
                    and (is_split(predicted, counted) or are_uncounted(place, predicted, counted))
                ):
                    status = "merged"
                found[build][place] = status, remark
        unpredicted = [place for place in counts[build] if place not in predictions]
        if build == "optimised":
            unpredicted = compare_together(predictions, counts[build], found[build])
        for place, (status, remark) in found[build].items():
            code = sources[place.file].at(place.line)
            accesses = len(predictions[place])
            verdicts.append(Verdict(example, build, place, code, status, accesses, remark))
        for place in unpredicted:
            alias = place._replace(space="constant")
            if not (build == "debug" and alias in predictions) and not is_part_of_atomic(
                place, predictions
            ):
                problems.append(f"{example}, {build}: {describe(place)} was not predicted")
    return verdicts, problems


def describe(place):
    where = f"{place.file}, line {place.line}" if place.file else "a function of the toolkit"
    return f"{place.kernel}, launch {place.launch}, {where}: {place.space} {place.kind}"


def tally(verdicts):
    """Markdown: a row for each example, accesses by build and status."""
    counts = collections.defaultdict(collections.Counter)
    for verdict in verdicts:
        for example in (verdict.example, "all"):
            counts[example][verdict.build, verdict.status] += verdict.accesses
            counts[example][verdict.build] += verdict.accesses
    columns = [
        (build, status)
        for build in BUILDS
        for status in STATUSES
        if counts["all"][build, status] or status in ("confirmed", "refuted")
    ]
    lines = ["| example | accesses | " + " | ".join(f"{b}: {s}" for b, s in columns) + " |"]
    lines.append("| --- |" + " ---: |" * (len(columns) + 1))
    for example, own in sorted(counts.items(), key=lambda item: (item[0] == "all", item[0])):
        numbers = [own[BUILDS[0]], *(own[column] for column in columns)]
        name = "**all**" if example == "all" else f"`{example}.cu`"
        lines.append(f"| {name} | " + " | ".join(map(str, numbers)) + " |")
    return lines


def exceptions(verdicts):
    """Markdown: a row for each place that was not confirmed. By text and not by line, which
    may change without the record."""
    lines = ["| example | build | access | status | difference |", "| --- | --- | --- | --- | --- |"]
    for example, build, place, code, status, _, remark in verdicts:
        if status != "confirmed":
            code = code.replace("|", "\\|")
            access = f"{place.kernel}, launch {place.launch}, {place.space} {place.kind}: `{code}`"
            lines.append(f"| `{example}.cu` | {build} | {access} | {status} | {remark} |")
    return lines if len(lines) > 2 else ["Every access was confirmed."]


def with_section(page, suite, section):
    """The page with what stands between the suite's two markers replaced."""
    begin = BEGIN.format(suite)
    head, _, rest = page.partition(begin)
    _, end, tail = rest.partition(END)
    if not end:
        sys.exit(f"replay: the page lacks the markers {begin} and {END}")
    return f"{head}{begin}\n\n{section}\n\n{END}{tail}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True, help="the cuda-memlint to test")
    parser.add_argument("--suite", choices=SUITES, default="examples")
    parser.add_argument("--sources", type=pathlib.Path, help="other than the suite's own")
    parser.add_argument("--records", type=pathlib.Path, help="other than the suite's own")
    parser.add_argument("--update", type=pathlib.Path, help="a page to write the tables into")
    parser.add_argument("--check", type=pathlib.Path, help="a page that must hold the tables")
    options = parser.parse_args()

    own_sources, own_records = SUITES[options.suite]
    programs, records = options.sources or own_sources, options.records or own_records
    launch_counters = read_rows(records / "launches.csv")
    recorded = {row["example"] for row in launch_counters}
    unrecorded = sorted({path.stem for path in programs.glob("*.cu")} - recorded)
    verdicts, problems = [], []
    for example in sorted(recorded):
        try:
            found = replay(options.tool, programs / f"{example}.cu", records, launch_counters)
        except RecordError as error:
            problems.append(f"{example}: {error}")
            continue
        verdicts += found[0]
        problems += found[1]

    machine = [f"- {key}: {value}" for key, value in read_machine(records / "launches.csv")]
    machine.append(f"- programs without a record: {', '.join(unrecorded) or 'none'}")
    section = "\n".join([*machine, "", *tally(verdicts), "", *exceptions(verdicts)])
    print(section)
    print()
    for page in filter(None, (options.update, options.check)):
        text = page.read_text(encoding="utf-8")
        if page == options.update:
            page.write_text(with_section(text, options.suite, section), encoding="utf-8")
        elif text != with_section(text, options.suite, section):
            problems.append(f"{page} is not up to date: write it again with --update")
    for problem in problems:
        print("problem: " + problem)
    refuted = sum(verdict.accesses for verdict in verdicts if verdict.status == "refuted")
    print(f"{refuted} refuted, {len(problems)} problems")
    sys.exit(1 if refuted or problems else 0)


if __name__ == "__main__":
    main()
