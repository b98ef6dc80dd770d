"""after_mends.py PAGE: the requests that a report in HTML draws after what its findings advise."""

import json
import pathlib
import re
import sys

page = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
details = json.loads(re.search(r'<script [^>]*id="details">(.*?)</script>', page, re.S)[1])
for file in details["files"]:
    for kernel in file["kernels"]:
        for after in (each["after"] for each in kernel["findings"] if "after" in each):
            print(f"after, {after['cost']} of {after['ideal']}: {after['title']}")
            for each in after.get("tile", []):
                first, second, third, *_, last = each["offsets"]
                print(f"  {each['kind']}, {each['cost']} of {each['ideal']}: {each['title']}: "
                      f"{first} {second} {third} .. {last}")
