#!/usr/bin/env python3
"""Gives the command damaged files, and watches for crashes, hangs and reports of sanitizers.

usage: mutate.py --command BINARY [--seed N] [--rounds N] [--minutes M] [--kinds LIST]
                 [--keep DIR] [--sources FOLDER] [SOURCE.cu...]

Each round damages one valid file of each kind (sources by tens) with a few random edits: tokens and
lines are deleted, doubled, swapped, replaced by others or by hostile ones, and files are spliced and cut. Best run
with a build with sanitizers. SOURCEs are those of the tests unless given; FOLDER stands for all *.cu
below it. What fails is kept.
"""

import argparse
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SOURCES = ["examples/*.cu", "test/oracle/kernels/*.cu", "test/lit/checks/*.cu", "test/lit/json/*.cu",
           "test/lit/races/*.cu", "test/hardware/kernels/*.cu"]  # fmt: skip
SOURCES_OF_ROUND = 10
LIMIT_S = 150
HOSTILE = ["0", "-1", "2147483648", "9223372036854775807", "18446744073709551616", "1e400", "", "{",
           "}", "(", ")", "[", "]", "<", ">", "<<<", ">>>", "*", "&", "%", "/", "...", "\\", "'", '"',
           "this", "auto", "return", "__shared__", "threadIdx.x", "goto", "sizeof", "\0", "\xff",
           "# 1 \"x\" 3\n", "asm(\"\");", "template <", "[[", "]]", "::", "null", "true"]  # fmt: skip
FAULTS = re.compile(r"Sanitizer|runtime error:|crashed|Assertion|UNREACHABLE|Stack dump|LLVM ERROR")
TOKENS = re.compile(rb"\w+|\s+|[^\w\s]", re.S)


def mutate(text, others, choices):
    """A few edits of random kinds."""
    for _ in range(choices.choice([1, 1, 2, 3, 6])):
        by_line = choices.random() < 0.3
        parts = text.splitlines(keepends=True) if by_line else TOKENS.findall(text)
        if len(parts) < 3:
            return text
        at, to = choices.randrange(len(parts)), choices.randrange(len(parts))
        kind = choices.randrange(9)
        if kind == 0:
            del parts[at:at + choices.choice([1, 1, 2, 5])]
        elif kind == 1:
            parts.insert(to, parts[at])
        elif kind == 2:
            parts[at], parts[to] = parts[to], parts[at]
        elif kind == 3:
            parts[at] = parts[to]
        elif kind == 4:
            parts[at] = choices.choice(HOSTILE).encode("latin-1")
        elif kind == 5:
            other = choices.choice(others)
            start = choices.randrange(max(1, len(other)))
            parts.insert(at, other[start:start + choices.choice([20, 200, 2000])])
        elif kind == 6:
            del parts[at:]
        elif kind == 7:
            parts[at:at] = [parts[at]] * choices.choice([2, 20, 200])
        else:
            piece = bytearray(parts[at])
            if piece:
                piece[choices.randrange(len(piece))] = choices.randrange(256)
            parts[at] = bytes(piece)
        text = b"".join(parts)
    return text


