// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-fence --remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// Of two threads that pass a test, each leaves what is its own at one location, or counts itself.

#include <cuda_runtime.h>

__global__ void position(int *hit, int *pos, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] == 42 && !*hit) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `*hit`: tested and set without an atomic; what a thread does depends on which of two comes first
    *hit = 1;
    *pos = i;
  }
}

__global__ void positionMended(int *hit, int *pos, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] == 42 && atomicExch(hit, 1) == 0)
    *pos = i;
}

// The two ends may be of two threads.
__global__ void range(int *hit, int *low, int *high, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] == 42 && !*hit) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `*hit`: tested and set without an atomic; what a thread does depends on which of two comes first
    *hit = 1;
    *low = i;
    *high = i + 1;
  }
}

// Data of the thread's own.
__global__ void entry(int *seen, int *out, const int *a, const int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int w = a[i];
  if (i < n && !seen[w]) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `seen[w]`: tested and set without an atomic; what a thread does depends on which of two comes first
    seen[w] = 1;
    out[w] = b[i];
  }
}

__global__ void best(int *hit, int *value, const int *score, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && score[i] > 42 && !*hit) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `*hit`: tested and set without an atomic; what a thread does depends on which of two comes first
    *hit = 1;
    value[0] = score[i];
  }
}

__global__ void inBlock(int *out, const int *a) {
  __shared__ int hit, pos;
  int t = threadIdx.x;
  if (t == 0)
    hit = 0, pos = -1;
  __syncthreads();
  if (a[t] == 42 && !hit) {
    // CHECK: :[[#@LINE+1]]:5: warning: shared memory race on `hit`: tested and set without an atomic; what a thread does depends on which of two comes first
    hit = 1;
    pos = t;
  }
  __syncthreads();
  if (t == 0)
    out[blockIdx.x] = pos;
}

// All leave one value, or one that the location determines.
__global__ void argument(int *hit, int *pos, const int *a, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] == 42 && !*hit) {
    // CHECK: :[[#@LINE+1]]:5: remark: benign global memory race on `*hit`: tested and set
    *hit = 1;
    // CHECK: :[[#@LINE+1]]:5: remark: benign global memory race on `pos[0]`
    *pos = m;
  }
}

__global__ void ofIndex(int *seen, int *out, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int w = a[i];
  if (i < n && !seen[w]) {
    // CHECK: :[[#@LINE+1]]:5: remark: benign global memory race on `seen[w]`: tested and set
    seen[w] = 1;
    out[w] = w + 1;
  }
}

// Whether the numbers are equal is not known.
__global__ void number(int *seen, float *out, const int *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int w = a[i];
  if (i < n && !seen[w]) {
    seen[w] = 1;
    out[w] = b[i];
  }
}

//===--- Counted in other ways ----------------------------------------------===//

__global__ void byBallot(int *seen, int *count, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int isNew = 0;
  if (i < n && !seen[a[i]]) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `seen[a[i]]`: tested and set without an atomic; what a thread does depends on which of two comes first
    seen[a[i]] = 1;
    isNew = 1;
  }
  unsigned all = __ballot_sync(~0u, isNew);
  if (threadIdx.x % 32 == 0)
    atomicAdd(count, __popc(all));
}

// What goes into votes, sums and shuffles is not followed: nothing is said.
__global__ void byBlock(int *seen, int *count, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int isNew = 0;
  if (i < n && !seen[a[i]]) {
    seen[a[i]] = 1;
    isNew = 1;
  }
  isNew = __syncthreads_count(isNew);
  if (threadIdx.x == 0)
    atomicAdd(count, isNew);
}

__global__ void bySum(int *seen, int *count, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int isNew = 0;
  if (i < n && !seen[a[i]]) {
    seen[a[i]] = 1;
    isNew = 1;
  }
  int all = __reduce_add_sync(~0u, isNew);
  if (threadIdx.x % 32 == 0)
    atomicAdd(count, all);
}

__global__ void byShuffles(int *seen, int *count, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int isNew = 0;
  if (i < n && !seen[a[i]]) {
    seen[a[i]] = 1;
    isNew = 1;
  }
  for (int d = 16; d > 0; d /= 2)
    isNew += __shfl_down_sync(~0u, isNew, d);
  if (threadIdx.x % 32 == 0)
    atomicAdd(count, isNew);
}

// Nor is what a loop has counted, behind it.
__global__ void inLoop(int *seen, int *count, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = 0;
  for (int k = 0; k < n; ++k) {
    int w = a[i * n + k];
    if (!seen[w]) {
      seen[w] = 1;
      ++c;
    }
  }
  count[i] = c;
}

// The count is of something else.
__global__ void besideLoop(int *seen, int *count, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = 0;
  for (int k = 0; k < n; ++k) {
    int w = a[i * n + k];
    if (!seen[w])
      // CHECK: :[[#@LINE+1]]:7: remark: benign global memory race on `seen[w]`: tested and set
      seen[w] = 1;
    if (w > 3)
      ++c;
  }
  count[i] = c;
}

void launchWinners(int *a, int *b, int *c, float *f, const int *in, const float *values, int n) {
  position<<<8, 64>>>(a, b, in, n);
  positionMended<<<8, 64>>>(a, b, in, n);
  range<<<8, 64>>>(a, b, c, in, n);
  entry<<<8, 64>>>(a, b, in, in + 4096, n);
  best<<<8, 64>>>(a, b, in, n);
  inBlock<<<8, 64>>>(a, in);
  argument<<<8, 64>>>(a, b, in, n, 7);
  ofIndex<<<8, 64>>>(a, b, in, n);
  number<<<8, 64>>>(a, f, in, values, n);
  byBallot<<<8, 64>>>(a, b, in, n);
  byBlock<<<8, 64>>>(a, b, in, n);
  bySum<<<8, 64>>>(a, b, in, n);
  byShuffles<<<8, 64>>>(a, b, in, n);
  inLoop<<<8, 64>>>(a, b, in, n);
  besideLoop<<<8, 64>>>(a, b, in, n);
}
