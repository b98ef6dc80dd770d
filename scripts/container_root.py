#!/usr/bin/env python3
"""container_root.py CONTAINERFILE CONTEXT ROOT: makes the folder ROOT hold what a container that is
built of a file that begins with `FROM scratch` and a folder CONTEXT holds, and prints the command that
it runs. No program for containers is needed."""

import json
import pathlib
import shutil
import sys


def fail(where, why):
    sys.exit(f"container_root: {where}: {why}")


def inside(root, path):
    return root / path.lstrip("/")


def main():
    file, context, root = map(pathlib.Path, sys.argv[1:])
    root.mkdir(parents=True)
    first = True
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        where = f"{file.name}:{number}"
        name, _, rest = line.partition(" ")
        if not line or line.startswith("#"):
            continue
        if first and line != "FROM scratch":
            fail(where, "the container does not begin empty")
        if name == "COPY":
            source, target = rest.split()
            if not (context / source).is_file():
                fail(where, f"no file '{source}' in {context}")
            inside(root, target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(context / source, inside(root, target))
        elif name == "WORKDIR":
            inside(root, rest).mkdir(parents=True)
        elif name == "ENTRYPOINT":
            entry = json.loads(rest)[0]
            if not inside(root, entry).is_file():
                fail(where, f"no '{entry}' in the container")
            print(entry)
        elif name not in ("CMD", "LABEL") and not first:
            fail(where, f"{name} is not understood")
        first = False


main()
