#!/usr/bin/env python3
"""Compares which compare-and-swap loops of cas_conversion.cu lose the sum with those that are reported.

  test/hardware/checks/check_conversions.py --tool PATH RECORDED
"""

import pathlib
import re

import recorded

comparison = recorded.Comparison(__doc__)
source = pathlib.Path(__file__).with_name("cas_conversion.cu")
text = source.read_text(encoding="utf-8")
lines = text.splitlines()
starts = {match[1]: text.count("\n", 0, match.start()) + 1
          for match in re.finditer(r"^__global__ void (\w+)\(", text, re.M)}
launched = dict(re.findall(r'print\("([^"]+)",\s*\[\][^{]*\{ (\w+)<<<', text))
reported = comparison.findings(source, "cuda-cas-conversion")
for form in comparison.forms():
    first = starts[launched[form]]
    last = min((line for line in starts.values() if line > first), default=len(lines) + 1)
    is_reported = any(first <= line < last for line in reported)
    # 1,024 additions of 0.25 to 0.5.
    is_lost = comparison.value(form, "sum") != 256.5
    comparison.expect(is_lost == is_reported,
                      f"{form}: the sum is {comparison.text[form, 'sum']}, "
                      f"{'reported' if is_reported else 'not reported'}")
comparison.finish()
