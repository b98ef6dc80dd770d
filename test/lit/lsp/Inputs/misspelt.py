"""misspelt.py COMMAND... FOLDER: prints what is said of a kernel with several comments."""

import pathlib
import sys

from client import Client

KERNEL = """__global__ void spread(float *out) {
  // COMMENT
  out[(threadIdx.x + blockIdx.x * 256) * 32] = 1;
}
void launch(float *out) { spread<<<6400, 256>>>(out); }
"""
COMMENTS = ["NOLINTNEXTLIN(cuda-uncoalesced-access)", "NOLINTNEXTLINE(cuda-uncoalesced-acess)",
            "NOLINTNEXTLINE(cuda-uncoalesced-access)"]

*command, folder = sys.argv[1:]
client = Client(command, folder)
path = pathlib.Path(folder) / "spread.cu"
for version, comment in enumerate(COMMENTS, start=1):
    text = KERNEL.replace("COMMENT", comment)
    if version == 1:
        path.write_text(text, encoding="utf-8")
        client.open(path, text)
        items = client.diagnostics_of(path)
    else:
        client.change(path, text, version)
        items = client.diagnostics_of(path, version)
    print(comment)
    for item in items:
        start = item["range"]["start"]
        print(f"{start['line'] + 1}:{start['character'] + 1}: {item['message'].splitlines()[0]}")
client.close()
