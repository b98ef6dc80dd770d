"""launches.py COMMAND... FOLDER: launches and configurations of a workspace."""

import pathlib
import sys

from client import Client, everything

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

# The configuration of the workspace is read anew once it changes.
(folder / ".cuda-memlint.yaml").write_text("checks: '-*'\n", encoding="utf-8")
left = refreshed(1, lambda: client.notify("workspace/didChangeWatchedFiles", {"changes": []}))
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
