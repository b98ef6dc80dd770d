//===- l2_window.cu - Windows of persisting accesses, by their size -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel reads 256 MB once, and over and over a table that the window of its stream covers, while
// 16 MB of the L2 cache are set aside. Prints the microseconds by the table's size and `hitRatio`:
// 1, and the one at which the set-aside holds what persists. And what a window over the limit
// returns, and what the kernel of another stream takes before and after lines that persist are
// reset.
//
//===----------------------------------------------------------------------===//

#include "measure.h"

#include <algorithm>

constexpr size_t SetAside = 16 << 20;
constexpr size_t Streamed = 64 << 20;

__global__ void readBoth(float *Sums, const float *Table, size_t TableCount, const float *Stream,
                         size_t Count) {
  float Sum = 0;
  for (size_t I = blockIdx.x * blockDim.x + threadIdx.x; I < Count; I += gridDim.x * blockDim.x)
    Sum += Stream[I] + Table[I % TableCount];
  if (Sum == -1)
    Sums[threadIdx.x] = Sum;
}

static cudaError_t setWindow(cudaStream_t Stream, void *Base, size_t Bytes, float HitRatio) {
  cudaStreamAttrValue Value = {};
  Value.accessPolicyWindow.base_ptr = Base;
  Value.accessPolicyWindow.num_bytes = Bytes;
  Value.accessPolicyWindow.hitRatio = HitRatio;
  Value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  Value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  return cudaStreamSetAttribute(Stream, cudaStreamAttributeAccessPolicyWindow, &Value);
}

int main() {
  printHeader();
  cudaDeviceProp Device;
  check(cudaGetDeviceProperties(&Device, 0), "cudaGetDeviceProperties");
  std::printf("device,l2_bytes,%d\n", Device.l2CacheSize);
  std::printf("device,largest_set_aside,%d\n", Device.persistingL2CacheMaxSize);
  std::printf("device,largest_window,%d\n", Device.accessPolicyMaxWindowSize);
  check(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, SetAside), "cudaDeviceSetLimit");
  float *Sums = device<float>(1024), *In = device<float>(Streamed),
        *Table = device<float>(Streamed);
  cudaStream_t Stream;
  check(cudaStreamCreate(&Stream), "cudaStreamCreate");
  for (size_t Megabytes : {8, 16, 24, 32, 48, 64}) {
    size_t Bytes = Megabytes << 20;
    auto Launch = [&] {
      readBoth<<<264, 1024, 0, Stream>>>(Sums, Table, Bytes / sizeof(float), In, Streamed);
    };
    auto Print = [&](const char *Counted, float HitRatio) {
      check(cudaCtxResetPersistingL2Cache(), "cudaCtxResetPersistingL2Cache");
      check(setWindow(Stream, Table, HitRatio > 0 ? Bytes : 0, HitRatio), "cudaStreamSetAttribute");
      std::printf("table-of-%zu-MB,%s,%.1f\n", Megabytes, Counted, hostMicroseconds(Launch));
    };
    Print("no_window", 0);
    Print("whole_window", 1);
    Print("window_that_fits", std::min(1.0f, float(SetAside) / float(Bytes)));
  }

  // Another stream reads a table that fits the cache without the set-aside's part only just.
  check(setWindow(Stream, Table, SetAside, 1), "cudaStreamSetAttribute");
  readBoth<<<264, 1024, 0, Stream>>>(Sums, Table, SetAside / sizeof(float), In, Streamed);
  check(setWindow(Stream, Table, 0, 0), "cudaStreamSetAttribute");
  auto Other = [&] {
    readBoth<<<264, 1024>>>(Sums, In + (8 << 20), 8 << 20, In + (8 << 20), Streamed / 2);
  };
  std::printf("other-stream,before_reset,%.1f\n", hostMicroseconds(Other));
  check(cudaCtxResetPersistingL2Cache(), "cudaCtxResetPersistingL2Cache");
  std::printf("other-stream,after_reset,%.1f\n", hostMicroseconds(Other));
  std::printf(
      "window-over-limit,error,%s\n",
      cudaGetErrorName(setWindow(Stream, Table, size_t(Device.accessPolicyMaxWindowSize) + 1, 1)));
  return 0;
}
