#!/usr/bin/env python3
"""with_path.py TOOL COMMAND...: runs a command that finds TOOL on PATH, as cuda-memlint."""

import os
import subprocess
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    os.symlink(os.path.abspath(sys.argv[1]), os.path.join(folder, "cuda-memlint"))
    path = os.pathsep.join([folder, os.environ["PATH"]])
    sys.exit(subprocess.call(sys.argv[2:], env={**os.environ, "PATH": path}))
