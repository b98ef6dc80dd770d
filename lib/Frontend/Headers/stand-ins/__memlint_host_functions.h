//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included after Clang's CUDA wrapper and a toolkit's headers: what nvcc has by then
// and the wrapper lacks on the host's side.

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

__attribute__((host)) void sincos(float, float *, float *);
__attribute__((host)) unsigned umin(unsigned, unsigned);
__attribute__((host)) unsigned umax(unsigned, unsigned);
__attribute__((host)) long long llmin(long long, long long);
__attribute__((host)) long long llmax(long long, long long);
__attribute__((host)) unsigned long long ullmin(unsigned long long, unsigned long long);
__attribute__((host)) unsigned long long ullmax(unsigned long long, unsigned long long);

#define __MEMLINT_HOST_MINMAX(__R, __T, __U)                                                                  \
  inline __attribute__((host)) __R min(__T a, __U b) { return (__R)b < (__R)a ? (__R)b : (__R)a; }                        \
  inline __attribute__((host)) __R max(__T a, __U b) { return (__R)a < (__R)b ? (__R)b : (__R)a; }
__MEMLINT_HOST_MINMAX(int, int, int)
__MEMLINT_HOST_MINMAX(unsigned, unsigned, unsigned)
__MEMLINT_HOST_MINMAX(unsigned, int, unsigned)
__MEMLINT_HOST_MINMAX(unsigned, unsigned, int)
__MEMLINT_HOST_MINMAX(long, long, long)
__MEMLINT_HOST_MINMAX(unsigned long, unsigned long, unsigned long)
__MEMLINT_HOST_MINMAX(unsigned long, long, unsigned long)
__MEMLINT_HOST_MINMAX(unsigned long, unsigned long, long)
__MEMLINT_HOST_MINMAX(long long, long long, long long)
__MEMLINT_HOST_MINMAX(unsigned long long, unsigned long long, unsigned long long)
__MEMLINT_HOST_MINMAX(unsigned long long, long long, unsigned long long)
__MEMLINT_HOST_MINMAX(unsigned long long, unsigned long long, long long)
__MEMLINT_HOST_MINMAX(float, float, float)
__MEMLINT_HOST_MINMAX(double, double, double)
__MEMLINT_HOST_MINMAX(double, float, double)
__MEMLINT_HOST_MINMAX(double, double, float)
#undef __MEMLINT_HOST_MINMAX

// nvcc has those of <cmath> in the global namespace too. What is for one side is preferred to
// what is for both.
#define __MEMLINT_HOST_CLASSIFY1(__N, __R) template <class __T> __attribute__((host)) __R __N(__T);
#define __MEMLINT_HOST_CLASSIFY2(__N) \
  template <class __T, class __U> __attribute__((host)) bool __N(__T, __U);
__MEMLINT_HOST_CLASSIFY1(isnan, bool)
__MEMLINT_HOST_CLASSIFY1(isinf, bool)
__MEMLINT_HOST_CLASSIFY1(isfinite, bool)
__MEMLINT_HOST_CLASSIFY1(isnormal, bool)
__MEMLINT_HOST_CLASSIFY1(signbit, bool)
__MEMLINT_HOST_CLASSIFY1(fpclassify, int)
__MEMLINT_HOST_CLASSIFY2(isgreater)
__MEMLINT_HOST_CLASSIFY2(isgreaterequal)
__MEMLINT_HOST_CLASSIFY2(isless)
__MEMLINT_HOST_CLASSIFY2(islessequal)
__MEMLINT_HOST_CLASSIFY2(islessgreater)
__MEMLINT_HOST_CLASSIFY2(isunordered)
#undef __MEMLINT_HOST_CLASSIFY1
#undef __MEMLINT_HOST_CLASSIFY2
