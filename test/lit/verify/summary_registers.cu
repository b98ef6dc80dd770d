// REQUIRES: nvcc
// RUN: %cuda-memlint --verify-code --summary --fail-on=none %s | FileCheck %s
// RUN: %json --verify-code --summary %s | FileCheck %s --check-prefix=JSON

// What nvcc needs in registers limits the blocks of a multiprocessor, too.
// CHECK: at most {{[0-9]+}} blocks of 256 threads, [[REGISTERS:[0-9]+]] registers each, and 0 B shared memory fit a multiprocessor{{$}}
// CHECK: kernel registers
// CHECK: copy [[REGISTERS]]
// JSON: "summary"
// JSON: "registers": {{[0-9]+}}

#include <cuda_runtime.h>

__global__ void copy(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

void launch(float *out, const float *in) {
  copy<<<1024, 256>>>(out, in);
}
