"""number_comments.py FILE...: gives the comment in the first line of each file a number of its own."""

import pathlib
import sys

for number, name in enumerate(sys.argv[1:], 1):
    path = pathlib.Path(name)
    path.write_text(path.read_text(encoding="utf-8").replace("// File 0.", f"// File {number}.", 1),
                    encoding="utf-8")
