"""edit.py FILE FROM TO: replaces the first FROM by TO, in both of which \\n is a new line."""

import sys

path, before, after = sys.argv[1:]
before, after = (text.replace("\\n", "\n") for text in (before, after))
with open(path, encoding="utf-8") as file:
    text = file.read()
if before not in text:
    sys.exit(f"'{before}' is not in {path}")
with open(path, "w", encoding="utf-8") as file:
    file.write(text.replace(before, after, 1))
