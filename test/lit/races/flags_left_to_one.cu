// RUN: not %cuda-memlint --checks=-*,cuda-shared-race --remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
//
// All threads may set a flag, and one of them says so to the host.

#include <cuda_runtime.h>

__global__ void early(const int *in, int *error) {
  __shared__ int any;
  if (threadIdx.x == 0)
    any = 0;
  __syncthreads();
  if (in[threadIdx.x] < 0)
    any = 1;
  // CHECK: :[[#@LINE+1]]:7: warning: shared memory race on `any`: {{.*}} with no barrier in between
  if (any && threadIdx.x == 0)
    error[blockIdx.x] = 1;
}

// Near miss: the flag only spares work, also that of one thread.
__global__ void spares(const int *in, int *out) {
  __shared__ int any;
  if (threadIdx.x == 0)
    any = 0;
  __syncthreads();
  if (in[threadIdx.x] < 0)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: benign shared memory race on `any`
    any = 1;
  if (!any && threadIdx.x == 0)
    out[blockIdx.x] = 1;
}

// Fixed.
__global__ void late(const int *in, int *error) {
  __shared__ int any;
  if (threadIdx.x == 0)
    any = 0;
  __syncthreads();
  if (in[threadIdx.x] < 0)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: benign shared memory race on `any`
    any = 1;
  __syncthreads();
  if (any && threadIdx.x == 0)
    error[blockIdx.x] = 1;
}

// Which of two codes is reported is up to the order; that one is, is not.
__global__ void codes(const int *in, int *out, int *error) {
  __shared__ int code;
  if (threadIdx.x == 0)
    code = 0;
  __syncthreads();
  int value = in[threadIdx.x];
  if (value < 0)
    code = 1;
  if (value > 9)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: benign shared memory race on `code`: {{.*}}; which of the two codes remains
    code = 2;
  __syncthreads();
  int found = code;
  if (found != 0) {
    if (threadIdx.x == 0)
      error[blockIdx.x] = found;
    return;
  }
  out[threadIdx.x] = value;
}

// Near miss: the kernel counts on by the code.
__global__ void usesCode(const int *in, int *out) {
  __shared__ int code;
  if (threadIdx.x == 0)
    code = 0;
  __syncthreads();
  int value = in[threadIdx.x];
  if (value < 0)
    code = 1;
  if (value > 9)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on `code`
    code = 2;
  __syncthreads();
  out[threadIdx.x] = value + code;
}

// One thread alone sets the number that others go on by: the update is not lost, but unordered,
// and so is what it reads against the additions of the next round.
__global__ void rounds(const float *in, int *start) {
  __shared__ int left, next;
  if (threadIdx.x == 0) {
    left = start[0];
    next = 0;
  }
  __syncthreads();
  while (left > 0) {
    if (in[threadIdx.x] > 0)
      atomicAdd(&next, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
      // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: shared memory race on `left`: {{.*}} with no barrier in between
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on `next`
      left = next - 1;
    }
  }
}

// Near miss: where an atomic's result decides who counts, the number is still found.
__global__ void visits(const int *frontier, int *levels, int *start) {
  __shared__ int left, next;
  if (threadIdx.x == 0) {
    left = start[0];
    next = 0;
  }
  __syncthreads();
  while (left > 0) {
    for (int i = threadIdx.x; i < left; i += blockDim.x)
      if (atomicCAS(levels + frontier[i], -1, 1) == -1)
        atomicAdd(&next, 1);
    if (threadIdx.x == 0) {
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on `left`
      left = next;
      next = 0;
    }
    __syncthreads();
  }
}
