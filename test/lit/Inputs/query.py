#!/usr/bin/env python3
"""Prints what cuda-memlint's JSON says each access costs, one line a launch.

Reads the JSON from standard input (or the file named with --from) and prints, for
every access and every launch of it,

  line 12: shared load requests=32 cost=1024 ideal=32 worst=32; proved; kernel=k grid=1,1,1 block=32,32,1

sorted by line, kernel, launch, space, kind and cost, so that FileCheck lines can
follow the accesses they are about. Columns take no part in the order. A number that
the JSON gives as null prints as `null`, and then the reason as `why_null=...`. An
access without launches prints one line with its class and reason. The options keep
some of the lines.
"""

import argparse
import json
import sys


def number(value):
    """A JSON number without a needless fraction; null as such."""
    if value is None:
        return "null"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def dimensions(value):
    if value is None:
        return "null"
    return ",".join(number(extent) for extent in value)


def describe(kernel, access, launch):
    where = "line {}: {} {}".format(access["line"], access["space"], access["kind"])
    if launch is None:
        return "{} {}; {}; kernel={}".format(
            where, access.get("class"), access.get("reason"), kernel
        )
    text = "{} requests={} cost={} ideal={} worst={}; {}; kernel={} grid={} block={}".format(
        where,
        number(launch.get("requests")),
        number(launch.get("cost")),
        number(launch.get("ideal")),
        number(launch.get("worst_per_request")),
        launch.get("known"),
        kernel,
        dimensions(launch.get("grid")),
        dimensions(launch.get("block")),
    )
    if launch.get("why_null"):
        text += " why_null={}".format(launch["why_null"])
    return text


def rows(document):
    for file in document["files"]:
        for kernel in file["kernels"]:
            for access in kernel.get("accesses") or []:
                launches = access.get("launches") or [None]
                for index, launch in enumerate(launches):
                    cost = (launch or {}).get("cost")
                    order = (
                        access["line"],
                        kernel["name"],
                        index,
                        access["space"],
                        access["kind"],
                        -1 if cost is None else cost,
                    )
                    yield order, kernel["name"], access, launch


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("line", nargs="?", type=int, help="only accesses on this line")
    parser.add_argument("space", nargs="?", help="only accesses to this memory space")
    parser.add_argument("kind", nargs="?", help="only loads, stores, ...")
    parser.add_argument("--kernel", help="only this kernel, template arguments included")
    parser.add_argument("--from", dest="source", help="a file to read instead of standard input")
    options = parser.parse_args()

    try:
        if options.source:
            with open(options.source, encoding="utf-8") as file:
                document = json.load(file)
        else:
            document = json.load(sys.stdin)
    except (OSError, ValueError) as error:
        sys.exit("query.py: no JSON to read: {}".format(error))

    for _, name, access, launch in sorted(rows(document), key=lambda row: row[0]):
        if options.line is not None and access["line"] != options.line:
            continue
        if options.space is not None and access["space"] != options.space:
            continue
        if options.kind is not None and access["kind"] != options.kind:
            continue
        if options.kernel is not None and name != options.kernel:
            continue
        print(describe(name, access, launch))


if __name__ == "__main__":
    main()
