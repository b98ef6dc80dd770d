// The two threads of a race beside each other, in the order of time.
// RUN: not %cuda-memlint --checks=-*,cuda-shared-race,cuda-missing-syncwarp,cuda-global-race --explain %s 2>&1 | FileCheck %s --strict-whitespace

#include <cuda_runtime.h>

// Of the pairs of threads that meet, t and 127 - t, the first is named: 0 reads what 127 wrote.
__global__ void reverse(int *out, const int *in) {
  __shared__ int values[128];
  values[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = values[127 - threadIdx.x];
}
// CHECK: warning: shared memory race on `values
// CHECK:      {{^}}        | thread (127,0,0)   {{ +}}thread (0,0,0)
// CHECK-NEXT: {{^}}        | line 9 writes values[threadIdx.x]{{$}}
// CHECK-NEXT: {{^}}        | {{-+}} no __syncthreads() {{-+$}}
// CHECK-NEXT: {{^}}        | {{ +}} line 10 reads values[127 - threadIdx.x]{{$}}
// CHECK-NEXT: {{^}}        v both at `values[127]`

// The store of iteration 1 comes after the load of iteration 0, and so does its thread.
__global__ void rounds(int *out, const int *in) {
  __shared__ int values[128];
  for (int k = 0; k < 4; ++k) {
    values[threadIdx.x] = in[k * 128 + threadIdx.x];
    __syncthreads();
    out[k * 128 + threadIdx.x] = values[127 - threadIdx.x];
  }
}
// CHECK: warning: shared memory race on `values
// CHECK:      {{^}}        | thread ({{[0-9]+}},0,0)   {{ +}}thread ({{[0-9]+}},0,0)
// CHECK-NEXT: {{^}}        | {{ +}} iteration 1 of the loop at line 22{{$}}
// CHECK-NEXT: {{^}}        | line 25 reads values[127 - threadIdx.x]{{$}}
// CHECK-NEXT: {{^}}        | {{-+}} no __syncthreads() {{-+$}}
// CHECK-NEXT: {{^}}        | {{ +}} line 23 writes values[threadIdx.x]{{$}}
// CHECK-NEXT: {{^}}        v both at `values[

// One and the same access has nothing between.
__global__ void all(int *out) { out[0] = threadIdx.x; }
// CHECK: warning: global memory race on `out
// CHECK:      {{^}}        | thread ({{[0-9]+}},0,0) {{.*}}thread ({{[0-9]+}},0,0)
// CHECK-NEXT: {{^}}        | line 37 writes out[0]{{ +}}line 37 writes out[0]{{$}}
// CHECK-NEXT: {{^}}        v both at `out[0]`

int main() {
  int *a, *b;
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  reverse<<<1, 128>>>(a, b);
  rounds<<<1, 128>>>(a, b);
  all<<<1, 128>>>(a);
}
