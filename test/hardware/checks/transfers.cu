//===- transfers.cu - Copies in pieces, and there and back -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints what the host waits for, in microseconds: a number of copies of some bytes to the device
// in a loop, and one copy of all of them (cudaMemcpy where they are contiguous, else cudaMemcpy2D);
// and a copy to the host and back, and one from device to device.
//
//===----------------------------------------------------------------------===//

#include "measure.h"

#include <vector>

static void printPieces(size_t Bytes, size_t Count, size_t Pitch) {
  std::vector<char> Host(Pitch * Count);
  char *Device = device<char>(Pitch * Count);
  char Name[64];
  std::snprintf(Name, sizeof(Name), "%zu-rows-of-%zu-%zu-apart", Count, Bytes, Pitch);
  std::printf("%s,loop,%.1f\n", Name, hostMicroseconds([&] {
                for (size_t Row = 0; Row != Count; ++Row)
                  check(cudaMemcpy(Device + Row * Pitch, Host.data() + Row * Pitch, Bytes,
                                   cudaMemcpyHostToDevice),
                        "cudaMemcpy");
              }));
  std::printf("%s,one,%.1f\n", Name, hostMicroseconds([&] {
                if (Bytes == Pitch)
                  check(cudaMemcpy(Device, Host.data(), Bytes * Count, cudaMemcpyHostToDevice),
                        "cudaMemcpy");
                else
                  check(cudaMemcpy2D(Device, Pitch, Host.data(), Pitch, Bytes, Count,
                                     cudaMemcpyHostToDevice),
                        "cudaMemcpy2D");
              }));
  check(cudaFree(Device), "cudaFree");
}

static void printWays(size_t Bytes) {
  std::vector<char> Host(Bytes);
  char *One = device<char>(Bytes), *Other = device<char>(Bytes);
  std::printf("%zu-bytes,round_trip,%.1f\n", Bytes, hostMicroseconds([&] {
                check(cudaMemcpy(Host.data(), One, Bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
                check(cudaMemcpy(Other, Host.data(), Bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
              }));
  std::printf("%zu-bytes,on_device,%.1f\n", Bytes, hostMicroseconds([&] {
                check(cudaMemcpy(Other, One, Bytes, cudaMemcpyDeviceToDevice), "cudaMemcpy");
              }));
  check(cudaFree(One), "cudaFree");
  check(cudaFree(Other), "cudaFree");
}

int main() {
  printHeader();
  for (size_t Bytes : {4, 400, 4000, 40000, 400000, 1 << 20, 4 << 20})
    for (size_t Pitch : {Bytes, Bytes + 96})
      printPieces(Bytes, 64, Pitch);
  printPieces(4000, 1024, 4000);
  printPieces(4000, 1024, 4096);
  for (size_t Bytes : {4, 4 << 10, 64 << 10, 1 << 20, 16 << 20, 64 << 20})
    printWays(Bytes);
}
