//===- cuda_device.h - What device code finds built in ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ORACLE_CUDA_DEVICE_H
#define CUDA_MEMLINT_ORACLE_CUDA_DEVICE_H

#include "__clang_cuda_builtin_vars.h"

#define ORACLE_DEVICE static inline __device__

// The run time of the oracle.
extern "C" __device__ unsigned oracleExchange(unsigned Mask, uint64_t Value, uint64_t *Values);
extern "C" __device__ unsigned oracleActiveMask();
extern "C" __device__ void oracleWarpBarrier(unsigned Mask);
extern "C" __device__ void oracleNamedBarrier(unsigned Name, unsigned NumberOfThreads);
extern "C" __device__ void oracleGridBarrier();

// Barriers and fences.
extern "C" __device__ void __syncthreads();
extern "C" __device__ int __syncthreads_count(int value);
extern "C" __device__ int __syncthreads_and(int value);
extern "C" __device__ int __syncthreads_or(int value);
ORACLE_DEVICE void __syncwarp(unsigned mask = 0xffffffffu) { oracleWarpBarrier(mask); }
ORACLE_DEVICE void __threadfence() {}
ORACLE_DEVICE void __threadfence_block() {}
ORACLE_DEVICE void __threadfence_system() {}
ORACLE_DEVICE unsigned __activemask() { return oracleActiveMask(); }

// Warp functions.
template <class T> ORACLE_DEVICE uint64_t oracleBits(T value) {
  uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  return bits;
}
template <class T> ORACLE_DEVICE T oracleValue(uint64_t bits) {
  T value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}
ORACLE_DEVICE unsigned oracleLane() { return __nvvm_read_ptx_sreg_laneid(); }
template <class T> ORACLE_DEVICE T oracleShuffle(unsigned mask, T value, int source) {
  uint64_t values[32];
  unsigned present = oracleExchange(mask, oracleBits(value), values);
  return present >> source & 1 ? oracleValue<T>(values[source]) : value;
}
template <class T> ORACLE_DEVICE T __shfl_sync(unsigned mask, T value, int source, int width = 32) {
  return oracleShuffle(mask, value, (oracleLane() & ~(width - 1)) | (source & (width - 1)));
}
template <class T>
ORACLE_DEVICE T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  int source = int(oracleLane()) - int(delta);
  int first = oracleLane() & ~(width - 1);
  return oracleShuffle(mask, value, source < first ? int(oracleLane()) : source);
}
template <class T>
ORACLE_DEVICE T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  int source = int(oracleLane()) + int(delta);
  int last = oracleLane() | (width - 1);
  return oracleShuffle(mask, value, source > last ? int(oracleLane()) : source);
}
template <class T>
ORACLE_DEVICE T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32) {
  int source = int(oracleLane()) ^ lanes;
  int last = oracleLane() | (width - 1);
  return oracleShuffle(mask, value, source > last ? int(oracleLane()) : source);
}
ORACLE_DEVICE unsigned __ballot_sync(unsigned mask, int predicate) {
  uint64_t values[32];
  oracleExchange(mask, predicate != 0, values);
  unsigned ballot = 0;
  for (int lane = 0; lane < 32; ++lane)
    ballot |= unsigned(values[lane]) << lane;
  return ballot;
}
ORACLE_DEVICE int __any_sync(unsigned mask, int predicate) {
  return __ballot_sync(mask, predicate) != 0;
}
ORACLE_DEVICE int __all_sync(unsigned mask, int predicate) {
  return __ballot_sync(mask, !predicate) == 0;
}
template <class T> ORACLE_DEVICE unsigned __match_any_sync(unsigned mask, T value) {
  uint64_t values[32];
  unsigned present = oracleExchange(mask, oracleBits(value), values);
  unsigned equal = 0;
  for (int lane = 0; lane < 32; ++lane)
    equal |= unsigned(present >> lane & 1 && values[lane] == oracleBits(value)) << lane;
  return equal;
}
template <class T> ORACLE_DEVICE unsigned __match_all_sync(unsigned mask, T value, int *all) {
  unsigned equal = __match_any_sync(mask, value);
  *all = equal == mask;
  return *all ? mask : 0;
}
template <class T> ORACLE_DEVICE T __reduce_add_sync(unsigned mask, T value) {
  uint64_t values[32];
  oracleExchange(mask, oracleBits(value), values);
  T sum = 0;
  for (int lane = 0; lane < 32; ++lane)
    sum += oracleValue<T>(values[lane]);
  return sum;
}

