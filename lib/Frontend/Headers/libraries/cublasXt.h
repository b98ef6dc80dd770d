//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linear algebra on several GPUs: its types.

#ifndef __MEMLINT_CUBLASXT_H
#define __MEMLINT_CUBLASXT_H

#include "cublas_v2.h"

typedef struct cublasXtContext *cublasXtHandle_t;

#endif
