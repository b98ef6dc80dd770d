#!/usr/bin/env python3
"""Executes the witnesses of races: takes the two threads to their two accesses.

  witnesses.py [--build DIR] [--jobs N] [--spoil WAY] [--verbose] FILE.cu... [-- OPTION...]

Each file is analysed with --races=may, and compiled for the host as the oracle does it. For
each verdict `race`, `benign` or `may-race`, and each message of cuda-divergent-barrier that names
two threads, the blocks of the two threads run with the launch, the arguments and the values
that the witness assumes. A witness of a race is executed when each thread comes to its access, in
its iterations and at its offset, the bytes overlap, and no chain of barriers lies between the
two. It is contradicted when they do not, and not executable when that says nothing: each such
case is counted with its reason. OPTIONs go to both compilers.

Nothing but the report is taken from the analysis: the compiler, the run time and what counts
as ordered are the oracle's own.
"""

import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SHIMS = HERE / "include"
RACE_CHECKS = ("cuda-shared-race", "cuda-global-race", "cuda-missing-syncwarp")
DIVERGENCE = "cuda-divergent-barrier"
FILLS = ("zeros", "ones", "numbers")
WAYS_TO_SPOIL = ("offset", "thread", "iteration")
WITH_WITNESS = ("race", "benign", "may-race")
SECONDS = 10
ORDERED = "barriers order the two"

Tools = collections.namedtuple("Tools", "clang memlint instrument runtime witness")
Event = collections.namedtuple(
    "Event", "line is_range kind bytes address offset own other grid loops calls")
Kernel = collections.namedtuple("Kernel", "symbol line name parameters")
Run = collections.namedtuple("Run", "events waits how")
# kind: executed, contradicted or not executable.
Verdict = collections.namedtuple("Verdict", "where kind reason")


class NotExecutable(Exception):
    """Why a witness, or all of a file, cannot be executed."""


def analyse(tools, source, options, more=()):
    command = [tools.memlint, "--format=json", "--fail-on=none", "--races=may", *more,
               "--checks=-*," + ",".join((*RACE_CHECKS, DIVERGENCE)), str(source), "--", *options]
    ran = subprocess.run(command, capture_output=True, text=True, errors="replace")
    try:
        return json.loads(ran.stdout)
    except json.JSONDecodeError:
        raise RuntimeError(f"{source}: {ran.stderr.strip() or ran.returncode}")


class Program:
    """The kernels of a file as a program of the host."""

    def __init__(self, tools, source, options, folder):
        self.path = os.path.join(folder, "program")
        device, code = self.path + ".bc", self.path + ".o"
        self.step([
            tools.clang, "-x", "cuda", "--cuda-gpu-arch=sm_90", "-nocudainc", "-nocudalib",
            f"--cuda-path={SHIMS}", "-Xclang", "-target-sdk-version=12.3", "-O1", "-w",
            "-I", str(SHIMS), "-include", "cuda_runtime.h", *options, "-c", str(source),
            "--cuda-device-only", "-Xclang", "-disable-llvm-passes", "-emit-llvm",
            "-gline-tables-only", "-o", device,
        ])
        self.step([tools.instrument, device, code, str(SHIMS)])
        self.step([tools.clang, "-o", self.path, code, tools.witness, tools.runtime, "-lm"])
        self.kernels = []
        for line in self.step([self.path, "kernels"]).splitlines():
            symbol, number, name, *sizes = line.split("\t")
            self.kernels.append(Kernel(symbol, int(number), name, [int(size) for size in sizes]))

    @staticmethod
    def step(command):
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        if done.returncode != 0:
            found = re.search(r"(?:error|oracle-instrument|LLVM ERROR): (.*)|(undefined reference to .*)",
                              done.stderr)
            words = (found[1] or found[2]) if found else f"exit code {done.returncode}"
            raise NotExecutable(f"does not compile for the host: {words[:90]}")
        return done.stdout

    def find(self, kernel):
        """The one of a name and a place: `kernel<4, true>` is `void kernel<4, true>(int*)`."""
        def plain(name):
            name = re.sub(r"\(anonymous namespace\)::", "", name)
            return re.sub(r"\s|\b(?:u|ul|l|ull|ll)\b(?=[,>])", "", name)
        near = [each for each in self.kernels if each.line == kernel["line"]]
        named = [each for each in near or self.kernels
                 if re.search(r"(?:^(?:void)?|\W)" + re.escape(plain(kernel["name"])) + r"(?:\(|$)",
                              plain(each.name))]
        if len(named) == 1 or len(near) == 1:
            return (named or near)[0]
        raise NotExecutable("its kernel is not among those that are compiled")

    def run(self, requests):
        """What the two threads of each request do, by its number."""
        text = "".join(f"{number} {request}\n" for number, request in enumerate(requests))
        done = subprocess.run([self.path, "run"], input=text, capture_output=True, text=True)
        runs = [Run(([], []), ([], []), "lost") for _ in requests]
        for line in done.stdout.splitlines():
            what, number, *words = line.split("\t")
            run = runs[int(number)]
            if what == "end":
                runs[int(number)] = run._replace(how=words[0])
            elif what == "wait" and len(words) == 3:
                run.waits[int(words[0])].append((int(words[1]), loops_of(words[2])))
            elif len(words) == 11:
                run.events[int(words[0])].append(event(words[1:]))
        return runs


