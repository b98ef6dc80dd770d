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

// Who arrives does not wait, and those who wait come behind all that he did before.
// PAIRS: {{^}}arrives: [[N:[0-9]+]] pairs, [[N]] absent
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

// The readers arrive and read without waiting.
// PAIRS: {{^}}waitsOnTheWrongSide:
__global__ void waitsOnTheWrongSide(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t < 64) {
    values[t] = in[t];
    asm volatile("bar.sync 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.arrive 1, 128;" ::: "memory");
    // CHECK: :[[#@LINE+1]]:14: warning: shared memory race on `values{{[^`]*}}`: {{.*}} with no barrier in between [cuda-shared-race]
    out[t] = values[127 - t];
  }
}

// Two that arrive twice are as many as all that arrive once.
// PAIRS: {{^}}arrivesTwice:
// PAIRS: arrivesTwice: undecided same-block {{.*}}: both branches of a condition contain barriers
__global__ void arrivesTwice(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t < 64) {
    values[t] = in[t];
    asm volatile("bar.arrive 1, 128;" ::: "memory");
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[t] = values[127 - t];
    asm volatile("bar.sync 1, 128;" ::: "memory");
  }
}

// Not all threads of the block are counted.
// PAIRS: {{^}}arrivesOfMore:
// PAIRS: arrivesOfMore: undecided same-block {{.*}}: both branches of a condition contain barriers
__global__ void arrivesOfMore(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t < 64) {
    values[t] = in[t];
    asm volatile("bar.arrive 1, 96;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 96;" ::: "memory");
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

// What comes behind both arms is behind the barrier of either: here the store of the lower half,
// beside the load of the upper one.
// PAIRS: {{^}}besideWhatFollows:
__global__ void besideWhatFollows(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x, sum = 0;
  values[t] = in[t];
  if (t < 64) {
    asm volatile("bar.sync 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    sum = values[127 - t];
  }
  // CHECK: :[[#@LINE+1]]:3: warning: shared memory race on `values{{[^`]*}}`: {{.*}} with no barrier in between [cuda-shared-race]
  values[t] = 2;
  out[t] = sum;
}

// PAIRS: {{^}}besideWhatFollowsFixed: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void besideWhatFollowsFixed(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x, sum = 0;
  values[t] = in[t];
  if (t < 64) {
    asm volatile("bar.sync 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    sum = values[127 - t];
  }
  __syncthreads();
  values[t] = 2;
  out[t] = sum;
}

// Conditions that exclude each other without being opposites: which barriers meet is unknown.
// PAIRS: {{^}}casesOfSwitch:
// PAIRS: casesOfSwitch: undecided same-block {{.*}}: both branches of a condition contain barriers
__global__ void casesOfSwitch(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x, sum = 0;
  switch (t / 64) {
  case 0:
    asm volatile("bar.sync 1, 128;" ::: "memory");
    values[t] = in[t];
    break;
  case 1:
    asm volatile("bar.sync 1, 128;" ::: "memory");
    sum = values[127 - t];
    break;
  }
  out[t] = sum;
}

// So are those of __syncthreads and __syncwarp, which hold all threads that have not come by.
// PAIRS: {{^}}blockInCases:
// PAIRS: blockInCases: undecided same-block {{.*}}: both branches of a condition contain barriers
__global__ void blockInCases(int *out) {
  __shared__ int values[128];
  int t = threadIdx.x, sum = 0;
  switch (t / 64) {
  case 0:
    __syncthreads();
    values[t] = 3;
    break;
  case 1:
    __syncthreads();
    sum = values[127 - t];
    break;
  }
  out[t] = sum;
}

// PAIRS: {{^}}warpInCases:
// PAIRS: warpInCases: undecided same-warp {{.*}}: both branches of a condition contain barriers
__global__ void warpInCases(int *out) {
  __shared__ int values[32];
  int t = threadIdx.x, sum = 0;
  switch (t / 16) {
  case 0:
    __syncwarp();
    values[t] = 3;
    break;
  case 1:
    __syncwarp();
    sum = values[31 - t];
    break;
  }
  out[t] = sum;
}

// The load is behind the barrier of one case, and beside the store behind that of the other.
// PAIRS: {{^}}behindCases:
// PAIRS: behindCases: undecided same-warp {{.*}}: both branches of a condition contain barriers
__global__ void behindCases(int *out) {
  __shared__ int values[32];
  int t = threadIdx.x;
  switch (t / 16) {
  case 0:
    __syncwarp();
    values[t] = 3;
    break;
  case 1:
    __syncwarp();
    break;
  }
  out[t] = values[31 - t];
}

// The store is before all of the barriers.
// PAIRS: {{^}}beforeCases: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void beforeCases(int *out) {
  __shared__ int values[32];
  int t = threadIdx.x, sum = 0;
  values[t] = t;
  switch (t / 16) {
  case 0:
    __syncwarp();
    sum = values[31 - t];
    break;
  case 1:
    __syncwarp();
    break;
  }
  out[t] = sum + values[t ^ 1];
}

// Number 0 is that of __syncthreads, and an argument may be any number.
// PAIRS: {{^}}oneNumber:
// PAIRS: oneNumber: undecided same-block {{.*}}: both branches of a condition contain barriers
__global__ void oneNumber(int *out) {
  __shared__ int values[128];
  int t = threadIdx.x, sum = 0;
  switch (t / 64) {
  case 0:
    __syncthreads();
    values[t] = 3;
    break;
  case 1:
    asm volatile("bar.sync 0, 128;" ::: "memory");
    sum = values[127 - t];
    break;
  }
  out[t] = sum;
}

// PAIRS: {{^}}anyNumber:
// PAIRS: anyNumber: undecided same-block {{.*}}: both branches of a condition contain barriers
__global__ void anyNumber(int *out, int number) {
  __shared__ int values[128];
  int t = threadIdx.x, sum = 0;
  switch (t / 64) {
  case 0:
    __syncthreads();
    values[t] = 3;
    break;
  case 1:
    asm volatile("bar.sync %0;" ::"r"(number) : "memory");
    sum = values[127 - t];
    break;
  }
  out[t] = sum;
}

// A warp comes to one of the barriers as a whole, or names other lanes in the other case.
// PAIRS: {{^}}warpsInCases: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void warpsInCases(int *out) {
  __shared__ int values[64];
  int t = threadIdx.x, sum = 0;
  switch (t / 32) {
  case 0:
    values[t] = t;
    __syncwarp();
    sum = values[31 - t];
    break;
  case 1:
    values[t] = t;
    __syncwarp();
    sum = values[95 - t];
    break;
  }
  out[t] = sum;
}

