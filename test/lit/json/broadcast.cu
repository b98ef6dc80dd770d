// RUN: %json %s | %query | FileCheck %s

// Lanes that ask for the same address. Global: a sector counts once. Shared: a word
// counts once within a phase; loads of 8 and 16 bytes take half as many phases, each
// of twice as many lanes, when every active lane shares its address with lane l xor 1
// (or every one with lane l xor 2), where that lane is active.

#include <cuda_runtime.h>

// One warp.
__global__ void global(float *out, double *outDoubles, const float *in, const double *doubles) {
  int t = threadIdx.x;
  // One address: 1 sector, and no more could be needed.
  out[t] = in[5];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=1 ideal=1 worst=1;
  // 8 floats, four lanes each: 32 bytes.
  out[t] = in[t / 4];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=1 ideal=1 worst=1;
  // 8 floats again, in the other order.
  out[t] = in[t % 8];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=1 ideal=1 worst=1;
  // 4 floats, 128 bytes apart: 4 sectors; 32 lanes * 4 bytes may take 4.
  out[t] = in[(t % 4) * 32];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4;
  // 16 floats, 32 bytes apart: 16 against 4.
  out[t] = in[(t / 2) * 8];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=16 ideal=4 worst=16;
  // 16 doubles: 128 bytes, 4 sectors.
  outDoubles[t] = doubles[t / 2];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4;
}

// One warp. 4 bytes: always one phase.
__global__ void sharedFloats(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = 1;
  __syncthreads();
  out[t] = s[7];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=1 ideal=1 worst=1; proved;
  // 4 words in 4 banks.
  out[t] = s[t / 8];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=1 ideal=1 worst=1; proved;
  // 2 words in one bank.
  out[t] = s[(t % 2) * 32];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=2 ideal=1 worst=2; proved;
  // 8 words in one bank.
  out[t] = s[(t & 7) * 32];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=8 ideal=1 worst=8; proved;
}

// One warp. 8 bytes.
__global__ void sharedDoubles(double *out) {
  __shared__ double s[512];
  int t = threadIdx.x;
  // A store takes its two phases whatever the addresses: 8 doubles, 16 banks in each.
  s[t / 2] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=2 ideal=2 worst=2;
  __syncthreads();
  // Uniform: one phase, one wavefront.
  out[t] = s[3];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=1 ideal=1 worst=1;
  // Pairs: one phase of 32 lanes, 16 doubles in 32 banks: 1.
  out[t] = s[t / 2];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=1 ideal=1 worst=1;
  // Pairs: one phase, 16 doubles 32 words apart, one pair of banks: 16 against 2.
  out[t] = s[(t / 2) * 16];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=16 ideal=2 worst=16;
  // No pairs: lane l and l + 16 share. Two phases of 16 different doubles: 2.
  out[t] = s[t % 16];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=2 ideal=2 worst=2;
}

// One warp. 16 bytes.
__global__ void sharedVectors(float4 *out) {
  __shared__ float4 s[64];
  int t = threadIdx.x;
  // Uniform: two phases of 16 lanes instead of four of 8.
  out[t] = s[2];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=2 ideal=2 worst=2;
  // Pairs l and l xor 1: two phases of 8 different vectors, 32 words: 2.
  out[t] = s[t / 2];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=2 ideal=2 worst=2;
  // Pairs l and l xor 2: the same.
  out[t] = s[(t & 1) | ((t >> 2) << 1)];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=2 ideal=2 worst=2;
  // Lanes l and l + 8 share: not such pairs. Four phases of 8 different vectors: 4.
  out[t] = s[t % 8];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=4 ideal=4 worst=4;
  // Odd lanes: no neighbour is active, so two phases of 16 lanes, 8 of them active.
  // They are 8 words apart: 4 groups of banks, 2 lanes each: 2 + 2 = 4 against 2.
  if (t & 1)
    out[t] = s[t];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=4 ideal=2 worst=4;
}

void launch(float *out, double *outDoubles, float4 *outVectors, const float *in,
            const double *doubles) {
  global<<<1, 32>>>(out, outDoubles, in, doubles);
  sharedFloats<<<1, 32>>>(out);
  sharedDoubles<<<1, 32>>>(outDoubles);
  sharedVectors<<<1, 32>>>(outVectors);
}
