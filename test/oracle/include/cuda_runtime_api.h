//===- cuda_runtime_api.h - The run time for C, for the oracle --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ORACLE_CUDA_RUNTIME_API_H
#define CUDA_MEMLINT_ORACLE_CUDA_RUNTIME_API_H

#include <cuda_runtime.h>

#endif // CUDA_MEMLINT_ORACLE_CUDA_RUNTIME_API_H
