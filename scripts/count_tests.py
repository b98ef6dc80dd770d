#!/usr/bin/env python3
"""Adds up test results and prints the closing line `N passed, N failed`.

Arguments: ctest's JUnit files (.xml), lit's result files (.json), and what Node.js prints in the
format TAP (.tap). A program of
GoogleTest's is one test of ctest's; its own tests are counted from NAME.xml beside ctest's
file. Exits with 1 if a test failed, a file is missing or cannot be read, or no test ran.
"""

import json
import os
import re
import sys
import xml.etree.ElementTree

LIT_PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
LIT_SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def count_suites(path):
    """Counts the tests in a JUnit file of GoogleTest's; none when it cannot be read."""
    try:
        root = xml.etree.ElementTree.parse(path).getroot()
    except (OSError, xml.etree.ElementTree.ParseError):
        return 0, 0, 0
    failed = int(root.get("failures")) + int(root.get("errors"))
    skipped = sum(int(suite.get("skipped")) + int(suite.get("disabled")) for suite in root)
    return int(root.get("tests")) - failed - skipped, failed, skipped


def count_ctest(path):
    totals = [0, 0, 0]
    for program in xml.etree.ElementTree.parse(path).getroot().iter("testcase"):
        name = program.get("name") + ".xml"
        passed, failed, skipped = count_suites(os.path.join(os.path.dirname(path), name))
        succeeded = program.get("status") == "run"
        if not succeeded and failed == 0:
            # It crashed, or ran out of time.
            failed = 1
        elif succeeded and passed + skipped == 0:
            # Not one of GoogleTest's.
            passed = 1
        totals = [sum(pair) for pair in zip(totals, (passed, failed, skipped))]
    return totals


def count_lit(path):
    with open(path, encoding="utf-8") as stream:
        codes = [test["code"] for test in json.load(stream)["tests"]]
    passed = sum(code in LIT_PASSED for code in codes)
    skipped = sum(code in LIT_SKIPPED for code in codes)
    return passed, len(codes) - passed - skipped, skipped


def count_tap(path):
    with open(path, encoding="utf-8") as stream:
        counts = dict(re.findall(r"^# (\w+) (\d+)$", stream.read(), re.MULTILINE))
    passed, skipped = int(counts["pass"]), int(counts["skipped"]) + int(counts["todo"])
    return passed, int(counts["tests"]) - passed - skipped, skipped


COUNTERS = {".xml": count_ctest, ".json": count_lit, ".tap": count_tap}


def main(paths):
    passed = failed = skipped = 0
    unread = False
    for path in paths:
        try:
            counts = COUNTERS[os.path.splitext(path)[1]](path)
        except (OSError, ValueError, TypeError, KeyError,
                xml.etree.ElementTree.ParseError) as error:
            print(f"count_tests: no results from {path}: {error}", file=sys.stderr)
            unread = True
            continue
        passed += counts[0]
        failed += counts[1]
        skipped += counts[2]
    sys.stderr.flush()
    line = f"{passed} passed, {failed} failed"
    if skipped:
        line += f", {skipped} skipped"
    print(line, flush=True)
    return 1 if failed or unread or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
