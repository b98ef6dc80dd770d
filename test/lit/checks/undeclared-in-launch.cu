// RUN: not %cuda-memlint --keep-going --remarks --checks='-*,cuda-uncoalesced-*' %s 2>&1 | FileCheck %s

// Where constants of a header that is not there are missing, only those parts of a launch are
// unknown that are computed from them.

#include <cuda_runtime.h>

// CHECK: error in the source: use of undeclared identifier 'STREAMS'; 5 more errors; only host code is affected
__global__ void halo(const float *block, float *left, int columns, bool hasLeft) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (hasLeft)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: uncoalesced load
    // CHECK: note: assumed for halo<<<1024, 128>>> at line [[#@LINE+8]]:
    left[i] = block[i * (columns + 2)];
}

#define HAS_NEIGHBOR(neighbors, direction) (neighbors[direction] != NO_NEIGHBOR)

void pack(const float *block, float *left, int columns, const int *neighbors) {
  const int threads = 128;
  halo<<<1024, threads>>>(block, left, columns, HAS_NEIGHBOR(neighbors, DIR_LEFT));
}

// The block is known, and the grid is not.
__global__ void knownBlock(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
  // CHECK: note: proved for knownBlock with block 64 at line [[#@LINE+3]]: no totals: unknown grid size
  out[i * 8] = 1;
}
void launchKnownBlock(float *out) { knownBlock<<<BLOCKS, 64>>>(out); }

// The launch is seen, and its block is not.
__global__ void unknownBlock(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
  // CHECK: note: proved for unknownBlock if blocks have 256 threads (unknown in the launch at line [[#@LINE+3]])
  out[i * 8] = 1;
}
void launchUnknownBlock(float *out, int n) { unknownBlock<<<n / BLOCK, BLOCK>>>(out); }

// Near miss: what is not a number of the launch is left out with the statement that needs it.
__global__ void inStatement(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
  // CHECK: note: proved for inStatement if blocks have 256 threads (the launch at line [[#@LINE+3]] is not followed)
  out[i * 8] = 1;
}
void launchInStatement(float *out) { inStatement<<<8, 64, 0, STREAMS.first>>>(out); }
