//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floating-point numbers of 16 bits: what cuda_fp16.h and cuda_bf16.h have in common,
// from the CUDA Math API. Sizes and alignments are CUDA's; arithmetic is unknown.

#ifndef __MEMLINT_FLOAT16_H
#define __MEMLINT_FLOAT16_H

#include "cuda_runtime.h"

// Results are values that nobody knows, as uniform as what they come of.
__MEMLINT_HD unsigned short __float16_bits(float);
__MEMLINT_HD unsigned short __float16_bits(double);
__MEMLINT_HD unsigned short __float16_bits(long long);
__MEMLINT_HD unsigned short __float16_bits(unsigned short);
__MEMLINT_HD unsigned short __float16_bits(unsigned short, unsigned short);
__MEMLINT_HD unsigned short __float16_bits(unsigned short, unsigned short, unsigned short);
__MEMLINT_HD float __float16_value(unsigned short);
__MEMLINT_HD bool __float16_compare(unsigned short, unsigned short);
__MEMLINT_HD bool __float16_compare(unsigned short, unsigned short, unsigned short, unsigned short);

#define __MEMLINT_FLOAT16_TYPES(__T, T2, RAW, RAW2)                                                  \
  struct __attribute__((aligned(2))) RAW { unsigned short x; };                                    \
  struct __attribute__((aligned(4))) RAW2 { unsigned short x, y; };                                \
  struct __attribute__((aligned(2))) __T {                                                           \
    unsigned short __x;                                                                            \
    __T() = default;                                                                                 \
    __MEMLINT_HD constexpr __T(const RAW &r) : __x(r.x) {}                                           \
    __MEMLINT_HD __T(float v) : __x(__float16_bits(v)) {}                                            \
    __MEMLINT_HD __T(double v) : __x(__float16_bits(v)) {}                                           \
    __MEMLINT_HD __T(short v) : __x(__float16_bits((long long)v)) {}                                 \
    __MEMLINT_HD __T(unsigned short v) : __x(__float16_bits((long long)v)) {}                        \
    __MEMLINT_HD __T(int v) : __x(__float16_bits((long long)v)) {}                                   \
    __MEMLINT_HD __T(unsigned v) : __x(__float16_bits((long long)v)) {}                              \
    __MEMLINT_HD __T(long v) : __x(__float16_bits((long long)v)) {}                                  \
    __MEMLINT_HD __T(unsigned long v) : __x(__float16_bits((long long)v)) {}                         \
    __MEMLINT_HD __T(long long v) : __x(__float16_bits((long long)v)) {}                             \
    __MEMLINT_HD __T(unsigned long long v) : __x(__float16_bits((long long)v)) {}                    \
    __MEMLINT_HD operator RAW() const { return RAW{__x}; }                                         \
    __MEMLINT_HD operator float() const { return __float16_value(__x); }                           \
    __MEMLINT_HD operator bool() const { return (__x & 0x7fff) != 0; }                             \
    __MEMLINT_HD operator char() const { return (char)__float16_value(__x); }                      \
    __MEMLINT_HD operator signed char() const { return (signed char)__float16_value(__x); }        \
    __MEMLINT_HD operator unsigned char() const { return (unsigned char)__float16_value(__x); }    \
    __MEMLINT_HD operator short() const { return (short)__float16_value(__x); }                    \
    __MEMLINT_HD operator unsigned short() const { return (unsigned short)__float16_value(__x); }  \
    __MEMLINT_HD operator int() const { return (int)__float16_value(__x); }                        \
    __MEMLINT_HD operator unsigned() const { return (unsigned)__float16_value(__x); }              \
    __MEMLINT_HD operator long() const { return (long)__float16_value(__x); }                      \
    __MEMLINT_HD operator unsigned long() const { return (unsigned long)__float16_value(__x); }    \
    __MEMLINT_HD operator long long() const { return (long long)__float16_value(__x); }            \
    __MEMLINT_HD operator unsigned long long() const { return (unsigned long long)__float16_value(__x); }\
    __MEMLINT_HD __T &operator=(float v) { __x = __T(v).__x; return *this; }                           \
    __MEMLINT_HD __T &operator=(double v) { __x = __T(v).__x; return *this; }                          \
    __MEMLINT_HD __T &operator=(short v) { __x = __T(v).__x; return *this; }                           \
    __MEMLINT_HD __T &operator=(unsigned short v) { __x = __T(v).__x; return *this; }                  \
    __MEMLINT_HD __T &operator=(int v) { __x = __T(v).__x; return *this; }                             \
    __MEMLINT_HD __T &operator=(unsigned v) { __x = __T(v).__x; return *this; }                        \
    __MEMLINT_HD __T &operator=(long long v) { __x = __T(v).__x; return *this; }                       \
    __MEMLINT_HD __T &operator=(unsigned long long v) { __x = __T(v).__x; return *this; }              \
  };                                                                                               \
  struct __attribute__((aligned(4))) T2 {                                                          \
    __T x, y;                                                                                        \
    T2() = default;                                                                                \
    __MEMLINT_HD constexpr T2(const __T &a, const __T &b) : x(a), y(b) {}                              \
    __MEMLINT_HD constexpr T2(const RAW2 &r) : x(RAW{r.x}), y(RAW{r.y}) {}                         \
    __MEMLINT_HD operator RAW2() const {                                                           \
      T2 v = *this;                                                                                \
      return RAW2{v.x.__x, v.y.__x};                                                               \
    }                                                                                              \
  };

