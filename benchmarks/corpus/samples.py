"""Random samples of what a corpus run found, to be checked by hand."""

import os
import random

LINES_BEFORE, LINES_AFTER = 6, 3


def finding_samples(report, path):
    """The findings as the text report shows them: those that read alike once."""
    for finding in report["findings"]:
        yield {"path": os.path.realpath(finding["path"] or path), "line": finding["line"],
               "column": finding["column"], "kernel": finding["kernel"],
               "level": finding["level"], "check": finding["check"],
               "text": f"{finding['level']}: {finding['message']} [{finding['check']}]",
               "notes": [note["message"] for note in finding["notes"]]}


def access_samples(kernel, accesses):
    """Accesses other than local ones, with all that is known of each."""
    for access in accesses:
        yield {"path": os.path.realpath(access["path"]), "line": access["line"], "column": access["column"],
               "kernel": kernel["name"], "class": access["class"],
               "text": f"{access['class']} {access['space']} {access['kind']} of "
                       f"{access['bytes']} B: {access['text']}",
               "notes": [f"address: {access['address']}"] +
                        ([f"reason: {access['reason']}"] if access["reason"] else []) +
                        [f"called in {place['path']}:{place['line']}"
                         for place in access["inlined_from"]]}


def draw(candidates, count, seed):
    """The same for the same seed and candidates, in whatever order these come."""
    different = {(item["path"], item["line"], item["column"], item["text"]): item
                 for item in sorted(candidates, key=order, reverse=True)}
    pool = sorted(different.values(), key=order)
    return sorted(random.Random(seed).sample(pool, min(count, len(pool))), key=order)


def order(item):
    return item["path"], item["line"], item["column"], item["text"], item["kernel"], item["notes"]


def source_lines(path, line):
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            lines = stream.read().split("\n")
    except OSError:
        return []
    first = max(1, line - LINES_BEFORE)
    return [f"{'>' if number == line else ' '} {number:5} {text}"
            for number, text in enumerate(lines[first - 1:line + LINES_AFTER], first)]


def markdown(kind, count, seed, drawn, shown):
    """A list with the source around each, `shown` giving the path to print."""
    text = [f"## {len(drawn)} of {count} {kind} drawn, seed {seed}", ""]
    for number, item in enumerate(drawn, 1):
        text += [f"### {number}. {shown(item['path'])}:{item['line']}:{item['column']} "
                 f"`{item['kernel']}`", "", item["text"], ""]
        text += [f"- {note}" for note in item["notes"]] + [""]
        text += ["```"] + source_lines(item["path"], item["line"]) + ["```", ""]
    return text
