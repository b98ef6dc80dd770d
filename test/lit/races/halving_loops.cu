// RUN: not %cuda-memlint --checks=-*,cuda-shared-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint --checks=-*,cuda-shared-race %s -- -DANY_NUMBER 2>&1 | FileCheck %s --implicit-check-not=warning:
// How often a loop has halved its number decides where a later loop begins: the work-efficient scan goes up a tree and down
// again, and the number of levels is that of the binary digits of n / 2.

#include <cuda_runtime.h>

#define UP_SWEEP(BARRIER)                                                                          \
  for (int d = n >> 1; d > 0; d >>= 1) {                                                           \
    BARRIER;                                                                                       \
    if (t < d)                                                                                     \
      tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];                            \
    offset *= 2;                                                                                   \
  }

__global__ void scan(float *out, const float *in, int n) {
  extern __shared__ float tree[];
  int t = threadIdx.x, offset = 1;
  tree[2 * t] = in[2 * t];
  tree[2 * t + 1] = in[2 * t + 1];
  UP_SWEEP(__syncthreads())
  if (t == 0)
    tree[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      float value = tree[left];
      tree[left] = tree[right];
      tree[right] += value;
    }
  }
  __syncthreads();
  out[2 * t] = tree[2 * t];
  out[2 * t + 1] = tree[2 * t + 1];
}

// No barrier on the way down: a thread of the second warp reads what one of the first has just moved.
__global__ void noBarrierDown(float *out, const float *in, int n) {
  extern __shared__ float tree[];
  int t = threadIdx.x, offset = 1;
  tree[2 * t] = in[2 * t];
  tree[2 * t + 1] = in[2 * t + 1];
  UP_SWEEP(__syncthreads())
  if (t == 0)
    tree[n - 1] = 0;
  __syncthreads();
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    if (t < d) {
      int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      float value = tree[left];
      tree[left] = tree[right];
      // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on `tree[{{[0-9]+}}]`
      tree[right] += value;
    }
  }
  __syncthreads();
  out[2 * t] = tree[2 * t];
  out[2 * t + 1] = tree[2 * t + 1];
}

// None before the result is read.
__global__ void noLastBarrier(float *out, const float *in, int n) {
  extern __shared__ float tree[];
  int t = threadIdx.x, offset = 1;
  tree[2 * t] = in[2 * t];
  tree[2 * t + 1] = in[2 * t + 1];
  UP_SWEEP(__syncthreads())
  if (t == 0)
    tree[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      float value = tree[left];
      tree[left] = tree[right];
      tree[right] += value;
    }
  }
  // The last round moves the pair of elements that the thread itself reads.
  out[2 * t] = tree[2 * t];
  out[2 * t + 1] = tree[2 * t + 1];
}

#ifdef ANY_NUMBER
void launch(float *out, const float *in, int n) {
  scan<<<1, n / 2, n * sizeof(float)>>>(out, in, n);
  noBarrierDown<<<1, n / 2, n * sizeof(float)>>>(out, in, n);
  noLastBarrier<<<1, n / 2, n * sizeof(float)>>>(out, in, n);
}
#else
int main() {
  float *in, *out;
  cudaMalloc(&in, 2048);
  cudaMalloc(&out, 2048);
  scan<<<1, 256, 2048>>>(out, in, 512);
  noBarrierDown<<<1, 256, 2048>>>(out, in, 512);
  noLastBarrier<<<1, 256, 2048>>>(out, in, 512);
}
#endif
