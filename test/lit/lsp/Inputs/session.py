"""session.py COMMAND... FOLDER: a session with the example of an uncoalesced store; prints what an
editor would show."""

import pathlib
import sys

from client import Client, everything, span

*command, folder = sys.argv[1:]
source = pathlib.Path(folder) / "transpose.cu"
text = source.read_text(encoding="utf-8")
client = Client(command, folder)
print("features:", *sorted(client.features))

client.open(source)
for item in client.diagnostics_of(source):
    print("diagnostic:", span(item["range"]), item["severity"], item["source"], item["code"],
          item["message"].splitlines()[0])

line = next(number for number, each in enumerate(text.splitlines()) if "= in[y" in each)
column = text.splitlines()[line].index("in[y")
hover = client.about("hover", source, position={"line": line, "character": column})
print("hover:", span(hover["range"]), hover["contents"]["kind"])
print(hover["contents"]["value"])
# Who shows Markdown as it is written asks for plain text.
for formats in (["plaintext"], ["plaintext", "markdown"], ["markdown", "plaintext"]):
    other = Client(command, folder,
                   capabilities={"textDocument": {"hover": {"contentFormat": formats}}})
    other.open(source)
    shown = other.about("hover", source, position={"line": line, "character": column})["contents"]
    marks = sum(mark in shown["value"] for mark in ("**", "- `", "```"))
    print("preferring", formats[0], "of", len(formats), shown["kind"], marks)
    other.close()
# Each is answered, the last one with what it asks for.
hovers = [client.ask("textDocument/hover", {"textDocument": {"uri": client.uri(source)},
                                            "position": {"line": line, "character": column}})
          for _ in range(3)]
print("the last of three hovers:", [client.answer(each) for each in hovers][-1] == hover)
print("no hover:", client.about("hover", source, position={"line": 0, "character": 0}))

for hint in client.about("inlayHint", source, range=everything()):
    print("hint:", hint["position"]["line"], hint["position"]["character"], hint["label"])
for lens in client.about("codeLens", source):
    print("lens:", lens["range"]["start"]["line"], lens["command"]["title"])

# Characters before an access count in UTF-16 code units: two for one beyond the first plane.
client.change(source, text.replace("  out[x", "  /* \U0001f600\u00e4 */ out[x"), 2)
for item in client.diagnostics_of(source, 2):
    print("moved:", span(item["range"]))

# While the text does not parse, what was good stays, and the reason is said.
client.change(source, text.replace("int n) {", "int n) { int broken = ;"), 3)
for item in client.diagnostics_of(source, 3):
    print("kept:", item.get("code"))
client.change(source, text.replace("out[x * n + y]", "out[y * n + x]"), 4)
print("mended:", len(client.diagnostics_of(source, 4)))

# Other languages are left to other servers.
client.open(pathlib.Path(folder) / "notes.txt", "nothing", language="plaintext")
print("of another language:", client.about("codeLens", pathlib.Path(folder) / "notes.txt"))
client.notify("textDocument/didClose", {"textDocument": {"uri": client.uri(source)}})
print("closed:", client.diagnostics_of(source, None))

# A new file may lie in a folder that is made when it is saved.
new = pathlib.Path(folder).with_name("made-later") / "new.cu"
client.open(new, text)
print("in no folder:", len(client.diagnostics_of(new)))

# What is wrong with a configuration is said once, and not after each change.
(pathlib.Path(folder) / ".cuda-memlint.yaml").write_text("nonsense: 1\n", encoding="utf-8")
client.open(source)
for version in (2, 3):
    client.change(source, text + "\n" * version, version)
    client.about("codeAction", source, range=everything(), context={"diagnostics": []})
print("said:", *client.messages)
unknown = client.ask("workspace/executeCommand", {"command": "nonsense"})
try:
    client.answer(unknown)
except SystemExit as error:
    print(error)
print("exit code:", client.close())
print("exit code without a shutdown:", Client(command, folder).leave())
