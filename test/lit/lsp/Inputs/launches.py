"""launches.py COMMAND... FOLDER: launches and configurations of a workspace."""

import pathlib
import sys

from client import Client, everything

# 64 threads, a stride of 8.
RECORDING = """version: 1
kernels:
  - symbol: _Z5everyPfi
    parameters: [8, 4]
    launches:
      - { grid: [1, 1, 1], block: [64, 1, 1], count: 1, arguments: [{ pointer: 256 }, { value: 8 }] }
"""

*command, folder = sys.argv[1:]
folder = pathlib.Path(folder)
source = folder / "inner" / "two_launches.cu"
client = Client(command, folder, capabilities={"workspace": {
    "didChangeWatchedFiles": {"dynamicRegistration": True},
    "codeLens": {"refreshSupport": True},
    "inlayHint": {"refreshSupport": True},
}})
client.open(source)
client.diagnostics_of(source)
watched = next(each for each in client.asked if each["method"] == "client/registerCapability")
for each in watched["params"]["registrations"][0]["registerOptions"]["watchers"]:
    print("watched:", each["globPattern"])


def show(what):
    for lens in client.about("codeLens", source):
        print(what, "lens:", lens["command"]["title"])
    for hint in client.about("inlayHint", source, range=everything()):
        print(what, "hint:", hint["label"])


def refreshed(version, act):
    """Does what leads to another analysis of the same text, and waits for that."""
    client.diagnostics.pop(client.uri(source))
    act()
    return client.diagnostics_of(source, version)


def choose(title):
    client.choices.append(title)
    command = client.about("codeLens", source)[0]["command"]
    refreshed(1, lambda: client.request("workspace/executeCommand", {
        "command": command["command"], "arguments": command["arguments"]}))


show("all")
choose("<<<(4,1,1), (64,1,1)>>>")
show("one")
choose("all launches")
show("again")

# Launches of one shape.
text = source.read_text(encoding="utf-8").replace("<<<2, 128>>>", "<<<4, 64>>>").replace(
    "8);\n", "8);\n  scale<<<4, 64>>>(out, in, 2);\n")
client.change(source, text, 2)
client.diagnostics_of(source, 2)
show("alike")


def choose_alike(title):
    client.choices.append(title)
    command = client.about("codeLens", source)[0]["command"]
    refreshed(2, lambda: client.request("workspace/executeCommand", {
        "command": command["command"], "arguments": command["arguments"]}))


shape = "<<<(4,1,1), (64,1,1)>>> with stride = "
choose_alike(shape + "8")
question = [each for each in client.asked if each["method"] == "window/showMessageRequest"][-1]
print("choices:", "; ".join(each["title"] for each in question["params"]["actions"]))
show("with stride 8")
choose_alike(shape + "2")
show("the last")
# The launch that was chosen is no longer there.
client.change(source, source.read_text(encoding="utf-8"), 3)
client.diagnostics_of(source, 3)
show("gone")

# The configuration of the workspace is read anew once it changes.
(folder / ".cuda-memlint.yaml").write_text("checks: '-*'\n", encoding="utf-8")
left = refreshed(3, lambda: client.notify("workspace/didChangeWatchedFiles", {"changes": []}))
print("with the configuration:", len(left))
client.close()

# Arguments of the client that the command does not take are said, and nothing else changes.
client = Client(command, folder, options={"arguments": ["--format=text"]})
print("said:", *client.messages)
client.close()
client = Client(command, folder, options={"arguments": ["--no-config", "--remarks"]})
client.open(source)
print("with the arguments:", *sorted({each["severity"] for each in client.diagnostics_of(source)}))
client.close()


# A launch among the arguments may be of a kernel of another file; it is said where it fits none of this.
for launch in "other<<<1, 32>>>(nothing=1)", "scale<<<1, 32>>>(nothing=1)":
    client = Client(command, folder, options={"arguments": ["--no-config", f"--launch={launch}"]})
    client.open(source)
    print(f"{launch}:", *(each["message"] for each in client.diagnostics_of(source) if "launch" in each["message"]))
    client.close()


def count_hints(value, path):
    client = Client(command, folder, options={"inlayHints": value, "arguments": ["--no-config"]})
    client.open(path)
    client.diagnostics_of(path)
    count = len(client.about("inlayHint", path, range=everything()))
    client.close()
    return count


# 200 loads and a store.
many = folder / "many.cu"
many.write_text("__global__ void many(float *out, const float *in) {\n  float sum = 0;\n" +
                "".join(f"  sum += in[threadIdx.x + {each}];\n" for each in range(200)) +
                "  out[threadIdx.x] = sum;\n}\nvoid launchMany(float *o, float *i) { many<<<64, 256>>>(o, i); }\n",
                encoding="utf-8")
for path, count in (many, 201), (source, 2):
    print(f"hints of {count} accesses:",
          ", ".join(f"{value} {count_hints(value, path)}" for value in ("auto", "all", "off")))
client = Client(command, folder, options={"inlayHints": True})
print("said:", *client.messages)
client.close()

client = Client(command, folder, options={"argumentz": ["--remarks"], "inlayHints": "off", "trace": 1})
print("said:", "\nsaid: ".join(client.messages))
client.open(source)
client.diagnostics_of(source)
print("hints:", len(client.about("inlayHint", source, range=everything())))
client.close()
for options in {"arguments": "--remarks"}, {"arguments": ["--remarks", 1]}, "--remarks":
    client = Client(command, folder, options=options)
    print("said:", *client.messages)
    client.close()
client = Client(command, folder, options=[])
print("no options:", client.messages)
client.close()

client = Client([*command, "--stdio"], folder)
print("--stdio:", client.close())
for option in ("--fix", "--verify", "--each-access", "--summary", "--top=3", "--sort=cost", "--show-unknown",
               "--stats", "--explain", "--color=always", "--hyperlinks=never", "--pre-commit"):
    client = Client(command, folder, options={"arguments": [option]})
    print(f"{option}:", *client.messages)
    client.close()

elsewhere = pathlib.Path(folder) / "project"
elsewhere.mkdir()
recorded = elsewhere / "recorded.cu"
recorded.write_text("__global__ void every(float *out, int n) {\n"
                    "  out[(blockIdx.x * blockDim.x + threadIdx.x) * n] = 1;\n}\n", encoding="utf-8")
(elsewhere / "rec.yaml").write_text(RECORDING, encoding="utf-8")
for arguments in ["--launches=rec.yaml"], ["--launches", "rec.yaml"], ["--launches=nope.yaml"], ["--launches="]:
    client = Client(command, elsewhere, options={"arguments": arguments})
    client.open(recorded)
    client.diagnostics_of(recorded)
    labels = [hint["label"] for hint in client.about("inlayHint", recorded, range=everything())]
    print(f"{' '.join(arguments)}: {labels.count('8.0x')} hints of 8.0x;", *client.messages)
    client.close()

client = Client([*command, "--no-config"], folder)
client.open(source)
client.diagnostics_of(source)
print("only:", ", ".join(
    f"{kind or 'all'} {len(client.about('codeAction', source, range=everything(), context={'diagnostics': [], 'only': [kind]}))}"
    for kind in ("source.organizeImports", "quickfix", "", "quickfix.more", "quick")))
client.close()
