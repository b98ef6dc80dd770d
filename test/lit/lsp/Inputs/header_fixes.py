"""header_fixes.py COMMAND... FOLDER: prints which fixes are offered in headers that a source includes."""

import pathlib
import sys

from client import Client, everything

*command, folder = sys.argv[1:]
folder = pathlib.Path(folder).resolve()
HEADER = """#pragma once
__global__ void reverse(int *out) {
  __shared__ int part[256];
  part[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = part[255 - threadIdx.x];
}
"""
client = Client([*command, "--no-config"], folder / "first")
client.notify("workspace/didChangeWorkspaceFolders",
              {"event": {"added": [{"uri": client.uri(folder / "second"), "name": "second"}], "removed": []}})


def help_of(header):
    """What is said of inserting a barrier there."""
    for item in client.diagnostics.get(client.uri(header), {}).get("diagnostics", []):
        said = [*item["message"].splitlines(),
                *(each["message"] for each in item.get("relatedInformation", []))]
        for line in said:
            if "insert" in line:
                return line
    return ""


def show(source, header, *, first=True):
    name = header.relative_to(folder)
    if first:
        header.write_text(HEADER, encoding="utf-8")
        source.write_text(f'#include "{header}"\nvoid run(int *out) {{ reverse<<<1, 256>>>(out); }}\n',
                          encoding="utf-8")
        client.open(source)
    client.about("codeAction", source, range=everything(), context={"diagnostics": []})
    print(f"{name}: {help_of(header)}", flush=True)
    if not first or "not offered" in help_of(header):
        return
    client.open(header, language="cpp")
    for action in client.about("codeAction", header, range=everything(), context={"diagnostics": []}):
        if "insert" in action["title"]:
            edited = [pathlib.Path(uri.removeprefix("file://")).relative_to(folder)
                      for uri in action["edit"]["changes"]]
            print(f"action: {action['title']}:", *edited, flush=True)


first = folder / "first" / "src"
show(first / "one.cu", folder / "first" / "inc" / "race.h")
show(first / "two.cu", folder / "second" / "race.h")
show(first / "three.cu", folder / "outside" / "race.h")
client.notify("workspace/didChangeWorkspaceFolders",
              {"event": {"added": [], "removed": [{"uri": client.uri(folder / "second"), "name": "second"}]}})
show(first / "two.cu", folder / "second" / "race.h", first=False)
print("exit code", client.close())
