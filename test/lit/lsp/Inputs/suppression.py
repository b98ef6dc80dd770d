"""suppression.py COMMAND... FOLDER: counts the comments that are offered for lines that end in several ways."""

import pathlib
import sys

from client import Client, everything

KERNEL = """#include <cuda_runtime.h>
__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y]REST
}
void launch(float *out, const float *in) { transpose<<<64, dim3(32, 32)>>>(out, in); }
"""
ENDS = {
    "plain": ";",
    "line comment": "; // R\"(",
    "strings that end": " + R\"(/*)\"[0] * 0;",
    "digits": " + 1'000 /* ' */;",
    "raw string": " + R\"(\n)\"[0];",
    "block comment": "; /* to\n be continued */",
    "backslash": " + \\\n 1;",
}

*command, folder = sys.argv[1:]
client = Client(command, folder)
path = pathlib.Path(folder) / "tile.cu"
for version, (name, end) in enumerate(ENDS.items(), start=1):
    text = KERNEL.replace("REST", end)
    if version == 1:
        path.write_text(text, encoding="utf-8")
        client.open(path, text)
        client.diagnostics_of(path)
    else:
        client.change(path, text, version)
        client.diagnostics_of(path, version)
    actions = client.about("codeAction", path, range=everything(), context={"diagnostics": []})
    print(f"{name}: {sum('Suppress cuda-shared-bank-conflict' in each['title'] for each in actions)}")
client.close()
