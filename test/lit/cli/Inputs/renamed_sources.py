#!/usr/bin/env python3
"""Renames all that the sources of this project declare, and compares what the tool says.

No check may decide anything by how a source spells its names. This script copies sources, gives
each variable, function, kernel, type, field, macro, namespace and label that they declare a name
that looks like something else ("asm_lock7"), and expects the same findings, accesses and numbers at
the same places, with the names put back.

    renamed_sources.py --tool cuda-memlint --headers lib/Frontend/Headers --work FOLDER SOURCES...
"""

import argparse
import bisect
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys

TOKEN = re.compile(
    r"""(?P<comment>//(?:[^\n\\]|\\.|\\\n)*|/\*.*?\*/)
      |(?P<text>(?:u8|[uUL])?R"(?P<raw>[^(\s]*)\(.*?\)(?P=raw)"|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
      |(?P<include>\#[ \t]*include(?:_next)?[^\n]*)
      |(?P<number>\.?\d(?:'?[\w.]|[eEpP][+-])*)
      |(?P<name>[A-Za-z_]\w*)
      |(?P<sign><<<|>>>|::|->|&&|[^\s\w])""",
    re.VERBOSE | re.DOTALL)

# Parts of names that something in the analysis, or in a message, could take for its own. None begins with two underscores: such
# names are the implementation's, and messages leave its fields out.
STEMS = ["plasma", "asm", "load", "sync", "atomic", "lock", "flag", "mutex", "printf", "null",
         "relaxed", "ldg", "memory_order", "load_matrix_sync", "syncthreads", "bar", "volatile",
         "line", "cuda", "fence", "shared__", "warning", "tex2D", "store", "clock"]

KEYWORDS = set("""
alignas alignof and asm auto bool break case catch char char16_t char32_t class const constexpr
const_cast continue decltype default define defined delete do double dynamic_cast elif else endif
enum error explicit extern false final float for friend goto if ifdef ifndef inline int long mutable
namespace new noexcept not nullptr operator or override pragma private protected public register
reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch
template this thread_local throw true try typedef typeid typename undef union unroll unsigned using
virtual void volatile while once main std ivdep nounroll pack push pop""".split())

TYPE_WORDS = set("""auto bool char class const constexpr double enum float int long namespace short
signed struct typename union unsigned using void volatile wchar_t""".split())


# What headers call members of classes that no source here uses.
SELDOM = set("a b in k n offset out what words".split())


class Source:
    """The tokens of a file; columns count bytes."""

    def __init__(self, text):
        self.text = text
        self.tokens = [(match.lastgroup, match.group(), match.start())
                       for match in TOKEN.finditer(text)]
        self.code = [token for token in self.tokens if token[0] not in ("comment", "include")]


