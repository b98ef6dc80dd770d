// RUN: %cuda-memlint --no-config --fail-on=none --summary %s | FileCheck %s

// What compilers make of accesses to the same bytes, as an H200 counted it (nvcc 13.0.88 -O3, -arch=sm_90, 2026-12-01). 64 warps of 32
// threads load or store 4 bytes each: 64 requests, 256 sectors an array.

#include <cuda_runtime.h>

#define INDEX int t = blockIdx.x * blockDim.x + threadIdx.x

// Nobody but the thread changes what a `__restrict__` pointer points to: a barrier does not matter.
// CHECK: keptPastBarrier<<<
// CHECK: global: 128 requests, 512 sectors
__global__ void keptPastBarrier(float *__restrict__ out, const float *__restrict__ in) {
  INDEX;
  float sum = in[t];
  __syncthreads();
  out[t] = sum + in[t] * 2;
}

// CHECK: loadedPastBarrier<<<
// CHECK: global: 192 requests, 768 sectors
__global__ void loadedPastBarrier(float *out, const float *in) {
  INDEX;
  float sum = in[t];
  __syncthreads();
  out[t] = sum + in[t] * 2;
}

// `__ldg` is a load of another kind.
// CHECK: loadedTwoWays<<<
// CHECK: global: 192 requests, 768 sectors
__global__ void loadedTwoWays(float *__restrict__ out, const float *__restrict__ in) {
  INDEX;
  out[t] = __ldg(&in[t]) + in[t] * 2;
}

// The first load is left out, for nothing uses it: the second one is not.
// CHECK: firstUnused<<<
// CHECK: global: 128 requests, 512 sectors
__global__ void firstUnused(float *out, const float *in) {
  INDEX;
  float unused = in[t];
  out[t] = in[t];
}

// A store that the next one overwrites, with nothing between that may read it.
// CHECK: overwritten<<<
// CHECK: out[t]{{.*}}left out
// CHECK: global: 192 requests, 768 sectors
__global__ void overwritten(float *__restrict__ out, const float *__restrict__ in) {
  INDEX;
  out[t] += 3;
  out[t] += in[t];
}

// CHECK: mayBeRead<<<
// CHECK: global: 256 requests, 1,024 sectors
__global__ void mayBeRead(float *out, const float *in) {
  INDEX;
  out[t] += 3;
  out[t] += in[t];
}

// Such stores stay two here; where the value is stored before as well, nvcc was seen to make one of them.
// CHECK: storedBeforeCondition<<<
// CHECK: global: at most 192 requests, 768 sectors
__global__ void storedBeforeCondition(float *__restrict__ out, const float *__restrict__ in) {
  INDEX;
  out[t] = 3;
  if (t % 2 == 0)
    out[t] = in[t];
}

// Fields are one access in one basic block.
// CHECK: fieldsInOneBlock<<<
// CHECK: global: 192 requests, 1,024 sectors
__global__ void fieldsInOneBlock(float *__restrict__ out, float *__restrict__ other, const float2 *__restrict__ in) {
  INDEX;
  float sum = in[t].x;
  other[t] = sum;
  out[t] = sum + in[t].y;
}

// CHECK: fieldsAroundBranch<<<
// CHECK: global: 256 requests, 1,536 sectors
__global__ void fieldsAroundBranch(float *__restrict__ out, float *__restrict__ other, const float2 *__restrict__ in) {
  INDEX;
  float sum = in[t].x;
  if (t % 2 == 0)
    other[t] = sum;
  out[t] = sum + in[t].y;
}

// What is loaded under a condition and behind it is loaded once, or not: 192 requests and 768 sectors here.
// CHECK: loadedAround<<<
// CHECK: global: at most 256 requests, 1,024 sectors
__global__ void loadedAround(float *__restrict__ out, float *__restrict__ other, const float *__restrict__ in) {
  INDEX;
  if (t % 2 == 0)
    other[t] = in[t];
  out[t] = in[t];
}

// The two sides share one load: 128 requests, 832 sectors.
// CHECK: loadedOnBothSides<<<
// CHECK: global: at most 192 requests, 832 sectors
__global__ void loadedOnBothSides(float *out, const float *in, const float *other) {
  INDEX;
  float sum = 0;
  if (t % 2 == 0)
    sum += in[t];
  else
    sum += other[t + 3];
  out[t] = sum;
}

// A store between two tests of one condition keeps them apart.
// CHECK: testedTwice<<<
// CHECK: global: 256 requests, 1,024 sectors
__global__ void testedTwice(float *__restrict__ out, float *__restrict__ other, const float *__restrict__ in) {
  INDEX;
  float sum = 0;
  if (t % 2 == 0)
    sum += in[t];
  other[t] = 3;
  if (t % 2 == 0)
    sum += in[t] * 2;
  out[t] = sum;
}

int main() {
  float *out, *other, *in;
  cudaMalloc(&out, 1 << 20);
  cudaMalloc(&other, 1 << 20);
  cudaMalloc(&in, 1 << 20);
  keptPastBarrier<<<32, 64>>>(out, in);
  loadedPastBarrier<<<32, 64>>>(out, in);
  loadedTwoWays<<<32, 64>>>(out, in);
  firstUnused<<<32, 64>>>(out, in);
  overwritten<<<32, 64>>>(out, in);
  mayBeRead<<<32, 64>>>(out, in);
  storedBeforeCondition<<<32, 64>>>(out, in);
  fieldsInOneBlock<<<32, 64>>>(out, other, (float2 *)in);
  fieldsAroundBranch<<<32, 64>>>(out, other, (float2 *)in);
  loadedAround<<<32, 64>>>(out, other, in);
  loadedOnBothSides<<<32, 64>>>(out, in, other);
  testedTwice<<<32, 64>>>(out, other, in);
}
