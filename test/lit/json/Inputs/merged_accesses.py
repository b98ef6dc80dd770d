"""Prints what the JSON report says each access costs in its first launch, as compiled, and by itself where it is merged."""

import json
import sys


def totals(launch, names):
    return " ".join(
        "{}={}".format(short, "null" if launch[name] is None else launch[name])
        for short, name in names
    )


COST = [("requests", "requests"), ("lanes", "lanes"), ("cost", "cost"), ("ideal", "ideal"), ("worst", "worst_per_request")]

with open(sys.argv[1]) as report:
    document = json.load(report)
for kernel in document["files"][0]["kernels"]:
    for access in kernel["accesses"]:
        launch = access["launches"][0]
        text = "{}: {}".format(access["text"], totals(launch.get("as_compiled", launch), COST))
        if "merged_bytes" in access:
            into = access["merged_into"]
            text += "; {} bytes into {}; by itself {}".format(
                access["merged_bytes"],
                "null" if into is None else into,
                totals(launch, [each for each in COST if each[0] != "lanes"]),
            )
        print(text)
