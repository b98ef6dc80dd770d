"""Makes sources in the current folder that ask for much."""

KERNEL = "__global__ void k(float *out) { out[threadIdx.x] = 1; }\n"

SOURCES = {
    "itself.cu": '#include "itself.cu"\n' + KERNEL,
    # 2 to the power of the deepest nesting.
    "twice.cu": '#include "twice.cu"\n#include "twice.cu"\n',
    "line.cu": KERNEL + "/*" + "x" * 8_000_000 + "*/ int a[] = {" + "1," * 200_000 + "1};\n",
    "empty.cu": "",
    "nul.cu": "\0" * 100_000,
    "bom.cu": "\ufeff\ufeff" + KERNEL,
    "open.cu": KERNEL + "__global__ void open(float *o) { if (1) { /* \"",
    "debug.cu": "#define M \"\x1b[31m\"\n" + "".join(
        f"#pragma clang __debug {word}\n" for word in (
            "crash", "parser_crash", "overflow_stack", "llvm_fatal_error", "llvm_unreachable",
            "captured", "macro M", "dump k", "diag_mapping", "sloc_usage")) + KERNEL,
    "lines.cu": '__global__ void k() {\n#line 1 "/etc/passwd"\n#line 1 "/dev/zero"\nundeclared;\n}\n',
    # Behind each jump everything is under one condition more.
    "jumps.cu": "__global__ void jumps(float *p) {\n" + "".join(
        f"L{n}: p[{n}] += 1; if (p[{n} + threadIdx.x] > 0) goto L{n * 1919 % 3000};\n" for n in range(3000)) + "}\n",
}
for name, text in SOURCES.items():
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)