template <class T> ORACLE_DEVICE T __reduce_max_sync(unsigned mask, T value) {
  uint64_t values[32];
  unsigned present = oracleExchange(mask, oracleBits(value), values);
  T most = value;
  for (int lane = 0; lane < 32; ++lane)
    if (present >> lane & 1 && most < oracleValue<T>(values[lane]))
      most = oracleValue<T>(values[lane]);
  return most;
}

// Reads through particular caches, and atomics.
#define ORACLE_LOAD(Name)                                                                          \
  template <class T> ORACLE_DEVICE T Name(const T *place) { return *place; }
ORACLE_LOAD(__ldg)
ORACLE_LOAD(__ldcg)
ORACLE_LOAD(__ldca)
ORACLE_LOAD(__ldcs)
ORACLE_LOAD(__ldlu)
ORACLE_LOAD(__ldcv)
#undef ORACLE_LOAD
#define ORACLE_STORE(Name)                                                                         \
  template <class T> ORACLE_DEVICE void Name(T *place, T value) { *place = value; }
ORACLE_STORE(__stwb)
ORACLE_STORE(__stcg)
ORACLE_STORE(__stcs)
ORACLE_STORE(__stwt)
#undef ORACLE_STORE

template <class T> struct OracleSame {
  typedef T Type;
};
#define ORACLE_ATOMIC(Name, Builtin)                                                               \
  template <class T> ORACLE_DEVICE T Name(T *place, typename OracleSame<T>::Type value) {          \
    return Builtin(place, value, __ATOMIC_RELAXED);                                                \
  }                                                                                                \
  template <class T> ORACLE_DEVICE T Name##_block(T *place, typename OracleSame<T>::Type value) {  \
    return Builtin(place, value, __ATOMIC_RELAXED);                                                \
  }                                                                                                \
  template <class T> ORACLE_DEVICE T Name##_system(T *place, typename OracleSame<T>::Type value) { \
    return Builtin(place, value, __ATOMIC_RELAXED);                                                \
  }
