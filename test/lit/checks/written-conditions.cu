// RUN: not %cuda-memlint --min-share=0 --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s

// Assumptions are worded as the source is.

#include <cuda_runtime.h>

__global__ void flagged(float *out, const bool *flag) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: assumed: any thread may satisfy `flag[i]`; the cost assumes that all do
  if (flag[i])
    out[i * 8] = 1;
}

// Lanes are `last - first + 3` elements apart, one length of a row.
__global__ void lengths(float *out, int last, int first) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: assumed: rows of `last - first + 3` elements start on a sector boundary
  out[i * (last - first + 3)] = 1;
}

// In whatever order they are passed.
__global__ void ordered(float *out, int first, int last) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: lanes are `last - first` * 4 B apart
  // CHECK: assumed: rows of `last - first` elements start on a sector boundary
  out[i * (last - first)] = 1;
}

void launch(float *out, const bool *flag, int last, int first) {
  flagged<<<4096, 256>>>(out, flag);
  lengths<<<4096, 256>>>(out, last, first);
  ordered<<<4096, 256>>>(out, first, last);
}
