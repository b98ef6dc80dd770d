#!/usr/bin/env python3
"""How time and memory grow with the number of files that are given together.

Writes programs of one kernel each, and sources that share a header of kernels and kernel
templates, and prints for each number of files the CPU seconds, the resident memory of the
largest process, the ratios to the number before, and the exponents of growth between the
smallest and the largest number: 1 is linear, 0 constant. All numbers run in turn, several
times; the fastest run counts.

  benchmarks/several_files.py [--tool PATH] [--runs N] [--jobs N] [--sizes N,N...]
"""

import argparse
import math
import os
import subprocess
import sys
import tempfile

PROGRAM = """__global__ void scale{number}(float *out, const float *in, int stride) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * stride] * {number};
}}
int main() {{
  float *a, *b;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 24);
  scale{number}<<<1024, 256>>>(a, b, {stride});
}}
"""

HEADER = """template <typename T, int Rows> __global__ void turn(T *out, const T *in, int n) {
  __shared__ T tile[Rows][Rows];
  int x = blockIdx.x * Rows + threadIdx.x, y = blockIdx.y * Rows + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  out[(blockIdx.x * Rows + threadIdx.y) * n + blockIdx.y * Rows + threadIdx.x] =
      tile[threadIdx.x][threadIdx.y];
}
"""

SHARING = """#include "kernels.cuh"
void launch{number}(float *out, const float *in) {{
  turn<float, 16><<<dim3(64, 64), dim3(16, 16)>>>(out, in, 1024);
  turn<float, 32><<<dim3(32, 32), dim3(32, 32)>>>(out, in, 1024);
{calls}}}
"""


def kernels_of_header(count):
    """Tiled sums, each with a barrier, a loop and shared memory."""
    return "".join(f"static __global__ void sum{k}(float *out, const float *in, int n) {{\n"
                   f"  __shared__ float part[256];\n  float sum = {k};\n"
                   "  for (int i = threadIdx.x; i < n; i += blockDim.x)\n    sum += in[i];\n"
                   "  part[threadIdx.x] = sum;\n  __syncthreads();\n"
                   "  for (int s = blockDim.x / 2; s > 0; s /= 2) {\n"
                   "    if (threadIdx.x < s)\n      part[threadIdx.x] += part[threadIdx.x + s];\n"
                   "    __syncthreads();\n  }\n  if (threadIdx.x == 0)\n    out[blockIdx.x] = part[0];\n}\n"
                   for k in range(count))


def programs(folder, count):
    for number in range(count):
        with open(os.path.join(folder, f"program{number}.cu"), "w") as stream:
            stream.write(PROGRAM.format(number=number, stride=number % 9 + 1))


def sharing(folder, count):
    kernels = 20
    with open(os.path.join(folder, "kernels.cuh"), "w") as stream:
        stream.write(HEADER + kernels_of_header(kernels))
    calls = "".join(f"  sum{k}<<<64, 256>>>(out, in, 65536);\n" for k in range(kernels))
    for number in range(count):
        with open(os.path.join(folder, f"user{number}.cu"), "w") as stream:
            stream.write(SHARING.format(number=number, calls=calls))


SHAPES = {"programs": programs, "shared-header": sharing}


def run(tool, jobs, folder):
    """CPU seconds of the tool and its processes, and the megabytes of the largest."""
    child = subprocess.Popen([tool, "--no-config", "--no-cache", "--toolkit=embedded",
                              f"-j{jobs}", folder],
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    # 1 says that something was found.
    if child.returncode not in (0, 1):
        sys.exit(f"{tool} {folder}\nended with exit code {child.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def measure(options, folder, shape):
    best = {}
    for size in options.sizes:
        os.mkdir(os.path.join(folder, f"{shape}{size}"))
        SHAPES[shape](os.path.join(folder, f"{shape}{size}"), size)
    for _ in range(options.runs):
        for size in options.sizes:
            taken = run(options.tool, options.jobs, os.path.join(folder, f"{shape}{size}"))
            best[size] = min(best.get(size, taken), taken)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--tool", default=os.path.join(root, "build/release/bin/cuda-memlint"))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--sizes", default="20,40,80,160",
                        type=lambda text: [int(each) for each in text.split(",")])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for shape in SHAPES:
            best = measure(options, folder, shape)
            sizes = list(best)
            spread = math.log(sizes[-1] / sizes[0])
            growth = [math.log(best[sizes[-1]][i] / best[sizes[0]][i]) / spread for i in (0, 1)]
            print(f"{shape:14} time {growth[0]:5.2f}, memory {growth[1]:5.2f}  " +
                  "  ".join(f"{size}: {seconds:.2f} s, {megabytes:.0f} MB"
                            for size, (seconds, megabytes) in best.items()), flush=True)


if __name__ == "__main__":
    main()
