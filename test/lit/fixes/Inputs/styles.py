#!/usr/bin/env python3
"""styles.py SOURCE FOLDER: writes a source in several styles into a folder.
styles.py --check FOLDER [FIXED]: whether each of them is what FIXED (the one with plain lines, by default)
is in its style."""

import pathlib
import sys

MARK = b"\xef\xbb\xbf"


def windows(text):
    return text.replace(b"\n", b"\r\n")


def letters(text):
    return text.replace(b"  int t", b"\tint /* \xc3\xa4\xe2\x82\xac */\tt")


STYLES = {
    "unix.cu": lambda text: text,
    "windows.cu": windows,
    "mark.cu": lambda text: MARK + text,
    # Without the launches, the last line is in no kernel; so the kernel that is mended ends the file.
    "unended.cu": lambda text: text[: text.index(b"\nvoid run")].rstrip(b"\n"),
    "letters.cu": letters,
}


def main():
    if sys.argv[1] == "--check":
        folder = pathlib.Path(sys.argv[2])
        fixed = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else folder / "unix.cu"
        text = fixed.read_bytes()
        for name, style in STYLES.items():
            if name != "unix.cu" and (folder / name).read_bytes() != style(text):
                sys.exit(f"{name} is not the fixed text in its style")
        return
    text = pathlib.Path(sys.argv[1]).read_bytes()
    for name, style in STYLES.items():
        (pathlib.Path(sys.argv[2]) / name).write_bytes(style(text))


if __name__ == "__main__":
    main()
