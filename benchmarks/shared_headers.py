#!/usr/bin/env python3
"""What it saves that files which begin alike have their headers parsed once.

Writes sources that include the same headers, or copies a folder, gives each source a first line, the
same for all in one copy and one with a number of its own in another, and prints the CPU seconds of
runs over both, which take turns, with their ratios: of user code, and with the system's part. The
fastest run counts. The reports must be equal.

  benchmarks/shared_headers.py [--tool PATH] [--runs N] [--jobs N] [--files N] [--at-most RATIO]
                               [FOLDER [-- COMPILE OPTIONS]]
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

INCLUDES = "".join(f"#include <{name}>\n" for name in
                   ("algorithm", "functional", "map", "regex", "string", "vector"))

SOURCE = """{includes}
__global__ void scale{number}(float *out, const float *in, int stride) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * stride] * {number};
}}
void run(float *out, const float *in) {{ scale{number}<<<1024, 256>>>(out, in, {stride}); }}
"""


def generate(folder, count):
    for number in range(count):
        (folder / f"file{number}.cu").write_text(
            SOURCE.format(includes=INCLUDES, number=number, stride=number % 9 + 1), encoding="utf-8")


def number_sources(folder, number_of):
    for index, path in enumerate(sorted(folder.rglob("*.cu"))):
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        path.write_text(f"// {number_of(index):06}\n{text}", encoding="utf-8", errors="surrogateescape")


def run(tool, jobs, folder, options):
    """User and all CPU seconds, megabytes of the largest process, and the report."""
    with tempfile.TemporaryFile() as report:
        child = subprocess.Popen([tool, "--no-config", "--no-cache", "--keep-going", f"-j{jobs}", ".",
                                  "--", *options], cwd=folder, stdout=report,
                                 stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in (0, 1):
            sys.exit(f"{tool} {folder}\nended with exit code {child.returncode}")
        report.seek(0)
        return (usage.ru_utime, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024), report.read()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    root = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("--tool", default=root / "build/release/bin/cuda-memlint")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--files", type=int, default=40)
    parser.add_argument("--at-most", type=float)
    parser.add_argument("folder", nargs="?")
    given, _, compile_options = " ".join(sys.argv[1:]).partition(" -- ")
    options = parser.parse_args(given.split())
    tool = os.path.abspath(options.tool)
    best, reports = {}, {}
    with tempfile.TemporaryDirectory() as parent:
        folders = {"shared": pathlib.Path(parent, "shared"), "each": pathlib.Path(parent, "each")}
        if options.folder:
            shutil.copytree(options.folder, folders["shared"])
        else:
            folders["shared"].mkdir()
            generate(folders["shared"], options.files)
        shutil.copytree(folders["shared"], folders["each"])
        number_sources(folders["shared"], lambda index: 0)
        number_sources(folders["each"], lambda index: index)
        for _ in range(options.runs):
            for kind, folder in folders.items():
                taken, reports[kind] = run(tool, options.jobs, folder, compile_options.split())
                best[kind] = min(best.get(kind, taken), taken)
    if reports["shared"] != reports["each"]:
        sys.exit("the reports differ")
    ratios = [one / other for one, other in zip(best["shared"], best["each"])]
    print(", ".join(f"{kind}: {each[0]:.2f} s in user code, {each[1]:.2f} s in all, {each[2]:.0f} MB"
                    for kind, each in best.items()) +
          f"; ratio {ratios[0]:.2f} in user code, {ratios[1]:.2f} in all")
    if options.at_most and ratios[1] > options.at_most:
        sys.exit(f"ratio {ratios[1]:.2f} instead of at most {options.at_most}")


if __name__ == "__main__":
    main()
