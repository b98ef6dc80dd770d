#!/usr/bin/env python3
"""Turns what scripts/record_counters.sh wrote into the records of test/hardware/examples.

  scripts/counters_to_csv.py RAW-DIRECTORY test/hardware/examples

Per example and build one CSV, a row for each memory instruction of each launch; and
launches.csv, a row for each launch, with the counters that a launch has only one of.
The columns are described in test/hardware/README.md. Needs c++filt.
"""

import argparse
import csv
import pathlib
import re
import subprocess
import sys

BUILDS = {
    "optimised": "nvcc -O3 -lineinfo -gencode arch=compute_90,code=sm_90",
    "debug": "nvcc -G -gencode arch=compute_90,code=sm_90",
}
INSTRUCTION_COLUMNS = (
    "kernel launch grid block line space opcode bits instructions threads"
    " sectors sectors_ideal wavefronts wavefronts_ideal code"
).split()
LAUNCH_COUNTERS = {
    "global_load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "global_store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "shared_load_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "shared_store_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "constant_load_instructions": "smsp__inst_executed_op_ldc.sum",
    "constant_divergent_instructions": "sm__idc_divergent_instructions.sum",
    "constant_replays": "sm__idc_divergent_instruction_replays.sum",
}
LAUNCH_COLUMNS = ["example", "build", "kernel", "launch", "grid", "block", *LAUNCH_COUNTERS]


def fail(message):
    sys.exit("counters_to_csv: " + message)


def kernel_name(signature):
    """`void k<(int)4>(float *)`, as the source page writes it, or `void k<4>(float*)` to `k<4>`."""
    name = re.sub(r"\((?:bool|[a-z ]*(?:char|short|int|long))\)(?=-?\d)", "", signature)
    depth = 0
    for index, character in enumerate(name):
        if character == "<":
            depth += 1
        elif character == ">":
            depth -= 1
        elif character == "(" and depth == 0:
            name = name[:index]
            break
    return re.sub(r"^void ", "", name).strip()


def read_launches(path):
    """The launches of a program in order, as the profiler's page of raw counters lists them."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    header = next((i for i, row in enumerate(rows) if row and row[0] == "ID"), None)
    if header is None:
        fail(f"{path}: no table of counters")
    launches = []
    for row in rows[header + 2 :]:  # The second line is the units.
        launch = dict(zip(rows[header], row))
        launch["kernel"] = kernel_name(launch["Kernel Name"])
        for key in ("Grid Size", "Block Size"):
            launch[key] = "x".join(re.findall(r"\d+", launch[key]))
        launches.append(launch)
    return launches


def read_instructions(path, launches):
    """For each launch its instructions in order. The page of some reports holds each launch
    several times over, always equally often and in a row."""
    tables = []
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.reader(file):
            if row[0] == "Kernel Name":
                tables.append((kernel_name(row[1]), []))
                header = None
            elif row[0] == "Address":
                header = row
            else:
                tables[-1][1].append(dict(zip(header, row)))
    copies, rest = divmod(len(tables), len(launches))
    if rest or not copies:
        fail(f"{path}: {len(tables)} tables for {len(launches)} launches")
    for index, launch in enumerate(launches):
        same = tables[index * copies : (index + 1) * copies]
        if any(table != same[0] for table in same) or same[0][0] != launch["kernel"]:
            fail(f"{path}: launch {index + 1} is not {launch['kernel']}, or its copies differ")
    return [table for _, table in tables[::copies]]


def read_lines(path, source):
    """Kernel -> for each instruction in order the line of `source` that it stands for: the
    innermost inlined one that lies in that file."""
    mangled, lines = {}, None
    line, chain_is_open = None, False
    with open(path, encoding="utf-8", errors="replace") as file:
        for text in file:
            if match := re.match(r"\.text\.(\S+):$", text):
                lines = mangled.setdefault(match[1], [])
                line = None
            elif match := re.search(r'//## File "([^"]*)", line (\d+)(.*)', text):
                if not chain_is_open:
                    line = None
                if line is None and match[1].endswith("/" + source):
                    line = int(match[2])
                # `inlined at` continues on the next line, with the call site.
                chain_is_open = "inlined at" in match[3]
            elif lines is not None and re.match(r"\s+/\*[0-9a-f]{4,}\*/", text):
                chain_is_open = False
                lines.append(line)
    if not mangled:
        fail(f"{path}: no kernels")
    names = subprocess.run(
        ["c++filt"], input="\n".join(mangled), capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return {kernel_name(name): lines for name, lines in zip(names, mangled.values())}


def number(text):
    return 0 if text in ("", "-") else int(text.replace(",", ""))


def memory_instruction(instruction):
    """The columns that one instruction fills, or None for one that touches no global, shared
    or constant memory of the source's. Kernel parameters are constant memory of bank 0."""
    match = re.match(r"\s*(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9._]*)(.*)", instruction["Source"])
    opcode = match[1]
    base = opcode.split(".")[0]
    sectors = number(instruction.get("memory_l2_theoretical_sectors_global"))
    wavefronts = number(instruction.get("memory_l1_wavefronts_shared", "0"))
    if base in ("LDG", "STG", "ATOMG", "REDG", "RED", "LDGSTS"):
        space = "global"
    elif base in ("LDS", "STS", "ATOMS"):
        space = "shared"
    elif base in ("LD", "ST", "ATOM"):
        # A generic address; without a count of either, it went to local memory or nowhere.
        space = "shared" if wavefronts else "global" if sectors else None
    elif base == "LDC" and re.search(r"c\[0x3\]\[U?R\d", match[2]):
        space = "constant"
    else:
        space = None
    if space is None:
        return None
    row = {
        "space": space,
        "opcode": opcode,
        "bits": number(instruction.get("memory_access_size_type", "")) or "",
        "instructions": number(instruction["inst_executed"]),
        "threads": number(instruction["thread_inst_executed_true"]),
    }
    if space == "global":
        row["sectors"] = sectors
        row["sectors_ideal"] = number(instruction["memory_l2_theoretical_sectors_global_ideal"])
    if space == "shared" or base == "LDGSTS":
        row["wavefronts"] = wavefronts
        row["wavefronts_ideal"] = number(instruction["memory_l1_wavefronts_shared_ideal"])
    return row


