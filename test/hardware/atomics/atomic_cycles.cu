//===- atomic_cycles.cu - Cycles of atomics whose lanes share addresses ---===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints, for each operation, space, and number of lanes at one address, the cycles that one warp
// takes per atomic: one block of one warp, all 32 lanes active, adjacent addresses for groups of
// lanes. The address of a lane is read from memory, so that the compiler combines nothing. Where
// the result is used, the next operand depends on it (latency); else the atomics are independent,
// and a fence waits for the last (throughput).
//
// nvcc -O3 -std=c++17 -arch=sm_90 -o atomic_cycles atomic_cycles.cu && ./atomic_cycles
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstdlib>

constexpr int Repetitions = 1000, Runs = 5;

static void check(cudaError_t Error, const char *What) {
  if (Error == cudaSuccess)
    return;
  std::fprintf(stderr, "%s: %s\n", What, cudaGetErrorString(Error));
  std::exit(1);
}

/// Each operation: its operand, and what it does to a location.
struct AddInt {
  using Type = int;
  static __device__ int apply(int *At, int Operand) { return atomicAdd(At, Operand); }
};
struct MaxUnsigned {
  using Type = unsigned;
  static __device__ unsigned apply(unsigned *At, unsigned Operand) {
    return atomicMax(At, Operand);
  }
};
struct ExchangeInt {
  using Type = int;
  static __device__ int apply(int *At, int Operand) { return atomicExch(At, Operand); }
};
struct CompareInt {
  using Type = int;
  static __device__ int apply(int *At, int Operand) { return atomicCAS(At, Operand, Operand + 1); }
};
struct AddFloat {
  using Type = float;
  static __device__ float apply(float *At, float Operand) { return atomicAdd(At, Operand); }
};
struct AddDouble {
  using Type = double;
  static __device__ double apply(double *At, double Operand) { return atomicAdd(At, Operand); }
};
struct AddLong {
  using Type = unsigned long long;
  static __device__ Type apply(Type *At, Type Operand) { return atomicAdd(At, Operand); }
};
struct MaxLong {
  using Type = unsigned long long;
  static __device__ Type apply(Type *At, Type Operand) { return atomicMax(At, Operand); }
};

/// A maximum of floats as sources write it, by compare-and-swap until it succeeds. The location
/// changes each time: the operand is added.
struct LoopFloat {
  using Type = float;
  static __device__ float apply(float *At, float Operand) {
    unsigned *Bits = reinterpret_cast<unsigned *>(At);
    unsigned Old = *reinterpret_cast<volatile unsigned *>(Bits), Expected;
    do {
      Expected = Old;
      Old = atomicCAS(Bits, Expected, __float_as_uint(__uint_as_float(Expected) + Operand));
    } while (Old != Expected);
    return __uint_as_float(Old);
  }
};
struct LoopDouble {
  using Type = double;
  static __device__ double apply(double *At, double Operand) {
    auto *Bits = reinterpret_cast<unsigned long long *>(At);
    unsigned long long Old = *reinterpret_cast<volatile unsigned long long *>(Bits), Expected;
    do {
      Expected = Old;
      Old =
          atomicCAS(Bits, Expected, __double_as_longlong(__longlong_as_double(Expected) + Operand));
    } while (Old != Expected);
    return __longlong_as_double(Old);
  }
};

template <typename Operation, bool IsUsed>
static __device__ long long measureAt(typename Operation::Type *At,
                                      typename Operation::Type Operand,
                                      typename Operation::Type Never, unsigned *Sink) {
  using Type = typename Operation::Type;
  __syncwarp();
  long long Start = clock64();
#pragma unroll 1
  for (int I = 0; I < Repetitions; ++I) {
    Type Old = Operation::apply(At, Operand);
    if (IsUsed && Old == Never)
      Operand += Type(1);
  }
  __threadfence();
  __syncwarp();
  long long End = clock64();
  if (IsUsed && Operand == Never)
    *Sink = 1;
  return End - Start;
}

