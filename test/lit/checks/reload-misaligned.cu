// RUN: %cuda-memlint --remarks --checks=-*,cuda-block-reload,cuda-misaligned-access %s \
// RUN:     | FileCheck %s --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %cuda-memlint --remarks --checks=-*,cuda-misaligned-access %s | FileCheck %s --check-prefix=ALONE

// A tile that is filled by other requests mends those that start within sectors, too: one finding.

#include <cuda_runtime.h>

__global__ void convolve(float *__restrict__ out, const float *__restrict__ in, const float *__restrict__ weights) {
  int x = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    // CHECK: :[[#@LINE+4]]:12: remark: repeated loads: a block loads the same 1,148 B of `in` 28.5 times in 32 iterations of the loop
    // CHECK: note: the tile mends this, too: misaligned load: contiguous, but 4 B past a sector boundary in the worst request
    // CHECK: help: load them once into a tile in shared memory
    // ALONE: :[[#@LINE+1]]:12: remark: misaligned load: contiguous, but 4 B past a sector boundary in the worst request
    sum += in[x + k] * weights[k];
  out[x] = sum;
}

// Near miss: no thread loads what another one does.
__global__ void shifted(float *__restrict__ out, const float *__restrict__ in) {
  int x = blockIdx.x * 256 + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:12: {{warning|remark}}: misaligned load: contiguous, but 4 B past a sector boundary
  out[x] = in[x + 1];
}

void launch(float *out, const float *in, const float *weights) {
  convolve<<<1024, 256>>>(out, in, weights);
  shifted<<<1024, 256>>>(out, in);
}
