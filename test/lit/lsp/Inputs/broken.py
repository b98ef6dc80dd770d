"""broken.py COMMAND... FOLDER: prints what an editor shows while a text has errors."""

import pathlib
import sys
import time

from client import Client, everything, span

*command, folder = sys.argv[1:]
folder = pathlib.Path(folder)
source = folder / "transpose.cu"
text = source.read_text(encoding="utf-8")
client = Client(command, folder, capabilities={"workspace": {
    "inlayHint": {"refreshSupport": True}}})


def diagnostics(what, version, path=source):
    for item in client.diagnostics_of(path, version):
        print(f"{what}:", span(item["range"]), "; ".join(
            line for line in item["message"].split("\n") if item.get("code") is None or
            line == item["message"].split("\n")[0]))


def hints(what):
    for hint in client.about("inlayHint", source, range=everything()):
        print(f"{what} hint:", hint["position"]["line"], hint["position"]["character"], hint["label"])


def lenses(what):
    for lens in client.about("codeLens", source):
        print(f"{what} lens:", lens["range"]["start"]["line"])


def all_of(what, version, line):
    diagnostics(what, version)
    hints(what)
    lenses(what)
    hover = client.about("hover", source, position={"line": line, "character": 4})
    print(f"{what} hover:", span(hover["range"]), hover["contents"]["value"].strip().split("\n")[-1])
    for action in client.about("codeAction", source, range=everything(), context={"diagnostics": []}):
        print(f"{what} action:", action["title"])


client.open(source)
all_of("good", 1, 18)
broken = "// one line\nint two = ;\n" + text
client.change(source, broken, 2)
all_of("broken", 2, 20)
lines = broken.split("\n")
assert "out[x" in lines[20]
client.change(source, "\n".join(lines[:20] + lines[21:]), 3)
diagnostics("without the line", 3)
lenses("without the line")
client.change(source, text, 4)
diagnostics("mended", 4)
lenses("mended")

client.change(source, '#include "nope.h"\n' + text + "int last;\n", 5)
diagnostics("header", 5)
client.change(source, '#include "nope.h"\n' + text.replace("  out[x * n + y] = in[y * n + x];\n", "") + "int last;\n", 6)
diagnostics("without the line again", 6)

never = folder / "never.cu"
start = ('#include "nope.h"\nstruct Missing { nope_t x; };\n'
         "__global__ void k(float *a) { a[threadIdx.x * 8] = 0; }\n"
         "void run(float *a) { k<<<64, 256>>>(a); }\n")
client.open(never, start)
diagnostics("opened", 1, never)
client.change(never, start.replace("* 8", "* 32"), 2)
diagnostics("changed", 2, never)

(folder / "wrong.h").write_text("// A line before.\nint wrong = ;\n", encoding="utf-8")
other = folder / "other.cu"
client.open(other, '// A comment.\n#include "wrong.h"\n__global__ void k(float *a) { a[threadIdx.x] = 0; }\n')
diagnostics("in a header", 1, other)

later, user = folder / "later.h", folder / "user.cu"


def write_later(what, last):
    later.write_text("constexpr int stride = 8;\n" + last, encoding="utf-8")
    client.diagnostics.pop(client.uri(user), None)
    if what == "whole header":
        client.open(user, '// A comment.\n#include "later.h"\n'
                    "__global__ void k(float *a) { a[threadIdx.x * stride] = 0; }\n"
                    "void run(float *a) { k<<<64, 256>>>(a); }\n")
    else:
        client.notify("workspace/didChangeWatchedFiles", {"changes": []})
    diagnostics(what, 1, user)


write_later("whole header", "")
write_later("broken header", "int wrong = ;\n")
write_later("mended header", "int right = 1;\n")

client.change(source, text, 7)
diagnostics("configured", 7)
configuration = folder / ".cuda-memlint.yaml"


def configure(write):
    client.diagnostics.pop(client.uri(source))
    write()
    client.notify("workspace/didChangeWatchedFiles", {"changes": []})


configure(lambda: configuration.write_text("cheks: '-*'\n", encoding="utf-8"))
diagnostics("misconfigured", 7)
client.change(source, "// A line.\n" + text, 8)
diagnostics("moved", 8)
client.change(source, text, 9)
client.diagnostics_of(source, 9)
configure(configuration.unlink)
diagnostics("configured again", 9)

# Strokes that come sooner than any analysis begins behind one.
version, deadline = 9, time.monotonic() + Client.SECONDS
while time.monotonic() < deadline:
    version += 1
    client.change(source, text + "/" * version + "\n", version)
    time.sleep(0.01)
    if client.diagnostics[client.uri(source)]["version"] != 9:
        break
print("while typing:", client.diagnostics[client.uri(source)]["version"] > 9)
client.close()
