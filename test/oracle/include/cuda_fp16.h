//===- cuda_fp16.h - __half, for the oracle -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ORACLE_CUDA_FP16_H
#define CUDA_MEMLINT_ORACLE_CUDA_FP16_H

#include "oracle_float16.h"

ORACLE_FLOAT16(__half, __half2, half)
typedef __half half;
typedef __half2 half2;

#endif // CUDA_MEMLINT_ORACLE_CUDA_FP16_H
