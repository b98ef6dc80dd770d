//===- vector_types.h - CUDA's vector types ---------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ORACLE_VECTOR_TYPES_H
#define CUDA_MEMLINT_ORACLE_VECTOR_TYPES_H

#define ORACLE_VECTOR(Element, Name, Align1, Align2, Align3, Align4)                               \
  struct alignas(Align1) Name##1 { Element x; };                                                   \
  struct alignas(Align2) Name##2 { Element x, y; };                                                \
  struct alignas(Align3) Name##3 { Element x, y, z; };                                             \
  struct alignas(Align4) Name##4 { Element x, y, z, w; };                                          \
  static inline __host__ __device__ Name##1 make_##Name##1(Element x) { return {x}; }              \
  static inline __host__ __device__ Name##2 make_##Name##2(Element x, Element y) {                 \
    return {x, y};                                                                                 \
  }                                                                                                \
  static inline __host__ __device__ Name##3 make_##Name##3(Element x, Element y, Element z) {      \
    return {x, y, z};                                                                              \
  }                                                                                                \
  static inline __host__ __device__ Name##4 make_##Name##4(Element x, Element y, Element z,        \
                                                           Element w) {                            \
    return {x, y, z, w};                                                                           \
  }

ORACLE_VECTOR(signed char, char, 1, 2, 1, 4)
ORACLE_VECTOR(unsigned char, uchar, 1, 2, 1, 4)
ORACLE_VECTOR(short, short, 2, 4, 2, 8)
ORACLE_VECTOR(unsigned short, ushort, 2, 4, 2, 8)
ORACLE_VECTOR(int, int, 4, 8, 4, 16)
ORACLE_VECTOR(unsigned, uint, 4, 8, 4, 16)
ORACLE_VECTOR(long, long, 8, 16, 8, 16)
ORACLE_VECTOR(unsigned long, ulong, 8, 16, 8, 16)
ORACLE_VECTOR(long long, longlong, 8, 16, 8, 16)
ORACLE_VECTOR(unsigned long long, ulonglong, 8, 16, 8, 16)
ORACLE_VECTOR(float, float, 4, 8, 4, 16)
ORACLE_VECTOR(double, double, 8, 16, 8, 16)
#undef ORACLE_VECTOR

struct dim3 {
  unsigned x, y, z;
  constexpr __host__ __device__ dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
      : x(x), y(y), z(z) {}
  __host__ __device__ dim3(uint3 from) : x(from.x), y(from.y), z(from.z) {}
  __host__ __device__ operator uint3() const { return {x, y, z}; }
};

#endif // CUDA_MEMLINT_ORACLE_VECTOR_TYPES_H
