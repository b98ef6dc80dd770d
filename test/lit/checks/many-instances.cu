// What is said of many kernels that have the code in common: of the first, in full; then a count.
//
// RUN: not %cuda-memlint --no-fixes --checks=-*,cuda-uncoalesced-access %s | FileCheck %s

#include <cuda_runtime.h>

// CHECK: :[[#@LINE+7]]:3: warning: uncoalesced store: lanes are 8 B apart
// CHECK: note: proved for alike<1><<<4, 256>>>
// CHECK: note: proved for alike<2><<<4, 256>>>
// CHECK: note: proved for alike<3><<<4, 256>>>
// CHECK: note: proved for alike<4><<<4, 256>>>
// CHECK-NEXT: note: and in 2 more kernels
template <int Number> __global__ void alike(float *out) {
  out[2 * (blockIdx.x * blockDim.x + threadIdx.x)] = Number;
}

// CHECK: warning: uncoalesced store: lanes are 28 B apart
// CHECK: note: proved for apart<7><<<4, 256>>>
// CHECK-NEXT: note: in `apart<3>`: uncoalesced store: lanes are 12 B apart
// CHECK: note: and in 2 more kernels
template <int Stride> __global__ void apart(float *out) {
  out[Stride * (blockIdx.x * blockDim.x + threadIdx.x)] = 1;
}

// Four have nothing left out.
// CHECK: warning: uncoalesced store: lanes are 12 B apart
// CHECK: note: proved for four<4><<<4, 256>>>
// CHECK-NOT: more kernel
template <int Number> __global__ void four(float *out) {
  out[3 * (blockIdx.x * blockDim.x + threadIdx.x)] = Number;
}
// CHECK: in all

void launch(float *out) {
  alike<1><<<4, 256>>>(out);
  alike<2><<<4, 256>>>(out);
  alike<3><<<4, 256>>>(out);
  alike<4><<<4, 256>>>(out);
  alike<5><<<4, 256>>>(out);
  alike<6><<<4, 256>>>(out);
  apart<2><<<4, 256>>>(out);
  apart<3><<<4, 256>>>(out);
  apart<4><<<4, 256>>>(out);
  apart<5><<<4, 256>>>(out);
  apart<6><<<4, 256>>>(out);
  apart<7><<<4, 256>>>(out);
  four<1><<<4, 256>>>(out);
  four<2><<<4, 256>>>(out);
  four<3><<<4, 256>>>(out);
  four<4><<<4, 256>>>(out);
}
