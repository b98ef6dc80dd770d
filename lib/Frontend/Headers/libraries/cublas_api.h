//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of it is in cublas_v2.h.

#ifndef __MEMLINT_CUBLAS_API_H
#define __MEMLINT_CUBLAS_API_H

#include "cublas_v2.h"

#endif
