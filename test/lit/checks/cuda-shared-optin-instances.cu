// RUN: not %cuda-memlint --remarks --checks=-*,cuda-shared-optin %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// What host code asks for one instance of a template holds for no other.
#include <cuda_runtime.h>

template <int Size> __global__ void tiles(float *out) {
  __shared__ float s[Size];
  for (int i = threadIdx.x; i < Size; i += 256)
    s[i] = out[i];
  __syncthreads();
  out[threadIdx.x] = s[(Size - 1 - threadIdx.x) & (Size - 1)];
}

namespace inner {
template <class T, int Number> __global__ void dynamicTiles(T *out) {
  extern __shared__ char d[];
  d[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = d[255 - threadIdx.x] + Number;
}
} // namespace inner

// A call in a template that nobody instantiates is never made.
template <int Number> void raiseUnused() {
  cudaFuncSetAttribute(inner::dynamicTiles<int, Number>, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304);
}

template <int Number> void raiseUsed() {
  cudaFuncSetAttribute(inner::dynamicTiles<double, Number>, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304);
}

void launchOthers(int *i, double *d) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: launch exceeds the default limit of shared memory, and no host code raises it: it asks for 98,304 B
  inner::dynamicTiles<int, 3><<<64, 256, 98304>>>(i);
  raiseUsed<4>();
  inner::dynamicTiles<double, 4><<<64, 256, 98304>>>(d);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: launch exceeds the default limit of shared memory, and no host code raises it: it asks for 98,304 B
  inner::dynamicTiles<double, 5><<<64, 256, 98304>>>(d);
}

int main() {
  float *f;
  cudaMalloc(&f, 1 << 28);
  cudaFuncSetAttribute(tiles<64>, cudaFuncAttributePreferredSharedMemoryCarveout, 0);
  tiles<4096><<<65536, 256>>>(f);
  // 64 warps allow 8 blocks of 8,192 + 1,024 B. At 0 % there are 16 KB, for one.
  cudaFuncSetAttribute(tiles<2048>, cudaFuncAttributePreferredSharedMemoryCarveout, 0);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: carve-out limits occupancy: the hint of 0 % (0 KB) cannot hold a block of `tiles<2048>`
  tiles<2048><<<65536, 256>>>(f);

  cudaFuncSetAttribute(inner::dynamicTiles<float, 1>, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304);
  inner::dynamicTiles<float, 1><<<64, 256, 98304>>>(f);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: launch exceeds the default limit of shared memory, and no host code raises it: it asks for 98,304 B
  inner::dynamicTiles<float, 2><<<64, 256, 98304>>>(f);
}
