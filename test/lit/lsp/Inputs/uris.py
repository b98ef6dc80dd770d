"""uris.py COMMAND... FOLDER: opens one file under several URIs; prints what is found and answered."""

import pathlib
import sys

from client import Client

*command, folder = sys.argv[1:]
source = pathlib.Path(folder) / "k.cu"
pathlib.Path(folder, "stride.h").write_text("constexpr int stride = 8;\n", encoding="utf-8")
source.write_text('#include "stride.h"\n'
                  "__global__ void k(int *out) {\n"
                  "  out[(blockIdx.x * blockDim.x + threadIdx.x) * stride] = 1;\n"
                  "}\n"
                  "void run(int *out) { k<<<64, 256>>>(out); }\n", encoding="utf-8")
plain = Client.uri(source)
for prefix in ("file://", "FILE://", "file://localhost", "File://LOCALHOST"):
    client = Client(command, folder)
    uri = plain.replace("file://", prefix)
    client.notify("textDocument/didOpen", {"textDocument": {
        "uri": uri, "languageId": "cuda", "version": 1,
        "text": source.read_text(encoding="utf-8")}})
    found = [item["message"].splitlines()[0] for item in client.diagnostics_of(source)]
    at = {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 4}}
    hover = client.request("textDocument/hover", at)
    print(prefix, *found, "hover" if hover else "nothing", flush=True)
    client.close()
