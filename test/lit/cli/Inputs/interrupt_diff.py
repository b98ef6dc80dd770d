#!/usr/bin/env python3
"""interrupt_diff.py PROGRAM FOLDER REVISION: ends `PROGRAM diff REVISION`, whose temporary files are
in FOLDER, with a signal once it has checked the revision out."""

import os
import signal
import subprocess
import sys

program, folder, revision = sys.argv[1:]
for ending in (signal.SIGINT, signal.SIGTERM):
    run = subprocess.Popen([program, "diff", revision], env=dict(os.environ, TMPDIR=folder),
                           stdout=subprocess.DEVNULL,
                           # It may be ignored here.
                           preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    while run.poll() is None:
        if any(name.endswith(".cu") for _, _, names in os.walk(folder) for name in names):
            run.send_signal(ending)
            break
    if run.wait() != -ending:
        sys.exit(f"the exit code is {run.returncode}")
