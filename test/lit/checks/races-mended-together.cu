// RUN: not %cuda-memlint --checks='-*,cuda-shared-race,cuda-missing-syncwarp' %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not='also mends'
// RUN: not %cuda-memlint --each-access --checks='-*,cuda-shared-race,cuda-missing-syncwarp' %s | FileCheck %s --check-prefix=EACH

// One barrier orders what threads do with two arrays: one finding.

#include <cuda_runtime.h>

__global__ void oneBarrier(float *out, const float *in) {
  __shared__ float left[256], right[256];
  int t = threadIdx.x;
  left[t] = in[t];
  right[t] = in[t + 256];
  // CHECK: :[[#@LINE+6]]:{{[0-9]+}}: warning: shared memory race on `[[ARRAY:left|right]]
  // CHECK: note: insert `__syncthreads();`
  // CHECK: :[[#@LINE+4]]:{{[0-9]+}}: note: what mends it also mends this: shared memory race on `{{left|right}}
  // EACH: :[[#@LINE+3]]:{{[0-9]+}}: warning: shared memory race on
  // EACH: :[[#@LINE+2]]:{{[0-9]+}}: warning: shared memory race on
  // EACH-NOT: also mends
  out[t] = left[255 - t] * right[255 - t];
}

// Near miss: each needs its own.
__global__ void twoBarriers(float *out, const float *in) {
  __shared__ float left[256], right[256];
  int t = threadIdx.x;
  left[t] = in[t];
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on `left
  float sum = left[255 - t];
  right[t] = in[t + 256] + sum;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on `right
  out[t] = right[255 - t];
}

// Fixed.
__global__ void ordered(float *out, const float *in) {
  __shared__ float left[256], right[256];
  int t = threadIdx.x;
  left[t] = in[t];
  right[t] = in[t + 256];
  __syncthreads();
  out[t] = left[255 - t] * right[255 - t];
}

void launch(float *out, const float *in) {
  oneBarrier<<<1, 256>>>(out, in);
  twoBarriers<<<1, 256>>>(out, in);
  ordered<<<1, 256>>>(out, in);
}