def header_names(folder):
    """Names that CUDA's headers give a meaning: neither parameters nor what bodies are made of."""
    names = set()
    for parent, _, files in os.walk(folder):
        for file in files:
            with open(os.path.join(parent, file), encoding="latin-1") as stream:
                text = stream.read().replace("\\\n", " ")
            names.update(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", text, re.MULTILINE))
            text = re.sub(r"^[ \t]*#.*", "", text, flags=re.MULTILINE)
            names.update(names_outside_bodies(Source(text).code))
    return names


def names_outside_bodies(code):
    brackets = []
    for at, (kind, text, _) in enumerate(code):
        before = code[at - 1][1] if at else ""
        behind = code[at + 1][1] if at + 1 < len(code) else ""
        if text in "({[":
            is_body = text == "{" and before in (")", "const", "volatile", "noexcept")
            brackets.append("body" if is_body or "body" in brackets else text)
        elif text in ")}]" and brackets:
            brackets.pop()
        elif kind == "name" and "body" not in brackets:
            # What stands alone in parentheses is the argument of a macro.
            has_type = re.fullmatch(r"\w+|[*&>.]|&&", before) is not None
            if not ("(" in brackets and has_type and behind in (",", ")", "=", "[")):
                yield text


def declared_names(source):
    """Names before which a type stands, or that #define, enum or a label declares."""
    names = set()
    code = source.code
    for at, (kind, text, _) in enumerate(code):
        if kind != "name" or at == 0:
            continue
        before = code[at - 1]
        behind = code[at + 1][1] if at + 1 < len(code) else ""
        if before[1] in ("define", "struct", "class", "union", "enum", "namespace", "typename",
                         "using", "goto"):
            names.add(text)
        elif behind in ("=", ";", ",", ")", "[", "(", "{", ":", "}") or behind == "<<<":
            is_type = before[0] == "name" and (before[1] in TYPE_WORDS or
                                               before[1] not in KEYWORDS)
            # `float *x`, `const T &x`, `vector<int> x`, `[[maybe_unused]] x`.
            is_declarator = before[1] in ("*", "&", "&&", ">") and at > 1 and (
                code[at - 2][0] == "name" or code[at - 2][1] in ("*", ">", "&"))
            if is_type or (is_declarator and behind in ("=", ";", ",", ")", "[", "{", ":")):
                names.add(text)
    return names


def fixed_names(source):
    """Names that inline assembly refers to, that a preprocessor operator glues together, or that the
    standard library gives what it declares."""
    names = set()
    for chain in re.findall(r"\bstd((?:::\w+)+)", source.text):
        names.update(chain.split("::"))
    for kind, text, _ in source.tokens:
        if kind == "text":
            names.update(re.findall(r"%\[(\w+)\]", text))
    for line in source.text.splitlines():
        if line.lstrip().startswith("#") and "##" in line:
            names.update(re.findall(r"[A-Za-z_]\w*", line))
    return names


def template_numbers(source):
    """Names of template parameters that are numbers: they do say which arguments are guessed."""
    names = set()
    for parameters in re.findall(r"template\s*<([^<>]*)>", source.text):
        names.update(re.findall(r"\b(?:int|unsigned|size_t|auto)\s+(\w+)", parameters))
    return names


class Renaming:
    def __init__(self, names, numbers):
        self.new = {}
        self.old = {}
        for number, name in enumerate(sorted(names)):
            # In another order than before, so that nothing hangs on that either.
            stem = STEMS[number % len(STEMS)]
            if name in numbers and "thread" in stem:
                stem = STEMS[0]
            new = f"{stem}_{len(names) - number}"
            self.new[name] = new
            self.old[new] = name
        self.pattern = re.compile(r"[A-Za-z_]\w*")

    def apply(self, source):
        """The text, and for each line where its tokens were and are: [(new, old)]."""
        pieces, places, done, column_shift = [], collections.defaultdict(list), 0, 0
        line, line_start = 1, 0
        for kind, text, start in source.tokens:
            between = source.text[done:start]
            pieces.append(between)
            if "\n" in between:
                line += between.count("\n")
                line_start = done + between.rfind("\n") + 1
                column_shift = 0
            old_column = start - line_start + 1
            new = text
            if kind == "name":
                new = self.new.get(text, text)
            elif kind == "comment" and "memlint:" in text:
                new = self.pattern.sub(lambda match: self.new.get(match.group(), match.group()), text)
            places[line].append((old_column + column_shift, old_column))
            pieces.append(new)
            column_shift += len(new) - len(text)
            if "\n" in text:
                line += text.count("\n")
                line_start = start + text.rfind("\n") + 1
                column_shift = 0
            # The place behind the token.
            places[line].append((start + len(text) - line_start + 1 + column_shift,
                                 start + len(text) - line_start + 1))
            done = start + len(text)
        pieces.append(source.text[done:])
        return "".join(pieces), {line: sorted(set(each)) for line, each in places.items()}

    def restore(self, text):
        return self.pattern.sub(lambda match: self.old.get(match.group(), match.group()), text)


def column_before(places, line, column):
    """Where a column of the renamed line was; within a token, where the token begins."""
    known = places.get(line, [])
    at = bisect.bisect_right(known, (column, 1 << 30)) - 1
    return known[at][1] if at >= 0 else column


# Of the source, which is cut where it is long, and what is made of it: fingerprints of accesses.
LEFT_OUT = {"fingerprint", "text", "id", "access"}


def shortened(match):
    quoted = match.group(1)
    return "`...`" if len(quoted) > 30 or quoted.endswith("...") else match.group()


def simplify(value, path, restore, column):
    """A part of a report, with names put back."""
    if isinstance(value, dict):
        path = value.get("path", path)
        line = value.get("line", 0)
        result = {}
        for key, each in value.items():
            if key in LEFT_OUT:
                continue
            if key == "column" or key == "end_column":
                of = line if key == "column" else value.get("end_line", line)
                result[key] = column(path, of, each)
            else:
                result[key] = simplify(each, path, restore, column)
        return result
    if isinstance(value, list):
        return [simplify(each, path, restore, column) for each in value]
    if isinstance(value, str):
        value = re.sub(r"(line )(\d+):(\d+)",
                       lambda at: f"{at[1]}{at[2]}:{column(path, int(at[2]), int(at[3]))}", value)
        value = re.sub(r"(\(lambda at [^:]*:\d+):\d+\)", r"\1)", value)
        # Long texts of the source are cut, or an array stands for an access of it.
        value = re.sub(r"(lanes [a-z ]+) `[^`]*`", r"\1 `...`", value)
        return re.sub(r"`([^`]*)`", shortened, restore(value))
    return value


def report(tool, folder, file):
    """Of one file alone: functions of one name in two files would be taken for one."""
    command = [tool, "--toolkit=embedded", "--no-config", "--format=json", "--fail-on=error", file]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if not run.stdout:
        raise RuntimeError(f"nothing is said of {file}: {run.stderr[:2000]}")
    return json.loads(run.stdout)


def reports(tool, folder, files):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda file: report(tool, folder, file), files))


