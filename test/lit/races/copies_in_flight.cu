// RUN: %json %s -- -std=c++17 | %python %S/../Inputs/verdicts.py | FileCheck %s --check-prefix=PAIRS
// RUN: not %cuda-memlint --checks=-*,cuda-shared-race,cuda-missing-syncwarp %s -- -std=c++17 2>&1 | FileCheck %s --implicit-check-not=warning:

// Asynchronous copies are done behind a wait of the thread that made them, whatever barriers lie
// before it.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

// PAIRS: {{^}}awaited: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void awaited(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&values[t], &in[t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = values[127 - t];
}

// PAIRS: {{^}}notAwaited:
__global__ void notAwaited(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&values[t], &in[t], 4);
  __pipeline_commit();
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `values{{[^`]*}}`: {{.*}}, with no `cp.async` wait followed by a barrier in between [cuda-shared-race]
  out[t] = values[127 - t];
}

// A wait behind the barrier is for the thread's own copy.
// PAIRS: {{^}}awaitedTooLate:
__global__ void awaitedTooLate(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&values[t], &in[t], 4);
  __pipeline_commit();
  __syncthreads();
  __pipeline_wait_prior(0);
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `values
  out[t] = values[127 - t];
}

// A second barrier does not help.
// PAIRS: {{^}}twoBarriers:
__global__ void twoBarriers(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&values[t], &in[t], 4);
  __pipeline_commit();
  __syncthreads();
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `values
  out[t] = values[127 - t];
}

// Of two groups the first is done.
// PAIRS: {{^}}firstGroup: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void firstGroup(int *out, const int *in) {
  __shared__ int first[128], second[128];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&first[t], &in[t], 4);
  __pipeline_commit();
  __pipeline_memcpy_async(&second[t], &in[t + 128], 4);
  __pipeline_commit();
  __pipeline_wait_prior(1);
  __syncthreads();
  out[t] = first[127 - t];
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] += second[127 - t];
}

// And the second is not.
// PAIRS: {{^}}secondGroup:
// PAIRS: secondGroup: undecided same-block {{.*}}: unknown completion of an asynchronous copy
__global__ void secondGroup(int *out, const int *in) {
  __shared__ int first[128], second[128];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&first[t], &in[t], 4);
  __pipeline_commit();
  __pipeline_memcpy_async(&second[t], &in[t + 128], 4);
  __pipeline_commit();
  __pipeline_wait_prior(1);
  __syncthreads();
  out[t] = second[127 - t];
}

// The next tile is copied while this one is read: group k is done at the wait of iteration k.
// PAIRS: {{^}}stages: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void stages(int *out, const int *in, int tiles) {
  __shared__ int buffers[2][128];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&buffers[0][t], &in[t], 4);
  __pipeline_commit();
  for (int tile = 0; tile < tiles; ++tile) {
    if (tile + 1 < tiles)
      __pipeline_memcpy_async(&buffers[(tile + 1) % 2][t], &in[(tile + 1) * 128 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    out[tile * 128 + t] = buffers[tile % 2][127 - t];
    __syncthreads();
  }
}

// One group too many is left under way: the tile that is read is not there.
// PAIRS: {{^}}oneStageTooMany:
// PAIRS: oneStageTooMany: undecided same-block {{.*}}: unknown completion of an asynchronous copy
__global__ void oneStageTooMany(int *out, const int *in, int tiles) {
  __shared__ int buffers[2][128];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&buffers[0][t], &in[t], 4);
  __pipeline_commit();
  for (int tile = 0; tile < tiles; ++tile) {
    if (tile + 1 < tiles)
      __pipeline_memcpy_async(&buffers[(tile + 1) % 2][t], &in[(tile + 1) * 128 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    out[tile * 128 + t] = buffers[tile % 2][127 - t];
    __syncthreads();
  }
}

// PAIRS: {{^}}inLoop: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void inLoop(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  for (int tile = 0; tile < 6; ++tile) {
    __pipeline_memcpy_async(&values[t], &in[tile * 128 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[tile * 128 + t] = values[127 - t];
    __syncthreads();
  }
}

// The copy of one iteration is under way in the next ones, in which another part is read, and in
// the one that reads its part.
// PAIRS: {{^}}laterIteration:
__global__ void laterIteration(int *out, const int *in) {
  __shared__ int values[6][128];
  int t = threadIdx.x;
  for (int tile = 0; tile < 6; ++tile) {
    __pipeline_memcpy_async(&values[tile][t], &in[tile * 128 + t], 4);
    __pipeline_commit();
    __syncthreads();
    if (tile >= 2)
      // CHECK: :[[#@LINE+1]]:29: warning: shared memory race on `values
      out[tile * 128 + t] = values[tile - 2][127 - t];
  }
}

// PAIRS: {{^}}inlinePtx: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void inlinePtx(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  unsigned to = __cvta_generic_to_shared(&values[t]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + t));
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  out[t] = values[127 - t];
}

// PAIRS: {{^}}inlinePtxNoWait:
__global__ void inlinePtxNoWait(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  unsigned to = __cvta_generic_to_shared(&values[t]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + t));
  asm volatile("cp.async.commit_group;");
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `values
  out[t] = values[127 - t];
}

// PAIRS: {{^}}together: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void together(int *out, const int *in) {
  __shared__ int values[128];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, values, in, sizeof(int) * 128);
  cg::wait(block);
  out[threadIdx.x] = values[127 - threadIdx.x];
}

// Who copies what is not known.
// PAIRS: {{^}}togetherNotAwaited:
// PAIRS: togetherNotAwaited: undecided same-block {{.*}}: the address of {{.*}} is unknown before launch
__global__ void togetherNotAwaited(int *out, const int *in) {
  __shared__ int values[128];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, values, in, sizeof(int) * 128);
  block.sync();
  out[threadIdx.x] = values[127 - threadIdx.x];
}

int main() {
  int *p;
  cudaMalloc(&p, 4096);
  awaited<<<1, 128>>>(p, p);
  notAwaited<<<1, 128>>>(p, p);
  awaitedTooLate<<<1, 128>>>(p, p);
  twoBarriers<<<1, 128>>>(p, p);
  firstGroup<<<1, 128>>>(p, p);
  secondGroup<<<1, 128>>>(p, p);
  stages<<<1, 128>>>(p, p, 6);
  oneStageTooMany<<<1, 128>>>(p, p, 6);
  inLoop<<<1, 128>>>(p, p);
  laterIteration<<<1, 128>>>(p, p);
  inlinePtx<<<1, 128>>>(p, p);
  inlinePtxNoWait<<<1, 128>>>(p, p);
  together<<<1, 128>>>(p, p);
  togetherNotAwaited<<<1, 128>>>(p, p);
}
