//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA's vector types, with their alignments ("Built-in Vector Types" in the
// CUDA C++ Programming Guide), and the functions that make them.

#ifndef __MEMLINT_VECTOR_TYPES_H
#define __MEMLINT_VECTOR_TYPES_H

#include "host_defines.h"

#ifdef __HIP__
// HIP's are aligned as a whole, whatever their size, and have constructors.
#define __MEMLINT_ALIGNED(__BYTES, __T, __COUNT) aligned(sizeof(__T) * __COUNT)
#define __MEMLINT_MADE_OF(__N, __PARAMS, ...)                                                        \
  __N() = default;                                                                                   \
  __MEMLINT_HD constexpr __N __PARAMS : __VA_ARGS__ {}
#define __MEMLINT_FILLED(__N, __T, ...)                                                              \
  __MEMLINT_HD explicit constexpr __N(__T __V) : __VA_ARGS__ {}
#else
#define __MEMLINT_ALIGNED(__BYTES, __T, __COUNT) aligned(__BYTES)
#define __MEMLINT_MADE_OF(...)
#define __MEMLINT_FILLED(...)
#endif

#define __MEMLINT_VECTOR1(__N, __T)                                                                    \
  struct __N { __T x; __MEMLINT_MADE_OF(__N, (__T __X), x(__X)) };                                     \
  inline __MEMLINT_HD __N make_##__N(__T x) { return {x}; }
#define __MEMLINT_VECTOR2(__N, __T, ALIGNMENT)                                                         \
  struct __attribute__((__MEMLINT_ALIGNED(ALIGNMENT, __T, 2))) __N { __T x, y;                         \
    __MEMLINT_MADE_OF(__N, (__T __X, __T __Y), x(__X), y(__Y))                                         \
    __MEMLINT_FILLED(__N, __T, x(__V), y(__V)) };                                                      \
  inline __MEMLINT_HD __N make_##__N(__T x, __T y) { return {x, y}; }
#define __MEMLINT_VECTOR3(__N, __T)                                                                    \
  struct __N { __T x, y, z;                                                                            \
    __MEMLINT_MADE_OF(__N, (__T __X, __T __Y, __T __Z), x(__X), y(__Y), z(__Z))                        \
    __MEMLINT_FILLED(__N, __T, x(__V), y(__V), z(__V)) };                                              \
  inline __MEMLINT_HD __N make_##__N(__T x, __T y, __T z) { return {x, y, z}; }
#define __MEMLINT_VECTOR4(__N, __T, ALIGNMENT)                                                         \
  struct __attribute__((__MEMLINT_ALIGNED(ALIGNMENT, __T, 4))) __N { __T x, y, z, w;                   \
    __MEMLINT_MADE_OF(__N, (__T __X, __T __Y, __T __Z, __T __W), x(__X), y(__Y), z(__Z), w(__W))       \
    __MEMLINT_FILLED(__N, __T, x(__V), y(__V), z(__V), w(__V)) };                                      \
  inline __MEMLINT_HD __N make_##__N(__T x, __T y, __T z, __T w) { return {x, y, z, w}; }

