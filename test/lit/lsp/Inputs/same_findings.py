"""same_findings.py COMMAND TIDY FILE...: holds the findings of each file, remarks included, against one
another as the command prints them as text, as JSON, as SARIF and in the page of HTML, as
clang-tidy prints them, and as the server publishes them: check, line, column and message. In the
text, by clang-tidy, for GitLab and GitHub, and of the server also how many are shown: findings of
several instantiations of a template as one.

TIDY is what runs clang-tidy with the module. Prints how many there are, or what differs.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

from client import Client

LINE = re.compile(r".*?:(?P<line>\d+):(?P<column>\d+): (?:error|warning|remark): (?P<message>.*) "
                  r"\[(?P<check>cuda-[\w-]+)\]$")
# The text names those of other instantiations of a template at the same place in notes.
ELSEWHERE = re.compile(r"(?:.*?:\d+:\d+: )?note: in `.*?`: (?P<message>.*)$")


def output_of(command):
    # 1 says that something was found.
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"{command}: exit code {run.returncode}: {run.stderr}")
    return run.stdout


def of_lines(text):
    found, place = set(), None
    for line in text.splitlines():
        if match := LINE.match(line):
            place = match["check"], int(match["line"]), int(match["column"])
            found.add((*place, match["message"]))
        elif match := ELSEWHERE.match(line):
            found.add((*place, match["message"]))
    return found


def of_json(text):
    return {(item["check"], item["line"], item["column"], item["message"])
            for item in json.loads(text)["findings"] if "same_cause_as" not in item}


def of_page(text):
    return of_json(re.search(r'<script [^>]*id="report">(.*?)</script>', text, re.S)[1])


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
COUNTS = {"gitlab": lambda text: len(json.loads(text)),
          "github": lambda text: sum(line.startswith("::") for line in text.splitlines())}


def count_of(text):
    return sum(bool(LINE.match(line)) for line in text.splitlines())


def of_reports(command, path):
    """Those of the text, by format those of the other reports of the same run, and by format how many
    are shown."""
    with tempfile.TemporaryDirectory() as folder:
        names = {name: pathlib.Path(folder, name) for name in (*REPORTS, *COUNTS)}
        text = output_of([command, "--no-cache", "--remarks", str(path),
                          *(f"--also={name}:{report}" for name, report in names.items())])
        texts = {name: report.read_text(encoding="utf-8") for name, report in names.items()}
        return (of_lines(text), {name: read(texts[name]) for name, read in REPORTS.items()},
                {"text": count_of(text), **{name: count(texts[name]) for name, count in COUNTS.items()}})


def of_server(client, path):
    lines = path.read_text(encoding="utf-8").splitlines()
    client.open(path)
    found, items = set(), client.diagnostics_of(path)
    for item in items:
        start = item["range"]["start"]
        # Code units of UTF-16, counted from 0, against bytes, counted from 1.
        before = lines[start["line"]].encode("utf-16-le")[:2 * start["character"]]
        column = len(before.decode("utf-16-le").encode()) + 1
        message, *notes = item["message"].split("\n")
        place = item["code"], start["line"] + 1, column
        found.add((*place, message))
        found |= {(*place, match["message"]) for match in map(ELSEWHERE.match, notes) if match}
    return found, len(items)


def of_tidy(tidy, path):
    """Those that clang-tidy prints, and how many it shows."""
    config = "{Checks: '-*,cuda-*', CheckOptions: {cuda-memlint.Remarks: true}}"
    text = output_of([tidy, "--quiet", f"--config={config}", "--warnings-as-errors=-*",
                      str(path), "--"])
    return of_lines(text), count_of(text)


def main():
    command, tidy, *names = sys.argv[1:]
    paths = [pathlib.Path(name).resolve() for name in names]
    client = Client([command, "lsp", "--remarks"], paths[0].parent)
    total, differences = 0, []
    for path in paths:
        texts, others, counts = of_reports(command, path)
        total += len(texts)
        others["clang-tidy"], counts["clang-tidy"] = of_tidy(tidy, path)
        others["the server"], counts["the server"] = of_server(client, path)
        if len(set(counts.values())) != 1:
            differences.append(f"not as many: {path.name}: {counts}")
        for name, found in others.items():
            differences += [f"of the text, not of {name}: {path.name}: {each}"
                            for each in sorted(texts - found)]
            differences += [f"of {name}, not of the text: {path.name}: {each}"
                            for each in sorted(found - texts)]
    client.close()
    if differences:
        sys.exit("\n".join(differences))
    print(f"{len(paths)} files, {total} findings, the same")


if __name__ == "__main__":
    main()
