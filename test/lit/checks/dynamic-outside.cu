// Dynamic shared memory that the kernel does not declare itself.
//
// RUN: not %cuda-memlint --checks=-*,cuda-shared-bank-conflict %s | FileCheck %s --implicit-check-not='no automatic fix'

#include <cuda_runtime.h>

// One declaration for all kernels of the file.
extern __shared__ float tile[];

// CHECK: :[[#@LINE+7]]:{{[0-9]+}}: warning: {{.*}}shared memory bank conflict
// CHECK: :[[#@LINE-3]]:1: note: no automatic fix: `tile` cannot be edited where it is declared, for all kernels of the file
// CHECK: help: pad the rows of `tile` from 32 to 33 elements
__global__ void oneDeclaration(float *out, const float *in) {
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

__device__ float element(int row, int column) {
  extern __shared__ float rows[];
  return rows[row * 32 + column];
}

// CHECK: :[[#@LINE-3]]:{{[0-9]+}}: warning: {{.*}}shared memory bank conflict
// CHECK: :[[#@LINE-5]]:3: note: no automatic fix: another declaration of `rows` refers to the same memory
__global__ void twoDeclarations(float *out, const float *in) {
  extern __shared__ float rows[];
  int x = threadIdx.x, y = threadIdx.y;
  rows[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = element(x, y);
}

void run(float *out, const float *in) {
  oneDeclaration<<<64, dim3(32, 32), 4096>>>(out, in);
  twoDeclarations<<<64, dim3(32, 32), 4096>>>(out, in);
}
