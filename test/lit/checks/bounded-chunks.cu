// RUN: not %cuda-memlint --remarks --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s

// Chunks of a vector, up to its end: neighbouring threads may take neighbouring elements, each with
// its own bound. Such a vector has no rows.

#include <cuda_runtime.h>

// 2,048 warps make 16 loads and 16 stores of 32 sectors, or of 4.
__global__ void guardedChunks(float *a, int n, int each) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
  if (first >= n)
    return;
  for (int k = 0; first + k < n && k < each; ++k)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced
    // CHECK: help: if its iterations are independent, let thread t take the elements `k * 65536 + t` instead of `t * 16 + k`, with its bounds checked for each element: 2,097,152 -> 262,144 sectors for the kernel
    a[first + k] /= 3;
}

// The last threads have no elements, and one of them a few.
__global__ void brokenLoop(float *a, unsigned n) {
  unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * 16;
  if (first >= n)
    return;
#pragma unroll
  for (int k = 0; k < 16; ++k) {
    if (first + k >= n)
      break;
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced
    // CHECK: help: if its iterations are independent, let thread t take the elements `k * 65536 + t` instead of `t * 16 + k`, with its bounds checked for each element
    a[first + k] /= 3;
  }
}

__global__ void returnInLoop(float *a, int n) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * 16;
  for (int k = 0; k < 16; ++k) {
    if (first + k >= n)
      return;
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced
    // CHECK: help: if its iterations are independent, let thread t take the elements `k * 65536 + t` instead of `t * 16 + k`
    a[first + k] /= 3;
  }
}

__global__ void clampedEnd(float *a, int n) {
  int threads = gridDim.x * blockDim.x;
  int chunk = (n + threads - 1) / threads;
  int start = (blockIdx.x * blockDim.x + threadIdx.x) * chunk;
  int end = start + chunk;
  if (end > n)
    end = n;
  for (int i = start; i < end; ++i)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced
    // CHECK: help: if its iterations are independent, let thread t take the elements `k * 65536 + t` instead of `t * 16 + k`, with its bounds checked for each element: 2,097,152 -> 262,144 sectors for the kernel
    a[i] /= 3;
}

// Where a thread ends early, others would not take its elements: neither they nor an order of rows,
// as the vector has none.
__global__ void endsEarly(float *a, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 16; ++k) {
    if (t * 16 + k >= n || (k == 7 && t < 4096))
      break;
    // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: warning: uncoalesced
    // CHECK-NOT: elements `k *
    // CHECK-NOT: arrays one behind the other
    a[t * 16 + k] /= 3;
  }
}

// The bound is on the element behind this one: the first of a thread is taken beyond it, too.
__global__ void breaksBehind(float *a, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 16; ++k) {
    // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: warning: uncoalesced
    // CHECK-NOT: elements `k *
    // CHECK-NOT: arrays one behind the other
    a[t * 16 + k] /= 3;
    if (t * 16 + k + 1 >= n)
      break;
  }
}

// Rows that are counted are rows.
__global__ void countedRows(float *out, const float *in, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0;
  for (int k = 0; k < 5; ++k)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: uncoalesced
    // CHECK: help: keep `in` as 5 arrays one behind the other
    sum += sum * in[row * 5 + k];
  out[row] = sum;
}

void launch(float *a, float *b) {
  guardedChunks<<<256, 256>>>(a, 1 << 20, 16);
  brokenLoop<<<256, 256>>>(a, (1 << 20) - 1000);
  returnInLoop<<<256, 256>>>(a, (1 << 20) - 1000);
  clampedEnd<<<256, 256>>>(a, 1 << 20);
  endsEarly<<<256, 256>>>(a, 1 << 20);
  breaksBehind<<<256, 256>>>(a, (1 << 20) - 1000);
  countedRows<<<256, 256>>>(b, a, 65536);
}
