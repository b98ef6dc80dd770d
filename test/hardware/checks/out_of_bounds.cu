//===- out_of_bounds.cu - Shared memory that threads leave -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To run under compute-sanitizer's memcheck, one kernel at a time, named by the argument: a fault
// ends the program. The threads that cuda-shared-out-of-bounds names, (127,0,0) of both, leave all
// of the block's shared memory, so memcheck sees them; the mended twins have no errors. Without an
// argument it prints the names.
//
//===----------------------------------------------------------------------===//

#include "measure.h"

#include <cstring>

/// The only array of the block has 128 elements.
static __global__ void pastArray(float *Out, const float *In) {
  __shared__ float Line[128];
  int T = threadIdx.x;
  Line[T + 1] = In[T];
  __syncthreads();
  Out[T] = Line[T];
}

static __global__ void pastArrayMended(float *Out, const float *In) {
  __shared__ float Line[129];
  int T = threadIdx.x;
  if (T == 0)
    Line[0] = 0;
  Line[T + 1] = In[T];
  __syncthreads();
  Out[T] = Line[T];
}

/// The launch gives 512 bytes, and thread 127 needs 516.
static __global__ void pastLaunch(float *Out, const float *In) {
  extern __shared__ float Dynamic[];
  int T = threadIdx.x;
  Dynamic[T + 1] = In[T];
  __syncthreads();
  Out[T] = Dynamic[T];
}

static __global__ void pastLaunchMended(float *Out, const float *In) {
  extern __shared__ float Dynamic[];
  int T = threadIdx.x;
  if (T == 0)
    Dynamic[0] = 0;
  Dynamic[T + 1] = In[T];
  __syncthreads();
  Out[T] = Dynamic[T];
}

int main(int Count, char **Arguments) {
  if (Count != 2) {
    std::printf("pastArray\npastArrayMended\npastLaunch\npastLaunchMended\n");
    return 0;
  }
  float *Out = device<float>(128), *In = device<float>(128);
  auto Is = [&](const char *Name) { return std::strcmp(Arguments[1], Name) == 0; };
  if (Is("pastArray"))
    pastArray<<<1, 128>>>(Out, In);
  if (Is("pastArrayMended"))
    pastArrayMended<<<1, 128>>>(Out, In);
  if (Is("pastLaunch"))
    pastLaunch<<<1, 128, 512>>>(Out, In);
  if (Is("pastLaunchMended"))
    pastLaunchMended<<<1, 128, 516>>>(Out, In);
  check(cudaDeviceSynchronize(), Arguments[1]);
  return 0;
}