#define __MEMLINT_FLOAT16_1(__T, __N)                                                                  \
  inline __MEMLINT_HD __T __N(__T a) { __T r; r.__x = __float16_bits(a.__x); return r; }

#define __MEMLINT_FLOAT16_2(__T, __N)                                                                  \
  inline __MEMLINT_HD __T __N(__T a, __T b) { __T r; r.__x = __float16_bits(a.__x, b.__x); return r; }

#define __MEMLINT_FLOAT16_3(__T, __N)                                                                  \
  inline __MEMLINT_HD __T __N(__T a, __T b, __T c) {                                                         \
    __T r;                                                                                           \
    r.__x = __float16_bits(a.__x, b.__x, c.__x);                                                   \
    return r;                                                                                      \
  }

#define __MEMLINT_FLOAT16X2_1(T2, __N)                                                               \
  inline __MEMLINT_HD T2 __N(T2 a) {                                                                 \
    T2 r;                                                                                          \
    r.x.__x = __float16_bits(a.x.__x);                                                             \
    r.y.__x = __float16_bits(a.y.__x);                                                             \
    return r;                                                                                      \
  }

#define __MEMLINT_FLOAT16X2_2(T2, __N)                                                               \
  inline __MEMLINT_HD T2 __N(T2 a, T2 b) {                                                           \
    T2 r;                                                                                          \
    r.x.__x = __float16_bits(a.x.__x, b.x.__x);                                                    \
    r.y.__x = __float16_bits(a.y.__x, b.y.__x);                                                    \
    return r;                                                                                      \
  }

#define __MEMLINT_FLOAT16X2_3(T2, __N)                                                               \
  inline __MEMLINT_HD T2 __N(T2 a, T2 b, T2 c) {                                                     \
    T2 r;                                                                                          \
    r.x.__x = __float16_bits(a.x.__x, b.x.__x, c.x.__x);                                           \
    r.y.__x = __float16_bits(a.y.__x, b.y.__x, c.y.__x);                                           \
    return r;                                                                                      \
  }

#define __MEMLINT_FLOAT16_COMPARE(__T, __N)                                                            \
  inline __MEMLINT_HD bool __N(__T a, __T b) { return __float16_compare(a.__x, b.__x); }

#define __MEMLINT_FLOAT16X2_COMPARE(T2, __N)                                                         \
  inline __MEMLINT_HD bool __N(T2 a, T2 b) {                                                         \
    return __float16_compare(a.x.__x, a.y.__x, b.x.__x, b.y.__x);                                  \
  }

#define __MEMLINT_FLOAT16X2_MASK(T2, __N)                                                            \
  inline __MEMLINT_HD unsigned __N(T2 a, T2 b) {                                                     \
    return (__float16_compare(a.x.__x, b.x.__x) ? 0xffffu : 0u) |                                  \
           (__float16_compare(a.y.__x, b.y.__x) ? 0xffff0000u : 0u);                               \
  }

