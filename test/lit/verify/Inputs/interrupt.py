"""Interrupts a command while a program that it started runs, and looks for what is left.

  interrupt.py SIGNAL FOLDER COMMAND...
  interrupt.py --ended FILE

FOLDER is where the command's temporary files go. The program, or its child, writes its process id
into FOLDER/running. Fails when the command does not end by the signal, that process lives on, or
anything but that file lies in FOLDER; --ended, when the process whose id is in FILE lives on.
"""

import atexit
import os
import pathlib
import signal
import subprocess
import sys
import time


def wait_for(condition, what):
    for _ in range(600):
        if condition():
            return
        time.sleep(0.05)
    sys.exit(f"{what}: not within 30 s")


def ended(process):
    """Gone, or a zombie that nobody reaps here."""
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def main():
    if sys.argv[1] == "--ended":
        process = int(pathlib.Path(sys.argv[2]).read_text())
        return wait_for(lambda: ended(process), "what the program started ends")
    number = signal.Signals[sys.argv[1]]
    folder = pathlib.Path(sys.argv[2])
    running = folder / "running"
    # What is ignored here, as an interrupt is in a job of the background, would be there.
    command = subprocess.Popen(
        sys.argv[3:], env={**os.environ, "TMPDIR": str(folder)},
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
    atexit.register(command.kill)
    wait_for(lambda: running.exists() and running.read_text().endswith("\n"), "the program starts")
    command.send_signal(number)
    wait_for(lambda: command.poll() is not None, "the command ends")
    if command.returncode != -number:
        sys.exit(f"the command ended with {command.returncode}")
    process = int(running.read_text())
    wait_for(lambda: ended(process), "what the program started ends")
    left = sorted(path.name for path in folder.iterdir())
    if left != ["running"]:
        sys.exit(f"left behind: {left}")


if __name__ == "__main__":
    main()
