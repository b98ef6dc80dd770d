//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The older interface of the linear algebra library: types and the functions that give values.

#ifndef __MEMLINT_CUBLAS_H
#define __MEMLINT_CUBLAS_H

#include "cublas_v2.h"

typedef cublasStatus_t cublasStatus;
float cublasSdot(int, const float *, int, const float *, int);
double cublasDdot(int, const double *, int, const double *, int);
float cublasSnrm2(int, const float *, int);
double cublasDnrm2(int, const double *, int);
float cublasSasum(int, const float *, int);
double cublasDasum(int, const double *, int);

#endif