def record(raw, example, build, source_lines, write_row, write_launch):
    name = f"{example}.{build}"
    launches = read_launches(raw / f"{name}.kernels.csv")
    tables = read_instructions(raw / f"{name}.source.csv", launches)
    lines = read_lines(raw / f"{name}.sass", f"{example}.cu")
    launches_so_far = {}
    for launch, instructions in zip(launches, tables):
        kernel = launch["kernel"]
        launches_so_far[kernel] = launches_so_far.get(kernel, 0) + 1
        where = {
            "kernel": kernel,
            "launch": launches_so_far[kernel],
            "grid": launch["Grid Size"],
            "block": launch["Block Size"],
        }
        if len(lines.get(kernel, [])) != len(instructions):
            fail(f"{name}: {kernel}: the profiler and nvdisasm differ on its instructions")
        for instruction, line in zip(instructions, lines[kernel]):
            row = memory_instruction(instruction)
            if row is None:
                continue
            if line is None:
                fail(f"{name}: {kernel}: no line in {example}.cu for {instruction['Source']}")
            write_row({**where, **row, "line": line, "code": source_lines[line - 1].strip()})
        counters = {key: number(launch[metric]) for key, metric in LAUNCH_COUNTERS.items()}
        write_launch({"example": example, "build": build, **where, **counters})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("raw", type=pathlib.Path)
    parser.add_argument("records", type=pathlib.Path)
    options = parser.parse_args()

    examples = pathlib.Path(__file__).resolve().parent.parent / "examples"
    gpu, nvcc, ncu, date = (options.raw / "machine.txt").read_text().splitlines()
    machine = [f"# GPU, compute capability, driver: {gpu}", f"# nvcc: {nvcc}", f"# ncu: {ncu}"]
    machine.append(f"# date: {date}")
    options.records.mkdir(parents=True, exist_ok=True)

    def writer(file, columns, remarks):
        file.write("\n".join([*machine, *remarks]) + "\n")
        rows = csv.DictWriter(file, columns, restval="", lineterminator="\n")
        rows.writeheader()
        return rows.writerow

    with open(options.records / "launches.csv", "w", encoding="utf-8", newline="") as summary:
        write_launch = writer(summary, LAUNCH_COLUMNS, [])
        for path in sorted(options.raw.glob("*.source.csv")):
            example, build = path.name.split(".")[:2]
            source_lines = (examples / f"{example}.cu").read_text().splitlines()
            target = options.records / f"{example}.{build}.csv"
            with open(target, "w", encoding="utf-8", newline="") as file:
                build_line = f"# build: {BUILDS[build]} examples/{example}.cu"
                write_row = writer(file, INSTRUCTION_COLUMNS, [build_line])
                record(options.raw, example, build, source_lines, write_row, write_launch)


if __name__ == "__main__":
    main()
