#!/usr/bin/env python3
"""Adds up test results and prints the closing line `N passed, N failed`.

Arguments: ctest's JUnit files (.xml) and lit's result files (.json). Exits with 1 if a
test failed, a file is missing or cannot be read, or no test ran.
"""

import json
import sys
import xml.etree.ElementTree

LIT_PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
LIT_SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def count_ctest(path):
    suite = xml.etree.ElementTree.parse(path).getroot()
    total = int(suite.get("tests"))
    failed = int(suite.get("failures"))
    skipped = int(suite.get("skipped")) + int(suite.get("disabled"))
    return total - failed - skipped, failed, skipped


def count_lit(path):
    with open(path, encoding="utf-8") as stream:
        codes = [test["code"] for test in json.load(stream)["tests"]]
    passed = sum(code in LIT_PASSED for code in codes)
    skipped = sum(code in LIT_SKIPPED for code in codes)
    return passed, len(codes) - passed - skipped, skipped


def main(paths):
    passed = failed = skipped = 0
    unread = False
    for path in paths:
        try:
            counts = (count_ctest if path.endswith(".xml") else count_lit)(path)
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
