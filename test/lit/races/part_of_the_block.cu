// RUN: %json %s -- -std=c++17 | %python %S/../Inputs/verdicts.py | FileCheck %s --check-prefix=PAIRS
// RUN: not %cuda-memlint --checks=-*,cuda-shared-race,cuda-missing-syncwarp %s -- -std=c++17 2>&1 | FileCheck %s --implicit-check-not=warning:

// Barriers of a part of the block order those threads, and no others.

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda_runtime.h>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

// Each half waits for itself. Thread t reads what t ^ 64, of the other half, stores.
// PAIRS: {{^}}otherHalf:
__global__ void otherHalf(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  if (t < 64)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    asm volatile("bar.sync 2, 64;" ::: "memory");
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `values{{[^`]*}}`: {{.*}} with no barrier in between [cuda-shared-race]
  out[t] = values[t ^ 64];
}

// t ^ 32 is in the other warp of the same half.
// PAIRS: {{^}}ownHalf: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void ownHalf(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  if (t < 64)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    asm volatile("bar.sync 2, 64;" ::: "memory");
  out[t] = values[t ^ 32];
}

// Any two warps may go on together: thread 0 reads what thread 127 stores.
// PAIRS: {{^}}tooFew:
__global__ void tooFew(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  asm volatile("bar.sync 1, 64;" ::: "memory");
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `values{{[^`]*}}`: {{.*}} with no barrier in between [cuda-shared-race]
  out[t] = values[127 - t];
}

// Within a warp the barrier holds all the same.
// PAIRS: {{^}}tooFewForOthers: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void tooFewForOthers(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out[t] = values[t ^ 1];
}

// How many come depends on an argument.
// PAIRS: {{^}}unknownPart:
// PAIRS: unknownPart: undecided same-block {{.*}}: unknown participants of a barrier in between
__global__ void unknownPart(int *out, const int *in, int n) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  if (t < n) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t] = values[127 - t];
  }
}

// Who arrives and does not wait is not followed.
// PAIRS: {{^}}arrives:
// PAIRS: arrives: undecided same-block {{.*}}: both branches of a condition contain barriers
__global__ void arrives(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t < 64) {
    values[t] = in[t];
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[t] = values[127 - t];
  }
}

//===--- Lanes of a warp ---------------------------------------------------===//

// Lane 0 reads what lane 31 stores, which no barrier names.
// PAIRS: {{^}}lowerLanes:
__global__ void lowerLanes(int *out, const int *in) {
  __shared__ int values[32];
  int t = threadIdx.x;
  values[t] = in[t];
  if (t < 16) {
    __syncwarp(0xffff);
    // CHECK: :[[#@LINE+1]]:14: warning: shared memory race on `values{{[^`]*}}`: {{.*}} with no barrier between the two lanes [cuda-missing-syncwarp]
    out[t] = values[31 - t];
  }
}

// PAIRS: {{^}}lowerLanesAlone: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void lowerLanesAlone(int *out, const int *in) {
  __shared__ int values[32];
  int t = threadIdx.x;
  values[t] = in[t];
  if (t < 16) {
    __syncwarp(0xffff);
    out[t] = values[15 - t];
  } else {
    __syncwarp(0xffff0000);
    out[t] = values[47 - t];
  }
}

//===--- Barriers in both arms of a condition ------------------------------===//

// Lanes 0 to 15 meet the others at the two: what both do after it may come in any order.
// PAIRS: {{^}}bothArms:
__global__ void bothArms(int *out, const int *in) {
  __shared__ int values[32];
  int t = threadIdx.x;
  values[t] = in[t];
  if (t < 16) {
    __syncwarp();
    values[t] = 3;
  } else {
    __syncwarp();
    // CHECK: :[[#@LINE+1]]:14: warning: shared memory race on `values{{[^`]*}}`: {{.*}} with no barrier between the two lanes [cuda-missing-syncwarp]
    out[t] = values[31 - t];
  }
}

