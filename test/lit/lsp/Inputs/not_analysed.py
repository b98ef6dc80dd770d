"""not_analysed.py COMMAND... FILE: prints what an editor shows of kernels that are not analysed."""

import pathlib
import sys

from client import Client

*command, source = sys.argv[1:]
source = pathlib.Path(source)
text = source.read_text(encoding="utf-8")
client = Client([*command, "--no-cache"], source.parent)


def show(what, version):
    for item in client.diagnostics_of(source, version):
        print(f"{what}:", item["range"]["start"]["line"] + 1, item["severity"], item["message"])


client.open(source)
show("endless", 1)
client.change(source, text.replace("sizeOf<N + 1>()", "N"), 2)
show("mended", 2)
client.change(source, text + "int broken = ;", 3)
show("broken", 3)
print("exit code", client.close())
