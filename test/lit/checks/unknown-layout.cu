// RUN: %cuda-memlint --fail-on=none --checks=-*,cuda-shared-bank-conflict %s | FileCheck %s --implicit-check-not=help: --implicit-check-not="none of the paddings"

// Where an unknown number decides what another layout costs, none is said to be in vain.

#include <cuda_runtime.h>

// `i + i / 32` would free it, whatever `start` is.
__global__ void ring(float *out, unsigned start) {
  __shared__ float values[1024];
  for (int k = threadIdx.x; k < 1024; k += 256)
    values[k] = float(k);
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 32-way shared memory bank conflict
  // CHECK: note: no advice: what other paddings, swizzles or skews cost is not known
  out[blockIdx.x * 256 + threadIdx.x] = values[(threadIdx.x * 32 + start) % 1024];
}

void launch(float *out, unsigned start) { ring<<<64, 256>>>(out, start); }