def loops_of(path):
    """Line and number of the iteration of each loop, from the inside outwards."""
    return [tuple(map(int, step[1:].split(":"))) for step in path.split() if step[0] == "l"]


def event(words):
    line, is_range, kind, size, address, offset, own, other, grid, path = words
    calls = [int(step[1:]) for step in path.split() if step[0] == "c"]
    return Event(int(line), is_range == "1", kind, int(size), int(address),
                 None if offset == "-" else int(offset), int(own), int(other), int(grid),
                 loops_of(path), calls)


def make_arguments(races, values, sizes):
    """The arguments of a launch as the program reads them."""
    parts = [[] for _ in sizes]
    for argument in races["arguments"]:
        first, bits = argument["first_bit"], argument["bits"]
        if argument["parameter"] >= len(sizes):
            raise NotExecutable("the parameters are others")
        into = parts[argument["parameter"]]
        if argument["form"] == "pointer":
            into.append(f"{first // 8}p")
        elif first % 8 or bits % 8 or bits > 64:
            if argument["name"] in values:
                raise NotExecutable("a value of a bit-field")
        elif argument["form"] == "integer":
            value = values.get(argument["name"], argument["value"])
            into.append(f"{first // 8}i{bits // 8}={128 if value is None else value}")
        elif bits in (32, 64):
            into.append(f"{first // 8}f{bits // 8}")
    return [",".join(each) or "-" for each in parts]


def make_request(kernel, races, values, fill, threads, lines):
    """A line for Program.run."""
    grid = [values.get(f"gridDim.{axis}", races["grid"][index])
            or 1 + max(thread["block"][index] for thread in threads)
            for index, axis in enumerate("xyz")]
    words = [kernel.symbol, fill, SECONDS, *grid, *races["block"]]
    for thread, line in zip(threads, lines):
        words += [*thread["thread"], *thread["block"], line]
    arguments = make_arguments(races, values, kernel.parameters)
    return " ".join(map(str, [*words, len(arguments), *arguments]))


def kinds_of(access):
    if access["kind"] != "async-copy":
        return (access["kind"],)
    return ("store",) if access["space"] == "shared" else ("load",)


def part(event, offset, size):
    """These bytes of an object, if that is what the event touches or part of it."""
    if event.offset is None or not (
            event.offset <= offset and offset + size <= event.offset + event.bytes):
        return None
    return event._replace(address=event.address + offset - event.offset, offset=offset, bytes=size)


def is_within(loops, wanted):
    """Whether these iterations, outermost first, are among the wanted ones of loops. Loops made of
    gotos begin at one line or another: of those, the order decides which is meant."""
    lines = {line for line, _ in loops}
    if all(line in lines for line, _ in wanted):
        return set(wanted) <= set(loops)
    left = iter(number for _, number in loops)
    return all(number in left for _, number in wanted)


def candidates(events, access, participant, is_relative):
    """Those of a thread's accesses that are what the witness names, and why there are none."""
    chain = [call["line"] for call in reversed(access["inlined_from"])]
    here = [each for each in events
            if each.kind in kinds_of(access) and each.calls == chain
            and (each.is_range or each.bytes == access["bytes"])]
    if not here:
        return [], f"does not arrive at `{access['text']}` at line {access['line']}"
    # The tick before the first iteration's condition is number 1.
    wanted = [(each["line"], each["iteration"] + 1) for each in participant["iterations"]]
    # A copy is a loop of its own to the analysis.
    outside = [step for step in wanted if step[0] != access["line"]]
    there = [each for each in here
             if is_within(each.loops[::-1], outside if each.is_range else wanted)]
    if not there:
        return [], f"is not in iteration {wanted} (line, number from 1)"
    found = there if is_relative else [
        narrowed for each in there if (narrowed := part(each, participant["offset"], access["bytes"]))]
    if not found:
        return [], (f"is at byte {sorted({each.offset or 0 for each in there})[:4]}"
                    f" and not at {participant['offset']}")
    return found, ""


