//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The words that CUDA adds to C++, as Clang's attributes.

#ifndef __MEMLINT_HOST_DEFINES_H
#define __MEMLINT_HOST_DEFINES_H

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// Clang has no such variables for CUDA: the annotation keeps the difference.
#define __managed__ __attribute__((device, annotate("__managed__")))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __device_builtin__
#define __cudart_builtin__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
// Attributes that Clang 19 does not know, kept as annotations.
#define __cluster_dims__(...) __attribute__((annotate("__cluster_dims__", __VA_ARGS__)))
#define __maxnreg__(n) __attribute__((annotate("__maxnreg__", n)))
#define __block_size__(...)
#define __grid_constant__ __attribute__((annotate("__grid_constant__")))
#define __nv_pure__ __attribute__((pure))
#define __tile_global__
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI
#define CUDA_CB

typedef __SIZE_TYPE__ size_t;

#if __cplusplus >= 201103L
#define __MEMLINT_NOTHROW noexcept(true)
#define __MEMLINT_CONSTEXPR constexpr
#else
#define __MEMLINT_NOTHROW throw()
#define __MEMLINT_CONSTEXPR inline
#endif
#define __MEMLINT_HD __attribute__((host)) __attribute__((device))
#define __MEMLINT_D __attribute__((device))

// Lanes of a warp, and a number with a bit for each.
#ifndef __MEMLINT_LANES
#define __MEMLINT_LANES 32
#endif
#ifdef __HIP__
typedef unsigned long long __memlint_mask;
#else
typedef unsigned __memlint_mask;
#endif

#endif
