//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What device code calls, as the CUDA C++ Programming Guide ("C++ Language
// Extensions") and the CUDA Math API document it. Declared only: the analysis
// knows these functions by name.

#ifndef __MEMLINT_DEVICE_FUNCTIONS_H
#define __MEMLINT_DEVICE_FUNCTIONS_H

#include "vector_types.h"

extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
static const __device__ int warpSize = __MEMLINT_LANES;

extern "C" {
// [on demand]
// Barriers and fences; for CUDA, __syncthreads is one of Clang's own functions.
__device__ int __syncthreads_count(int);
__device__ int __syncthreads_and(int);
__device__ int __syncthreads_or(int);
__device__ void __syncwarp(__memlint_mask = ~__memlint_mask());
__device__ void __threadfence();
__device__ void __threadfence_block();
__device__ void __threadfence_system();
__device__ void __barrier_sync(unsigned);
__device__ void __barrier_sync_count(unsigned, unsigned);

// Votes of a warp.
__device__ int __all_sync(__memlint_mask, int);
__device__ int __any_sync(__memlint_mask, int);
__device__ int __uni_sync(unsigned, int);
__device__ __memlint_mask __ballot_sync(__memlint_mask, int);
__device__ __memlint_mask __activemask();
__device__ unsigned __fns(unsigned, unsigned, int);
__device__ int __all(int);
__device__ int __any(int);
__device__ __memlint_mask __ballot(int);

__device__ unsigned __reduce_and_sync(unsigned, unsigned);
__device__ unsigned __reduce_or_sync(unsigned, unsigned);
__device__ unsigned __reduce_xor_sync(unsigned, unsigned);

// Control.
[[noreturn]] __device__ void __trap();
__device__ void __brkpt(int = 0);
__device__ void __prof_trigger(int);
__device__ void __nanosleep(unsigned);
__device__ unsigned __pm0();
__device__ unsigned __pm1();
__device__ unsigned __pm2();
__device__ unsigned __pm3();
__device__ long long clock64();

// Address spaces.
__device__ unsigned __isGlobal(const void *);
__device__ unsigned __isShared(const void *);
__device__ unsigned __isConstant(const void *);
__device__ unsigned __isLocal(const void *);
__device__ unsigned __isGridConstant(const void *);
__device__ unsigned __isClusterShared(const void *);
__device__ size_t __cvta_generic_to_global(const void *);
__device__ size_t __cvta_generic_to_shared(const void *);
__device__ size_t __cvta_generic_to_constant(const void *);
__device__ size_t __cvta_generic_to_local(const void *);
__device__ size_t __cvta_generic_to_grid_constant(const void *);
__device__ void *__cvta_global_to_generic(size_t);
__device__ void *__cvta_shared_to_generic(size_t);
__device__ void *__cvta_constant_to_generic(size_t);
__device__ void *__cvta_local_to_generic(size_t);
__device__ void *__cvta_grid_constant_to_generic(size_t);
__device__ void *__nv_cvta_shared_to_generic_impl(size_t);

// Clusters of blocks.
__device__ void __cluster_barrier_arrive();
__device__ void __cluster_barrier_arrive_relaxed();
__device__ void __cluster_barrier_wait();
__device__ dim3 __clusterDim();
__device__ dim3 __clusterRelativeBlockIdx();
__device__ dim3 __clusterGridDimInClusters();
__device__ dim3 __clusterIdx();
__device__ unsigned __clusterRelativeBlockRank();
__device__ unsigned __clusterSizeInBlocks();
__device__ void *__cluster_map_shared_rank(const void *, unsigned);
__device__ unsigned __cluster_query_shared_rank(const void *);
__device__ void cudaTriggerProgrammaticLaunchCompletion();
__device__ void cudaGridDependencySynchronize();

// Bits and integers.
__device__ int __clz(int);
__device__ int __clzll(long long);
__device__ int __ffs(int);
__device__ int __ffsll(long long);
__device__ int __popc(unsigned);
__device__ int __popcll(unsigned long long);
__device__ unsigned __brev(unsigned);
__device__ unsigned long long __brevll(unsigned long long);
__device__ unsigned __byte_perm(unsigned, unsigned, unsigned);
__device__ unsigned __funnelshift_l(unsigned, unsigned, unsigned);
__device__ unsigned __funnelshift_lc(unsigned, unsigned, unsigned);
__device__ unsigned __funnelshift_r(unsigned, unsigned, unsigned);
__device__ unsigned __funnelshift_rc(unsigned, unsigned, unsigned);
__device__ int __mul24(int, int);
__device__ unsigned __umul24(unsigned, unsigned);
__device__ int __mulhi(int, int);
__device__ unsigned __umulhi(unsigned, unsigned);
__device__ long long __mul64hi(long long, long long);
__device__ unsigned long long __umul64hi(unsigned long long, unsigned long long);
__device__ unsigned __sad(int, int, unsigned);
__device__ unsigned __usad(unsigned, unsigned, unsigned);
__device__ int __hadd(int, int);
__device__ int __rhadd(int, int);
__device__ unsigned __uhadd(unsigned, unsigned);
__device__ unsigned __urhadd(unsigned, unsigned);
// [always]
} // extern "C"

