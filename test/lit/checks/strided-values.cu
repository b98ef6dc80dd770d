// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s

// Threads may take other elements where what is stored depends on the element alone, also where it
// is a floating-point number.

#include <cuda_runtime.h>

__global__ void scaled(float *out, const float *in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 8; ++k)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
    // CHECK: help: if its iterations are independent, let thread t take the elements `k * 131072 + t` instead of `t * 8 + k`
    out[t * 8 + k] = in[t * 8 + k] * 2;
}

// The number of the element is the same for whoever takes it.
__global__ void byElement(float *out, const float *in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 8; ++k)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
    // CHECK: help: if its iterations are independent, let thread t take
    out[t * 8 + k] = in[t * 8 + k] * float(t * 8 + k);
}

// The iteration is part of the result.
__global__ void byIteration(float *out, const float *in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 8; ++k)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
    // CHECK-NOT: help: if its iterations are independent
    out[t * 8 + k] = in[t * 8 + k] * (k + 1);
}

__global__ void iteration(float *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 8; ++k)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
    // CHECK-NOT: help: if its iterations are independent
    out[t * 8 + k] = k;
}

// The thread is, and its block, also through a function.
__global__ void thread(float *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 8; ++k)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
    // CHECK-NOT: help: if its iterations are independent
    out[t * 8 + k] = t;
}

__global__ void byBlock(float *out, const float *in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 8; ++k)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
    // CHECK-NOT: help: if its iterations are independent
    out[t * 8 + k] = in[t * 8 + k] + blockIdx.x;
}

__global__ void byFunction(float *out, const float *in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float phase = __sinf(t * 0.1f);
  for (int k = 0; k < 8; ++k)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
    // CHECK-NOT: help: if its iterations are independent
    out[t * 8 + k] = in[t * 8 + k] + phase;
}

// Conditions decide what is stored, too.
__global__ void oddElements(float *out, const float *in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 8; ++k) {
    float value = in[t * 8 + k];
    if ((t * 8 + k) % 3 == 0)
      value *= 2;
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
    // CHECK: help: if its iterations are independent, let thread t take
    out[t * 8 + k] = value;
  }
}

__global__ void oddIterations(float *out, const float *in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 8; ++k) {
    float value = in[t * 8 + k];
    if (k % 3 == 0)
      value *= 2;
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
    // CHECK-NOT: help: if its iterations are independent
    out[t * 8 + k] = value;
  }
}

void launch(float *out, const float *in) {
  scaled<<<512, 256>>>(out, in);
  byElement<<<512, 256>>>(out, in);
  byIteration<<<512, 256>>>(out, in);
  iteration<<<512, 256>>>(out);
  thread<<<512, 256>>>(out);
  byBlock<<<512, 256>>>(out, in);
  byFunction<<<512, 256>>>(out, in);
  oddElements<<<512, 256>>>(out, in);
  oddIterations<<<512, 256>>>(out, in);
}
