"""Makes files in the current folder that are not text in UTF-8, or not source text."""

import random

KERNEL = "__global__ void k(float *out) { out[32 * threadIdx.x] = 1; }\n"

generator = random.Random(1)
FILES = {
    "mark16.cu": KERNEL.encode("utf-16"),
    "mark32.cu": KERNEL.encode("utf-32"),
    "plain16.cu": KERNEL.encode("utf-16-le"),
    "random.cu": generator.randbytes(5000),
    "letters.cu": bytes(generator.choices(range(128, 256), k=500)),
    "zeros.cu": KERNEL.encode() + b"\0" * 100 + b"what\n",
    "nothing.cu": b"\0" * 100,
    "letter.cu": b"Dear reader,\n\nthis is a letter.\n",
    # What nvcc reads, too: other letters in comments, and null bytes between words.
    "latin.cu": KERNEL.encode() + "// \u00e9t\u00e9\n".encode("latin-1"),
    "literal.cu": KERNEL.encode() + 'const char *season = "\u00e9t\u00e9";\n'.encode("latin-1"),
    "spaces.cu": KERNEL.encode() + b"int\0x;\n",
}
for name, data in FILES.items():
    with open(name, "wb") as file:
        file.write(data)
