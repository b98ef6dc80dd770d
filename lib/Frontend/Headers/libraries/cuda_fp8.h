//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floating-point numbers of 8 bits in outline, from the CUDA Math API ("FP8
// Intrinsics"). Sizes and alignments are CUDA's; arithmetic is unknown.

#ifndef __MEMLINT_CUDA_FP8_H
#define __MEMLINT_CUDA_FP8_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

__MEMLINT_HD __nv_fp8_storage_t __float8_bits(float);
__MEMLINT_HD float __float8_value(__nv_fp8_storage_t);

__MEMLINT_HD __nv_fp8_storage_t __nv_cvt_double_to_fp8(double, __nv_saturation_t,
                                                       __nv_fp8_interpretation_t);
__MEMLINT_HD __nv_fp8_storage_t __nv_cvt_float_to_fp8(float, __nv_saturation_t,
                                                      __nv_fp8_interpretation_t);
__MEMLINT_HD __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2, __nv_saturation_t,
                                                           __nv_fp8_interpretation_t);
__MEMLINT_HD __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw, __nv_saturation_t,
                                                        __nv_fp8_interpretation_t);
__MEMLINT_HD __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw, __nv_saturation_t,
                                                             __nv_fp8_interpretation_t);
__MEMLINT_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw, __nv_saturation_t,
                                                            __nv_fp8_interpretation_t);
__MEMLINT_HD __nv_fp8x2_storage_t
__nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw, __nv_saturation_t, __nv_fp8_interpretation_t);
__MEMLINT_HD __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t, __nv_fp8_interpretation_t);
__MEMLINT_HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t,
                                                    __nv_fp8_interpretation_t);

#define __MEMLINT_FP8(__T)                                                                           \
  struct __attribute__((aligned(1))) __T {                                                           \
    __nv_fp8_storage_t __x;                                                                        \
    __T() = default;                                                                                 \
    template <class __V> explicit __MEMLINT_HD __T(__V v) : __x(__float8_bits((float)v)) {}              \
    __MEMLINT_HD operator float() const { return __float8_value(__x); }                            \
    explicit __MEMLINT_HD operator double() const { return __float8_value(__x); }                  \
    explicit __MEMLINT_HD operator __half() const { return __half(__float8_value(__x)); }          \
    explicit __MEMLINT_HD operator __nv_bfloat16() const {                                         \
      return __nv_bfloat16(__float8_value(__x));                                                   \
    }                                                                                              \
    explicit __MEMLINT_HD operator bool() const { return (__x & 0x7f) != 0; }                      \
    explicit __MEMLINT_HD operator int() const { return (int)__float8_value(__x); }                \
  };                                                                                               \
  struct __attribute__((aligned(2))) __MEMLINT_FP8X2(__T) {                                          \
    __nv_fp8x2_storage_t __x;                                                                      \
    __MEMLINT_FP8X2(__T)() = default;                                                                \
    explicit __MEMLINT_HD __MEMLINT_FP8X2(__T)(float2 v)                                             \
        : __x(__float8_bits(v.x) | __float8_bits(v.y) << 8) {}                                     \
    explicit __MEMLINT_HD __MEMLINT_FP8X2(__T)(__half2 v)                                            \
        : __x(__float8_bits(v.x) | __float8_bits(v.y) << 8) {}                                     \
    explicit __MEMLINT_HD __MEMLINT_FP8X2(__T)(__nv_bfloat162 v)                                     \
        : __x(__float8_bits(v.x) | __float8_bits(v.y) << 8) {}                                     \
    explicit __MEMLINT_HD operator float2() const {                                                \
      unsigned bits = __x;                                                                         \
      return make_float2(__float8_value(bits & 0xff), __float8_value(bits >> 8));                  \
    }                                                                                              \
    explicit __MEMLINT_HD operator __half2() const {                                               \
      unsigned bits = __x;                                                                         \
      return __half2(__half(__float8_value(bits & 0xff)), __half(__float8_value(bits >> 8)));      \
    }                                                                                              \
  };                                                                                               \
  struct __attribute__((aligned(4))) __MEMLINT_FP8X4(__T) {                                          \
    __nv_fp8x4_storage_t __x;                                                                      \
    __MEMLINT_FP8X4(__T)() = default;                                                                \
    explicit __MEMLINT_HD __MEMLINT_FP8X4(__T)(float4 v)                                             \
        : __x(__float8_bits(v.x) | __float8_bits(v.y) << 8 | __float8_bits(v.z) << 16 |            \
              __float8_bits(v.w) << 24) {}                                                         \
    explicit __MEMLINT_HD operator float4() const {                                                \
      unsigned bits = __x;                                                                         \
      return make_float4(__float8_value(bits & 0xff), __float8_value(bits >> 8 & 0xff),            \
                         __float8_value(bits >> 16 & 0xff), __float8_value(bits >> 24));           \
    }                                                                                              \
  };
#define __MEMLINT_FP8X2(__T) __MEMLINT_FP8_##__T##_2
#define __MEMLINT_FP8X4(__T) __MEMLINT_FP8_##__T##_4
#define __MEMLINT_FP8___nv_fp8_e4m3_2 __nv_fp8x2_e4m3
#define __MEMLINT_FP8___nv_fp8_e4m3_4 __nv_fp8x4_e4m3
#define __MEMLINT_FP8___nv_fp8_e5m2_2 __nv_fp8x2_e5m2
#define __MEMLINT_FP8___nv_fp8_e5m2_4 __nv_fp8x4_e5m2
__MEMLINT_FP8(__nv_fp8_e4m3)
__MEMLINT_FP8(__nv_fp8_e5m2)
#undef __MEMLINT_FP8

#endif
