#!/usr/bin/env python3
"""Runs clang-tidy, with warnings as errors, on the units of a unity build.

    scripts/tidy/run.py BUILD [FILE...]

BUILD is a build folder that was configured as a unity build without precompiled headers, which
would have to be matched anew for each unit (the preset tidy), and that holds the module
memlintOwnDeclarations, which keeps the checks out of LLVM's headers. Without files, all of lib/
and tools/ is checked; a file that is named is checked alone, compiled as its unit is.
"""

import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The sources of a unit are files that it includes.
HEADER_FILTER = r"(include/cuda-memlint|lib|tools|test/unit)/.*\.(h|cpp)$"
# The sanitizers' build has the first alone; nvcc builds the second, with headers of the toolkit; the third includes what the
# build writes.
LEFT_OUT = {"lib/Runtime/SanitizerOptions.cpp", "lib/Hardware/Record/Runtime/memlint_record.cpp",
            "lib/Frontend/OwnHeaders.cpp"}
INCLUDED = re.compile(r'^#include "(.*)"$', re.MULTILINE)


def read_units(build):
    """By path of the unit: its compile command less the names of input and output, and its sources,
    as paths below the root."""
    units = {}
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as stream:
        for entry in json.load(stream):
            if "/Unity/" not in entry["file"]:
                continue
            words = shlex.split(entry["command"])
            output = words.index("-o")
            del words[output:output + 2]
            words = [word for word in words if word not in ("-c", entry["file"])]
            with open(entry["file"], encoding="utf-8") as unit:
                sources = [os.path.relpath(path, ROOT) for path in INCLUDED.findall(unit.read())]
            units[entry["file"]] = words, sources
    return units


def check(source, words, module):
    """What is wrong with one source or unit; empty when nothing is."""
    # The configuration is searched for from each file upwards: the system's headers have none, and
    # their names are not checked.
    command = ["clang-tidy-19", "--quiet", f"--load={module}", "--checks=memlint-own-declarations",
               f"--header-filter={HEADER_FILTER}", source, "--", *words[1:]]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode == 0:
        return ""
    lines = [line for line in result.stdout.splitlines(keepends=True) if "warnings generated" not in line]
    return "".join(lines) or f"{source}: exit code {result.returncode}\n"


def main(build, *files):
    os.chdir(ROOT)
    units = read_units(build)
    words_of = {source: words for words, sources in units.values() for source in sources}
    if files:
        wanted = {os.path.relpath(file, ROOT) for file in files}
    else:
        listed = subprocess.run(["git", "ls-files", "lib/*.cpp", "tools/*.cpp"], check=True,
                                stdout=subprocess.PIPE, text=True)
        wanted = set(listed.stdout.split()) - LEFT_OUT
    unknown = sorted(wanted - words_of.keys())
    if unknown:
        sys.exit(f"tidy: not in {build}/compile_commands.json: {' '.join(unknown)}")
    if files:
        jobs = [(file, words_of[file]) for file in sorted(wanted)]
    else:
        # The longest first, so that the processors end together.
        jobs = [(unit, words) for unit, (words, sources) in
                sorted(units.items(), key=lambda item: -sum(map(os.path.getsize, item[1][1])))
                if wanted & set(sources)]
    module = os.path.join(os.path.abspath(build), "lib", "memlintOwnDeclarations.so")
    failed = False
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for output in pool.map(lambda job: check(*job, module), jobs):
            failed = failed or output != ""
            print(output, end="", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
