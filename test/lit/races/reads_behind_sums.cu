// RUN: not %cuda-memlint --checks=-*,cuda-global-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:
//
// Threads read a sum that data choose, behind their own addition to it.

#include <cuda_runtime.h>

__global__ void share(const int *group, const int *in, int *sum, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int own = group[i];
  atomicAdd(&sum[own], in[i]);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: global memory race on `sum`: one thread reads it here while another one updates it
  out[i] = in[i] / sum[own];
}

// Near miss: the sum that the thread has found is its own.
__global__ void found(const int *group, const int *in, int *sum, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = atomicAdd(&sum[group[i]], in[i]);
}

// Fixed: what is read was complete before the kernel.
__global__ void behind(const int *group, const int *in, const int *sum, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] / sum[group[i]];
}
