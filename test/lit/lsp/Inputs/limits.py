"""limits.py COMMAND... FOLDER: prints what an editor shows of texts whose analysis takes too much."""

import pathlib
import sys

from client import Client, everything

*command, folder = sys.argv[1:]
source = pathlib.Path(folder) / "k.cu"
good = ("#include <cuda_runtime.h>\n// A kernel:\n"
        "__global__ void k(int *o) { o[(blockIdx.x * blockDim.x + threadIdx.x) * 8] = 1; }\n"
        "void run(int *o) { k<<<64, 256>>>(o); }\n")
# The compiler makes a list of as many numbers: gigabytes, and minutes.
endless = ("template <class T, T... I> struct Numbers {};\n"
           "using All = __make_integer_seq<Numbers, int, 200000000>;\n"
           "__device__ int size() { All all; return sizeof(all); }\n")
source.write_text(good, encoding="utf-8")


def show(client, what, version):
    for item in client.diagnostics_of(source, version):
        message, *notes = item["message"].split("\n")
        if "code" in item:
            message, notes = message.split(":")[0], []
        print(f"{what}:", item["range"]["start"]["line"], "; ".join([message, *notes]), flush=True)
    while client.messages:
        print("said:", client.messages.pop(0), flush=True)


client = Client([*command, "--no-cache", "--file-memory=300"], folder)
client.open(source)
show(client, "good", 1)
client.change(source, good + endless, 2)
show(client, "memory", 2)
client.change(source, good, 3)
show(client, "good again", 3)
# Once its headers have been read ahead.
client.about("codeAction", source, range=everything(), context={"diagnostics": []})
client.change(source, good + "// One more.\n" + endless, 4)
show(client, "ahead", 4)
client.close()

client = Client([*command, "--no-cache", "--file-timeout=1"], folder)
client.open(source, good + endless)
show(client, "time", 1)
print("exit code", client.close())
