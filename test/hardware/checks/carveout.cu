//===- carveout.cu - Blocks that a multiprocessor holds under a hint ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each hint the most blocks that were on one multiprocessor at a time. Few registers: threads
// and shared memory decide.

#include "measure.h"

#include <algorithm>
#include <vector>

constexpr int MostMultiprocessors = 256;
__device__ unsigned Present[MostMultiprocessors], Most[MostMultiprocessors];

__device__ unsigned multiprocessor() {
  unsigned Number;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(Number));
  return Number;
}

/// Waits until others would have come, too.
__device__ void stayForAWhile(float *Data) {
  if (threadIdx.x == 0) {
    unsigned Here = multiprocessor();
    atomicMax(&Most[Here], atomicAdd(&Present[Here], 1) + 1);
    for (long long Start = clock64(); clock64() - Start < 100000;)
      ;
    atomicSub(&Present[Here], 1);
  }
  __syncthreads();
  Data[threadIdx.x] += 1;
}

template <int Bytes> __global__ void fixedArray(float *Out) {
  __shared__ float Data[Bytes / 4];
  stayForAWhile(Data);
  Out[threadIdx.x] = Data[threadIdx.x];
}

__global__ void dynamicArray(float *Out) {
  extern __shared__ float Data[];
  stayForAWhile(Data);
  Out[threadIdx.x] = Data[threadIdx.x];
}

template <typename Kernel>
static void measure(const char *Form, Kernel Function, int Threads, int DynamicBytes, float *Out) {
  for (int Hint : {-1, 0, 8, 20, 45, 71, 100}) {
    check(cudaFuncSetAttribute(Function, cudaFuncAttributePreferredSharedMemoryCarveout, Hint),
          "cudaFuncSetAttribute");
    std::vector<unsigned> Counts(MostMultiprocessors);
    check(cudaMemcpyToSymbol(Present, Counts.data(), sizeof(Present)), "cudaMemcpyToSymbol");
    check(cudaMemcpyToSymbol(Most, Counts.data(), sizeof(Most)), "cudaMemcpyToSymbol");
    Function<<<MostMultiprocessors * 32, Threads, DynamicBytes>>>(Out);
    check(cudaDeviceSynchronize(), Form);
    check(cudaMemcpyFromSymbol(Counts.data(), Most, sizeof(Most)), "cudaMemcpyFromSymbol");
    std::printf("%s,hint %d,%u\n", Form, Hint, *std::max_element(Counts.begin(), Counts.end()));
  }
}

int main() {
  printHeader();
  float *Out = device<float>(1024);
  measure("16384 B and 256 threads", fixedArray<16384>, 256, 0, Out);
  measure("8192 B and 128 threads", dynamicArray, 128, 8192, Out);
  measure("40960 B and 128 threads", fixedArray<40960>, 128, 0, Out);
}
