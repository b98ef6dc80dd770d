// A launch that the device refuses does not make the other ones small: an H200 ran none of these (test/hardware/checks,
// h200_refused_launches.csv: block-1025, grid-2147483648, grid-0, block-0, shared-49156, shared-232452,
// bounds-128-block-129).
//
// RUN: not %cuda-memlint %s -- -DLAUNCH='100000, 2048' | FileCheck %s
// RUN: not %cuda-memlint %s -- -DLAUNCH='-1, 256' | FileCheck %s
// RUN: not %cuda-memlint %s -- -DLAUNCH='dim3(100, 70000), 256' | FileCheck %s
// RUN: not %cuda-memlint %s -- -DLAUNCH='100000, 256, 232452' | FileCheck %s
// RUN: not %cuda-memlint %s -- -DLAUNCH='100000, 256, 49156' | FileCheck %s
// RUN: not %cuda-memlint %s -- -DLAUNCH='0, 256' | FileCheck %s
// RUN: not %cuda-memlint %s -- -DLAUNCH='dim3(100000, 0), 256' | FileCheck %s
// RUN: not %cuda-memlint %s -- -DLAUNCH='dim3(0), 256' | FileCheck %s
// RUN: not %cuda-memlint %s -- -DLAUNCH='100000, dim3(256, 0)' | FileCheck %s
// RUN: not %cuda-memlint %s -- -DLAUNCH='100000, 256' -DBOUNDS='__launch_bounds__(128)' | FileCheck %s
//
// Near misses: launches that run, by a call that permits so much shared memory, or may.
// RUN: %cuda-memlint --remarks --fail-on=warning %s -- -DLAUNCH='100000, 256' | FileCheck %s --check-prefix=RUNS
// RUN: %cuda-memlint --remarks --fail-on=warning %s -- -DLAUNCH='100000, 256, 49152' | FileCheck %s --check-prefix=RUNS
// RUN: %cuda-memlint --remarks --fail-on=warning %s -- -DLAUNCH='100000, 256, 49156' -DPERMITTED=manyThreads | FileCheck %s --check-prefix=RUNS
// RUN: %cuda-memlint --remarks --fail-on=warning %s -- -DLAUNCH='100000, 256, 49156' -DPERMITTED=any | FileCheck %s --check-prefix=RUNS
//
// One for another kernel does not count.
// RUN: not %cuda-memlint %s -- -DLAUNCH='100000, 256, 49156' -DPERMITTED=fewThreads | FileCheck %s

#include <cuda_runtime.h>

#ifndef BOUNDS
#define BOUNDS
#endif

__global__ void fewThreads(float *out) {
  // CHECK: :[[#@LINE+3]]:3: warning: uncoalesced store
  // RUNS: :[[#@LINE+2]]:3: remark: uncoalesced store
  // RUNS: note: minor: launches of this kernel are small beside those of manyThreads
  out[2 * threadIdx.x] = 0;
}

__global__ void BOUNDS manyThreads(float *out) { out[blockIdx.x * 256 + threadIdx.x] = 0; }

void launch(float *out, void (*any)(float *)) {
#ifdef PERMITTED
  cudaFuncSetAttribute(PERMITTED, cudaFuncAttributeMaxDynamicSharedMemorySize, 49156);
#endif
  fewThreads<<<1, 128>>>(out);
  manyThreads<<<LAUNCH>>>(out);
}
