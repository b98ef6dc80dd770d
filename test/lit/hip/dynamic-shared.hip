// RUN: %cuda-memlint --fail-on=none --arch=sm_90 --checks=-*,cuda-shared-optin,cuda-shared-race %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error: --implicit-check-not=cudaFunc

#include <hip/hip_runtime.h>

__global__ void reversed(float *out, const float *in) {
  HIP_DYNAMIC_SHARED(float, lds)
  lds[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = lds[blockDim.x - 1 - threadIdx.x];
}

__global__ void raced(float *out, const float *in) {
  extern __shared__ float lds[];
  lds[threadIdx.x] = in[threadIdx.x];
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}race{{.*}}`lds{{.*}} [cuda-shared-race]
  out[threadIdx.x] = lds[blockDim.x - 1 - threadIdx.x];
}

__global__ void large(float *out) {
  HIP_DYNAMIC_SHARED(float, lds)
  lds[threadIdx.x] = 1;
  out[threadIdx.x] = lds[threadIdx.x];
}

__global__ void allowed(float *out) {
  HIP_DYNAMIC_SHARED(float, lds)
  lds[threadIdx.x] = 1;
  out[threadIdx.x] = lds[threadIdx.x];
}

int main() {
  float *in, *out;
  if (hipMalloc(&in, 4096) != hipSuccess || hipMalloc(&out, 4096) != hipSuccess)
    return 1;
  hipLaunchKernelGGL(reversed, 1, 256, 256 * sizeof(float), 0, out, in);
  hipLaunchKernelGGL(raced, 1, 256, 256 * sizeof(float), 0, out, in);
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: launch exceeds the default limit of shared memory
  // CHECK: help: call `hipFuncSetAttribute(large, hipFuncAttributeMaxDynamicSharedMemorySize, 65536)` before the launch
  hipLaunchKernelGGL(large, 1, 256, 65536, 0, out);
  if (hipFuncSetAttribute((const void *)allowed, hipFuncAttributeMaxDynamicSharedMemorySize, 65536) != hipSuccess)
    return 1;
  hipLaunchKernelGGL(allowed, 1, 256, 65536, 0, out);
  return hipDeviceSynchronize() != hipSuccess;
}
