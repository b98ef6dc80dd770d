// RUN: %cuda-memlint --remarks --checks=-*,cuda-data-dependent-access %s | FileCheck %s --implicit-check-not=remark: --implicit-check-not=warning:

#include <cuda_runtime.h>

// Sector by sector for 32 lanes at most, one if all read the same element. 4 blocks of 8 warps make
// 32 requests.
__global__ void gather(float *out, const float *in, const int *index) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+4]]:{{[0-9]+}}: remark: data-dependent load: 1 to 32 sectors per request (4 for consecutive elements), depending on values read from memory (`index[i]`) [cuda-data-dependent-access]
  // CHECK: note: and 1 more access to `in`: line [[#@LINE+5]]
  // CHECK: note: 32 requests for gather<<<4, 256>>>
  // CHECK: help: sort the work by index
  out[i] = in[index[i]];
  if (i % 2)
    out[i] += in[index[i] + 1];
}

// All lanes in one bank, or at one bin: atomics that are not additions of 1 take turns at either.
__global__ void histogram(int *out, const unsigned char *data, int n) {
  __shared__ int bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += 256)
    // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: remark: data-dependent shared memory atomic: 1 to 32 wavefronts per request (1 for consecutive elements), depending on values read from memory (`data[i]`)
    // CHECK: note: in the loop at line [[#@LINE-2]]; unknown number of requests for histogram<<<1, 256>>>
    // CHECK: help: give each warp or lane a private copy
    atomicAdd(&bins[data[i]], n);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}

// Near misses.

// A row of 32 words for each value: the lane alone decides the bank.
__global__ void privatised(int *out, const unsigned char *data) {
  __shared__ int bins[64 * 32];
  int t = threadIdx.x;
  bins[(data[t] % 64) * 32 + t % 32]++;
  __syncthreads();
  out[t] = bins[t];
}

// One address for all lanes, whatever it is.
__global__ void oneAddress(float *out, const float *in, const int *index) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[index[blockIdx.x]];
}

// A counter deals out consecutive numbers.
__global__ void append(float *out, const float *in, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 0)
    out[atomicAdd(count, 1)] = in[i];
}

// One lane touches one sector.
__global__ void oneLane(float *out, const float *in, const int *index) {
  if (threadIdx.x == 0)
    out[blockIdx.x] = in[index[blockIdx.x]];
}

// Fixed: the data are in order.
__global__ void sorted(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

void launch(float *out, const float *in, const int *index, int *counts,
            const unsigned char *data, int n) {
  gather<<<4, 256>>>(out, in, index);
  histogram<<<1, 256>>>(counts, data, n);
  privatised<<<1, 64>>>(counts, data);
  append<<<4, 256>>>(out, in, counts);
  oneAddress<<<4, 256>>>(out, in, index);
  oneLane<<<4, 256>>>(out, in, index);
  sorted<<<4, 256>>>(out, in);
}