def by_kernel(reported, restore, column):
    """Accesses by place of the kernel, findings by place; in an order that no name decides."""
    items = collections.defaultdict(list)
    for file in (file for each in reported for file in each["files"]):
        items[(file["path"], 0, "parsed")].append((file["parsed"], file.get("errors")))
        for kernel in file["kernels"]:
            key = (kernel["path"], kernel["line"], "kernel")
            items[key].append(json.dumps(simplify(kernel, kernel["path"], restore, column),
                                         sort_keys=True))
    for finding in (finding for each in reported for finding in each["findings"]):
        key = (finding["path"], finding["line"], finding["check"])
        items[key].append(json.dumps(simplify(finding, finding["path"], restore, column),
                                     sort_keys=True))
    return {key: sorted(map(str, each)) for key, each in items.items()}


def difference(before, after):
    """From where on two texts differ."""
    at = next((at for at, (one, other) in enumerate(zip(before, after)) if one != other),
              min(len(before), len(after)))
    begin = max(0, at - 120)
    return f"    before: ...{before[begin:at + 200]}\n    after:  ...{after[begin:at + 200]}"


def files_in(sources):
    for source in sources:
        if not os.path.isdir(source):
            yield source
        for parent, _, files in sorted(os.walk(source)):
            for file in sorted(files):
                if file.endswith((".cu", ".cuh", ".h")):
                    yield os.path.join(parent, file)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True)
    parser.add_argument("--headers", required=True, help="the folder of CUDA's embedded headers")
    parser.add_argument("--work", required=True, help="a folder to write to")
    parser.add_argument("--every", type=int, default=1, metavar="N",
                        help="analyse one file of N; all are renamed")
    parser.add_argument("sources", nargs="+", help="files and folders, relative to here")
    arguments = parser.parse_args()

    sources = {}
    for path in files_in(arguments.sources):
        with open(path, encoding="latin-1", newline="") as stream:
            sources[path] = Source(stream.read())
    names = set().union(*map(declared_names, sources.values()))
    names -= set().union(*map(fixed_names, sources.values()))
    names -= KEYWORDS | (header_names(arguments.headers) - SELDOM)
    # What comments to the tool say.
    names -= {"memlint", "assume", "distinct"}
    # Functions that CUDA once had mean it in other sources that declare them in no header.
    names = {name for name in names if not re.match("__|cuda[A-Z]", name)}
    renaming = Renaming(names, set().union(*map(template_numbers, sources.values())))

    places = {}
    for path, source in sources.items():
        renamed, places[path] = renaming.apply(source)
        for folder, text in (("before", source.text), ("after", renamed)):
            to = os.path.join(arguments.work, folder, path)
            os.makedirs(os.path.dirname(to), exist_ok=True)
            with open(to, "w", encoding="latin-1", newline="") as stream:
                stream.write(text)

    def column_in_after(path, line, column):
        known = places.get(os.path.normpath(path))
        return column_before(known, line, column) if known else column

    unchanged = {path: {line: [(old, old) for _, old in each] for line, each in of.items()}
                 for path, of in places.items()}

    def column_in_before(path, line, column):
        known = unchanged.get(os.path.normpath(path))
        return column_before(known, line, column) if known else column

    files = [path for path in sources if path.endswith(".cu")][::arguments.every]
    before = by_kernel(reports(arguments.tool, os.path.join(arguments.work, "before"), files),
                       lambda text: text, column_in_before)
    after = by_kernel(reports(arguments.tool, os.path.join(arguments.work, "after"), files),
                      renaming.restore, column_in_after)
    wrong = 0
    for key in sorted(set(before) | set(after)):
        one, other = before.get(key, []), after.get(key, [])
        if one == other:
            continue
        wrong += 1
        print(f"{key[0]}:{key[1]}: {key[2]}: {len(one)} before, {len(other)} after")
        if one and other:
            pair = next(((a, b) for a, b in zip(one, other) if a != b), (str(one), str(other)))
            print(difference(*pair))
    findings = sum(len(each) for key, each in before.items() if key[2].startswith("cuda-"))
    print(f"{len(names)} names in {len(files)} files, {findings} findings: {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
