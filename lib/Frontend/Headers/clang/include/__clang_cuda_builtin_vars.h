//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the place of Clang's header of this name, which Clang's CUDA wrapper includes
// before a toolkit's headers. There the components are properties that call
// functions; here they are plain members, as in the embedded headers, so that
// whoever reads the tree meets one form only.

#ifndef __CUDA_BUILTIN_VARS_H
#define __CUDA_BUILTIN_VARS_H

// Forward declarations: the wrapper defines the conversions once it has the types.
struct uint3;
struct dim3;

#define __MEMLINT_BUILTIN_VARIABLE(N)                                                              \
  struct __cuda_builtin_##N##_t {                                                                  \
    unsigned int x, y, z;                                                                          \
    __attribute__((device)) operator dim3() const;                                                 \
    __attribute__((device)) operator uint3() const;                                                \
  };                                                                                               \
  extern const __attribute__((device)) __attribute__((weak)) __cuda_builtin_##N##_t N;
__MEMLINT_BUILTIN_VARIABLE(threadIdx)
__MEMLINT_BUILTIN_VARIABLE(blockIdx)
__MEMLINT_BUILTIN_VARIABLE(blockDim)
__MEMLINT_BUILTIN_VARIABLE(gridDim)
#undef __MEMLINT_BUILTIN_VARIABLE

#ifndef __MEMLINT_LANES
#define __MEMLINT_LANES 32
#endif
__attribute__((device)) const int warpSize = __MEMLINT_LANES;

#endif
