"""Reads a report for continuous integration and prints what a service would understand.

  ci_report.py github|gitlab|junit <REPORT

Fails where the service would not take the report.
"""

import json
import re
import sys
import xml.etree.ElementTree

SEVERITIES = {"info", "minor", "major", "critical", "blocker"}


def unescaped(text):
    """By GitHub's runner: these sequences only."""
    for code, letter in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, letter)
    return text


def github(text):
    for line in text.split("\n")[:-1]:
        command = re.fullmatch(r"::(notice|warning|error) ([^:]*)::([^\r]*)", line)
        properties = dict(each.split("=", 1) for each in command[2].split(","))
        print(command[1], *(f"{name}={unescaped(value)!r}" for name, value in properties.items()))
        print(*("  " + each for each in unescaped(command[3]).split("\n")), sep="\n")


def gitlab(text):
    fingerprints = set()
    for each in json.loads(text):
        path, line = each["location"]["path"], each["location"]["lines"]["begin"]
        assert each["severity"] in SEVERITIES and isinstance(line, int) and line > 0
        assert not path.startswith(("/", "./")), path
        assert each["fingerprint"] not in fingerprints, each
        fingerprints.add(each["fingerprint"])
        print(each["fingerprint"], each["severity"], f"{path!r}:{line}", each["check_name"],
              each["description"])


def junit(text):
    root = xml.etree.ElementTree.fromstring(text)
    assert root.tag == "testsuites"
    for suite in root:
        assert suite.tag == "testsuite"
        found = {"failure": 0, "error": 0, "skipped": 0}
        names = set()
        print("suite", suite.get("name"))
        for case in suite:
            assert case.tag == "testcase" and case.get("name") not in names
            names.add(case.get("name"))
            print("  case", case.get("name"), "line", case.get("line"))
            for each in case:
                found[each.tag] += 1
                print("   ", each.tag, each.get("type"), each.get("message"))
                print(*("      " + line for line in each.text.split("\n")), sep="\n")
        assert [int(suite.get(name)) for name in ("tests", "failures", "errors", "skipped")] == [
            len(suite), *found.values()]
    for name in ("tests", "failures", "errors", "skipped"):
        assert int(root.get(name)) == sum(int(suite.get(name)) for suite in root)


{"github": github, "gitlab": gitlab, "junit": junit}[sys.argv[1]](
    sys.stdin.buffer.read().decode("utf-8"))
