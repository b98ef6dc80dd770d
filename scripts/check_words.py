#!/usr/bin/env python3
"""Finds phrases that the documentation avoids, and says what to write instead.

  scripts/check_words.py FILE.md...

Fenced blocks, inline code and generated parts of a page are left out: they quote programs. Phrases
may be broken over two lines. The exit code is 1 if any was found.
"""

import argparse
import pathlib
import re
import sys

# (phrase, what to write instead). "There is no barrier" is good English; "the name is no number" is
# not. A phrase begins and ends at a word's boundary, and any white space stands for a blank.
PHRASES = [
    (r"(?<!there\s)(?:is|are|was|were) no(?! longer| more| less| fewer| larger| smaller| greater"
     r"| wider| worse| better| further)(?= [a-z])",
     "'is not a …', 'are not …'"),
    (r"of which", "'whose', 'where', or a sentence of its own"),
    (r"(?:comes?|came) of", "'results from', 'the outcome'"),
    (r"told apart", "'distinguished'"),
    (r"told", "'known', 'given', 'specified'"),
    (r"(?:launch|launches|source|context|name|names|pattern|toolkit) tells?",
     "'gives', 'specifies', 'determines'"),
    (r"(?:not|nobody|nothing) tells?", "'does not specify'"),
    (r"the ways in", "'the paths into'"),
    (r"goes by", "'is named after', 'is reported under'"),
    (r"where [0-9,]+ would do", "'N needed'"),
    (r"by each lane (?:takes|touches)", "the name of the fault first"),
    (r"free of conflicts", "'conflict-free'"),
    (r"frees? all", "'removes the conflicts of all'"),
    (r"made known to", "'published to'"),
    (r"keeps? no two", "'orders no'"),
    (r"take different ways", "'diverge'"),
    (r"that have to meet", "'participating'"),
    (r"for want of", "'for lack of'"),
    (r"and (?:its|their) kin", "'and similar options'"),
    (r"by the letter", "'strictly speaking'"),
    (r"what (?:it|is) (?:does )?not (?:see|seen|say|said)", "'limitations', 'not detected'"),
    (r"misfits?", "'unmatched launch'"),
    (r"stand-ins?", "'stub'"),
]
COMPILED = [(re.compile(r"(?<![\w-])" + phrase.replace(" ", r"\s+") + r"(?![\w-])", re.IGNORECASE),
             instead) for phrase, instead in PHRASES]

# What a page quotes: generated parts, fenced blocks, comments, inline code, targets of links.
QUOTED = re.compile(
    r"<!-- written by .*?<!-- until here -->|^( *)```.*?^\1```$|<!--.*?-->|``.+?``|`[^`]+`|\]\([^)]*\)",
    re.DOTALL | re.MULTILINE)


def blanked(match):
    """Blanks in place of a match, so that lines keep their numbers and words their neighbours."""
    return re.sub(r"[^\n]", "\N{MIDDLE DOT}", match[0])


def phrases_in(text):
    """(line, phrase, what to write instead) of each phrase in a page's prose."""
    prose = re.sub(r"^ +", "", QUOTED.sub(blanked, text), flags=re.MULTILINE)
    for phrase, instead in COMPILED:
        for match in phrase.finditer(prose):
            yield prose.count("\n", 0, match.start()) + 1, " ".join(match[0].split()), instead


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="+", type=pathlib.Path)
    count = 0
    for path in parser.parse_args().file:
        for line, phrase, instead in sorted(phrases_in(path.read_text(encoding="utf-8"))):
            print(f"{path}:{line}: '{phrase}': write {instead}")
            count += 1
    if count:
        sys.exit(f"{count} phrases to be replaced")


if __name__ == "__main__":
    main()
