//===- cuda_runtime.h - CUDA, as far as the oracle's kernels use it -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Declares the CUDA run time for Clang's CUDA mode. Written for the oracle; the
/// headers of the library under test are not used here.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ORACLE_CUDA_RUNTIME_H
#define CUDA_MEMLINT_ORACLE_CUDA_RUNTIME_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __grid_constant__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __restrict__ __restrict
#define CUDART_VERSION 12000

#include "vector_types.h"

#include "cuda_host.h"

#include "cuda_device.h"

#endif // CUDA_MEMLINT_ORACLE_CUDA_RUNTIME_H
