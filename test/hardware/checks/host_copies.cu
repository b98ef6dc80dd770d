//===- host_copies.cu - Copies of pageable and of page-locked memory ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints in microseconds, by the kind of host memory and the direction: how long cudaMemcpy takes;
// when cudaMemcpyAsync returns, and when its copy is done; and how long a copy takes together with
// a kernel in another stream that is launched before or behind it.
//
//===----------------------------------------------------------------------===//

#include "measure.h"

#include <cstring>

constexpr long long KernelCycles = 8000000;

__global__ void spin(long long Cycles) {
  long long Start = clock64();
  while (clock64() - Start < Cycles)
    ;
}

/// The least microseconds until \p Work returns; what it queued is waited for outside.
template <typename Function> static double microsecondsToReturn(Function Work) {
  double Least = 0;
  for (int Run = 0; Run != 9; ++Run) {
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    auto Start = std::chrono::steady_clock::now();
    Work();
    double Taken =
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - Start).count();
    if (Run == 1 || (Run > 1 && Taken < Least))
      Least = Taken;
  }
  return Least;
}

static void printCopies(const char *Memory, char *Host, size_t Bytes, bool ToDevice) {
  char *Device = device<char>(Bytes);
  char *To = ToDevice ? Device : Host, *From = ToDevice ? Host : Device;
  cudaMemcpyKind Kind = ToDevice ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
  cudaStream_t Copies, Kernels;
  check(cudaStreamCreateWithFlags(&Copies, cudaStreamNonBlocking), "cudaStreamCreate");
  check(cudaStreamCreateWithFlags(&Kernels, cudaStreamNonBlocking), "cudaStreamCreate");
  auto Copy = [&] { check(cudaMemcpyAsync(To, From, Bytes, Kind, Copies), "cudaMemcpyAsync"); };
  auto Kernel = [&] { spin<<<1, 1, 0, Kernels>>>(KernelCycles); };

  char Name[64];
  std::snprintf(Name, sizeof(Name), "%s-%s-%zu", Memory, ToDevice ? "to-device" : "to-host", Bytes);
  std::printf("%s,memcpy,%.1f\n", Name,
              hostMicroseconds([&] { check(cudaMemcpy(To, From, Bytes, Kind), "cudaMemcpy"); }));
  std::printf("%s,async_returns,%.1f\n", Name, microsecondsToReturn(Copy));
  std::printf("%s,async_done,%.1f\n", Name, hostMicroseconds(Copy));
  int DoneAtReturn = 0;
  for (int Try = 0; Try != 100; ++Try) {
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    Copy();
    DoneAtReturn += cudaStreamQuery(Copies) == cudaSuccess;
  }
  std::printf("%s,done_at_return_of_100,%d\n", Name, DoneAtReturn);
  std::printf("%s,kernel,%.1f\n", Name, hostMicroseconds(Kernel));
  std::printf("%s,kernel_then_copy,%.1f\n", Name, hostMicroseconds([&] {
                Kernel();
                Copy();
              }));
  std::printf("%s,copy_then_kernel,%.1f\n", Name, hostMicroseconds([&] {
                Copy();
                Kernel();
              }));
  check(cudaStreamDestroy(Copies), "cudaStreamDestroy");
  check(cudaStreamDestroy(Kernels), "cudaStreamDestroy");
  check(cudaFree(Device), "cudaFree");
}

int main() {
  printHeader();
  for (size_t Bytes : {16 << 10, 64 << 10, 256 << 10, 1 << 20, 16 << 20, 64 << 20}) {
    char *Pageable = static_cast<char *>(std::malloc(Bytes)), *Locked;
    check(cudaMallocHost(&Locked, Bytes), "cudaMallocHost");
    std::memset(Pageable, 1, Bytes);
    std::memset(Locked, 1, Bytes);
    for (bool ToDevice : {true, false}) {
      printCopies("pageable", Pageable, Bytes, ToDevice);
      printCopies("page-locked", Locked, Bytes, ToDevice);
    }
    std::free(Pageable);
    check(cudaFreeHost(Locked), "cudaFreeHost");
  }
}
