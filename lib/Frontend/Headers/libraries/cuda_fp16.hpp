//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of it is in cuda_fp16.h.

#ifndef __MEMLINT_CUDA_FP16_HPP
#define __MEMLINT_CUDA_FP16_HPP

#include "cuda_fp16.h"

#endif
