"""run_all_forms.py COMMAND...: prints what the command says of the current folder, in all its
forms for people and on both streams. What is for programs must be JSON without characters that
control. Nothing may be made in the folder meanwhile."""

import json
import os
import re
import subprocess
import sys

FORMS = [["--summary", "--show-unknown", "--stats", "--explain", "--remarks", "--races=may",
          "--color=never"], ["--format=json"], ["--format=sarif"]]

before = sorted(os.listdir(b"."))
for form in FORMS:
    done = subprocess.run(sys.argv[1:] + form + ["--keep-going", "."], stdout=subprocess.PIPE,
                          stderr=None if form[0].startswith("--format") else
                          subprocess.STDOUT, timeout=300, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"exit code {done.returncode} with {form}: {done.stdout[-2000:]!r}")
    if form[0].startswith("--format"):
        json.loads(done.stdout)
        if found := re.search(rb"[\x00-\x09\x0b-\x1f]", done.stdout):
            sys.exit(f"{form}: {found.group()!r} in the report")
        continue
    sys.stdout.buffer.write(done.stdout)
made = set(os.listdir(b".")) - set(before) - {b"all.txt"}
if made:
    sys.exit(f"made: {made}")