// [on demand]
__device__ int mul24(int, int);
__device__ unsigned umul24(unsigned, unsigned);
__device__ int mulhi(int, int);
__device__ unsigned umulhi(unsigned, unsigned);
__device__ int __dp4a(int, int, int);
__device__ unsigned __dp4a(unsigned, unsigned, unsigned);
__device__ int __dp4a(char4, char4, int);
__device__ unsigned __dp4a(uchar4, uchar4, unsigned);
__device__ int __dp2a_lo(int, int, int);
__device__ unsigned __dp2a_lo(unsigned, unsigned, unsigned);
__device__ int __dp2a_lo(short2, char4, int);
__device__ unsigned __dp2a_lo(ushort2, uchar4, unsigned);
__device__ int __dp2a_hi(int, int, int);
__device__ unsigned __dp2a_hi(unsigned, unsigned, unsigned);
__device__ int __dp2a_hi(short2, char4, int);
__device__ unsigned __dp2a_hi(ushort2, uchar4, unsigned);
__device__ unsigned __reduce_add_sync(unsigned, unsigned);
__device__ unsigned __reduce_min_sync(unsigned, unsigned);
__device__ unsigned __reduce_max_sync(unsigned, unsigned);
__device__ int __reduce_add_sync(unsigned, int);
__device__ int __reduce_min_sync(unsigned, int);
__device__ int __reduce_max_sync(unsigned, int);
// [always]

// Comparisons of one or two integers in a word, after an addition or among three.
#define __MEMLINT_MINMAX_WORD(__N, __T)                                                              \
  __MEMLINT_HD __T __N(__T, __T, __T);
#define __MEMLINT_MINMAX_RELU2(__N, __T)                                                             \
  __MEMLINT_HD __T __N(__T, __T);
#define __MEMLINT_MINMAX_WHICH(__N, __T)                                                             \
  __MEMLINT_HD __T __N(__T, __T, bool *);
#define __MEMLINT_MINMAX_WHICH2(__N)                                                                 \
  __MEMLINT_HD unsigned __N(unsigned, unsigned, bool *, bool *);
