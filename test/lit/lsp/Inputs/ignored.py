"""ignored.py COMMAND... FOLDER: prints what is shown in files that the configuration ignores."""

import pathlib
import sys

from client import Client, everything

*command, folder = sys.argv[1:]
folder = pathlib.Path(folder)
configuration = folder / ".cuda-memlint.yaml"
tiled, header, source = folder / "third_party" / "tiled.cu", folder / "third_party" / "spread.cuh", folder / "main.cu"
tiled.write_text(tiled.read_text(encoding="utf-8") + "// NOLINTNEXTLIN(cuda-bank-conflict)\n", encoding="utf-8")
header.write_text("#pragma once\n__global__ void spread(float *out) { out[threadIdx.x * 32] = 1; }\n",
                  encoding="utf-8")
source.write_text('#include "third_party/spread.cuh"\n'
                  "void launch(float *out) { spread<<<64, 256>>>(out); }\n", encoding="utf-8")
client = Client(command, folder)


def shown(path):
    return [item["message"].split("\n")[0]
            for item in client.diagnostics.get(client.uri(path), {}).get("diagnostics", [])]


def print_shown(what, path):
    for line in shown(path) or ["nothing"]:
        print(f"{what}: {line}", flush=True)


def configure(text):
    configuration.write_text(text, encoding="utf-8")
    client.notify("workspace/didChangeWatchedFiles",
                  {"changes": [{"uri": client.uri(configuration), "type": 2}]})


def hints(path):
    return bool(client.about("inlayHint", path, range=everything()))


client.open(tiled)
client.diagnostics_of(tiled)
client._wait(lambda: any("bank conflict" in line for line in shown(tiled)), "findings")
print_shown("before", tiled)
print("before hints:", hints(tiled))
configure("ignore: [third_party/]\n")
client._wait(lambda: not any("bank conflict" in line for line in shown(tiled)), "end of the findings")
print_shown("ignored", tiled)
print("ignored hints:", hints(tiled))
print("ignored hover:", client.about("hover", tiled, position={"line": 23, "character": 42}))
actions = client.about("codeAction", tiled, range=everything(), context={"diagnostics": []})
print("ignored actions:", len(actions), flush=True)
client.open(source)
client.diagnostics_of(source)
client.open(header)
client.diagnostics_of(header)
client.about("codeAction", header, range=everything(), context={"diagnostics": []})
print_shown("source", source)
print_shown("header", header)
client.change(header, header.read_text(encoding="utf-8") + "\n", 2)
client.diagnostics_of(header, 2)
print_shown("edited", header)
configure("ignore: []\n")
client._wait(lambda: shown(tiled), "findings")
print_shown("after", tiled)
print("messages:", client.messages)
print("exit code", client.close())
