"""unsaved_headers.py TOOL FOLDER: prints what an editor shows of a source while a header that it includes
is changed and not saved."""

import pathlib
import sys

from client import Client

tool, folder = sys.argv[1:]
folder = pathlib.Path(folder)
header, plain, source = folder / "stride.cuh", folder / "plain.h", folder / "copy.cu"
header.write_text('#include "plain.h"\n#define STRIDE PLAIN\n', encoding="utf-8")
plain.write_text("#define PLAIN 1\n", encoding="utf-8")
source.write_text(
    '#include "stride.cuh"\n'
    "__global__ void copy(float *out, const float *in) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  out[i] = in[i * STRIDE];\n}\n"
    "void run(float *out, const float *in) { copy<<<64, 256>>>(out, in); }\n", encoding="utf-8")
client = Client([tool, "lsp"], folder)


def shown():
    return [item["message"].split("\n")[0]
            for item in client.diagnostics[client.uri(source)]["diagnostics"]]


def await_findings(what, count):
    client._wait(lambda: client.uri(source) in client.diagnostics and len(shown()) == count, what)
    print(f"{what}:", *shown() or ["nothing"])


client.open(source)
await_findings("saved", 0)
# A header of C++, which is not analysed by itself.
client.open(plain, language="cpp")
client.change(plain, "#define PLAIN 8\n", 2)
await_findings("header of a header", 1)
# Another header, which does not use it any more.
client.open(header)
client.change(header, "#define STRIDE 1\n", 2)
await_findings("header without it", 0)
client.change(header, "#define STRIDE 32\n", 3)
await_findings("header", 1)
# Text that is not saved counts for costs of an access, too.
hover = client.about("hover", source, position={"line": 3, "character": 12})
print("hover:", "threadIdx.x * 128" in hover["contents"]["value"])
client.notify("textDocument/didClose", {"textDocument": {"uri": client.uri(header)}})
client.notify("textDocument/didClose", {"textDocument": {"uri": client.uri(plain)}})
await_findings("closed without saving", 0)
# What an editor has kept since its last session.
client.open(plain, "#define PLAIN 4\n", language="cpp")
await_findings("opened with other text", 1)
print("exit code", client.close())
