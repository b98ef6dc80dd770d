"""Prints the formats of reports that the output of --help, the page on usage or the manual page
or the message about a name of none lists, in their order.

  listed_formats.py help|page|manual|message FILE
"""

import re
import sys

# Where the list begins, and how a format looks there; another line ends it.
LISTS = {
    "help": ("FORMATS:\n\n", r"  (\w+) +- .*\n"),
    "page": ("| format | what it is for |\n| --- | --- |\n", r"\| `(\w+)`.*\n"),
    "message": ("(expected ", r"(\w+)(?:, |\)\n?)"),
    "manual": ("Report format (default: text):\n.RS\n", r"\.IP \\fB(\w+)\\fR.*\n.*\n"),
}


def main():
    kind, path = sys.argv[1:]
    start, row = LISTS[kind]
    with sys.stdin if path == "-" else open(path, encoding="utf-8") as file:
        text = file.read()
    rest = text[text.index(start) + len(start):]
    print(*re.findall(row, re.match(f"(?:{row})*", rest)[0]), sep="\n")


main()
