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
#include <stdio.h>
#include <time.h>

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
