#!/usr/bin/env python3
"""code_block.py PAGE HEADING LANGUAGE: prints the first block of code in a language below a heading."""

import re
import sys

page, heading, language = sys.argv[1:]
with open(page) as stream:
    text = stream.read()
below = text[text.index(f"\n## {heading}\n"):]
block = re.search(rf"^```{language}\n(.*?)^```$", below, re.DOTALL | re.MULTILINE)
if not block:
    sys.exit(f"no block of {language} below '{heading}'")
print(block[1], end="")
