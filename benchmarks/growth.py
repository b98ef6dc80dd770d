#!/usr/bin/env python3
"""How the time for one file grows with its size.

Writes kernels of several sizes for each shape that was once slow, and prints the CPU
seconds of each size, the ratio of neighbouring sizes, and the exponent of the growth
between the smallest and the largest: 1 is linear. All sizes of a shape run in turn, several
times, so that what else the machine does meets all of them alike; the fastest run counts,
less that of an empty file.

  benchmarks/growth.py [--tool PATH] [--runs N] [--at-most EXPONENT] [SHAPE...]
"""

import argparse
import math
import os
import random
import resource
import subprocess
import sys
import tempfile


def main_of(launches):
    return ("int main() {\n  float *a, *b;\n  cudaMalloc(&a, 4 << 20);\n  cudaMalloc(&b, 4 << 20);\n"
            + launches + "}\n")


def global_accesses(count):
    """Loads and stores of global memory with different strides, half of them in a loop."""
    before = "".join(f"  out[i + {k} * n] = in[i * {k % 7 + 1} + {k}];\n" for k in range(count // 4))
    inside = "".join(f"    out[j * n + i + {k}] = in[(i + {k}) * count + j];\n"
                     for k in range(count // 4))
    return ("__global__ void many(float *out, const float *in, int n, int count) {\n"
            "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n)\n    return;\n" + before +
            "  for (int j = 0; j < count; ++j) {\n" + inside + "  }\n}\n" +
            main_of("  many<<<64, 256>>>(a, b, 16384, 32);\n"))


def shared_accesses(count):
    """Stores to one shared array between barriers, then loads of it in a loop."""
    before = "".join(f"  tile[(i + {k}) % 1024] = in[i * {k % 7 + 1} + {k}];\n  __syncthreads();\n"
                     for k in range(count // 4))
    inside = "".join(f"    sum += tile[(i * {k % 5} + j + {k}) % 1024] * in[i + j * {k}];\n"
                     for k in range(count // 4))
    return ("__global__ void many(float *out, const float *in, int count) {\n"
            "  __shared__ float tile[1024];\n  int i = threadIdx.x;\n  float sum = 0;\n" + before +
            "  for (int j = 0; j < count; ++j) {\n" + inside + "  }\n  out[i] = sum;\n}\n" +
            main_of("  many<<<64, 256>>>(a, b, 32);\n"))


def equal_accesses(count):
    """One pair of shared elements, again and again, without a barrier."""
    body = "".join(f"  t[2 * i + 1] += t[2 * i] * {k}.5f;\n" for k in range(count))
    return ("__global__ void equal(float *out, const float *in) {\n  __shared__ float t[2048];\n"
            "  int i = threadIdx.x;\n  t[i] = in[i];\n  t[i + 1024] = in[i + 1024];\n"
            "  __syncthreads();\n" + body + "  __syncthreads();\n  out[i] = t[i];\n}\n" +
            main_of("  equal<<<64, 1024>>>(a, b);\n"))


def fields(count):
    """Loads of all fields of a structure."""
    return ("struct Record {\n" + "".join(f"  float f{k};\n" for k in range(count)) + "};\n"
            "__global__ void sum(float *out, const Record *in) {\n"
            "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  float sum = 0;\n" +
            "".join(f"  sum += in[i].f{k};\n" for k in range(count)) + "  out[i] = sum;\n}\n")


def restricted_loads(count):
    """Loads of two arrays that a third one, which is stored, may overlap."""
    return ("__global__ void product(float *out, const float *a, const float *b, int n) {\n"
            "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n" +
            "".join(f"  out[i + {k} * n] = a[i + {k} * n] * b[i + {k} * n];\n"
                    for k in range(count // 2)) + "}\n" +
            main_of("  float *c;\n  cudaMalloc(&c, 4 << 20);\n"
                    "  product<<<64, 256>>>(a, b, c, 16384);\n"))


def data_conditions(count):
    """Each store under a condition of its own, on what was loaded."""
    body = "".join(f"  if (in[i + {k}] > {k})\n    out[3 * i + {k}] = {k};\n" for k in range(count))
    return "__global__ void under(int *out, const int *in) {\n  int i = threadIdx.x;\n" + body + "}\n"


def data_indices(count):
    """An index that conditions on what was loaded change again and again, and updates there."""
    body = "".join(f"  if (in[i] > {k})\n    i = 3 * i + {k};\n  out[i] += in[i ^ {k}];\n"
                   for k in range(count))
    return "__global__ void at(int *out, const int *in) {\n  int i = threadIdx.x;\n" + body + "}\n"


def calls(count):
    """Calls of a device function that loads under a condition."""
    return ("__device__ float load(const float *in, int at, int n) {"
            " return at < n ? in[at] : 0.f; }\n"
            "__global__ void sum(float *out, const float *in, int n) {\n"
            "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  float sum = 0;\n" +
            "".join(f"  sum += load(in, i + {k} * n, n * {k + 1});\n" for k in range(count)) +
            "  out[i] = sum;\n}\n" + main_of("  sum<<<64, 256>>>(a, b, 16384);\n"))


def hash_rounds(count):
    """Unrolled rounds of a hash function whose message is expanded in a small array."""
    text = ("__device__ unsigned rotated(unsigned x, int n) { return (x >> n) | (x << (32 - n)); }\n"
            "#define ROUND(a, b, c, d, e, f, g, h, w)"
            " { unsigned s = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) +"
            " ((e & f) ^ (~e & g)) + w; unsigned t = (rotated(a, 2) ^ rotated(a, 13)) +"
            " ((a & b) ^ (a & c) ^ (b & c)); d += s; h = s + t; }\n"
            "__global__ void hash(const unsigned *in, unsigned *out, unsigned start) {\n"
            "  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n  unsigned w[16], v[8];\n"
            "  for (int k = 0; k < 15; ++k)\n    w[k] = in[k];\n  w[15] = start + i;\n"
            "  for (int k = 0; k < 8; ++k)\n    v[k] = 0x6a09e667u * (k + 1);\n")
    for number in range(count):
        state = ", ".join(f"v[{(k - number) % 8}]" for k in range(8))
        if number >= 16:
            at, first, last = number % 16, (number + 1) % 16, (number + 14) % 16
            text += (f"  w[{at}] += (rotated(w[{first}], 7) ^ (w[{first}] >> 3)) + w[{(at + 9) % 16}] +"
                     f" (rotated(w[{last}], 17) ^ (w[{last}] >> 10));\n")
        text += f"  ROUND({state}, {0x428a2f98 * (2 * number + 1) & 0xffffffff}u + w[{number % 16}])\n"
    return text + ("  if (v[7] == 0)\n    out[0] = i;\n  for (int k = 0; k < 8; ++k)\n"
                   "    out[i * 8 + k] = v[k];\n}\n")


def bit_operations(count):
    """A network of and, or and exclusive or on eight words, as of a bit-sliced cipher."""
    choice = random.Random(1)
    text = ("__global__ void bits(const unsigned *in, unsigned *out) {\n"
            "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n" +
            "".join(f"  unsigned x{k} = in[i * 8 + {k}];\n" for k in range(8)))
    for _ in range(count):
        a, b, c = choice.sample(range(8), 3)
        text += "  " + choice.choice([f"x{a} ^= x{b} & x{c};", f"x{a} ^= x{b} | ~x{c};",
                                      f"x{a} = (x{a} & x{b}) | (x{c} & ~x{a});"]) + "\n"
    return text + "".join(f"  out[i * 8 + {k}] = x{k};\n" for k in range(8)) + "}\n"


TRANSPOSE = """  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  out[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] =
      tile[threadIdx.x][threadIdx.y] + NUMBER;
}
"""
PARAMETERS = "(float *out, const float *in, int n) {\n"


def kernels(count):
    """Kernels of one shape, each launched once."""
    return ("".join(f"__global__ void k{k}" + PARAMETERS + TRANSPOSE.replace("NUMBER", str(k))
                    for k in range(count)) +
            main_of("".join(f"  k{k}<<<dim3(32, 32), dim3(32, 32)>>>(a, b, 1024);\n"
                            for k in range(count))))


def launches(count):
    """Launches of one kernel with different grids."""
    return ("__global__ void k" + PARAMETERS + TRANSPOSE.replace("NUMBER", "0") +
            main_of("".join(f"  k<<<dim3({k + 1}, {k + 1}), dim3(32, 32)>>>(a, b, {32 * k + 32});\n"
                            for k in range(count))))


def instances(count):
    """Instantiations of one template whose parameter reaches no address."""
    return ("template <int Number>\n__global__ void k" + PARAMETERS +
            TRANSPOSE.replace("NUMBER", "Number") +
            main_of("".join(f"  k<{k}><<<dim3(32, 32), dim3(32, 32)>>>(a, b, 1024);\n"
                            for k in range(count))))


def flags(count):
    """One block stores and gives a signal, the others wait for it and load, each by its own flag."""
    rounds = "".join(
        f"  if (blockIdx.x == 0) {{\n    out[{k * 256} + i] = i;\n    __threadfence();\n"
        f"    __syncthreads();\n    if (i == 0)\n      flags[{k}] = 1;\n  }} else {{\n"
        f"    if (i == 0)\n      while (!flags[{k}])\n        ;\n    __syncthreads();\n"
        f"    __threadfence();\n    out[{100000 + k * 256} + i] = out[{k * 256} + i];\n  }}\n"
        for k in range(count))
    return ("__global__ void flags(float *out, volatile int *flags) {\n  int i = threadIdx.x;\n" +
            rounds + "}\n" + main_of("  flags<<<4, 256>>>(a, (int *)b);\n"))


def parameters(count):
    """Each statement copies from one array to the one before it."""
    return ("__global__ void many(" + ", ".join(f"float *p{k}" for k in range(count)) + ") {\n"
            "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n" +
            "".join(f"  p{k}[i * 8] = p{(k + 1) % count}[i];\n" for k in range(count)) + "}\n")


SHAPES = {"global-accesses": (global_accesses, (300, 600, 1200, 2400)),
          "shared-accesses": (shared_accesses, (150, 300, 600, 1200)),
          "equal-accesses": (equal_accesses, (50, 100, 200, 400)),
          "fields": (fields, (100, 200, 400, 800)),
          "restricted-loads": (restricted_loads, (400, 800, 1600, 3200)),
          "data-conditions": (data_conditions, (500, 1000, 2000, 4000)),
          "data-indices": (data_indices, (250, 500, 1000, 2000)),
          "calls": (calls, (400, 800, 1600, 3200)),
          "hash-rounds": (hash_rounds, (32, 64, 128, 256)),
          "bit-operations": (bit_operations, (1000, 2000, 4000)),
          "kernels": (kernels, (40, 80, 160, 320)),
          "launches": (launches, (40, 80, 160, 320)),
          "instances": (instances, (40, 80, 160, 320)),
          "flags": (flags, (12, 24, 48, 96)),
          "parameters": (parameters, (150, 300, 600))}


def seconds(tool, file):
    """CPU seconds of the tool and what it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status = subprocess.run([tool, "--no-config", "--no-cache", "--toolkit=embedded",
                             "--format=json", "-o", os.devnull, file],
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # 1 says that something was found.
    if status.returncode not in (0, 1):
        sys.exit(f"{tool} {file}\nended with exit code {status.returncode}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(tool, folder, shape, runs):
    generate, sizes = SHAPES[shape]
    files = {}
    for size in (0, *sizes):
        files[size] = os.path.join(folder, f"{shape}-{size}.cu")
        with open(files[size], "w") as stream:
            stream.write(generate(size) if size else "")
    times = {size: math.inf for size in files}
    for _ in range(runs):
        for size, file in files.items():
            times[size] = min(times[size], seconds(tool, file))
    # A file that takes no longer than an empty one says nothing of growth.
    return [(size, max(times[size] - times[0], 0.001)) for size in sizes]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--tool", default=os.path.join(root, "build/release/bin/cuda-memlint"))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--at-most", type=float, help="fail when an exponent is larger")
    parser.add_argument("shapes", nargs="*", metavar="SHAPE", help=", ".join(SHAPES))
    options = parser.parse_args()
    if unknown := set(options.shapes) - set(SHAPES):
        parser.error(f"unknown shape: {', '.join(sorted(unknown))}")

    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for shape in options.shapes or SHAPES:
            times = measure(options.tool, folder, shape, options.runs)
            (smallest, first), (largest, last) = times[0], times[-1]
            exponent = math.log(last / first) / math.log(largest / smallest)
            failed |= options.at_most is not None and exponent > options.at_most
            ratios = [1.0] + [later / sooner for (_, sooner), (_, later) in zip(times, times[1:])]
            print(f"{shape:16} {exponent:5.2f}  " +
                  "  ".join(f"{size}: {taken:.2f} s (x{ratio:.1f})"
                            for (size, taken), ratio in zip(times, ratios)), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
