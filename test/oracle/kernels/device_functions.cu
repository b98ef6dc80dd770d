// Functions that load, store and agree.
// ORACLE: 26 accesses, 26 costs

#include "buffers.h"

__global__ void loadsAndStores(int *out, const int *in) {
  int t = threadIdx.x;
  __stwb(out + t, __ldcg(in + 2 * t));
  __stcg(out + 64 + t, __ldca(in + t + 1));
  __stcs(out + 128 + 2 * t, __ldcs(in + 3 * t));
  __stwt(out + 256 + t, __ldlu(in + (t & 7)));
  out[320 + t] = __ldcv(in + t / 4) + __ldg(in + 63 - t);
}

__global__ void atomics(int *sums) {
  int t = threadIdx.x;
  atomicSub(sums + t, 1);
  atomicMin(sums + 64 + t / 2, t);
  atomicMax(sums + 128 + t % 8, t);
  atomicAnd(sums + 192 + 2 * t, 255);
  atomicOr(sums + 320 + (t ^ 1), 1);
  atomicXor(sums + 384 + t * 3 % 64, 2);
}

__global__ void agreements(int *out, int bound) {
  int t = threadIdx.x;
  if (__syncthreads_and(t < bound))
    out[t] = 1;
  if (__syncthreads_or(t > bound))
    out[64 + t] = 2;
  __threadfence_block();
  out[128 + 2 * t] = 3;
  __threadfence();
  out[256 + t / 2] = 4;
  __threadfence_system();
  out[320 + (t & 3)] = 5;
}

__global__ void shiftedFunnels(int *out, unsigned shift) {
  unsigned t = threadIdx.x;
  out[__funnelshift_r(t << 8, t, 8) & 1023] = 1;
  out[__funnelshift_lc(t, t, shift) & 1023] = 2;
  out[__funnelshift_rc(t << 4, 1, shift) & 1023] = 3;
  out[__funnelshift_rc(t, t + 1, 40) & 1023] = 4;
  out[__funnelshift_lc(t + 3, t, 33) & 1023] = 5;
}

__global__ void assumptions(int *out, int first) {
  __builtin_assume(first > 0);
  int *aligned = (int *)__builtin_assume_aligned(out + 64, 16);
  aligned[threadIdx.x + first] = 1;
}

int main() {
  int *m = zeros<int>(8192), *n = zeros<int>(8192);
  loadsAndStores<<<1, 64>>>(m, n);
  atomics<<<1, 64>>>(m);
  agreements<<<1, 64>>>(m, 64);
  shiftedFunnels<<<1, 64>>>(m, 5);
  assumptions<<<1, 64>>>(m, 8);
  return 0;
}
