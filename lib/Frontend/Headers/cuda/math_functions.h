//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mathematical functions for host and device. C's are declared as the C library
// declares them, so that <math.h> may follow. The overloads for float and for
// integers are for the device only, since on the host they come with <cmath>, and
// templates, since <cmath> would not let functions of the same types stand.

#ifndef __MEMLINT_MATH_FUNCTIONS_H
#define __MEMLINT_MATH_FUNCTIONS_H

#include "host_defines.h"

// What a function of one argument returns for arguments that are not double, and
// one of two. Nothing for other types, so that no overload is there for them.
template <class __T, bool = __is_integral(__T)> struct __memlint_result {};
template <class __T> struct __memlint_result<__T, true> { typedef double type; };
template <> struct __memlint_result<float, false> { typedef float type; };
template <class __T, class __U, bool = __is_arithmetic(__T) && __is_arithmetic(__U)>
struct __memlint_result2 {};
template <class __T, class __U> struct __memlint_result2<__T, __U, true> { typedef double type; };
template <> struct __memlint_result2<float, float, true> { typedef float type; };
template <> struct __memlint_result2<float, int, true> { typedef float type; };
// The same type, if it is float.
template <class __T> struct __memlint_float {};
template <> struct __memlint_float<float> { typedef float type; };

#define __MEMLINT_MATH1_C(__N)                                                                       \
  extern "C" __MEMLINT_HD double __N(double) __MEMLINT_NOTHROW;                                      \
  extern "C" __MEMLINT_HD float __N##f(float) __MEMLINT_NOTHROW;
#define __MEMLINT_MATH1(__N)                                                                         \
  __MEMLINT_MATH1_C(__N)                                                                             \
  template <class __T> __MEMLINT_D typename __memlint_result<__T>::type __N(__T);
#define __MEMLINT_MATH2_C(__N)                                                                       \
  extern "C" __MEMLINT_HD double __N(double, double) __MEMLINT_NOTHROW;                              \
  extern "C" __MEMLINT_HD float __N##f(float, float) __MEMLINT_NOTHROW;
#define __MEMLINT_MATH2(__N)                                                                         \
  __MEMLINT_MATH2_C(__N)                                                                             \
  template <class __T, class __U> __MEMLINT_D typename __memlint_result2<__T, __U>::type __N(__T, __U);

// [on demand]
__MEMLINT_MATH1(acos)
__MEMLINT_MATH1(acosh)
__MEMLINT_MATH1(asin)
__MEMLINT_MATH1(asinh)
__MEMLINT_MATH1(atan)
__MEMLINT_MATH1(atanh)
__MEMLINT_MATH1(cbrt)
__MEMLINT_MATH1(ceil)
__MEMLINT_MATH1(cos)
__MEMLINT_MATH1(cosh)
__MEMLINT_MATH1(erf)
__MEMLINT_MATH1(erfc)
__MEMLINT_MATH1(exp)
__MEMLINT_MATH1(exp2)
__MEMLINT_MATH1(expm1)
__MEMLINT_MATH1(fabs)
__MEMLINT_MATH1(floor)
__MEMLINT_MATH1(lgamma)
__MEMLINT_MATH1(log)
__MEMLINT_MATH1(log10)
__MEMLINT_MATH1(log1p)
__MEMLINT_MATH1(log2)
__MEMLINT_MATH1(logb)
__MEMLINT_MATH1(nearbyint)
__MEMLINT_MATH1(rint)
__MEMLINT_MATH1(round)
__MEMLINT_MATH1(sin)
__MEMLINT_MATH1(sinh)
__MEMLINT_MATH1(sqrt)
__MEMLINT_MATH1(tan)
__MEMLINT_MATH1(tanh)
__MEMLINT_MATH1(tgamma)
__MEMLINT_MATH1(trunc)
__MEMLINT_MATH1_C(exp10)
__MEMLINT_MATH1_C(j0)
__MEMLINT_MATH1_C(j1)
__MEMLINT_MATH1_C(y0)
__MEMLINT_MATH1_C(y1)
__MEMLINT_MATH2(atan2)
__MEMLINT_MATH2(copysign)
__MEMLINT_MATH2(fdim)
__MEMLINT_MATH2(fmax)
__MEMLINT_MATH2(fmin)
__MEMLINT_MATH2(fmod)
__MEMLINT_MATH2(hypot)
__MEMLINT_MATH2(nextafter)
__MEMLINT_MATH2(pow)
__MEMLINT_MATH2(remainder)
// [always]