__MEMLINT_VECTOR3(uint3, unsigned int)
// Two and four components are aligned as a whole, up to 16 bytes; one and three
// as one component.
// [on demand]
__MEMLINT_VECTOR1(char1, signed char)
__MEMLINT_VECTOR2(char2, signed char, 2)
__MEMLINT_VECTOR3(char3, signed char)
__MEMLINT_VECTOR4(char4, signed char, 4)
__MEMLINT_VECTOR1(uchar1, unsigned char)
__MEMLINT_VECTOR2(uchar2, unsigned char, 2)
__MEMLINT_VECTOR3(uchar3, unsigned char)
__MEMLINT_VECTOR4(uchar4, unsigned char, 4)
__MEMLINT_VECTOR1(short1, short)
__MEMLINT_VECTOR2(short2, short, 4)
__MEMLINT_VECTOR3(short3, short)
__MEMLINT_VECTOR4(short4, short, 8)
__MEMLINT_VECTOR1(ushort1, unsigned short)
__MEMLINT_VECTOR2(ushort2, unsigned short, 4)
__MEMLINT_VECTOR3(ushort3, unsigned short)
__MEMLINT_VECTOR4(ushort4, unsigned short, 8)
__MEMLINT_VECTOR1(int1, int)
__MEMLINT_VECTOR2(int2, int, 8)
__MEMLINT_VECTOR3(int3, int)
__MEMLINT_VECTOR4(int4, int, 16)
__MEMLINT_VECTOR1(uint1, unsigned int)
__MEMLINT_VECTOR2(uint2, unsigned int, 8)
__MEMLINT_VECTOR4(uint4, unsigned int, 16)
__MEMLINT_VECTOR1(long1, long)
__MEMLINT_VECTOR2(long2, long, 16)
__MEMLINT_VECTOR3(long3, long)
__MEMLINT_VECTOR4(long4, long, 16)
__MEMLINT_VECTOR1(ulong1, unsigned long)
__MEMLINT_VECTOR2(ulong2, unsigned long, 16)
__MEMLINT_VECTOR3(ulong3, unsigned long)
__MEMLINT_VECTOR4(ulong4, unsigned long, 16)
__MEMLINT_VECTOR1(longlong1, long long)
__MEMLINT_VECTOR2(longlong2, long long, 16)
__MEMLINT_VECTOR3(longlong3, long long)
__MEMLINT_VECTOR4(longlong4, long long, 16)
__MEMLINT_VECTOR1(ulonglong1, unsigned long long)
__MEMLINT_VECTOR2(ulonglong2, unsigned long long, 16)
__MEMLINT_VECTOR3(ulonglong3, unsigned long long)
__MEMLINT_VECTOR4(ulonglong4, unsigned long long, 16)
__MEMLINT_VECTOR1(float1, float)
__MEMLINT_VECTOR2(float2, float, 8)
__MEMLINT_VECTOR3(float3, float)
__MEMLINT_VECTOR4(float4, float, 16)
__MEMLINT_VECTOR1(double1, double)
__MEMLINT_VECTOR2(double2, double, 16)
__MEMLINT_VECTOR3(double3, double)
__MEMLINT_VECTOR4(double4, double, 16)
// CUDA 13 names the alignment of the 32-byte ones.
__MEMLINT_VECTOR4(long4_16a, long, 16)
__MEMLINT_VECTOR4(long4_32a, long, 32)
__MEMLINT_VECTOR4(ulong4_16a, unsigned long, 16)
__MEMLINT_VECTOR4(ulong4_32a, unsigned long, 32)
__MEMLINT_VECTOR4(longlong4_16a, long long, 16)
__MEMLINT_VECTOR4(longlong4_32a, long long, 32)
__MEMLINT_VECTOR4(ulonglong4_16a, unsigned long long, 16)
__MEMLINT_VECTOR4(ulonglong4_32a, unsigned long long, 32)
__MEMLINT_VECTOR4(double4_16a, double, 16)
__MEMLINT_VECTOR4(double4_32a, double, 32)
// [always]

struct dim3 {
  unsigned int x, y, z;
#if __cplusplus >= 201103L
  constexpr __MEMLINT_HD dim3(unsigned int __X = 1, unsigned int __Y = 1, unsigned int __Z = 1)
      : x(__X), y(__Y), z(__Z) {}
  constexpr __MEMLINT_HD dim3(uint3 __V) : x(__V.x), y(__V.y), z(__V.z) {}
  constexpr __MEMLINT_HD operator uint3() const { return uint3{x, y, z}; }
#else
  __MEMLINT_HD dim3(unsigned int __X = 1, unsigned int __Y = 1, unsigned int __Z = 1)
      : x(__X), y(__Y), z(__Z) {}
  __MEMLINT_HD dim3(uint3 __V) : x(__V.x), y(__V.y), z(__V.z) {}
  __MEMLINT_HD operator uint3() const { uint3 __V = {x, y, z}; return __V; }
#endif
};

#endif
