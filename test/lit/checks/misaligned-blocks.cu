// RUN: not %cuda-memlint --remarks --checks=-*,cuda-misaligned-access,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not=help:

// Each row of a block that starts past a sector boundary has one more sector: blocks with fewer and
// longer rows have fewer.

#include <cuda_runtime.h>

// 32,768 requests with 2 rows of 16 lanes, each of 3 sectors where 2 are needed: 6 and 6, and 4 of
// the store. One row of 32 has 5.
// CHECK: warning: misaligned load
// CHECK: help: launch it with `<<<dim3(32, 128), dim3(32, 8)>>>`: 524,288 -> 458,752 sectors for the kernel
__global__ void difference(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 8, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  out[y * 1040 + x] = in[y * 1040 + x + 1] - in[y * 1040 + x - 1];
}

// The same with such blocks.
// CHECK: remark: misaligned load
// CHECK: help: exchange values between lanes
__global__ void differenceOfRows(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 8, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  out[y * 1040 + x] = in[y * 1040 + x + 1] - in[y * 1040 + x - 1];
}

// The kernel counts on 16 threads in a row.
// CHECK: warning: misaligned load
// CHECK: help: launch it with `<<<dim3(32, 128), dim3(32, 8)>>>`, and multiply `blockIdx.x` by 32, not 16, and `blockIdx.y` by 8, not 16, in this kernel alone: 524,288 -> 458,752 sectors for the kernel
__global__ void differenceOfSixteen(float *out, const float *in) {
  int x = blockIdx.x * 16 + threadIdx.x + 8, y = blockIdx.y * 16 + threadIdx.y + 1;
  out[y * 1040 + x] = in[y * 1040 + x + 1] - in[y * 1040 + x - 1];
}

// What longer rows save of these loads, they cost the one that goes down the columns: it would have
// 32 sectors instead of 16.
// CHECK: warning: misaligned load
// CHECK: help: exchange values between lanes
// CHECK: warning: uncoalesced load
// CHECK: help: stage it through
__global__ void differenceAndColumn(float *out, const float *in, const float *columns) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 8, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  out[y * 1040 + x] = in[y * 1040 + x + 1] - in[y * 1040 + x - 1] + columns[x * 1040 + y];
}

int main() {
  float *out, *in, *columns;
  cudaMalloc(&out, 1040 * 1040 * 4);
  cudaMalloc(&in, 1040 * 1040 * 4);
  cudaMalloc(&columns, 1040 * 1040 * 4);
  difference<<<dim3(64, 64), dim3(16, 16)>>>(out, in);
  differenceOfRows<<<dim3(32, 128), dim3(32, 8)>>>(out, in);
  differenceOfSixteen<<<dim3(64, 64), dim3(16, 16)>>>(out, in);
  differenceAndColumn<<<dim3(64, 64), dim3(16, 16)>>>(out, in, columns);
}
