"""Runs a command on a terminal of its own and interrupts it once the terminal shows a text.

usage: interrupt.py [--signal=NAME] [--columns=N] TEXT COMMAND...

Standard output is that of the command. What the terminal showed goes to standard error, and the
exit code is that of the command.
"""

import os
import pty
import signal
import subprocess
import sys
import termios


def main():
    arguments = sys.argv[1:]
    number = signal.SIGINT
    if arguments[0].startswith("--signal="):
        number = signal.Signals[arguments.pop(0).removeprefix("--signal=")]
    columns = 80
    if arguments[0].startswith("--columns="):
        columns = int(arguments.pop(0).removeprefix("--columns="))
    awaited, command = arguments[0].encode(), arguments[1:]
    terminal, child_side = pty.openpty()
    termios.tcsetwinsize(child_side, (24, columns))
    # Whoever runs tests in the background may ignore the signal, and so would the command.
    child = subprocess.Popen(command, stderr=child_side,
                             preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
    os.close(child_side)
    shown, is_interrupted = b"", False
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:  # The other side is closed.
            break
        if not part:
            break
        shown += part
        if awaited in shown and not is_interrupted:
            child.send_signal(number)
            is_interrupted = True
    sys.stderr.write(shown.decode().replace("\r", "\n"))
    sys.exit(child.wait())


main()
