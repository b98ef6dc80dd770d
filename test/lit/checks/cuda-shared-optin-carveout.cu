// RUN: not %cuda-memlint --remarks --checks=-*,cuda-shared-optin %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
// Turing has 32 or 64 KB, and 32 warps: four blocks of 16,384 B.
// RUN: %cuda-memlint --remarks --checks=-*,cuda-shared-optin --arch=sm_75 %s 2>&1 | FileCheck %s --check-prefix=SM75
// Before 7.0 there is no such hint.
// RUN: %cuda-memlint --remarks --checks=-*,cuda-shared-optin --arch=sm_60 %s 2>&1 | FileCheck %s --check-prefix=SM60 --implicit-check-not=warning: --implicit-check-not=remark:
// A call that may be about any kernel.
// RUN: %cuda-memlint --remarks --checks=-*,cuda-shared-optin %s -- -DUNKNOWN 2>&1 | FileCheck %s --check-prefix=SM60 --implicit-check-not=warning: --implicit-check-not=remark:
// SM60: 0 warnings

// The programming guide's capacities of 9.0: 0, 8, 16, 32, 64, 100, 132, 164, 196 and 228 KB; the smallest that is not below the hint, and
// if that cannot hold a block the smallest that does.
#include <cuda_runtime.h>

// A block takes 16,384 + 1,024 B. 64 warps allow 8, for which 164 KB are needed, 71 % of 228. At 0 % it gets 32 KB, for one.
__global__ void tiles(float *out) {
  __shared__ float s[4096];
  for (int i = threadIdx.x; i < 4096; i += 256)
    s[i] = out[i];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
}

// 20 % are 45.6 KB, so 64, for three.
__global__ void moreTiles(float *out) {
  __shared__ float s[4096];
  for (int i = threadIdx.x; i < 4096; i += 256)
    s[i] = out[i];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
}

// 8 % are 18.2 KB, so 32, which hold three blocks of 9,216 B; 64 warps allow 16.
__global__ void dynamicTiles(float *out) {
  extern __shared__ float d[];
  for (int i = threadIdx.x; i < 2048; i += 128)
    d[i] = out[i];
  __syncthreads();
  out[threadIdx.x] = d[threadIdx.x + 1];
}

// A hint holds for launches behind it.
__global__ void hintedLater(float *out) {
  __shared__ float s[4096];
  for (int i = threadIdx.x; i < 4096; i += 256)
    s[i] = out[i];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
}

__global__ void hintedInBetween(float *out) {
  __shared__ float s[4096];
  for (int i = threadIdx.x; i < 4096; i += 256)
    s[i] = out[i];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
}

__global__ void hintedInLoop(float *out) {
  __shared__ float s[4096];
  for (int i = threadIdx.x; i < 4096; i += 256)
    s[i] = out[i];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
}

void order(float *f) {
  hintedLater<<<65536, 256>>>(f);
  cudaFuncSetAttribute(hintedLater, cudaFuncAttributePreferredSharedMemoryCarveout, 0);
  hintedInBetween<<<65536, 256>>>(f);
  cudaFuncSetAttribute(hintedInBetween, cudaFuncAttributePreferredSharedMemoryCarveout, 0);
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: warning: carve-out limits occupancy: the hint of 0 % (0 KB) cannot hold a block of `hintedInBetween`
  hintedInBetween<<<65536, 256>>>(f + 1);
  for (int k = 0; k < 4; ++k) {
    // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: warning: carve-out limits occupancy: the hint of 0 % (0 KB) cannot hold a block of `hintedInLoop`
    hintedInLoop<<<65536, 256>>>(f);
    cudaFuncSetAttribute(hintedInLoop, cudaFuncAttributePreferredSharedMemoryCarveout, 0);
  }
}

// Mended, or near: enough; the driver decides; nothing is known; several; a small grid; no shared memory; no hint.
template <int Which> __global__ void others(float *out) {
  __shared__ float s[4096];
  for (int i = threadIdx.x; i < 4096; i += 256)
    s[i] = out[i];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
}

