//===- worklist.cu - Places that a counter hands out -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints nanoseconds per thread of 65,536 blocks of 256 that append to a list, by how they get
// their place: each by itself, once per warp, once per block, all of them or those that data
// select. record.sh adds which atomics and votes nvcc has made of each kernel.
//
//===----------------------------------------------------------------------===//

#include "measure.h"

constexpr int Threads = 256, Blocks = 65536;

extern "C" __global__ void appendAll(int *Out, unsigned *Count, const int *In) {
  int I = blockIdx.x * Threads + threadIdx.x;
  Out[atomicAdd(Count, 1u)] = In[I];
}

extern "C" __global__ void appendSome(int *Out, unsigned *Count, const int *In) {
  int I = blockIdx.x * Threads + threadIdx.x;
  if (In[I] % 2 == 0)
    Out[atomicAdd(Count, 1u)] = I;
}

extern "C" __global__ void appendInc(int *Out, unsigned *Count, const int *In) {
  int I = blockIdx.x * Threads + threadIdx.x;
  Out[atomicInc(Count, 0xffffffffu)] = In[I];
}

/// The address is not seen to be one.
extern "C" __global__ void appendNotSeen(int *Out, unsigned *Count, const int *In) {
  int I = blockIdx.x * Threads + threadIdx.x;
  Out[atomicAdd(&Count[In[I] & 0x40000000], 1u)] = In[I];
}

extern "C" __global__ void appendByWarp(int *Out, unsigned *Count, const int *In) {
  int I = blockIdx.x * Threads + threadIdx.x;
  unsigned Active = __activemask(), Lane = threadIdx.x % 32, Leader = __ffs(Active) - 1, First = 0;
  if (Lane == Leader)
    First = atomicAdd(Count, unsigned(__popc(Active)));
  First = __shfl_sync(Active, First, Leader);
  Out[First + __popc(Active & ((1u << Lane) - 1))] = In[I];
}

extern "C" __global__ void appendByBlock(int *Out, unsigned *Count, const int *In) {
  __shared__ unsigned Own, First;
  int I = blockIdx.x * Threads + threadIdx.x;
  if (threadIdx.x == 0)
    Own = 0;
  __syncthreads();
  unsigned Place = atomicAdd(&Own, 1u);
  __syncthreads();
  if (threadIdx.x == 0)
    First = atomicAdd(Count, Own);
  __syncthreads();
  Out[First + Place] = In[I];
}

/// The least that the launch can take.
extern "C" __global__ void copyAll(int *Out, unsigned *, const int *In) {
  int I = blockIdx.x * Threads + threadIdx.x;
  Out[I] = In[I];
}

extern "C" __global__ void addIntegers(int *, unsigned *Count, const int *In) {
  atomicAdd(Count, unsigned(In[blockIdx.x * Threads + threadIdx.x]));
}

static void print(const char *Name, void (*Kernel)(int *, unsigned *, const int *)) {
  size_t Elements = size_t(Blocks) * Threads;
  int *Out = device<int>(Elements), *In = device<int>(Elements);
  unsigned *Count = device<unsigned>(32);
  std::printf("%s,nanoseconds_per_thread,%.5f\n", Name,
              microseconds([&] {
                check(cudaMemsetAsync(Count, 0, sizeof(*Count)), "cudaMemsetAsync");
                Kernel<<<Blocks, Threads>>>(Out, Count, In);
              }) * 1e3 /
                  double(Elements));
  check(cudaFree(Out), "cudaFree");
  check(cudaFree(In), "cudaFree");
  check(cudaFree(Count), "cudaFree");
}

int main() {
  printHeader();
  print("appendAll", appendAll);
  print("appendSome", appendSome);
  print("appendInc", appendInc);
  print("appendNotSeen", appendNotSeen);
  print("appendByWarp", appendByWarp);
  print("appendByBlock", appendByBlock);
  print("copyAll", copyAll);
  print("addIntegers", addIntegers);
}
