"""How often each kernel of files of recorded launches was launched, and put into a graph."""

import collections
import pathlib
import re
import sys

counts = collections.Counter()
for path in map(pathlib.Path, sys.argv[1:]):
    kernel = None
    for line in path.read_text(encoding="utf-8").splitlines():
        if found := re.match(r" +name: +'?(.*?)'?$", line):
            kernel = path.stem, found[1]
            counts[(*kernel, "count")] += 0
        elif found := re.match(r" +(count|captured): +(\d+)$", line):
            counts[(*kernel, found[1])] += int(found[2])
for program, name in sorted({key[:2] for key in counts}):
    print(program, name, counts[program, name, "count"], counts[program, name, "captured"])
