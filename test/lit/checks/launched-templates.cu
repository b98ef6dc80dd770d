// RUN: %cuda-memlint --remarks --checks=-*,cuda-shared-bank-conflict,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// A launch in a branch that the preprocessor skips says what template arguments are.

#include <cuda_runtime.h>

// Rows of 33 words have no conflicts; with the usual guess for the name, 32, all lanes meet.
template <int TILE> __global__ void columns(float *out) {
  __shared__ float tile[256 * TILE];
  tile[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x * TILE];
}

// Every second element of each of two launches: 8 sectors, and every fourth: 16.
template <typename T, int STEP, bool REVERSED = false> __global__ void steps(T *out) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: uncoalesced store: lanes are 16 B apart in descending order (16 sectors
  // CHECK: note: in `steps<float, 2, false>`: uncoalesced store: lanes are 8 B apart (8 sectors
  out[(REVERSED ? 255 - threadIdx.x : threadIdx.x) * STEP] = T(0);
}

// Near miss: the argument is not a literal, so that the usual guess is taken.
template <int STEP> __global__ void computed(float *out) {
  __shared__ float tile[8192];
  tile[threadIdx.x] = 0;
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: 32-way shared memory bank conflict
  out[threadIdx.x] = tile[threadIdx.x * STEP];
}

void launch(float *out) {
#if 0
  columns<33><<<1, 256>>>(out);
  computed<WIDTH><<<1, 256>>>(out);
#endif
#ifdef WITH_STEPS
  steps<float, 2> <<<1, 256>>>(out);
  steps<float, 4, true><<<1, 256>>>(out);
#endif
}
