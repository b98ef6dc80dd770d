// RUN: not %cuda-memlint %s | FileCheck %s --check-prefix=WARN --implicit-check-not=warning:
// RUN: not %cuda-memlint --remarks %s | FileCheck %s --check-prefix=REMARK

// Launches with few threads are not small where they move much, or are many; those with many threads
// are where they move little.

#include <cuda_runtime.h>

// 131,072 warps: 524,288 sectors, 2 % are 10,485.
__global__ void fill(float *x) { x[blockIdx.x * 256 + threadIdx.x] = 0; }

// 256 threads: 8 warps with 64 iterations of 32 sectors, 16,384.
__global__ void fewThatMoveMuch(float *x) {
  for (int i = 0; i < 64; ++i)
    // WARN: :[[#@LINE+1]]:5: warning: uncoalesced store
    x[(blockIdx.x * 128 + threadIdx.x) * 64 + i] = 1;
}

// 16 warps with 6 iterations of 32 sectors: 3,072 in each of 50 launches.
__global__ void oftenLaunched(float *x) {
  for (int i = 0; i < 6; ++i)
    // WARN: :[[#@LINE+1]]:5: warning: uncoalesced store
    x[(blockIdx.x * 256 + threadIdx.x) * 64 + i * 8] = 2;
}

// The same in 3 launches: 9,216.
__global__ void seldomLaunched(float *x) {
  for (int i = 0; i < 6; ++i)
    // REMARK: :[[#@LINE+2]]:5: remark: uncoalesced store
    // REMARK: note: minor: launches of this kernel are small beside those of fill
    x[(blockIdx.x * 256 + threadIdx.x) * 64 + i * 8] = 3;
}

// 131,072 threads, 3 % of those of `fill`, with 8 sectors in each block: 4,096.
__global__ void manyThatMoveLittle(float *x) {
  if (threadIdx.x < 8)
    // REMARK: :[[#@LINE+2]]:5: remark: uncoalesced store
    // REMARK: note: minor: launches of this kernel are small beside those of fill
    x[(blockIdx.x * 256 + threadIdx.x) * 64] = 4;
}

// 24 sectors in each: 12,288.
__global__ void manyThatMoveMore(float *x) {
  if (threadIdx.x < 24)
    // WARN: :[[#@LINE+1]]:5: warning: uncoalesced store
    x[(blockIdx.x * 256 + threadIdx.x) * 64] = 5;
}

int main() {
  float *x;
  cudaMalloc(&x, 1 << 26);
  fill<<<16384, 256>>>(x);
  fewThatMoveMuch<<<2, 128>>>(x);
  for (int k = 0; k < 50; ++k)
    oftenLaunched<<<2, 256>>>(x);
  manyThatMoveLittle<<<512, 256>>>(x);
  manyThatMoveMore<<<512, 256>>>(x);
  for (int k = 0; k < 3; ++k)
    seldomLaunched<<<2, 256>>>(x);
}
