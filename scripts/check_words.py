#!/usr/bin/env python3
"""Finds phrases that documentation and messages avoid, and says what to write instead.

  scripts/check_words.py FILE...

Of a page, fenced blocks, inline code and generated parts are left out: they quote programs. Of C++
and Python, only string literals are read, adjacent ones as one. Phrases may be broken over two
lines. The exit code is 1 if any was found.
"""

import argparse
import ast
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


# Comments, character literals and directives of C++, and its string literals as the first group.
CPP = re.compile(
    r"""//[^\n]*|/\*.*?\*/|^[ \t]*\#[ \t]*include[^\n]*|(?<!\w)'(?:[^'\\\n]|\\.)+'"""
    r"""|(R"([^(\s]*)\(.*?\)\2"|"(?:[^"\\\n]|\\.)*")""", re.DOTALL | re.MULTILINE)


def blanked(match):
    """Blanks in place of a match, so that lines keep their numbers and words their neighbours."""
    return re.sub(r"[^\n]", "\N{MIDDLE DOT}", match[0])


def literals_of_cpp(text):
    """The text of string literals at their lines; what lies between two is a dot, if anything."""
    lines, end, is_first = [], 0, True
    for match in CPP.finditer(text):
        if match[1] is None:
            continue
        between = text[end:match.start()]
        if between.strip() or is_first:
            between = re.sub(r"[^\n]+", "\N{MIDDLE DOT}", between)
        else:
            between = re.sub(r"[^\n]", "", between)
        literal = match[1]
        inner = (literal[literal.index("(") + 1:literal.rindex(")")] if literal[0] == "R"
                 else literal[1:-1].replace("\\n", " "))
        lines.append(between + inner)
        end, is_first = match.end(), False
    return "".join(lines)


def literals_of_python(text):
    """The text of string literals, each on the line where it begins."""
    lines = [""] * (text.count("\n") + 1)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            lines[node.lineno - 1] += "\N{MIDDLE DOT}" + " ".join(node.value.split())
    return "\n\N{MIDDLE DOT}".join(lines)


def prose_of(path):
    """What a file says, its lines kept and what it quotes blanked."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".cpp", ".h"):
        return literals_of_cpp(text)
    if path.suffix == ".py":
        return literals_of_python(text)
    return re.sub(r"^ +", "", QUOTED.sub(blanked, text), flags=re.MULTILINE)


def phrases_in(prose):
    """(line, phrase, what to write instead) of each phrase in a file's prose."""
    for phrase, instead in COMPILED:
        for match in phrase.finditer(prose):
            yield prose.count("\n", 0, match.start()) + 1, " ".join(match[0].split()), instead


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="+", type=pathlib.Path)
    count = 0
    for path in parser.parse_args().file:
        for line, phrase, instead in sorted(phrases_in(prose_of(path))):
            print(f"{path}:{line}: '{phrase}': write {instead}")
            count += 1
    if count:
        sys.exit(f"{count} phrases to be replaced")


if __name__ == "__main__":
    main()
