"""shown_pictures.py DOCS README DRAWN: the pictures that pages show, and whether the folder DRAWN has them. Fails
where a page names a picture that is not there."""

import pathlib
import re
import sys

docs, readme, drawn = map(pathlib.Path, sys.argv[1:])
root = readme.parent
for page in (*sorted(docs.glob("*.md")), readme):
    for name in re.findall(r"!\[[^\]]*\]\(([^)]+\.png)\)", page.read_text(encoding="utf-8")):
        picture = page.parent / name
        # Eight bytes begin each PNG.
        if picture.read_bytes()[:8] != b"\x89PNG\r\n\x1a\n":
            sys.exit(f"{picture} is not a picture")
        state = ": drawn" if (drawn / picture.name).exists() else ""
        print(f"{page.relative_to(root)}: {name}{state}")
