// Bytes that may be pixels: that their order may be prescribed is said where another one would help.
//
// RUN: %cuda-memlint --fail-on=none --checks=-*,cuda-uncoalesced-access %s | FileCheck %s

#include <cuda_runtime.h>

// CHECK: uncoalesced store: lanes are 3 B apart
// CHECK: help: keep `out` as 3 arrays one behind the other, {{.*}}, in all kernels and host code that use it, if no library or file prescribes interleaved pixels: {{.*}}
__global__ void interleave(unsigned char *__restrict__ out, const float *__restrict__ in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i * 3] = in[i];
  out[i * 3 + 1] = in[i + 1048576];
  out[i * 3 + 2] = in[i + 2097152];
}

// Numbers of four bytes are not pixels.
// CHECK: uncoalesced store: lanes are 20 B apart
// CHECK: help: keep `out` as 5 arrays one behind the other, {{.*}}, in all kernels and host code that use it: {{.*}}
__global__ void numbers(float *__restrict__ out, const float *__restrict__ in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 5; ++k)
    out[i * 5 + k] = in[i + k * 1048576];
}

// CHECK-NOT: warning:
__global__ void planes(unsigned char *__restrict__ out, const float *__restrict__ in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
  out[i + 1048576] = in[i + 1048576];
  out[i + 2097152] = in[i + 2097152];
}

void launch(unsigned char *bytes, float *numbersOut, float *in) {
  interleave<<<4096, 256>>>(bytes, in);
  numbers<<<4096, 256>>>(numbersOut, in);
  planes<<<4096, 256>>>(bytes, in);
}
