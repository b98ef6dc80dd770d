"""headers.py COMMAND... FOLDER: prints what an editor shows in headers of the documents that it has open."""

import pathlib
import sys

from client import Client, everything

*command, folder = sys.argv[1:]
folder = pathlib.Path(folder)
header, plain = folder / "kern.cuh", folder / "stride.h"
text = ("#pragma once\n__global__ void copy(float *out, const float *in, int n) {\n"
        "  int x = blockIdx.x * blockDim.x + threadIdx.x;\n  out[x] = in[x * n];\n}\n")
header.write_text(text, encoding="utf-8")
client = Client([*command, "--no-config"], folder)


def source(name, n):
    path = folder / name
    path.write_text('#include "kern.cuh"\n'
                    f"void {path.stem}(float *o, float *i) {{ copy<<<64, 256>>>(o, i, {n}); }}\n",
                    encoding="utf-8")
    return path


def shown(path):
    items = client.diagnostics.get(client.uri(path), {}).get("diagnostics", [])
    lines = []
    for item in items:
        first, *notes = item["message"].split("\n")
        start = item["range"]["start"]
        lines.append("; ".join([f"{start['line']}:{start['character']} {first}",
                                *(note for note in notes if "another file" in note)]))
    return " | ".join(lines) or "nothing"


def await_shown(what, path, text):
    client._wait(lambda: text in shown(path), f"{what}: {text}")
    print(f"{what}: {path.name}: {shown(path)}", flush=True)


def close(path):
    client.notify("textDocument/didClose", {"textDocument": {"uri": client.uri(path)}})


one = source("m.cu", 32)
client.open(one)
client.diagnostics_of(one)
await_shown("one", header, "128 B")
await_shown("one", one, "nothing")
# The same once more, then another one.
other = source("other.cu", 32)
client.open(other)
client.diagnostics_of(other)
await_shown("equal", header, "128 B")
client.change(other, other.read_text(encoding="utf-8").replace("32)", "8)"), 2)
await_shown("two", header, "another file")
# Whichever comes first by its path.
client.change(one, one.read_text(encoding="utf-8").replace("32)", "4)"), 2)
await_shown("worse", header, "16 B")
third = source("third.cu", 2)
client.open(third)
await_shown("three", header, " 8 B")
close(third)
client.change(one, one.read_text(encoding="utf-8"), 3)
close(other)
client._wait(lambda: "128 B" in shown(header) and "another file" not in shown(header), "end of the other file")
# The header is a document, too, whose text is not saved.
client.open(header)
client.diagnostics_of(header)
await_shown("open", header, "128 B")
client.change(header, "// One line,\n// and another.\n" + text, 2)
await_shown("moved", header, "5:11")
for action in client.about("codeAction", header, range=everything(), context={"diagnostics": []}):
    print("action:", action["title"])
client.change(header, text, 3)
# The answer waits for what the documents that include it find.
for action in client.about("codeAction", header, range=everything(), context={"diagnostics": []}):
    print("action at once:", action["title"], flush=True)
await_shown("back", header, "3:11")
client.change(header, text.replace("x * n", "x"), 4)
await_shown("mended", header, "nothing")
client.change(header, text, 5)
await_shown("again", header, "3:11")
client.change(one, one.read_text(encoding="utf-8").replace("32)", "2)"), 4)
await_shown("two elements", header, "lanes are 8 B apart")
print("hints:", *(hint["label"] for hint in client.about("inlayHint", header, range=everything())))
for lens in client.about("codeLens", header):
    print("lens:", lens["command"]["title"])
print("hover:", client.about("hover", header, position={"line": 3, "character": 11})["contents"]["value"], flush=True)
client.change(one, one.read_text(encoding="utf-8"), 5)
await_shown("32 elements", header, "128 B")
client.diagnostics.clear()
close(header)
await_shown("header closed", header, "128 B")
close(one)
await_shown("closed", header, "nothing")

plain.write_text("inline __device__ float at(const float *in, int x) { return in[x * 16]; }\n",
                 encoding="utf-8")
(folder / "inner").mkdir()
inner = folder / "inner" / "k.cu"
inner.write_text('#include "../stride.h"\n'
                 "__global__ void k(float *o, const float *i) { int x = blockIdx.x * blockDim.x + threadIdx.x; o[x] = at(i, x); }\n"
                 "void r(float *o, float *i) { k<<<64, 256>>>(o, i); }\n", encoding="utf-8")
client.open(plain, language="cpp")
client.open(inner)
await_shown("above", plain, "64 B")
print("exit code", client.close())
