// How often an inner loop runs, or a condition holds, differs from one iteration of an outer loop to
// the next, though nothing else does: all iterations count.
// RUN: %exit 1 %cuda-memlint --checks=-*,cuda-*-race %s | FileCheck %s --implicit-check-not=warning:

// No iteration of the inner loop, then one, then two: thread 0 with j = 1 meets thread 1 with j = 0.
__global__ void rising(int *a) {
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < i; ++j)
      // CHECK: :[[# @LINE + 1]]:7: warning: {{.*}} [cuda-global-race]
      a[threadIdx.x + j] = threadIdx.x;
}

__global__ void falling(int *a) {
  for (int i = 9; i > 0; --i)
    for (int j = 0; j < i; ++j)
      // CHECK: :[[# @LINE + 1]]:7: warning: {{.*}} [cuda-global-race]
      a[threadIdx.x + j] = threadIdx.x;
}

__global__ void byCondition(int *a) {
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 9; ++j)
      if (j < i)
        // CHECK: :[[# @LINE + 1]]:9: warning: {{.*}} [cuda-global-race]
        a[threadIdx.x + j] = threadIdx.x;
}

// Near misses: the inner loop runs once at most; what differs is where no other thread is.
__global__ void once(int *a) {
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < i; ++j)
      a[threadIdx.x + j] = threadIdx.x;
}

__global__ void rows(int *a) {
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < i; ++j)
      a[threadIdx.x + 64 * j] = threadIdx.x;
}

// Mended: a barrier between the iterations.
__global__ void ordered(int *a) {
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < i; ++j) {
      a[threadIdx.x + j] = threadIdx.x;
      __syncthreads();
    }
}

void launch(int *a) {
  rising<<<1, 64>>>(a);
  falling<<<1, 64>>>(a);
  byCondition<<<1, 64>>>(a);
  once<<<1, 64>>>(a);
  rows<<<1, 64>>>(a);
  ordered<<<1, 64>>>(a);
}
