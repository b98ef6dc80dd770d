#!/usr/bin/env python3
"""expect_exit.py CODE COMMAND...: runs a command, passes on what it prints, and fails
unless it ends with exit code CODE."""

import subprocess
import sys

expected = int(sys.argv[1])
code = subprocess.call(sys.argv[2:])
if code != expected:
    sys.exit("expect_exit.py: exit code {} instead of {}".format(code, expected))
