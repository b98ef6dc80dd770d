// RUN: %json --checks=-*,cuda-shared-race,cuda-global-race --races=may %s >%t.json
// RUN: %check-schema %source/docs/json-schema.json <%t.json
// RUN: %python %S/../Inputs/race_dependences.py <%t.json | FileCheck %s --match-full-lines --implicit-check-not={{.}}
//
// What decides whether two threads race.

#include <cuda_runtime.h>

// Nothing.
// CHECK: always: race
__global__ void always(int *out) { out[threadIdx.x / 2] = threadIdx.x; }
void runAlways(int *out) { always<<<1, 64>>>(out); }

// Rows shorter than the block is wide.
// CHECK: rows: may-race stride
__global__ void rows(int *out, int width) { out[threadIdx.y * width + threadIdx.x] = threadIdx.x; }
void runRows(int *out, int width) { rows<<<1, dim3(16, 16)>>>(out, width); }

// A distance less than the block's size.
// CHECK: shifted: may-race shift
__global__ void shifted(int *a, unsigned shift) { a[threadIdx.x + shift] = a[threadIdx.x]; }
void runShifted(int *a, unsigned shift) { shifted<<<1, 64>>>(a, shift); }

// More iterations than one.
// CHECK: bound: may-race condition
__global__ void bound(int *out, int n) {
  __shared__ int part[256];
  for (int i = 0; i < n; i++)
    part[threadIdx.x + i * 16] = i;
  __syncthreads();
  out[threadIdx.x] = part[threadIdx.x];
}
void runBound(int *out, int n) { bound<<<1, 64>>>(out, n); }

// A barrier that an argument leaves out in some iterations.
// CHECK: skipped: may-race skipped-barrier
__global__ void skipped(int *out, int n, int mode) {
  __shared__ int part[64];
  for (int i = 0; i < n; i++) {
    part[threadIdx.x] = i;
    if (mode & 1)
      __syncthreads();
    out[threadIdx.x] = part[63 - threadIdx.x];
    __syncthreads();
  }
}
void runSkipped(int *out, int n, int mode) { skipped<<<1, 64>>>(out, n, mode); }

// An argument chooses the array that is stored to, and there is no barrier.
// CHECK: chosen: may-race condition
__global__ void chosen(int *out, int n) {
  __shared__ int few[64], many[64];
  int *part = n > 3 ? many : few;
  part[threadIdx.x] = n;
  out[threadIdx.x] = many[63 - threadIdx.x];
}
void runChosen(int *out, int n) { chosen<<<1, 64>>>(out, n); }

// CHECK: pointers: may-race pointer-overlap
__global__ void pointers(int **rows) { rows[blockIdx.x][threadIdx.x] = blockIdx.x; }
void runPointers(int **rows) { pointers<<<2, 64>>>(rows); }

// What is read leads one thread to the location, and an argument to another one.
// CHECK: byData: may-race data condition
__global__ void byData(int *out, const int *in, int n) {
  __shared__ int last;
  if (in[threadIdx.x] > 0 && threadIdx.x < n)
    last = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = last;
}
void runByData(int *out, const int *in, int n) { byData<<<1, 64>>>(out, in, n); }

// CHECK: counts: data-race data
__global__ void counts(int *count, const int *in) { count[in[threadIdx.x]]++; }
void runCounts(int *count, const int *in) { counts<<<1, 64>>>(count, in); }
