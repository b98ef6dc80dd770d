// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s --check-prefix=PAIRS
// RUN: not %cuda-memlint --checks=-*,cuda-shared-race,cuda-missing-syncwarp %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// Two accesses behind a loop with barriers race whatever the number of its rounds: the last barrier
// before them is one of the loop's, or the one before the loop, or none.

#include <cuda_runtime.h>

__global__ void reversed(float *out, const float *in, int n) {
  __shared__ float tile[256], row[256];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[t] = in[k * 256 + t];
    __syncthreads();
    sum += tile[255 - t];
    __syncthreads();
  }
  row[t] = sum;
  // CHECK: :[[#@LINE+1]]:31: warning: shared memory race on `row[{{[0-9]+}}]`: {{.*}} reads it here while {{.*}} writes it at line [[#@LINE-1]], with no barrier in between [cuda-shared-race]
  out[blockIdx.x * 256 + t] = row[255 - t];
}

// PAIRS: {{^}}mended: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void mended(float *out, const float *in, int n) {
  __shared__ float tile[256], row[256];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[t] = in[k * 256 + t];
    __syncthreads();
    sum += tile[255 - t];
    __syncthreads();
  }
  row[t] = sum;
  __syncthreads();
  out[blockIdx.x * 256 + t] = row[255 - t];
}

// What half of the block stores, that half reads.
__global__ void underOneCondition(float *out, const float *in, int n) {
  __shared__ float tile[256], row[256];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[t] = in[k * 256 + t];
    __syncthreads();
    sum += tile[255 - t];
    __syncthreads();
  }
  if (t < 128) {
    row[t] = sum;
    // CHECK: :[[#@LINE+1]]:33: warning: shared memory race on `row[{{[0-9]+}}]`: {{.*}} reads it here while {{.*}} writes it at line [[#@LINE-1]], with no barrier in between [cuda-shared-race]
    out[blockIdx.x * 256 + t] = row[127 - t];
  }
}

// The barrier between the two lies in a loop that runs for some n only: that is a possible race.
// PAIRS: {{^}}throughTheLoop: may-race same-block
__global__ void throughTheLoop(float *out, const float *in, int n) {
  __shared__ float row[256];
  int t = threadIdx.x;
  row[t] = in[t];
  for (int k = 0; k < n; ++k)
    __syncthreads();
  out[blockIdx.x * 256 + t] = row[255 - t];
}

// One half passes a barrier before it stores, the other one behind what it reads.
// PAIRS: {{^}}inBothArms: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void inBothArms(float *out, const float *in, int n) {
  __shared__ float row[256];
  int t = threadIdx.x;
  row[t] = in[t];
  for (int k = 0; k < n; ++k)
    __syncthreads();
  __syncthreads();
  if (t < 128) {
    asm volatile("bar.sync 1, 256;" ::: "memory");
    row[t] = 0;
  } else {
    out[blockIdx.x * 128 + t] = row[t - 128] + row[t];
    asm volatile("bar.sync 1, 256;" ::: "memory");
  }
}

void launch(float *out, const float *in, int n) {
  reversed<<<16, 256>>>(out, in, n);
  mended<<<16, 256>>>(out, in, n);
  underOneCondition<<<16, 256>>>(out, in, n);
  throughTheLoop<<<16, 256>>>(out, in, n);
  inBothArms<<<16, 256>>>(out, in, n);
}
