// RUN: not %cuda-memlint --checks=-*,cuda-shared-bank-conflict %s | FileCheck %s
// RUN: %if nvcc %{ %nvcc -arch=sm_90 --ptx -o %t.ptx %s %}

// Rows are not padded beyond the 48 KiB that a block has for arrays of fixed size.

// 384 rows of 32 floats are all of them.
__global__ void full(float *out) {
  __shared__ float whole[384][32];
  int t = threadIdx.x;
  whole[0][t] = out[t];
  __syncthreads();
  // CHECK: :[[#@LINE+4]]:12: warning: 32-way shared memory bank conflict
  // CHECK-NOT: pad `whole`
  // CHECK: note: no row padding that fits in the 49,152 B of static shared memory makes both accesses conflict-free
  // CHECK: help: store element c of row r at index c ^ (r & 31): removes the bank conflicts of both accesses
  out[t] = whole[t][0];
}

// The same with another array beside it.
__global__ void beside(float *out) {
  __shared__ float half[128][32], other[256][32];
  int t = threadIdx.x;
  half[0][t] = out[t];
  other[0][t] = out[t + 32];
  __syncthreads();
  // CHECK: :[[#@LINE+3]]:12: warning: 32-way shared memory bank conflict
  // CHECK-NOT: pad `half`
  // CHECK: note: no row padding that fits in the 49,152 B of static shared memory
  out[t] = half[t][0] + other[0][t];
}

// 372 rows of 33 are 49,104 bytes.
__global__ void fits(float *out) {
  __shared__ float most[372][32];
  int t = threadIdx.x;
  most[0][t] = out[t];
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:12: warning: 32-way shared memory bank conflict
  // CHECK: help: pad `most` to `[372][33]` to remove the bank conflicts of both accesses (+1,488 B shared memory)
  out[t] = most[t][0];
}

void launch(float *out) {
  full<<<1, 32>>>(out);
  beside<<<1, 32>>>(out);
  fits<<<1, 32>>>(out);
}
