//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes with a promise about alignment, from libcu++.

#ifndef __MEMLINT_CUDA___MEMLINT_SIZES_H
#define __MEMLINT_CUDA___MEMLINT_SIZES_H

#include "cuda_runtime.h"

namespace cuda {

template <size_t Alignment> struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  __MEMLINT_HD explicit constexpr aligned_size_t(size_t Size) : value(Size) {}
  __MEMLINT_HD constexpr operator size_t() const { return value; }
};

} // namespace cuda

#endif
