//===- uninitialised_shared.cu - What nobody wrote ---------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel of docs/checks/cuda-uninitialised-shared.md, after another kernel has left a number
// in all of shared memory: prints for how many of 1,024 blocks the two elements that no thread
// writes hold it, and for how many of a mended twin.
//
//===----------------------------------------------------------------------===//

#include "measure.h"

constexpr int Blocks = 1024, Left = 12345;

static __global__ void leaveBehind(int *Out) {
  extern __shared__ int All[];
  for (int I = threadIdx.x; I < 227 * 256; I += blockDim.x)
    All[I] = Left;
  __syncthreads();
  Out[blockIdx.x] = All[threadIdx.x + blockIdx.x % 8];
}

static __global__ void blur(int *Borders) {
  __shared__ int Line[130];
  Line[threadIdx.x + 1] = 1;
  __syncthreads();
  if (threadIdx.x == 0)
    Borders[blockIdx.x] = Line[threadIdx.x];
  if (threadIdx.x == 127)
    Borders[Blocks + blockIdx.x] = Line[threadIdx.x + 2];
}

static __global__ void mended(int *Borders) {
  __shared__ int Line[130];
  Line[threadIdx.x + 1] = 1;
  if (threadIdx.x < 2)
    Line[threadIdx.x * 129] = 0;
  __syncthreads();
  if (threadIdx.x == 0)
    Borders[blockIdx.x] = Line[threadIdx.x];
  if (threadIdx.x == 127)
    Borders[Blocks + blockIdx.x] = Line[threadIdx.x + 2];
}

static void print(const char *Name, void (*Kernel)(int *)) {
  int *Out = device<int>(Blocks), *Borders = device<int>(2 * Blocks), Found[2 * Blocks];
  constexpr int Bytes = 227 * 1024;
  check(cudaFuncSetAttribute(leaveBehind, cudaFuncAttributeMaxDynamicSharedMemorySize, Bytes),
        "cudaFuncSetAttribute");
  leaveBehind<<<Blocks, 256, Bytes>>>(Out);
  Kernel<<<Blocks, 128>>>(Borders);
  check(cudaMemcpy(Found, Borders, sizeof(Found), cudaMemcpyDeviceToHost), "kernel");
  int First = 0, Last = 0;
  for (int Block = 0; Block != Blocks; ++Block) {
    First += Found[Block] == Left;
    Last += Found[Blocks + Block] == Left;
  }
  std::printf("%s,blocks_with_left_first_element,%d\n", Name, First);
  std::printf("%s,blocks_with_left_last_element,%d\n", Name, Last);
}

int main() {
  printHeader();
  print("blur", blur);
  print("mended", mended);
}
