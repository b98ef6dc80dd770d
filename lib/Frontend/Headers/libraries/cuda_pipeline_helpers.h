//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of it is in cuda_pipeline.h.

#ifndef __MEMLINT_CUDA_PIPELINE_HELPERS_H
#define __MEMLINT_CUDA_PIPELINE_HELPERS_H

#include "cuda_pipeline.h"

#endif
