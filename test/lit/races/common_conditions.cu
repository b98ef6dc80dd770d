// Conditions that a whole block finds alike keep none of its threads back alone: the bounds of a
// row, and the number of a piece of work that one thread takes from a queue for all.
// RUN: %exit 1 %cuda-memlint %s --checks=cuda-shared-race | FileCheck %s

__global__ void __launch_bounds__(128) rows(float *y, const int *start, const float *v) {
  __shared__ float part[128];
  unsigned t = threadIdx.x;
  int a = start[blockIdx.x], b = start[blockIdx.x + 1];
  if (a < b) {
    float s = 0;
    for (int i = a + t; i < b; i += 128)
      s += v[i];
    part[t] = s;
    for (int h = 64; h > 0; h /= 2) {
      if (t < h)
        // CHECK: [[#@LINE+1]]:20: warning: shared memory race on `part[64]`{{.*}} when the data let both threads come here (`a < b`)
        part[t] += part[t + h];
      __syncthreads();
    }
    if (t == 0)
      y[blockIdx.x] = part[0];
  }
}

__global__ void __launch_bounds__(128) rowsWithBarrier(float *y, const int *start, const float *v) {
  __shared__ float part[128];
  unsigned t = threadIdx.x;
  int a = start[blockIdx.x], b = start[blockIdx.x + 1];
  if (a < b) {
    float s = 0;
    for (int i = a + t; i < b; i += 128)
      s += v[i];
    part[t] = s;
    __syncthreads();
    for (int h = 64; h > 0; h /= 2) {
      if (t < h)
        part[t] += part[t + h];
      __syncthreads();
    }
    if (t == 0)
      y[blockIdx.x] = part[0];
  }
}

__global__ void __launch_bounds__(128) queue(float *out, const float *in, int *next, int jobs) {
  __shared__ float sums[128];
  __shared__ int job;
  unsigned t = threadIdx.x;
  while (true) {
    if (t == 0)
      job = atomicAdd(next, 1);
    __syncthreads();
    int j = job;
    if (j >= jobs)
      return;
    sums[t] = in[j * 128 + t];
    // The next piece of work is taken behind the barrier: nobody has waited for it here.
    // CHECK: [[#@LINE+1]]:34: warning: shared memory race on `sums[64]`
    out[j * 128 + t] = sums[t] + sums[t ^ 64];
    __syncthreads();
  }
}

__global__ void __launch_bounds__(128) queueWithBarrier(float *out, const float *in, int *next, int jobs) {
  __shared__ float sums[128];
  __shared__ int job;
  unsigned t = threadIdx.x;
  while (true) {
    if (t == 0)
      job = atomicAdd(next, 1);
    __syncthreads();
    int j = job;
    if (j >= jobs)
      return;
    sums[t] = in[j * 128 + t];
    __syncthreads();
    out[j * 128 + t] = sums[t] + sums[t ^ 64];
    __syncthreads();
  }
}

// Each thread takes work of its own: one of them alone may have got the last piece.
__global__ void __launch_bounds__(128) own(float *out, int *next, int jobs) {
  __shared__ float last;
  int j = atomicAdd(next, 1);
  if (j == jobs - 1)
    last = out[j];
  if (j == jobs - 1)
    out[j] = last + 1;
}

// A look before an atomic that does nothing where the look was right.
__global__ void __launch_bounds__(256) largest(int *out, const int *value, const int *column, int n) {
  __shared__ int most;
  if (threadIdx.x == 0)
    most = 0;
  __syncthreads();
  for (int e = threadIdx.x; e < n; e += 256)
    if (most < value[column[e]])
      atomicMax(&most, value[column[e]]);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = most;
}

// A look that decides about a sum: others may have changed what it saw.
__global__ void __launch_bounds__(256) bounded(int *out, const int *value, int n) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  for (int e = threadIdx.x; e < n; e += 256)
    // CHECK: warning: shared memory race on `sum`
    if (sum < 100)
      atomicAdd(&sum, value[e]);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

// CHECK: {{^}}3 warnings
