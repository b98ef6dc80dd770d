#!/usr/bin/env python3
"""Writes a program of random kernels that access the same and neighbouring addresses in straight code.

  generate.py SEED COUNT >program.cu

Loads and stores of arrays, structures, vectors and bytes, with conditions, barriers, selections, `__ldg`, unrolled
loops and shared arrays between them, with and without `__restrict__`. Each value that is loaded is used, and what is
stored is overwritten by updates only. The same seed writes the same program.
"""

import random
import sys

CONDITIONS = ["t < 1000", "t % 2 == 0", "threadIdx.x < 16", "n > 3", "n > 300", "threadIdx.x != 5", "blockIdx.x == 2",
              "(t & 3) == 1", "t < n * 64", "t + m < 1024", "threadIdx.x >= 32"]
INDICES = ["t"] * 6 + [
    "t + 1", "t + 2", "t + 3", "t - 1 + 32", "t + m", "t * 2", "t * 2 + 1", "t * 3", "t * 3 + 1", "t / 2", "t % 32",
    "t ^ 1", "(t & ~3)", "t * n", "blockIdx.x", "5", "m", "t + 32", "t + n", "(t << 2)", "t * 4 + 1", "t * 4 + 2",
    "t * 4 + 3", "threadIdx.x", "threadIdx.x * 32 + blockIdx.x", "n - 1", "t + 4096", "t * 16", "2047 - t"]
TYPES = ["float"] * 6 + ["int"] * 3 + ["double", "unsigned char", "short", "long long"]
POINTS = [None, None, "struct2", "struct3", "struct4", "struct6", "vec2", "vec4", "bytes"]
REGION = 65536


