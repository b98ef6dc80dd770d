#!/usr/bin/env python3
"""schema.py MEMLINT SCHEMA FOLDER: configurations that the command reads agree with the schema,
and those that it refuses do not.

They are JSON, which is YAML, too. What only one of the two can know, such as the names of checks,
is not here."""

import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Inputs"))
import check_schema

GOOD = [
    {"inherit-parent": True, "remarks": False},
    {"checks": "-*,cuda-shared-*", "levels": {"cuda-*": "error", "cuda-shared-race": "none"}},
    {"checks": ["-*", "cuda-shared-*"], "fail-on": "none", "races": "may"},
    {"arch": "sm_90a"},
    {"arch": 80},
    {"launches": "k<<<1,32>>>"},
    {"launches": ["k<<<1,32>>>"], "args": "1 2"},
    {"assumptions": {"k": "assume n > 3", "l*": ["assume n > 3", "distinct a"]}},
    {"ignore": ["a/", "**/b.cu"], "compile-options": ["-Ia", "-DX"], "toolkit": "embedded"},
    {"min-excess": 12.5, "min-share": "3%"},
    {"budgets": [{"kernel": "k*", "global-sectors": 1000, "shared-excess": 0},
                 {"kernel": "l", "global-excess": "2.5 %", "constant-addresses-per-request": 1.5}]},
    # YAML has the same text as a word, a number or a truth value, by how it is written.
    {"inherit-parent": "false", "remarks": "true"},
    {"args": True},
    {"args": 1.5},
    {"arch": "compute_80, gfx90a"},
    {"arch": "90"},
    {"compile-options": ["-I", "a", "-D", "X", "-Ia b", "-I=a", "-isystema", "-iquote", "a", "-UX", "-DX=1 2",
                         "-include=a.h", "-imacros", "a.h", "--define-macro=X", "-std=c++17", "--std", "c++20",
                         "-use_fast_math", "-rdc=true", "--extended-lambda", "-fgpu-rdc"]},
    {"compile-options": "-DX"},
    {"ignore": "*_generated.cuh"},
    {"min-excess": "12.5 %", "min-share": "1e1"},
    {"min-excess": "+3%", "min-share": ".5"},
    {"budgets": [{"kernel": "k", "global-sectors": each, "shared-wavefronts": "1e3", "global-excess": "100%"}
                 for each in ("10", "1E+3", ".5", "5.", " 7 ")]},
    {},
]
BAD = [
    {"check": "*"},
    {"inherit-parent": "yes"},
    {"remarks": 2},
    {"checks": {"a": "b"}},
    {"checks": [["cuda-*"]]},
    {"levels": {"cuda-*": "fatal"}},
    {"levels": ["cuda-*"]},
    {"arch": "hopper"},
    {"arch": "sm_9"},
    {"arch": "sm_90,sm_1000"},
    {"arch": 9},
    {"arch": 1000},
    {"arch": "gfx1"},
    {"toolkit": ""},
    {"ignore": [""]},
    {"ignore": "/"},
    {"launches": ""},
    {"recorded-launches": [""]},
    {"remarks": "yes"},
    {"compile-options": ["-fplugin=x"]},
    {"compile-options": ["-o", "x"]},
    {"compile-options": [""]},
    {"compile-options": ["-I a"]},
    {"compile-options": ["-D\tX"]},
    {"compile-options": ["-I="]},
    {"compile-options": ["-includea.h"]},
    {"compile-options": ["--define-macroX"]},
    {"compile-options": ["-rdc=false"]},
    {"compile-options": "-I"},
    {"compile-options": "a"},
    {"fail-on": "fatal"},
    {"races": "all"},
    {"assumptions": ["assume n > 3"]},
    {"min-excess": 101},
    {"min-share": "much"},
    {"min-share": "101"},
    {"min-share": "100.5%"},
    {"min-share": "1.2.3"},
    {"min-share": "%"},
    {"budgets": {"kernel": "k", "shared-excess": 0}},
    {"budgets": [{"kernel": "k"}]},
    {"budgets": [{"shared-excess": 0, "global-excess": 0}]},
    {"budgets": [{"kernel": "", "shared-excess": 0}]},
    {"budgets": [{"kernel": "k", "shared-sectors": 0}]},
    {"budgets": [{"kernel": "k", "global-sectors": -1}]},
    {"budgets": [{"kernel": "k", "global-excess": 101}]},
    {"budgets": [{"kernel": "k", "global-excess": "101"}]},
    {"budgets": [{"kernel": "k", "global-sectors": "10%"}]},
    {"budgets": [{"kernel": "k", "global-sectors": "-1"}]},
    {"budgets": [{"kernel": "k", "global-sectors": True}]},
    ["checks"],
]


def main():
    memlint, schema_path, folder = sys.argv[1:]
    schema = json.loads(Path(schema_path).read_text(encoding="utf-8"))
    path = Path(folder) / "configuration.yaml"
    for expected, configurations in ((True, GOOD), (False, BAD)):
        for each in configurations:
            path.write_text(json.dumps(each), encoding="utf-8")
            ran = subprocess.run([memlint, "--dump-config", f"--config={path}"],
                                 capture_output=True, text=True, check=False)
            agrees = check_schema.agrees(each, schema, schema, "configuration")
            if (ran.returncode == 0) != expected or agrees != expected:
                sys.exit(f"{each}: schema: {agrees}, exit code {ran.returncode}\n{ran.stderr}")
    print(f"{len(GOOD)} good, {len(BAD)} bad")


main()
