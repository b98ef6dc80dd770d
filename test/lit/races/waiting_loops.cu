// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s

// A loop waits for another thread only if that one alone can end it: behind other loops with atomics, races are
// decided.

#include <cuda_runtime.h>

// Firing: the rows of a sparse matrix have the ends that nothing writes.
// CHECK-LABEL: {{^}}rows:
// CHECK: race same-block line [[#@LINE+4]] line [[#@LINE+7]]
__global__ void rows(const int *row, const int *column, int *count, int *out) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i;
  for (int e = row[i]; e < row[i + 1]; e++)
    atomicAdd(&count[column[e]], 1);
  out[i] = s[threadIdx.x ^ 64];
}

// Firing: each iteration comes closer to the end, whatever others write there.
// CHECK-LABEL: {{^}}counts:
// CHECK: race same-block line [[#@LINE+4]] line [[#@LINE+7]]
__global__ void counts(int *limit, int *count, int *out) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i;
  for (int e = 0; e < limit[0]; e++)
    atomicAdd(&limit[1], 1);
  out[i] = s[threadIdx.x ^ 64];
}

// Near misses: nothing but another thread ends the loop. Without fences, that orders no accesses.
// CHECK-LABEL: {{^}}polls:
// CHECK: race same-block {{.*}}: a flag orders the two threads, but not their accesses: a fence is missing
__global__ void polls(int *flag, int *out) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i;
  atomicAdd(&flag[0], 1);
  while (atomicAdd(&flag[0], 0) < 256)
    ;
  out[i] = s[threadIdx.x ^ 64];
}

// CHECK-LABEL: {{^}}pollsAnother:
// CHECK: race same-block {{.*}}: a flag orders the two threads, but not their accesses: a fence is missing
__global__ void pollsAnother(volatile int *flag, int *count, int *out) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i;
  flag[i] = 1;
  while (flag[i ^ 64] == 0)
    atomicAdd(&count[0], 1);
  out[i] = s[threadIdx.x ^ 64];
}

// Firing: a lock orders what its holders do, and nothing before that.
// CHECK-LABEL: {{^}}locks:
// CHECK: race same-block line [[#@LINE+4]] line [[#@LINE+12]]
__global__ void locks(int *lock, int *out) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i;
  bool done = false;
  while (!done)
    if (atomicCAS(lock, 0, 1) == 0) {
      out[0] += 1;
      atomicExch(lock, 0);
      done = true;
    }
  out[i] = s[threadIdx.x ^ 64];
}

// Firing: a swap fails only where another one has succeeded.
// CHECK-LABEL: {{^}}swaps:
// CHECK: race same-block line [[#@LINE+4]] line [[#@LINE+10]]
__global__ void swaps(int *product, int *out) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i;
  int old = *product, expected;
  do {
    expected = old;
    old = atomicCAS(product, expected, expected * 3);
  } while (old != expected);
  out[i] = s[threadIdx.x ^ 64];
}

// Firing: likewise, until there is nothing left to do.
// CHECK-LABEL: {{^}}raises:
// CHECK: race same-block line [[#@LINE+4]] line [[#@LINE+12]]
__global__ void raises(int *most, int *out) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i;
  int old = *most;
  while (old < i) {
    int expected = old;
    old = atomicCAS(most, expected, i);
    if (old == expected)
      break;
  }
  out[i] = s[threadIdx.x ^ 64];
}

// Firing: the thread comes to the end of the work by itself.
// CHECK-LABEL: {{^}}fetches:
// CHECK: race same-block line [[#@LINE+4]] line [[#@LINE+7]]
__global__ void fetches(int *next, int *out) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x, mine;
  s[threadIdx.x] = i;
  while ((mine = atomicAdd(next, 1)) < 1024)
    out[4096 + mine] = mine;
  out[i] = s[threadIdx.x ^ 64];
}

// A swap that is tried only when a writer has gone waits for the writer.
// CHECK-LABEL: {{^}}readers:
// CHECK: race same-block {{.*}}: a flag orders the two threads, but not their accesses: a fence is missing
__global__ void readers(int *state, int *out) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i;
  for (;;) {
    int seen = atomicAdd(state, 0);
    if (seen >= 0 && atomicCAS(state, seen, seen + 1) == seen)
      break;
  }
  out[i] = s[threadIdx.x ^ 64];
}

// The fixed code.
// CHECK-LABEL: {{^}}fixed:
// CHECK-NOT: race{{.*}}line [[#@LINE+4]]
__global__ void fixed(const int *row, const int *column, int *count, int *out) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i;
  for (int e = row[i]; e < row[i + 1]; e++)
    atomicAdd(&count[column[e]], 1);
  __syncthreads();
  out[i] = s[threadIdx.x ^ 64];
}

int main() {
  int *a, *b, *c, *d;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  cudaMalloc(&c, 1 << 20);
  cudaMalloc(&d, 1 << 20);
  rows<<<4, 256>>>(a, b, c, d);
  counts<<<4, 256>>>(a, b, d);
  polls<<<1, 256>>>(a, d);
  pollsAnother<<<1, 256>>>(a, b, d);
  locks<<<1, 256>>>(a, d);
  swaps<<<1, 256>>>(a, d);
  raises<<<1, 256>>>(a, d);
  fetches<<<4, 256>>>(a, d);
  readers<<<1, 256>>>(a, d);
  fixed<<<4, 256>>>(a, b, c, d);
}
