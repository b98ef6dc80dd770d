// RUN: %json %s | %query | FileCheck %s
// RUN: %json %s | %query | grep -c kernel=unasked | FileCheck %s --check-prefix=ONCE

// Conditions on pointers: optional arguments, and pointers that only some branches set.
// A request of 32 lanes with floats in a row at an allocation's start is 4 sectors.

#include <cuda_runtime.h>

__global__ void optional(float *out, const float *bias) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (bias)
    out[i] = 1;
  else
    out[i] = 2;
}
// 4 blocks of 256 threads are 32 warps. Launched with null, with memory, and with either.
// CHECK-DAG: line [[#@LINE-5]]: global store requests=0 cost=0 ideal=0 worst=null; proved; kernel=optional grid=4,1,1 block=256,1,1
// CHECK-DAG: line [[#@LINE-6]]: global store requests=64 cost=256 ideal=256 worst=4; proved; kernel=optional grid=8,1,1 block=256,1,1
// CHECK-DAG: line [[#@LINE-7]]: global store requests=null cost=null ideal=null worst=4; proved; kernel=optional grid=2,1,1 block=256,1,1
// CHECK-DAG: line [[#@LINE-6]]: global store requests=32 cost=128 ideal=128 worst=4; proved; kernel=optional grid=4,1,1 block=256,1,1
// CHECK-DAG: line [[#@LINE-7]]: global store requests=0 cost=0 ideal=0 worst=null; proved; kernel=optional grid=8,1,1 block=256,1,1

__global__ void compared(float *out, const float *bias) {
  if (nullptr != bias)
    out[threadIdx.x] = 1;
  if (bias == nullptr)
    out[threadIdx.x + 32] = 2;
}
// CHECK-DAG: line [[#@LINE-4]]: global store requests=0 cost=0 ideal=0 worst=null; proved; kernel=compared grid=1,1,1 block=32,1,1
// CHECK-DAG: line [[#@LINE-3]]: global store requests=1 cost=4 ideal=4 worst=4; proved; kernel=compared grid=1,1,1 block=32,1,1

// Threads 0 to 4 only: 20 bytes, 1 sector.
__global__ void byLane(float *out, const float *in) {
  const float *from = nullptr;
  if (threadIdx.x < 5)
    from = in;
  if (from)
    out[threadIdx.x] = from[threadIdx.x];
}
// CHECK-DAG: line [[#@LINE-2]]: global load requests=1 cost=1 ideal=1 worst=1; proved; kernel=byLane grid=1,1,1 block=32,1,1
// CHECK-DAG: line [[#@LINE-3]]: global store requests=1 cost=1 ideal=1 worst=1; proved; kernel=byLane grid=1,1,1 block=32,1,1

__device__ void count(float *out, int *found) {
  if (found) {
    *found = 1;
    out[threadIdx.x] = 1;
  } else {
    out[threadIdx.x + 32] = 1;
  }
}
// 2 floats apart, since the variable was set: 64 * 4 bytes are 8 sectors, where 4 would do.
__global__ void ofVariable(float *out) {
  int stride = 2;
  count(out, &stride);
  out[threadIdx.x * (stride + 1)] = 1;
}
// CHECK-DAG: line [[#@LINE-11]]: global store requests=1 cost=4 ideal=4 worst=4; proved; kernel=ofVariable grid=1,1,1 block=32,1,1
// CHECK-DAG: line [[#@LINE-3]]: global store requests=1 cost=8 ideal=4 worst=8; proved; kernel=ofVariable grid=1,1,1 block=32,1,1

// Not null in the first iteration only, by the lane: what is not known is said.
__global__ void cleared(float *out, const float *in) {
  const float *from = in;
  for (int i = 0; i < 4; ++i) {
    if (from)
      out[threadIdx.x] = 1;
    if (threadIdx.x == i)
      from = nullptr;
  }
}
// CHECK-DAG: line [[#@LINE-5]]: global store requests=null cost=null ideal=null worst=4; assumed; kernel=cleared grid=1,1,1 block=32,1,1

// The first iteration has no memory yet.
__global__ void setLater(float *out, const float *in) {
  const float *from = nullptr;
  for (int i = 0; i < 4; ++i) {
    if (from)
      out[threadIdx.x] = 1;
    from = in;
  }
}
// CHECK-DAG: line [[#@LINE-4]]: global store requests=null cost=null ideal=null worst=4; proved; kernel=setLater grid=1,1,1 block=32,1,1

// Whether the pointer is null does not matter here: one launch.
__global__ void unasked(float *out, const float *bias) { out[threadIdx.x] = 1; }
// ONCE: {{^1$}}

int main(int argc, char **argv) {
  float *out, *other, *bias = NULL;
  cudaMalloc(&out, 1 << 20);
  cudaMalloc(&other, 1 << 20);
  optional<<<4, 256>>>(out, bias);
  compared<<<1, 32>>>(out, 0);
  unasked<<<1, 32>>>(out, bias);
  unasked<<<1, 32>>>(out, other);
  byLane<<<1, 32>>>(out, out);
  ofVariable<<<1, 32>>>(out);
  cleared<<<1, 32>>>(out, out);
  setLater<<<1, 32>>>(out, out);
  float *either = argc == 2 ? out : NULL;
  optional<<<2, 256>>>(out, either);
  cudaMalloc((void **)&bias, 1 << 20);
  // The branch is not taken.
  if (bias == NULL)
    return 1;
  optional<<<8, 256>>>(out, bias);
}
