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

// Two and four components are aligned as a whole, up to 16 bytes; one and three
// as one component.
#define __MEMLINT_VECTORS(N, T, A2, A4)                                                            \
  struct N##1 { T x; };                                                                            \
  struct __attribute__((aligned(A2))) N##2 { T x, y; };                                            \
  struct N##3 { T x, y, z; };                                                                      \
  struct __attribute__((aligned(A4))) N##4 { T x, y, z, w; };                                      \
  inline __MEMLINT_HD N##1 make_##N##1(T x) { return {x}; }                            \
  inline __MEMLINT_HD N##2 make_##N##2(T x, T y) { return {x, y}; }                    \
  inline __MEMLINT_HD N##3 make_##N##3(T x, T y, T z) { return {x, y, z}; }            \
  inline __MEMLINT_HD N##4 make_##N##4(T x, T y, T z, T w) { return {x, y, z, w}; }

__MEMLINT_VECTORS(char, signed char, 2, 4)
__MEMLINT_VECTORS(uchar, unsigned char, 2, 4)
__MEMLINT_VECTORS(short, short, 4, 8)
__MEMLINT_VECTORS(ushort, unsigned short, 4, 8)
__MEMLINT_VECTORS(int, int, 8, 16)
__MEMLINT_VECTORS(uint, unsigned int, 8, 16)
__MEMLINT_VECTORS(long, long, 16, 16)
__MEMLINT_VECTORS(ulong, unsigned long, 16, 16)
__MEMLINT_VECTORS(longlong, long long, 16, 16)
__MEMLINT_VECTORS(ulonglong, unsigned long long, 16, 16)
__MEMLINT_VECTORS(float, float, 8, 16)
__MEMLINT_VECTORS(double, double, 16, 16)

// CUDA 13 names the alignment of the 32-byte ones.
#define __MEMLINT_WIDE_VECTOR(N, T, A)                                                             \
  struct __attribute__((aligned(A))) N##4_##A##a { T x, y, z, w; };                                \
  inline __MEMLINT_HD N##4_##A##a make_##N##4_##A##a(T x, T y, T z, T w) {                         \
    N##4_##A##a v = {x, y, z, w};                                                                  \
    return v;                                                                                      \
  }

__MEMLINT_WIDE_VECTOR(long, long, 16)
__MEMLINT_WIDE_VECTOR(long, long, 32)
__MEMLINT_WIDE_VECTOR(ulong, unsigned long, 16)
__MEMLINT_WIDE_VECTOR(ulong, unsigned long, 32)
__MEMLINT_WIDE_VECTOR(longlong, long long, 16)
__MEMLINT_WIDE_VECTOR(longlong, long long, 32)
__MEMLINT_WIDE_VECTOR(ulonglong, unsigned long long, 16)
__MEMLINT_WIDE_VECTOR(ulonglong, unsigned long long, 32)
__MEMLINT_WIDE_VECTOR(double, double, 16)
__MEMLINT_WIDE_VECTOR(double, double, 32)

struct dim3 {
  unsigned int x, y, z;
#if __cplusplus >= 201103L
  constexpr __MEMLINT_HD dim3(unsigned int X = 1, unsigned int Y = 1, unsigned int Z = 1)
      : x(X), y(Y), z(Z) {}
  constexpr __MEMLINT_HD dim3(uint3 V) : x(V.x), y(V.y), z(V.z) {}
  constexpr __MEMLINT_HD operator uint3() const { return uint3{x, y, z}; }
#else
  __MEMLINT_HD dim3(unsigned int X = 1, unsigned int Y = 1, unsigned int Z = 1)
      : x(X), y(Y), z(Z) {}
  __MEMLINT_HD dim3(uint3 V) : x(V.x), y(V.y), z(V.z) {}
  __MEMLINT_HD operator uint3() const { uint3 V = {x, y, z}; return V; }
#endif
};

#endif
