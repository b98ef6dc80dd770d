"""Makes files in the current folder whose names and contents hold what terminals act upon."""

import os

ESCAPES = "\x1b]0;title\x07\x1b[31m\x9b2J\x08\u202e\u2066\u200b\ufeff"

SOURCE = f"""
// Other ends of lines: \r \u2028 \x0b \x0c \x85
// ESC: {ESCAPES}
#include "{ESCAPES}missing.h"
#error {ESCAPES}
#pragma message("{ESCAPES}")
#define MACRO "{ESCAPES}"
#pragma clang __debug macro MACRO
#pragma clang __debug dump kernel
#line 7 "{ESCAPES}.cu"
static_assert(false, "{ESCAPES}");
const char *text = {ESCAPES};
[[deprecated("{ESCAPES}")]] void old();
__global__ void kernel(float *out, const float *in) {{ // {ESCAPES}
  /* {ESCAPES} */ out[threadIdx.x] = in[32 * threadIdx.x]; // {ESCAPES}
  // memlint: {ESCAPES}
  // NOLINTNEXTLINE({ESCAPES})
  __shared__ float tile[32][32]; /* \u202e */ tile[threadIdx.x][0] = tile\u202e[0][threadIdx.x];
  asm volatile("{ESCAPES}");
}}
template <int N> __global__ void named(float *out) {{ static_assert(N < 0, "{ESCAPES}"); }}
"""

# The same names in all would make one program of them.
SHORT = "__global__ void k{0}(float *o, const float *i) {{ o[threadIdx.x] = i[32 * threadIdx.x]; }}\n"

NAMES = ["\x1b]0;title\x07.cu", "new\nline.cu", "\u202egnp.cu", "-dash.cu", "--output=made.cu",
         "quo'te\".cu", "$(touch made).cu", "`touch made`.cu", "a;touch made.cu", "x" * 240 + ".cu",
         b"\xff\xfe.cu", "two  spaces .cu", "back\\slash.cu", "%s%n.cu", "*.cu", "[a-z].cu"]
with open("plain.cu", "wb") as file:
    file.write(SOURCE.encode())
for number, name in enumerate(NAMES):
    with open(name if isinstance(name, bytes) else name.encode(), "wb") as file:
        file.write(SHORT.format(number).encode())
# As deep as names may be together.
deep = "d" * 200
for _ in range(15):
    os.mkdir(deep)
    os.chdir(deep)
with open("deep.cu", "wb") as file:
    file.write(SHORT.format("deep").encode())
