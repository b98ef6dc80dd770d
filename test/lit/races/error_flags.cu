// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-fence --remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// A thread that finds bad data sets a flag, and those that come later leave their work.

#include <cuda_runtime.h>

__global__ void badInput(int *out, const int *a, int *error, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || *error)
    return;
  if (a[i] < 0)
    // CHECK: :[[#@LINE+1]]:5: remark: benign global memory race on `*error`: tested and set without an atomic; all threads store the same value
    *error = 1;
  else
    out[i] = a[i];
}

__global__ void leavesLoop(int *out, const int *a, int *error, int n) {
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x) {
    if (*error)
      break;
    if (a[k] < 0) {
      // CHECK: :[[#@LINE+1]]:7: remark: benign global memory race on `*error`: tested and set
      *error = 1;
      break;
    }
    out[k] = a[k];
  }
}

__global__ void code(float *out, const float *a, int *info, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || *info != 0)
    return;
  if (a[i] < 0) {
    // CHECK: :[[#@LINE+1]]:5: remark: benign global memory race on `*info`: tested and set
    *info = -2;
    return;
  }
  out[i] = sqrtf(a[i]);
}

__global__ void byAtomic(int *out, const int *a, int *error, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || *error)
    return;
  if (a[i] < 0)
    atomicExch(error, 1);
  else
    out[i] = a[i];
}

// Which of two errors is left depends on which thread comes last.
__global__ void codes(int *out, const int *a, int *info, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || *info != 0)
    return;
  if (a[i] < 0) {
    *info = -2;
    return;
  }
  if (a[i] > 100) {
    // CHECK: :[[#@LINE+1]]:5: remark: benign global memory race on `info[0]`: thread {{.*}} writes it here while thread {{.*}} writes it at line [[#@LINE-4]]; which of the two codes remains depends on the order
    *info = -3;
    return;
  }
  out[i] = a[i];
}

// Which input was bad is of any thread.
__global__ void where(int *out, const int *a, int *error, int *bad, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || *error)
    return;
  if (a[i] < 0) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `*error`: tested and set without an atomic; what a thread does depends on which of two comes first
    *error = 1;
    *bad = i;
  } else {
    out[i] = a[i];
  }
}

// A thread whose index is chosen has no reason of its own.
__global__ void byIndex(int *out, const int *a, int *error, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || *error)
    return;
  if (i % 7 == 3)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `error[0]`: thread (3,0,0) writes it here while thread (32,0,0) reads it
    *error = 1;
  else
    out[i] = a[i];
}

// What was read is stored, too.
__global__ void keepsFlag(int *out, const int *a, int *error) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int found = *error;
  if (!found && a[i] < 0)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `*error`: tested and set without an atomic; what a thread does depends on which of two comes first
    *error = 1;
  out[i] = found;
}

void launchFlags(int *a, int *b, int *c, float *f, const int *in, const float *values, int n) {
  badInput<<<8, 64>>>(a, in, b, n);
  leavesLoop<<<8, 64>>>(a, in, b, n);
  code<<<8, 64>>>(f, values, b, n);
  byAtomic<<<8, 64>>>(a, in, b, n);
  codes<<<8, 64>>>(a, in, b, n);
  where<<<8, 64>>>(a, in, b, c, n);
  byIndex<<<8, 64>>>(a, in, b, n);
  keepsFlag<<<8, 64>>>(a, in, b);
}