#define __MEMLINT_FLOAT16_COMPOUND(__T, OP, __N)                                                       \
  inline __MEMLINT_HD __T &operator OP(__T &a, __T b) { a = __N(a, b); return a; }

#define __MEMLINT_FLOAT16_ARITHMETIC(__T, T2)                                                        \
  __MEMLINT_FLOAT16_1(__T, operator-)                                                                \
  __MEMLINT_FLOAT16_1(__T, __hneg)                                                                   \
  __MEMLINT_FLOAT16_1(__T, __habs)                                                                   \
  __MEMLINT_FLOAT16_1(__T, hsqrt)                                                                    \
  __MEMLINT_FLOAT16_1(__T, hrsqrt)                                                                   \
  __MEMLINT_FLOAT16_1(__T, hrcp)                                                                     \
  __MEMLINT_FLOAT16_1(__T, hlog)                                                                     \
  __MEMLINT_FLOAT16_1(__T, hlog2)                                                                    \
  __MEMLINT_FLOAT16_1(__T, hlog10)                                                                   \
  __MEMLINT_FLOAT16_1(__T, hexp)                                                                     \
  __MEMLINT_FLOAT16_1(__T, hexp2)                                                                    \
  __MEMLINT_FLOAT16_1(__T, hexp10)                                                                   \
  __MEMLINT_FLOAT16_1(__T, hsin)                                                                     \
  __MEMLINT_FLOAT16_1(__T, hcos)                                                                     \
  __MEMLINT_FLOAT16_1(__T, htanh)                                                                    \
  __MEMLINT_FLOAT16_1(__T, htanh_approx)                                                             \
  __MEMLINT_FLOAT16_1(__T, hfloor)                                                                   \
  __MEMLINT_FLOAT16_1(__T, hceil)                                                                    \
  __MEMLINT_FLOAT16_1(__T, htrunc)                                                                   \
  __MEMLINT_FLOAT16_1(__T, hrint)                                                                    \
  inline __MEMLINT_HD __T operator+(__T a) { return a; }                                               \
  __MEMLINT_FLOAT16_2(__T, operator+)                                                                \
  __MEMLINT_FLOAT16_2(__T, operator-)                                                                \
  __MEMLINT_FLOAT16_2(__T, operator*)                                                                \
  __MEMLINT_FLOAT16_2(__T, operator/)                                                                \
  __MEMLINT_FLOAT16_2(__T, __hadd)                                                                   \
  __MEMLINT_FLOAT16_2(__T, __hadd_rn)                                                                \
  __MEMLINT_FLOAT16_2(__T, __hadd_sat)                                                               \
  __MEMLINT_FLOAT16_2(__T, __hsub)                                                                   \
  __MEMLINT_FLOAT16_2(__T, __hsub_rn)                                                                \
  __MEMLINT_FLOAT16_2(__T, __hsub_sat)                                                               \
  __MEMLINT_FLOAT16_2(__T, __hmul)                                                                   \
  __MEMLINT_FLOAT16_2(__T, __hmul_rn)                                                                \
  __MEMLINT_FLOAT16_2(__T, __hmul_sat)                                                               \
  __MEMLINT_FLOAT16_2(__T, __hdiv)                                                                   \
  __MEMLINT_FLOAT16_2(__T, __hmax)                                                                   \
  __MEMLINT_FLOAT16_2(__T, __hmin)                                                                   \
  __MEMLINT_FLOAT16_2(__T, __hmax_nan)                                                               \
  __MEMLINT_FLOAT16_2(__T, __hmin_nan)                                                               \
  __MEMLINT_FLOAT16_3(__T, __hfma)                                                                   \
  __MEMLINT_FLOAT16_3(__T, __hfma_sat)                                                               \
  __MEMLINT_FLOAT16_3(__T, __hfma_relu)                                                              \
  __MEMLINT_FLOAT16_COMPOUND(__T, +=, __hadd)                                                        \
  __MEMLINT_FLOAT16_COMPOUND(__T, -=, __hsub)                                                        \
  __MEMLINT_FLOAT16_COMPOUND(__T, *=, __hmul)                                                        \
  __MEMLINT_FLOAT16_COMPOUND(__T, /=, __hdiv)                                                        \
  inline __MEMLINT_HD __T &operator++(__T &a) { a = __hadd(a, __T(1.0f)); return a; }                    \
  inline __MEMLINT_HD __T &operator--(__T &a) { a = __hsub(a, __T(1.0f)); return a; }                    \
  inline __MEMLINT_HD __T operator++(__T &a, int) { __T old = a; a = __hadd(a, __T(1.0f)); return old; }   \
  inline __MEMLINT_HD __T operator--(__T &a, int) { __T old = a; a = __hsub(a, __T(1.0f)); return old; }   \
  __MEMLINT_FLOAT16_COMPARE(__T, operator==)                                                         \
  __MEMLINT_FLOAT16_COMPARE(__T, operator!=)                                                         \
  __MEMLINT_FLOAT16_COMPARE(__T, operator<)                                                          \
  __MEMLINT_FLOAT16_COMPARE(__T, operator>)                                                          \
  __MEMLINT_FLOAT16_COMPARE(__T, operator<=)                                                         \
  __MEMLINT_FLOAT16_COMPARE(__T, operator>=)                                                         \
  __MEMLINT_FLOAT16_COMPARE(__T, __heq)                                                              \
  __MEMLINT_FLOAT16_COMPARE(__T, __hequ)                                                             \
  __MEMLINT_FLOAT16_COMPARE(__T, __hne)                                                              \
  __MEMLINT_FLOAT16_COMPARE(__T, __hneu)                                                             \
  __MEMLINT_FLOAT16_COMPARE(__T, __hle)                                                              \
  __MEMLINT_FLOAT16_COMPARE(__T, __hleu)                                                             \
  __MEMLINT_FLOAT16_COMPARE(__T, __hge)                                                              \
  __MEMLINT_FLOAT16_COMPARE(__T, __hgeu)                                                             \
  __MEMLINT_FLOAT16_COMPARE(__T, __hlt)                                                              \
  __MEMLINT_FLOAT16_COMPARE(__T, __hltu)                                                             \
  __MEMLINT_FLOAT16_COMPARE(__T, __hgt)                                                              \
  __MEMLINT_FLOAT16_COMPARE(__T, __hgtu)                                                             \
  inline __MEMLINT_HD bool __hisnan(__T a) { return __float16_compare(a.__x, a.__x); }               \
  inline __MEMLINT_HD int __hisinf(__T a) { return __float16_compare(a.__x, a.__x); }                \
  __MEMLINT_FLOAT16X2_1(T2, operator-)                                                             \
  __MEMLINT_FLOAT16X2_1(T2, __hneg2)                                                               \
  __MEMLINT_FLOAT16X2_1(T2, __habs2)                                                               \
  __MEMLINT_FLOAT16X2_1(T2, h2sqrt)                                                                \
  __MEMLINT_FLOAT16X2_1(T2, h2rsqrt)                                                               \
  __MEMLINT_FLOAT16X2_1(T2, h2rcp)                                                                 \
  __MEMLINT_FLOAT16X2_1(T2, h2log)                                                                 \
  __MEMLINT_FLOAT16X2_1(T2, h2log2)                                                                \
  __MEMLINT_FLOAT16X2_1(T2, h2log10)                                                               \
  __MEMLINT_FLOAT16X2_1(T2, h2exp)                                                                 \
  __MEMLINT_FLOAT16X2_1(T2, h2exp2)                                                                \
  __MEMLINT_FLOAT16X2_1(T2, h2exp10)                                                               \
  __MEMLINT_FLOAT16X2_1(T2, h2sin)                                                                 \
  __MEMLINT_FLOAT16X2_1(T2, h2cos)                                                                 \
  __MEMLINT_FLOAT16X2_1(T2, h2tanh)                                                                \
  __MEMLINT_FLOAT16X2_1(T2, h2tanh_approx)                                                         \
  __MEMLINT_FLOAT16X2_1(T2, h2floor)                                                               \
  __MEMLINT_FLOAT16X2_1(T2, h2ceil)                                                                \
  __MEMLINT_FLOAT16X2_1(T2, h2trunc)                                                               \
  __MEMLINT_FLOAT16X2_1(T2, h2rint)                                                                \
  inline __MEMLINT_HD T2 operator+(T2 a) { return a; }                                             \
  __MEMLINT_FLOAT16X2_2(T2, operator+)                                                             \
  __MEMLINT_FLOAT16X2_2(T2, operator-)                                                             \
  __MEMLINT_FLOAT16X2_2(T2, operator*)                                                             \
  __MEMLINT_FLOAT16X2_2(T2, operator/)                                                             \
  __MEMLINT_FLOAT16X2_2(T2, __hadd2)                                                               \
  __MEMLINT_FLOAT16X2_2(T2, __hadd2_rn)                                                            \
  __MEMLINT_FLOAT16X2_2(T2, __hadd2_sat)                                                           \
  __MEMLINT_FLOAT16X2_2(T2, __hsub2)                                                               \
  __MEMLINT_FLOAT16X2_2(T2, __hsub2_rn)                                                            \
  __MEMLINT_FLOAT16X2_2(T2, __hsub2_sat)                                                           \
  __MEMLINT_FLOAT16X2_2(T2, __hmul2)                                                               \
  __MEMLINT_FLOAT16X2_2(T2, __hmul2_rn)                                                            \
  __MEMLINT_FLOAT16X2_2(T2, __hmul2_sat)                                                           \
  __MEMLINT_FLOAT16X2_2(T2, __h2div)                                                               \
  __MEMLINT_FLOAT16X2_2(T2, __hmax2)                                                               \
  __MEMLINT_FLOAT16X2_2(T2, __hmin2)                                                               \
  __MEMLINT_FLOAT16X2_2(T2, __hmax2_nan)                                                           \
  __MEMLINT_FLOAT16X2_2(T2, __hmin2_nan)                                                           \
  __MEMLINT_FLOAT16X2_2(T2, __heq2)                                                                \
  __MEMLINT_FLOAT16X2_2(T2, __hequ2)                                                               \
  __MEMLINT_FLOAT16X2_2(T2, __hne2)                                                                \
  __MEMLINT_FLOAT16X2_2(T2, __hneu2)                                                               \
  __MEMLINT_FLOAT16X2_2(T2, __hle2)                                                                \
  __MEMLINT_FLOAT16X2_2(T2, __hleu2)                                                               \
  __MEMLINT_FLOAT16X2_2(T2, __hge2)                                                                \
  __MEMLINT_FLOAT16X2_2(T2, __hgeu2)                                                               \
  __MEMLINT_FLOAT16X2_2(T2, __hlt2)                                                                \
  __MEMLINT_FLOAT16X2_2(T2, __hltu2)                                                               \
  __MEMLINT_FLOAT16X2_2(T2, __hgt2)                                                                \
  __MEMLINT_FLOAT16X2_2(T2, __hgtu2)                                                               \
  __MEMLINT_FLOAT16X2_3(T2, __hfma2)                                                               \
  __MEMLINT_FLOAT16X2_3(T2, __hfma2_sat)                                                           \
  __MEMLINT_FLOAT16X2_3(T2, __hfma2_relu)                                                          \
  __MEMLINT_FLOAT16X2_3(T2, __hcmadd)                                                              \
  __MEMLINT_FLOAT16_COMPOUND(T2, +=, __hadd2)                                                      \
  __MEMLINT_FLOAT16_COMPOUND(T2, -=, __hsub2)                                                      \
  __MEMLINT_FLOAT16_COMPOUND(T2, *=, __hmul2)                                                      \
  __MEMLINT_FLOAT16_COMPOUND(T2, /=, __h2div)                                                      \
  __MEMLINT_FLOAT16X2_COMPARE(T2, operator==)                                                      \
  __MEMLINT_FLOAT16X2_COMPARE(T2, operator!=)                                                      \
  __MEMLINT_FLOAT16X2_COMPARE(T2, operator<)                                                       \
  __MEMLINT_FLOAT16X2_COMPARE(T2, operator>)                                                       \
  __MEMLINT_FLOAT16X2_COMPARE(T2, operator<=)                                                      \
  __MEMLINT_FLOAT16X2_COMPARE(T2, operator>=)                                                      \
  __MEMLINT_FLOAT16X2_COMPARE(T2, __hbeq2)                                                         \
  __MEMLINT_FLOAT16X2_COMPARE(T2, __hbequ2)                                                        \
  __MEMLINT_FLOAT16X2_COMPARE(T2, __hbne2)                                                         \
  __MEMLINT_FLOAT16X2_COMPARE(T2, __hbneu2)                                                        \
  __MEMLINT_FLOAT16X2_COMPARE(T2, __hble2)                                                         \
  __MEMLINT_FLOAT16X2_COMPARE(T2, __hbleu2)                                                        \
  __MEMLINT_FLOAT16X2_COMPARE(T2, __hbge2)                                                         \
  __MEMLINT_FLOAT16X2_COMPARE(T2, __hbgeu2)                                                        \
  __MEMLINT_FLOAT16X2_COMPARE(T2, __hblt2)                                                         \
  __MEMLINT_FLOAT16X2_COMPARE(T2, __hbltu2)                                                        \
  __MEMLINT_FLOAT16X2_COMPARE(T2, __hbgt2)                                                         \
  __MEMLINT_FLOAT16X2_COMPARE(T2, __hbgtu2)                                                        \
  __MEMLINT_FLOAT16X2_MASK(T2, __heq2_mask)                                                        \
  __MEMLINT_FLOAT16X2_MASK(T2, __hequ2_mask)                                                       \
  __MEMLINT_FLOAT16X2_MASK(T2, __hne2_mask)                                                        \
  __MEMLINT_FLOAT16X2_MASK(T2, __hneu2_mask)                                                       \
  __MEMLINT_FLOAT16X2_MASK(T2, __hle2_mask)                                                        \
  __MEMLINT_FLOAT16X2_MASK(T2, __hleu2_mask)                                                       \
  __MEMLINT_FLOAT16X2_MASK(T2, __hge2_mask)                                                        \
  __MEMLINT_FLOAT16X2_MASK(T2, __hgeu2_mask)                                                       \
  __MEMLINT_FLOAT16X2_MASK(T2, __hlt2_mask)                                                        \
  __MEMLINT_FLOAT16X2_MASK(T2, __hltu2_mask)                                                       \
  __MEMLINT_FLOAT16X2_MASK(T2, __hgt2_mask)                                                        \
  __MEMLINT_FLOAT16X2_MASK(T2, __hgtu2_mask)                                                       \
  inline __MEMLINT_HD T2 __hisnan2(T2 a) { return __heq2(a, a); }

