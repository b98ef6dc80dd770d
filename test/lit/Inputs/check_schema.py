#!/usr/bin/env python3
"""check_schema.py SCHEMA: holds the JSON on standard input against a JSON schema.

Knows the keywords that docs/json-schema.json and docs/config-schema.json use; a keyword it
does not know is an error. Members of objects that the schema does not name are errors too,
so that everything that is printed is described."""

import json
import re
import sys

IGNORED = {"$schema", "$defs", "title", "description", "properties", "required", "items"}
TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "null": type(None),
}


def has_type(value, name):
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])


def is_number(value):
    return has_type(value, "number")


def agrees(value, schema, root, where):
    try:
        check(value, schema, root, where)
    except SystemExit:
        return False
    return True


def check(value, schema, root, where):
    """Ends the program where they do not agree."""
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    for keyword, expected in schema.items():
        if keyword in IGNORED or keyword == "additionalProperties":
            continue
        if keyword == "type":
            names = expected if isinstance(expected, list) else [expected]
            good = any(has_type(value, name) for name in names)
        elif keyword == "enum":
            good = value in expected
        elif keyword == "const":
            good = value == expected
        elif keyword == "pattern":
            good = not isinstance(value, str) or re.search(expected, value) is not None
        elif keyword == "anyOf":
            good = any(agrees(value, each, root, where) for each in expected)
        elif keyword == "minimum":
            good = not is_number(value) or value >= expected
        elif keyword == "maximum":
            good = not is_number(value) or value <= expected
        elif keyword == "minProperties":
            good = not isinstance(value, dict) or len(value) >= expected
        elif keyword == "minItems":
            good = not isinstance(value, list) or len(value) >= expected
        elif keyword == "maxItems":
            good = not isinstance(value, list) or len(value) <= expected
        else:
            sys.exit("check_schema.py: unknown keyword " + keyword)
        if not good:
            sys.exit("{}: {!r} is not {} {}".format(where, value, keyword, expected))
    described = schema.get("properties", {})
    others = schema.get("additionalProperties", False)
    if isinstance(value, dict) and (described or others):
        for name in schema.get("required", []):
            if name not in value:
                sys.exit("{}: {} is missing".format(where, name))
        for name, member in value.items():
            if name not in described and not others:
                sys.exit("{}: {} is not described".format(where, name))
            check(member, described.get(name, others), root, where + "." + name)
    if isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            check(item, schema["items"], root, "{}[{}]".format(where, index))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    check(json.load(sys.stdin), schema, schema, "report")


if __name__ == "__main__":
    main()
