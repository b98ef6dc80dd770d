#!/usr/bin/env python3
"""make_diff.py FILE: writes FILE, in which two lines are at fault, and prints a diff, as git does,
by which one of them is new."""

import os
import sys

name = os.path.basename(sys.argv[1])
lines = [
    "__global__ void scale(float *out, const float *in) {",
    "  out[threadIdx.x * 2] = in[threadIdx.x];",
    "  out[threadIdx.x * 2 + 256] = in[threadIdx.x];",
    "}",
    "void run(float *out, const float *in) { scale<<<1, 32>>>(out, in); }",
]
with open(sys.argv[1], "w", encoding="utf-8") as source:
    source.write("\n".join(lines) + "\n")
print(f"--- a/{name}\n+++ b/{name}\n@@ -2,1 +2,1 @@\n-  out[threadIdx.x] = in[threadIdx.x];\n+{lines[1]}")
