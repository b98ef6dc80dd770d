#!/usr/bin/env python3
"""Compares the threads that memcheck stopped in the kernels of out_of_bounds.cu with those that are reported.

  test/hardware/checks/check_memcheck.py --tool PATH RECORDED
"""

import pathlib
import re

import recorded

comparison = recorded.Comparison(__doc__)
source = pathlib.Path(__file__).with_name("out_of_bounds.cu")
text = source.read_text(encoding="utf-8")
starts = {match[1]: text.count("\n", 0, match.start()) + 1
          for match in re.finditer(r"^static __global__ void (\w+)\(", text, re.M)}
reported = comparison.findings(source, "cuda-shared-out-of-bounds")
for form in comparison.forms():
    first = starts[form]
    last = min((line for line in starts.values() if line > first), default=text.count("\n") + 1)
    messages = [message for line, message in reported.items() if first <= line < last]
    named = re.search(r"thread \((\d+), ?(\d+), ?(\d+)\)", messages[0]) if messages else None
    thread = "/".join(named.groups()) if named else "none"
    comparison.expect(thread == comparison.text[form, "first_thread"],
                      f"{form}: memcheck stopped thread {comparison.text[form, 'first_thread']}, "
                      f"reported is {messages[0] if messages else 'none'}")
comparison.finish()
