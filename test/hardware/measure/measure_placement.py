#!/usr/bin/env python3
"""Where the compiler places the variables of a program in global and in shared memory.

  measure_placement.py --out FILE [--programs N] [--seed S] [--linked] [--architecture ARCH]

Compiles random programs and reads the symbols of the result: a row for each variable. Needs nvcc and
readelf, but no GPU. With --linked, a program consists of two files of relocatable device code. Shared
variables have symbols in debug builds only.
"""

import argparse
import concurrent.futures
import csv
import os
import random
import subprocess
import tempfile

TYPES = {"char": 1, "short": 2, "float": 4, "double": 8, "int2": 8, "float4": 16}
COUNTS = [1, 1, 2, 3, 5, 8, 32, 33, 64, 100]
ALIGNMENTS = [0, 0, 0, 0, 0, 32, 64]
KINDS = ["device", "device", "device", "initialised", "static", "constant", "local"]
BUILDS = {"optimised": ["-O3"], "debug": ["-G"]}
COLUMNS = ["program", "build", "memory", "kind", "file", "name", "alignment", "bytes", "section", "offset"]


def draw_variables(source, memory, most):
    for number in range(source.randint(1, most)):
        of_type, stated = source.choice(list(TYPES)), source.choice(ALIGNMENTS)
        count = source.choice(COUNTS)
        yield {
            "memory": memory,
            "kind": source.choice(KINDS) if memory == "global" else "shared",
            "file": 0,
            "name": source.choice("abcdefgh") + memory[0] + str(number),
            "alignment": max(TYPES[of_type], stated),
            "bytes": count * TYPES[of_type],
            "declared": (f"__align__({stated}) " if stated else "") + of_type,
            "count": count,
            "initial": " = {{1}}" if TYPES[of_type] == 16 or of_type == "int2" else " = {1}",
        }


def declaration(variable, elsewhere=False):
    prefix = {"device": "__device__ ", "initialised": "__device__ ", "static": "static __device__ ",
              "constant": "__device__ const ", "local": "static ", "shared": "__shared__ "}
    initial = variable["initial"] if variable["kind"] in ("initialised", "constant") else ""
    return (("extern " if elsewhere else "") + prefix[variable["kind"]] + variable["declared"] +
            f" {variable['name']}[{variable['count']}]" + ("" if elsewhere else initial) + ";\n")


def write_program(folder, variables, source, linked):
    """Each variable is used in a way that the compiler cannot drop."""
    texts, inside = ["", ""], ""
    for variable in variables:
        if variable["kind"] in ("local", "shared"):
            inside += "  " + declaration(variable)
            continue
        if linked and variable["kind"] != "static":
            variable["file"] = source.randint(0, 1)
        if variable["file"] or (linked and variable["kind"] == "constant"):
            texts[0] += declaration(variable, elsewhere=True)
            if variable["kind"] == "constant":
                texts[variable["file"]] += declaration(variable, elsewhere=True)
        texts[variable["file"]] += declaration(variable)
    uses = []
    for variable in variables:
        if variable["kind"] != "constant":
            uses.append(f"  reinterpret_cast<volatile char *>({variable['name']})[i] = char(i);\n")
        uses.append(f"  sum += reinterpret_cast<const volatile char *>({variable['name']})[i + 1];\n")
    source.shuffle(uses)
    texts[0] += ("__global__ void place(int *out, int i) {\n  int sum = 0;\n" + inside + "".join(uses) +
                 "  *out = sum;\n}\n")
    for name, text in zip(("first.cu", "second.cu"), texts):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


def run(command, folder):
    return subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout


def compile_program(folder, build, linked, architecture):
    """The section and offset of each symbol."""
    result = build + ".cubin"
    compile_only = ["nvcc", "-arch=" + architecture, "-w", *BUILDS[build]]
    if linked:
        for name in ("first", "second"):
            run([*compile_only, "-rdc=true", "-cubin", "-o", f"{build}.{name}.cubin", name + ".cu"], folder)
        run(["nvlink", "-arch=" + architecture, "-o", result, f"{build}.first.cubin",
             f"{build}.second.cubin"], folder)
    else:
        run([*compile_only, "-cubin", "-o", result, "first.cu"], folder)
    names, symbols = {}, {}
    for line in run(["readelf", "-sW", result], folder).splitlines():
        words = line.split()
        if len(words) >= 8 and words[3] == "SECTION":
            names[words[6]] = words[-1]
        if len(words) >= 8 and words[3] == "OBJECT" and words[6].isdigit():
            symbols[words[7]] = (names[words[6]].removesuffix("._Z5placePii"), int(words[1], 16))
    return symbols


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True)
    parser.add_argument("--programs", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--architecture", default="sm_90")
    parser.add_argument("--linked", action="store_true")
    options = parser.parse_args()
    source = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as root, concurrent.futures.ThreadPoolExecutor() as pool, \
            open(options.out, "w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, extrasaction="ignore", lineterminator="\n")
        table.writeheader()
        programs = []
        for number in range(options.programs):
            variables = [*draw_variables(source, "global", 7), *draw_variables(source, "shared", 5)]
            folder = os.path.join(root, str(number))
            os.mkdir(folder)
            write_program(folder, variables, source, options.linked)
            for build in BUILDS:
                programs.append((number, build, variables, pool.submit(
                    compile_program, folder, build, options.linked, options.architecture)))
        for number, build, variables, symbols in programs:
            for name, (section, offset) in sorted(symbols.result().items(), key=lambda each: each[1]):
                for variable in variables:
                    if name == variable["name"] or name.endswith(f"{len(variable['name'])}{variable['name']}"):
                        table.writerow({**variable, "program": number, "build": build,
                                        "section": section, "offset": offset})


if __name__ == "__main__":
    main()
