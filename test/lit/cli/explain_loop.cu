// A variable that counts a loop's iterations from 0 is shown under its name. The counter of another
// loop is not mistaken for its variable.
//
// RUN: %cuda-memlint --fail-on=none --explain=13 %s | FileCheck %s --check-prefix=COUNTED --implicit-check-not=iter(
// RUN: %cuda-memlint --fail-on=none --explain=20 %s | FileCheck %s --check-prefix=STRIDED

#include <cuda_runtime.h>

__global__ void counted(float *out, int n) {
  for (int i = 0; i < n; ++i)
    // COUNTED: address  blockIdx.x * 1024 + threadIdx.x * 4 + i * 4{{$}}
    // COUNTED: if       i < n{{$}}
    out[blockIdx.x * 256 + threadIdx.x + i] = 0;
}

__global__ void strided(float *out, int n) {
  for (int i = threadIdx.x; i < n; i += 256)
    // STRIDED: address  threadIdx.x * 4 + iter(i) * 1024{{$}}
    // STRIDED: if       threadIdx.x + iter(i) * 256 < n{{$}}
    out[i] = 0;
}
