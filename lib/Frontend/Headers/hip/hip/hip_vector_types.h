//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic of vectors: by components, or with one number for all of them.

#ifndef __MEMLINT_HIP_VECTOR_TYPES_H
#define __MEMLINT_HIP_VECTOR_TYPES_H

#include "cuda_runtime.h"

template <class __V> struct __memlint_components {};
#define __MEMLINT_COMPONENTS(__N, __T)                                                               \
  template <> struct __memlint_components<__N##1> { typedef __N##1 all; typedef __T one; enum { count = 1 }; }; \
  template <> struct __memlint_components<__N##2> { typedef __N##2 all; typedef __T one; enum { count = 2 }; }; \
  template <> struct __memlint_components<__N##3> { typedef __N##3 all; typedef __T one; enum { count = 3 }; }; \
  template <> struct __memlint_components<__N##4> { typedef __N##4 all; typedef __T one; enum { count = 4 }; };
__MEMLINT_COMPONENTS(char, signed char)
__MEMLINT_COMPONENTS(uchar, unsigned char)
__MEMLINT_COMPONENTS(short, short)
__MEMLINT_COMPONENTS(ushort, unsigned short)
__MEMLINT_COMPONENTS(int, int)
__MEMLINT_COMPONENTS(uint, unsigned)
__MEMLINT_COMPONENTS(long, long)
__MEMLINT_COMPONENTS(ulong, unsigned long)
__MEMLINT_COMPONENTS(longlong, long long)
__MEMLINT_COMPONENTS(ulonglong, unsigned long long)
__MEMLINT_COMPONENTS(float, float)
__MEMLINT_COMPONENTS(double, double)

template <class __T, unsigned __COUNT> struct __memlint_vector;
#define __MEMLINT_VECTORS(__N, __T)                                                                  \
  template <> struct __memlint_vector<__T, 1> { typedef __N##1 type; };                              \
  template <> struct __memlint_vector<__T, 2> { typedef __N##2 type; };                              \
  template <> struct __memlint_vector<__T, 3> { typedef __N##3 type; };                              \
  template <> struct __memlint_vector<__T, 4> { typedef __N##4 type; };
__MEMLINT_VECTORS(char, char)
__MEMLINT_VECTORS(char, signed char)
__MEMLINT_VECTORS(uchar, unsigned char)
__MEMLINT_VECTORS(short, short)
__MEMLINT_VECTORS(ushort, unsigned short)
__MEMLINT_VECTORS(int, int)
__MEMLINT_VECTORS(uint, unsigned)
__MEMLINT_VECTORS(long, long)
__MEMLINT_VECTORS(ulong, unsigned long)
__MEMLINT_VECTORS(longlong, long long)
__MEMLINT_VECTORS(ulonglong, unsigned long long)
__MEMLINT_VECTORS(float, float)
__MEMLINT_VECTORS(double, double)
template <class __T, unsigned __COUNT>
using HIP_vector_type = typename __memlint_vector<__T, __COUNT>::type;

#define __MEMLINT_BY_COMPONENTS(__OP)                                                                \
  template <class __V>                                                                               \
  __MEMLINT_HD typename __memlint_components<__V>::all &operator __OP##=(__V &__A, const __V &__B) { \
    __A.x __OP##= __B.x;                                                                             \
    if constexpr (__memlint_components<__V>::count > 1) __A.y __OP##= __B.y;                         \
    if constexpr (__memlint_components<__V>::count > 2) __A.z __OP##= __B.z;                         \
    if constexpr (__memlint_components<__V>::count > 3) __A.w __OP##= __B.w;                         \
    return __A;                                                                                      \
  }                                                                                                  \
  template <class __V>                                                                               \
  __MEMLINT_HD typename __memlint_components<__V>::all &operator __OP##=(                            \
      __V &__A, typename __memlint_components<__V>::one __B) {                                       \
    __A.x __OP##= __B;                                                                               \
    if constexpr (__memlint_components<__V>::count > 1) __A.y __OP##= __B;                           \
    if constexpr (__memlint_components<__V>::count > 2) __A.z __OP##= __B;                           \
    if constexpr (__memlint_components<__V>::count > 3) __A.w __OP##= __B;                           \
    return __A;                                                                                      \
  }                                                                                                  \
  template <class __V>                                                                               \
  __MEMLINT_HD typename __memlint_components<__V>::all operator __OP(__V __A, const __V &__B) {      \
    return __A __OP##= __B;                                                                          \
  }                                                                                                  \
  template <class __V>                                                                               \
  __MEMLINT_HD typename __memlint_components<__V>::all operator __OP(                                \
      __V __A, typename __memlint_components<__V>::one __B) {                                        \
    return __A __OP##= __B;                                                                          \
  }                                                                                                  \
  template <class __V>                                                                               \
  __MEMLINT_HD typename __memlint_components<__V>::all operator __OP(                                \
      typename __memlint_components<__V>::one __A, const __V &__B) {                                 \
    __V __R = __B;                                                                                   \
    __R.x = __A __OP __B.x;                                                                          \
    if constexpr (__memlint_components<__V>::count > 1) __R.y = __A __OP __B.y;                      \
    if constexpr (__memlint_components<__V>::count > 2) __R.z = __A __OP __B.z;                      \
    if constexpr (__memlint_components<__V>::count > 3) __R.w = __A __OP __B.w;                      \
    return __R;                                                                                      \
  }
__MEMLINT_BY_COMPONENTS(+)
__MEMLINT_BY_COMPONENTS(-)
__MEMLINT_BY_COMPONENTS(*)
__MEMLINT_BY_COMPONENTS(/)
__MEMLINT_BY_COMPONENTS(%)
__MEMLINT_BY_COMPONENTS(&)
__MEMLINT_BY_COMPONENTS(|)
__MEMLINT_BY_COMPONENTS(^)
__MEMLINT_BY_COMPONENTS(<<)
__MEMLINT_BY_COMPONENTS(>>)

template <class __V>
__MEMLINT_HD typename __memlint_components<__V>::all operator-(const __V &__A) {
  return (typename __memlint_components<__V>::one)(0) - __A;
}
template <class __V, class = typename __memlint_components<__V>::all>
__MEMLINT_HD bool operator==(const __V &__A, const __V &__B) {
  if (__A.x != __B.x)
    return false;
  if constexpr (__memlint_components<__V>::count > 1)
    if (__A.y != __B.y)
      return false;
  if constexpr (__memlint_components<__V>::count > 2)
    if (__A.z != __B.z)
      return false;
  if constexpr (__memlint_components<__V>::count > 3)
    if (__A.w != __B.w)
      return false;
  return true;
}
template <class __V, class = typename __memlint_components<__V>::all>
__MEMLINT_HD bool operator!=(const __V &__A, const __V &__B) {
  return !(__A == __B);
}

#endif
