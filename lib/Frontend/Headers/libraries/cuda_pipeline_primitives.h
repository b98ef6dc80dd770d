//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asynchronous copies to shared memory, from the CUDA C++ Programming Guide ("Pipeline
// Primitives Interface").

#ifndef __MEMLINT_CUDA_PIPELINE_PRIMITIVES_H
#define __MEMLINT_CUDA_PIPELINE_PRIMITIVES_H

#include "cuda_awbarrier_primitives.h"
#include "cuda_runtime.h"

// Copies the first of the sizes less what the last argument says, and zeros for that.
__MEMLINT_D void __pipeline_memcpy_async(void *__restrict__, const void *__restrict__, size_t,
                                         size_t = 0);
__MEMLINT_D void __pipeline_commit();
__MEMLINT_D void __pipeline_wait_prior(size_t);
__MEMLINT_D void __pipeline_arrive_on(__mbarrier_t *);

#endif
