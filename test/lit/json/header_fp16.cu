// RUN: %json --toolkit=embedded %s | FileCheck %s --check-prefix=WHOLE
// RUN: %json --toolkit=embedded %s | %query | FileCheck %s

// Numbers of 16 bits: a half is 2 bytes, a half2 is 4, loaded as one.

// WHOLE: "parsed": "whole"

#include <cuda_fp16.h>

// 32 lanes of 2 bytes are 64 bytes: 2 sectors; of 4 bytes 128: 4 sectors.
__global__ void scale(half2 *out, const half2 *in, const __half *factors) {
  int i = threadIdx.x;
  __half factor = factors[i];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=2 ideal=2 worst=2; proved;
  half2 wide = __half2half2(factor);
  out[i] = __hmul2(in[i], wide);
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  out[i] += __floats2half2_rn(__low2float(wide), 1.0f);
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
}

// Rows of 32 halves are 16 words: column 0 of 32 rows is in banks 0 and 16 alone, 16
// different words in each. Along a row two lanes share a word: 16 words, no conflict.
__global__ void tile(half *out, const half *in) {
  __shared__ half rows[32][32];
  int i = threadIdx.x;
  rows[i][0] = in[i] * __float2half(2.0f);
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=2 ideal=2 worst=2; proved;
  // CHECK: line [[#@LINE-2]]: shared store requests=1 cost=16 ideal=1 worst=16; proved;
  __syncthreads();
  if (__hgt(rows[0][i], __float2half(0.0f)))
    // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=1 ideal=1 worst=1; proved;
    out[i] = hexp(rows[0][i]) + __ldg(&in[i]);
  // CHECK: line [[#@LINE-1]]: global load {{.*}} worst=2; {{proved|assumed}};
  // CHECK: line [[#@LINE-2]]: global store {{.*}} worst=2; {{proved|assumed}};
  // CHECK: line [[#@LINE-3]]: shared load {{.*}} worst=1; {{proved|assumed}};
}

// Eight halves at once through a float4: 16 bytes by each lane, 512 bytes, 16 sectors.
__global__ void reinterpret(half *out, const half *in) {
  float4 packed = reinterpret_cast<const float4 *>(in)[threadIdx.x];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=16 ideal=16 worst=16; proved;
  half *parts = reinterpret_cast<half *>(&packed);
  parts[0] = __hadd(parts[0], parts[1]);
  reinterpret_cast<float4 *>(out)[threadIdx.x] = packed;
  // CHECK: line {{.*}}: global store requests=1 cost=16 ideal=16 worst=16; proved;
}

static_assert(sizeof(half) == 2 && alignof(half) == 2, "");
static_assert(sizeof(half2) == 4 && alignof(half2) == 4, "");

void run(half2 *a, half *b) {
  scale<<<1, 32>>>(a, a + 64, b);
  tile<<<1, 32>>>(b, b + 64);
  reinterpret<<<1, 32>>>(b, b + 512);
}