def meeting(run, accesses, verdict):
    """Empty: the two threads meet as the witness says; else what is wrong."""
    found = []
    for number in range(2):
        events, why = candidates(run.events[number], accesses[number], verdict["witness"][number],
                                 verdict["offsets_are_relative"])
        if why:
            return f"thread {verdict['witness'][number]['thread']} {why}"
        found.append(events)
    overlapping = [(one, two) for one, two in itertools.product(*found)
                   if one.address < two.address + two.bytes and two.address < one.address + one.bytes]
    if not overlapping:
        return "the two do not touch a common byte"
    same_block = verdict["witness"][0]["block"] == verdict["witness"][1]["block"]
    if not any(one.own > two.other and two.own > one.other if same_block
               else one.grid == two.grid for one, two in overlapping):
        return ORDERED
    return ""


def spoil(verdict, way):
    """The witness with one thing in it that is wrong."""
    verdict = json.loads(json.dumps(verdict))
    first, second = verdict["witness"]
    if way == "offset":
        verdict["offsets_are_relative"] = False
        first["offset"] += 4096
    elif way == "thread":
        first["thread"] = second["thread"]
        first["block"] = second["block"]
    elif way == "iteration":
        for each in first["iterations"]:
            each["iteration"] += 100_000
        first["iterations"] = first["iterations"] or [{"line": 1, "iteration": 0}]
    return verdict


def launches_of(finding, kernel):
    """Those of a kernel's launches that a note names: `for kernel<<<(2,1,4), 64>>> at line 7`."""
    def words(dimensions):
        if dimensions[0] and dimensions[1:] == [1, 1]:
            return str(dimensions[0])
        return "(" + ",".join(str(extent or "?") for extent in dimensions) + ")"
    for races in kernel["races"]:
        shapes = (f"<<<{words(races['grid'])}, {words(races['block'])}>>>",
                  f", block {words(races['block'])} ")
        if any(note["message"].startswith("for ") and shape in note["message"]
               for note in finding["notes"] for shape in shapes):
            return [races]
    return []


class File:
    """A file, the options that it is read with, and what its report says."""

    def __init__(self, tools, source, options, report, spoilt_by=None):
        self.tools, self.source, self.options = tools, source, options
        self.report, self.spoilt_by = report, spoilt_by

    def questions(self):
        """For each witness: where, kernel, launch, values, threads, lines, judge, depends."""
        for file in self.report["files"]:
            for kernel in file.get("kernels", []):
                yield from self.races_of(kernel)
                yield from self.divergences_of(kernel)

    def races_of(self, kernel):
        accesses = {access["id"]: access for access in kernel["accesses"]}
        for races in kernel["races"]:
            for verdict in races["verdicts"]:
                if verdict["outcome"] not in WITH_WITNESS:
                    continue
                if self.spoilt_by:
                    verdict = spoil(verdict, self.spoilt_by)
                pair = [accesses[verdict["first"]], accesses[verdict["second"]]]
                where = (f"{self.source.name}: {kernel['name']}, block {races['block']}:"
                         f" {verdict['outcome']} {verdict['threads']}, lines"
                         f" {pair[0]['line']} and {pair[1]['line']}")
                values = {each["name"]: each["value"] for each in verdict["values"]}
                yield (where, kernel, races, values, verdict["witness"],
                       [access["line"] for access in pair],
                       lambda run, pair=pair, verdict=verdict: meeting(run, pair, verdict),
                       verdict["conditions_left_out"])

    def divergences_of(self, kernel):
        place = r"thread \((\d+),(\d+),(\d+)\)(?: of block \((\d+),(\d+),(\d+)\))?"
        for finding in self.report["findings"]:
            if finding["check"] != DIVERGENCE or finding["kernel"] != kernel["name"]:
                continue
            where = f"{self.source.name}: {kernel['name']}: barrier at line {finding['line']}"
            found = re.search(
                rf"{place} waits there(.*), {place} (?:does not arrive|has returned|has left)",
                finding["message"])
            judge, numbers = None, [0] * 12
            if found:
                groups = list(found.groups())
                iterations = re.findall(r"(\d+) of the loop at line (\d+)", groups.pop(6))
                wanted = [(int(line), int(number) + 1) for number, line in iterations]
                numbers = [int(group or 0) for group in groups]
                if self.spoilt_by:
                    numbers = numbers[6:] + numbers[:6]
                judge = lambda run, line=finding["line"], wanted=wanted: parting(run, line, wanted)
            threads = [{"thread": numbers[at:at + 3], "block": numbers[at + 3:at + 6]}
                       for at in (0, 6)]
            for races in launches_of(finding, kernel):
                yield where, kernel, races, {}, threads, [0, 0], judge, False

    def judge(self):
        """A verdict for each witness."""
        questions = list(self.questions())
        if not questions:
            return []
        try:
            with tempfile.TemporaryDirectory() as folder:
                program = Program(self.tools, self.source, self.options, folder)
                return [self.answer(program, question) for question in questions]
        except NotExecutable as error:
            return [Verdict(question[0], "not executable", str(error)) for question in questions]

    def is_divergent(self, kernel):
        """What its barriers order then is not defined."""
        return any(finding["check"] == DIVERGENCE and finding["kernel"] == kernel["name"]
                   for finding in self.report["findings"])

    def answer(self, program, question):
        where, kernel, races, values, threads, lines, judge, depends = question
        try:
            if judge is None:
                raise NotExecutable("the message names no two threads")
            compiled = program.find(kernel)
            known = {argument["name"] for argument in races["arguments"]}
            others = [name for name in values if name not in known and not name.startswith("gridDim.")]
            # Nothing says what memory must hold for it: a few things are tried.
            depends = depends or others
            runs = program.run([
                make_request(compiled, races, values, fill, threads, lines)
                for fill in (FILLS if depends else FILLS[:1])])
        except NotExecutable as error:
            return Verdict(where, "not executable", str(error))
        wrong = [judge(run) for run in runs]
        if not all(wrong):
            return Verdict(where, "executed", "")
        if depends:
            return Verdict(where, "not executable", "depends on what memory holds")
        if wrong[0] == ORDERED and self.is_divergent(kernel):
            return Verdict(where, "not executable", "its barriers are not reached by all threads")
        if wrong[0] == ORDERED and any(access["kind"] == "async-copy" for access in kernel["accesses"]):
            return Verdict(where, "not executable", "copies are made at once here")
        if runs[0].how != "done":
            return Verdict(where, "not executable", f"the run ends early: {runs[0].how}")
        return Verdict(where, "contradicted", wrong[0])


