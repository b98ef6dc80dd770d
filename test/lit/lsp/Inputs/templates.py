"""templates.py COMMAND... FILE: prints what an editor shows of a template with several instantiations."""

import pathlib
import sys

from client import Client, everything

*command, source = sys.argv[1:]
source = pathlib.Path(source)
client = Client(command, source.parent)
client.open(source)
for item in client.diagnostics_of(source):
    if item["code"] == "cuda-uncoalesced-access":
        print("diagnostic:", item["message"])
for action in client.about("codeAction", source, range=everything(), context={"diagnostics": []}):
    print("action:", action["title"], [item["code"] for item in action["diagnostics"]])
lenses = client.about("codeLens", source)
for lens in lenses:
    print("lens:", lens["range"]["start"]["line"] + 1, lens["command"]["title"])


def run(command):
    client.request("workspace/executeCommand",
                   {"command": command["command"], "arguments": command["arguments"]})


def choose(title, version=1):
    client.choices.append(title)
    client.diagnostics.pop(client.uri(source))
    run(lenses[0]["command"])
    client.diagnostics_of(source, version)


choose("k<4><<<(1,1,1), (32,1,1)>>>")
question = next(each for each in client.asked if each["method"] == "window/showMessageRequest")
for each in question["params"]["actions"]:
    print("launch:", each["title"])
print("chosen:", client.about("codeLens", source)[0]["command"]["title"])
print("hint:", client.about("inlayHint", source, range=everything())[0]["label"])
# Another instantiation takes the place of one that was not chosen, and goes again.
text = source.read_text(encoding="utf-8")
for version, changed in (2, text.replace("k<8>", "k<16>")), (3, text):
    client.change(source, changed, version)
    client.diagnostics_of(source, version)
    print("still:", client.about("codeLens", source)[0]["command"]["title"])
    print("hint:", client.about("inlayHint", source, range=everything())[0]["label"])
choose("all launches", 3)
print("again:", client.about("codeLens", source)[0]["command"]["title"])
hover = client.about("hover", source, position={"line": 4, "character": 4})
print("hover:", hover["contents"]["value"], sep="\n")

known = client.features["executeCommandProvider"]["commands"]
print(sum(lens["command"]["command"] in known for lens in lenses), "of", len(lenses), "commands")
run(lenses[1]["command"])
client.about("codeLens", source)
print("said:", *client.messages)
client.close()
