#!/usr/bin/env python3
"""check_sarif.py [ROOT]: holds the SARIF log on standard input against what 2.1.0 demands.

Only what our logs are made of is known; a member that is not is an error. Texts, numbers
and lists are checked for what the published schema and the standard's prose say of them.
With ROOT, the folder of the run, every place that is named must exist in its file."""

import json
import re
import sys
import urllib.parse
from pathlib import Path

LEVELS = {"none", "note", "warning", "error"}
URI = re.compile(r"^(file:///)?([A-Za-z0-9._~/-]|%[0-9A-F]{2})+$")


def fail(where, why):
    sys.exit(f"check_sarif.py: {where}: {why}")


def members(value, where, required, optional=()):
    if not isinstance(value, dict):
        fail(where, "no object")
    for name in required:
        if name not in value:
            fail(where, f"{name} is missing")
    for name in value:
        if name not in required and name not in optional:
            fail(where, f"{name} is not known")


def text(value, where):
    """A text to be shown; places to fill in are none of ours."""
    if not isinstance(value, str) or not value:
        fail(where, "no text")
    if re.search(r"(?<!\{)(\{\{)*\{(?!\{)", value):
        fail(where, f"a single brace in {value!r}")


def message(value, where):
    members(value, where, ["text"])
    text(value["text"], where)