class Kernel:
    def __init__(self, choices, number):
        self.choices, self.number = choices, number
        self.type = choices.choice(TYPES)
        self.indices = [choices.choice(INDICES) for _ in range(choices.choice([2, 3, 4, 6]))]
        self.values = ["t"]
        self.names = 0
        self.regions = 0
        self.shared = ""
        self.points = choices.choice(POINTS)

    def index(self):
        return self.choices.choice(self.indices)

    def name(self, letter):
        self.names += 1
        return f"{letter}{self.names - 1}"

    def value(self):
        if self.choices.random() < 0.35:
            return self.load()
        value = self.choices.choice(self.values)
        return self.choices.choice([value, value, value + " * 3", value + " + 1",
                                    value + " + " + self.choices.choice(self.values)])

    def load(self):
        kind = self.choices.random()
        if kind < 0.5:
            return f"in[{self.index()}]"
        if kind < 0.62:
            return f"out[{self.index()}]"
        if kind < 0.72:
            return f"other[{self.index()}]"
        if kind < 0.77 and self.type != "long long":
            return f"__ldg(&in[{self.index()}])"
        if self.points and self.points.startswith("struct"):
            field = self.choices.choice("xyzwuv"[:int(self.points[-1])])
            return f"(({self.points} *)points)[{self.index()}].{field}"
        if self.points and self.points.startswith("vec"):
            field = self.choices.choice("xyzw"[:int(self.points[-1])])
            return f"((const float{self.points[-1]} *)points)[{self.index()}].{field}"
        if self.points == "bytes":
            kind = self.choices.choice(["unsigned char", "short"])
            index = self.choices.choice(["t * 4", "t * 4 + 1", "t * 4 + 2", "t * 2", "t * 2 + 1", "t"])
            return f"((const {kind} *)points)[{index}]"
        return f"in[{self.index()}]"

    def variable(self):
        name = self.name("v")
        text = f"{self.type} {name} = {self.load() if self.choices.random() < 0.8 else self.value()}; acc += {name};"
        self.values.append(name)
        return text

    def store(self):
        self.regions += 1
        if self.choices.random() < 0.6:
            array = self.choices.choice(["out", "out", "other"])
            return f"{array}[{self.index()} + {self.regions * REGION}] = {self.value()};"
        return f"{self.choices.choice(['out', 'other'])}[{self.index()}] += {self.value()};"

    def selection(self):
        name = self.name("v")
        text = (f"{self.type} {name} = {self.choices.choice(CONDITIONS)} ? {self.load()} :"
                f" {self.choices.choice([self.load(), '0', 't'])}; acc += {name};")
        self.values.append(name)
        return text

    def block(self, counts, depth, known):
        text = " ".join(self.statement(depth + 1) for _ in range(self.choices.choice(counts)))
        self.values = list(known)
        return text

    def condition(self, depth):
        known = list(self.values)
        inner = self.block([1, 1, 2, 3], depth, known)
        text = f"if ({self.choices.choice(CONDITIONS)}) {{ {inner} }}"
        if self.choices.random() < 0.4:
            text += f" else {{ {self.block([1, 2], depth, known)} }}"
        return text

    def unrolled_sum(self, depth):
        name = self.name("s")
        copies = self.choices.choice([2, 3, 4, 8])
        stride = self.choices.choice(["1", "m", "n", "32", "1024"])
        base = self.choices.choice(["t", "t * 4", "t * 8", "t + m", "t * 2"])
        if depth == 0:
            self.values.append(name)
        return (f"{self.type} {name} = 0;\n#pragma unroll\n  for (int k = 0; k < {copies}; ++k) {name} +="
                f" in[{base} + k * {stride}];\n  acc += {name};")

    def row_of_stores(self):
        self.regions += 1
        return (f"for (int k = 0; k < {self.choices.choice([2, 4, 5])}; ++k)"
                f" out[t + k * {self.choices.choice(['1', '2048', 'm'])} + {self.regions * REGION}] ="
                f" {self.choices.choice(self.values)} + k;")

    def shared_array(self):
        self.shared = f"__shared__ {self.type} tile[2048]; "
        stored = self.choices.choice(["threadIdx.x", "threadIdx.x * 2", "threadIdx.x * 3", "threadIdx.x * 8",
                                      "threadIdx.x ^ 3", "127 - threadIdx.x"])
        loaded = self.choices.choice(["threadIdx.x", "threadIdx.x * 2", "threadIdx.x * 4 + 1", "threadIdx.x / 4",
                                      "(threadIdx.x + 1) % 64", "7", "threadIdx.x * 16",
                                      "threadIdx.x % 8 * 8 + threadIdx.x / 8"])
        name = self.name("v")
        text = (f"tile[{stored}] = {self.value()}; __syncthreads(); {self.type} {name} = tile[{loaded}];"
                f" acc += {name};")
        self.values.append(name)
        return text

    def statement(self, depth):
        kind = self.choices.random()
        if kind < 0.28:
            return self.variable()
        if kind < 0.5:
            return self.store()
        if kind < 0.56:
            return self.selection()
        if kind < 0.70 and depth < 2:
            return self.condition(depth)
        if kind < 0.74 and depth == 0:
            return "__syncthreads();"
        if kind < 0.77:
            return f"acc += {self.load()};"
        if kind < 0.83:
            return self.unrolled_sum(depth)
        if kind < 0.87:
            return self.row_of_stores()
        if kind < 0.95 and depth == 0 and not self.shared:
            return self.shared_array()
        name = self.choices.choice([value for value in self.values if value != "t"] or ["t"])
        if name == "t" or depth:
            return f"acc += {self.load()};"
        return f"{name} += {self.load()}; acc += {name};"

    def text(self):
        body = "\n  ".join(self.statement(0) for _ in range(self.choices.choice([3, 4, 5, 6, 8, 10])))
        restrict = "__restrict__ " if self.choices.random() < 0.6 else ""
        const = "const " if self.choices.random() < 0.8 else ""
        guard = "if (t >= n * 100) return; " if self.choices.random() < 0.15 else ""
        self.choices.choice(range(3))  # Keeps the numbers that follow what they were when these were counted.
        text = (f"__global__ void f{self.number}({self.type} *{restrict}out, {self.type} *{restrict}other,"
                f" {const}{self.type} *{restrict}in, {const}void *{restrict}points, int n, int m) {{\n"
                f"  int t = blockIdx.x * blockDim.x + threadIdx.x; {self.shared}{self.type} acc = 0; {guard}\n"
                f"  {body}\n  out[t + {99 * REGION}] = acc;\n}}")
        return text if const else text.replace("(const ", "(")


def program(seed, count):
    choices = random.Random(seed * 31 + 5)
    kernels, launches = [], []
    for number in range(count):
        kernel = Kernel(choices, number)
        kernels.append(kernel.text())
        n, m = choices.choice([(7, 10), (10, 10), (12, 16), (33, 5), (3, 3), (8, 32)])
        shape = choices.choice(["32, 64", "16, 128", "32, 64", "20, 96"])
        arrays = ", ".join(f"({kernel.type} *){array}" for array in ("out", "other", "in"))
        launches.append(f"  f{number}<<<{shape}>>>({arrays}, points, {n}, {m});")
    structures = "\n".join(f"struct struct{fields} {{ float {', '.join('xyzwuv'[:fields])}; }};"
                           for fields in (2, 3, 4, 6))
    allocations = "".join(f" cudaMalloc(&{array}, 1 << 26);" for array in ("out", "other", "in", "points"))
    zeros = "".join(f" cudaMemset({array}, 0, 1 << 26);" for array in ("out", "other", "in", "points"))
    return "\n".join(["#include <cuda_runtime.h>", structures] + kernels +
                     [f"int main() {{\n  void *out, *other, *in, *points;\n {allocations}\n {zeros}"] + launches +
                     ["  return cudaDeviceSynchronize() != cudaSuccess;\n}", ""])


if __name__ == "__main__":
    sys.stdout.write(program(int(sys.argv[1]), int(sys.argv[2])))
