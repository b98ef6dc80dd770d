#!/usr/bin/env python3
"""Holds the findings of cuda-missing-restrict against the code that nvcc generates.

usage: measure.py --tool cuda-memlint --nvcc nvcc [--sass cuobjdump] [--at-least PERCENT]
                  [--table FILE] [--include DIR]... PATH...

PATHs are .cu files, or folders of them. Each file with findings is copied with what lies beside it,
all fixes are made in the copy, and both are compiled to PTX, or with --sass to machine code. Of the
loads from global memory in each kernel, as they stand in the code, the finding announces

path      "do not take the read-only path": more of them take it (ld.global.nc, LDG.….CONSTANT) than
          before
repeated  that some are repeated: there are fewer of them than before, or fewer in loops

A finding is judged in all instantiations of its kernel. Not judged: kernels in files that nvcc
does not compile unchanged, kernels without generated code, and headers elsewhere. A copy that
does not compile with its fixes is an error of the tool. Exit code: 1 when the share of findings
that came true is less than asked for, 2 when nothing could be judged.
"""

import argparse
import collections
import concurrent.futures
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CHECK = "cuda-missing-restrict"
Code = collections.namedtuple("Code", "loads read_only in_loops")
Judgement = collections.namedtuple(
    "Judgement", "path line kernel level announced outcome loads_before loads_after "
                 "read_only_before read_only_after in_loops_before in_loops_after")


def bodies(ptx):
    """Symbol and body of each kernel."""
    ptx = re.sub(r"//.*", "", ptx)
    for match in re.finditer(r"\.entry\s+([\w$]+)\s*\(", ptx):
        begin = end = ptx.index("{", match.end())
        depth = 0
        while True:
            depth += {"{": 1, "}": -1}.get(ptx[end], 0)
            end += 1
            if depth == 0:
                break
        yield match.group(1), ptx[begin:end]


def code_of(body):
    lines = body.splitlines()
    labels = {line.strip()[:-1]: number for number, line in enumerate(lines)
              if re.fullmatch(r"\$\S+:", line.strip())}
    # From the target of a jump backwards to the jump; code is laid out in that order.
    loops = [(labels[target], number) for number, line in enumerate(lines)
             for target in re.findall(r"\bbra(?:\.uni)?\s+(\$\S+);", line)
             if labels[target] <= number]
    loads = [(number, opcode) for number, line in enumerate(lines)
             for opcode in re.findall(r"\bld\.global[\w.:]*", line)]
    return Code(len(loads), sum(".nc" in opcode for _, opcode in loads),
                sum(any(first <= number <= last for first, last in loops) for number, _ in loads))


def machine_code(listing):
    """Symbol and code of each kernel in what `cuobjdump -sass` prints."""
    for part in listing.split("Function : ")[1:]:
        symbol, _, body = part.partition("\n")
        instructions = [(int(address, 16), text.strip()) for address, text in
                        re.findall(r"/\*([0-9a-f]{4,})\*/\s+([^;]*);", body)]
        # The last one jumps to itself for ever, and is not a loop of the source.
        loops = [(int(target, 16), address) for address, text in instructions
                 for target in re.findall(r"\bBRA\S*\s.*?0x([0-9a-f]+)", text)
                 if int(target, 16) < address]
        loads = [(address, text) for address, text in instructions if re.search(r"\bLDG\b", text)]
        yield symbol.strip(), Code(
            len(loads), sum(".CONSTANT" in text for _, text in loads),
            sum(any(first <= address <= last for first, last in loops) for address, _ in loads))


def identifiers(symbol):
    """The names in a mangled symbol, from the outermost scope; a symbol of C is its own."""
    match = re.match(r"_Z(N(?:[KVr]*))?", symbol)
    if not match:
        return (symbol,)
    names, rest = [], symbol[match.end():]
    while length := re.match(r"L?(\d+)", rest):
        end = length.end() + int(length.group(1))
        # A file's own scope has a name that changes with the text.
        if not rest[length.end():end].startswith(("_GLOBAL__N", "_INTERNAL")):
            names.append(rest[length.end():end])
        rest = rest[end:]
        if not match.group(1):
            break
    return tuple(names)


def compiled(arguments, source, includes):
    """Code by the name of the kernel, one for each instantiation; or what nvcc says."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "code"
        command = [arguments.nvcc, "-cubin" if arguments.sass else "-ptx", "-w", "-std=c++17", f"-arch={arguments.arch}", "-o", output,
                   source]
        command += [f"-I{folder}" for folder in includes]
        run = subprocess.run(command, capture_output=True, text=True, cwd=folder)
        if run.returncode != 0:
            return None, run.stderr
        if arguments.sass:
            listing = subprocess.run([arguments.sass, "-sass", output], capture_output=True,
                                     text=True, check=True).stdout
            # In an order of its own, which is not that of the source.
            codes = sorted(machine_code(listing))
        else:
            codes = [(symbol, code_of(body)) for symbol, body in bodies(output.read_text())]
        kernels = collections.defaultdict(list)
        for symbol, code in codes:
            kernels[identifiers(symbol)].append(code)
        return kernels, ""


def applied(text, fixes):
    lines = text.splitlines(keepends=True)
    for fix in sorted(fixes, key=lambda fix: (fix["line"], fix["column"]), reverse=True):
        assert fix["line"] == fix["end_line"]
        line = lines[fix["line"] - 1].encode()
        line = (line[:fix["column"] - 1] + fix["replacement"].encode() +
                line[fix["end_column"] - 1:])
        lines[fix["line"] - 1] = line.decode()
    return "".join(lines)


def findings_in(arguments, source, includes):
    command = [arguments.tool, f"--checks=-*,{CHECK}", "--format=json",
               f"--arch={arguments.arch}", str(source), "--", "-std=c++17"]
    command += [f"-I{folder}" for folder in includes]
    report = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    found = {}
    for finding in report["findings"]:
        assert finding["check"] == CHECK
        found.setdefault((finding["path"], finding["line"], finding["column"]), finding)
    return list(found.values())


def name_of(finding):
    """The kernel's name without arguments of templates, as a tuple of scopes."""
    name = re.sub(r"<.*", "", finding["kernel"])
    return tuple(part for part in name.split("::") if "anonymous" not in part)


