// RUN: not %cuda-memlint --each-access --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s

// A tile has to fit beside what the kernel has in shared memory, within the 48 KiB of a block.

#include <cuda_runtime.h>

// 44,032 B and the 4,224 of the tile are 48,256.
__global__ void besideStatic(float *out, const float *in, int n) {
  __shared__ float other[11008];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y, at = threadIdx.y * 32 + threadIdx.x;
  other[at] = in[y * n + x];
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
  // CHECK: help: stage it through `__shared__ float tile[32][33]`
  out[x * n + y] = in[y * n + x] + other[at ^ 1];
}

// With 45,056 they are 49,280.
__global__ void besideMore(float *out, const float *in, int n) {
  __shared__ float other[11264];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y, at = threadIdx.y * 32 + threadIdx.x;
  other[at] = in[y * n + x];
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
  // CHECK-NOT: help: stage
  out[x * n + y] = in[y * n + x] + other[at ^ 1];
}

// One of its launches asks for 45,056.
__global__ void besideDynamic(float *out, const float *in, int n) {
  extern __shared__ float dynamic[];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y, at = threadIdx.y * 32 + threadIdx.x;
  dynamic[at] = in[y * n + x];
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
  // CHECK-NOT: help: stage
  out[x * n + y] = in[y * n + x] + dynamic[at ^ 1];
}

__global__ void besideLessDynamic(float *out, const float *in, int n) {
  extern __shared__ float dynamic[];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y, at = threadIdx.y * 32 + threadIdx.x;
  dynamic[at] = in[y * n + x];
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
  // CHECK: help: stage it through `__shared__ float tile[32][33]`
  out[x * n + y] = in[y * n + x] + dynamic[at ^ 1];
}

void launch(float *out, const float *in) {
  besideStatic<<<dim3(32, 32), dim3(32, 32)>>>(out, in, 1024);
  besideMore<<<dim3(32, 32), dim3(32, 32)>>>(out, in, 1024);
  besideDynamic<<<dim3(32, 32), dim3(32, 32), 4096>>>(out, in, 1024);
  besideDynamic<<<dim3(32, 32), dim3(32, 32), 45056>>>(out, in, 1024);
  besideLessDynamic<<<dim3(32, 32), dim3(32, 32), 44032>>>(out, in, 1024);
}
