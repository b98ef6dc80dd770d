#!/usr/bin/env python3
"""Holds what clang-tidy prints against what cuda-memlint reports: the same findings, at the same
places, in the same words, with the same notes. Of other instantiations of a template clang-tidy has
the message alone, in a note.

  compare_tidy.py [options] FILE... --run COMMAND...

COMMAND is run once; it may be clang-tidy or what drives it. cuda-memlint is run for each FILE by
itself, as clang-tidy reads them. Prints how many files and findings were compared; fails, and
says what differs, where they do not agree, or where clang-tidy had errors of its own.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys

DIAGNOSTIC = re.compile(
    r"(?P<path>/.*?):(?P<line>\d+):(?P<column>\d+): (?P<level>warning|note|error): "
    r"(?P<message>.*?)(?: \[(?P<checks>[\w,.-]+)\])?$")


INSTANCE = re.compile(r"in `.*?`: (?P<message>.*)")


def place(path, line, column):
    return os.path.realpath(path), line, column


def findings_of_command(arguments, file):
    command = [arguments.memlint, "--format=json", "--fail-on=none", "--keep-going",
               *arguments.option, file]
    if arguments.argument:
        command += ["--", *arguments.argument]
    report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    found, remarks = {}, set()
    followers = collections.Counter(item.get("same_cause_as") for item in report["findings"])
    for number, item in enumerate(report["findings"]):
        own = place(item["path"], item["line"], item["column"])
        if item["level"] == "remark" and not arguments.remarks:
            remarks.add((item["check"], own, item["message"]))
            continue
        if "same_cause_as" in item:
            continue
        said = list(item["notes"])
        if item["help"]:
            said.append({**item["help"], "message": "help: " + item["help"]["message"]})
        notes = tuple(
            ((place(note["path"], note["line"], note["column"]) if note.get("line") else own),
             note["message"])
            for note in said)
        if followers[number]:
            notes = ((own, f"and {followers[number]} more"), *notes)
        # Clang-tidy shows findings that read alike once, with the notes of all.
        found.setdefault((item["check"], own, item["message"]), set()).update(notes)
    return found, remarks


def findings_of_tidy(text):
    found = {}
    errors = []
    notes, ours = None, []
    for line in text.splitlines():
        match = DIAGNOSTIC.match(line)
        if not match:
            if re.match(r"(error|warning): ", line) or "clang-diagnostic-error" in line:
                errors.append(line)
            continue
        where = place(match["path"], int(match["line"]), int(match["column"]))
        if match["level"] == "note":
            if elsewhere := INSTANCE.match(match["message"]):
                for check in ours:
                    found.setdefault((check, where, elsewhere["message"]), [])
            elif notes is not None:
                # Where the others are is said in words only.
                others = re.match(r"and \d+ more(?= access)", match["message"])
                said = re.sub(r"^help: in `.*?`: ", "help: ", match["message"])
                notes.append((where, others[0] if others else said))
            continue
        checks = (match["checks"] or "").split(",")
        ours = [check for check in checks if check.startswith("cuda-")]
        if not ours:
            errors.append(line)
            notes = None
            continue
        notes = []
        # Findings of one text at one place are shown as one.
        for check in ours:
            found.setdefault((check, where, match["message"]), []).append(notes)
    return found, errors


def main():
    separator = sys.argv.index("--run")
    parser = argparse.ArgumentParser()
    parser.add_argument("--memlint", required=True)
    parser.add_argument("--remarks", action="store_true", help="expect remarks, too")
    parser.add_argument("--errors", action="store_true", help="clang-tidy may have errors")
    parser.add_argument("--option", action="append", default=[], help="for cuda-memlint")
    parser.add_argument("--argument", action="append", default=[], help="compile option for it")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args(sys.argv[1:separator])

    expected, remarks = {}, set()
    for file in arguments.files:
        found, lower = findings_of_command(arguments, file)
        remarks |= lower
        for key, notes in found.items():
            expected.setdefault(key, set()).update(notes)
    run = subprocess.run(sys.argv[separator + 1:], stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True, errors="replace")
    actual, errors = findings_of_tidy(run.stdout)
    # One instantiation may have a warning where another has a remark, which is a note then.
    actual = {key: notes for key, notes in actual.items() if notes or key not in remarks - expected.keys()}

    problems = [f"only cuda-memlint: {key}" for key in sorted(expected.keys() - actual.keys())]
    problems += [f"only clang-tidy: {key}" for key in sorted(actual.keys() - expected.keys())]
    for key in sorted(expected.keys() & actual.keys()):
        for notes in actual[key]:
            # One advice is enough, that of the first instantiation that has one.
            said = {note for note in notes if not note[1].startswith("help: ")}
            due = {note for note in expected[key] if not note[1].startswith("help: ")}
            if said != due or not set(notes) <= expected[key] or (due == expected[key]) != (len(said) == len(notes)):
                problems.append(f"other notes: {key}: {notes} instead of {expected[key]}")
    if not arguments.errors:
        problems += [f"clang-tidy says: {line}" for line in errors]
    if problems:
        sys.exit("\n".join(problems + [run.stderr]))
    print(f"{len(arguments.files)} files, {len(actual)} findings, the same")


if __name__ == "__main__":
    main()
