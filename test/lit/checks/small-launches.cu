// RUN: not %cuda-memlint %s | FileCheck %s --check-prefix=WARN --implicit-check-not=warning:
// RUN: not %cuda-memlint --remarks %s | FileCheck %s --check-prefix=REMARK
// RUN: not %cuda-memlint --min-share=0 %s | FileCheck %s --check-prefix=ALL

// What few threads waste, beside a kernel with far more of them.

#include <cuda_runtime.h>

__global__ void manyThreads(float *out, const float *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[2 * i] = in[i];
}

__global__ void fewThreads(float *out) {
  // REMARK: :[[#@LINE+2]]:3: remark: uncoalesced store
  // REMARK: note: minor: launches of this kernel are small beside those of manyThreads
  out[2 * threadIdx.x] = 0;
}

// 32 - 4 sectors, 4 warps, 160 iterations: 17,920 for one block.
__global__ void muchPerThread(float *out) {
  for (int i = 0; i < 160; ++i)
    // WARN: :[[#@LINE+1]]:5: warning: uncoalesced store
    out[threadIdx.x * 160 + i] = 0;
}

// How often is decided by the host.
__global__ void unknownTimes(float *out, int count) {
  for (int i = 0; i < count; ++i)
    // WARN: :[[#@LINE+1]]:5: warning: uncoalesced store
    out[2 * (threadIdx.x + i * 128)] = 0;
}

// One launch of two is large.
__global__ void alsoLarge(float *out) {
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store
  out[2 * (blockIdx.x * 128 + threadIdx.x)] = 0;
}

// The data decide who stores: at most all of them. That is said first.
__global__ void someThreads(float *out, const int *wanted) {
  if (wanted[threadIdx.x])
    // REMARK: :[[#@LINE+2]]:5: remark: uncoalesced store
    // REMARK: note: which lanes take part is not known, and no change is known that lowers the excess
    out[8 * threadIdx.x] = 0;
}

// REMARK: :[[#@LINE+2]]:{{[0-9]+}}: remark: missing `__restrict__`
// REMARK: note: minor: launches of this kernel are small beside those of manyThreads
__global__ void reloads(float *out, const int *scale) {
  for (int i = 0; i < 4; ++i)
    out[i * 128 + threadIdx.x] = scale[threadIdx.x];
}

void launch(float *out, const float *in, const int *numbers) {
  manyThreads<<<1024, 256>>>(out, in);
  fewThreads<<<1, 128>>>(out);
  muchPerThread<<<1, 128>>>(out);
  unknownTimes<<<1, 128>>>(out, numbers[0]);
  alsoLarge<<<1, 128>>>(out);
  alsoLarge<<<1000, 128>>>(out);
  someThreads<<<1, 128>>>(out, numbers);
  reloads<<<1, 128>>>(out, numbers);
}

// ALL-COUNT-7: warning:
