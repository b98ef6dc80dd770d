"""abandoned.py COMMAND... FOLDER: kills one of several servers; prints how many folders are left."""

import os
import pathlib
import sys

from client import Client

*command, folder = sys.argv[1:]
temporary = pathlib.Path(os.environ["TMPDIR"])
others = set(temporary.iterdir())


def folders():
    return set(temporary.iterdir()) - others


first = Client(command, folder)
of_first = folders()
second = Client(command, folder)
print("two live:", len(folders()))
first.server.kill()
first.server.wait()
print("one was killed:", len(folders()))
of_second = folders() - of_first
third = Client(command, folder)
print(f"a third: {len(folders())}, that of the second among them: {of_second < folders()}")
second.close()
third.close()
print("all have ended:", len(folders()))
print("of somebody else:", all(other.exists() for other in others))
