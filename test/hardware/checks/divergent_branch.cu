//===- divergent_branch.cu - Warps that execute a branch ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reduction of docs/checks/cuda-divergent-branch.md and its mends, in blocks of 256 threads.
// Prints the warps of a block that execute the branch and the lanes that are active in them, which
// the branch counts by itself, and the time of 65,536 blocks without counting. Loops in which
// lane l makes l % 32 iterations, and l / 8, likewise.
//
//===----------------------------------------------------------------------===//

#include "measure.h"

constexpr int Threads = 256, Blocks = 65536;

struct Counts {
  unsigned long long Warps, Lanes;
};

template <bool Counting> static __device__ void enter(Counts *Into) {
  if (!Counting)
    return;
  unsigned Active = __activemask();
  if (threadIdx.x % 32 == unsigned(__ffs(Active)) - 1) {
    atomicAdd(&Into->Warps, 1ull);
    atomicAdd(&Into->Lanes, static_cast<unsigned long long>(__popc(Active)));
  }
}

template <bool Counting>
static __global__ void interleaved(float *Out, const float *In, Counts *Into) {
  __shared__ float Data[Threads];
  unsigned Thread = threadIdx.x;
  Data[Thread] = In[blockIdx.x * Threads + Thread];
  __syncthreads();
  for (unsigned S = 1; S < blockDim.x; S *= 2) {
    if (Thread % (2 * S) == 0) {
      enter<Counting>(Into);
      Data[Thread] += Data[Thread + S];
    }
    __syncthreads();
  }
  if (Thread == 0)
    Out[blockIdx.x] = Data[0];
}

template <bool Counting> static __global__ void packed(float *Out, const float *In, Counts *Into) {
  __shared__ float Data[Threads];
  Data[threadIdx.x] = In[blockIdx.x * Threads + threadIdx.x];
  __syncthreads();
  for (unsigned S = 1; S < blockDim.x; S *= 2) {
    unsigned Index = 2 * S * threadIdx.x;
    if (Index < blockDim.x) {
      enter<Counting>(Into);
      Data[Index] += Data[Index + S];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0)
    Out[blockIdx.x] = Data[0];
}

template <bool Counting> static __global__ void halved(float *Out, const float *In, Counts *Into) {
  __shared__ float Data[Threads];
  Data[threadIdx.x] = In[blockIdx.x * Threads + threadIdx.x];
  __syncthreads();
  for (unsigned S = blockDim.x / 2; S > 0; S /= 2) {
    if (threadIdx.x < S) {
      enter<Counting>(Into);
      Data[threadIdx.x] += Data[threadIdx.x + S];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0)
    Out[blockIdx.x] = Data[0];
}

template <bool Counting>
static __global__ void loopByLane(float *Out, const float *In, Counts *Into) {
  float Sum = 0;
  for (unsigned I = 0; I < threadIdx.x % 32; ++I) {
    enter<Counting>(Into);
    Sum += In[(blockIdx.x * 32 + I) % 4096 * Threads + threadIdx.x];
  }
  Out[blockIdx.x * Threads + threadIdx.x] = Sum;
}

template <bool Counting>
static __global__ void loopByRow(float *Out, const float *In, Counts *Into) {
  float Sum = 0;
  for (unsigned I = 0; I < threadIdx.x / 8; ++I) {
    enter<Counting>(Into);
    Sum += In[(blockIdx.x * 32 + I) % 4096 * Threads + threadIdx.x];
  }
  Out[blockIdx.x * Threads + threadIdx.x] = Sum;
}

using Kernel = void (*)(float *, const float *, Counts *);

static void print(const char *Name, Kernel Counting, Kernel Timed) {
  float *Out = device<float>(size_t(Blocks) * Threads);
  float *In = device<float>(size_t(Blocks) * Threads);
  Counts *Into = device<Counts>(1), Found;
  Counting<<<1, Threads>>>(Out, In, Into);
  check(cudaMemcpy(&Found, Into, sizeof(Found), cudaMemcpyDeviceToHost), "kernel");
  std::printf("%s,warps_of_block,%llu\n", Name, Found.Warps);
  std::printf("%s,lanes_of_block,%llu\n", Name, Found.Lanes);
  std::printf("%s,microseconds,%.1f\n", Name,
              microseconds([&] { Timed<<<Blocks, Threads>>>(Out, In, Into); }));
  check(cudaFree(Out), "cudaFree");
  check(cudaFree(In), "cudaFree");
  check(cudaFree(Into), "cudaFree");
}

int main() {
  printHeader();
  print("interleaved", interleaved<true>, interleaved<false>);
  print("packed", packed<true>, packed<false>);
  print("halved", halved<true>, halved<false>);
  print("loop-by-lane", loopByLane<true>, loopByLane<false>);
  print("loop-by-row", loopByRow<true>, loopByRow<false>);
}
