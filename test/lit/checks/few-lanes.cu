// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=WARN --implicit-check-not=warning:
// RUN: not %cuda-memlint --remarks --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// Where totals are not known, accesses are weighed by the warps of a block that execute them.

#include <cuda_runtime.h>

// One of the block's 8 warps stores, 4 lanes of it: 3 of 8 * 4 * 8 + 4 sectors are 1.2 %.
__global__ void fewLanes(float *out, const float *in) {
  float sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += in[(blockIdx.x * 8 + i) * 256 + threadIdx.x];
  if (threadIdx.x < 4)
    // REMARK: :[[#@LINE+2]]:5: remark: uncoalesced store
    // REMARK: note: minor: the excess is at most 1.2 % of the kernel's sectors
    out[(blockIdx.x * 4 + threadIdx.x) * 16] = sum;
}

// 3 of 2 * 4 + 4 are 25 %.
__global__ void fewLanesOfLittle(float *out, const float *in) {
  float sum = in[blockIdx.x * 64 + threadIdx.x];
  if (threadIdx.x < 4)
    // WARN: :[[#@LINE+1]]:5: warning: uncoalesced store
    out[(blockIdx.x * 4 + threadIdx.x) * 16] = sum;
}

void launch(float *out, const float *in, const int *numbers) {
  fewLanes<<<numbers[0], 256>>>(out, in);
  fewLanesOfLittle<<<numbers[0], 64>>>(out, in);
}
