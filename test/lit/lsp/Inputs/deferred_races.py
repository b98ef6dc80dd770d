#!/usr/bin/env python3
"""Prints what the server shows first of each text, and what it shows once it has looked at all races.

  deferred_races.py PROGRAM FILE
"""

import pathlib
import sys

from client import Client, everything

NAMES = {"cuda-shared-race": "race", "cuda-uncoalesced-access": "cost"}


class Listener(Client):
    """Keeps all that is shown of each version of the document, not the last alone."""

    def __init__(self, *arguments):
        self.shown = {}
        super().__init__(*arguments)

    def _take(self, message):
        if message.get("method") == "textDocument/publishDiagnostics":
            found = sorted((each["range"]["start"]["line"] + 1, NAMES[each["code"]])
                           for each in message["params"]["diagnostics"] if each.get("code") in NAMES)
            self.shown.setdefault(message["params"]["version"], []).append(
                ", ".join(f"{name} {line}" for line, name in found))
        super()._take(message)


def main():
    path = pathlib.Path(sys.argv[2])
    text = path.read_text(encoding="utf-8")
    client = Listener([sys.argv[1], "lsp", "--no-cache", "--no-config"], path.parent)

    def tell(what, version):
        client.diagnostics_of(path, version)
        # Asked for actions, the server answers when all is known.
        client.about("codeAction", path, range=everything(), context={"diagnostics": []})
        print(f"{what}: {client.shown[version][0]}; then {client.shown[version][-1]}")

    client.open(path, text)
    tell("opened", 1)
    client.change(path, "\n" + text, 2)
    tell("a line before", 2)
    client.change(path, "\n" + text.replace("row[threadIdx.x] = threadIdx.x", "row[threadIdx.x] = 1; __syncthreads()"), 3)
    tell("a barrier in the other kernel", 3)
    client.change(path, "\n" + "\n".join(line for line in text.split("\n") if "    hash[" not in line), 4)
    tell("no stores", 4)
    print("ended with", client.close())


main()
