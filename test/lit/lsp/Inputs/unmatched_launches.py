"""unmatched_launches.py COMMAND... FOLDER: prints what is said of configured launches that do not fit their kernels."""

import pathlib
import sys

from client import Client, everything

*command, folder = sys.argv[1:]
folder = pathlib.Path(folder)
source, configuration = folder / "k.cu", folder / ".cuda-memlint.yaml"
text = ("#include <cuda_runtime.h>\n// A kernel:\n"
        "__global__ void k(int *o) { o[(blockIdx.x * blockDim.x + threadIdx.x) * 8] = 1; }\n"
        "void run(int *o) { k<<<64, 256>>>(o); }\n")
source.write_text(text, encoding="utf-8")
configuration.write_text("launches: ['k<<<1, 32>>>(width=3)']\n", encoding="utf-8")


def show(client, what, version):
    for item in client.diagnostics_of(source, version):
        message, *notes = item["message"].split("\n")
        if "code" in item:
            notes = []
        print(f"{what}:", item["range"]["start"]["line"], "; ".join([message, *notes]), flush=True)


def await_fixes(client):
    """Then its headers have been read ahead, or will be soon."""
    client.about("codeAction", source, range=everything(), context={"diagnostics": []})


client = Client(command, folder)
client.open(source)
show(client, "unmatched", 1)
await_fixes(client)
client.change(source, "// One more.\n" + text, 2)
show(client, "edited", 2)
configuration.write_text("launches: ['k<<<1, 32>>>']\n", encoding="utf-8")
client.diagnostics.clear()
client.notify("workspace/didChangeWatchedFiles", {"changes": []})
show(client, "mended", 2)
await_fixes(client)
client.change(source, "// One more.\n// And one more.\n" + text, 3)
show(client, "edited again", 3)
client.close()

configuration.unlink()
client = Client(command, folder, options={"arguments": ["--launch=other<<<1, 32>>>"]})
client.open(source)
show(client, "--launch", 1)
print("messages:", client.messages)
client.close()
