// RUN: %json --toolkit=embedded %s | FileCheck %s --check-prefix=WHOLE
// RUN: %json --toolkit=embedded %s | %query | FileCheck %s

// bfloat16 is 2 bytes, 8-bit numbers are 1 byte; pairs are loaded as one.

// WHOLE: "parsed": "whole"

#include <cuda_bf16.h>
#include <cuda_fp8.h>

// 32 lanes of 2 bytes: 2 sectors; of 4 bytes: 4; of 1 byte: 1.
__global__ void convert(__nv_bfloat162 *pairs, const __nv_bfloat16 *in, __nv_fp8_e4m3 *small) {
  int i = threadIdx.x;
  float value = __bfloat162float(in[i]);
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=2 ideal=2 worst=2; proved;
  pairs[i] = __floats2bfloat162_rn(value, value);
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  small[i] = __nv_fp8_e4m3(value);
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=1 ideal=1 worst=1; proved;
}

// Lanes 64 elements apart: 128 bytes for bfloat16, a sector each.
__global__ void column(__nv_bfloat16 *out, const __nv_fp8x4_e5m2 *in) {
  float4 four = float4(in[threadIdx.x]);
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved;
  out[threadIdx.x * 64] = __float2bfloat16(four.x);
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=32 ideal=2 worst=32; proved;
}

static_assert(sizeof(__nv_bfloat16) == 2 && alignof(__nv_bfloat16) == 2, "");
static_assert(sizeof(__nv_bfloat162) == 4 && alignof(__nv_bfloat162) == 4, "");
static_assert(sizeof(__nv_fp8_e5m2) == 1 && sizeof(__nv_fp8x2_e5m2) == 2, "");

void run(__nv_bfloat162 *pairs, __nv_bfloat16 *b, __nv_fp8_e4m3 *s, __nv_fp8x4_e5m2 *q) {
  convert<<<1, 32>>>(pairs, b, s);
  column<<<1, 32>>>(b, q);
}
