// Arrays that a lambda captures are called what they are called where it is written.
//
// RUN: not %cuda-memlint --no-fixes --checks=-*,cuda-uncoalesced-access %s | FileCheck %s

#include <cuda_runtime.h>

template <typename Body> __global__ void forEach(Body body, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    body(i);
}

struct Scale {
  float *values;
  __device__ void operator()(int i) const { values[i * 8] *= 2; }
};

// CHECK-DAG: help: keep `body.values` without the elements in between, `body.values[row]` instead of `body.values[row * 8]`
// CHECK-DAG: help: keep `to` without the elements in between, `to[row]` instead of `to[row * 8]`
// CHECK-DAG: help: keep `from` without the elements in between, `from[row]` instead of `from[row * 8 + 1]`
void launch(float *to, const float *from) {
  forEach<<<4, 256>>>([=] __device__(int i) { to[i * 8] = from[i * 8 + 1]; }, 1024);
  forEach<<<4, 256>>>(Scale{to}, 1024);
}