// The store is before the barrier of its arm, the load behind that of the other.
// PAIRS: {{^}}oneAfterTheOther: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void oneAfterTheOther(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t < 64) {
    values[t] = in[t];
    asm volatile("bar.sync 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[t] = values[127 - t];
  }
}

// PAIRS: {{^}}atOnce:
__global__ void atOnce(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t < 64) {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    values[t] = in[t];
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    // CHECK: :[[#@LINE+1]]:14: warning: shared memory race on `values{{[^`]*}}`: {{.*}} with no barrier in between [cuda-shared-race]
    out[t] = values[127 - t];
  }
}

//===--- Barriers in memory ------------------------------------------------===//

// PAIRS: {{^}}inMemory: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void inMemory(int *out, const int *in) {
  __shared__ Barrier barrier;
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t == 0)
    init(&barrier, blockDim.x);
  __syncthreads();
  values[t] = in[t];
  barrier.arrive_and_wait();
  out[t] = values[127 - t];
}

// PAIRS: {{^}}inTwoSteps: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void inTwoSteps(int *out, const int *in) {
  __shared__ Barrier barrier;
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t == 0)
    init(&barrier, blockDim.x);
  __syncthreads();
  values[t] = in[t];
  barrier.wait(barrier.arrive());
  out[t] = values[127 - t];
}

// Thread 127 may store after thread 0 has waited.
// PAIRS: {{^}}betweenTheSteps:
// PAIRS: betweenTheSteps: undecided same-block {{.*}}: unknown participants of a barrier in between
__global__ void betweenTheSteps(int *out, const int *in) {
  __shared__ Barrier barrier;
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t == 0)
    init(&barrier, blockDim.x);
  __syncthreads();
  auto token = barrier.arrive();
  values[t] = in[t];
  barrier.wait(std::move(token));
  out[t] = values[127 - t];
}

// It counts half of the block.
// PAIRS: {{^}}ofOneHalf:
// PAIRS: ofOneHalf: undecided same-block {{.*}}: unknown participants of a barrier in between
__global__ void ofOneHalf(int *out, const int *in) {
  __shared__ Barrier barrier;
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t == 0)
    init(&barrier, 64);
  __syncthreads();
  values[t] = in[t];
  if (t < 64) {
    barrier.arrive_and_wait();
    out[t] = values[127 - t];
  }
}

// The producers do not wait: they may store the next values at any time.
// PAIRS: {{^}}producersGoOn:
// PAIRS: producersGoOn: undecided same-block {{.*}}: unknown participants of a barrier in between
__global__ void producersGoOn(int *out, const int *in) {
  __shared__ Barrier barrier;
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t == 0)
    init(&barrier, 128);
  __syncthreads();
  if (t < 64) {
    (void)barrier.arrive();
    values[t] = in[t];
  } else {
    barrier.arrive_and_wait();
    out[t] = values[127 - t];
  }
}

int main() {
  int *p;
  int n;
  cudaMalloc(&p, 4096);
  cudaDeviceGetAttribute(&n, cudaDevAttrIntegrated, 0);
  otherHalf<<<1, 128>>>(p, p);
  ownHalf<<<1, 128>>>(p, p);
  tooFew<<<1, 128>>>(p, p);
  tooFewForOthers<<<1, 128>>>(p, p);
  unknownPart<<<1, 128>>>(p, p, n);
  arrives<<<1, 128>>>(p, p);
  lowerLanes<<<1, 32>>>(p, p);
  lowerLanesAlone<<<1, 32>>>(p, p);
  bothArms<<<1, 32>>>(p, p);
  oneAfterTheOther<<<1, 128>>>(p, p);
  atOnce<<<1, 128>>>(p, p);
  inMemory<<<1, 128>>>(p, p);
  inTwoSteps<<<1, 128>>>(p, p);
  betweenTheSteps<<<1, 128>>>(p, p);
  ofOneHalf<<<1, 128>>>(p, p);
  producersGoOn<<<1, 128>>>(p, p);
}
