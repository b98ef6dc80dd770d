//===- cuda_bf16.h - __nv_bfloat16, for the oracle -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ORACLE_CUDA_BF16_H
#define CUDA_MEMLINT_ORACLE_CUDA_BF16_H

#include "oracle_float16.h"

ORACLE_FLOAT16(__nv_bfloat16, __nv_bfloat162, bfloat16)

#endif // CUDA_MEMLINT_ORACLE_CUDA_BF16_H
