// Integers that are addresses: into buffers, into tables of fixed size, and as bounds of loops.
//
// RUN: %harness %s %t.cu | FileCheck %s
// RUN: %host_cuda %t.cu -o %t.exe && %t.exe
// RUN: %if nvcc %{ %nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -c %t.cu -o %t.o %}
// What is too small, and indices that are too large, are found out.
// RUN: sed 's/0ull, 65792ull/0ull, 65280ull/' %t.cu >%t.small.cu
// RUN: %host_cuda %t.small.cu -o %t.exe && not --crash %t.exe
// RUN: sed 's/16383ull/20479ull/' %t.cu >%t.large.cu
// RUN: %host_cuda %t.large.cu -o %t.exe && not --crash %t.exe
// What a kernel that fails ends in.
// RUN: %host_cuda %t.cu -o %t.exe && env HOST_FAILS=3 %exit 1 %t.exe 2>&1 | FileCheck %s --check-prefix=FAILS
// FAILS: histogram: the kernel: unspecified launch failure (cudaErrorLaunchFailure)
//
// Indices below 16,384, and n + 1 bounds of rows: 4 * 16,385 bytes, rounded up to 256.
// CHECK: gather<<<64, 256, 0>>>
// CHECK: argument 1: 0 + 65536 bytes
// CHECK-NEXT: argument 2: 0 + 65536 bytes, {{.*}} integers to 16383
// CHECK: histogram<<<64, 256, 0>>>
// CHECK-NEXT: argument 0: 0 + 65536 bytes, {{.*}} integers to 63
// CHECK-NEXT: argument 1: 0 + 256 bytes
// The largest of 16,383 halved again and again that is below 100.
// CHECK: lookUp<<<64, 256, 0>>>
// CHECK: argument 1: 0 + 32768 bytes, elements of 2 with 1 numbers, integers to 63
// CHECK: multiply<<<64, 256, 0>>>
// CHECK-NEXT: argument 0: 0 + 65792 bytes, {{.*}} integers to 16383
// CHECK-NEXT: argument 1: 0 + 65536 bytes, {{.*}} integers to 16383
// CHECK-NEXT: argument 2: 0 + 65536 bytes

__device__ float table[100];

__global__ void gather(float *out, const float *in, const int *index, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[index[i]];
}

__global__ void histogram(const unsigned *value, unsigned *count, int n) {
  __shared__ unsigned bins[64];
  if (threadIdx.x < 64)
    bins[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[value[i]], 1u);
  __syncthreads();
  if (threadIdx.x < 64)
    atomicAdd(&count[threadIdx.x], bins[threadIdx.x]);
}

__global__ void lookUp(float *out, const short *which, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = table[which[i]];
}

__global__ void multiply(const int *row, const int *column, const float *value, const float *x,
                         float *y, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows)
    return;
  float sum = 0;
  for (int k = row[i]; k < row[i + 1]; ++k)
    sum += value[k] * x[column[k]];
  y[i] = sum;
}
