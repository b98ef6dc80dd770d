"""Runs the command once with a report in each format that --help lists, and checks the exit code
and that each report has the text.

  each_format.py EXIT-CODE TEXT COMMAND [ARGUMENT...]
"""

import pathlib
import re
import subprocess
import sys
import tempfile


def main():
    expected, text, *command = sys.argv[1:]
    usage = subprocess.run([command[0], "--help"], check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
    formats = re.findall(r"  (\w+) ", re.search(r"FORMATS:\n\n((?:  \w+ +- .*\n)+)", usage)[1])
    assert {"text", "html"} <= set(formats), formats
    with tempfile.TemporaryDirectory() as folder:
        files = {name: pathlib.Path(folder, name) for name in formats}
        run = subprocess.run([*command, *(f"--also={name}:{path}" for name, path in files.items())], check=False,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
        problems = [] if run.returncode == int(expected) else [f"exit code {run.returncode}\n{run.stderr}"]
        reports = {name: path.read_text(encoding="utf-8") if path.exists() else "" for name, path in files.items()}
        for name, report in {"standard output": run.stdout, **reports}.items():
            if text not in report:
                problems.append(f"{name}: no {text!r}")
    sys.exit("\n".join(problems) or 0)


main()