// Those that come to the second barrier have come to the first one, too.
// PAIRS: {{^}}fewerAndFewer: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void fewerAndFewer(int *out) {
  __shared__ int values[32];
  int t = threadIdx.x;
  values[t] = t;
  __syncwarp();
  if (t < 16) {
    values[t] += values[t + 16];
    __syncwarp();
  }
  if (t < 8) {
    values[t] += values[t + 8];
    __syncwarp();
  }
  if (t == 0)
    out[0] = values[7];
}

// Each case by itself.
// PAIRS: {{^}}casesApart: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void casesApart(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x, sum = 0;
  switch (t / 64) {
  case 0:
    values[t] = in[t];
    asm volatile("bar.sync 1, 128;" ::: "memory");
    sum = values[63 - t];
    break;
  case 1:
    values[t] = in[t];
    asm volatile("bar.sync 1, 128;" ::: "memory");
    sum = values[191 - t];
    break;
  }
  out[t] = sum;
}

// What a barrier of all threads keeps apart is apart whatever happens in the arms.
// PAIRS: {{^}}beforeTheArms: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void beforeTheArms(int *out, const int *in, int n) {
  __shared__ int values[128];
  int t = threadIdx.x, sum = 0;
  values[t] = in[t];
  __syncthreads();
  if (t < 64) {
    for (int k = 0; k < n; ++k) {
      sum += values[127 - t];
      asm volatile("bar.sync 1, 128;" ::: "memory");
    }
  } else {
    for (int k = 0; k < n; ++k) {
      asm volatile("bar.sync 1, 128;" ::: "memory");
      sum += values[127 - t];
    }
  }
  out[t] = sum;
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
  waitsOnTheWrongSide<<<1, 128>>>(p, p);
  arrivesTwice<<<1, 128>>>(p, p);
  arrivesOfMore<<<1, 128>>>(p, p);
  lowerLanes<<<1, 32>>>(p, p);
  lowerLanesAlone<<<1, 32>>>(p, p);
  bothArms<<<1, 32>>>(p, p);
  oneAfterTheOther<<<1, 128>>>(p, p);
  atOnce<<<1, 128>>>(p, p);
  besideWhatFollows<<<1, 128>>>(p, p);
  besideWhatFollowsFixed<<<1, 128>>>(p, p);
  casesOfSwitch<<<1, 128>>>(p, p);
  blockInCases<<<1, 128>>>(p);
  warpInCases<<<1, 32>>>(p);
  behindCases<<<1, 32>>>(p);
  beforeCases<<<1, 32>>>(p);
  oneNumber<<<1, 128>>>(p);
  anyNumber<<<1, 128>>>(p, n);
  warpsInCases<<<1, 64>>>(p);
  fewerAndFewer<<<1, 32>>>(p);
  casesApart<<<1, 128>>>(p, p);
  beforeTheArms<<<1, 128>>>(p, p, n);
  inMemory<<<1, 128>>>(p, p);
  inTwoSteps<<<1, 128>>>(p, p);
  betweenTheSteps<<<1, 128>>>(p, p);
  ofOneHalf<<<1, 128>>>(p, p);
  producersGoOn<<<1, 128>>>(p, p);
}