extern "C" {
// [on demand]
__MEMLINT_HD double fma(double, double, double) __MEMLINT_NOTHROW;
__MEMLINT_HD float fmaf(float, float, float) __MEMLINT_NOTHROW;
__MEMLINT_HD double frexp(double, int *) __MEMLINT_NOTHROW;
__MEMLINT_HD float frexpf(float, int *) __MEMLINT_NOTHROW;
__MEMLINT_HD double ldexp(double, int) __MEMLINT_NOTHROW;
__MEMLINT_HD float ldexpf(float, int) __MEMLINT_NOTHROW;
__MEMLINT_HD double scalbn(double, int) __MEMLINT_NOTHROW;
__MEMLINT_HD float scalbnf(float, int) __MEMLINT_NOTHROW;
__MEMLINT_HD double scalbln(double, long) __MEMLINT_NOTHROW;
__MEMLINT_HD float scalblnf(float, long) __MEMLINT_NOTHROW;
__MEMLINT_HD double modf(double, double *) __MEMLINT_NOTHROW;
__MEMLINT_HD float modff(float, float *) __MEMLINT_NOTHROW;
__MEMLINT_HD double remquo(double, double, int *) __MEMLINT_NOTHROW;
__MEMLINT_HD float remquof(float, float, int *) __MEMLINT_NOTHROW;
__MEMLINT_HD int ilogb(double) __MEMLINT_NOTHROW;
__MEMLINT_HD int ilogbf(float) __MEMLINT_NOTHROW;
__MEMLINT_HD long lrint(double) __MEMLINT_NOTHROW;
__MEMLINT_HD long lrintf(float) __MEMLINT_NOTHROW;
__MEMLINT_HD long lround(double) __MEMLINT_NOTHROW;
__MEMLINT_HD long lroundf(float) __MEMLINT_NOTHROW;
__MEMLINT_HD long long llrint(double) __MEMLINT_NOTHROW;
__MEMLINT_HD long long llrintf(float) __MEMLINT_NOTHROW;
__MEMLINT_HD long long llround(double) __MEMLINT_NOTHROW;
__MEMLINT_HD long long llroundf(float) __MEMLINT_NOTHROW;
__MEMLINT_HD double nan(const char *) __MEMLINT_NOTHROW;
__MEMLINT_HD float nanf(const char *) __MEMLINT_NOTHROW;
__MEMLINT_HD double jn(int, double) __MEMLINT_NOTHROW;
__MEMLINT_HD float jnf(int, float) __MEMLINT_NOTHROW;
__MEMLINT_HD double yn(int, double) __MEMLINT_NOTHROW;
__MEMLINT_HD float ynf(int, float) __MEMLINT_NOTHROW;
__MEMLINT_HD void sincos(double, double *, double *) __MEMLINT_NOTHROW;
__MEMLINT_HD void sincosf(float, float *, float *) __MEMLINT_NOTHROW;
__MEMLINT_HD int abs(int) __MEMLINT_NOTHROW;
__MEMLINT_HD long labs(long) __MEMLINT_NOTHROW;
__MEMLINT_HD long long llabs(long long) __MEMLINT_NOTHROW;

// CUDA's own.
__MEMLINT_HD double rsqrt(double);
__MEMLINT_HD float rsqrtf(float);
__MEMLINT_HD double rcbrt(double);
__MEMLINT_HD float rcbrtf(float);
__MEMLINT_HD double sinpi(double);
__MEMLINT_HD float sinpif(float);
__MEMLINT_HD double cospi(double);
__MEMLINT_HD float cospif(float);
__MEMLINT_HD void sincospi(double, double *, double *);
__MEMLINT_HD void sincospif(float, float *, float *);
__MEMLINT_HD double erfinv(double);
__MEMLINT_HD float erfinvf(float);
__MEMLINT_HD double erfcinv(double);
__MEMLINT_HD float erfcinvf(float);
__MEMLINT_HD double erfcx(double);
__MEMLINT_HD float erfcxf(float);
__MEMLINT_HD double normcdf(double);
__MEMLINT_HD float normcdff(float);
__MEMLINT_HD double normcdfinv(double);
__MEMLINT_HD float normcdfinvf(float);
__MEMLINT_HD double rhypot(double, double);
__MEMLINT_HD float rhypotf(float, float);
__device__ double norm(int, const double *);
__device__ float normf(int, const float *);
__device__ double rnorm(int, const double *);
__device__ float rnormf(int, const float *);
__MEMLINT_HD double norm3d(double, double, double);
__MEMLINT_HD float norm3df(float, float, float);
__MEMLINT_HD double rnorm3d(double, double, double);
__MEMLINT_HD float rnorm3df(float, float, float);
__MEMLINT_HD double norm4d(double, double, double, double);
__MEMLINT_HD float norm4df(float, float, float, float);
__MEMLINT_HD double rnorm4d(double, double, double, double);
__MEMLINT_HD float rnorm4df(float, float, float, float);
__device__ double cyl_bessel_i0(double);
__device__ float cyl_bessel_i0f(float);
__device__ double cyl_bessel_i1(double);
__device__ float cyl_bessel_i1f(float);
__MEMLINT_HD int __isnan(double) __MEMLINT_NOTHROW;
__MEMLINT_HD int __isnanf(float) __MEMLINT_NOTHROW;
__MEMLINT_HD int __isinf(double) __MEMLINT_NOTHROW;
__MEMLINT_HD int __isinff(float) __MEMLINT_NOTHROW;
__MEMLINT_HD int __finite(double) __MEMLINT_NOTHROW;
__MEMLINT_HD int __finitef(float) __MEMLINT_NOTHROW;
__MEMLINT_HD int __signbit(double) __MEMLINT_NOTHROW;
__MEMLINT_HD int __signbitf(float) __MEMLINT_NOTHROW;
// [always]
} // extern "C"

