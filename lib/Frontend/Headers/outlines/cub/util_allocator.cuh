//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of it is in cub.cuh.

#ifndef __MEMLINT_CUB_UTIL_ALLOCATOR_CUH
#define __MEMLINT_CUB_UTIL_ALLOCATOR_CUH

#include <cub/cub.cuh>

#endif
