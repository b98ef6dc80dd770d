//===- pointer_chasing.cu - Loads that wait for loads ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the cycles of one warp for each iteration of a loop along lists, one for each lane, and of
// one over the same elements by index, whose loads overlap; by the bytes that all lists take
// together, in random order. Shared memory, too.
//
//===----------------------------------------------------------------------===//

#include "measure.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

constexpr int Lanes = 32, Steps = 1024;

static __global__ void chase(int *Out, long long *Cycles, const int *Next) {
  int At = threadIdx.x;
  long long Start = clock64();
  for (int I = 0; I < Steps; ++I)
    At = Next[At];
  long long End = clock64();
  Out[threadIdx.x] = At;
  if (threadIdx.x == 0)
    *Cycles = End - Start;
}

static __global__ void byIndex(int *Out, long long *Cycles, const int *Next) {
  int Sum = 0;
  long long Start = clock64();
#pragma unroll 16
  for (int I = 0; I < Steps; ++I)
    Sum += Next[I * Lanes + threadIdx.x];
  Out[threadIdx.x] = Sum;
  long long End = clock64();
  if (threadIdx.x == 0)
    *Cycles = End - Start;
}

static __global__ void chaseShared(int *Out, long long *Cycles, const int *Next) {
  __shared__ int Links[8192];
  for (int I = threadIdx.x; I < 8192; I += Lanes)
    Links[I] = Next[I];
  __syncwarp();
  int At = threadIdx.x;
  long long Start = clock64();
  for (int I = 0; I < Steps; ++I)
    At = Links[At];
  long long End = clock64();
  Out[threadIdx.x] = At;
  if (threadIdx.x == 0)
    *Cycles = End - Start;
}

using Kernel = void (*)(int *, long long *, const int *);

static void print(const char *Name, Kernel Function, size_t Count) {
  std::vector<int> Order(Count), Links(Count);
  std::iota(Order.begin(), Order.end(), 0);
  std::shuffle(Order.begin(), Order.end(), std::mt19937(1));
  for (size_t I = 0; I != Count; ++I)
    Links[Order[I]] = Order[(I + 1) % Count];
  int *Next = device<int>(Count), *Out = device<int>(Lanes);
  long long *Cycles = device<long long>(1), Taken = 0, Least = 0;
  check(cudaMemcpy(Next, Links.data(), Count * sizeof(int), cudaMemcpyHostToDevice), "cudaMemcpy");
  for (int Run = 0; Run != 5; ++Run) {
    Function<<<1, Lanes>>>(Out, Cycles, Next);
    check(cudaMemcpy(&Taken, Cycles, sizeof(Taken), cudaMemcpyDeviceToHost), "kernel");
    if (Run == 0 || Taken < Least)
      Least = Taken;
  }
  std::printf("%s.%zu-bytes,cycles_per_iteration,%.1f\n", Name, Count * sizeof(int),
              double(Least) / Steps);
  check(cudaFree(Next), "cudaFree");
  check(cudaFree(Out), "cudaFree");
  check(cudaFree(Cycles), "cudaFree");
}

int main() {
  printHeader();
  // Within the first-level cache, the second, and neither.
  for (size_t Count : {size_t(8192), size_t(4) << 20, size_t(128) << 20}) {
    print("chase", chase, Count);
    print("by-index", byIndex, std::max(Count, size_t(Steps * Lanes)));
  }
  print("chase-shared", chaseShared, 8192);
}
