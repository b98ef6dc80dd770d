// RUN: not %cuda-memlint --races=may --remarks --checks='-*,cuda-global-race' %s | FileCheck %s --implicit-check-not=remark:

// Threads add what they have done to one counter, and the one that makes it full goes on: no two
// threads do.

#include <cuda_runtime.h>

__global__ void lastOfAll(int *out, const int *in, unsigned *done, unsigned count) {
  unsigned mine = __popc(__ballot_sync(~0u, in[threadIdx.x] > 0));
  if (threadIdx.x % 32 == 0 && atomicAdd(done, mine) + mine == count)
    out[1] = in[threadIdx.x];
}

// One counter for each warp: each has a last thread.
__global__ void lastOfEach(int *out, const int *in, unsigned *done, unsigned count) {
  unsigned mine = __popc(__ballot_sync(~0u, in[threadIdx.x] > 0));
  if (threadIdx.x % 32 == 0 && atomicAdd(done + threadIdx.x / 32, mine) + mine == count)
    // CHECK: :[[#@LINE+1]]:5: remark: possible global memory race on `out
    out[1] = in[threadIdx.x];
}

// What is counted is of each block, whose blocks have a last thread each.
__global__ void countedByBlock(int *out, const int *in, unsigned *done, unsigned count) {
  unsigned mine = __popc(__ballot_sync(~0u, in[threadIdx.x] > 0));
  // CHECK: :[[#@LINE+1]]:32: warning: global memory race on `done[0]`
  if (threadIdx.x % 32 == 0 && atomicAdd_block(done, mine) + mine == count)
    // CHECK: :[[#@LINE+1]]:5: remark: possible global memory race on `out
    out[1] = in[threadIdx.x];
}

void launch(int *out, const int *in, unsigned *done, unsigned count) {
  lastOfAll<<<16, 128>>>(out, in, done, count);
  lastOfEach<<<1, 128>>>(out, in, done, count);
  countedByBlock<<<16, 128>>>(out, in, done, count);
}
