#!/usr/bin/env python3
"""run_ci_steps.py github|gitlab FILE [NAME=VALUE...]: runs the steps of an action or a job as the
service would, with the inputs or variables given, and prints the exit code. A `sudo` or `dpkg` on
PATH is the caller's."""

import os
import pathlib
import re
import subprocess
import sys

import yaml

service, path, *given = sys.argv[1:]
whole = yaml.safe_load(pathlib.Path(path).read_text(encoding="utf-8"))
given = dict(each.split("=", 1) for each in given)


def run(shell, script, variables):
    done = subprocess.run([*shell, script], env=dict(os.environ, **variables), check=False)
    if done.returncode:
        print("exit code", done.returncode)
        sys.exit()


def expand(text, inputs):
    """Expressions are inputs, and what is not text is one of them."""
    return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: inputs[found[1]], text)


def run_action():
    inputs = {name: each.get("default", "") for name, each in whole["inputs"].items()}
    unknown = given.keys() - inputs.keys()
    assert not unknown, unknown
    inputs.update(given)
    assert whole["runs"]["using"] == "composite"
    for step in whole["runs"]["steps"]:
        assert "${{" not in step["run"], "text of an input would be run"
        if condition := step.get("if"):
            name, value = re.fullmatch(r"inputs\.([\w-]+) != '(.*)'", condition).groups()
            if inputs[name] == value:
                continue
        variables = {name: expand(text, inputs) for name, text in step["env"].items()}
        assert step["shell"] == "bash"
        run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"], step["run"],
            dict(variables, RUNNER_TEMP=os.getcwd()))
    for each in whole["outputs"].values():
        print("output", expand(each["value"], inputs))


def run_job():
    job = whole[".cuda-memlint"]
    unknown = given.keys() - job["variables"].keys()
    assert not unknown, unknown
    # All commands of a job are one script.
    run(["sh", "-ec"], "\n".join(job["before_script"] + job["script"]),
        dict(job["variables"], **given))
    for report in job["artifacts"]["reports"].values():
        print("report", report, os.path.getsize(report) > 0)


run_action() if service == "github" else run_job()
print("exit code 0")
