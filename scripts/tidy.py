#!/usr/bin/env python3
"""Runs clang-tidy, with warnings as errors, on sources in batches.

    scripts/tidy.py BUILD [FILE...]

BUILD is a configured build folder without precompiled headers; the files, by default all of
lib/ and tools/, must be in its compile_commands.json. Most of what clang-tidy does for a
source is matching the headers of LLVM and Clang, so sources that are compiled alike are
included into one, and the headers are matched once for all of them. Sources whose file-local
names clash go into different batches; those that do not compile behind others for another
reason are checked by themselves, which is said.
"""

import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BATCH_BYTES = 120_000
HEADER_FILTER = r"(include/cuda-memlint|lib|tools|test/unit)/.*\.(h|cpp)$"
# Another build's: not among the commands.
LEFT_OUT = {"lib/Runtime/SanitizerOptions.cpp"}
ERROR_OR_NOTE = re.compile(r"^(/[^:\n]+):\d+:\d+: (?:error|note): ", re.MULTILINE)
CLANG_INCLUDE = re.compile(r'^#include "clang', re.MULTILINE)
LOCAL_NAMES = [
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        r"^static [^=;(]*?\b(\w+)\(",
        r"^(?:static )?(?:constexpr|const) [^=;(]*?\b(\w+)(?: =|\[|\{)",
        r"^(?:class|struct|enum class|enum) (\w+)",
        r"^using (\w+) =",
        r"^#define (\w+)",
    )
]


def read(path):
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def local_names(path):
    text = read(path)
    return {name for pattern in LOCAL_NAMES for name in pattern.findall(text)}


def read_commands(build):
    """By path below the root: the compile command less the names of input and output."""
    commands = {}
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as stream:
        for entry in json.load(stream):
            words = shlex.split(entry["command"])
            output = words.index("-o")
            del words[output:output + 2]
            words = [word for word in words if word not in ("-c", entry["file"])]
            commands[os.path.relpath(entry["file"], ROOT)] = words
    return commands


def make_batches(files, commands):
    """Lists of files that are compiled alike and whose local names differ."""
    # Folders that know Clang, whose headers take the longest, keep to themselves, and so do the
    # names that they use of it.
    clang_folders = {os.path.dirname(file) for file in files if CLANG_INCLUDE.search(read(file))}
    batches = []
    for file in sorted(files, key=lambda file: -os.path.getsize(file)):
        size, names = os.path.getsize(file), local_names(file)
        folder = os.path.dirname(file)
        key = commands[file], folder if folder in clang_folders else ""
        for batch in batches:
            if batch["key"] == key and batch["size"] + size <= BATCH_BYTES and not batch["names"] & names:
                break
        else:
            batch = {"key": key, "size": 0, "names": set(), "files": []}
            batches.append(batch)
        batch["size"] += size
        batch["names"] |= names
        batch["files"].append(file)
    return [batch["files"] for batch in sorted(batches, key=lambda batch: -batch["size"])]


def run_tidy(source, words):
    """clang-tidy's exit code and output for one source compiled by these words."""
    command = ["clang-tidy-19", "--quiet", f"--header-filter={HEADER_FILTER}",
               f"--config-file={ROOT}/.clang-tidy", source, "--", *words[1:]]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines = [line for line in result.stdout.splitlines(keepends=True) if "warnings generated" not in line]
    return result.returncode, "".join(lines)


def check(number, batch, commands, folder):
    """What is wrong with the sources of a batch; empty when nothing is."""
    if len(batch) == 1:
        code, output = run_tidy(batch[0], commands[batch[0]])
        return output or f"{batch[0]}: exit code {code}\n" if code != 0 else ""
    source = os.path.join(folder, f"{number}.cpp")
    with open(source, "w", encoding="utf-8") as stream:
        stream.writelines(f'#include "{ROOT}/{file}"\n' for file in sorted(batch))
    code, output = run_tidy(source, commands[batch[0]])
    if code == 0:
        return ""
    if "clang-diagnostic-error" not in output:
        return output
    # They may only not compile behind the others. An error in a header has notes that lead there.
    named = {os.path.relpath(path, ROOT) for path in ERROR_OR_NOTE.findall(output)}
    alone = [file for file in batch if file in named] or batch
    print(f"tidy: not in a batch, where they do not compile: {' '.join(alone)}", file=sys.stderr)
    rest = [file for file in batch if file not in alone]
    parts = [[file] for file in alone] + ([rest] if rest else [])
    return "".join(check(f"{number}-{part}", files, commands, folder)
                   for part, files in enumerate(parts))


def main(build, *files):
    os.chdir(ROOT)
    commands = read_commands(build)
    if not files:
        listed = subprocess.run(["git", "ls-files", "lib/*.cpp", "tools/*.cpp"], check=True,
                                stdout=subprocess.PIPE, text=True)
        files = [file for file in listed.stdout.split() if file not in LEFT_OUT]
    files = [os.path.relpath(file, ROOT) for file in files]
    unknown = [file for file in files if file not in commands]
    if unknown:
        sys.exit(f"tidy: not in {build}/compile_commands.json: {' '.join(unknown)}")
    folder = os.path.join(os.path.abspath(build), "tidy")
    os.makedirs(folder, exist_ok=True)
    failed = False
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        batches = make_batches(files, commands)
        for output in pool.map(lambda item: check(*item, commands, folder), enumerate(batches)):
            failed = failed or output != ""
            print(output, end="", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