// [on demand]
__MEMLINT_HD float rsqrt(float);
__MEMLINT_HD float rcbrt(float);
__MEMLINT_HD float sinpi(float);
__MEMLINT_HD float cospi(float);
__MEMLINT_HD void sincos(float, float *, float *);
__MEMLINT_HD void sincospi(float, float *, float *);

// [always]
#define __MEMLINT_SAME typename __memlint_float<__T>::type
// [on demand]
template <class __T> __MEMLINT_D __MEMLINT_SAME fma(__T, __T, __T);
template <class __T> __MEMLINT_D __MEMLINT_SAME frexp(__T, int *);
template <class __T> __MEMLINT_D __MEMLINT_SAME ldexp(__T, int);
template <class __T> __MEMLINT_D __MEMLINT_SAME scalbn(__T, int);
template <class __T> __MEMLINT_HD __MEMLINT_SAME modf(__T, __T *);
template <class __T> __MEMLINT_D long lrint(__T);
template <class __T> __MEMLINT_D long lround(__T);
template <class __T> __MEMLINT_D long long llrint(__T);
template <class __T> __MEMLINT_D long long llround(__T);
template <class __T> __MEMLINT_D int ilogb(__T);
template <class __T> __MEMLINT_D __T abs(__T);
// [always]
#undef __MEMLINT_SAME

