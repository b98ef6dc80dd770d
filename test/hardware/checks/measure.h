//===- measure.h - Least times, and the counts of a kernel -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TEST_HARDWARE_CHECKS_MEASURE_H
#define CUDA_MEMLINT_TEST_HARDWARE_CHECKS_MEASURE_H

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static void check(cudaError_t Error, const char *What) {
  if (Error == cudaSuccess)
    return;
  std::fprintf(stderr, "%s: %s\n", What, cudaGetErrorString(Error));
  std::exit(1);
}

static void printHeader() {
  cudaDeviceProp Device;
  check(cudaGetDeviceProperties(&Device, 0), "cudaGetDeviceProperties");
  std::printf("# %s\nform,counted,value\n", Device.name);
}

/// Memory that is set to 0.
template <typename T> static T *device(size_t Count) {
  T *Data;
  check(cudaMalloc(&Data, Count * sizeof(T)), "cudaMalloc");
  check(cudaMemset(Data, 0, Count * sizeof(T)), "cudaMemset");
  return Data;
}

/// What the device takes for \p Launch, in microseconds: the least of eight runs after a first one.
template <typename Function> static double microseconds(Function Launch) {
  cudaEvent_t Start, Stop;
  check(cudaEventCreate(&Start), "cudaEventCreate");
  check(cudaEventCreate(&Stop), "cudaEventCreate");
  float Least = 0;
  for (int Run = 0; Run != 9; ++Run) {
    check(cudaEventRecord(Start), "cudaEventRecord");
    Launch();
    check(cudaEventRecord(Stop), "cudaEventRecord");
    check(cudaEventSynchronize(Stop), "kernel");
    float Taken = 0;
    check(cudaEventElapsedTime(&Taken, Start, Stop), "cudaEventElapsedTime");
    if (Run == 1 || (Run > 1 && Taken < Least))
      Least = Taken;
  }
  return Least * 1e3;
}

/// What the host waits for \p Work, in microseconds, in the same way.
template <typename Function> static double hostMicroseconds(Function Work) {
  double Least = 0;
  for (int Run = 0; Run != 9; ++Run) {
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    auto Start = std::chrono::steady_clock::now();
    Work();
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    double Taken =
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - Start).count();
    if (Run == 1 || (Run > 1 && Taken < Least))
      Least = Taken;
  }
  return Least;
}

#endif // CUDA_MEMLINT_TEST_HARDWARE_CHECKS_MEASURE_H
