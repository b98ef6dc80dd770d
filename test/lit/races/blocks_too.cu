// Elements that threads of other blocks access, too, are not put right by a barrier of the block.
//
// RUN: not %cuda-memlint --checks=-*,cuda-global-race %s | FileCheck %s --implicit-check-not=__syncthreads

// The last thread of a block reads what the first one of the next writes.
// CHECK: warning: global memory race on `a`
// CHECK: note: only the end of the kernel or a grid-wide barrier orders blocks
__global__ void oneStatement(float *a) {
  int i = blockIdx.x * 256 + threadIdx.x;
  a[i] = a[i + 1];
}

// CHECK: warning: global memory race on `a`
// CHECK: note: only the end of the kernel or a grid-wide barrier orders blocks
__global__ void twoStatements(float *a, float *b) {
  int i = blockIdx.x * 256 + threadIdx.x;
  a[i] = i;
  b[i] = a[i + 1];
}

int main() {
  float *a, *b;
  cudaMalloc(&a, 10241 * sizeof(float));
  cudaMalloc(&b, 10240 * sizeof(float));
  oneStatement<<<40, 256>>>(a);
  twoStatements<<<40, 256>>>(a, b);
}
