// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=WARN --implicit-check-not=warning:
// RUN: not %cuda-memlint --remarks --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: not %cuda-memlint --min-share=0 --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=ALL

// Where trip counts are not known, loops say which accesses matter.

#include <cuda_runtime.h>

// Once per thread, where the loop loads once in each iteration.
__global__ void outside(float *out, const float *in, int count) {
  float sum = 0;
  for (int i = 0; i < count; ++i)
    sum += in[i * 64 + threadIdx.x];
  // REMARK: :[[#@LINE+2]]:3: remark: uncoalesced store
  // REMARK: note: minor: outside the loop at line [[#@LINE-3]], which has an unknown trip count and accesses memory in each iteration
  out[2 * threadIdx.x] = sum;
}

// The loop is in shared memory, which says nothing of what is moved in global memory.
__global__ void besideShared(float *out, int steps) {
  __shared__ float values[64];
  values[threadIdx.x] = 0;
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < steps; ++i)
    sum += values[(threadIdx.x + i) % 64];
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[2 * threadIdx.x] = sum;
}

// In the loop itself.
__global__ void inside(float *out, const float *in, int count) {
  for (int i = 0; i < count; ++i)
    // WARN: :[[#@LINE+1]]:5: warning: uncoalesced store
    out[2 * (i * 64 + threadIdx.x)] = in[i * 64 + threadIdx.x];
}

// Two loops of unknown trip counts, one after the other: which one matters is not known.
__global__ void otherLoop(float *out, const float *in, int count, int stores) {
  float sum = 0;
  for (int i = 0; i < count; ++i)
    sum += in[i * 64 + threadIdx.x];
  for (int i = 0; i < stores; ++i)
    // WARN: :[[#@LINE+1]]:5: warning: uncoalesced store
    out[2 * (i * 64 + threadIdx.x)] = sum;
}

// In the outer one of two, beside the inner one.
__global__ void outerLoop(float *out, const float *in, int rows, int count) {
  for (int row = 0; row < rows; ++row) {
    float sum = 0;
    for (int i = 0; i < count; ++i)
      sum += in[(row * count + i) * 64 + threadIdx.x];
    // REMARK: :[[#@LINE+2]]:5: remark: uncoalesced store
    // REMARK: note: minor: outside the loop at line [[#@LINE-3]],
    out[2 * (row * 64 + threadIdx.x)] = sum;
  }
}

// A loop that waits: how often it loads says nothing of how much there is to do.
__global__ void waits(float *out, const volatile int *ready) {
  while (ready[0] == 0)
    ;
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[2 * threadIdx.x] = 1;
}

// Few threads take part in the loop.
__global__ void fewThreads(float *out, const float *in, int count) {
  float sum = 0;
  if (threadIdx.x < 32)
    for (int i = 0; i < count; ++i)
      sum += in[i * 32 + threadIdx.x];
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[2 * threadIdx.x] = sum;
}

// The threads of the block share the iterations.
__global__ void sharedLoop(float *out, const float *in, int count) {
  float sum = 0;
  for (int i = threadIdx.x; i < count; i += 64)
    sum += in[i];
  // REMARK: :[[#@LINE+2]]:3: remark: uncoalesced store
  // REMARK: note: minor: outside the loop at line [[#@LINE-3]],
  out[2 * threadIdx.x] = sum;
}

// Whether the loop is entered at all is not known.
__global__ void optionalLoop(float *out, const float *in, int count, int verbose) {
  float sum = 0;
  if (verbose)
    for (int i = 0; i < count; ++i)
      sum += in[i * 64 + threadIdx.x];
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[2 * threadIdx.x] = sum;
}

// A loop that may end early: 50 iterations are the most.
__global__ void mayEndEarly(float *out, const float *in, int rows) {
  for (int row = 0; row < rows; ++row) {
    float sum = 0;
    for (int i = 0; i < 50; ++i) {
      sum += in[(row * 50 + i) * 64 + threadIdx.x];
      if (sum > 1)
        break;
    }
    // WARN: :[[#@LINE+1]]:5: warning: uncoalesced store
    out[2 * (row * 64 + threadIdx.x)] = sum;
  }
}

// In each iteration of the outer loop 4 sectors 50 times, and 8, 4 needed: 4 of 208 are 1.9 %.
__global__ void littleShare(float *out, const float *in, int rows) {
  for (int row = 0; row < rows; ++row) {
    float sum = 0;
    for (int i = 0; i < 50; ++i)
      sum += in[(row * 50 + i) * 64 + threadIdx.x];
    // REMARK: :[[#@LINE+2]]:5: remark: uncoalesced store
    // REMARK: note: minor: the excess is at most 1.9 % of the kernel's sectors
    out[2 * (row * 64 + threadIdx.x)] = sum;
  }
}

// Twice: 4 of 16 are 25 %.
__global__ void largerShare(float *out, const float *in, int rows) {
  for (int row = 0; row < rows; ++row) {
    float sum = 0;
    for (int i = 0; i < 2; ++i)
      sum += in[(row * 2 + i) * 64 + threadIdx.x];
    // WARN: :[[#@LINE+1]]:5: warning: uncoalesced store
    out[2 * (row * 64 + threadIdx.x)] = sum;
  }
}

// What is known of the kernel's traffic is enough: 4 of at least 208.
__global__ void knownPart(float *out, const float *in, const int *index) {
  float sum = 0;
  for (int i = 0; i < 50; ++i)
    sum += in[i * 64 + threadIdx.x];
  sum += in[index[threadIdx.x]];
  // REMARK: :[[#@LINE+2]]:3: remark: uncoalesced store
  // REMARK: note: minor: the excess is at most 1.9 % of the kernel's sectors
  out[2 * threadIdx.x] = sum;
}

// The number of iterations is loaded anew each time, since `out` may be the same memory.
__global__ void loadedBound(float *out, const float *in, const int *count) {
  for (int i = 0; i < *count; ++i)
    out[i * 64 + threadIdx.x] = in[i * 64 + threadIdx.x];
  // REMARK: :[[#@LINE+2]]:3: remark: uncoalesced store
  // REMARK: note: minor: outside the loop at line [[#@LINE-3]],
  out[2 * threadIdx.x] = 0;
}

// Ends where the data have a zero.
__global__ void endsAtZero(float *out, const float *in, const int *list) {
  float sum = 0;
  for (int i = 0; list[i] != 0; ++i)
    sum += in[i * 64 + threadIdx.x];
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[2 * threadIdx.x] = sum;
}

void launch(float *out, const float *in, const int *numbers) {
  outside<<<1, 64>>>(out, in, numbers[0]);
  besideShared<<<1, 64>>>(out, numbers[0]);
  inside<<<1, 64>>>(out, in, numbers[0]);
  otherLoop<<<1, 64>>>(out, in, numbers[0], numbers[1]);
  outerLoop<<<1, 64>>>(out, in, numbers[0], numbers[1]);
  waits<<<1, 64>>>(out, numbers);
  fewThreads<<<1, 64>>>(out, in, numbers[0]);
  sharedLoop<<<1, 64>>>(out, in, numbers[0]);
  optionalLoop<<<1, 64>>>(out, in, numbers[0], numbers[1]);
  mayEndEarly<<<1, 64>>>(out, in, numbers[0]);
  littleShare<<<1, 64>>>(out, in, numbers[0]);
  largerShare<<<1, 64>>>(out, in, numbers[0]);
  knownPart<<<1, 64>>>(out, in, numbers);
  loadedBound<<<1, 64>>>(out, in, numbers);
  endsAtZero<<<1, 64>>>(out, in, numbers);
}

// ALL-COUNT-14: warning:
