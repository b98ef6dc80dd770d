//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The Fourier transforms behind FFTW's interface: types.

#ifndef __MEMLINT_CUFFTW_H
#define __MEMLINT_CUFFTW_H

#include "cufft.h"

typedef double fftw_complex[2];
typedef float fftwf_complex[2];
typedef void *fftw_plan;
typedef void *fftwf_plan;

#endif