// [on demand]
__MEMLINT_MINMAX_RELU2(__vimax_s32_relu, int)
__MEMLINT_MINMAX_RELU2(__vimax_s16x2_relu, unsigned)
__MEMLINT_MINMAX_RELU2(__vimin_s32_relu, int)
__MEMLINT_MINMAX_RELU2(__vimin_s16x2_relu, unsigned)
__MEMLINT_MINMAX_WORD(__vimax3_s32, int)
__MEMLINT_MINMAX_WORD(__vimax3_s16x2, unsigned)
__MEMLINT_MINMAX_WORD(__vimax3_u32, unsigned)
__MEMLINT_MINMAX_WORD(__vimax3_u16x2, unsigned)
__MEMLINT_MINMAX_WORD(__vimax3_s32_relu, int)
__MEMLINT_MINMAX_WORD(__vimax3_s16x2_relu, unsigned)
__MEMLINT_MINMAX_WORD(__vimin3_s32, int)
__MEMLINT_MINMAX_WORD(__vimin3_s16x2, unsigned)
__MEMLINT_MINMAX_WORD(__vimin3_u32, unsigned)
__MEMLINT_MINMAX_WORD(__vimin3_u16x2, unsigned)
__MEMLINT_MINMAX_WORD(__vimin3_s32_relu, int)
__MEMLINT_MINMAX_WORD(__vimin3_s16x2_relu, unsigned)
__MEMLINT_MINMAX_WORD(__viaddmax_s32, int)
__MEMLINT_MINMAX_WORD(__viaddmax_s16x2, unsigned)
__MEMLINT_MINMAX_WORD(__viaddmax_u32, unsigned)
__MEMLINT_MINMAX_WORD(__viaddmax_u16x2, unsigned)
__MEMLINT_MINMAX_WORD(__viaddmax_s32_relu, int)
__MEMLINT_MINMAX_WORD(__viaddmax_s16x2_relu, unsigned)
__MEMLINT_MINMAX_WORD(__viaddmin_s32, int)
__MEMLINT_MINMAX_WORD(__viaddmin_s16x2, unsigned)
__MEMLINT_MINMAX_WORD(__viaddmin_u32, unsigned)
__MEMLINT_MINMAX_WORD(__viaddmin_u16x2, unsigned)
__MEMLINT_MINMAX_WORD(__viaddmin_s32_relu, int)
__MEMLINT_MINMAX_WORD(__viaddmin_s16x2_relu, unsigned)
__MEMLINT_MINMAX_WHICH(__vibmax_s32, int)
__MEMLINT_MINMAX_WHICH(__vibmax_u32, unsigned)
__MEMLINT_MINMAX_WHICH2(__vibmax_s16x2)
__MEMLINT_MINMAX_WHICH2(__vibmax_u16x2)
__MEMLINT_MINMAX_WHICH(__vibmin_s32, int)
__MEMLINT_MINMAX_WHICH(__vibmin_u32, unsigned)
__MEMLINT_MINMAX_WHICH2(__vibmin_s16x2)
__MEMLINT_MINMAX_WHICH2(__vibmin_u16x2)
template <class __T> __device__ __memlint_mask __match_any_sync(__memlint_mask, __T);
template <class __T> __device__ __memlint_mask __match_all_sync(__memlint_mask, __T, int *);
// [always]

// The type of the pointer decides; the other argument converts to it, as with
// the overloads for each type that CUDA has.
template <class __T> struct __memlint_type { typedef __T type; };
#define __MEMLINT_ATOMIC(__N)                                                                        \
  template <class __T> __device__ __T __N(__T *, typename __memlint_type<__T>::type);                        \
  template <class __T> __device__ __T __N##_block(__T *, typename __memlint_type<__T>::type);                \
  template <class __T> __device__ __T __N##_system(__T *, typename __memlint_type<__T>::type);
// [on demand]
__MEMLINT_ATOMIC(atomicAdd)
__MEMLINT_ATOMIC(atomicSub)
__MEMLINT_ATOMIC(atomicExch)
__MEMLINT_ATOMIC(atomicMin)
__MEMLINT_ATOMIC(atomicMax)
__MEMLINT_ATOMIC(atomicInc)
__MEMLINT_ATOMIC(atomicDec)
__MEMLINT_ATOMIC(atomicAnd)
__MEMLINT_ATOMIC(atomicOr)
__MEMLINT_ATOMIC(atomicXor)
// [always]
#define __MEMLINT_ATOMIC_CAS(__N)                                                                    \
  template <class __T>                                                                               \
  __device__ __T __N(__T *, typename __memlint_type<__T>::type, typename __memlint_type<__T>::type);
// [on demand]
__MEMLINT_ATOMIC_CAS(atomicCAS)
__MEMLINT_ATOMIC_CAS(atomicCAS_block)
__MEMLINT_ATOMIC_CAS(atomicCAS_system)
// [always]

#define __MEMLINT_SHUFFLE(__N, __L)                                                                    \
  template <class __T> __device__ __T __N##_sync(__memlint_mask, __T, __L, int = __MEMLINT_LANES);                              \
  template <class __T> __device__ __T __N(__T, __L, int = __MEMLINT_LANES);
// [on demand]
__MEMLINT_SHUFFLE(__shfl, int)
__MEMLINT_SHUFFLE(__shfl_up, unsigned)
__MEMLINT_SHUFFLE(__shfl_down, unsigned)
__MEMLINT_SHUFFLE(__shfl_xor, int)

