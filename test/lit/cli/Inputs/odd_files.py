#!/usr/bin/env python3
"""odd_files.py EXAMPLES FOLDER: copies of an example by names that are hard to write down,
and sources whose messages hold what formats give a meaning to."""

import os
import sys
from pathlib import Path

NAMES = ["plain.cu", "a b.cu", "100%.cu", "%41.cu", "a#b?c.cu", "q:r.cu", "[x].cu", "ä€𝄞.cu", "tab\t.cu",
         "line\nbreak.cu", "\"quote'.cu", "back\\slash.cu", "\u202eright.cu", b"not-utf8-\xff.cu", "{0}.cu",
         "semi;colon&.cu", "~.cu"]

ODD_SOURCE = """
template <typename F> __global__ void apply(float *out, F f) {
  /* \u00e4\u20ac\U0001d11e \t*/ out[threadIdx.x * 8] = f({0}); /* [link](0) {1} */
}
int main() { apply<<<1, 32>>>((float *)0, [] __device__ (float x) { return x; }); }
"""


def main():
    example = (Path(sys.argv[1]) / "transpose_tiled.cu").read_bytes()
    for number, name in enumerate(NAMES):
        raw = name if isinstance(name, bytes) else name.encode()
        with open(os.path.join(sys.argv[2].encode(), raw), "wb") as file:
            file.write(example.replace(b"transposeTiled", b"transpose%d" % number))
    (Path(sys.argv[2]) / "odd.cu").write_text(ODD_SOURCE)
    (Path(sys.argv[2]) / "crlf.cu").write_bytes(example.replace(b"\n", b"\r\n"))


main()
