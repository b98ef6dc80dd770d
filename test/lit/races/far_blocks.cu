// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s

// Blocks that meet may be any distance apart: those beside the numbers that the source compares a block's index with, or
// divides it by, are looked at as well.

#include <cuda_runtime.h>

// Firing: only the blocks 64 apart access one row.
// CHECK-LABEL: {{^}}inHalves:
// CHECK: race different-blocks line [[#@LINE+4]] line [[#@LINE+6]]
__global__ void inHalves(int *rows, int *out) {
  int half = gridDim.x / 2, t = threadIdx.x;
  if (blockIdx.x < half)
    rows[blockIdx.x * 64 + t] = t;
  else
    out[(blockIdx.x - half) * 64 + t] = rows[(blockIdx.x - half) * 64 + 63 - t];
}

// Near-miss: the other half reads rows behind those.
// CHECK-LABEL: {{^}}inHalvesOfTwo:
// CHECK-NOT: race
__global__ void inHalvesOfTwo(int *rows, int *out) {
  int half = gridDim.x / 2, t = threadIdx.x;
  if (blockIdx.x < half)
    rows[blockIdx.x * 64 + t] = t;
  else
    out[(blockIdx.x - half) * 64 + t] = rows[blockIdx.x * 64 + 63 - t];
}

// Firing: the first and the last block of four share a location.
// CHECK-LABEL: {{^}}ofFour:
// CHECK: race different-blocks line [[#@LINE+5]] line [[#@LINE+7]]
__global__ void ofFour(int *values, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x % 4 == 0)
    values[blockIdx.x / 4] = 1;
  if (blockIdx.x % 4 == 3)
    out[blockIdx.x / 4] = values[blockIdx.x / 4];
}

// Firing: a reader that does not wait, behind a loop that data bound.
// CHECK-LABEL: {{^}}boundedByData:
// CHECK: may-race different-blocks line [[#@LINE+5]] line [[#@LINE+9]]
__global__ void boundedByData(int *rows, const int *lengths, int *out) {
  int half = gridDim.x / 2, length = lengths[0];
  if (blockIdx.x < half) {
    for (int k = 0; k < length; ++k)
      rows[blockIdx.x * 64 + k] = k;
  } else {
    int sum = 0;
    for (int k = 0; k < length; ++k)
      sum += rows[(blockIdx.x - half) * 64 + k];
    out[blockIdx.x - half] = sum;
  }
}

// Firing: the number begins anew far behind the first blocks.
// CHECK-LABEL: {{^}}masked:
// CHECK: race different-blocks line [[#@LINE+3]] line [[#@LINE+3]]
__global__ void masked(int *sums, const int *values) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  sums[i & 32767] += values[i];
}

// CHECK-LABEL: {{^}}remainders:
// CHECK: race different-blocks line [[#@LINE+3]] line [[#@LINE+3]]
__global__ void remainders(int *out, const int *values) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i % 30000] = values[i];
}

// CHECK-LABEL: {{^}}reversed:
// CHECK: race different-blocks line [[#@LINE+3]] line [[#@LINE+3]]
__global__ void reversed(int *sums, const int *values) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  sums[__brev(i) >> 17] += values[i];
}

// Near-miss: no more threads than numbers.
// CHECK-LABEL: {{^}}maskedOnce:
// CHECK-NOT: race
__global__ void maskedOnce(int *sums, const int *values) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  sums[i & 32767] += values[i];
}

// CHECK-LABEL: {{^}}reversedOnce:
// CHECK-NOT: race
__global__ void reversedOnce(int *sums, const int *values) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  sums[__brev(i) >> 17] += values[i];
}

// Fixed: an atomic.
// CHECK-LABEL: {{^}}maskedFixed:
// CHECK-NOT: race
__global__ void maskedFixed(int *sums, const int *values) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&sums[i & 32767], values[i]);
}

void launch(int *rows, int *lengths, int *out) {
  inHalves<<<128, 64>>>(rows, out);
  inHalvesOfTwo<<<128, 64>>>(rows, out);
  ofFour<<<120, 32>>>(rows, out);
  boundedByData<<<128, 32>>>(rows, lengths, out);
  masked<<<256, 256>>>(out, lengths);
  remainders<<<256, 256>>>(out, lengths);
  reversed<<<256, 256>>>(out, lengths);
  maskedOnce<<<128, 256>>>(out, lengths);
  reversedOnce<<<128, 256>>>(out, lengths);
  maskedFixed<<<256, 256>>>(out, lengths);
}
