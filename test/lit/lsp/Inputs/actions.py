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
client.close()
