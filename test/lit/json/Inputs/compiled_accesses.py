"""Prints the requests of each access in the first launch of its kernel, by itself and as compiled, and those of the whole launch."""

import json
import sys


def requests(counted):
    return ("at most " if "at_most" in counted else "") + str(counted["requests"])


with open(sys.argv[1]) as report:
    document = json.load(report)
for kernel in document["files"][0]["kernels"]:
    print(kernel["name"])
    for access in kernel["accesses"]:
        launch = access["launches"][0]
        text = "{} {}: {}".format(access["text"], access["kind"], requests(launch))
        if "as_compiled" in launch:
            text += "; as compiled: " + requests(launch["as_compiled"])
        print(text)
    print("traffic: " + requests(kernel["summary"][0]["traffic"][0]))
