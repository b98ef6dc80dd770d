// RUN: %cuda-memlint --fail-on=none --remarks --checks=-*,cuda-uncoalesced-access,cuda-global-race %s 2>&1 | FileCheck %s --implicit-check-not=race

#include <hip/hip_runtime.h>

__global__ void byLane(float *out) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{.*}}: uncoalesced store: lanes are 16 B apart (8 cache lines per request, 2 needed; 4.0x)
  out[blockIdx.x * 256 + 4 * __lane_id()] = 1;
}

// The lanes below a lane are as many as its number.
__global__ void byCount(unsigned *out) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{.*}}: uncoalesced store: lanes are 8 B apart (4 cache lines per request, 2 needed; 2.0x)
  out[2 * __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0))] = threadIdx.x;
}

// Functions of the device do not depend on their arguments alone: each lane may get another value.
__global__ void bySomeLanes(unsigned *out) { out[__builtin_amdgcn_mbcnt_lo(0xffff, 0)] = threadIdx.x; }

int main() {
  float *out;
  unsigned *counts;
  if (hipMalloc(&out, 1 << 20) != hipSuccess || hipMalloc(&counts, 512) != hipSuccess)
    return 1;
  hipLaunchKernelGGL(byLane, 64, 64, 0, 0, out);
  hipLaunchKernelGGL(byCount, 1, 64, 0, 0, counts);
  hipLaunchKernelGGL(bySomeLanes, 1, 64, 0, 0, counts);
  return hipDeviceSynchronize() != hipSuccess;
}