__global__ void enough(float *out) {
  __shared__ float s[4096];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
}

__global__ void leftToDriver(float *out) {
  __shared__ float s[4096];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
}

__global__ void byVariable(float *out) {
  __shared__ float s[4096];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
}

__global__ void changed(float *out) {
  __shared__ float s[4096];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
}

__global__ void small(float *out) {
  __shared__ float s[4096];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
}

__global__ void withoutShared(float *out) { out[threadIdx.x] = 1; }

extern int fromElsewhere;

int main() {
#ifdef UNKNOWN
  void (*any)(float *) = tiles;
  cudaFuncSetAttribute(any, cudaFuncAttributePreferredSharedMemoryCarveout, 100);
#endif
  float *f;
  cudaMalloc(&f, 1 << 20);
  cudaFuncSetAttribute(tiles, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxL1);
  // CHECK: :[[#@LINE+6]]:{{[0-9]+}}: warning: carve-out limits occupancy: the hint of 0 % (0 KB) cannot hold a block of `tiles`, which gets 32 KB of shared memory per multiprocessor, 1 block instead of up to 8 [cuda-shared-optin]
  // CHECK: note: for tiles<<<65536, 256>>>
  // CHECK: :[[#@LINE-3]]:3: note: the hint is given here
  // CHECK: note: a block takes 17,408 B of shared memory, 1,024 B of them for the device itself
  // CHECK: help: ask for 71 %, unless the cache is worth more than the blocks
  // SM75: :[[#@LINE+1]]:{{[0-9]+}}: remark: carve-out limits occupancy: the hint of 0 % gives `tiles` 32 KB of shared memory per multiprocessor, 2 blocks instead of up to 4
  tiles<<<65536, 256>>>(f);
  // SM75: note: a block takes 16,384 B of shared memory{{$}}
  tiles<<<65536, 256>>>(f + 8192);
  cudaFuncSetAttribute(&moreTiles, cudaFuncAttributePreferredSharedMemoryCarveout, 20);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: carve-out limits occupancy: the hint of 20 % gives `moreTiles` 64 KB of shared memory per multiprocessor, 3 blocks instead of up to 8
  moreTiles<<<65536, 256>>>(f);
  int percent = 8;
  cudaFuncSetAttribute((const void *)dynamicTiles, cudaFuncAttributePreferredSharedMemoryCarveout, percent);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: carve-out limits occupancy: the hint of 8 % gives `dynamicTiles` 32 KB of shared memory per multiprocessor, 3 blocks instead of up to 16
  dynamicTiles<<<1000, 128, 8192>>>(f);

  cudaFuncSetAttribute(others<0>, cudaFuncAttributePreferredSharedMemoryCarveout, 71);
  others<0><<<65536, 256>>>(f);
  cudaFuncSetAttribute(enough, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared);
  enough<<<65536, 256>>>(f);
  cudaFuncSetAttribute(leftToDriver, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutDefault);
  leftToDriver<<<65536, 256>>>(f);
  cudaFuncSetAttribute(byVariable, cudaFuncAttributePreferredSharedMemoryCarveout, fromElsewhere);
  byVariable<<<65536, 256>>>(f);
  cudaFuncSetAttribute(changed, cudaFuncAttributePreferredSharedMemoryCarveout, 0);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: carve-out limits occupancy: the hint of 0 % (0 KB) cannot hold a block of `changed`
  changed<<<65536, 256>>>(f);
  cudaFuncSetAttribute(changed, cudaFuncAttributePreferredSharedMemoryCarveout, 100);
  changed<<<65536, 256>>>(f);
  cudaFuncSetAttribute(small, cudaFuncAttributePreferredSharedMemoryCarveout, 0);
  small<<<1, 256>>>(f);
  cudaFuncSetAttribute(withoutShared, cudaFuncAttributePreferredSharedMemoryCarveout, 0);
  withoutShared<<<65536, 256>>>(f);
  others<1><<<65536, 256>>>(f);
}