/// Slots has the number of the element of each lane.
template <typename Operation, bool IsUsed, bool IsShared>
static __global__ void measure(typename Operation::Type *Global, const int *Slots,
                               typename Operation::Type Operand, typename Operation::Type Never,
                               long long *Cycles, unsigned *Sink) {
  using Type = typename Operation::Type;
  __shared__ Type Shared[32];
  Shared[threadIdx.x] = Type(0);
  Global[threadIdx.x] = Type(0);
  __threadfence();
  __syncthreads();
  int Slot = Slots[threadIdx.x];
  long long Taken = IsShared ? measureAt<Operation, IsUsed>(&Shared[Slot], Operand, Never, Sink)
                             : measureAt<Operation, IsUsed>(&Global[Slot], Operand, Never, Sink);
  if (threadIdx.x == 0)
    *Cycles = Taken;
}

template <typename Operation, bool IsUsed, bool IsShared> static void print(const char *Name) {
  using Type = typename Operation::Type;
  Type *Data;
  int *Slots;
  long long *Cycles;
  unsigned *Sink;
  check(cudaMalloc(&Data, 32 * sizeof(Type)), "cudaMalloc");
  check(cudaMallocManaged(&Slots, 32 * sizeof(int)), "cudaMallocManaged");
  check(cudaMallocManaged(&Cycles, sizeof(long long)), "cudaMallocManaged");
  check(cudaMallocManaged(&Sink, sizeof(unsigned)), "cudaMallocManaged");
  for (int Lanes = 1; Lanes <= 32; Lanes *= 2) {
    for (int Lane = 0; Lane < 32; ++Lane)
      Slots[Lane] = Lane / Lanes;
    long long Least = 0;
    for (int Run = 0; Run < Runs; ++Run) {
      measure<Operation, IsUsed, IsShared>
          <<<1, 32>>>(Data, Slots, Type(1), Type(123456789), Cycles, Sink);
      check(cudaGetLastError(), "launch");
      check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
      if (Run == 0 || *Cycles < Least)
        Least = *Cycles;
    }
    std::printf("%s,%s,%s,%d,%.2f\n", Name, IsShared ? "shared" : "global",
                IsUsed ? "used" : "unused", Lanes, double(Least) / Repetitions);
    std::fflush(stdout);
  }
  cudaFree(Data);
  cudaFree(Slots);
  cudaFree(Cycles);
  cudaFree(Sink);
}

template <typename Operation> static void printAll(const char *Name) {
  print<Operation, true, false>(Name);
  print<Operation, false, false>(Name);
  print<Operation, true, true>(Name);
  print<Operation, false, true>(Name);
}

int main() {
  cudaDeviceProp Properties;
  check(cudaGetDeviceProperties(&Properties, 0), "cudaGetDeviceProperties");
  int Driver = 0;
  check(cudaDriverGetVersion(&Driver), "cudaDriverGetVersion");
  std::printf("# %s, capability %d.%d, driver for CUDA %d, nvcc %d.%d.%d\n", Properties.name,
              Properties.major, Properties.minor, Driver, __CUDACC_VER_MAJOR__,
              __CUDACC_VER_MINOR__, __CUDACC_VER_BUILD__);
  std::printf("operation,space,result,lanes_per_address,cycles\n");
  printAll<AddInt>("add.int");
  printAll<MaxUnsigned>("max.unsigned");
  printAll<ExchangeInt>("exchange.int");
  printAll<CompareInt>("cas.int");
  printAll<AddFloat>("add.float");
  printAll<AddDouble>("add.double");
  printAll<AddLong>("add.u64");
  printAll<MaxLong>("max.u64");
  printAll<LoopFloat>("cas-loop.float");
  printAll<LoopDouble>("cas-loop.double");
  return 0;
}
