// What each iteration of a loop adds to in memory is kept in a register: loaded once before the loop, stored once behind it. The
// numbers are those that an H200 counted for the same kernels (nvcc 13.0.88 -O3, Nsight Compute 2025.3.1, 2026-11-30): 65,536
// threads, 2,048 warps, 100 iterations.
//
// RUN: %cuda-memlint --summary --remarks --fail-on=none %s | FileCheck %s

#include <cuda_runtime.h>

// 206,848 loads of 884,736 sectors, 2,048 stores of 65,536.
// CHECK-LABEL: {{^}}restricted<<<
// CHECK: global: 208,896 requests, 950,272 sectors
__global__ void restricted(float *__restrict__ out, const float *__restrict__ in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    out[t * 16] += in[k * 1048576 + t];
}

// Near miss: what is stored may be what the next iteration loads of `in`. Only the load of the sum is made once: 206,848 loads,
// 204,800 stores.
// CHECK-LABEL: {{^}}mayAlias<<<
// CHECK: global: 411,648 requests, 7,438,336 sectors
__global__ void mayAlias(float *out, const float *in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    out[t * 16] += in[k * 1048576 + t];
}

// The load before the loop has its value from the store there: 2,048 wavefronts of loads, behind the barrier, and 4,096 of stores.
// CHECK-LABEL: {{^}}inShared<<<
// CHECK: shared: 6,144 requests, 6,144 wavefronts
__global__ void inShared(float *out, const float *in, int n) {
  __shared__ float sums[256];
  sums[threadIdx.x] = 0;
  for (int k = 0; k < n; ++k)
    sums[threadIdx.x] += in[k * 256 + threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = sums[255 - threadIdx.x];
}

// A store to something else stays in the loop: 411,648 loads, 206,848 stores.
// CHECK-LABEL: {{^}}besideStore<<<
// CHECK: global: 618,496 requests, 1,859,584 sectors
__global__ void besideStore(float *__restrict__ out, float *__restrict__ other, const float *__restrict__ in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k) {
    out[t] += in[k * 1024 + t];
    other[k * 1024 + t] = in[k];
  }
}

// What one pointer alone leads to, no barrier changes: 206,848 loads, 2,048 stores.
// CHECK-LABEL: {{^}}barrier<<<
// CHECK: global: 208,896 requests, 835,584 sectors
__global__ void barrier(float *__restrict__ out, const float *__restrict__ in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k) {
    out[t] += in[k * 1024 + t];
    __syncthreads();
  }
}

// Both fields of a structure: 208,896 loads of 851,968 sectors, 4,096 stores of 32,768.
struct Pair {
  float x, y;
};
// CHECK-LABEL: {{^}}fields<<<
// CHECK: global: 212,992 requests, 884,736 sectors
__global__ void fields(Pair *__restrict__ out, const float *__restrict__ in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k) {
    out[t].x += in[k * 1024 + t];
    out[t].y -= in[k * 1024 + t];
  }
}

// Near miss: `volatile` is loaded and stored each time, as written.
// CHECK-LABEL: {{^}}eachTime<<<
// CHECK: global: 614,400 requests
__global__ void eachTime(volatile float *__restrict__ out, const float *__restrict__ in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    out[t] = out[t] + in[k * 1024 + t];
}

// Near miss: an iteration that ends the loop does not store.
// CHECK-LABEL: {{^}}leaves<<<
// CHECK: global: 4 accesses of unknown total
__global__ void leaves(float *__restrict__ out, const float *__restrict__ in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k) {
    if (in[k] < 0)
      break;
    out[t] += in[k * 1024 + t];
  }
}

int main() {
  float *out, *other, *in;
  Pair *pairs;
  cudaMalloc(&out, 1 << 28);
  cudaMalloc(&other, 1 << 28);
  cudaMalloc(&in, 1ull << 32);
  cudaMalloc(&pairs, 1 << 28);
  restricted<<<256, 256>>>(out, in, 100);
  mayAlias<<<256, 256>>>(out, in, 100);
  inShared<<<256, 256>>>(out, in, 100);
  besideStore<<<256, 256>>>(out, other, in, 100);
  barrier<<<256, 256>>>(out, in, 100);
  fields<<<256, 256>>>(pairs, in, 100);
  eachTime<<<256, 256>>>(out, in, 100);
  leaves<<<256, 256>>>(out, in, 100);
}
