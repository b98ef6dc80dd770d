//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HIP as sources see it. Its names stand for those of CUDA, which the other headers declare, while
// a source is read (see HipSources.h): here is what has no counterpart there.

#ifndef __MEMLINT_HIP_RUNTIME_H
#define __MEMLINT_HIP_RUNTIME_H

#include "__memlint_amdgcn.h"
#include "hip_runtime_api.h"
#include "hip_vector_types.h"

#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z

#define HIP_DYNAMIC_SHARED(__T, __NAME) extern __shared__ __T __NAME[];
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(__X) __X

#define hipLaunchKernelGGL(__KERNEL, __GRID, __BLOCK, __BYTES, __STREAM, ...)                        \
  __KERNEL<<<__GRID, __BLOCK, __BYTES, __STREAM>>>(__VA_ARGS__)
#define hipExtLaunchKernelGGL(__KERNEL, __GRID, __BLOCK, __BYTES, __STREAM, __START, __STOP,         \
                              __FLAGS, ...)                                                          \
  __KERNEL<<<__GRID, __BLOCK, __BYTES, __STREAM>>>(__VA_ARGS__)

extern "C" {
// What a launch `<<<...>>>` calls.
__MEMLINT_HD unsigned __hipPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = 0);

__device__ void __syncthreads();
__device__ unsigned __lane_id();
__device__ long long wall_clock64();
__device__ long long __clock64();
__device__ long long __clock();
__MEMLINT_HD void abort() __MEMLINT_NOTHROW __attribute__((noreturn));
}

#endif
