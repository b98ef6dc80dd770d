#!/usr/bin/env python3
"""Holds the includes of all sources to the table of folders in docs/architecture.md.

  scripts/check_includes.py [ROOT]

A folder may include the headers of its own and of folders above it in the table; Clang's only if
the table's last column says so. A folder that has sources must be in the table. The exit code is 1
if an include breaks a rule.
"""

import pathlib
import re
import sys

ROW = re.compile(r"^\| (`(?:lib|tools)/[^|]*) \|.*\| *(.*?) *\|$")
FOLDER = re.compile(r"`((?:lib|tools)/[\w/-]+)`")
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]')
# Headers that the command embeds: CUDA's and Clang's, not a part of it.
LEFT_OUT = "lib/Frontend/Headers"


def read_table(page):
    """By folder, its row's number and whether it may include Clang."""
    rows = {}
    for line in page.read_text(encoding="utf-8").splitlines():
        if row := ROW.match(line):
            number = len(rows)
            for folder in FOLDER.findall(row[1]):
                rows[folder] = number, row[2].startswith("yes")
    return rows


def folder_of(path, rows):
    """The folder of the table that a source belongs to: public headers lie in include/."""
    parts = path.parts
    parts = ("lib", *parts[2:]) if parts[0] == "include" else parts
    nested = "/".join(parts[:3])
    return nested if nested in rows else "/".join(parts[:2])


def faults_of(folder, name, rows):
    """What is wrong with the include of `name` in a source of `folder`."""
    row, knows_clang = rows[folder]
    if name.startswith("../"):
        yield "a path that leaves the folder"
    if re.match(r"clang(-c|-tidy)?/", name) and not knows_clang:
        yield f"{folder} does not include Clang"
    if name.startswith("cuda-memlint/"):
        other = folder_of(pathlib.Path("include") / name, rows)
        if other not in rows:
            yield f"{other} is not in the table"
        elif other != folder and rows[other][0] >= row:
            yield f"{other} does not stand above {folder}"


def main(root="."):
    root = pathlib.Path(root)
    rows = read_table(root / "docs" / "architecture.md")
    faults, sources = 0, 0
    for top in ("include", "lib", "tools"):
        for path in sorted((root / top).rglob("*")):
            relative = path.relative_to(root)
            if path.suffix not in (".h", ".cpp") or str(relative).startswith(LEFT_OUT):
                continue
            sources += 1
            folder = folder_of(relative, rows)
            if folder not in rows:
                print(f"{relative}: {folder} is not in the table of docs/architecture.md")
                faults += 1
                continue
            lines = path.read_text(encoding="utf-8").splitlines()
            for number, line in enumerate(lines, start=1):
                if include := INCLUDE.match(line):
                    for fault in faults_of(folder, include[1], rows):
                        print(f"{relative}:{number}: '{include[1]}': {fault}")
                        faults += 1
    print(f"{sources} sources, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
