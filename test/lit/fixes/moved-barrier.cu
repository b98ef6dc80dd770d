// RUN: rm -rf %t && mkdir %t && cp %s %t/moved.cu
// RUN: cd %t && %cuda-memlint --checks=-*,cuda-divergent-barrier,cuda-shared-race --fix moved.cu 2>messages | FileCheck %s --check-prefix=LEFT --allow-empty
// RUN: FileCheck %s --match-full-lines --strict-whitespace --input-file=%t/moved.cu

// A barrier that is moved out of a condition orders what a race lacks a barrier for: none is inserted beside it.

// LEFT-NOT: warning:

#include <cuda_runtime.h>

//      CHECK:__global__ void oneArm(float *out, const float *in) {
__global__ void oneArm(float *out, const float *in) {
  __shared__ float tile[256];
  int t = threadIdx.x;
  tile[t] = in[t];
  if (t < 128) {
    tile[t] += 1;
    __syncthreads();
  }
  out[t] = tile[255 - t];
}
//      CHECK:    tile[t] += 1;
// CHECK-NEXT:  }
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  out[t] = tile[255 - t];

// A race that the moved barrier leaves gets one of its own.
//      CHECK:__global__ void halves(float *out, const float *in) {
__global__ void halves(float *out, const float *in) {
  __shared__ float tile[256];
  int t = threadIdx.x;
  tile[t] = in[t];
  for (int stride = 128; stride > 0; stride /= 2) {
    if (t < stride) {
      tile[t] += tile[t + stride];
      __syncthreads();
    }
  }
  if (t == 0)
    out[0] = tile[0];
}
//      CHECK:  tile[t] = in[t];
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  for (int stride = 128; stride > 0; stride /= 2) {
//      CHECK:      tile[t] += tile[t + stride];
// CHECK-NEXT:    }
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:  }

void launch(float *out, const float *in) {
  oneArm<<<1, 256>>>(out, in);
  halves<<<1, 256>>>(out, in);
}
