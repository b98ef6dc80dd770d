// RUN: not %cuda-memlint --each-access %s | FileCheck %s --implicit-check-not=warning:

// A load of what the thread has just loaded or stored is not made: it costs nothing. The PTX that nvcc
// 13.0 makes of these kernels for sm_90 has the loads that are reported, but for the one noted.

#include <cuda_runtime.h>

// One load.
__global__ void loadedTwice(float *out, const float *in) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:17: warning: uncoalesced load
  float first = in[8 * t];
  float second = in[8 * t];
  out[t] = first * second;
}

// The store's value is still in a register.
__global__ void storedBefore(float *out, float *data) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store
  data[8 * t] = t;
  out[t] = data[8 * t];
}

__global__ void sharedTwice(float *out) {
  __shared__ float tile[1024];
  __shared__ float other[32];
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}}bank conflict
  tile[32 * t] = t;
  other[t] = t;
  out[t] = tile[32 * t];
}

// The thread has loaded it before, whatever the condition of the second load says.
__global__ void againUnderCondition(float *out, const float *in) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:15: warning: uncoalesced load
  float sum = in[8 * t];
  if (t & 1)
    sum += in[8 * t] * 2;
  out[t] = sum;
}

__global__ void againUnderData(float *out, const int *in) {
  int t = threadIdx.x;
  float sum = 1;
  // CHECK: :[[#@LINE+1]]:7: warning: uncoalesced load
  if (in[8 * t] & 1)
    sum = 2;
  else if (in[8 * t] & 2)
    sum = 3;
  out[t] = sum;
}

// In each iteration.
__global__ void againInLoop(float *__restrict__ out, const int *__restrict__ in) {
  int t = threadIdx.x;
  for (int k = 0; k < 64; ++k) {
    // CHECK: :[[#@LINE+1]]:19: warning: uncoalesced load
    float value = in[(t + 32 * k) * 8];
    if (value > 3)
      value += in[(t + 32 * k) * 8];
    out[t + 32 * k] = value;
  }
}

// Near misses.

// The other branch has loaded it.
__global__ void inOtherBranch(float *out, const float *in, int limit) {
  int t = threadIdx.x;
  float sum = 0;
  if (t & 1)
    // CHECK: :[[#@LINE+1]]:11: warning: uncoalesced load
    sum = in[8 * t];
  else if (limit > 3)
    // CHECK: :[[#@LINE+1]]:11: warning: uncoalesced load
    sum = in[8 * t] * 2;
  out[t] = sum;
}

// `out` may be `in`.
__global__ void storeUnderCondition(float *out, const float *in) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:15: warning: uncoalesced load
  float sum = in[8 * t];
  if (t & 2)
    out[t + 32] = sum;
  if (t & 1)
    // CHECK: :[[#@LINE+1]]:12: warning: uncoalesced load
    sum += in[8 * t] * 2;
  out[t] = sum;
}

// `out` may be `in`.
__global__ void storeBetween(float *out, const float *in) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:12: warning: uncoalesced load
  out[t] = in[8 * t];
  // CHECK: :[[#@LINE+1]]:17: warning: uncoalesced load
  out[t + 32] = in[8 * t];
}

__global__ void barrierBetween(float *out) {
  __shared__ float tile[1024];
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}}bank conflict
  tile[32 * t] = t;
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:12: warning: {{.*}}bank conflict
  out[t] = tile[32 * t];
}

// Only some threads have loaded it. (nvcc makes one load of both here, as the second is made anyway.)
__global__ void underCondition(float *out, const float *in, int limit) {
  int t = threadIdx.x;
  float sum = 0;
  if (limit > 3)
    // CHECK: :[[#@LINE+1]]:11: warning: uncoalesced load
    sum = in[8 * t];
  // CHECK: :[[#@LINE+1]]:18: warning: uncoalesced load
  out[t] = sum + in[8 * t];
}

__global__ void volatileLoads(float *out, const volatile float *in) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:17: warning: uncoalesced load
  float first = in[8 * t];
  // CHECK: :[[#@LINE+1]]:20: warning: uncoalesced load
  out[t] = first * in[8 * t];
}

// A store to an element that may be the same.
__global__ void otherElement(float *data, int which) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:17: warning: uncoalesced load
  float first = data[8 * t];
  data[which] = 1;
  // CHECK: :[[#@LINE+1]]:28: warning: uncoalesced load
  data[t + 1024] = first * data[8 * t];
}

// Restricted, and an element that is certainly another: as without the stores.
__global__ void cannotChange(float *__restrict__ out, float *__restrict__ data) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:17: warning: uncoalesced load
  float first = data[8 * t];
  out[t] = 1;
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store
  data[8 * t + 1] = 2;
  out[t + 32] = first * data[8 * t];
}
