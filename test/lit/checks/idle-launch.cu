// RUN: not %cuda-memlint %s | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint %s -DARGUMENT=4096 | FileCheck %s --check-prefix=LARGE --implicit-check-not=warning:
// RUN: not %cuda-memlint %s -DARGUMENT=10 | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint %s -DEMPTY_GRID | FileCheck %s --check-prefix=GRID --implicit-check-not=warning:

// A launch in which nothing is accessed, or ten lanes access something, does not stand for the others.

#include <cstdlib>
#include <cuda_runtime.h>

#ifndef ARGUMENT
#define ARGUMENT 0
#endif

__global__ void gather(float *out, const float *in, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // Without arguments, i < 0 for no thread.
  // CHECK: :[[#@LINE+10]]:14: warning: uncoalesced load: lanes are 32 B apart
  // CHECK-NEXT: out[i]
  // CHECK-NEXT: ^
  // CHECK-NEXT: note: {{proved|assumed}} for gather<<<256, 256>>> at line {{[0-9]+}}: no totals
  // With 4096 they do, and that is what the source says: 128 warps.
  // LARGE: :[[#@LINE+5]]:14: warning: uncoalesced load: lanes are 32 B apart
  // LARGE: note: proved for gather<<<256, 256>>> at line {{[0-9]+}} when main is called without arguments: 128 requests
  // An empty grid is no launch at all.
  // GRID: :[[#@LINE+2]]:14: warning: uncoalesced load: lanes are 32 B apart
  if (i < count)
    out[i] = in[8 * i];
}

int main(int argc, char **argv) {
  int count = ARGUMENT;
  if (argc > 1)
    count = atoi(argv[1]);
  float *in, *out;
  cudaMalloc(&in, 32 * count);
  cudaMalloc(&out, 4 * count);
#ifdef EMPTY_GRID
  gather<<<(count + 255) / 256, 256>>>(out, in, count);
#else
  gather<<<256, 256>>>(out, in, count);
#endif
}