ORACLE_ATOMIC(atomicAdd, __atomic_fetch_add)
ORACLE_ATOMIC(atomicSub, __atomic_fetch_sub)
ORACLE_ATOMIC(atomicMin, __atomic_fetch_min)
ORACLE_ATOMIC(atomicMax, __atomic_fetch_max)
ORACLE_ATOMIC(atomicAnd, __atomic_fetch_and)
ORACLE_ATOMIC(atomicOr, __atomic_fetch_or)
ORACLE_ATOMIC(atomicXor, __atomic_fetch_xor)
ORACLE_ATOMIC(atomicExch, __atomic_exchange_n)
#undef ORACLE_ATOMIC
template <class T>
ORACLE_DEVICE T atomicCAS(T *place, typename OracleSame<T>::Type compare,
                          typename OracleSame<T>::Type value) {
  __atomic_compare_exchange_n(place, &compare, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return compare;
}

ORACLE_DEVICE unsigned atomicInc(unsigned *place, unsigned last) {
  unsigned before = __atomic_load_n(place, __ATOMIC_RELAXED);
  return atomicExch(place, before >= last ? 0 : before + 1);
}
ORACLE_DEVICE unsigned atomicDec(unsigned *place, unsigned last) {
  unsigned before = __atomic_load_n(place, __ATOMIC_RELAXED);
  return atomicExch(place, before == 0 || before > last ? last : before - 1);
}

// Integers.
ORACLE_DEVICE int __popc(unsigned value) { return __builtin_popcount(value); }
ORACLE_DEVICE int __popcll(unsigned long long value) { return __builtin_popcountll(value); }
ORACLE_DEVICE int __ffs(int value) { return __builtin_ffs(value); }
ORACLE_DEVICE int __ffsll(long long value) { return __builtin_ffsll(value); }
ORACLE_DEVICE int __clz(int value) { return value == 0 ? 32 : __builtin_clz(value); }
ORACLE_DEVICE int __clzll(long long value) { return value == 0 ? 64 : __builtin_clzll(value); }
ORACLE_DEVICE unsigned __sad(int left, int right, unsigned more) {
  return (left < right ? unsigned(right) - left : unsigned(left) - right) + more;
}
ORACLE_DEVICE unsigned __usad(unsigned left, unsigned right, unsigned more) {
  return (left < right ? right - left : left - right) + more;
}
ORACLE_DEVICE int __hadd(int left, int right) { return (int64_t(left) + right) >> 1; }
ORACLE_DEVICE int __rhadd(int left, int right) { return (int64_t(left) + right + 1) >> 1; }
ORACLE_DEVICE unsigned __uhadd(unsigned left, unsigned right) {
  return (uint64_t(left) + right) >> 1;
}
ORACLE_DEVICE unsigned __urhadd(unsigned left, unsigned right) {
  return (uint64_t(left) + right + 1) >> 1;
}
ORACLE_DEVICE unsigned __brev(unsigned value) {
  unsigned reversed = 0;
  for (int bit = 0; bit < 32; ++bit)
    reversed |= (value >> bit & 1) << (31 - bit);
  return reversed;
}
ORACLE_DEVICE unsigned long long __brevll(unsigned long long value) {
  return uint64_t(__brev(unsigned(value))) << 32 | __brev(unsigned(value >> 32));
}
// The position of the bit that is set and the `count`th from `base` on, counted from 1; below
// `base` where `count` is negative; all bits set: there is none.
ORACLE_DEVICE unsigned __fns(unsigned mask, unsigned base, int count) {
  int step = count < 0 ? -1 : 1, left = count < 0 ? -count : count;
  for (int bit = int(base); bit >= 0 && bit < 32; bit += step)
    if ((mask >> bit & 1) && (left == 0 ? bit == int(base) : --left == 0))
      return bit;
  return ~0u;
}
ORACLE_DEVICE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return ((uint64_t(high) << 32 | low) << (shift & 31)) >> 32;
}
ORACLE_DEVICE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return (uint64_t(high) << 32 | low) >> (shift & 31);
}
ORACLE_DEVICE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return ((uint64_t(high) << 32 | low) << (shift < 32 ? shift : 32)) >> 32;
}
ORACLE_DEVICE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return (uint64_t(high) << 32 | low) >> (shift < 32 ? shift : 32);
}
ORACLE_DEVICE unsigned __byte_perm(unsigned low, unsigned high, unsigned selector) {
  uint64_t bytes = uint64_t(high) << 32 | low;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i)
    result |= unsigned(bytes >> (selector >> 4 * i & 7) * 8 & 255) << 8 * i;
  return result;
}
ORACLE_DEVICE int __mul24(int left, int right) { return (left << 8 >> 8) * (right << 8 >> 8); }
ORACLE_DEVICE unsigned __umul24(unsigned left, unsigned right) {
  return (left & 0xffffff) * (right & 0xffffff);
}
ORACLE_DEVICE int __mulhi(int left, int right) { return (int64_t(left) * right) >> 32; }
ORACLE_DEVICE unsigned __umulhi(unsigned left, unsigned right) {
  return (uint64_t(left) * right) >> 32;
}
ORACLE_DEVICE long long __mul64hi(long long left, long long right) {
  return (__int128(left) * right) >> 64;
}
ORACLE_DEVICE unsigned long long __umul64hi(unsigned long long left, unsigned long long right) {
  return ((unsigned __int128)left * right) >> 64;
}
ORACLE_DEVICE int abs(int value) { return value < 0 ? -value : value; }
ORACLE_DEVICE long labs(long value) { return value < 0 ? -value : value; }
ORACLE_DEVICE long long llabs(long long value) { return value < 0 ? -value : value; }
static inline __host__ __device__ unsigned umin(unsigned a, unsigned b) { return b < a ? b : a; }
static inline __host__ __device__ unsigned umax(unsigned a, unsigned b) { return a < b ? b : a; }
static inline __host__ __device__ long long llmin(long long a, long long b) {
  return b < a ? b : a;
}
static inline __host__ __device__ long long llmax(long long a, long long b) {
  return a < b ? b : a;
}
static inline __host__ __device__ unsigned long long ullmin(unsigned long long a,
                                                            unsigned long long b) {
  return b < a ? b : a;
}
static inline __host__ __device__ unsigned long long ullmax(unsigned long long a,
                                                            unsigned long long b) {
  return a < b ? b : a;
}
static inline __host__ __device__ int min(int a, int b) { return b < a ? b : a; }
static inline __host__ __device__ int max(int a, int b) { return a < b ? b : a; }
static inline __host__ __device__ unsigned min(unsigned a, unsigned b) { return b < a ? b : a; }
static inline __host__ __device__ unsigned max(unsigned a, unsigned b) { return a < b ? b : a; }
static inline __host__ __device__ float min(float a, float b) { return b < a ? b : a; }
static inline __host__ __device__ float max(float a, float b) { return a < b ? b : a; }
static inline __host__ __device__ size_t min(size_t a, size_t b) { return b < a ? b : a; }
static inline __host__ __device__ size_t max(size_t a, size_t b) { return a < b ? b : a; }