def announced_by(finding):
    return "path" if "do not take the read-only path" in finding["message"] else "repeated"


def mended(source, findings, folder):
    """A copy of what lies beside the source, with all fixes made; the source in it, and the
    findings whose fixes were made."""
    beside = source.parent.resolve()
    copy = Path(folder) / "copy"
    shutil.copytree(beside, copy, ignore_dangling_symlinks=True,
                    ignore=shutil.ignore_patterns("data", "*.ppm", "*.pgm", "*.bin"))
    by_file, done = collections.defaultdict(dict), []
    for finding in findings:
        path = Path(finding["path"]).resolve()
        if not finding["fixes"] or not path.is_relative_to(beside):
            continue
        done.append(finding)
        for fix in finding["fixes"]:
            key = fix["line"], fix["column"], fix["replacement"]
            by_file[Path(fix["path"]).resolve()][key] = fix
    for path, fixes in by_file.items():
        target = copy / path.relative_to(beside)
        text = applied(path.read_bytes().decode(errors="surrogateescape"), fixes.values())
        target.unlink()
        target.write_bytes(text.encode(errors="surrogateescape"))
    return copy / source.name, done


def judge(finding, before, after):
    name = name_of(finding)
    old, new = before.get(name, []), after.get(name, [])
    def verdict(outcome, old=(), new=()):
        return Judgement(finding["path"], finding["line"], finding["kernel"], finding["level"],
                         announced_by(finding), outcome, sum(each.loads for each in old),
                         sum(each.loads for each in new), sum(each.read_only for each in old),
                         sum(each.read_only for each in new), sum(each.in_loops for each in old),
                         sum(each.in_loops for each in new))
    if not old or len(old) != len(new):
        return verdict("no code")
    pairs = list(zip(old, new))
    if announced_by(finding) == "path":
        right = all(b.read_only > a.read_only for a, b in pairs)
    else:
        right = all(b.loads < a.loads or b.in_loops < a.in_loops for a, b in pairs)
    return verdict("as announced" if right else "otherwise", old, new)


def judge_file(arguments, source):
    includes = [folder.resolve() for folder in arguments.include]
    findings = findings_in(arguments, source, includes)
    if not findings:
        return []
    before, message = compiled(arguments, source.resolve(), includes)
    if before is None:
        print(f"{source}: nvcc failed to compile it: {message.strip().splitlines()[0]}",
              file=sys.stderr)
        return [judge(finding, {}, {}) for finding in findings]
    with tempfile.TemporaryDirectory() as folder:
        copy, done = mended(source, findings, folder)
        # What the source finds beside its own folder.
        after, message = compiled(arguments, copy, includes + [source.parent.resolve()])
    if after is None:
        print(f"{source}: not compiled with its fixes:\n{message}", file=sys.stderr)
        return [judge(finding, {}, {})._replace(outcome="does not compile") for finding in done]
    return [judge(finding, before if finding in done else {}, after) for finding in findings]


def sources_in(paths):
    for path in paths:
        yield from sorted(path.rglob("*.cu")) if path.is_dir() else [path]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True)
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("--sass", metavar="CUOBJDUMP", help="compare machine code, not PTX")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--include", type=Path, action="append", default=[])
    parser.add_argument("--at-least", type=float, default=0, metavar="PERCENT")
    parser.add_argument("--table", type=Path, help="where to write a row for each finding")
    parser.add_argument("paths", type=Path, nargs="+")
    arguments = parser.parse_args()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        of_files = pool.map(lambda source: judge_file(arguments, source), sources_in(arguments.paths))
        rows = [row for of_file in of_files for row in of_file]
    if arguments.table:
        with arguments.table.open("w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(Judgement._fields)
            writer.writerows(rows)
    counts = collections.Counter((row.announced, row.outcome) for row in rows)
    for (announced, outcome), count in sorted(counts.items()):
        print(f"{announced:10}{outcome:20}{count:5}")
    for row in rows:
        if row.outcome in ("otherwise", "does not compile"):
            print(f"{row.outcome}: {row.path}:{row.line}: {row.kernel}: {row.announced}: loads "
                  f"{row.loads_before} -> {row.loads_after}, read-only "
                  f"{row.read_only_before} -> {row.read_only_after}")
    judged = [row for row in rows if row.outcome != "no code"]
    if not judged:
        print("nothing could be judged")
        return 2
    right = sum(row.outcome == "as announced" for row in judged)
    share = 100 * right / len(judged)
    print(f"as announced: {right} of {len(judged)} ({share:.1f} %)")
    return 1 if share < arguments.at_least else 0


if __name__ == "__main__":
    sys.exit(main())
