//===- few_addresses.cu - Atomics of a whole grid at a few addresses ------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints nanoseconds per update of one thread, by operation and by the number of consecutive
// elements that all blocks of the grid update: thread t of a block the element t modulo that.
//
// nvcc -O3 -std=c++17 -arch=sm_90 -o few_addresses few_addresses.cu && ./few_addresses
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstdio>
#include <cstdlib>

constexpr int Blocks = 65536, Threads = 256, Runs = 5;

static void check(cudaError_t Error, const char *What) {
  if (Error == cudaSuccess)
    return;
  std::fprintf(stderr, "%s: %s\n", What, cudaGetErrorString(Error));
  std::exit(1);
}

template <typename T> struct Add {
  using Type = T;
  static __device__ void apply(T *At, T Operand) { atomicAdd(At, Operand); }
};
struct Maximum {
  using Type = int;
  static __device__ void apply(int *At, int Operand) { atomicMax(At, Operand + int(blockIdx.x)); }
};
struct Exchange {
  using Type = int;
  static __device__ void apply(int *At, int Operand) { atomicExch(At, Operand); }
};

template <typename Operation>
static __global__ void update(typename Operation::Type *Data, unsigned Mask,
                              typename Operation::Type Operand) {
  Operation::apply(&Data[threadIdx.x & Mask], Operand);
}

template <typename Operation> static void measure(const char *Name) {
  typename Operation::Type *Data;
  check(cudaMalloc(&Data, Threads * sizeof(*Data)), "cudaMalloc");
  check(cudaMemset(Data, 0, Threads * sizeof(*Data)), "cudaMemset");
  cudaEvent_t Start, Stop;
  check(cudaEventCreate(&Start), "cudaEventCreate");
  check(cudaEventCreate(&Stop), "cudaEventCreate");
  for (unsigned Addresses = 1; Addresses <= Threads; Addresses *= 2) {
    float Least = 1e9f;
    for (int Run = 0; Run <= Runs; ++Run) {
      check(cudaEventRecord(Start), "cudaEventRecord");
      update<Operation><<<Blocks, Threads>>>(Data, Addresses - 1, Run + 1);
      check(cudaEventRecord(Stop), "cudaEventRecord");
      check(cudaEventSynchronize(Stop), "update");
      float Milliseconds = 0;
      check(cudaEventElapsedTime(&Milliseconds, Start, Stop), "cudaEventElapsedTime");
      // The first run loads the kernel.
      if (Run != 0)
        Least = std::min(Least, Milliseconds);
    }
    std::printf("%s,%u,%.4f\n", Name, Addresses, Least * 1e6 / (double(Blocks) * Threads));
  }
  cudaFree(Data);
}

int main() {
  cudaDeviceProp Properties;
  check(cudaGetDeviceProperties(&Properties, 0), "cudaGetDeviceProperties");
  std::printf("# %s\noperation,addresses,ns_per_update\n", Properties.name);
  measure<Add<int>>("add.int");
  measure<Add<float>>("add.float");
  measure<Add<double>>("add.double");
  measure<Maximum>("max.int");
  measure<Exchange>("exchange.int");
}
