//===- refused_launches.cu - Launches at the limits and beyond them ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints of each launch the error that it returns, and whether the kernel ran.
//
//===----------------------------------------------------------------------===//

#include "measure.h"

__global__ void run(int *Ran) { *Ran = 1; }

__global__ void __launch_bounds__(128) runBounded(int *Ran) { *Ran = 1; }

__global__ void runShared(int *Ran) {
  extern __shared__ int Words[];
  Words[0] = 1;
  *Ran = Words[0];
}

__global__ void runAllowed(int *Ran) {
  extern __shared__ int AllowedWords[];
  AllowedWords[0] = 1;
  *Ran = AllowedWords[0];
}

static void print(const char *Name, int *Ran) {
  cudaError_t Error = cudaGetLastError();
  check(cudaDeviceSynchronize(), Name);
  int Value = 0;
  check(cudaMemcpy(&Value, Ran, sizeof(int), cudaMemcpyDeviceToHost), "cudaMemcpy");
  check(cudaMemset(Ran, 0, sizeof(int)), "cudaMemset");
  std::printf("%s,error,%s\n%s,ran,%d\n", Name, cudaGetErrorName(Error), Name, Value);
}

int main() {
  printHeader();
  int *Ran = device<int>(1);
  run<<<1, 1024>>>(Ran);
  print("block-1024", Ran);
  run<<<1, 1025>>>(Ran);
  print("block-1025", Ran);
  run<<<1, dim3(64, 16)>>>(Ran);
  print("block-64x16", Ran);
  run<<<1, dim3(64, 17)>>>(Ran);
  print("block-64x17", Ran);
  run<<<1, dim3(1, 1, 64)>>>(Ran);
  print("block-1x1x64", Ran);
  run<<<1, dim3(1, 1, 65)>>>(Ran);
  print("block-1x1x65", Ran);
  run<<<dim3(1, 65535), 1>>>(Ran);
  print("grid-1x65535", Ran);
  run<<<dim3(1, 65536), 1>>>(Ran);
  print("grid-1x65536", Ran);
  run<<<dim3(1, 1, 65535), 1>>>(Ran);
  print("grid-1x1x65535", Ran);
  run<<<dim3(1, 1, 65536), 1>>>(Ran);
  print("grid-1x1x65536", Ran);
  run<<<65536, 1>>>(Ran);
  print("grid-65536", Ran);
  run<<<2147483648u, 1>>>(Ran);
  print("grid-2147483648", Ran);
  run<<<0, 1>>>(Ran);
  print("grid-0", Ran);
  run<<<1, 0>>>(Ran);
  print("block-0", Ran);
  runBounded<<<1, 128>>>(Ran);
  print("bounds-128-block-128", Ran);
  runBounded<<<1, 129>>>(Ran);
  print("bounds-128-block-129", Ran);
  runShared<<<1, 1, 49152>>>(Ran);
  print("shared-49152", Ran);
  runShared<<<1, 1, 49156>>>(Ran);
  print("shared-49156", Ran);
  check(cudaFuncSetAttribute(runAllowed, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448),
        "cudaFuncSetAttribute");
  runAllowed<<<1, 1, 232448>>>(Ran);
  print("shared-232448-allowed", Ran);
  runAllowed<<<1, 1, 232452>>>(Ran);
  print("shared-232452-allowed-232448", Ran);
  std::printf("attribute-232452,error,%s\n",
              cudaGetErrorName(cudaFuncSetAttribute(
                  runAllowed, cudaFuncAttributeMaxDynamicSharedMemorySize, 232452)));
  return 0;
}
