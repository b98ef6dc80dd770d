"""Tables of planted faults, what is reported of them and what a sanitizer confirms."""

import collections

import records

BEGIN = "<!-- written by test/hardware/races/check.py --update -->\n"
END = "<!-- until here -->\n"

# One planted fault: the program and its label's number; checks that report it; tools that saw it;
# whether --verify-sanitizer calls a finding of it confirmed; whether its twin was run and silent.
Row = collections.namedtuple("Row", "program number label reported seen confirmed twin")


def rows_of(program, said, seen):
    """`said` has findings and confirmations, `seen` the hazards that were recorded or run."""
    findings, confirmations = said.get("as it is", ([], []))
    twin = [hazard for hazard in seen if hazard.twin == "fixed"]
    for number, label in program.labels.items():
        own = [finding for finding in findings if finding.lines & label.lines]
        places = {(finding.check, finding.line) for finding in own}
        tools = sorted({hazard.tool for hazard in seen if hazard.twin == "as it is"
                        and hazard.kind not in (records.NO_HAZARD, records.FAILED)
                        and program.is_at(hazard, label.lines)})
        yield Row(program, number, label, sorted({finding.check for finding in own}), tools,
                  any(item["status"] == "confirmed" and (item["check"], item["line"]) in places
                      for item in confirmations),
                  bool(twin) and all(hazard.kind == records.NO_HAZARD for hazard in twin))


def every_fault(rows):
    text = ("| program | planted | reported | seen by | confirmed |\n"
            "| --- | --- | --- | --- | --- |\n")
    for row in rows:
        text += (f"| {row.program.name} {row.number} | {' or '.join(row.label.checks)} |"
                 f" {', '.join(row.reported) or '–'} | {', '.join(row.seen) or '–'} |"
                 f" {'yes' if row.confirmed else '–'} |\n")
    return text


def for_page(rows, remarks):
    """What is planted in planted/, by check, and each fault that no tool saw though one watches."""
    rows = [row for row in rows if row.program.path.parent.name == "planted"]
    text = "".join(f"- {remark}\n" for remark in remarks)
    text += ("\n| planted | faults | reported | seen by a sanitizer | finding confirmed |"
             " twin silent in both tools |\n| --- | ---: | ---: | ---: | ---: | ---: |\n")
    names = sorted({" or ".join(row.label.checks) for row in rows})
    for name in [*names, None]:
        own = [row for row in rows if name in (None, " or ".join(row.label.checks))]
        counts = (len(own), *(sum(bool(value) for value in column) for column in (
            (set(row.reported) & set(row.label.checks) for row in own), (row.seen for row in own),
            (row.confirmed for row in own), (row.twin for row in own))))
        title = "`" + name.replace(" or ", "` or `") + "`" if name else "**all**"
        text += f"| {title} | " + " | ".join(map(str, counts)) + " |\n"
    text += "\n| watched, but not seen | planted | because |\n| --- | --- | --- |\n"
    for row in rows:
        if row.label.unseen:
            text += (f"| `{row.program.path.stem}` | `{'` or `'.join(row.label.checks)}` |"
                     f" {row.label.unseen} |\n")
    return text


def placed(page, text):
    """The page with this text between its marks."""
    before, found, rest = page.partition(BEGIN)
    _, ended, after = rest.partition(END)
    if not found or not ended:
        raise ValueError(f"no place for the table: {BEGIN.strip()} … {END.strip()}")
    return before + BEGIN + "\n" + text + "\n" + END + after
