//===- atomic_throughput.cu - Atomics of a whole grid at shared addresses -===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints nanoseconds per update of one thread, by operation and by the number of threads that share
// an address of global memory; "grid": all do, at an address that is read from memory;
// "grid-uniform-address-known": all do, and the compiler sees it. The last two rows are of
// additions that a warp, or a block, has summed up before: one atomic for each.
//
// nvcc -O3 -std=c++17 -arch=sm_90 -o atomic_throughput atomic_throughput.cu && ./atomic_throughput
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int Threads = 256, Runs = 4;

static void check(cudaError_t Error, const char *What) {
  if (Error == cudaSuccess)
    return;
  std::fprintf(stderr, "%s: %s\n", What, cudaGetErrorString(Error));
  std::exit(1);
}

struct AddInt {
  using Type = int;
  static __device__ void apply(int *At, int Operand) { atomicAdd(At, Operand); }
};
struct AddFloat {
  using Type = float;
  static __device__ void apply(float *At, float Operand) { atomicAdd(At, Operand); }
};
struct AddDouble {
  using Type = double;
  static __device__ void apply(double *At, double Operand) { atomicAdd(At, Operand); }
};
struct AddLong {
  using Type = unsigned long long;
  static __device__ void apply(Type *At, Type Operand) { atomicAdd(At, Operand); }
};
/// Each changes the location, so that the others have to try again.
struct LoopFloat {
  using Type = float;
  static __device__ void apply(float *At, float Operand) {
    unsigned *Bits = reinterpret_cast<unsigned *>(At);
    unsigned Old = *reinterpret_cast<volatile unsigned *>(Bits), Expected;
    do {
      Expected = Old;
      Old = atomicCAS(Bits, Expected,
                      __float_as_uint(fmaxf(__uint_as_float(Expected), Operand) + Operand));
    } while (Old != Expected);
  }
};

/// The address of a thread is read from memory, so that the compiler combines nothing.
template <typename Operation>
static __global__ void updateShared(typename Operation::Type *Data, const int *Slots, int Rounds,
                                    typename Operation::Type Operand) {
  typename Operation::Type *At = Data + Slots[blockIdx.x * blockDim.x + threadIdx.x];
  for (int I = 0; I < Rounds; ++I)
    Operation::apply(At, Operand);
}

template <typename Operation>
static __global__ void updateUniform(typename Operation::Type *Data, int Rounds,
                                     typename Operation::Type Operand) {
  for (int I = 0; I < Rounds; ++I)
    Operation::apply(Data, Operand);
}

static __device__ float sumOfWarp(float Sum) {
  for (int Offset = 16; Offset != 0; Offset /= 2)
    Sum += __shfl_down_sync(~0u, Sum, Offset);
  return Sum;
}

static __global__ void reduceWarps(float *Data, int Rounds, float Operand) {
  for (int I = 0; I < Rounds; ++I) {
    float Sum = sumOfWarp(Operand + I);
    if (threadIdx.x % 32 == 0)
      atomicAdd(Data, Sum);
  }
}

static __global__ void reduceBlocks(float *Data, int Rounds, float Operand) {
  __shared__ float Sums[Threads / 32];
  for (int I = 0; I < Rounds; ++I) {
    float Sum = sumOfWarp(Operand + I);
    if (threadIdx.x % 32 == 0)
      Sums[threadIdx.x / 32] = Sum;
    __syncthreads();
    if (threadIdx.x == 0) {
      Sum = 0;
      for (float Each : Sums)
        Sum += Each;
      atomicAdd(Data, Sum);
    }
    __syncthreads();
  }
}

template <typename Function> static double nanoseconds(Function Launch) {
  cudaEvent_t Start, Stop;
  check(cudaEventCreate(&Start), "cudaEventCreate");
  check(cudaEventCreate(&Stop), "cudaEventCreate");
  float Least = 0;
  for (int Run = 0; Run != Runs; ++Run) {
    check(cudaEventRecord(Start), "cudaEventRecord");
    Launch();
    check(cudaEventRecord(Stop), "cudaEventRecord");
    check(cudaEventSynchronize(Stop), "kernel");
    float Taken = 0;
    check(cudaEventElapsedTime(&Taken, Start, Stop), "cudaEventElapsedTime");
    if (Run == 0 || Taken < Least)
      Least = Taken;
  }
  return Least * 1e6;
}

template <typename Operation> static void print(const char *Name, int Blocks, int Rounds) {
  using Type = typename Operation::Type;
  int Count = Blocks * Threads;
  Type *Data;
  int *Slots;
  std::vector<int> OnHost(Count);
  check(cudaMalloc(&Data, size_t(Count) * sizeof(Type)), "cudaMalloc");
  check(cudaMalloc(&Slots, Count * sizeof(int)), "cudaMalloc");
  check(cudaMemset(Data, 0, size_t(Count) * sizeof(Type)), "cudaMemset");
  double Updates = double(Count) * Rounds;
  for (int Shared : {1, 2, 4, 8, 16, 32, 256, Count}) {
    for (int Thread = 0; Thread != Count; ++Thread)
      OnHost[Thread] = Thread / Shared;
    check(cudaMemcpy(Slots, OnHost.data(), Count * sizeof(int), cudaMemcpyHostToDevice),
          "cudaMemcpy");
    double Time = nanoseconds(
        [&] { updateShared<Operation><<<Blocks, Threads>>>(Data, Slots, Rounds, Type(1)); });
    if (Shared == Count)
      std::printf("%s,grid,%.5f\n", Name, Time / Updates);
    else
      std::printf("%s,%d,%.5f\n", Name, Shared, Time / Updates);
  }
  double Time =
      nanoseconds([&] { updateUniform<Operation><<<Blocks, Threads>>>(Data, Rounds, Type(1)); });
  std::printf("%s,grid-uniform-address-known,%.5f\n", Name, Time / Updates);
  check(cudaFree(Data), "cudaFree");
  check(cudaFree(Slots), "cudaFree");
}

int main() {
  constexpr int Blocks = 1056, Rounds = 16;
  std::printf("operation,threads_per_address,ns_per_update\n");
  print<AddInt>("add.int", Blocks, Rounds);
  print<AddFloat>("add.float", Blocks, Rounds);
  print<AddDouble>("add.double", Blocks, Rounds);
  print<AddLong>("add.u64", Blocks, Rounds);
  print<LoopFloat>("cas-loop.float", 132, 1);
  float *Data;
  check(cudaMalloc(&Data, sizeof(float)), "cudaMalloc");
  double Updates = double(Blocks) * Threads * Rounds;
  std::printf("add.float,warp-reduced,%.5f\n",
              nanoseconds([&] { reduceWarps<<<Blocks, Threads>>>(Data, Rounds, 1); }) / Updates);
  std::printf("add.float,block-reduced,%.5f\n",
              nanoseconds([&] { reduceBlocks<<<Blocks, Threads>>>(Data, Rounds, 1); }) / Updates);
  return 0;
}
