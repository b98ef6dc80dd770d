// Changes are weighed for a launch. Where none is known, the option that gives one is named once in a file, with a warning if there is
// one.
//
// RUN: %cuda-memlint --remarks --fail-on=none --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not='gives one'
// RUN: %cuda-memlint --fail-on=none --launch='first<<<64, 256>>>' --launch='second<<<64, 256>>>' --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --check-prefix=GIVEN --implicit-check-not='the launch is unknown'

#include <cuda_runtime.h>

// CHECK: :[[#@LINE+5]]:3: warning: uncoalesced store
// CHECK: note: no advice: the launch is unknown, and changes are weighed for a launch; `--launch` gives one
// GIVEN: :[[#@LINE+3]]:3: warning: uncoalesced store
__global__ void first(float *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  out[t % 64 * 1024 + t / 64] = 1;
}

// CHECK: :[[#@LINE+5]]:3: warning: uncoalesced store
// CHECK: note: no advice: the launch is unknown, and changes are weighed for a launch{{$}}
// GIVEN: :[[#@LINE+3]]:3: warning: uncoalesced store
__global__ void second(float *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  out[t % 128 * 1024 + t / 128] = 1;
}

void run(float *out, int blocks, int threads) {
  first<<<blocks, threads>>>(out);
  second<<<blocks, threads>>>(out);
}
