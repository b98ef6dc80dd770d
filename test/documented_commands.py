#!/usr/bin/env python3
"""Runs the commands of a page and compares what they print with what the page says.

  documented_commands.py --tool build/bin/cuda-memlint --root . docs/tutorial.md [--update]

A fenced block that begins with "$ " is a dialogue: lines after "$ " are commands, those below what
they print, standard error included. A line "..." stands for any number of lines; "[exit code N]" at
the end for a command that fails with N. Commands are those of cuda-memlint, `cp` and `patch`, run
without a shell in an empty folder that holds a copy of examples/; a pipe into `patch` may follow.
--update writes what was printed into the page, except into dialogues that hold "...".
"""

import argparse
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"(^```[^\n]*\n)(\$ .*?)(^```$)", re.DOTALL | re.MULTILINE)


def dialogues(block):
    """(command, lines expected) of each command in a block."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def run(command, tool, folder):
    steps, text, code = command.split(" | "), b"", 0
    for step in steps:
        words = shlex.split(step)
        if words[0] == "cuda-memlint":
            words[0] = tool
        elif words[0] not in ("cp", "patch"):
            sys.exit(f"'{words[0]}' is not a command that a page may use")
        done = subprocess.run(words, cwd=folder, input=text, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        text, code = done.stdout, done.returncode
    lines = text.decode().splitlines()
    if code:
        lines.append(f"[exit code {code}]")
    return lines


def agree(expected, printed):
    """Both line by line; "..." stands for any lines."""
    if "..." not in expected:
        return expected == printed
    at = expected.index("...")
    head, rest = expected[:at], expected[at + 1:]
    return printed[:at] == head and any(
        agree(rest, printed[start:]) for start in range(at, len(printed) + 1))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("page", type=pathlib.Path)
    given = parser.parse_args()
    tool = str(pathlib.Path(given.tool).resolve())
    page = given.page.read_text()
    count, failures = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(given.root / "examples", pathlib.Path(folder) / "examples")

        def answer(match):
            nonlocal count, failures
            made = []
            for command, expected in dialogues(match[2]):
                printed = run(command, tool, folder)
                count += 1
                if not agree(expected, printed):
                    failures += 1
                    if not given.update:
                        print(f"{given.page}: $ {command}\nprints\n" + "\n".join(printed))
                keeps = agree(expected, printed) or "..." in expected
                made += ["$ " + command] + (expected if keeps else printed)
            return match[1] + "\n".join(made) + "\n" + match[3]

        updated = BLOCK.sub(answer, page)
    if given.update:
        given.page.write_text(updated)
        return
    if failures or not count:
        sys.exit(f"{given.page}: {failures} of {count} commands print something else")
    print(f"{count} commands print what the page says")


if __name__ == "__main__":
    main()
