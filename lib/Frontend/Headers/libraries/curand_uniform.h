//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of it is in curand_kernel.h.

#ifndef __MEMLINT_CURAND_UNIFORM_H
#define __MEMLINT_CURAND_UNIFORM_H

#include "curand_kernel.h"

#endif
