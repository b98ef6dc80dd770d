#!/usr/bin/env python3
"""Makes the edits that a JSON report on standard input has for a file, and prints the result.

apply_fixes.py FILE: the edits of all findings; one that several of them have is made once.
"""
import json
import sys


def main():
    path = sys.argv[1]
    with open(path, "rb") as file:
        text = file.read()
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    edits = set()
    for finding in json.load(sys.stdin)["findings"]:
        for edit in finding["fixes"]:
            edits.add((starts[edit["line"] - 1] + edit["column"] - 1,
                       starts[edit["end_line"] - 1] + edit["end_column"] - 1,
                       edit["replacement"]))
    for begin, end, replacement in sorted(edits, reverse=True):
        text = text[:begin] + replacement.encode() + text[end:]
    sys.stdout.buffer.write(text)


main()
