"""same_findings.py COMMAND TIDY FILE...: holds the findings of each file, remarks included, against one
another as the command prints them as text, as JSON, as SARIF and in the page of HTML, as
clang-tidy prints them, and as the server publishes them: check, line, column and message. In the
text, by clang-tidy, for GitLab and GitHub, in the page, and of the server also how many are shown:
findings of several instantiations of a template as one; and in the text, by clang-tidy and of the
server which of them is shown first, at what level and with what help.

TIDY is what runs clang-tidy with the module. Prints how many there are, or what differs.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse

from client import Client

LINE = re.compile(r".*?:(?P<line>\d+):(?P<column>\d+): (?P<level>error|warning|remark): (?P<message>.*) "
                  r"\[(?P<check>cuda-[\w-]+)\]$")
# The text names those of other instantiations of a template at the same place in notes.
ELSEWHERE = re.compile(r"(?:.*?:\d+:\d+: )?note: in `.*?`: (?P<message>.*)$")
# Only the text counts those of more kernels than a reader wants to compare.
COUNTED = re.compile(r"note: and in \d+ more kernels?$")
HELP = re.compile(r"(?:.*?:\d+:\d+: )?(?:note: )?help: (?P<message>.*?)(?: \[cuda-[\w-]+\])?$")
LEVELS = {1: "error", 2: "warning", 3: "remark"}


def output_of(command):
    # 1 says that something was found.
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"{command}: exit code {run.returncode}: {run.stderr}")
    return run.stdout


def of_lines(text):
    """The findings, and the places with more than those that are shown."""
    found, counted, place = set(), set(), None
    for line in text.splitlines():
        if match := LINE.match(line):
            place = match["check"], int(match["line"]), int(match["column"])
            found.add((*place, match["message"]))
        elif match := ELSEWHERE.match(line):
            found.add((*place, match["message"]))
        elif COUNTED.match(line):
            counted.add(place)
    return found, counted


def shown_of_lines(text):
    """What is shown of each place and check: level, message and help."""
    shown, place = [], None
    for line in text.splitlines():
        if match := LINE.match(line):
            place = match["check"], int(match["line"]), int(match["column"])
            shown.append([*place, match["level"], match["message"], ""])
        elif shown and (match := HELP.match(line)):
            shown[-1][-1] = match["message"]
    return {tuple(each) for each in shown}


def without_levels(shown):
    return {(check, line, column, message, advice)
            for check, line, column, _, message, advice in shown}


def of_json(text):
    return {(item["check"], item["line"], item["column"], item["message"])
            for item in json.loads(text)["findings"] if "same_cause_as" not in item}


def of_page(text):
    return of_json(re.search(r'<script [^>]*id="report">(.*?)</script>', text, re.S)[1])


def count_of_page(text):
    report = json.loads(re.search(r'<script [^>]*id="report">(.*?)</script>', text, re.S)[1])
    return sum(not {"same_cause_as", "shown_with", "suppressed"} & set(item)
               for item in report["findings"])


def of_sarif(text):
    found = set()
    for item in json.loads(text)["runs"][0]["results"]:
        if "sameCauseAs" in item.get("properties", {}):
            continue
        region = item["locations"][0]["physicalLocation"]["region"]
        # Notes follow in lines of their own.
        message = item["message"]["text"].split("\n")[0]
        found.add((item["ruleId"], region["startLine"], region["startColumn"], message))
    return found


REPORTS = {"json": of_json, "sarif": of_sarif, "html": of_page}
# How many findings the formats have that show as one what the text does.
COUNTS = {"html": lambda text: count_of_page(text),
          "gitlab": lambda text: len(json.loads(text)),
          "github": lambda text: sum(line.startswith("::") for line in text.splitlines())}


def count_of(text):
    return sum(bool(LINE.match(line)) for line in text.splitlines())


def of_reports(command, path):
    """The text, by format those of the other reports of the same run, and by format how many
    are shown."""
    with tempfile.TemporaryDirectory() as folder:
        names = {name: pathlib.Path(folder, name) for name in (*REPORTS, *COUNTS)}
        text = output_of([command, "--no-cache", "--remarks", str(path),
                          *(f"--also={name}:{report}" for name, report in names.items())])
        texts = {name: report.read_text(encoding="utf-8") for name, report in names.items()}
        return (text, {name: read(texts[name]) for name, read in REPORTS.items()},
                {"text": count_of(text), **{name: count(texts[name]) for name, count in COUNTS.items()}})


def of_server(client, path):
    """In the file and in the headers that it includes."""
    client.diagnostics.clear()
    client.open(path)
    client.diagnostics_of(path)
    found, shown, lines = set(), set(), {}
    items = [(uri, item) for uri, all_there in client.diagnostics.items()
             for item in all_there["diagnostics"]]
    client.notify("textDocument/didClose", {"textDocument": {"uri": client.uri(path)}})
    for uri, item in items:
        if uri not in lines:
            name = urllib.parse.unquote(urllib.parse.urlparse(uri).path)
            lines[uri] = pathlib.Path(name).read_text(encoding="utf-8").splitlines()
        start = item["range"]["start"]
        # Code units of UTF-16, counted from 0, against bytes, counted from 1.
        before = lines[uri][start["line"]].encode("utf-16-le")[:2 * start["character"]]
        column = len(before.decode("utf-16-le").encode()) + 1
        message, *notes = item["message"].split("\n")
        place = item["code"], start["line"] + 1, column
        found.add((*place, message))
        found |= {(*place, match["message"]) for match in map(ELSEWHERE.match, notes) if match}
        advice = next((match["message"] for match in map(HELP.match, notes) if match), "")
        shown.add((*place, LEVELS[item["severity"]], message, advice))
    return found, shown, len(items)


def of_tidy(tidy, path):
    """What clang-tidy prints, and how many it shows."""
    config = "{Checks: '-*,cuda-*', CheckOptions: {cuda-memlint.Remarks: true}}"
    text = output_of([tidy, "--quiet", f"--config={config}", "--warnings-as-errors=-*",
                      "--header-filter=.*", str(path), "--"])
    return text, count_of(text)


def main():
    command, tidy, *names = sys.argv[1:]
    paths = [pathlib.Path(name).resolve() for name in names]
    client = Client([command, "lsp", "--remarks"], paths[0].parent)
    total, differences = 0, []
    for path in paths:
        text, others, counts = of_reports(command, path)
        texts, counted = of_lines(text)
        total += len(texts)
        tidy_text, counts["clang-tidy"] = of_tidy(tidy, path)
        others["clang-tidy"], _ = of_lines(tidy_text)
        others["the server"], of_editor, counts["the server"] = of_server(client, path)
        shown = shown_of_lines(text)
        # clang-tidy has no remarks: all levels but errors are warnings.
        pairs = [("the server", shown, of_editor),
                 ("clang-tidy", without_levels(shown), without_levels(shown_of_lines(tidy_text)))]
        for name, here, there in pairs:
            differences += [f"shown by the text, not by {name}: {path.name}: {each}"
                            for each in sorted(here - there)]
            differences += [f"shown by {name}, not by the text: {path.name}: {each}"
                            for each in sorted(there - here)]
        if len(set(counts.values())) != 1:
            differences.append(f"not as many: {path.name}: {counts}")
        for name, found in others.items():
            differences += [f"of the text, not of {name}: {path.name}: {each}"
                            for each in sorted(texts - found)]
            differences += [f"of {name}, not of the text: {path.name}: {each}"
                            for each in sorted(found - texts) if each[:3] not in counted]
    client.close()
    if differences:
        sys.exit("\n".join(differences))
    print(f"{len(paths)} files, {total} findings, the same")


if __name__ == "__main__":
    main()