class Trial:
    def __init__(self, command, folder, choices):
        self.command, self.folder, self.choices = command, folder, choices
        self.runs = self.failures = 0

    def run(self, arguments, inputs):
        """Runs the command, which must end by itself with a documented code and without a fault."""
        self.runs += 1
        environment = {**os.environ, "UBSAN_OPTIONS": "print_stacktrace=1", "XDG_CACHE_HOME": "/nonexistent"}
        with subprocess.Popen(
            [self.command, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, cwd=self.folder, start_new_session=True, env=environment,
        ) as process:  # fmt: skip
            try:
                output = process.communicate(timeout=LIMIT_S)[0].decode(errors="replace")
                fault = FAULTS.search(output)
                what = fault and fault.group()
                if process.returncode not in (0, 1, 2, 3):
                    what = f"exit code {process.returncode}"
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                output, what = "", f"takes longer than {LIMIT_S} s"
        if not what:
            return
        self.failures += 1
        kept = self.folder / f"failure{self.failures}"
        kept.mkdir(exist_ok=True)
        for each in inputs:
            shutil.copy(each, kept)
        (kept / "output.txt").write_text(output, errors="replace")
        named = [line for line in output.splitlines() if FAULTS.search(line)][:3]
        print(f"{what}: {' '.join(map(str, arguments))}\n  kept in {kept}\n  " + "\n  ".join(named),
              flush=True)  # fmt: skip


def sources_round(trial, sources):
    """SOURCES is texts by their paths, whose folders hold what they include."""
    paths, folders = [], []
    for number in range(SOURCES_OF_ROUND):
        path = trial.folder / f"m{number}.cu"
        original = trial.choices.choice(list(sources))
        path.write_bytes(mutate(sources[original], list(sources.values()), trial.choices))
        paths.append(path)
        folders += ["-I", original.parent]
    options = trial.choices.choice([["--remarks"], ["--summary"], ["--format=json"], ["--format=sarif"],
                                    ["--races=may", "--remarks"], ["--explain=20"]])  # fmt: skip
    trial.run(["--keep-going", "--no-config", "-j1", *options, *paths,
               "--", *folders], paths)  # fmt: skip


CONFIGURATION = b"""\
checks: '-*,cuda-shared-*,cuda-uncoalesced-access'
levels:
  cuda-shared-race: error
  cuda-redundant-*: none
arch: sm_80
launches:
  - 'transposeTiled<<<(64,64),(32,8)>>>(_, _, 2048)'
assumptions:
  transposeTiled: assume n % 32 == 0 && n >= blockDim.x
  'trans*': [assume n >= 2 * blockDim.x + 1, distinct out]
ignore: [third_party/, '*_generated.cuh', 'src/**/[ab]?.cu']
fail-on: warning
remarks: true
min-excess: 12.5
compile-options: [-Iinclude, -DTILE=32, -std=c++17]
"""
DIFF = b"""\
diff --git a/transpose_tiled.cu b/transpose_tiled.cu
index 1111111..2222222 100644
--- a/transpose_tiled.cu
+++ b/transpose_tiled.cu
@@ -10,2 +10,3 @@ __global__ void transposeTiled
   __shared__ float tile[tileSide][tileSide];
+  int x = 1;
-  int y = 2;
+  int z = 3;
@@ -20,0 +22,1 @@
+  out[0] = 1;
"""
REQUESTS = b"op,bytes,active_mask,byte_offset_per_lane\n" + b"".join(
    f"{op},4,0x{mask:x},{' '.join(str(lane * step) for lane in range(32))}\n".encode()
    for op, mask, step in [("load", 2**32 - 1, 4), ("store", 0xffff, 128), ("atomic", 0xf0f0, 1000)])  # fmt: skip
LAUNCHES = [b"transposeTiled<<<(64,64),(32,8)>>>(_, _, 2048)", b"transposeTiled<<<_, 256, 1024>>>(n=1024)",
            b"transpose*<<<(_,4,2),(32,_)>>>"]  # fmt: skip


class Files:
    """Valid files of the kinds that the command reads besides sources."""

    def __init__(self, trial):
        self.trial = trial
        self.source = trial.folder / "transpose_tiled.cu"
        shutil.copy(ROOT / "examples/transpose_tiled.cu", self.source)
        run = lambda *given: subprocess.run([trial.command, "--no-config", *given], cwd=trial.folder,
                                            capture_output=True, check=False)  # fmt: skip
        run("--write-baseline=base.json", self.source)
        run("--shard=1/1", "--shard-output=1.shard", "--format=json", self.source)
        run("--cache-dir=cache", self.source)
        run("--emit-bundle=bundle", "--fail-on=none", self.source)
        self.baseline = (trial.folder / "base.json").read_bytes()
        self.shard = (trial.folder / "1.shard").read_bytes()
        self.requests = REQUESTS
        self.kept = {path: path.read_bytes() for path in (trial.folder / "cache").rglob("*") if path.is_file()}
        bundle = trial.folder / "bundle"
        self.bundle = {path: path.read_bytes() for path in bundle.rglob("*")
                       if path.is_file() and path.suffix in (".json", ".h", ".cu", ".txt", "")}  # fmt: skip
        (trial.folder / "compile_commands.json").write_bytes(self.database())

    def database(self):
        return (f'[{{"directory": "{self.trial.folder}", "file": "transpose_tiled.cu", "command": '
                f'"nvcc -O2 -arch=sm_80 -Iinclude -DN=\\"3\\" -c transpose_tiled.cu -o x.o"}}]').encode()

    def damaged(self, name, text):
        path = self.trial.folder / name
        path.write_bytes(mutate(text, [text, DIFF, CONFIGURATION, self.baseline], self.trial.choices))
        return path

    def damage_one(self, files):
        """One of the files in its place; the others are as they were."""
        for path, text in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
        path = self.trial.choices.choice(sorted(files))
        path.write_bytes(mutate(files[path], [self.shard, self.baseline], self.trial.choices))
        return path

    def configuration(self):
        path = self.damaged("c.yaml", CONFIGURATION)
        self.trial.run([f"--config={path}", self.source], [path])

    def changes(self):
        path = self.damaged("d.diff", DIFF)
        self.trial.run(["--no-config", f"--changed-lines-diff={path}", self.source], [path])

    def known(self):
        path = self.damaged("b.json", self.baseline)
        self.trial.run(["--no-config", f"--baseline={path}", self.source], [path])

    def calculator(self):
        path = self.damaged("r.csv", self.requests)
        space = self.trial.choices.choice(["shared", "global", "constant"])
        self.trial.run(["cost", f"--space={space}", path], [path])

    def launch(self):
        text = mutate(self.trial.choices.choice(LAUNCHES), LAUNCHES, self.trial.choices)
        text = text.replace(b"\0", b" ").decode("latin-1")
        self.trial.run(["--no-config", "--launch", text, self.source], [])

    def shards(self):
        path = self.damaged("2.shard", self.shard)
        self.trial.run(["merge", path], [path])

    def cache(self):
        if self.kept:
            path = self.damage_one(self.kept)
            self.trial.run(["--no-config", "--cache-dir=cache", self.source], [path])

    def bundles(self):
        path = self.damage_one(self.bundle)
        self.trial.run(["--import-bundle=bundle"], [path])

    def commands(self):
        folder = self.trial.folder / "database"
        folder.mkdir(exist_ok=True)
        path = self.damaged("database/compile_commands.json", self.database())
        self.trial.run(["--no-config", "-p", folder, self.source], [path])


OTHER_KINDS = ["configuration", "changes", "known", "calculator", "launch", "shards", "cache", "bundles",
               "commands"]  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--command", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--kinds", default=",".join(["sources", *OTHER_KINDS]))
    parser.add_argument("--keep", type=pathlib.Path, default="/tmp/cuda-memlint-mutations")
    parser.add_argument("--sources", dest="folder", type=pathlib.Path)
    parser.add_argument("sources", nargs="*", type=pathlib.Path)
    given = parser.parse_args()
    shutil.rmtree(given.keep, ignore_errors=True)
    given.keep.mkdir(parents=True)
    paths = given.sources + sorted(given.folder.rglob("*.cu") if given.folder else [])
    paths = paths or sorted(path for each in SOURCES for path in ROOT.glob(each))
    sources = {path.resolve(): path.read_bytes() for path in paths}
    trial = Trial(str(pathlib.Path(given.command).resolve()), given.keep.resolve(), random.Random())
    kinds = given.kinds.split(",")
    files = Files(trial) if kinds != ["sources"] else None
    end = time.monotonic() + 60 * given.minutes
    rounds = 0
    for seed in range(given.seed, given.seed + given.rounds):
        if time.monotonic() > end:
            break
        rounds += 1
        for kind in kinds:
            trial.choices.seed(f"{kind} {seed}")
            if kind == "sources":
                sources_round(trial, sources)
            else:
                getattr(files, kind)()
    print(f"{rounds} rounds from seed {given.seed}, {trial.runs} runs; {trial.failures} fail")
    return 1 if trial.failures else 0


if __name__ == "__main__":
    sys.exit(main())