#define __MEMLINT_FLOAT16_CONVERSIONS(__T, T2, __W, W2)                                                \
  inline __MEMLINT_HD float __##__W##2float(__T a) { return __float16_value(a.__x); }                  \
  inline __MEMLINT_HD __T __float2##__W(float a) { return __T(a); }                                      \
  inline __MEMLINT_HD __T __float2##__W##_rn(float a) { return __T(a); }                                 \
  inline __MEMLINT_HD __T __float2##__W##_rz(float a) { return __T(a); }                                 \
  inline __MEMLINT_HD __T __float2##__W##_rd(float a) { return __T(a); }                                 \
  inline __MEMLINT_HD __T __float2##__W##_ru(float a) { return __T(a); }                                 \
  inline __MEMLINT_HD __T __double2##__W(double a) { return __T(a); }                                    \
  inline __MEMLINT_HD signed char __##__W##2char_rz(__T a) { return (signed char)__float16_value(a.__x); }\
  inline __MEMLINT_HD unsigned char __##__W##2uchar_rz(__T a) { return (unsigned char)__float16_value(a.__x); }\
  inline __MEMLINT_HD short __##__W##2short_rn(__T a) { return (short)__float16_value(a.__x); }        \
  inline __MEMLINT_HD __T __short2##__W##_rn(short a) { return __T(a); }                                 \
  inline __MEMLINT_HD short __##__W##2short_rz(__T a) { return (short)__float16_value(a.__x); }        \
  inline __MEMLINT_HD __T __short2##__W##_rz(short a) { return __T(a); }                                 \
  inline __MEMLINT_HD short __##__W##2short_rd(__T a) { return (short)__float16_value(a.__x); }        \
  inline __MEMLINT_HD __T __short2##__W##_rd(short a) { return __T(a); }                                 \
  inline __MEMLINT_HD short __##__W##2short_ru(__T a) { return (short)__float16_value(a.__x); }        \
  inline __MEMLINT_HD __T __short2##__W##_ru(short a) { return __T(a); }                                 \
  inline __MEMLINT_HD unsigned short __##__W##2ushort_rn(__T a) { return (unsigned short)__float16_value(a.__x); }\
  inline __MEMLINT_HD __T __ushort2##__W##_rn(unsigned short a) { return __T(a); }                       \
  inline __MEMLINT_HD unsigned short __##__W##2ushort_rz(__T a) { return (unsigned short)__float16_value(a.__x); }\
  inline __MEMLINT_HD __T __ushort2##__W##_rz(unsigned short a) { return __T(a); }                       \
  inline __MEMLINT_HD unsigned short __##__W##2ushort_rd(__T a) { return (unsigned short)__float16_value(a.__x); }\
  inline __MEMLINT_HD __T __ushort2##__W##_rd(unsigned short a) { return __T(a); }                       \
  inline __MEMLINT_HD unsigned short __##__W##2ushort_ru(__T a) { return (unsigned short)__float16_value(a.__x); }\
  inline __MEMLINT_HD __T __ushort2##__W##_ru(unsigned short a) { return __T(a); }                       \
  inline __MEMLINT_HD int __##__W##2int_rn(__T a) { return (int)__float16_value(a.__x); }              \
  inline __MEMLINT_HD __T __int2##__W##_rn(int a) { return __T(a); }                                     \
  inline __MEMLINT_HD int __##__W##2int_rz(__T a) { return (int)__float16_value(a.__x); }              \
  inline __MEMLINT_HD __T __int2##__W##_rz(int a) { return __T(a); }                                     \
  inline __MEMLINT_HD int __##__W##2int_rd(__T a) { return (int)__float16_value(a.__x); }              \
  inline __MEMLINT_HD __T __int2##__W##_rd(int a) { return __T(a); }                                     \
  inline __MEMLINT_HD int __##__W##2int_ru(__T a) { return (int)__float16_value(a.__x); }              \
  inline __MEMLINT_HD __T __int2##__W##_ru(int a) { return __T(a); }                                     \
  inline __MEMLINT_HD unsigned __##__W##2uint_rn(__T a) { return (unsigned)__float16_value(a.__x); }   \
  inline __MEMLINT_HD __T __uint2##__W##_rn(unsigned a) { return __T(a); }                               \
  inline __MEMLINT_HD unsigned __##__W##2uint_rz(__T a) { return (unsigned)__float16_value(a.__x); }   \
  inline __MEMLINT_HD __T __uint2##__W##_rz(unsigned a) { return __T(a); }                               \
  inline __MEMLINT_HD unsigned __##__W##2uint_rd(__T a) { return (unsigned)__float16_value(a.__x); }   \
  inline __MEMLINT_HD __T __uint2##__W##_rd(unsigned a) { return __T(a); }                               \
  inline __MEMLINT_HD unsigned __##__W##2uint_ru(__T a) { return (unsigned)__float16_value(a.__x); }   \
  inline __MEMLINT_HD __T __uint2##__W##_ru(unsigned a) { return __T(a); }                               \
  inline __MEMLINT_HD long long __##__W##2ll_rn(__T a) { return (long long)__float16_value(a.__x); }   \
  inline __MEMLINT_HD __T __ll2##__W##_rn(long long a) { return __T(a); }                                \
  inline __MEMLINT_HD long long __##__W##2ll_rz(__T a) { return (long long)__float16_value(a.__x); }   \
  inline __MEMLINT_HD __T __ll2##__W##_rz(long long a) { return __T(a); }                                \
  inline __MEMLINT_HD long long __##__W##2ll_rd(__T a) { return (long long)__float16_value(a.__x); }   \
  inline __MEMLINT_HD __T __ll2##__W##_rd(long long a) { return __T(a); }                                \
  inline __MEMLINT_HD long long __##__W##2ll_ru(__T a) { return (long long)__float16_value(a.__x); }   \
  inline __MEMLINT_HD __T __ll2##__W##_ru(long long a) { return __T(a); }                                \
  inline __MEMLINT_HD unsigned long long __##__W##2ull_rn(__T a) { return (unsigned long long)__float16_value(a.__x); }\
  inline __MEMLINT_HD __T __ull2##__W##_rn(unsigned long long a) { return __T(a); }                      \
  inline __MEMLINT_HD unsigned long long __##__W##2ull_rz(__T a) { return (unsigned long long)__float16_value(a.__x); }\
  inline __MEMLINT_HD __T __ull2##__W##_rz(unsigned long long a) { return __T(a); }                      \
  inline __MEMLINT_HD unsigned long long __##__W##2ull_rd(__T a) { return (unsigned long long)__float16_value(a.__x); }\
  inline __MEMLINT_HD __T __ull2##__W##_rd(unsigned long long a) { return __T(a); }                      \
  inline __MEMLINT_HD unsigned long long __##__W##2ull_ru(__T a) { return (unsigned long long)__float16_value(a.__x); }\
  inline __MEMLINT_HD __T __ull2##__W##_ru(unsigned long long a) { return __T(a); }                      \
  inline __MEMLINT_HD short __##__W##_as_short(__T a) { return (short)a.__x; }                         \
  inline __MEMLINT_HD unsigned short __##__W##_as_ushort(__T a) { return a.__x; }                      \
  inline __MEMLINT_HD __T __short_as_##__W(short a) { __T r; r.__x = (unsigned short)a; return r; }      \
  inline __MEMLINT_HD __T __ushort_as_##__W(unsigned short a) { __T r; r.__x = a; return r; }            \
  inline __MEMLINT_HD T2 make_##W2(__T a, __T b) { return T2(a, b); }                                  \
  inline __MEMLINT_HD T2 __halves2##W2(__T a, __T b) { return T2(a, b); }                              \
  inline __MEMLINT_HD T2 __##__W##2##W2(__T a) { return T2(a, a); }                                    \
  inline __MEMLINT_HD __T __low2##__W(T2 a) { return a.x; }                                            \
  inline __MEMLINT_HD __T __high2##__W(T2 a) { return a.y; }                                           \
  inline __MEMLINT_HD float __low2float(T2 a) { return __float16_value(a.x.__x); }                 \
  inline __MEMLINT_HD float __high2float(T2 a) { return __float16_value(a.y.__x); }                \
  inline __MEMLINT_HD T2 __low2##W2(T2 a) { return T2(a.x, a.x); }                                 \
  inline __MEMLINT_HD T2 __high2##W2(T2 a) { return T2(a.y, a.y); }                                \
  inline __MEMLINT_HD T2 __lows2##W2(T2 a, T2 b) { return T2(a.x, b.x); }                          \
  inline __MEMLINT_HD T2 __highs2##W2(T2 a, T2 b) { return T2(a.y, b.y); }                         \
  inline __MEMLINT_HD T2 __lowhigh2highlow(T2 a) { return T2(a.y, a.x); }                          \
  inline __MEMLINT_HD T2 __float2##W2##_rn(float a) { return T2(__T(a), __T(a)); }                     \
  inline __MEMLINT_HD T2 __floats2##W2##_rn(float a, float b) { return T2(__T(a), __T(b)); }           \
  inline __MEMLINT_HD T2 __float22##W2##_rn(float2 a) { return T2(__T(a.x), __T(a.y)); }               \
  inline __MEMLINT_HD float2 __##W2##2float2(T2 a) {                                               \
    return make_float2(__float16_value(a.x.__x), __float16_value(a.y.__x));                        \
  }

#endif
