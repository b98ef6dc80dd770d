// RUN: %cuda-memlint --remarks --checks=-*,cuda-shared-optin,cuda-divergent-branch %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=shared-optin

// Nothing instantiates these templates: their arguments are made up, so that what depends on them is a remark, and that an array
// would be too large is not said.

#include <cuda_runtime.h>

template <int Rows, int Columns> __global__ void tabulate(float *out) {
  __shared__ float values[Rows * Columns];
  for (int i = threadIdx.x; i < Rows * Columns; i += blockDim.x)
    values[i] = i;
  __syncthreads();
  if (threadIdx.x < Columns)
    out[threadIdx.x] = values[threadIdx.x * Rows];
}

template <int Block> __global__ void reduce(float *out, const float *in) {
  __shared__ float sums[Block];
  unsigned t = threadIdx.x;
  sums[t] = in[blockIdx.x * Block + t];
  __syncthreads();
  for (unsigned d = 1; d < Block; d *= 2) {
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: {{.*}} [cuda-divergent-branch]
    if (t % (2 * d) == 0)
      sums[t] += sums[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = sums[0];
}
