// RUN: %json %s | %query | FileCheck %s

// Integer functions in indices. One warp, lanes t = 0 ... 31.

#include <algorithm>
#include <cuda_runtime.h>

__global__ void bits(int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  // t:t shifted left by one, upper word: 2t.
  s[__funnelshift_l(t, t, 1)] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=2 ideal=1 worst=2; proved;
  // t:0 shifted right by 30, lower word: 4t.
  s[__funnelshift_r(0, t, 30)] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=4 ideal=1 worst=4; proved;
  // The shift is taken modulo 32, or stops at 32: t, and the other word: 32t.
  s[__funnelshift_l(32 * t, t, 32)] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=1 ideal=1 worst=1; proved;
  s[__funnelshift_lc(32 * t, t, 33)] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=32 ideal=1 worst=32; proved;
  // Byte 0 of t, then byte 1 of 0x0100 shifted to byte 1: 256 + t, then 8 words apart.
  s[8 * (__byte_perm(t, 0x0100, 0x4450) & 31)] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=8 ideal=1 worst=8; proved;
  // (t * 2^16 * 2^17) / 2^32 = 2t, and 4t.
  s[__mulhi(t << 16, 1 << 17)] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=2 ideal=1 worst=2; proved;
  s[__umulhi(t << 16, 1 << 18)] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=4 ideal=1 worst=4; proved;
  s[mulhi(t << 16, 1 << 17)] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=2 ideal=1 worst=2; proved;
  // |t - 16|: 17 different words of one bank.
  s[32 * __sad(t, 16, 0)] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=17 ideal=1 worst=17; proved;
  // 27 to 32: 6 words of one bank.
  s[32 * __clz(t)] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=6 ideal=1 worst=6; proved;
  s[32 * (__clzll(t) - 32)] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=6 ideal=1 worst=6; proved;
  // 0 to 5: 6 words.
  s[32 * __ffs(t)] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=6 ideal=1 worst=6; proved;
  // 0 to 5 bits are set: 6 words.
  s[32 * __popcll(t)] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=6 ideal=1 worst=6; proved;
  // The five bits in the other order: each bank once.
  s[__brev(t) >> 27] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=1 ideal=1 worst=1; proved;
  // 3t, odd: 1.
  s[__umul24(t, 3)] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=1 ideal=1 worst=1; proved;
  // 0 to 8: 9 words of one bank. std::min gives a reference.
  s[32 * std::min(t, 8)] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=9 ideal=1 worst=9; proved;
  s[32 * max(t, 23)] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=9 ideal=1 worst=9; proved;
  // (t + 1) / 2: 0 to 16, 17 words.
  s[32 * __rhadd(t, 0)] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=17 ideal=1 worst=17; proved;
}

void launch(int n) { bits<<<1, 32>>>(n); }
