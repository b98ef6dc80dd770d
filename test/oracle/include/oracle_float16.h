//===- oracle_float16.h - Numbers of 16 bits, for the oracle ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The sizes and alignments of 16-bit floating-point numbers and their pairs. What
/// they are worth does not matter to addresses: a number is its bits.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ORACLE_FLOAT16_H
#define CUDA_MEMLINT_ORACLE_FLOAT16_H

#include <cuda_runtime.h>

#define ORACLE_FLOAT16(Name, Pair, Scalar)                                                         \
  struct Name {                                                                                    \
    unsigned short bits;                                                                           \
    Name() = default;                                                                              \
    __host__ __device__ Name(float value) : bits(value) {}                                         \
    __host__ __device__ operator float() const { return bits; }                                    \
  };                                                                                               \
  struct alignas(4) Pair {                                                                         \
    Name x, y;                                                                                     \
  };                                                                                               \
  ORACLE_DEVICE Name __hadd(Name left, Name right) { return float(left) + float(right); }          \
  ORACLE_DEVICE Pair __hadd2(Pair left, Pair right) {                                              \
    return {__hadd(left.x, right.x), __hadd(left.y, right.y)};                                     \
  }                                                                                                \
  ORACLE_DEVICE Name __float2##Scalar(float value) { return value; }                               \
  ORACLE_DEVICE float __##Scalar##2float(Name value) { return value; }

#endif // CUDA_MEMLINT_ORACLE_FLOAT16_H
