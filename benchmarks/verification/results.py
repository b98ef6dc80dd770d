"""Tables of results: in CSV files with remarks, and in documents, between marks."""

import argparse
import csv
import pathlib
import sys

END = "<!-- until here -->\n"


def write(path, remarks, fields, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        for remark in remarks:
            file.write(f"# {remark}\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(fields)
        writer.writerows(rows)


def read(path):
    """The remarks, and the rows with their accesses as numbers."""
    lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
    remarks = [line[2:] for line in lines if line.startswith("# ")]
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    for row in rows:
        row["accesses"] = int(row["accesses"])
    return remarks, rows


def update(options, script, table):
    """Puts the table between the document's marks, or fails where it is another."""
    path = pathlib.Path(options.document)
    before = path.read_text(encoding="utf-8")
    name = "/".join(pathlib.Path(options.results).parts[-2:])
    start = f"<!-- written by benchmarks/verification/{script} update {name} -->\n"
    head, found, rest = before.partition(start)
    if not found or END not in rest:
        sys.exit(f"{path}: there is no {start.strip()} ... {END.strip()}")
    after = head + start + "\n" + table(options.results) + "\n" + END + rest.partition(END)[2]
    if options.check:
        sys.exit(0 if after == before else f"{path} is out of date: run {script} update")
    path.write_text(after, encoding="utf-8")


def run(script, description, collect, table):
    """The commands of a script; `collect` returns what it exits with."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("collect")
    command.add_argument("results")
    command.add_argument("reports", nargs="+", metavar="NAME=REPORT.json")
    command.add_argument("--remark", action="append", default=[])
    command.set_defaults(run=collect)
    command = commands.add_parser("print")
    command.add_argument("results")
    command.set_defaults(run=lambda options: print(table(options.results), end=""))
    command = commands.add_parser("update")
    command.add_argument("results")
    command.add_argument("document")
    command.add_argument("--check", action="store_true")
    command.set_defaults(run=lambda options: update(options, script, table))
    options = parser.parse_args()
    sys.exit(options.run(options))