// Loads and stores with a cache operator.
template <class __T> __device__ __T __ldg(const __T *);
template <class __T> __device__ __T __ldcg(const __T *);
template <class __T> __device__ __T __ldca(const __T *);
template <class __T> __device__ __T __ldcs(const __T *);
template <class __T> __device__ __T __ldlu(const __T *);
template <class __T> __device__ __T __ldcv(const __T *);
template <class __T> __device__ void __stwb(__T *, typename __memlint_type<__T>::type);
template <class __T> __device__ void __stcg(__T *, typename __memlint_type<__T>::type);
template <class __T> __device__ void __stcs(__T *, typename __memlint_type<__T>::type);
template <class __T> __device__ void __stwt(__T *, typename __memlint_type<__T>::type);
// [always]

// Conversions and reinterpretations.
#define __MEMLINT_CONVERT(__N, To, From) __device__ To __N(From);
#define __MEMLINT_CONVERT_ROUNDED(__N, To, From)                                                     \
  __device__ To __N##_rn(From);                                                                      \
  __device__ To __N##_rz(From);                                                                      \
  __device__ To __N##_ru(From);                                                                      \
  __device__ To __N##_rd(From);
extern "C" {
// [on demand]
__MEMLINT_CONVERT(__float_as_int, int, float)
__MEMLINT_CONVERT(__float_as_uint, unsigned, float)
__MEMLINT_CONVERT(__int_as_float, float, int)
__MEMLINT_CONVERT(__uint_as_float, float, unsigned)
__MEMLINT_CONVERT(__double_as_longlong, long long, double)
__MEMLINT_CONVERT(__longlong_as_double, double, long long)
__MEMLINT_CONVERT(__double2hiint, int, double)
__MEMLINT_CONVERT(__double2loint, int, double)
__device__ double __hiloint2double(int, int);
__MEMLINT_CONVERT_ROUNDED(__float2int, int, float)
__MEMLINT_CONVERT_ROUNDED(__float2uint, unsigned, float)
__MEMLINT_CONVERT_ROUNDED(__float2ll, long long, float)
__MEMLINT_CONVERT_ROUNDED(__float2ull, unsigned long long, float)
__MEMLINT_CONVERT_ROUNDED(__int2float, float, int)
__MEMLINT_CONVERT_ROUNDED(__uint2float, float, unsigned)
__MEMLINT_CONVERT_ROUNDED(__ll2float, float, long long)
__MEMLINT_CONVERT_ROUNDED(__ull2float, float, unsigned long long)
__MEMLINT_CONVERT_ROUNDED(__double2int, int, double)
__MEMLINT_CONVERT_ROUNDED(__double2uint, unsigned, double)
__MEMLINT_CONVERT_ROUNDED(__double2ll, long long, double)
__MEMLINT_CONVERT_ROUNDED(__double2ull, unsigned long long, double)
__MEMLINT_CONVERT_ROUNDED(__double2float, float, double)
__MEMLINT_CONVERT_ROUNDED(__ll2double, double, long long)
__MEMLINT_CONVERT_ROUNDED(__ull2double, double, unsigned long long)
__MEMLINT_CONVERT(__int2double_rn, double, int)
__MEMLINT_CONVERT(__uint2double_rn, double, unsigned)
// [always]

// Arithmetic with a rounding mode, and the fast approximations.
#define __MEMLINT_ROUNDED(__N, __T, PARAMS)                                                            \
  __device__ __T __N##_rn PARAMS;                                                                      \
  __device__ __T __N##_rz PARAMS;                                                                      \
  __device__ __T __N##_ru PARAMS;                                                                      \
  __device__ __T __N##_rd PARAMS;
// [on demand]
__MEMLINT_ROUNDED(__fadd, float, (float, float))
__MEMLINT_ROUNDED(__fsub, float, (float, float))
__MEMLINT_ROUNDED(__fmul, float, (float, float))
__MEMLINT_ROUNDED(__fdiv, float, (float, float))
__MEMLINT_ROUNDED(__fmaf, float, (float, float, float))
__MEMLINT_ROUNDED(__frcp, float, (float))
__MEMLINT_ROUNDED(__fsqrt, float, (float))
__MEMLINT_ROUNDED(__dadd, double, (double, double))
__MEMLINT_ROUNDED(__dsub, double, (double, double))
__MEMLINT_ROUNDED(__dmul, double, (double, double))
__MEMLINT_ROUNDED(__ddiv, double, (double, double))
__MEMLINT_ROUNDED(__drcp, double, (double))
__MEMLINT_ROUNDED(__dsqrt, double, (double))
__MEMLINT_ROUNDED(__fma, double, (double, double, double))
__MEMLINT_ROUNDED(__fmaf, float, (float, float, float))
__device__ float __frsqrt_rn(float);
// The C library declares some of these names too.
__MEMLINT_HD float __sinf(float) __MEMLINT_NOTHROW;
__MEMLINT_HD float __cosf(float) __MEMLINT_NOTHROW;
__MEMLINT_HD float __tanf(float) __MEMLINT_NOTHROW;
__MEMLINT_HD void __sincosf(float, float *, float *) __MEMLINT_NOTHROW;
__MEMLINT_HD float __expf(float) __MEMLINT_NOTHROW;
__MEMLINT_HD float __exp10f(float) __MEMLINT_NOTHROW;
__MEMLINT_HD float __logf(float) __MEMLINT_NOTHROW;
__MEMLINT_HD float __log2f(float) __MEMLINT_NOTHROW;
__MEMLINT_HD float __log10f(float) __MEMLINT_NOTHROW;
__MEMLINT_HD float __powf(float, float) __MEMLINT_NOTHROW;
__MEMLINT_HD float __tanhf(float) __MEMLINT_NOTHROW;
__device__ float __fdividef(float, float);
__device__ float fdividef(float, float);
__device__ float __saturatef(float);
// [always]
} // extern "C"

