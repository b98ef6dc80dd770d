//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Refactorization: types.

#ifndef __MEMLINT_CUSOLVERRF_H
#define __MEMLINT_CUSOLVERRF_H

#include "cusolver_common.h"

typedef struct cusolverRfCommon *cusolverRfHandle_t;

#endif
