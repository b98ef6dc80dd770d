#!/usr/bin/env python3
"""strange_names.py SOURCE FOLDER: copies a source under strange names, with an escape in a comment.
strange_names.py --check-plain FILES...: whether texts hold no control characters."""

import pathlib
import sys

NAMES = ["with space.cu", "tab\there.cu", "quote\"d.cu", "back\\slash.cu", "ä€.cu", "escape\x1b[2J.cu",
         "new\nline.cu", "-dash.cu"]


def main():
    if sys.argv[1] == "--check-plain":
        for path in sys.argv[2:]:
            for line in pathlib.Path(path).read_text().split("\n"):
                if not line.isprintable():
                    sys.exit(f"{path}: {line!r}")
        return
    text = pathlib.Path(sys.argv[1]).read_text()
    text = text.replace("values[t] = in[t];", "values[t] = in[t]; // \x1b]0;title\x07")
    for name in NAMES:
        (pathlib.Path(sys.argv[2]) / name).write_text(text)


if __name__ == "__main__":
    main()
