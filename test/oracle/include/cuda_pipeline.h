//===- cuda_pipeline.h - Asynchronous copies, for the oracle ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Copies are done at once: one that a thread makes by itself is a load and a store.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ORACLE_CUDA_PIPELINE_H
#define CUDA_MEMLINT_ORACLE_CUDA_PIPELINE_H

#include <cuda_runtime.h>

ORACLE_DEVICE void __pipeline_memcpy_async(void *to, const void *from, size_t bytes,
                                           size_t zeros = 0) {
  if (bytes == 16 && zeros == 0)
    *(uint4 *)to = *(const uint4 *)from;
  else if (bytes == 8 && zeros == 0)
    *(uint2 *)to = *(const uint2 *)from;
  else if (bytes == 4 && zeros == 0)
    *(unsigned *)to = *(const unsigned *)from;
  else
    __builtin_trap();
}
ORACLE_DEVICE void __pipeline_commit() {}
ORACLE_DEVICE void __pipeline_wait_prior(size_t) {}

#endif // CUDA_MEMLINT_ORACLE_CUDA_PIPELINE_H
