// RUN: %cuda-memlint --remarks --checks=-*,cuda-constant-limit %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

#include <cuda_runtime.h>

__global__ void filter(float *out, const float *__restrict__ in, const float *__restrict__ weights, int taps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < taps; ++k)
    // CHECK: :[[#@LINE+3]]:12: remark: warp-uniform reads of a constant table in global memory: all lanes of a warp read one element of `weights` (124 B) [cuda-constant-limit]
    // CHECK: note: minor: from compute capability 7.0 on the L1 cache broadcasts such loads, too
    // CHECK: help: copy it to a `__constant__` array instead, with `cudaMemcpyToSymbol`
    sum += weights[k] * in[i + k];
  out[i] = sum;
}

// Too large for constant memory.
__global__ void large(float *out, const float *table, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += table[k];
  out[threadIdx.x] = sum;
}

// A kernel writes it first.
__global__ void prepare(float *table) { table[threadIdx.x] = threadIdx.x; }
__global__ void prepared(float *out, const float *table, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += table[k];
  out[threadIdx.x] = sum;
}

// Nobody is seen to fill it from the host.
__global__ void cleared(float *out, const float *table, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += table[k];
  out[threadIdx.x] = sum;
}

// Lanes read different elements.
__global__ void lookUp(float *out, const float *table, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += table[(threadIdx.x + k) & 31];
  out[threadIdx.x] = sum;
}

// Blocks read different rows: a matrix.
__global__ void rows(float *out, const float *matrix, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += matrix[blockIdx.x * n + k];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Another table in each launch.
__global__ void layer(float *out, const float *table, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += table[k];
  out[threadIdx.x] = sum;
}

// Every iteration reads the same element, which is loaded once before the loop.
struct Settings {
  float scale, offset;
};
__global__ void apply(float *out, const Settings *settings, const float *bounds, int which, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum = sum * settings->scale + settings->offset + bounds[which];
  out[threadIdx.x] = sum;
}

int main() {
  float host[32] = {};
  float *in, *out, *weights, *big, *made, *zeros, *other;
  Settings chosen = {2, 3}, *settings;
  cudaMalloc(&in, 1 << 24);
  cudaMalloc(&out, 1 << 24);
  cudaMalloc(&weights, 31 * sizeof(float));
  cudaMalloc(&big, 65540);
  cudaMalloc(&made, sizeof(host));
  cudaMalloc(&zeros, sizeof(host));
  cudaMalloc(&other, sizeof(host));
  cudaMemcpy(weights, host, 31 * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(big, host, sizeof(host), cudaMemcpyHostToDevice);
  cudaMemcpy(made, host, sizeof(host), cudaMemcpyHostToDevice);
  cudaMemcpy(other, host, sizeof(host), cudaMemcpyHostToDevice);
  cudaMemset(zeros, 0, sizeof(host));
  filter<<<16384, 256>>>(out, in, weights, 31);
  large<<<1024, 256>>>(out, big, 1000);
  prepare<<<1, 32>>>(made);
  prepared<<<1024, 256>>>(out, made, 32);
  cleared<<<1024, 256>>>(out, zeros, 32);
  lookUp<<<1024, 256>>>(out, other, 32);
  rows<<<4, 256>>>(out, other, 8);
  cudaMalloc(&settings, sizeof(chosen));
  cudaMemcpy(settings, &chosen, sizeof(chosen), cudaMemcpyHostToDevice);
  apply<<<1024, 256>>>(out, settings, other, 3, 1000);
  layer<<<1024, 256>>>(out, weights, 16);
  layer<<<1024, 256>>>(out, other, 32);
  return cudaDeviceSynchronize() != cudaSuccess;
}
