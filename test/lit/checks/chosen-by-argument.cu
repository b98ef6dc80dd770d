// RUN: %cuda-memlint --fail-on=none --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not=warning:

// A flag that main sets, and that its arguments may change, does not stand for all launches.

#include <cstdlib>
#include <cuda_runtime.h>

__global__ void gather(float *out, const float *in, int n, int mode) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced {{load|store}}: lanes are 32 B apart
  // CHECK: for gather<<<4096, 256>>> at line {{[0-9]+}} when an argument of main chooses what the kernel does
  if (mode == 2 && i < n) out[i * 8] = in[i * 8];
  else if (i < n)
    out[i] = in[i];
}

// Near miss: the flag stays as it is.
__global__ void fixed(float *out, const float *in, int n, int mode) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (mode == 2 && i < n)
    out[i * 8] = in[i * 8];
  else if (i < n)
    out[i] = in[i];
}

int main(int argc, char **argv) {
  int mode = 0, kept = 0;
  if (argc > 1)
    mode = atoi(argv[1]);
  int n = 1 << 20;
  float *out, *in;
  cudaMalloc(&out, n * 32);
  cudaMalloc(&in, n * 32);
  gather<<<n / 256, 256>>>(out, in, n, mode);
  fixed<<<n / 256, 256>>>(out, in, n, kept);
}
