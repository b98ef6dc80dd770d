"""Prints the options, each with its group, that the output of --help or a manual page lists.

  listed_options.py help|page FILE
"""

import re
import sys


def of_help(lines):
    group = None
    for line in lines:
        if heading := re.fullmatch(r"(\S.*):", line):
            group = heading[1]
        elif option := re.match(r"  (-[\w-]+)[^ ]*( <\S+>)? +- ", line):
            yield group, option[1]


def of_page(lines):
    group, is_tag = None, False
    for line in lines:
        if line.startswith(".S"):
            group = line.split(" ", 1)[1]
        elif is_tag:
            plain = re.sub(r"\\f.", "", line).replace(r"\-", "-")
            yield from ((group, option) for option in re.findall(r"(?:^|, )(-[\w-]+)", plain))
        is_tag = line == ".TP"


def main():
    kind, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    options = of_help(lines) if kind == "help" else of_page(lines)
    # What follows the paths is described with words between.
    print(*sorted(f"{group}: {option}" for group, option in options
                  if group.upper() != "AFTER THE PATHS"), sep="\n")


main()
