//===- cuda_host.h - The host's side of CUDA's run time ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ORACLE_CUDA_HOST_H
#define CUDA_MEMLINT_ORACLE_CUDA_HOST_H

enum cudaError_t { cudaSuccess = 0, cudaErrorInvalidValue = 1 };
typedef cudaError_t cudaError;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;

struct cudaDeviceProp {
  char name[256];
  int multiProcessorCount;
  int warpSize;
  int maxThreadsPerBlock;
  int major, minor;
};

struct cudaLaunchAttribute;
struct cudaLaunchConfig_t {
  dim3 gridDim;
  dim3 blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute *attrs;
  unsigned numAttrs;
};

extern "C" {
cudaError_t __cudaPushCallConfiguration(dim3 Grid, dim3 Block, size_t Shared = 0, void *Stream = 0);
cudaError_t cudaLaunchKernel(const void *Kernel, dim3 Grid, dim3 Block, void **Arguments,
                             size_t Shared = 0, cudaStream_t Stream = 0);
cudaError_t cudaLaunchCooperativeKernel(const void *Kernel, dim3 Grid, dim3 Block, void **Arguments,
                                        size_t Shared = 0, cudaStream_t Stream = 0);
cudaError_t oracleMalloc(void **Memory, size_t Bytes);
cudaError_t oracleMallocPitch(void **Memory, size_t *Pitch, size_t Width, size_t Height);
cudaError_t cudaFree(void *Memory);
cudaError_t cudaFreeHost(void *Memory);
cudaError_t cudaMemcpy(void *To, const void *From, size_t Bytes, cudaMemcpyKind Kind);
cudaError_t cudaMemcpyAsync(void *To, const void *From, size_t Bytes, cudaMemcpyKind Kind,
                            cudaStream_t Stream = 0);
cudaError_t cudaMemcpy2D(void *To, size_t ToPitch, const void *From, size_t FromPitch, size_t Width,
                         size_t Height, cudaMemcpyKind Kind);
cudaError_t cudaMemset(void *Memory, int Value, size_t Bytes);
cudaError_t oracleCopyToSymbol(const void *Symbol, const void *From, size_t Bytes, size_t Offset);
cudaError_t oracleCopyFromSymbol(void *To, const void *Symbol, size_t Bytes, size_t Offset);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaStreamSynchronize(cudaStream_t Stream);
cudaError_t cudaStreamCreate(cudaStream_t *Stream);
cudaError_t cudaStreamDestroy(cudaStream_t Stream);
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char *cudaGetErrorString(cudaError_t Error);
cudaError_t cudaSetDevice(int Device);
cudaError_t cudaGetDevice(int *Device);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *Properties, int Device);
}

template <class T> cudaError_t cudaMalloc(T **Memory, size_t Bytes) {
  return oracleMalloc((void **)Memory, Bytes);
}
template <class T> cudaError_t cudaMallocManaged(T **Memory, size_t Bytes, unsigned = 1) {
  return oracleMalloc((void **)Memory, Bytes);
}
template <class T> cudaError_t cudaMallocHost(T **Memory, size_t Bytes) {
  return oracleMalloc((void **)Memory, Bytes);
}
template <class T>
cudaError_t cudaMallocPitch(T **Memory, size_t *Pitch, size_t Width, size_t Height) {
  return oracleMallocPitch((void **)Memory, Pitch, Width, Height);
}
template <class T>
cudaError_t cudaMemcpyToSymbol(const T &Symbol, const void *From, size_t Bytes, size_t Offset = 0,
                               cudaMemcpyKind = cudaMemcpyHostToDevice) {
  return oracleCopyToSymbol(&Symbol, From, Bytes, Offset);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void *To, const T &Symbol, size_t Bytes, size_t Offset = 0,
                                 cudaMemcpyKind = cudaMemcpyDeviceToHost) {
  return oracleCopyFromSymbol(To, &Symbol, Bytes, Offset);
}
template <class T> cudaError_t cudaFuncSetAttribute(T *, cudaFuncAttribute, int) {
  return cudaSuccess;
}
template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *Grid, int *Block, T, size_t = 0, int = 0) {
  *Grid = 132;
  *Block = 256;
  return cudaSuccess;
}
template <class T>
cudaError_t cudaLaunchKernel(T *Kernel, dim3 Grid, dim3 Block, void **Arguments, size_t Shared = 0,
                             cudaStream_t Stream = 0) {
  return ::cudaLaunchKernel((const void *)Kernel, Grid, Block, Arguments, Shared, Stream);
}
template <class T>
cudaError_t cudaLaunchCooperativeKernel(T *Kernel, dim3 Grid, dim3 Block, void **Arguments,
                                        size_t Shared = 0, cudaStream_t Stream = 0) {
  return ::cudaLaunchCooperativeKernel((const void *)Kernel, Grid, Block, Arguments, Shared,
                                       Stream);
}
template <class... Parameters, class... Given>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *Config, void (*Kernel)(Parameters...),
                               Given &&...Arguments) {
  return [&](Parameters... Converted) {
    void *Addresses[] = {(void *)&Converted...};
    return ::cudaLaunchKernel((const void *)Kernel, Config->gridDim, Config->blockDim, Addresses,
                              Config->dynamicSmemBytes, Config->stream);
  }(Arguments...);
}

#endif // CUDA_MEMLINT_ORACLE_CUDA_HOST_H
