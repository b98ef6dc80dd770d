// Two tiles of halves in one dynamic buffer, read by ldmatrix: each is an array of its own, and its
// rows are counted in the halves that the buffer is declared with, not in the 16 bytes of an access.
// Rows of 64 halves are 128 bytes, all banks; with 72 they begin 16 bytes further each.
//
// RUN: %exit 1 %cuda-memlint --checks=-*,cuda-shared-bank-conflict %s | FileCheck %s --implicit-check-not=warning:
#include <cuda_fp16.h>

__device__ unsigned loadMatrix(const half *row) {
  unsigned r0, r1, r2, r3;
  unsigned address = unsigned(__cvta_generic_to_shared(row));
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 8-way shared memory bank conflict: lanes load matrix rows in `tiles`
  // CHECK: help: pad the rows of `tiles` from 64 to 72 elements to remove the bank conflicts of both accesses (+1,024 B dynamic shared memory at the launch; the arrays behind it move by 1,024 B)
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3)
               : "r"(address));
  return r0 + r1 + r2 + r3;
}

__device__ unsigned loadTwo(const half *row) {
  unsigned r0, r1;
  unsigned address = unsigned(__cvta_generic_to_shared(row));
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 8-way shared memory bank conflict: lanes load matrix rows in `tiles`
  // CHECK: help: pad the rows of `tiles` at byte 8,192 from 64 to 72 elements to remove the bank conflicts of both accesses (+1,024 B dynamic shared memory at the launch)
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(r0), "=r"(r1) : "r"(address));
  return r0 + r1;
}

__global__ void twoTiles(unsigned *out, const half *in) {
  extern __shared__ half tiles[];
  half *first = tiles, *second = tiles + 64 * 64;
  int t = threadIdx.x, lane = t % 32;
  for (int pass = 0; pass < 4; ++pass) {
    int at = (pass * 128 + t) * 8;
    *(uint4 *)&first[at / 64 * 64 + at % 64] = *(const uint4 *)&in[blockIdx.x * 8192 + at];
    *(uint4 *)&second[at / 64 * 64 + at % 64] = *(const uint4 *)&in[blockIdx.x * 8192 + 4096 + at];
  }
  __syncthreads();
  const half *ofFirst = first + t / 32 * 16 * 64, *ofSecond = second + t / 32 * 16 * 64;
  unsigned sum = 0;
  for (int k = 0; k < 64; k += 16) {
    sum += loadMatrix(ofFirst + lane % 16 * 64 + lane / 16 * 8 + k);
    sum += loadTwo(ofSecond + lane % 8 * 64 + lane / 8 % 2 * 8 + k);
  }
  out[blockIdx.x * 128 + t] = sum;
}

int main() {
  half *in;
  unsigned *out;
  cudaMalloc(&in, 1 << 28);
  cudaMalloc(&out, 1 << 28);
  twoTiles<<<1024, 128, 2 * 64 * 64 * sizeof(half)>>>(out, in);
}
