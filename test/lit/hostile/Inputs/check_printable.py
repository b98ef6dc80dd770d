"""check_printable.py FILE: fails where the file holds anything but printable characters and ends
of lines."""

import sys
import unicodedata

with open(sys.argv[1], "rb") as file:
    data = file.read()
try:
    text = data.decode("utf-8")
except UnicodeDecodeError as error:
    sys.exit(f"not UTF-8: {data[max(0, error.start - 60):error.start + 20]!r}")
for number, line in enumerate(text.split("\n"), 1):
    for letter in line:
        if unicodedata.category(letter) in ("Cc", "Cf", "Zl", "Zp", "Co", "Cs"):
            sys.exit(f"line {number} holds U+{ord(letter):04X}: {line[:300]!r}")
if not text.strip():
    sys.exit("nothing was printed")
