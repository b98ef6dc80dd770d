"""memory.py COMMAND... FILE: changes a file often, and compares the server's memory with that after the
first changes. Each change moves all lines; every second text has an error."""

import pathlib
import re
import sys

from client import Client

*command, source = sys.argv[1:]
source = pathlib.Path(source)
text = source.read_text(encoding="utf-8")
client = Client(command, source.parent)
client.open(source)
client.diagnostics_of(source)


def memory():
    status = pathlib.Path(f"/proc/{client.server.pid}/status").read_text(encoding="utf-8")
    return int(re.search(r"VmRSS:\s*(\d+) kB", status)[1])


first = None
for version in range(2, 72):
    if version == 22:
        first = memory()
    broken = "int broken = ;\n" if version % 2 else ""
    client.change(source, "\n" * (version % 7) + broken + text, version)
    client.diagnostics_of(source, version)
grown = memory() - first
print("grown by less than 4 MiB:", grown < 4096 or grown)
client.close()
