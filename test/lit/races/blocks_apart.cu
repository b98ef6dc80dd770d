// Blocks that keep to their own elements are put right by a barrier of the block.
//
// RUN: not %cuda-memlint --checks=-*,cuda-global-race %s | FileCheck %s
// CHECK: warning: global memory race on `a`
// CHECK: note: insert `__syncthreads();` before this statement
__global__ void within(float *a, float *b) {
  int i = blockIdx.x * 256 + threadIdx.x;
  a[i] = i;
  b[i] = a[blockIdx.x * 256 + 255 - threadIdx.x];
}

int main() {
  float *a, *b;
  cudaMalloc(&a, 10240 * sizeof(float));
  cudaMalloc(&b, 10240 * sizeof(float));
  within<<<40, 256>>>(a, b);
}
