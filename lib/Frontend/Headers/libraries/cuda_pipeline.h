//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asynchronous copies to shared memory, from the CUDA C++ Programming Guide ("Pipeline
// Interface"): the older classes; the primitives are in cuda_pipeline_primitives.h.

#ifndef __MEMLINT_CUDA_PIPELINE_H
#define __MEMLINT_CUDA_PIPELINE_H

#include "cuda_pipeline_primitives.h"

#define _CUDA_PIPELINE_ARCH_700_OR_LATER

namespace nvcuda {
namespace experimental {

class pipeline {
public:
  __MEMLINT_D pipeline();
  __MEMLINT_D size_t commit();
  __MEMLINT_D void commit_and_wait();
  __MEMLINT_D void wait(size_t);
  template <unsigned Stages> __MEMLINT_D void wait_prior();
};

template <class __T> __MEMLINT_D void memcpy_async(__T &, const __T &, pipeline &);
template <size_t Bytes, size_t Alignment>
__MEMLINT_D void memcpy_async(void *__restrict__, const void *__restrict__, pipeline &);

} // namespace experimental
} // namespace nvcuda

#endif
