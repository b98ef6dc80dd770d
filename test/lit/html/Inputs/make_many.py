"""Writes a source with so many kernels, each with several accesses and findings."""

import sys

KERNEL = """
__global__ void kernel{0}(float *out, const float *in, int n) {{
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  out[x * n + y] = tile[threadIdx.x][threadIdx.y] + in[(y * n + x) * {0}];
}}
void run{0}(float *out, const float *in) {{
  kernel{0}<<<dim3(8, 8), dim3(32, 32)>>>(out, in, 256);
  kernel{0}<<<dim3(4, 4), dim3(32, 32)>>>(out, in, 128);
}}
"""

print("".join(KERNEL.format(number) for number in range(1, int(sys.argv[1]) + 1)))
