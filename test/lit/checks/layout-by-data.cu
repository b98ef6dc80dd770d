// RUN: not %cuda-memlint --checks='-*,cuda-shared-bank-conflict' %s | FileCheck %s --implicit-check-not='{{warning|help}}:'

// A layout that frees some accesses of conflicts and may bring them to others, at addresses that
// data decide.

#include <cuda_runtime.h>

// Each lane has a bank of its own, whatever the data are: with an element more after each 32, lanes
// of different rows may meet in one.
__global__ void columnPerLane(int *out, const unsigned *in) {
  __shared__ int counts[128 * 32];
  int t = threadIdx.x;
  for (int i = t; i < 128 * 32; i += 128)
    counts[i] = 0;
  __syncthreads();
  for (int i = 0; i < 64; ++i)
    atomicAdd(&counts[in[i * 128 + t] % 128 * 32 + t % 32], 1);
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < 32; ++k)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: shared memory bank conflict
    // CHECK: note: no advice: none of the paddings, swizzles and skews that are tried helps
    sum += counts[t * 32 + k];
  out[t] = sum;
}

// The same, of declared rows.
__global__ void declaredRows(int *out, const unsigned *in) {
  __shared__ int counts[128][32];
  int t = threadIdx.x;
  for (int i = 0; i < 32; ++i)
    counts[t / 32 + i * 4][t % 32] = 0;
  __syncthreads();
  for (int i = 0; i < 64; ++i)
    atomicAdd(&counts[in[i * 128 + t] % 128][t % 32], 1);
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < 32; ++k)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory bank conflict
    sum += counts[t][k];
  out[t] = sum;
}

// Lanes may meet in a bank now.
__global__ void anyBank(int *out, const unsigned *in) {
  // CHECK: warning: shared memory bank conflict
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: help: access `counts[i + i / 32]` instead of `counts[i]` to remove the bank conflicts of both accesses
  __shared__ int counts[128 * 32];
  int t = threadIdx.x;
  for (int i = t; i < 128 * 32; i += 128)
    counts[i] = 0;
  __syncthreads();
  for (int i = 0; i < 64; ++i)
    atomicAdd(&counts[in[i * 128 + t] % 4096], 1);
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += counts[t * 32 + k];
  out[t] = sum;
}

void launch(int *out, const unsigned *in) {
  columnPerLane<<<264, 128>>>(out, in);
  declaredRows<<<264, 128>>>(out, in);
  anyBank<<<264, 128>>>(out, in);
}
