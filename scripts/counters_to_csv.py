#!/usr/bin/env python3
"""Turns what scripts/record_counters.sh wrote into records for test/hardware/replay.py.

  scripts/counters_to_csv.py SOURCES RAW-DIRECTORY RECORDS

SOURCES is the folder of the programs. Per program and build one CSV, a row for each memory
instruction of each launch; and launches.csv, a row for each launch, with the counters that
a launch has only one of. The columns are described in test/hardware/README.md. Needs
c++filt.
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
    "kernel launch grid block file line space opcode bits instructions threads"
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
    name = re.sub(r"\[lambda\([^()]*\) \(instance (\d+)\)\]", r"{lambda#\1}", name)
    name = re.sub(r"\{lambda\([^()]*\)#(\d+)\}", r"{lambda#\1}", name)
    kept, depth, angles = "", 0, 0
    for index, character in enumerate(name):
        angles += {"<": 1, ">": -1}.get(character, 0)
        if angles == 0 and (depth > 0 or character == "("):
            depth += {"(": 1, ")": -1}.get(character, 0)
            # `k(int)::{lambda#1}::operator()(int)` goes on after the first arguments.
            if depth == 0 and not name.startswith("::", index + 1):
                break
        else:
            kept += character
    return re.sub(r"^void ", "", kept).strip()


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


def read_tables(path):
    """The tables of a source page in order, each a name and its instructions."""
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
    return tables


def read_instructions(path, launches):
    """For each launch the tables of its kernel and of the functions that it called, in no
    particular order. The page may hold those of a launch several times over, always equally
    often and in a row."""
    tables = read_tables(path)
    kernels = {launch["kernel"] for launch in launches}
    copies, rest = divmod(sum(name in kernels for name, _ in tables), len(launches))
    if rest or not copies:
        fail(f"{path}: {len(tables)} tables for {len(launches)} launches")
    if copies == 1 and len(tables) > len(launches):
        fail(f"{path}: cannot determine which launch called which function")
    found, first = [], 0
    for index, launch in enumerate(launches):
        for length in range(1, (len(tables) - first) // copies + 1):
            own = tables[first : first + length]
            if [name for name, _ in own if name in kernels] == [launch["kernel"]] and all(
                tables[first + copy * length : first + (copy + 1) * length] == own
                for copy in range(copies)
            ):
                break
        else:
            fail(f"{path}: launch {index + 1} is not {launch['kernel']}, or its copies differ")
        found.append(own)
        first += copies * length
    return found


def mnemonic(instruction):
    """`@P0 LDG.E R2, …` to `LDG.E`."""
    return re.match(r"\s*(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9._]*)", instruction)[1]


def read_lines(path, sources):
    """Name -> for each kernel or function of that name its instructions in order, as pairs of
    the mnemonic and the place that it stands for: the innermost inlined one in the folder
    `sources`, as file and line, or None."""
    mangled, instructions = {}, None
    place, chain_is_open = None, False
    with open(path, encoding="utf-8", errors="replace") as file:
        for text in file:
            if match := re.match(r"\.text\.(\S+):$", text):
                instructions = mangled.setdefault(match[1], [])
                place = None
            elif match := re.search(r'//## File "([^"]*)", line (\d+)(.*)', text):
                if not chain_is_open:
                    place = None
                folder, _, name = match[1].rpartition("/")
                if place is None and name in sources and folder.endswith("/" + sources.folder):
                    place = (name, int(match[2]))
                # `inlined at` continues on the next line, with the call site.
                chain_is_open = "inlined at" in match[3]
            elif instructions is not None and (
                match := re.match(r"\s+/\*[0-9a-f]{4,}\*/\s+(.*)", text)
            ):
                chain_is_open = False
                instructions.append((mnemonic(match[1]), place))
    if not mangled:
        fail(f"{path}: no kernels")
    names = subprocess.run(
        ["c++filt"], input="\n".join(mangled), capture_output=True, text=True, check=True
    ).stdout.splitlines()
    lines = {}
    for name, instructions in zip(names, mangled.values()):
        lines.setdefault(kernel_name(name), []).append(instructions)
    return lines


def places(table, lines, what):
    """The place of each instruction of a table. The profiler and nvdisasm write the names of
    functions differently, so that their instructions may have to decide."""
    name, instructions = table
    wanted = [mnemonic(instruction["Source"]) for instruction in instructions]
    every = [candidate for candidates in lines.values() for candidate in candidates]
    for candidates in (lines.get(name, []), every):
        same = [c for c in candidates if [opcode for opcode, _ in c] == wanted]
        if same and all(candidate == same[0] for candidate in same):
            return [place for _, place in same[0]]
        if same:
            fail(f"{what}: there are several functions like {name}, on different lines")
    fail(f"{what}: the profiler and nvdisasm differ on the instructions of {name}")


def number(text):
    return 0 if text in ("", "-") else int(text.replace(",", ""))


def memory_spaces(instruction, opcode, sectors, wavefronts):
    """The spaces of the source's that an instruction touched. Kernel parameters are constant
    memory of bank 0."""
    base = opcode.split(".")[0]
    if base in ("LDG", "STG", "ATOMG", "REDG", "RED", "LDGSTS"):
        return ["global"]
    if base in ("LDS", "STS", "ATOMS", "LDSM", "STSM"):
        return ["shared"]
    if base in ("LD", "ST", "ATOM"):
        # A generic address. Without a count it went to local memory or nowhere; one in a
        # function of the toolkit may have gone to both, when it was called several times.
        counts = (("shared", wavefronts), ("global", sectors))
        return [space for space, count in counts if count]
    if base == "LDC" and re.search(r"c\[0x3\]\[U?R\d", instruction["Source"]):
        return ["constant"]
    return []


def memory_rows(instruction):
    """The columns that one instruction fills, once for each space that it touched."""
    opcode = mnemonic(instruction["Source"])
    sectors = number(instruction.get("memory_l2_theoretical_sectors_global"))
    wavefronts = number(instruction.get("memory_l1_wavefronts_shared", "0"))
    for space in memory_spaces(instruction, opcode, sectors, wavefronts):
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
        if space == "shared" or opcode.startswith("LDGSTS"):
            row["wavefronts"] = wavefronts
            row["wavefronts_ideal"] = number(instruction["memory_l1_wavefronts_shared_ideal"])
        yield row


class Sources(dict):
    """The lines of each file in the folder of the programs."""

    def __init__(self, path):
        super().__init__()
        self.folder = path.resolve().name
        for file in sorted(path.iterdir()):
            if file.suffix in (".cu", ".cuh", ".h"):
                self[file.name] = file.read_text(encoding="utf-8").splitlines()


def record(raw, program, build, sources, write_row, write_launch):
    name = f"{program}.{build}"
    launches = read_launches(raw / f"{name}.kernels.csv")
    tables_of_launches = read_instructions(raw / f"{name}.source.csv", launches)
    lines = read_lines(raw / f"{name}.sass", sources)
    launches_so_far = {}
    for launch, tables in zip(launches, tables_of_launches):
        kernel = launch["kernel"]
        launches_so_far[kernel] = launches_so_far.get(kernel, 0) + 1
        where = {
            "kernel": kernel,
            "launch": launches_so_far[kernel],
            "grid": launch["Grid Size"],
            "block": launch["Block Size"],
        }
        for table in tables:
            for instruction, place in zip(table[1], places(table, lines, name)):
                for row in memory_rows(instruction):
                    if place is None:
                        # A function of the toolkit, which only debug builds call.
                        row.update(file="", line="", code=table[0])
                    else:
                        file, line = place
                        row.update(file=file, line=line, code=sources[file][line - 1].strip())
                    write_row({**where, **row})
        counters = {key: number(launch[metric]) for key, metric in LAUNCH_COUNTERS.items()}
        write_launch({"example": program, "build": build, **where, **counters})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sources", type=pathlib.Path)
    parser.add_argument("raw", type=pathlib.Path)
    parser.add_argument("records", type=pathlib.Path)
    options = parser.parse_args()

    root = pathlib.Path(__file__).resolve().parent.parent
    folder = options.sources.resolve().relative_to(root)
    sources = Sources(options.sources)
    gpu, nvcc, ncu, date = (options.raw / "machine.txt").read_text().splitlines()
    machine = [f"# GPU, compute capability, driver: {gpu}", f"# nvcc: {nvcc}", f"# ncu: {ncu}"]
    machine += [f"# date: {date}", f"# command: scripts/record_counters.sh {folder} DIRECTORY"]
    options.records.mkdir(parents=True, exist_ok=True)

    def writer(file, columns, remarks):
        file.write("\n".join([*machine, *remarks]) + "\n")
        rows = csv.DictWriter(file, columns, restval="", lineterminator="\n")
        rows.writeheader()
        return rows.writerow

    with open(options.records / "launches.csv", "w", encoding="utf-8", newline="") as summary:
        write_launch = writer(summary, LAUNCH_COLUMNS, [])
        for path in sorted(options.raw.glob("*.source.csv")):
            program, build = path.name.split(".")[:2]
            target = options.records / f"{program}.{build}.csv"
            with open(target, "w", encoding="utf-8", newline="") as file:
                build_line = f"# build: {BUILDS[build]} {folder}/{program}.cu"
                write_row = writer(file, INSTRUCTION_COLUMNS, [build_line])
                record(options.raw, program, build, sources, write_row, write_launch)


if __name__ == "__main__":
    main()
