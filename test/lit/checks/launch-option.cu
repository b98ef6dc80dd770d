// Blocks and orders of threads are tried for a launch. Where none is known, the option that gives one is named once for each kernel, with
// a warning if there is one. Where callers choose how far lanes are apart, no launch would help.
//
// RUN: %cuda-memlint --remarks --fail-on=none --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not='--launch='
// RUN: %cuda-memlint --fail-on=none --launch='first<<<_, 256>>>' --launch='second<<<64, 256>>>' --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --check-prefix=GIVEN --implicit-check-not='known launch'

#include <cuda_runtime.h>

// CHECK: :[[#@LINE+6]]:3: warning: uncoalesced store
// CHECK: note: no advice: no wider access and no other layout that is tried helps; blocks, thread orders and tiles are tried for a known launch, which `--launch='first<<<_, 256>>>'` gives (with your block){{$}}
// GIVEN: :[[#@LINE+4]]:3: warning: uncoalesced store
// GIVEN: note: no advice: none of the changes that are tried helps
__global__ void first(float *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  out[t % 64 * 1024 + t / 64] = 1;
}

// CHECK: :[[#@LINE+5]]:3: warning: uncoalesced store
// CHECK: note: no advice: {{.*}} which `--launch='second<<<_, 256>>>'` gives (with your block){{$}}
// GIVEN: :[[#@LINE+3]]:3: warning: uncoalesced store
__global__ void second(float *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  out[t % 128 * 1024 + t / 128] = 1;
}

// CHECK: :[[#@LINE+7]]:5: remark: uncoalesced store
// CHECK: note: lanes are adjacent if `stride` is 1
// CHECK-NEXT: note: no advice: callers choose `stride`, and those that pass 1 have nothing to mend
// GIVEN: 2 warnings
__global__ void scale(float *out, int stride, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n)
    out[t * stride] = 1;
}

void run(float *out, int blocks, int threads, int stride, int n) {
  first<<<blocks, threads>>>(out);
  second<<<blocks, threads>>>(out);
  scale<<<blocks, threads>>>(out, stride, n);
}
