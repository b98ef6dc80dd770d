// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=WARN --implicit-check-not=warning:
// RUN: not %cuda-memlint --remarks --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=REMARK

// What all threads of the grid do that are within its bound counts beside what a block does.

#include <cuda_runtime.h>

// 8 warps load and store 16 sectors each; 16 lanes then store to 16 sectors where 2 would do: 14 of
// 2 * 8 * 16 + 16 are in excess.
__global__ void copyAndCount(float4 *out, const float4 *in, int *counts, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n)
    out[i] = in[i];
  if (threadIdx.x < 16)
    // REMARK: :[[#@LINE+2]]:5: remark: uncoalesced store: lanes are `gridDim.x` * 4 B apart
    // REMARK: note: minor: no change is known that lowers the excess, which is at most 5.1 % of the kernel's sectors
    counts[gridDim.x * threadIdx.x + blockIdx.x] = threadIdx.x;
}

// Whether they copy is not known.
__global__ void copyAtTimes(float4 *out, const float4 *in, int *counts, bool copies) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (copies)
    out[i] = in[i];
  if (threadIdx.x < 16)
    // WARN: :[[#@LINE+1]]:5: warning: uncoalesced store: lanes are `gridDim.x` * 4 B apart
    counts[gridDim.x * threadIdx.x + blockIdx.x] = threadIdx.x;
}

// One block does.
__global__ void copyOnce(float4 *out, const float4 *in, int *counts, int n) {
  if (blockIdx.x == 0)
    out[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 16)
    // WARN: :[[#@LINE+1]]:5: warning: uncoalesced store: lanes are `gridDim.x` * 4 B apart
    counts[gridDim.x * threadIdx.x + blockIdx.x] = threadIdx.x;
}

void run(float4 *out, const float4 *in, int *counts, int n, bool copies) {
  copyAndCount<<<(n + 255) / 256, 256>>>(out, in, counts, n);
  copyAtTimes<<<(n + 255) / 256, 256>>>(out, in, counts, copies);
  copyOnce<<<(n + 255) / 256, 256>>>(out, in, counts, n);
}