def parting(run, line, wanted):
    """Empty: in these iterations, the first thread comes to the barrier more often than the second."""
    first, second = (sum(at == line and is_within(loops[::-1], wanted) for at, loops in waits)
                     for waits in run.waits)
    if first > second:
        return ""
    return f"the two come to the barrier {first} and {second} times"


def judge_all(tools, files, options, jobs, spoilt_by=None):
    """A verdict for each witness of the files."""
    def judge(path):
        return File(tools, path, options, analyse(tools, path, options), spoilt_by).judge()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return [verdict for each in pool.map(judge, files) for verdict in each]


def describe(verdicts, verbose=False):
    """The outcome of the witnesses, in words, and how many are of each kind."""
    lines = [f"{verdict.kind}: {verdict.where}" + (f": {verdict.reason}" if verdict.reason else "")
             for verdict in verdicts if verbose or verdict.kind == "contradicted"]
    reasons = collections.Counter(
        verdict.reason for verdict in verdicts if verdict.kind == "not executable")
    lines += [f"not executable: {count}: {reason}" for reason, count in reasons.most_common()]
    kinds = collections.Counter(verdict.kind for verdict in verdicts)
    lines.append(f"{len(verdicts)} witnesses: {kinds['executed']} executed, {kinds['contradicted']}"
                 f" contradicted, {kinds['not executable']} not executable")
    return "\n".join(lines), kinds


def tools_of(build, clang):
    """What is built in a folder."""
    libraries = build / "test" / "oracle"
    return Tools(clang, *map(str, (
        build / "bin" / "cuda-memlint", build / "bin" / "oracle-instrument",
        libraries / "liboracle-runtime.a", libraries / "liboracle-witness.a")))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=HERE.parent.parent / "build")
    parser.add_argument("--clang", default="clang++-19")
    parser.add_argument("--jobs", type=int, default=2, help="files at a time")
    parser.add_argument("--spoil", choices=WAYS_TO_SPOIL, help="make each witness wrong")
    parser.add_argument("--verbose", action="store_true", help="name all witnesses")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    arguments, options = parser.parse_args(words[:end]), words[end + 1:] or ["-std=c++17"]
    verdicts = judge_all(tools_of(arguments.build, arguments.clang), arguments.files, options,
                         arguments.jobs, arguments.spoil)
    text, kinds = describe(verdicts, arguments.verbose)
    print(text)
    return 1 if kinds["contradicted"] else 0


if __name__ == "__main__":
    sys.exit(main())
