#!/usr/bin/env python3
"""Writes the options in the manual page anew, from what --help lists.

  cuda-memlint --help | scripts/manual_options.py packaging/cuda-memlint.1 >page

Prints the page, in which each heading of --help is followed by the options that it lists there, with their
texts, and --format by the formats. Other lists that the page has below an option (.RS to .RE) stay, as does
all else.
"""

import re
import sys

OPTION = re.compile(r"  (?P<name>--?[\w-]+)(?P<optional>\[)?(?P<by>[= ])?(?:<(?P<value>\S+)>)?\]? +- (?P<text>.*)")
# Alternatives that stand for something, where others are written as they are.
STANDING = {"file", "folder", "revision"}


def escape(text):
    return text.replace("\\", r"\e").replace("-", r"\-")


def format_value(value):
    # A single word, or several with other signs between, stands for something.
    words = [(word, "|" not in value or word in STANDING) for word in re.split(r"\|", value)]
    return "|".join(re.sub(r"[\w-]+" if stands else ".+",
                           lambda match: (r"\fI" if stands else r"\fB") + escape(match[0]) + r"\fR", word)
                    for word, stands in words)


def format_tag(option):
    """Of an option and its aliases: `-o, --output=file`."""
    names = ", ".join(rf"\fB{escape(name)}\fR" for name in sorted(option["names"], key=len))
    if not option["value"]:
        return names
    value = format_value(option["value"])
    if option["optional"]:
        return f"{names}[={value}]"
    return f"{names} {value}" if option["by"] == " " else names[:-len(r"\fR")] + rf"=\fR{value}"


def read_help(text):
    """The options of each heading, in the order of --help, which is that of their names."""
    groups, heading = {}, None
    for line in text.splitlines():
        if match := re.fullmatch(r"(\S.*):", line):
            heading = match[1]
        elif (match := OPTION.fullmatch(line)) and heading:
            options = groups.setdefault(heading, {})
            alias = re.fullmatch(r"Alias for (\S+)", match["text"])
            if alias:
                options.setdefault(alias[1], {"names": []})["names"].append(match["name"])
                continue
            option = options.setdefault(match["name"], {"names": []})
            option["names"].append(match["name"])
            option.update({key: match[key] for key in ("optional", "by", "value", "text")})
    return groups


def list_formats(text):
    """What the page has below --format, of the list in --help."""
    rows = re.search(r"^FORMATS:\n\n((?:  \w+ +- .*\n)*)", text, re.MULTILINE)[1].splitlines()
    lines = [".RS"]
    for row in rows:
        name, what = re.fullmatch(r"  (\w+) +- (.*)", row).groups()
        lines += [rf".IP \fB{name}\fR 8", escape(what)]
    return lines + [".RE"]


def kept_lists(lines):
    """By name of an option, what the page has from .RS to .RE below it."""
    kept, names, is_inside = {}, [], False
    for before, line in zip([""] + lines, lines):
        if before == ".TP":
            names = re.findall(r"(?<![\w-])--?[\w-]+", re.sub(r"\\f.", "", line).replace(r"\-", "-"))
        is_inside |= line == ".RS"
        for name in names if is_inside else []:
            kept.setdefault(name, []).append(line)
        is_inside &= line != ".RE"
    return kept


def format_group(options, kept):
    lines = []
    for name, option in sorted(options.items(), key=lambda item: item[0].lstrip("-").lower()):
        # What --help lists below all options, the page has here.
        listed = kept.get(name, [])
        text = option["text"].replace(", one of those below", "")
        lines += [".TP", format_tag(option), escape(text) + (":" if listed else "."), *listed]
    return lines


def main():
    text = sys.stdin.read()
    groups = read_help(text)
    with open(sys.argv[1], encoding="utf-8") as file:
        lines = file.read().splitlines()
    kept, is_replaced = {**kept_lists(lines), "--format": list_formats(text)}, False
    for line in lines:
        if line.startswith(".S"):
            heading = line.split(" ", 1)[-1]
            is_replaced = line.startswith(".SS") and heading in groups
            print(line)
            if is_replaced:
                print(*format_group(groups.pop(heading), kept), sep="\n")
        elif not is_replaced:
            print(line)
    # Each heading is that of options; the page has one more.
    if missing := [heading for heading in groups if heading not in ("SUBCOMMANDS", "OPTIONS")]:
        sys.exit(f"no heading in {sys.argv[1]}: {', '.join(missing)}")


main()
