//===- cas_conversion.cu - Sums by compare-and-swap of converted values ------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 1,024 threads add 0.25 to 0.5, each with up to 100,000 tries. Prints the sum, and how many
// threads gave up: with bits; with values that are converted where they are compared and stored;
// where they are stored; and where the integer that was read is.
//
//===----------------------------------------------------------------------===//

#include "measure.h"

constexpr int Tries = 100000;

__global__ void addBits(float *Sum, float Value, int *GivenUp) {
  int *Bits = (int *)Sum;
  int Old = *Bits;
  for (int Try = 0; Try != Tries; ++Try) {
    int Assumed = Old;
    Old = atomicCAS(Bits, Assumed, __float_as_int(__int_as_float(Assumed) + Value));
    if (Old == Assumed)
      return;
  }
  atomicAdd(GivenUp, 1);
}

__global__ void addConverted(float *Sum, float Value, int *GivenUp) {
  float Old = *Sum;
  for (int Try = 0; Try != Tries; ++Try) {
    float Assumed = Old;
    Old = atomicCAS((int *)Sum, (int)Assumed, (int)(Assumed + Value));
    if (Old == Assumed)
      return;
  }
  atomicAdd(GivenUp, 1);
}

__global__ void addStoredConverted(float *Sum, float Value, int *GivenUp) {
  int *Bits = (int *)Sum;
  int Old = *Bits;
  for (int Try = 0; Try != Tries; ++Try) {
    int Assumed = Old;
    Old = atomicCAS(Bits, Assumed, (int)(__int_as_float(Assumed) + Value));
    if (Old == Assumed)
      return;
  }
  atomicAdd(GivenUp, 1);
}

__global__ void addReadConverted(float *Sum, float Value, int *GivenUp) {
  int *Bits = (int *)Sum;
  int Old = *Bits;
  for (int Try = 0; Try != Tries; ++Try) {
    int Assumed = Old;
    Old = atomicCAS(Bits, Assumed, __float_as_int((float)Assumed + Value));
    if (Old == Assumed)
      return;
  }
  atomicAdd(GivenUp, 1);
}

template <typename Function> static void print(const char *Name, Function Launch) {
  float *Sum = device<float>(1), Value = 0.5f;
  int *GivenUp = device<int>(1), Count = 0;
  check(cudaMemcpy(Sum, &Value, sizeof(float), cudaMemcpyHostToDevice), "cudaMemcpy");
  Launch(Sum, GivenUp);
  check(cudaMemcpy(&Value, Sum, sizeof(float), cudaMemcpyDeviceToHost), "cudaMemcpy");
  check(cudaMemcpy(&Count, GivenUp, sizeof(int), cudaMemcpyDeviceToHost), "cudaMemcpy");
  std::printf("%s,sum,%g\n%s,threads_that_gave_up,%d\n", Name, Value, Name, Count);
}

int main() {
  printHeader();
  print("bits", [](float *Sum, int *GivenUp) { addBits<<<8, 128>>>(Sum, 0.25f, GivenUp); });
  print("converted",
        [](float *Sum, int *GivenUp) { addConverted<<<8, 128>>>(Sum, 0.25f, GivenUp); });
  print("stored-converted",
        [](float *Sum, int *GivenUp) { addStoredConverted<<<8, 128>>>(Sum, 0.25f, GivenUp); });
  print("read-converted",
        [](float *Sum, int *GivenUp) { addReadConverted<<<8, 128>>>(Sum, 0.25f, GivenUp); });
}