// nvcc has those of <cmath> in the global namespace too. A function for each side is preferred to
// one for both, which those of <cmath> are here.
#define __MEMLINT_CLASSIFY1(__N, __R)                                                                \
  template <class __T> __MEMLINT_D __R __N(__T);                                                     \
  template <class __T> __attribute__((host)) __R __N(__T);
#define __MEMLINT_CLASSIFY2(__N)                                                                     \
  template <class __T, class __U> __MEMLINT_D bool __N(__T, __U);                                    \
  template <class __T, class __U> __attribute__((host)) bool __N(__T, __U);
// [on demand]
__MEMLINT_CLASSIFY1(isnan, bool)
__MEMLINT_CLASSIFY1(isinf, bool)
__MEMLINT_CLASSIFY1(isfinite, bool)
__MEMLINT_CLASSIFY1(isnormal, bool)
__MEMLINT_CLASSIFY1(signbit, bool)
__MEMLINT_CLASSIFY1(fpclassify, int)
__MEMLINT_CLASSIFY2(isgreater)
__MEMLINT_CLASSIFY2(isgreaterequal)
__MEMLINT_CLASSIFY2(isless)
__MEMLINT_CLASSIFY2(islessequal)
__MEMLINT_CLASSIFY2(islessgreater)
__MEMLINT_CLASSIFY2(isunordered)
// [always]

#define __MEMLINT_OVERLOADS(__N, OP)                                                                 \
  __MEMLINT_OVERLOAD(__N, OP, int, int, int)                                                         \
  __MEMLINT_OVERLOAD(__N, OP, unsigned, unsigned, unsigned)                                          \
  __MEMLINT_OVERLOAD(__N, OP, unsigned, int, unsigned)                                               \
  __MEMLINT_OVERLOAD(__N, OP, unsigned, unsigned, int)                                               \
  __MEMLINT_OVERLOAD(__N, OP, long, long, long)                                                      \
  __MEMLINT_OVERLOAD(__N, OP, unsigned long, unsigned long, unsigned long)                           \
  __MEMLINT_OVERLOAD(__N, OP, unsigned long, long, unsigned long)                                    \
  __MEMLINT_OVERLOAD(__N, OP, unsigned long, unsigned long, long)                                    \
  __MEMLINT_OVERLOAD(__N, OP, long long, long long, long long)                                       \
  __MEMLINT_OVERLOAD(__N, OP, unsigned long long, unsigned long long, unsigned long long)            \
  __MEMLINT_OVERLOAD(__N, OP, unsigned long long, long long, unsigned long long)                     \
  __MEMLINT_OVERLOAD(__N, OP, unsigned long long, unsigned long long, long long)                     \
  __MEMLINT_OVERLOAD(__N, OP, float, float, float)                                                   \
  __MEMLINT_OVERLOAD(__N, OP, double, double, double)                                                \
  __MEMLINT_OVERLOAD(__N, OP, double, float, double)                                                 \
  __MEMLINT_OVERLOAD(__N, OP, double, double, float)
#define __MEMLINT_OVERLOAD(__N, OP, __R, __T, __U)                                                         \
  inline __MEMLINT_HD __R __N(__T a, __U b) { return (__R)b OP (__R)a ? (__R)b : (__R)a; }
// [on demand]
__MEMLINT_OVERLOADS(min, <)
__MEMLINT_OVERLOADS(max, >)
// [always]

extern "C" {
// [on demand]
__MEMLINT_HD unsigned umin(unsigned, unsigned);
__MEMLINT_HD unsigned umax(unsigned, unsigned);
__MEMLINT_HD long long llmin(long long, long long);
__MEMLINT_HD long long llmax(long long, long long);
__MEMLINT_HD unsigned long long ullmin(unsigned long long, unsigned long long);
__MEMLINT_HD unsigned long long ullmax(unsigned long long, unsigned long long);
// [always]
}

#endif
