// RUN: not %cuda-memlint --keep-going --checks='-*,cuda-uncoalesced-*' %s 2>&1 | FileCheck %s

// The block of a launch is in a variable of a header that is not there: nothing is known of the launch,
// but there is one.

#include <cuda_runtime.h>

__global__ void launched(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
  // CHECK: note: proved for launched if blocks have 256 threads (the launch at line [[#@LINE+3]] is not followed); no totals
  out[i * 8] = 1;
}
void launch(float *out, int n) { launched<<<n / SIZES.block, SIZES.block>>>(out); }

// Near miss: nothing launches it here.
__global__ void elsewhere(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
  // CHECK: note: proved for elsewhere if blocks have 256 threads (no visible launch of the kernel); no totals
  out[i * 8] = 1;
}