// Two 16-bit or four 8-bit integers in a word.
#define __MEMLINT_SIMD2(__N)                                                                         \
  extern "C" __device__ unsigned __N##2(unsigned, unsigned);                                         \
  extern "C" __device__ unsigned __N##4(unsigned, unsigned);
#define __MEMLINT_SIMD1(__N)                                                                         \
  extern "C" __device__ unsigned __N##2(unsigned);                                                   \
  extern "C" __device__ unsigned __N##4(unsigned);
// [on demand]
__MEMLINT_SIMD1(__vabs)
__MEMLINT_SIMD1(__vabsss)
__MEMLINT_SIMD1(__vneg)
__MEMLINT_SIMD1(__vnegss)
__MEMLINT_SIMD2(__vadd)
__MEMLINT_SIMD2(__vaddss)
__MEMLINT_SIMD2(__vaddus)
__MEMLINT_SIMD2(__vsub)
__MEMLINT_SIMD2(__vsubss)
__MEMLINT_SIMD2(__vsubus)
__MEMLINT_SIMD2(__vavgs)
__MEMLINT_SIMD2(__vavgu)
__MEMLINT_SIMD2(__vhaddu)
__MEMLINT_SIMD2(__vabsdiffs)
__MEMLINT_SIMD2(__vabsdiffu)
__MEMLINT_SIMD2(__vsads)
__MEMLINT_SIMD2(__vsadu)
__MEMLINT_SIMD2(__vmaxs)
__MEMLINT_SIMD2(__vmaxu)
__MEMLINT_SIMD2(__vmins)
__MEMLINT_SIMD2(__vminu)
__MEMLINT_SIMD2(__vcmpeq)
__MEMLINT_SIMD2(__vcmpne)
__MEMLINT_SIMD2(__vcmpges)
__MEMLINT_SIMD2(__vcmpgeu)
__MEMLINT_SIMD2(__vcmpgts)
__MEMLINT_SIMD2(__vcmpgtu)
__MEMLINT_SIMD2(__vcmples)
__MEMLINT_SIMD2(__vcmpleu)
__MEMLINT_SIMD2(__vcmplts)
__MEMLINT_SIMD2(__vcmpltu)
__MEMLINT_SIMD2(__vseteq)
__MEMLINT_SIMD2(__vsetne)
__MEMLINT_SIMD2(__vsetges)
__MEMLINT_SIMD2(__vsetgeu)
__MEMLINT_SIMD2(__vsetgts)
__MEMLINT_SIMD2(__vsetgtu)
__MEMLINT_SIMD2(__vsetles)
__MEMLINT_SIMD2(__vsetleu)
__MEMLINT_SIMD2(__vsetlts)
__MEMLINT_SIMD2(__vsetltu)
// [always]

#endif