class Log:
    def __init__(self, root):
        self.root = root
        self.bases = set()
        self.rules = []
        self.texts = {}

    def artifact(self, value, where):
        members(value, where, ["uri"], ["uriBaseId"])
        uri = value["uri"]
        if not URI.match(uri):
            fail(where, f"{uri!r} is not a URI")
        if uri.startswith("file:") == ("uriBaseId" in value):
            fail(where, f"{uri!r} has a base and needs none, or the other way round")
        if "uriBaseId" in value and (value["uriBaseId"] not in self.bases or ".." in uri.split("/")):
            fail(where, f"{uri!r} is not below its base")
        if self.root is None:
            return None
        name = urllib.parse.unquote_to_bytes(uri.removeprefix("file://")).decode(errors="surrogateescape")
        return self.root / name

    def lines(self, path):
        if path not in self.texts:
            self.texts[path] = path.read_bytes().decode(errors="replace").split("\n")
        return self.texts[path]

    def region(self, value, where, path):
        members(value, where, ["startLine"], ["startColumn", "endLine", "endColumn"])
        for name, number in value.items():
            if not isinstance(number, int) or number < 1:
                fail(where, f"{name} is {number}")
        start = (value["startLine"], value.get("startColumn", 1))
        end = (value.get("endLine", start[0]), value.get("endColumn", start[1]))
        if end < start:
            fail(where, "ends before it starts")
        if path is not None:
            lines = self.lines(path)
            for line, column in (start, end):
                if line > len(lines) or column > len(lines[line - 1]) + 1:
                    fail(where, f"{path} has no place {line}:{column}")

    def place(self, value, where):
        members(value, where, ["artifactLocation"], ["region"])
        path = self.artifact(value["artifactLocation"], where)
        if "region" in value:
            self.region(value["region"], where, path)

    def location(self, value, where, extra=()):
        members(value, where, ["physicalLocation"], extra)
        self.place(value["physicalLocation"], where)
        if "message" in value:
            message(value["message"], where)
        for each in value.get("logicalLocations", []):
            members(each, where, ["fullyQualifiedName", "kind"])

    def rule(self, value, where):
        members(value, where, ["id", "name", "shortDescription", "fullDescription", "help",
                               "defaultConfiguration"])
        if not re.match(r"^cuda-[a-z0-9-]+$", value["id"]):
            fail(where, "its id is not a check")
        if not re.match(r"^([A-Z][a-z0-9]*)+$", value["name"]):
            fail(where, "its name is not in Pascal case")
        message(value["shortDescription"], where)
        message(value["fullDescription"], where)
        members(value["help"], where, ["text", "markdown"])
        # No message refers to the help, so that nothing is filled in, and readers show it as it is.
        for form in "text", "markdown":
            if not value["help"][form] or "{{" in value["help"][form]:
                fail(where, f"its help has no {form}, or one with doubled braces")
        if value["defaultConfiguration"]["level"] not in LEVELS:
            fail(where, "no level")
        self.rules.append(value["id"])

    def fix(self, value, where):
        members(value, where, ["description", "artifactChanges", "properties"])
        message(value["description"], where)
        members(value["properties"], where, ["safety"], ["reason"])
        if value["properties"]["safety"] != ("unsafe" if "reason" in value["properties"] else "safe"):
            fail(where, "its safety and its reason disagree")
        for change in value["artifactChanges"]:
            members(change, where, ["artifactLocation", "replacements"])
            path = self.artifact(change["artifactLocation"], where)
            if not change["replacements"]:
                fail(where, "changes nothing")
            for each in change["replacements"]:
                members(each, where, ["deletedRegion", "insertedContent"])
                self.region(each["deletedRegion"], where, path)
                members(each["insertedContent"], where, ["text"])

    def flow(self, value, where):
        members(value, where, ["threadFlows"])
        if not value["threadFlows"]:
            fail(where, "no thread")
        for thread in value["threadFlows"]:
            members(thread, where, ["message", "locations"])
            message(thread["message"], where)
            if not thread["locations"]:
                fail(where, "a thread is nowhere")
            for step in thread["locations"]:
                members(step, where, ["location"])
                self.location(step["location"], where, ["message"])

    def result(self, value, where):
        members(value, where,
                ["ruleId", "ruleIndex", "level", "message", "locations", "relatedLocations",
                 "suppressions", "partialFingerprints"],
                ["codeFlows", "fixes", "baselineState", "properties"])
        if self.rules[value["ruleIndex"]] != value["ruleId"]:
            fail(where, "its rule is another one")
        if value["level"] not in LEVELS:
            fail(where, "no level")
        message(value["message"], where)
        if len(value["locations"]) != 1:
            fail(where, "not in one place")
        self.location(value["locations"][0], where, ["logicalLocations"])
        for each in value["relatedLocations"]:
            self.location(each, where, ["message"])
        for flow in value.get("codeFlows", []):
            self.flow(flow, where)
        for each in value["suppressions"]:
            members(each, where, ["kind"])
            if each["kind"] not in ("inSource", "external"):
                fail(where, "suppressed for no known reason")
        for each in value.get("fixes", []):
            self.fix(each, where)
        if not re.match(r"^[0-9a-f]{16}$", value["partialFingerprints"]["cudaMemlintFinding/v1"]):
            fail(where, "no fingerprint")
        return value.get("baselineState")

    def invocation(self, value, where):
        members(value, where, ["executionSuccessful", "exitCode", "toolExecutionNotifications"])
        if value["executionSuccessful"] and value["exitCode"] not in (0, 1, 3):
            fail(where, "successful, and did not succeed")
        for each in value["toolExecutionNotifications"]:
            members(each, where, ["level", "message", "locations"])
            message(each["message"], where)
            for location in each["locations"]:
                members(location, where, ["physicalLocation"])
                self.artifact(location["physicalLocation"]["artifactLocation"], where)

    def run(self, value):
        members(value, "run", ["tool", "columnKind", "originalUriBaseIds", "invocations", "results"],
                ["properties"])
        if value["columnKind"] != "unicodeCodePoints":
            fail("run", "columns of another kind")
        self.bases = set(value["originalUriBaseIds"])
        driver = value["tool"]["driver"]
        members(driver, "driver", ["name", "version", "rules"])
        if not re.match(r"^\d+\.\d+\.\d+$", driver["version"]):
            fail("driver", "no version")
        for number, each in enumerate(driver["rules"]):
            self.rule(each, f"rule {number}")
        if len(set(self.rules)) != len(self.rules):
            fail("driver", "a rule comes twice")
        for each in value["invocations"]:
            self.invocation(each, "invocation")
        states = {self.result(each, f"result {number}")
                  for number, each in enumerate(value["results"])}
        if None in states and len(states) > 1 or not states <= {None, "new", "unchanged"}:
            fail("run", f"held against a baseline in part: {states}")


def main():
    log = json.load(sys.stdin)
    members(log, "log", ["$schema", "version", "runs"])
    if log["version"] != "2.1.0":
        fail("log", "another version")
    for each in log["runs"]:
        Log(Path(sys.argv[1]) if len(sys.argv) > 1 else None).run(each)
    print(sum(len(each["results"]) for each in log["runs"]), "results")


main()
