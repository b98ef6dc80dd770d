// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s --check-prefix=PAIRS
// RUN: not %cuda-memlint --each-access --checks=-*,cuda-shared-race,cuda-missing-syncwarp %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// Pointers to one of several arrays: threads, iterations and arguments determine which one.

#include <cuda_runtime.h>

// Each step reads what the step before stored, and stores to the other array: a barrier between
// any two accesses of one array by different threads.
// PAIRS: {{^}}swapped: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void swapped(int *out, const int *in) {
  __shared__ int even[256], odd[256];
  int t = threadIdx.x;
  int *from = even, *to = odd;
  from[t] = in[t];
  __syncthreads();
  for (int distance = 1; distance < 256; distance *= 2) {
    to[t] = from[t] + (t >= distance ? from[t - distance] : 0);
    __syncthreads();
    int *other = from;
    from = to;
    to = other;
  }
  out[t] = from[t];
}

// Thread t reads in step 1 what thread t - 2 stores in step 0, to the same array.
// PAIRS: {{^}}swappedAtOnce:
__global__ void swappedAtOnce(int *out, const int *in) {
  __shared__ int even[256], odd[256];
  int t = threadIdx.x;
  int *from = even, *to = odd;
  from[t] = in[t];
  __syncthreads();
  for (int distance = 1; distance < 256; distance *= 2) {
    // CHECK: :[[#@LINE+1]]:5: warning: shared memory race on `even or odd{{[^`]*}}`: {{.*}} with no barrier in between [cuda-shared-race]
    to[t] = from[t] + (t >= distance ? from[t - distance] : 0);
    int *other = from;
    from = to;
    to = other;
  }
  out[t] = from[t];
}

// From step 1 on both are `odd`: thread t reads what thread t - 2 stores in the same step.
// PAIRS: {{^}}swappedOnce:
__global__ void swappedOnce(int *out, const int *in) {
  __shared__ int even[128], odd[128];
  int t = threadIdx.x;
  int *from = even, *to = odd;
  from[t] = in[t];
  __syncthreads();
  for (int distance = 1; distance < 128; distance *= 2) {
    // CHECK: :[[#@LINE+1]]:5: warning: shared memory race on `odd{{[^`]*}}`: {{.*}} with no barrier in between [cuda-shared-race]
    to[t] = from[t] + (t >= distance ? from[t - distance] : 0);
    __syncthreads();
    from = to;
  }
  out[t] = from[t];
}

// Thread 0 reads a[127], which thread 127 stores, and thread 64 reads b[63].
// PAIRS: {{^}}byThread:
__global__ void byThread(int *out, const int *in) {
  __shared__ int a[128], b[128];
  int t = threadIdx.x;
  int *half = t < 64 ? a : b;
  a[t] = in[t];
  b[t] = in[t];
  // CHECK: :[[#@LINE+2]]:12: warning: shared memory race on `a[127]`: thread (0,0,0) reads it here while thread (127,0,0) writes it at line [[#@LINE-2]]
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `b[63]`: thread (64,0,0) reads it here while thread (63,0,0) writes it at line [[#@LINE-2]]
  out[t] = half[127 - t];
}

// Threads 0 to 63 store a[0] to a[63] and read b[0] to b[63], which nobody stores; the others
// likewise.
// PAIRS: {{^}}ownOfThread: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void ownOfThread(int *out, const int *in) {
  __shared__ int a[128], b[128];
  int t = threadIdx.x;
  int *half = t < 64 ? a : b;
  int *other = t < 64 ? b : a;
  half[t] = in[t];
  out[t] = other[t];
}

// Never the same array, whatever the argument is.
// PAIRS: {{^}}byArgument: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void byArgument(int *out, const int *in, int mode) {
  __shared__ int a[128], b[128];
  int t = threadIdx.x;
  int *to = mode ? a : b, *from = mode ? b : a;
  to[t] = in[t];
  out[t] = from[127 - t];
}

// Always the same one.
// PAIRS: {{^}}oneByArgument:
__global__ void oneByArgument(int *out, const int *in, int mode) {
  __shared__ int a[128], b[128];
  int t = threadIdx.x;
  int *both = mode ? a : b;
  both[t] = in[t];
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `a or b`: thread (0,0,0) reads it here while thread (127,0,0) writes it at line [[#@LINE-1]],
  out[t] = both[127 - t];
}

// Nothing determines it: undecided, whichever it is compared with.
// PAIRS: {{^}}byData:
// PAIRS-DAG: byData: undecided same-block line [[#@LINE+6]] line [[#@LINE+7]]: which object `one[t]` accesses is unknown
// PAIRS-DAG: byData: undecided same-block line [[#@LINE+5]] line [[#@LINE+5]]: which object `one[t]` accesses is unknown
__global__ void byData(int *out, const int *in) {
  __shared__ int a[128], b[128];
  int t = threadIdx.x;
  int *one = in[0] ? a : b;
  one[t] = in[t];
  out[t] = a[127 - t];
}

// PAIRS: {{^}}swappedByData:
// PAIRS: swappedByData: undecided {{.*}} line [[#@LINE+6]] line [[#@LINE+13]]: which object `to[t]` accesses is unknown
__global__ void swappedByData(int *out, const int *in) {
  __shared__ int a[128], b[128];
  int t = threadIdx.x;
  int *to = a, *from = b;
  for (int k = 0; k < 10; ++k) {
    to[t] = in[t];
    if (in[k]) {
      int *other = to;
      to = from;
      from = other;
    }
  }
  out[t] = a[127 - t];
}

// The start of the array that is chosen differs, too: lanes store to a[t + 4] or b[t].
// PAIRS: {{^}}otherStarts: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void otherStarts(int *out, const int *in) {
  __shared__ int a[132], b[128];
  int t = threadIdx.x;
  int *one = t % 2 ? a + 4 : b;
  one[t] = in[t];
  out[t] = one[t];
}

int main() {
  int *p;
  int mode;
  cudaMalloc(&p, 4096);
  cudaDeviceGetAttribute(&mode, cudaDevAttrIntegrated, 0);
  swapped<<<1, 256>>>(p, p);
  swappedAtOnce<<<1, 256>>>(p, p);
  swappedOnce<<<1, 128>>>(p, p);
  byThread<<<1, 128>>>(p, p);
  ownOfThread<<<1, 128>>>(p, p);
  byArgument<<<1, 128>>>(p, p, mode);
  oneByArgument<<<1, 128>>>(p, p, mode);
  byData<<<1, 128>>>(p, p);
  swappedByData<<<1, 128>>>(p, p);
  otherStarts<<<1, 128>>>(p, p);
}
