// Rows of matrices in an array of one dimension. Rows of 64 halves are 128 bytes, all banks: the eight rows of a matrix begin in one
// bank. With 72 they are 144 bytes apart, 16 further each, and a phase has all banks. 64 rows get 16 bytes more: 1,024 bytes.
//
// RUN: %exit 1 %cuda-memlint %s | FileCheck %s --implicit-check-not=shared-bank-conflict

#include <cuda_fp16.h>

__device__ unsigned loadMatrix(const half *row) {
  unsigned r0, r1, r2, r3;
  unsigned address = unsigned(__cvta_generic_to_shared(row));
  // CHECK: :[[#@LINE+4]]:{{[0-9]+}}: warning: 8-way shared memory bank conflict: lanes load matrix rows in `flat` {{.*}} (32 wavefronts per request, 4 needed) [cuda-shared-bank-conflict]
  // CHECK: note: proved for apart64<<<1024, 128>>>
  // CHECK: note: `*(uint4 *)&flat[i]` need not go by rows of `flat`: if it does not, its index has to follow the layout, too
  // CHECK: help: pad the rows of `flat` from 64 to 72 elements to remove the bank conflicts of both accesses (+1,024 B shared memory)
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3)
               : "r"(address));
  return r0 + r1 + r2 + r3;
}

__global__ void apart64(unsigned *out, const half *in) {
  __shared__ __align__(16) half flat[64 * 64];
  int t = threadIdx.x, lane = t % 32;
  for (int i = t * 8; i < 64 * 64; i += 128 * 8)
    *(uint4 *)&flat[i] = *(const uint4 *)&in[blockIdx.x * 4096 + i];
  __syncthreads();
  out[blockIdx.x * 128 + t] = loadMatrix(&flat[(t / 32 * 16 + lane % 16) * 64 + lane / 16 * 8]);
}

__global__ void apart72(unsigned *out, const half *in) {
  __shared__ __align__(16) half wide[64 * 72];
  int t = threadIdx.x, lane = t % 32;
  for (int i = t; i < 64 * 8; i += 128)
    *(uint4 *)&wide[i / 8 * 72 + i % 8 * 8] = *(const uint4 *)&in[blockIdx.x * 4096 + i * 8];
  __syncthreads();
  out[blockIdx.x * 128 + t] = loadMatrix(&wide[(t / 32 * 16 + lane % 16) * 72 + lane / 16 * 8]);
}

int main() {
  half *in;
  unsigned *out;
  cudaMalloc(&in, 1 << 28);
  cudaMalloc(&out, 1 << 28);
  apart64<<<1024, 128>>>(out, in);
  apart72<<<1024, 128>>>(out, in);
}
