// One array is passed for two parameters, and each thread reads or writes an element that data choose.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cstdlib>
#include <cuda_runtime.h>

__global__ void gathered(float *out, const float *in, const int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `out[0]`: thread {{.*}} writes it here while thread {{.*}} reads it at line [[#@LINE+1]], with nothing that orders the two, when an entry of `order` gives one thread the index of the other
    out[i] = in[order[i]];
  // CHECK: note: `in` and `out` point into one allocation
}
__global__ void gatheredApart(float *out, const float *in, const int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[order[i]];
}
__global__ void summed(int *out, const int *in, const int *row, const int *column, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int sum = 0;
  for (int e = row[i]; e < row[i + 1]; ++e)
    sum += in[column[e]];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `out[0]`
  out[i] = sum;
}
__global__ void scattered(float *out, const float *in, const int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `out[0]`
    out[order[i]] = in[i];
}
__global__ void scatteredApart(float *out, const float *in, const int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[order[i]] = in[i];
}

//===--- Near misses -------------------------------------------------------===//

// Each thread reads its own element.
__global__ void scaled(float *out, const float *in, const int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * order[i];
}
// Two parts of one array.
__global__ void toOtherPart(float *out, const float *in, const int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[order[i]];
}

int main() {
  int n = 4096, blocks = (n + 255) / 256;
  float *a, *b;
  int *c, *order;
  cudaMalloc(&a, 2 * n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(int));
  cudaMallocManaged(&order, (n + 1) * sizeof(int));
  for (int i = 0; i <= n; ++i)
    order[i] = rand() % n;
  gathered<<<blocks, 256>>>(a, a, order, n);
  gatheredApart<<<blocks, 256>>>(b, a, order, n);
  summed<<<blocks, 256>>>(c, c, order, order, n);
  scattered<<<blocks, 256>>>(a, a, order, n);
  scatteredApart<<<blocks, 256>>>(b, a, order, n);
  scaled<<<blocks, 256>>>(a, a, order, n);
  toOtherPart<<<blocks, 256>>>(a + n, a, order, n);
  cudaDeviceSynchronize();
}
