#!/usr/bin/env python3
"""What a command prints on a terminal.

  on_terminal.py COLUMNS NAME=VALUE COMMAND...   runs the command on a terminal of this width
  on_terminal.py shown      prints standard input, and each escape as <1B>
  on_terminal.py unlinked   takes links out of it
"""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

VARIABLES = ("DOMTERM", "KONSOLE_VERSION", "TERM_PROGRAM", "VTE_VERSION", "WT_SESSION")


def run(columns, variable, command):
    outer, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    environment.update([variable.split("=")])
    done = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=inner, env=environment)
    os.close(inner)
    text = b""
    try:
        while part := os.read(outer, 4096):
            text += part
    except OSError:
        pass  # the end
    if done.wait():
        sys.exit(f"exit code {done.returncode}")
    return text.decode().replace("\r\n", "\n")


def main():
    what = sys.argv[1]
    text = run(int(what), sys.argv[2], sys.argv[3:]) if what.isdigit() else sys.stdin.read()
    if what == "unlinked":
        text = re.sub(r"<1B>\]8;;.*?<1B>\\", "", text)
    print(text.replace("\x1b", "<1B>"), end="")


main()
