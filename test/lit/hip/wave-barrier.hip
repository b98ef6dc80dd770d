// RUN: %cuda-memlint --remarks --checks=-*,cuda-shared-race,cuda-divergent-barrier,cuda-redundant-barrier %s 2>&1 | FileCheck %s
// RUN: not %cuda-memlint --arch=gfx1030 --checks=-*,cuda-shared-race,cuda-divergent-barrier %s 2>&1 | FileCheck %s --check-prefix=NARROW --implicit-check-not=divergent

#include <hip/hip_runtime.h>

// A barrier of a wave keeps the compiler from moving code over it, and waits for no lane: those
// that do not reach it are no fault, and it orders nothing that lockstep does not.
__global__ void tail(float *out, const float *in) {
  __shared__ float values[64];
  unsigned t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  if (t < 32) {
    values[t] += values[t + 32];
    __builtin_amdgcn_wave_barrier();
    if (t < 16)
      values[t] += values[t + 16];
    __builtin_amdgcn_wave_barrier();
  }
  // NARROW: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on `values[0]`
  out[t] = values[t & 15];
}

__global__ void fewLanes(float *out) {
  if (threadIdx.x < 16) {
    out[threadIdx.x] = 1;
    __syncwarp();
    out[threadIdx.x + 64] = out[15 - threadIdx.x];
  }
}
// CHECK: {{^}}0 warnings in 0 of 2 kernels

int main() {
  float *in, *out;
  if (hipMalloc(&in, 256) != hipSuccess || hipMalloc(&out, 512) != hipSuccess)
    return 1;
  hipLaunchKernelGGL(tail, 1, 64, 0, 0, out, in);
  hipLaunchKernelGGL(fewLanes, 1, 64, 0, 0, out);
  return hipDeviceSynchronize() != hipSuccess;
}
