// RUN: not %cuda-memlint --remarks --show-unknown --checks=-*,cuda-shared-bank-conflict,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// Indices modulo a small power of two, of a number that is not known: all residues are tried.

#include <cuda_runtime.h>

// Rows of 32 words: the 16 values of the remainder are in one bank, each read by two lanes.
__global__ void rows(float *out, const float *in, unsigned head) {
  __shared__ float ring[16 * 32];
  ring[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 16-way shared memory bank conflict
  // CHECK: note: proved for rows<<<1, 64>>>
  out[threadIdx.x] = ring[((head + threadIdx.x) & 15) * 32];
}

// 16 elements 32 bytes apart are 16 sectors for 32 lanes, 4 needed, whatever the start is.
__global__ void sectors(float *out, const float *in, unsigned head) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load{{.*}} (16 sectors per request, 4 needed; 4.0x)
  // CHECK: note: proved for sectors<<<1, 64>>>
  out[threadIdx.x] = in[(head + threadIdx.x) % 16 * 8];
}

// Near misses.

// The 32 words of a ring are in 32 banks.
__global__ void ring(float *out, const float *in, unsigned head) {
  __shared__ float words[32];
  if (threadIdx.x < 32)
    words[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = words[(head + threadIdx.x) & 31];
}

// Two numbers that are not known.
__global__ void twoRings(float *out, const float *in, unsigned head, unsigned tail) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: the cost of this load in 'twoRings' is unknown
  out[threadIdx.x] = in[((head + threadIdx.x) & 15) * 8 + ((tail + threadIdx.x) & 15)];
}

// Each lane multiplies the number: residues of products of lanes are not tried.
__global__ void products(float *out, const float *in, unsigned step) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: the cost of this load in 'products' is unknown
  out[threadIdx.x] = in[((step * threadIdx.x) & 15) * 8];
}

// Fixed: one element after the other.
__global__ void consecutive(float *out, const float *in, unsigned head) {
  out[threadIdx.x] = in[(head + threadIdx.x) & 63];
}

void launch(float *out, const float *in, unsigned head, unsigned tail) {
  rows<<<1, 64>>>(out, in, head);
  sectors<<<1, 64>>>(out, in, head);
  ring<<<1, 64>>>(out, in, head);
  twoRings<<<1, 64>>>(out, in, head, tail);
  products<<<1, 64>>>(out, in, head);
  consecutive<<<1, 64>>>(out, in, head);
}
