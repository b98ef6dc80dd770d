// Integer functions of CUDA, also at the ends of their ranges.
// ORACLE: 51 accesses, 51 costs

#include "buffers.h"

// Only the lower 24 bits of what is multiplied count, and the lower 32 of the product.
__global__ void lowerBits(int *out, int far, unsigned farther) {
  int t = threadIdx.x;
  out[__mul24(t, 3)] = 1;
  out[__mul24(t + 0x1000000, 3)] = 2;
  out[-__mul24(t - 0x800040, -2) & 1023] = 3;
  out[__umul24(t + 0x7f000000u, 5)] = 4;
  out[__umul24(t, 0x01000007u)] = 5;
  out[__mul24(t, far)] = 6;
  out[__umul24(farther, t)] = 7;
  out[__mul24(blockIdx.x, blockDim.x) + t] = 8;
}

__global__ void upperBits(int *out, int factor, unsigned long long wide) {
  int t = threadIdx.x;
  out[__mulhi(t << 20, 1 << 16)] = 1;
  out[__mulhi(-t, factor) & 63] = 2;
  out[__umulhi(t * 0x2000000u, 0x80u)] = 3;
  out[__umulhi(0xffffffffu - t, 64)] = 4;
  out[__mul64hi((long long)t << 50, 1 << 16) & 255] = 5;
  out[__umul64hi((unsigned long long)t << 60, wide) & 255] = 6;
}

__global__ void means(int *out) {
  int t = threadIdx.x;
  out[__hadd(t, 9)] = 1;
  out[__hadd(-t, -2) & 31] = 2;
  out[__hadd(0x7fffffff, t) & 63] = 3;
  out[__rhadd(t, -4) & 63] = 4;
  out[__uhadd(t, 11)] = 5;
  out[__uhadd(0xffffffffu, t) & 63] = 6;
  out[__urhadd(t, 0xfffffffeu) & 63] = 7;
  out[__sad(t, 16, 3)] = 8;
  out[__usad(t, 40, 5)] = 9;
  out[__usad(t, 0xffffffffu, t) & 63] = 10;
}

__global__ void countedBits(int *out, int base) {
  int t = threadIdx.x;
  out[__popc(~t)] = 1;
  out[__popc(-t)] = 2;
  out[__popcll(-(long long)t)] = 3;
  out[__popcll(~(unsigned long long)t)] = 4;
  out[__ffs(t << 3)] = 5;
  out[__ffs(-t)] = 6;
  out[__ffsll((long long)t << 2)] = 7;
  out[__ffsll((long long)t << 40)] = 8;
  out[__clz(t)] = 9;
  out[__clz(~t)] = 10;
  out[__clzll(t)] = 11;
  out[__clzll(~(long long)t)] = 12;
  out[__brev(t << 20)] = 13;
  out[__brev(~t) & 31] = 14;
  out[__brevll((unsigned long long)t << 52)] = 15;
  out[__fns(0x5a5a5a5a, 0, t % 8 + 1) & 31] = 16;
  out[__builtin_popcount(t + base)] = 17;
  out[__builtin_popcountll((unsigned long long)t << 30)] = 18;
  out[__builtin_clz(t | 1)] = 19;
  out[__builtin_clzll(t | 1)] = 20;
  out[__builtin_ffs(t)] = 21;
  out[__builtin_ffsll(t)] = 22;
  out[__builtin_ctz(t | 64)] = 23;
  out[__builtin_ctzll((unsigned long long)t | 128)] = 24;
}

__global__ void limits(int *out) {
  int t = threadIdx.x;
  out[umin(t, 7u)] = 1;
  out[umax(t, 7u)] = 2;
  out[umin(t - 5u, 40u)] = 3;
  out[llmin(t - 3ll, 2ll) & 31] = 4;
  out[llmax(t - 20ll, 0ll)] = 5;
  out[ullmin(t - 5ull, 40ull)] = 6;
  out[ullmax(t, 9ull)] = 7;
  out[abs(t - 16)] = 8;
  out[labs(t - 7l)] = 9;
  out[llabs(11ll - t)] = 10;
}

int main() {
  int *m = zeros<int>(4096);
  lowerBits<<<2, 64>>>(m, 0x1000003, 0xff000002u);
  upperBits<<<1, 64>>>(m, 1 << 27, 1ull << 10);
  means<<<1, 64>>>(m);
  countedBits<<<1, 64>>>(m, -8);
  limits<<<1, 64>>>(m);
  return 0;
}
