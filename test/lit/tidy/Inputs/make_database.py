#!/usr/bin/env python3
"""make_database.py FOLDER OPTION... -- FILE...: writes FOLDER/compile_commands.json, in which nvcc
compiles each file with the options."""

import json
import os
import sys

folder, *rest = sys.argv[1:]
separator = rest.index("--")
options, files = rest[:separator], rest[separator + 1:]
commands = [
    {"directory": folder, "file": file,
     "arguments": ["/usr/local/cuda/bin/nvcc", *options, "-x", "cu", "-c", file, "-o",
                   os.path.basename(file) + ".o"]}
    for file in files
]
with open(os.path.join(folder, "compile_commands.json"), "w", encoding="utf-8") as database:
    json.dump(commands, database)
