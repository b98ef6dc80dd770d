//===- mapped_memory.cu - Kernels that read and write memory of the host -----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the microseconds of a kernel that reads an array once or four times, in host or device
// memory, past the L1 caches or through them, and of one whose blocks all read the same array, past
// these; how often the host
// reads an old flag before and after it waits for the kernel that sets it; and what a clock of the
// host and two events say of a kernel before it is waited for.
//
//===----------------------------------------------------------------------===//

#include "measure.h"

__global__ void readAll(float *Sums, const float *In, size_t Count, int Times) {
  float Sum = 0;
  for (int Time = 0; Time != Times; ++Time)
    for (size_t I = blockIdx.x * blockDim.x + threadIdx.x; I < Count; I += gridDim.x * blockDim.x)
      Sum += __ldcg(In + I);
  if (Sum == -1)
    Sums[threadIdx.x] = Sum;
}

/// Likewise through the L1 caches.
__global__ void readAllCached(float *Sums, const float *In, size_t Count, int Times) {
  float Sum = 0;
  for (int Time = 0; Time != Times; ++Time)
    for (size_t I = blockIdx.x * blockDim.x + threadIdx.x; I < Count; I += gridDim.x * blockDim.x)
      Sum += In[I];
  if (Sum == -1)
    Sums[threadIdx.x] = Sum;
}

__global__ void readAllInEachBlock(float *Sums, const float *In, size_t Count) {
  float Sum = 0;
  for (size_t I = threadIdx.x; I < Count; I += blockDim.x)
    Sum += __ldcg(In + I);
  if (Sum == -1)
    Sums[threadIdx.x] = Sum;
}

__global__ void setLate(int *Flag, int Value, long long Cycles) {
  long long Start = clock64();
  while (clock64() - Start < Cycles)
    ;
  *Flag = Value;
}

static void printReads(const char *Memory, const float *In, size_t Bytes) {
  size_t Count = Bytes / sizeof(float);
  float *Sums = device<float>(1024);
  std::printf("%s-%zu,once,%.1f\n", Memory, Bytes,
              microseconds([&] { readAll<<<132, 1024>>>(Sums, In, Count, 1); }));
  std::printf("%s-%zu,four_times,%.1f\n", Memory, Bytes,
              microseconds([&] { readAll<<<132, 1024>>>(Sums, In, Count, 4); }));
  std::printf("%s-%zu,once_cached,%.1f\n", Memory, Bytes,
              microseconds([&] { readAllCached<<<132, 1024>>>(Sums, In, Count, 1); }));
  std::printf("%s-%zu,four_times_cached,%.1f\n", Memory, Bytes,
              microseconds([&] { readAllCached<<<132, 1024>>>(Sums, In, Count, 4); }));
  std::printf("%s-%zu,by_1_block,%.1f\n", Memory, Bytes,
              microseconds([&] { readAllInEachBlock<<<1, 1024>>>(Sums, In, Count); }));
  std::printf("%s-%zu,by_each_of_132_blocks,%.1f\n", Memory, Bytes,
              microseconds([&] { readAllInEachBlock<<<132, 1024>>>(Sums, In, Count); }));
  check(cudaFree(Sums), "cudaFree");
}

/// The host reads the flag right behind the launch, and once it has waited.
static void printOldFlags(const char *Name, long long Cycles) {
  int *Flag, Early = 0, Late = 0;
  check(cudaHostAlloc(&Flag, sizeof(int), cudaHostAllocMapped), "cudaHostAlloc");
  volatile int *Read = Flag;
  *Flag = 0;
  for (int Try = 1; Try <= 1000; ++Try) {
    setLate<<<1, 1>>>(Flag, Try, Cycles);
    Early += *Read != Try;
    check(cudaDeviceSynchronize(), "setLate");
    Late += *Read != Try;
  }
  std::printf("%s,old_before_waiting_of_1000,%d\n", Name, Early);
  std::printf("%s,old_after_waiting_of_1000,%d\n", Name, Late);
  check(cudaFreeHost(Flag), "cudaFreeHost");
}

static void printClocks() {
  int *Flag = device<int>(1);
  cudaEvent_t Start, Stop;
  check(cudaEventCreate(&Start), "cudaEventCreate");
  check(cudaEventCreate(&Stop), "cudaEventCreate");
  for (int Run = 0; Run != 2; ++Run) {
    auto Before = std::chrono::steady_clock::now();
    setLate<<<1, 1>>>(Flag, 1, 2000000);
    auto Launched = std::chrono::steady_clock::now();
    check(cudaDeviceSynchronize(), "setLate");
    auto Done = std::chrono::steady_clock::now();
    if (Run == 0)
      continue;
    std::printf("clock,without_waiting,%.1f\n",
                std::chrono::duration<double, std::micro>(Launched - Before).count());
    std::printf("clock,with_waiting,%.1f\n",
                std::chrono::duration<double, std::micro>(Done - Before).count());
  }
  check(cudaEventRecord(Start), "cudaEventRecord");
  setLate<<<1, 1>>>(Flag, 1, 2000000);
  check(cudaEventRecord(Stop), "cudaEventRecord");
  float Taken = -1;
  std::printf("events,error_without_waiting,%s\n",
              cudaGetErrorName(cudaEventElapsedTime(&Taken, Start, Stop)));
  std::printf("events,milliseconds_without_waiting,%.3f\n", Taken);
  check(cudaEventSynchronize(Stop), "cudaEventSynchronize");
  check(cudaEventElapsedTime(&Taken, Start, Stop), "cudaEventElapsedTime");
  std::printf("events,milliseconds_with_waiting,%.3f\n", Taken);
  check(cudaFree(Flag), "cudaFree");
}

int main() {
  printHeader();
  for (size_t Bytes : {4 << 10, 64 << 10, 1 << 20, 16 << 20}) {
    float *Mapped;
    check(cudaHostAlloc(&Mapped, Bytes, cudaHostAllocMapped), "cudaHostAlloc");
    for (size_t I = 0; I != Bytes / sizeof(float); ++I)
      Mapped[I] = 0;
    float *Device = device<float>(Bytes / sizeof(float));
    printReads("mapped", Mapped, Bytes);
    printReads("device", Device, Bytes);
    check(cudaFreeHost(Mapped), "cudaFreeHost");
    check(cudaFree(Device), "cudaFree");
  }
  printOldFlags("flag-at-once", 0);
  printOldFlags("flag-after-100000-cycles", 100000);
  printClocks();
}
