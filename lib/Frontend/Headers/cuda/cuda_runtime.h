//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What nvcc includes before every file: the language extensions, device functions
// and the runtime's interface with its C++ templates.

#ifndef __MEMLINT_CUDA_RUNTIME_H
#define __MEMLINT_CUDA_RUNTIME_H

#include "cuda_runtime_api.h"
#include "device_functions.h"
#include "math_functions.h"
#include "texture_indirect_functions.h"

// What nvcc's own pre-included headers bring of the C library.
#ifndef NULL
#define NULL __null
#endif
typedef __PTRDIFF_TYPE__ ptrdiff_t;
extern "C" {
__MEMLINT_HD int printf(const char *, ...);
__MEMLINT_HD void *malloc(size_t) __MEMLINT_NOTHROW;
__MEMLINT_HD void free(void *) __MEMLINT_NOTHROW;
__MEMLINT_HD void *memcpy(void *, const void *, size_t) __MEMLINT_NOTHROW;
__MEMLINT_HD void *memset(void *, int, size_t) __MEMLINT_NOTHROW;
typedef long clock_t;
__MEMLINT_HD clock_t clock() __MEMLINT_NOTHROW;
__MEMLINT_HD void __assert_fail(const char *, const char *, unsigned, const char *)
    __MEMLINT_NOTHROW __attribute__((noreturn));
}
#ifndef assert
#ifdef NDEBUG
#define assert(e) (static_cast<void>(0))
#else
#define assert(e)                                                                                  \
  (static_cast<bool>(e) ? void(0) : __assert_fail(#e, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif
#endif

// On the device; <new> has the host's.
__device__ inline void *operator new(size_t, void *p) __MEMLINT_NOTHROW { return p; }
__device__ inline void *operator new[](size_t, void *p) __MEMLINT_NOTHROW { return p; }
__device__ inline void operator delete(void *, void *) __MEMLINT_NOTHROW {}
__device__ inline void operator delete[](void *, void *) __MEMLINT_NOTHROW {}

// Pointers to any type, kernels as functions, symbols as variables.
// [on demand]
template <class __T> __MEMLINT_HD cudaError_t cudaMalloc(__T **, size_t);
template <class __T> cudaError_t cudaMallocHost(__T **, size_t, unsigned = 0);
template <class __T> cudaError_t cudaHostAlloc(__T **, size_t, unsigned);
template <class __T> cudaError_t cudaHostGetDevicePointer(__T **, void *, unsigned);
template <class __T> cudaError_t cudaMallocManaged(__T **, size_t, unsigned = cudaMemAttachGlobal);
template <class __T> cudaError_t cudaMallocPitch(__T **, size_t *, size_t, size_t);
template <class __T> cudaError_t cudaMallocAsync(__T **, size_t, cudaStream_t);
template <class __T> cudaError_t cudaMallocAsync(__T **, size_t, cudaMemPool_t, cudaStream_t);
template <class __T>
cudaError_t cudaMallocFromPoolAsync(__T **, size_t, cudaMemPool_t, cudaStream_t);
template <class __T>
cudaError_t cudaStreamAttachMemAsync(cudaStream_t, __T *, size_t = 0,
                                     unsigned = cudaMemAttachSingle);
cudaError_t cudaMallocHost(void **, size_t, unsigned);
cudaError_t cudaEventCreate(cudaEvent_t *, unsigned);
template <class __T>
cudaError_t cudaMemcpyToSymbol(const __T &, const void *, size_t, size_t = 0,
                               cudaMemcpyKind = cudaMemcpyHostToDevice);
template <class __T>
cudaError_t cudaMemcpyFromSymbol(void *, const __T &, size_t, size_t = 0,
                                 cudaMemcpyKind = cudaMemcpyDeviceToHost);
template <class __T>
cudaError_t cudaMemcpyToSymbolAsync(const __T &, const void *, size_t, size_t = 0,
                                    cudaMemcpyKind = cudaMemcpyHostToDevice, cudaStream_t = 0);
template <class __T>
cudaError_t cudaMemcpyFromSymbolAsync(void *, const __T &, size_t, size_t = 0,
                                      cudaMemcpyKind = cudaMemcpyDeviceToHost, cudaStream_t = 0);
template <class __T> cudaError_t cudaGetSymbolAddress(void **, const __T &);
template <class __T> cudaError_t cudaGetSymbolSize(size_t *, const __T &);
template <class __T> cudaError_t cudaFuncSetCacheConfig(__T *, cudaFuncCache);
template <class __T> cudaError_t cudaFuncSetSharedMemConfig(__T *, cudaSharedMemConfig);
template <class __T> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *, __T *);
template <class __T> cudaError_t cudaFuncSetAttribute(__T *, cudaFuncAttribute, int);
template <class __T>
cudaError_t cudaLaunchKernel(__T *, dim3, dim3, void **, size_t = 0, cudaStream_t = 0);
template <class __T>
cudaError_t cudaLaunchCooperativeKernel(__T *, dim3, dim3, void **, size_t = 0, cudaStream_t = 0);
template <class... __P, class... __A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *, void (*)(__P...), __A &&...);
template <class __T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, __T, int, size_t);
template <class __T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *, __T, int, size_t,
                                                                   unsigned);
template <class __T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *, int *, __T, size_t = 0, int = 0);
template <class __T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *, int *, __T, size_t = 0, int = 0,
                                                        unsigned = 0);
template <class __F, class __T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *, int *, __T, __F, int = 0);
template <class __T>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *, __T, int, int);
template <class __T>
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *, __T *, const cudaLaunchConfig_t *);
template <class __T>
cudaError_t cudaOccupancyMaxActiveClusters(int *, __T *, const cudaLaunchConfig_t *);
template <class __T> cudaChannelFormatDesc cudaCreateChannelDesc();
// [always]

#endif
