// RUN: not %cuda-memlint --arch=sm_90 --checks=-*,cuda-shared-race,cuda-missing-syncwarp %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error: --implicit-check-not=__syncwarp --implicit-check-not=lockstep

#include <hip/hip_runtime.h>

template <unsigned Threads> __global__ void withoutBarrier(float *out, const float *in) {
  __shared__ float lds[Threads];
  lds[threadIdx.x] = in[blockIdx.x * Threads + threadIdx.x];
  __syncthreads();
  for (unsigned s = Threads / 2; s > 0; s /= 2)
    if (threadIdx.x < s)
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{warning|error}}: {{.*}}race{{.*}} [cuda-shared-race]
      lds[threadIdx.x] += lds[threadIdx.x + s];
  if (threadIdx.x == 0)
    out[blockIdx.x] = lds[0];
}

template <unsigned Threads> __global__ void withBarrier(float *out, const float *in) {
  __shared__ float lds[Threads];
  lds[threadIdx.x] = in[blockIdx.x * Threads + threadIdx.x];
  for (unsigned s = Threads / 2; s > 0; s /= 2) {
    __builtin_amdgcn_s_barrier();
    if (threadIdx.x < s)
      lds[threadIdx.x] += lds[threadIdx.x + s];
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = lds[0];
}

// The lanes of one wave, without a barrier: nothing that HIP has a name for is advised.
__global__ void ofOneWave(float *out, const float *in) {
  __shared__ float lds[64];
  lds[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = lds[threadIdx.x ^ 1];
}

int main() {
  float *in, *out;
  if (hipMalloc(&in, 1 << 20) != hipSuccess || hipMalloc(&out, 4096) != hipSuccess)
    return 1;
  hipLaunchKernelGGL(HIP_KERNEL_NAME(withoutBarrier<256>), dim3(1024), dim3(256), 0, 0, out, in);
  hipLaunchKernelGGL((withBarrier<256>), 1024, 256, 0, 0, out, in);
  ofOneWave<<<1, 32>>>(out, in);
  return hipDeviceSynchronize() != hipSuccess;
}
