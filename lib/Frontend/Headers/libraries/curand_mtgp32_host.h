//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parameters of one generator.

#ifndef __MEMLINT_CURAND_MTGP32_HOST_H
#define __MEMLINT_CURAND_MTGP32_HOST_H

#include "curand_kernel.h"

struct mtgp32_kernel_params {
  unsigned words[1024];
};
static mtgp32_params_fast_t *const mtgp32dc_params_fast_11213 = 0;

#endif
