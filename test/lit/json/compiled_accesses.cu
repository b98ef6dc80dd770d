// `as_compiled` has what the compiler makes of an access that it moves out of loops or leaves out, as `--summary` counts it.
//
// RUN: %cuda-memlint --summary --format=json --fail-on=none %s > %t.json
// RUN: %python %S/Inputs/compiled_accesses.py %t.json | FileCheck %s --match-full-lines
// RUN: %cuda-memlint --summary --fail-on=none %s | FileCheck %s --check-prefix=TEXT

#include <cuda_runtime.h>

// One warp, ten iterations.
// CHECK-LABEL: sum
// CHECK-NEXT: in[k * 32 + threadIdx.x] load: 10
// CHECK-NEXT: out[threadIdx.x] load: 10; as compiled: 1
// CHECK-NEXT: out[threadIdx.x] store: 10; as compiled: 1
// CHECK-NEXT: traffic: 12
// TEXT-LABEL: {{^}}sum<<<
// TEXT: global: 12 requests
__global__ void sum(float *__restrict__ out, const float *__restrict__ in, int n) {
  for (int k = 0; k < n; ++k)
    out[threadIdx.x] += in[k * 32 + threadIdx.x];
}

// The thread has stored what it loads.
// CHECK-LABEL: again
// CHECK-NEXT: out[threadIdx.x] store: 1
// CHECK-NEXT: out[threadIdx.x] load: 1; as compiled: 0
// CHECK-NEXT: out[threadIdx.x + 32] store: 1
// CHECK-NEXT: traffic: 2
// TEXT-LABEL: {{^}}again<<<
// TEXT: global: 2 requests
__global__ void again(float *__restrict__ out) {
  out[threadIdx.x] = 1;
  out[threadIdx.x + 32] = out[threadIdx.x] * 3;
}

// Unrolled, it may find in a register what the iteration before has stored: 9 iterations.
// CHECK-LABEL: previous
// CHECK-NEXT: out[(k - 1) * 32 + threadIdx.x] load: 9; as compiled: at most 9
// CHECK-NEXT: out[k * 32 + threadIdx.x] load: 9
// CHECK-NEXT: out[k * 32 + threadIdx.x] store: 9
// CHECK-NEXT: traffic: at most 27
// TEXT-LABEL: {{^}}previous<<<
// TEXT: global: at most 27 requests
__global__ void previous(float *__restrict__ out, int n) {
  for (int k = 1; k < n; ++k)
    out[k * 32 + threadIdx.x] += out[(k - 1) * 32 + threadIdx.x];
}

int main() {
  float *out, *in;
  cudaMalloc(&out, 1 << 20);
  cudaMalloc(&in, 1 << 20);
  sum<<<1, 32>>>(out, in, 10);
  again<<<1, 32>>>(out);
  previous<<<1, 32>>>(out, 10);
}