// Floating point and bits.
ORACLE_DEVICE float __int_as_float(int value) { return oracleValue<float>(oracleBits(value)); }
ORACLE_DEVICE int __float_as_int(float value) { return oracleValue<int>(oracleBits(value)); }
ORACLE_DEVICE unsigned __float_as_uint(float value) {
  return oracleValue<unsigned>(oracleBits(value));
}
ORACLE_DEVICE float __uint_as_float(unsigned value) {
  return oracleValue<float>(oracleBits(value));
}
ORACLE_DEVICE int __float2int_rd(float value) { return int(__builtin_floorf(value)); }
extern "C" {
__device__ float sqrtf(float) noexcept;
__device__ float rsqrtf(float) noexcept;
__device__ float expf(float) noexcept;
__device__ float logf(float) noexcept;
__device__ float sinf(float) noexcept;
__device__ float cosf(float) noexcept;
__device__ float fabsf(float) noexcept;
__device__ float floorf(float) noexcept;
__device__ float fminf(float, float) noexcept;
__device__ float fmaxf(float, float) noexcept;
__device__ float fmaf(float, float, float) noexcept;
__device__ double sqrt(double) noexcept;
__device__ double frexp(double, int *) noexcept;
__device__ double ldexp(double, int) noexcept;
__device__ double log(double) noexcept;
__device__ double exp(double) noexcept;
__device__ double fabs(double) noexcept;
__device__ double sin(double) noexcept;
__device__ double cos(double) noexcept;
__device__ float powf(float, float) noexcept;
__device__ float ceilf(float) noexcept;
__device__ float roundf(float) noexcept;
__device__ int printf(const char *, ...);
}
ORACLE_DEVICE float __expf(float value) { return expf(value); }
ORACLE_DEVICE float __fdividef(float left, float right) { return left / right; }

// Addresses in a space of their own, as inline PTX takes them.
extern "C" __device__ unsigned oracleSharedNumber(const void *place);
ORACLE_DEVICE size_t __cvta_generic_to_shared(const void *place) {
  return oracleSharedNumber(place);
}
ORACLE_DEVICE size_t __cvta_generic_to_global(const void *place) { return (size_t)place; }

#endif // CUDA_MEMLINT_ORACLE_CUDA_DEVICE_H
