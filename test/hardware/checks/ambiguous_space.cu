//===- ambiguous_space.cu - Pointers to one of two spaces --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Not run: record.sh counts which instructions nvcc makes of the accesses of each kernel.
//
//===----------------------------------------------------------------------===//

#include <cuda_runtime.h>

__device__ int GlobalVariable;

/// The example of the lecture "CUDA Memories".
extern "C" __global__ void variableByData(int *Out, const int *In) {
  __shared__ int Own;
  Own = 1;
  __syncthreads();
  int *Pointer = nullptr;
  if (In[threadIdx.x] % 2)
    Pointer = &GlobalVariable;
  else
    Pointer = &Own;
  Out[threadIdx.x] = *Pointer;
}

extern "C" __global__ void arrayByData(float *Out, const float *Other, const int *Which) {
  __shared__ float Tile[256];
  Tile[threadIdx.x] = Other[threadIdx.x];
  __syncthreads();
  const float *Pointer = Which[threadIdx.x] ? Tile : Other;
  Out[threadIdx.x] = Pointer[255 - threadIdx.x];
}

extern "C" __global__ void byDataInLoop(float *Out, const float *Other, const int *Which, int N) {
  __shared__ float Tile[256];
  Tile[threadIdx.x] = Other[threadIdx.x];
  __syncthreads();
  float Sum = 0;
  for (int I = 0; I < N; ++I) {
    const float *Pointer = Which[I] > 3 ? Tile : Other;
    Sum += Pointer[(I + threadIdx.x) % 256];
  }
  Out[threadIdx.x] = Sum;
}

/// Once, for all threads.
extern "C" __global__ void byUniformData(float *Out, const float *Other, const int *Which, int N) {
  __shared__ float Tile[256];
  Tile[threadIdx.x] = Other[threadIdx.x];
  __syncthreads();
  const float *Pointer = *Which ? Tile : Other;
  float Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += Pointer[(I + threadIdx.x) % 256];
  Out[threadIdx.x] = Sum;
}

static __device__ const float *pick(const float *One, const float *Other, int Which) {
  return Which ? One : Other;
}

extern "C" __global__ void byFunction(float *Out, const float *Other, const int *Which) {
  __shared__ float Tile[256];
  Tile[threadIdx.x] = Other[threadIdx.x];
  __syncthreads();
  Out[threadIdx.x] = *pick(&Tile[255 - threadIdx.x], &Other[threadIdx.x], Which[threadIdx.x]);
}

extern "C" __global__ void byThread(float *Out, const float *Other) {
  __shared__ float Tile[256];
  Tile[threadIdx.x] = Other[threadIdx.x];
  __syncthreads();
  const float *Pointer = threadIdx.x % 2 ? Tile : Other;
  Out[threadIdx.x] = Pointer[255 - threadIdx.x];
}

extern "C" __global__ void byParameter(float *Out, const float *Other, int Which) {
  __shared__ float Tile[256];
  Tile[threadIdx.x] = Other[threadIdx.x];
  __syncthreads();
  const float *Pointer = Which ? Tile : Other;
  Out[threadIdx.x] = Pointer[255 - threadIdx.x];
}

static __device__ __noinline__ float get(const float *Pointer, int I) { return Pointer[I]; }

extern "C" __global__ void outOfLine(float *Out, const float *Other) {
  __shared__ float Tile[256];
  Tile[threadIdx.x] = Other[threadIdx.x];
  __syncthreads();
  Out[threadIdx.x] = get(Tile, 255 - threadIdx.x) + get(Other, threadIdx.x);
}

/// The mend: between values.
extern "C" __global__ void values(float *Out, const float *Other, const int *Which) {
  __shared__ float Tile[256];
  Tile[threadIdx.x] = Other[threadIdx.x];
  __syncthreads();
  Out[threadIdx.x] = Which[threadIdx.x] ? Tile[255 - threadIdx.x] : Other[255 - threadIdx.x];
}
