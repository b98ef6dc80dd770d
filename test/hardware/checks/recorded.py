"""What the check_*.py of this folder have in common: recorded rows, and what the tool reports of a source."""

import argparse
import csv
import json
import pathlib
import subprocess
import sys
import tempfile


class Comparison:
    """Reads the command line, --tool PATH RECORDED, and the file of records."""

    def __init__(self, description):
        parser = argparse.ArgumentParser(description=description,
                                         formatter_class=argparse.RawTextHelpFormatter)
        parser.add_argument("--tool", required=True)
        parser.add_argument("recorded")
        arguments = parser.parse_args()
        self.tool = arguments.tool
        self.compared = self.wrong = 0
        with open(arguments.recorded, encoding="utf-8") as file:
            rows = csv.DictReader(line for line in file if not line.startswith("#"))
            self.text = {(row["form"], row["counted"]): row["value"] for row in rows}

    def value(self, form, counted):
        return float(self.text[form, counted])

    def forms(self):
        """Each once, in the order of the file."""
        return list(dict.fromkeys(form for form, _ in self.text))

    def findings(self, source, check):
        """Of the warnings of `check` in `source`, a path or lines: the messages by line, from 1."""
        with tempfile.TemporaryDirectory() as folder:
            path = source
            if isinstance(source, list):
                path = pathlib.Path(folder) / "generated.cu"
                path.write_text("\n".join(source) + "\n", encoding="utf-8")
            report = subprocess.run(
                [self.tool, "--no-config", "--arch=sm_90", "--format=json", "--fail-on=none",
                 "--checks=-*," + check, path], check=True, capture_output=True, text=True)
        return {finding["line"]: finding["message"]
                for finding in json.loads(report.stdout)["findings"]
                if finding["level"] == "warning"}

    def expect(self, holds, what):
        self.compared += 1
        if not holds:
            self.wrong += 1
            print("problem: " + what)

    def finish(self):
        print(f"{self.compared} compared, {self.wrong} wrong")
        sys.exit(self.wrong != 0)
