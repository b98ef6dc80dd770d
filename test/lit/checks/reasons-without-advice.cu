// Where nothing is advised, what is known to stand in the way is said.
//
// RUN: %cuda-memlint --fail-on=none --no-fixes --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not='no advice'

#include <cuda_runtime.h>

// One array in two orders.
__global__ void twoOrders(float *out, const float *in, int mode) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (mode == 2)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
    // CHECK: note: no advice: neighbouring threads are 4 B of `out` apart at line [[#@LINE+3]], so that no order of its elements suits both{{$}}
    out[i * 8] = in[i];
  else
    out[i] = in[i];
}

// Swapped threads would have other neighbours.
__global__ void neighbours(float *out, const float *in) {
  int a = blockIdx.x * 16 + threadIdx.x, b = blockIdx.y * 16 + threadIdx.y;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load
  // CHECK: note: no advice: no wider access and no other layout that is tried helps, and the lanes of a warp, which exchange values, stay as they are{{$}}
  float value = in[a * 1024 + b];
  value += __shfl_down_sync(~0u, value, 1);
  out[a * 1024 + b] = value;
}

// Near miss: nothing of that.
__global__ void halves(float *out, const float *in) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load
  // CHECK: note: no advice: none of the changes that are tried helps{{$}}
  out[blockIdx.x * 256 + threadIdx.x] = in[(threadIdx.x & 15) * 32];
}

// With advice.
__global__ void swapped(float *out, const float *in) {
  int a = blockIdx.x * 16 + threadIdx.x, b = blockIdx.y * 16 + threadIdx.y;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
  // CHECK: help: swap `threadIdx.x` and `threadIdx.y` in the kernel
  out[a * 1024 + b] = in[a * 1024 + b];
}

void launch(float *out, const float *in, int mode) {
  twoOrders<<<4096, 256>>>(out, in, mode);
  neighbours<<<dim3(64, 64), dim3(16, 16)>>>(out, in);
  halves<<<4096, 256>>>(out, in);
  swapped<<<dim3(64, 64), dim3(16, 16)>>>(out, in);
}
