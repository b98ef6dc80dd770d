// RUN: not %cuda-memlint --remarks --show-unknown --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// A warp that loads one address gets one value: distances between lanes survive its addition.

#include <cuda_runtime.h>

struct Sample {
  float value, weight;
};

// A row for each warp. Its lanes are 8 bytes apart: 8 sectors against 4, wherever the row starts
// (9 against 4 if it starts in the middle of a sector).
__global__ void rowPerWarp(float *out, const Sample *in, const int *rows) {
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced load: lanes are 8 B apart
  out[threadIdx.x] = in[rows[warp] + lane].value;
}

// A compressed row for each warp, of unknown length.
__global__ void compressedRows(float *out, const Sample *values, const int *starts) {
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int k = starts[warp] + lane; k < starts[warp + 1]; k += 32)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced load: lanes are 8 B apart
    sum += values[k].value;
  out[threadIdx.x] = sum;
}

// Written by a lane of the warp just before: read by one instruction, if the warp is together.
__global__ void queue(float *out, const Sample *in, int *next) {
  __shared__ volatile int first[8];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0)
    first[warp] = atomicAdd(next, 32);
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load: lanes are 8 B apart
  // CHECK: note: assumed: `first[warp]` is the same for all threads of a warp
  out[threadIdx.x] = in[first[warp] + lane].value;
}

// Near misses: nothing is known of these.

// Two rows for each warp.
__global__ void rowPerHalfWarp(float *out, const Sample *in, const int *rows) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: the cost of this load in 'rowPerHalfWarp' is unknown
  out[threadIdx.x] = in[rows[threadIdx.x / 16] + threadIdx.x % 16].value;
}

// Lanes leave the loop in different iterations, with different values.
__global__ void search(float *out, const Sample *in, const int *rows, const float *weights) {
  int lane = threadIdx.x % 32, row = 0;
  for (int k = 0; k < 64; ++k) {
    row = rows[k];
    if (weights[threadIdx.x + row] > 0)
      break;
  }
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: the cost of this load in 'search' is unknown
  out[threadIdx.x] = in[row + lane].value;
}

// An atomic operation gives each lane another value.
__global__ void counter(float *out, const Sample *in, int *next) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: the cost of this load in 'counter' is unknown
  out[threadIdx.x] = in[atomicAdd(next, 1)].value;
}

// Fixed: rows of separate arrays.
__global__ void separate(float *out, const float *in, const int *rows) {
  out[threadIdx.x] = in[rows[threadIdx.x / 32] * 8 + threadIdx.x % 32];
}

void launch(float *out, const float *in, const Sample *pairs, const int *rows, int *next) {
  rowPerWarp<<<1, 256>>>(out, pairs, rows);
  compressedRows<<<1, 256>>>(out, pairs, rows);
  queue<<<1, 256>>>(out, pairs, next);
  rowPerHalfWarp<<<1, 256>>>(out, pairs, rows);
  search<<<1, 256>>>(out, pairs, rows, in);
  counter<<<1, 256>>>(out, pairs, next);
  separate<<<1, 256>>>(out, in, rows);
}
