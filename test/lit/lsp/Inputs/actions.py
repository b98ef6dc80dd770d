"""actions.py COMMAND... FOLDER: applies the code actions of a document, and prints its text."""

import pathlib
import sys

from client import Client, everything, span


def apply(text, edits):
    """The text after the edits, none of which overlaps another; columns are of ASCII lines."""
    lines = text.splitlines(keepends=True)
    for edit in sorted(edits, key=lambda each: span(each["range"]), reverse=True):
        start, end = edit["range"]["start"], edit["range"]["end"]
        assert start["line"] == end["line"]
        line = lines[start["line"]]
        lines[start["line"]] = (line[:start["character"]] + edit["newText"] +
                                line[end["character"]:])
    return "".join(lines)


*command, folder = sys.argv[1:]
client = Client(command, folder)
for path in sorted(pathlib.Path(folder).glob("*.cu")):
    text = path.read_text(encoding="utf-8")
    client.open(path, text)
    for item in client.diagnostics_of(path):
        print(f"{path.name}: {item['code']}: {len(item.get('relatedInformation', []))} notes")
    actions = client.about("codeAction", path, range=everything(), context={"diagnostics": []})
    for action in actions:
        print(f"{path.name}: {action['title']}: preferred: {action.get('isPreferred', False)}")
    edits = actions[0]["edit"]["changes"][client.uri(path)]
    for edit in edits:
        print(f"{path.name}: edit {span(edit['range'])} {edit['newText']!r}")
    client.change(path, apply(text, edits), 2)
    print(f"{path.name}: {len(client.diagnostics_of(path, 2))} left")
    suppressed = actions[-1]["edit"]["changes"][client.uri(path)]
    client.change(path, apply(text, suppressed), 3)
    print(f"{path.name}: {len(client.diagnostics_of(path, 3))} left with {suppressed[0]['newText']!r}")

    # Saving any document ends the analysis that the reply waits for, which begins anew.
    client.change(path, text + "\n", 4)
    client.diagnostics_of(path, 4)
    asked = client.ask("textDocument/codeAction", {
        "textDocument": {"uri": client.uri(path)}, "range": everything(),
        "context": {"diagnostics": []}})
    client.notify("textDocument/didSave", {"textDocument": {"uri": client.uri(path)}})
    print(f"{path.name}: with a save, {len(client.answer(asked))} of {len(actions)} actions")

# The document is named as the editor names it, whatever it escapes.
path = pathlib.Path(folder) / "tiled.cu"
named = client.uri(path).replace("tiled", "t%69led")
client.notify("textDocument/didOpen", {"textDocument": {
    "uri": named, "languageId": "cuda", "version": 1, "text": path.read_text(encoding="utf-8")}})
actions = client.request("textDocument/codeAction", {
    "textDocument": {"uri": named}, "range": everything(), "context": {"diagnostics": []}})
print("named as the editor does:", *{uri == named for each in actions for uri in each["edit"]["changes"]})

# A document that is opened through a link is edited by that name, in the editor.
link = pathlib.Path(folder).absolute() / "links" / "linked.cu"
link.parent.mkdir()
link.symlink_to(path.resolve())
client.notify("textDocument/didOpen", {"textDocument": {
    "uri": link.as_uri(), "languageId": "cuda", "version": 1, "text": path.read_text(encoding="utf-8")}})
actions = client.request("textDocument/codeAction", {
    "textDocument": {"uri": link.as_uri()}, "range": everything(), "context": {"diagnostics": []}})
print("through a link:", *(action["title"] for action in actions))
print("edits the link:", *{uri == link.as_uri() for each in actions for uri in each["edit"]["changes"]})
client.close()
