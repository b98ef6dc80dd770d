// Arrays that host code passes in exchanged roles have one layout: what is advised suits both roles.
//
// RUN: not %cuda-memlint --remarks --no-fixes --checks=-*,cuda-uncoalesced-access %s \
// RUN:     | FileCheck %s --implicit-check-not=help:

#include <cuda_runtime.h>
#include <utility>

// 512 warps make 8 requests to each array, with a row for each lane: 32 sectors per request, 131,072
// for each array. By columns the lanes of a request are in 4 sectors: 16,384 for each array.
// `float4` for `src`, which would take 32,768, does not go with that.
__global__ void stream(float *dst, const float *src) {
  int cell = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 8; ++k)
    dst[(cell + k * 32) * 8 + k] = src[cell * 8 + k] * 0.9f;
}
// CHECK: :[[#@LINE-2]]:5: warning: uncoalesced store:
// CHECK: help: keep `dst` and `src`, which host code exchanges, as 8 arrays one behind the other, `dst[k * rows + row]` instead of `dst[row * 8 + k]`, in all kernels and host code that use them: 262,144 -> 32,768 sectors for the kernel
// CHECK: :[[#@LINE-4]]:36: {{.*}}: uncoalesced load:
// CHECK: help: keep `dst` and `src`, which host code exchanges, as 8 arrays one behind the other, {{.*}}: 262,144 -> 32,768 sectors for the kernel

void assigned(float *a, float *b) {
  for (int step = 0; step < 100; ++step) {
    stream<<<64, 256>>>(b, a);
    float *other = a;
    a = b;
    b = other;
  }
}

// What data index in `src` is in columns that are not known: `dst` keeps its rows.
__global__ void gather(float *dst, const float *src, const int *from) {
  int cell = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 8; ++k)
    dst[(cell + k * 32) * 8 + k] = src[cell * 8 + k] * 0.9f + src[from[cell]];
}
// CHECK: :[[#@LINE-2]]:5: warning: uncoalesced store:
// CHECK: :[[#@LINE-3]]:36: {{.*}}: uncoalesced load:
// CHECK: help: access `src` as `float4`, once in 4 iterations: 131,072 -> 32,768 sectors for its accesses

void swapped(float *a, float *b, const int *from) {
  for (int step = 0; step < 100; ++step) {
    gather<<<64, 256>>>(b, a, from);
    std::swap(a, b);
  }
}

// One after the other.
__global__ void inTurns(float *dst, const float *src) {
  int cell = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 8; ++k)
    dst[(cell + k * 32) * 8 + k] = src[cell * 8 + k] * 0.9f;
}
// CHECK: :[[#@LINE-2]]:5: warning: uncoalesced store:
// CHECK: help: keep `dst` and `src`, which host code exchanges, as 8 arrays one behind the other
// CHECK: :[[#@LINE-4]]:36: {{.*}}: uncoalesced load:
// CHECK: help: keep `dst` and `src`, which host code exchanges, as 8 arrays one behind the other

void backAndForth(float *a, float *b) {
  inTurns<<<64, 256>>>(b, a);
  inTurns<<<64, 256>>>(a, b);
}

// Always the same way: 16,384 and 131,072, or 131,072 and 32,768.
__global__ void forward(float *dst, const float *src) {
  int cell = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 8; ++k)
    dst[(cell + k * 32) * 8 + k] = src[cell * 8 + k] * 0.9f;
}
// CHECK: :[[#@LINE-2]]:5: warning: uncoalesced store:
// CHECK: help: keep `dst` as 8 arrays one behind the other, {{.*}}: 262,144 -> 147,456 sectors for the kernel
// CHECK: :[[#@LINE-4]]:36: {{.*}}: uncoalesced load:
// CHECK: help: access `src` as `float4`, once in 4 iterations: 262,144 -> 163,840 sectors for the kernel

void onlyForward() {
  float *a, *b;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  for (int step = 0; step < 100; ++step)
    forward<<<64, 256>>>(b, a);
}

// Callers, which are in another file, may exchange the two from step to step.
__global__ void oneStep(float *dst, const float *src) {
  int cell = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 8; ++k)
    dst[(cell + k * 32) * 8 + k] = src[cell * 8 + k] * 0.9f;
}
// CHECK: :[[#@LINE-2]]:5: warning: uncoalesced store:
// CHECK: help: keep `dst` and `src`, which callers may exchange, as 8 arrays one behind the other, {{.*}}, in all kernels and host code that use them: 262,144 -> 32,768 sectors for the kernel
// CHECK: :[[#@LINE-4]]:36: {{.*}}: uncoalesced load:
// CHECK: help: keep `dst` and `src`, which callers may exchange, as 8 arrays one behind the other, {{.*}}: 262,144 -> 32,768 sectors for the kernel

void stepOfCaller(float *a, float *b) { oneStep<<<64, 256>>>(b, a); }

// The rows of one cannot be taken apart: neither is.
__global__ void gatherStep(float *dst, const float *src, const int *from) {
  int cell = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 8; ++k)
    dst[(cell + k * 32) * 8 + k] = src[cell * 8 + k] * 0.9f + src[from[cell]];
}
// CHECK: :[[#@LINE-2]]:5: warning: uncoalesced store:
// CHECK: :[[#@LINE-3]]:36: {{.*}}: uncoalesced load:
// CHECK: help: access `src` as `float4`, once in 4 iterations: 131,072 -> 32,768 sectors for its accesses

void gatherOfCaller(float *a, float *b, const int *from) {
  gatherStep<<<64, 256>>>(b, a, from);
}

// A vector of other data beside the array: it has no rows, and keeps what it has.
__global__ void fromVector(float *dst, const float *src) {
  int cell = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 8; ++k)
    dst[(cell + k * 32) * 8 + k] = src[cell] * 0.9f;
}
// CHECK: :[[#@LINE-2]]:5: warning: uncoalesced store:
// CHECK: help: keep `dst` as 8 arrays one behind the other, {{.*}}, in all kernels and host code that use it:

void vectorOfCaller(float *a, float *b) { fromVector<<<64, 256>>>(b, a); }
