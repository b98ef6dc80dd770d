// Barriers that an argument of the kernel switches on and off: without them the accesses race, with them they do not.
// RUN: not %cuda-memlint --checks=-*,cuda-shared-race,cuda-missing-syncwarp --show-remarks %s 2>&1 | FileCheck %s --check-prefix=SURE --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: not %cuda-memlint --checks=-*,cuda-shared-race,cuda-missing-syncwarp --show-remarks --races=may %s 2>&1 | FileCheck %s --check-prefixes=SURE,MAY --implicit-check-not=warning: --implicit-check-not=remark:

#include <cuda_runtime.h>

__global__ void between(int *out, const int *in, int n) {
  __shared__ int values[256];
  int t = threadIdx.x;
  values[t] = in[t];
  if (n & 1)
    __syncthreads();
  // MAY: :[[#@LINE+1]]:12: remark: possible shared memory race on `values[
  out[t] = values[255 - t];
}

// The barrier orders nothing that comes after it.
__global__ void before(int *out, const int *in, int n) {
  __shared__ int values[256];
  int t = threadIdx.x;
  if (n & 1)
    __syncthreads();
  values[t] = in[t];
  // SURE: :[[#@LINE+1]]:12: warning: shared memory race on `values[
  out[t] = values[255 - t];
}

// One of the two ways has a barrier at the wrong place.
__global__ void elsewhere(int *out, const int *in, int n) {
  __shared__ int values[256];
  int t = threadIdx.x;
  values[t] = in[t];
  if (n & 1) {
    // MAY: :[[#@LINE+1]]:15: remark: possible shared memory race on `values[
    out[t] += values[255 - t];
    __syncthreads();
  }
  out[t] += values[t];
}

// Both ways have one.
__global__ void either(int *out, const int *in, int n) {
  __shared__ int values[256];
  int t = threadIdx.x;
  values[t] = in[t];
  if (n & 1)
    __syncthreads();
  else
    __syncthreads();
  out[t] = values[255 - t];
}

// From one iteration to the next.
__global__ void inLoop(int *data, int n) {
  __shared__ int sums[512];
  int t = threadIdx.x;
  sums[t] = data[t];
  sums[t + 256] = data[t + 256];
  __syncthreads();
  for (int d = 256; d > 0; d >>= 1) {
    if (t < d)
      // MAY: :[[#@LINE+2]]:7: remark: possible shared memory race on `sums[
      // MAY: note: for n = {{-?[0-9]*[02468]$}}
      sums[t] += sums[t + d];
    if (n & 1)
      __syncthreads();
  }
  if (t == 0)
    data[0] = sums[0];
}

// An argument decides anew in each iteration.
__global__ void inSomeIterations(int *data, int mask) {
  __shared__ int sums[512];
  int t = threadIdx.x;
  sums[t] = data[t];
  sums[t + 256] = data[t + 256];
  __syncthreads();
  for (int k = 0; k < 9; ++k) {
    if (t < 256 >> k)
      // MAY: :[[#@LINE+2]]:7: remark: possible shared memory race on `sums[
      // MAY: note: when no barrier in between is reached
      sums[t] += sums[t + (256 >> k)];
    if (mask >> k & 1)
      __syncthreads();
  }
  if (t == 0)
    data[0] = sums[0];
}

// A loop that an argument makes run or not.
__global__ void inLoopBetween(int *out, const int *in, int n) {
  __shared__ int values[256];
  int t = threadIdx.x;
  values[t] = in[t];
  for (int i = 0; i < n - 1000; ++i)
    __syncthreads();
  // MAY: :[[#@LINE+1]]:12: remark: possible shared memory race on `values[
  out[t] = values[255 - t];
}

// The load of one iteration and the store of the next, however many there are.
__global__ void tiles(int *out, const int *in, int n) {
  __shared__ int values[256];
  int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    values[t] = in[i * 256 + t];
    __syncthreads();
    // SURE: :[[#@LINE+1]]:12: warning: shared memory race on `values[
    sum += values[255 - t];
  }
  out[t] = sum;
}

__global__ void cases(int *out, int n) {
  __shared__ int values[256];
  int t = threadIdx.x;
  switch (n) {
  case 0:
    values[t] = 1;
  case 1:
    __syncthreads();
    break;
  default:
    values[t] = 2;
  }
  // MAY: :[[#@LINE+1]]:12: remark: possible shared memory race on `values[
  out[t] = values[255 - t];
}

// What is read decides, and is the same for all threads.
__global__ void byData(int *out, const int *in) {
  __shared__ int values[256];
  int t = threadIdx.x;
  bool isOrdered = in[0] != 0;
  values[t] = in[t];
  if (isOrdered)
    __syncthreads();
  // MAY: :[[#@LINE+1]]:12: remark: possible shared memory race on `values[
  out[t] = values[255 - t];
}

// The launch determines whether there is a barrier.
__global__ void known(int *out, const int *in, int n) {
  __shared__ int values[256];
  int t = threadIdx.x;
  values[t] = in[t];
  if (n & 1)
    __syncthreads();
  // SURE: :[[#@LINE+1]]:12: warning: shared memory race on `values[
  out[t] = values[255 - t];
}

__global__ void knownToOrder(int *out, const int *in, int n) {
  __shared__ int values[256];
  int t = threadIdx.x;
  values[t] = in[t];
  if (n & 1)
    __syncthreads();
  out[t] = values[255 - t];
}

// A condition around all of it is that of the race, too.
__global__ void around(int *out, const int *in, int n) {
  __shared__ int values[256];
  int t = threadIdx.x;
  if (n > 4) {
    values[t] = in[t];
    // SURE: :[[#@LINE+1]]:14: warning: shared memory race on `values[
    out[t] = values[255 - t];
    __syncthreads();
  }
}

// An argument decides which array is stored to.
__global__ void oneOfTwo(int *out, const int *in, int n) {
  __shared__ int few[256], many[256];
  int t = threadIdx.x;
  int *values = n > 3 ? many : few;
  values[t] = in[t];
  // MAY: :[[#@LINE+1]]:12: remark: possible shared memory race on `many[
  out[t] = many[255 - t] + few[255 - t];
}

// And it is the one that is loaded from.
__global__ void eitherOfTwo(int *out, const int *in, int n) {
  __shared__ int few[256], many[256];
  int t = threadIdx.x;
  int *values = n > 3 ? many : few;
  values[t] = in[t];
  // SURE: :[[#@LINE+1]]:12: warning: shared memory race on `
  out[t] = values[255 - t];
}

void launch(int *out, const int *in, int n) {
  between<<<1, 256>>>(out, in, n);
  before<<<1, 256>>>(out, in, n);
  elsewhere<<<1, 256>>>(out, in, n);
  either<<<1, 256>>>(out, in, n);
  inLoop<<<1, 256>>>(out, n);
  inSomeIterations<<<1, 256>>>(out, n);
  inLoopBetween<<<1, 256>>>(out, in, n);
  tiles<<<1, 256>>>(out, in, n);
  cases<<<1, 256>>>(out, n);
  byData<<<1, 256>>>(out, in);
  known<<<1, 256>>>(out, in, 4);
  knownToOrder<<<1, 256>>>(out, in, 5);
  around<<<1, 256>>>(out, in, n);
  oneOfTwo<<<1, 256>>>(out, in, n);
  eitherOfTwo<<<1, 256>>>(out, in, n);
}
