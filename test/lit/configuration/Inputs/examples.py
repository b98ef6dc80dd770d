#!/usr/bin/env python3
"""examples.py MEMLINT SCHEMA FOLDER: the examples of docs/configuration.md, and what `init` writes,
with and without its suggestions, agree with the schema, and the command reads them."""

import json
import re
import subprocess
import sys
from pathlib import Path

import yaml

INPUTS = Path(__file__).resolve().parents[2] / "Inputs"
sys.path.insert(0, str(INPUTS))
import check_schema


def examples(schema, memlint):
    page = schema.with_name("configuration.md").read_text(encoding="utf-8")
    yield from re.findall(r"^```yaml\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    new = subprocess.run([memlint, "init", "-o", "-"], capture_output=True, text=True,
                         check=True).stdout
    yield new
    yield re.sub("^#(?=[a-z-]+:)", "", new, flags=re.MULTILINE)


def main():
    memlint, schema_path, folder = sys.argv[1:]
    schema = json.loads(Path(schema_path).read_text(encoding="utf-8"))
    path = Path(folder) / "configuration.yaml"
    count = 0
    for text in examples(Path(schema_path), memlint):
        path.write_text(text, encoding="utf-8")
        subprocess.run([memlint, "--dump-config", f"--config={path}"], check=True,
                       stdout=subprocess.DEVNULL)
        check_schema.check(yaml.safe_load(text), schema, schema, text)
        count += 1
    print(count, "examples")


main()
