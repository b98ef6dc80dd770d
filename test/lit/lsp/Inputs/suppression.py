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
# The line before ends in a backslash, too.
CONTINUED = KERNEL.replace("  out[", "  1; \\\n  out[")

*command, folder = sys.argv[1:]
client = Client(command, folder)
path = pathlib.Path(folder) / "tile.cu"
path.write_text(KERNEL, encoding="utf-8")
client.open(path, KERNEL)
client.diagnostics_of(path)
version = 1


def change(text):
    """What is shown then of bank conflicts."""
    global version
    version += 1
    client.change(path, text, version)
    return sum(each.get("code") == "cuda-shared-bank-conflict"
               for each in client.diagnostics_of(path, version))


texts = {name: KERNEL.replace("REST", end) for name, end in ENDS.items()}
texts["between backslashes"] = CONTINUED.replace("REST", ENDS["backslash"])
for name, text in texts.items():
    if change(text) == 0:
        sys.exit(f"{name}: no conflict")
    actions = [each for each in client.about("codeAction", path, range=everything(), context={"diagnostics": []})
               if "Suppress cuda-shared-bank-conflict" in each["title"]]
    print(f"{name}: {len(actions)}", end="\n" if not actions else "")
    if actions:
        (edit,) = actions[0]["edit"]["changes"][client.uri(path)]
        at = edit["range"]["start"]
        assert edit["range"]["end"] == at
        lines = text.split("\n")
        line = lines[at["line"]]
        lines[at["line"]] = line[:at["character"]] + edit["newText"] + line[at["character"]:]
        comment = edit["newText"].partition("// ")[2].partition("(")[0]
        print(f", {comment}, {change(chr(10).join(lines))} left")
client.close()
