#!/usr/bin/env python3
"""Writes a program of random kernels whose loops access the same addresses again.

  generate.py SEED COUNT >program.cu

Sums, running maxima and recurrences in one to three loops: with constant, passed and triangular bounds,
conditions, barriers and stores between the loops, with and without `__restrict__`. The same seed writes the
same program. Programs of seeds above 10 have rows that do not overlap in most indices; those of seeds above 200 also
count in other ways, with numbers of other types, and pass over iterations.
"""

import random
import re
import sys

VARIABLES = ["i", "j", "k"]


def bounds(depth, level):
    low = random.choice(["0", "0", "0", "1"])
    if level == 0:
        high = random.choice(["m", "n", "3", "10", "20", "40", "150"])
    else:
        outer = VARIABLES[level - 1]
        high = random.choice(["m", "n", "4", "10", "30"] + [outer, outer + " + 1", outer + " + 2"] * 2)
    if level > 0 and random.random() < 0.15:
        low = VARIABLES[level - 1]
        high = random.choice(["m", "n", "10"])
    return low, high


def target(depth):
    choice = random.random()
    if choice < 0.5:
        return "out[t]"
    if choice < 0.65:
        return "out[t * 2]"
    if choice < 0.8:
        return f"out[{VARIABLES[random.randrange(depth)]} * 65536 + t]"
    return "out[t + m]"


def statements(depth, source):
    kind = random.random()
    if kind < 0.6:
        to = target(depth)
        made = [f"{to} += {source};"]
        if random.random() < 0.25:
            made.append(f"other[t] += {to};" if random.random() < 0.3 else f"other[t] += {source} * 2;")
        return made
    if kind < 0.75:
        last = VARIABLES[depth - 1]
        return [f"out[({last} + 1) * 65536 + t] = out[{last} * 65536 + t] + {source};"]
    if kind < 0.85:
        return [f"out[t + {part} * 4096] += {source} * {part}.5f;" for part in range(random.choice([2, 4, 12]))]
    offset = random.choice(["0", "m", VARIABLES[0]])
    return [f"out[t] = fmaxf(out[t], {source}) + other[t + {offset}];"]


def between(outer):
    """What stands before and behind an inner loop."""
    choice = random.random()
    if choice < 0.4:
        value = random.choice(["1.0f", "out[t]", "in[t]"])
        return "", f" other[{outer} * 65536 + t] = {value};"
    if choice < 0.6:
        return "__syncthreads(); ", ""
    if choice < 0.8:
        return "out[t] = 0; ", ""
    return f"if ({outer} % 2) ", ""


def kernel(number, has_rows):
    restrict = "__restrict__ " if random.random() < 0.8 else ""
    depth = random.choice([1, 2, 2, 2, 3])
    loops = []
    for level in range(depth):
        low, high = bounds(depth, level)
        loops.append(f"for (int {VARIABLES[level]} = {low}; {VARIABLES[level]} < {high}; ++{VARIABLES[level]})")

    def stride(level):
        return [100, 10, 1][level] if has_rows and random.random() < 0.8 else [7, 3, 5][level]

    index = "+".join(f"{VARIABLES[level]}*{stride(level)}" for level in range(depth))
    body = " ".join(statements(depth, f"in[({index}) * 1024 + t]"))
    if random.random() < 0.15:
        body = random.choice(["if (t < 40) ", "if (n > 3) ", "if (t % 2 == 0) "]) + "{ " + body + " }"
    if random.random() < 0.08:
        body += " __syncthreads();"
    for level in reversed(range(depth)):
        before, behind = "", ""
        if level > 0 and random.random() < 0.2:
            before, behind = between(VARIABLES[level - 1])
        body = before + loops[level] + " { " + body + " }" + behind
    return (f"__global__ void f{number}(float *{restrict}out, float *{restrict}other, const float *{restrict}in,"
            f" int n, int m) {{\n  int t = blockIdx.x * blockDim.x + threadIdx.x;\n  {body}\n}}")


def vary_loop(match, choices):
    variable, low, high = match.groups()
    choice = choices.random()
    if choice < 0.5:
        return match.group(0)
    if choice < 0.62:
        return f"for (int {variable} = {low}; {variable} < {high}; {variable} += 2)"
    if choice < 0.74:
        return f"for (int {variable} = {high} - 1; {variable} >= {low}; --{variable})"
    if choice < 0.82:
        return f"for (int {variable} = {low}; {variable} <= {high}; ++{variable})"
    if choice < 0.92:
        copies = choices.choice([1, 2, 4, 8])
        return f"\n#pragma unroll {copies}\nfor (int {variable} = {low}; {variable} < {high}; ++{variable})"
    return f"for (unsigned {variable} = {low}; {variable} < unsigned({high}); ++{variable})"


def vary(text, choices):
    """The kernel with other loops, and perhaps of other numbers."""
    text = re.sub(r"for \(int (\w) = (\w+); \w < ([^;]+); \+\+\w\)", lambda match: vary_loop(match, choices), text)
    if choices.random() < 0.15:
        def pass_over(_):
            return ") { if (%s) continue; " % choices.choice(["n == 5", "t == 33", "i == 2", "i % 3 == 1"])
        text = re.sub(r"\) \{ (?!.*\) \{ )", pass_over, text, count=1)
    number = choices.choice(["float"] * 5 + ["double", "int"])
    if number != "float":
        text = text.replace("float *", number + " *").replace("fmaxf", "max" if number == "int" else "fmax").replace("1.0f", "1")
        text = re.sub(r"(\d)\.5f", r"\1", text)
    return text


def number_of(text):
    return "double" if "double *" in text else "int" if "(int *" in text else "float"


def program(seed, count):
    random.seed(seed)
    varies = seed > 200
    choices = random.Random(seed * 7 + 1)
    kernels, launches = [], []
    for number in range(count):
        text = kernel(number, has_rows=seed > 10)
        kernels.append(vary(text, choices) if varies else text)
        n, m = random.choice([(7, 10), (10, 10), (12, 16), (33, 5), (3, 3)])
        of = number_of(kernels[-1])
        arrays = f"({of} *)out, ({of} *)other, ({of} *)in" if varies else "out, other, in"
        launches.append(f"  f{number}<<<32, 64>>>({arrays}, {n}, {m});")
    pointer, shift = ("void", 1) if varies else ("float", 0)
    return "\n".join(
        ["#include <cuda_runtime.h>"] + kernels +
        [f"int main() {{\n  {pointer} *out, *other, *in;\n"
         f"  cudaMalloc(&out, 1 << {28 + shift}); cudaMalloc(&other, 1 << {28 + shift});"
         f" cudaMalloc(&in, 1ull << {30 + shift});"] + launches +
        ["  return cudaDeviceSynchronize() != cudaSuccess;\n}", ""])


if __name__ == "__main__":
    sys.stdout.write(program(int(sys.argv[1]), int(sys.argv[2])))
