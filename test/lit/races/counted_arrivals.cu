// RUN: %json %s -- -std=c++17 | %python %S/../Inputs/verdicts.py | FileCheck %s --check-prefix=PAIRS
// RUN: not %cuda-memlint --checks=-*,cuda-divergent-barrier %s -- -std=c++17 2>&1 | FileCheck %s --implicit-check-not=warning:

// A barrier with a count is complete whenever so many threads have come to any of its sites: threads
// that come once more than others are held back by what those do later, or for ever.

#include <cuda/barrier>
#include <cuda_runtime.h>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

#define SYNC(NUMBER, COUNT) asm volatile("bar.sync " #NUMBER ", " #COUNT ";" ::: "memory")
#define ARRIVE(NUMBER, COUNT) asm volatile("bar.arrive " #NUMBER ", " #COUNT ";" ::: "memory")

//===--- Some threads, then all --------------------------------------------===//

// Threads 0 to 63 meet the others at the second barrier, and wait there for nobody.
// PAIRS: {{^}}someThenAll:
// PAIRS: someThenAll: undecided same-block {{.*}}: unknown participants of a barrier in between
__global__ void someThenAll(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t < 64)
    // CHECK: :[[#@LINE+1]]:5: warning: divergent barrier: `SYNC(1, 128)` waits for 128 threads at a time, but not all threads come equally often to barrier 1; thread (0,0,0) waits there, thread (64,0,0) does not arrive (`t < 64` at line [[#@LINE-1]] does not hold) [cuda-divergent-barrier]
    SYNC(1, 128);
  // CHECK: :[[#@LINE-3]]:7: note: control flow diverges here
  // CHECK: note: for someThenAll<<<1, 128>>> at line
  // CHECK: note: let as many threads come to the barrier as it counts, all of them equally often, or correct its count
  values[t] = in[t];
  SYNC(1, 128);
  out[t] = values[127 - t];
}

// PAIRS: {{^}}allTwice: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void allTwice(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  SYNC(1, 128);
  values[t] = in[t];
  SYNC(1, 128);
  out[t] = values[127 - t];
}

// The others come to one of the same number in the other branch: all come twice.
// PAIRS: {{^}}othersElsewhere: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void othersElsewhere(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t < 64)
    SYNC(1, 128);
  else
    SYNC(1, 128);
  values[t] = in[t];
  SYNC(1, 128);
  out[t] = values[127 - t];
}

// All come twice: threads 64 to 127 are behind their first barrier, the second one here, when the
// others are behind theirs, and go on to the store.
// PAIRS: {{^}}oneBehind:
// PAIRS: oneBehind: undecided same-block {{.*}}: unknown participants of a barrier in between
__global__ void oneBehind(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t < 64)
    SYNC(1, 128);
  values[t] = in[t];
  SYNC(1, 128);
  out[t] = values[127 - t];
  if (t >= 64)
    SYNC(1, 128);
}

// The same for threads that nobody knows before the launch.
// PAIRS: {{^}}oneBehindByArgument:
// PAIRS: oneBehindByArgument: undecided same-block
__global__ void oneBehindByArgument(int *out, const int *in, int n) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t < n)
    SYNC(1, 128);
  values[t] = in[t];
  SYNC(1, 128);
  out[t] = values[127 - t];
  if (t >= n)
    SYNC(1, 128);
}

// Three branches, each with its site.
// PAIRS: {{^}}inThreeBranches: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void inThreeBranches(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t < 32)
    SYNC(1, 128);
  else if (t < 64)
    SYNC(1, 128);
  else
    SYNC(1, 128);
  values[t] = in[t];
  SYNC(1, 128);
  out[t] = values[127 - t];
}

// Only one of the two arms is gone through, by all: nobody comes for threads 0 to 63, or nobody for
// the others.
// PAIRS: {{^}}inOtherCases:
// PAIRS: inOtherCases: undecided same-block
__global__ void inOtherCases(int *out, const int *in, int n) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (n > 3) {
    if (t < 64)
      SYNC(1, 128);
  } else {
    if (t >= 64)
      SYNC(1, 128);
  }
  values[t] = in[t];
  SYNC(1, 128);
  out[t] = values[127 - t];
}

// A number of their own: then all that the second one counts come to it.
// PAIRS: {{^}}ownNumber: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void ownNumber(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t < 64)
    SYNC(2, 64);
  values[t] = in[t];
  SYNC(1, 128);
  out[t] = values[127 - t];
}

// The same as an instruction that lanes of a warp need not come to together, and as a function.
// PAIRS: {{^}}otherForms:
// PAIRS: otherForms: undecided same-block
__global__ void otherForms(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t >= 96)
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}} waits for 128 threads at a time, but not all threads come equally often to barrier 3; thread (96,0,0) waits there, thread (0,0,0) does not arrive
    asm volatile("barrier.cta.sync 3, 128;" ::: "memory");
  values[t] = in[t];
  __barrier_sync_count(3, 128);
  out[t] = values[127 - t];
}

// Which threads come is up to an argument, or to data: no warning, and no proof.
// PAIRS: {{^}}byArgument:
// PAIRS: byArgument: undecided same-block {{.*}}: unknown participants of a barrier in between
__global__ void byArgument(int *out, const int *in, int n) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t < n)
    SYNC(1, 128);
  values[t] = in[t];
  SYNC(1, 128);
  out[t] = values[127 - t];
}

// PAIRS: {{^}}byData:
// PAIRS: byData: undecided same-block
__global__ void byData(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (in[t / 64] > 0)
    SYNC(1, 128);
  values[t] = in[t];
  SYNC(1, 128);
  out[t] = values[127 - t];
}

// PAIRS: {{^}}forWholeBlock: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void forWholeBlock(int *out, const int *in, int n) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (n > 3)
    SYNC(1, 128);
  values[t] = in[t];
  SYNC(1, 128);
  out[t] = values[127 - t];
}

// Two rounds for threads 0 to 63, one for the others.
// PAIRS: {{^}}unequalRounds:
// PAIRS: unequalRounds: undecided same-block
__global__ void unequalRounds(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  for (int round = 0; round < (t < 64 ? 2 : 1); ++round)
    SYNC(1, 128);
  out[t] = values[127 - t];
}

// Each round of the loop lacks what the barrier needs.
// PAIRS: {{^}}inRounds:
__global__ void inRounds(int *out, const int *in, int n) {
  int t = threadIdx.x;
  for (int round = 0; round < n; ++round) {
    if (t < 32)
      // CHECK: :[[#@LINE+1]]:7: warning: {{.*}} not all threads come equally often to barrier 1; thread (0,0,0) waits there, thread (32,0,0) does not arrive
      SYNC(1, 128);
    SYNC(1, 128);
    out[t] += in[t];
  }
}

//===--- Counts ------------------------------------------------------------===//

// PAIRS: {{^}}tooFew:
__global__ void tooFew(int *out, const int *in) {
  int t = threadIdx.x;
  if (t < 96)
    // CHECK: :[[#@LINE+1]]:5: warning: divergent barrier: `SYNC(1, 128)` waits for 128 threads, but only 96 of the block come to barrier 1; thread (0,0,0) waits there, thread (96,0,0) does not arrive (`t < 96`
    SYNC(1, 128);
  out[t] = in[t];
}

// PAIRS: {{^}}asManyAsCome:
__global__ void asManyAsCome(int *out, const int *in) {
  int t = threadIdx.x;
  if (t < 96)
    SYNC(1, 96);
  out[t] = in[t];
}

// PAIRS: {{^}}largerBlock:
__global__ void largerBlock(int *out, const int *in) {
  // CHECK: :[[#@LINE+1]]:3: warning: divergent barrier: `SYNC(1, 256)` waits for 256 threads, but only 128 of the block come to barrier 1 [cuda-divergent-barrier]
  SYNC(1, 256);
  out[threadIdx.x] = in[threadIdx.x];
}

// Two of three warps complete it; the third waits for ever.
// PAIRS: {{^}}oneLeft:
__global__ void oneLeft(int *out, const int *in) {
  // CHECK: :[[#@LINE+1]]:3: warning: divergent barrier: `SYNC(1, 64)` waits for 64 threads at a time, but 96 in all arrive at barrier 1 [cuda-divergent-barrier]
  SYNC(1, 64);
  out[threadIdx.x] = in[threadIdx.x];
}

// 40 threads are two warps.
// PAIRS: {{^}}partialWarp:
__global__ void partialWarp(int *out, const int *in) {
  SYNC(1, 64);
  out[threadIdx.x] = in[threadIdx.x];
}

// Whether threads that have ended are waited for is not said.
// PAIRS: {{^}}afterReturn:
__global__ void afterReturn(int *out, const int *in) {
  int t = threadIdx.x;
  if (t >= 64)
    return;
  SYNC(1, 128);
  out[t] = in[t];
}

// Two counts for one number at once.
// PAIRS: {{^}}twoCounts:
// PAIRS: twoCounts: undecided same-block
__global__ void twoCounts(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t < 64)
    SYNC(1, 64);
  values[t] = in[t];
  SYNC(1, 128);
  out[t] = values[127 - t];
}

// The second one is of the whole block, with the same number.
// PAIRS: {{^}}withoutCount:
// PAIRS: withoutCount: undecided same-block
__global__ void withoutCount(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t < 64)
    SYNC(1, 64);
  values[t] = in[t];
  asm volatile("bar.sync 1;" ::: "memory");
  out[t] = values[127 - t];
}

// Two barriers, and half of the threads that each waits for.
// PAIRS: {{^}}numberOfThread:
// PAIRS: numberOfThread: undecided same-block
__global__ void numberOfThread(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  asm volatile("bar.sync %0, 128;" ::"r"(t / 64 + 1) : "memory");
  out[t] = values[127 - t];
}

//===--- Arriving ----------------------------------------------------------===//

// 64 that arrive and then wait are 128: they go on before the others have come.
// PAIRS: {{^}}arriveThenWait:
// PAIRS: arriveThenWait: undecided same-block
__global__ void arriveThenWait(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  if (t < 64)
    ARRIVE(1, 128);
  // CHECK: :[[#@LINE+1]]:3: warning: divergent barrier: `SYNC(1, 128)` waits for 128 threads at a time, but 192 in all arrive at barrier 1 [cuda-divergent-barrier]
  SYNC(1, 128);
  out[t] = values[127 - t];
}

// The last 64 that arrive are left, and nobody waits for them.
// PAIRS: {{^}}arriveLast:
__global__ void arriveLast(int *out, const int *in) {
  int t = threadIdx.x;
  SYNC(1, 128);
  out[t] = in[t];
  if (t < 64)
    ARRIVE(1, 128);
}

// All do: 256 threads complete it twice, but two warps alone can complete it first.
// PAIRS: {{^}}allArriveThenWait:
// PAIRS: allArriveThenWait: undecided same-block
__global__ void allArriveThenWait(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  ARRIVE(1, 128);
  SYNC(1, 128);
  out[t] = values[127 - t];
}

// Who has arrived in the first branch is counted again at the common barrier, at once.
// PAIRS: {{^}}arriveBeforeCommon:
// PAIRS: arriveBeforeCommon: undecided same-block
__global__ void arriveBeforeCommon(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  if (t < 64)
    ARRIVE(1, 128);
  else
    SYNC(1, 128);
  SYNC(1, 128);
  out[t] = values[127 - t];
}

// PAIRS: {{^}}arriveBeforeOther: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void arriveBeforeOther(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  if (t < 64)
    ARRIVE(1, 128);
  else
    SYNC(1, 128);
  SYNC(2, 128);
  out[t] = values[127 - t];
}

// Whoever launches it may set wide for blocks of 256 threads only.
// PAIRS: {{^}}largerBlockByArgument:
__global__ void largerBlockByArgument(int *out, const int *in, int wide) {
  if (wide)
    SYNC(1, 256);
  out[threadIdx.x] = in[threadIdx.x];
}

//===--- Barriers in memory ------------------------------------------------===//

// PAIRS: {{^}}inMemorySomeThenAll:
// PAIRS: inMemorySomeThenAll: undecided same-block {{.*}}: unknown participants of a barrier in between
__global__ void inMemorySomeThenAll(int *out, const int *in) {
  __shared__ Barrier barrier;
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t == 0)
    init(&barrier, 128);
  __syncthreads();
  if (t < 64)
    barrier.arrive_and_wait();
  values[t] = in[t];
  barrier.arrive_and_wait();
  out[t] = values[127 - t];
}

// PAIRS: {{^}}inMemoryAll: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void inMemoryAll(int *out, const int *in) {
  __shared__ Barrier barrier;
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t == 0)
    init(&barrier, 128);
  __syncthreads();
  barrier.arrive_and_wait();
  values[t] = in[t];
  barrier.arrive_and_wait();
  out[t] = values[127 - t];
}

int main() {
  int *p;
  int n;
  cudaMalloc(&p, 4096);
  cudaDeviceGetAttribute(&n, cudaDevAttrIntegrated, 0);
  someThenAll<<<1, 128>>>(p, p);
  allTwice<<<1, 128>>>(p, p);
  othersElsewhere<<<1, 128>>>(p, p);
  oneBehind<<<1, 128>>>(p, p);
  oneBehindByArgument<<<1, 128>>>(p, p, n);
  inThreeBranches<<<1, 128>>>(p, p);
  inOtherCases<<<1, 128>>>(p, p, n);
  ownNumber<<<1, 128>>>(p, p);
  otherForms<<<1, 128>>>(p, p);
  byArgument<<<1, 128>>>(p, p, n);
  byData<<<1, 128>>>(p, p);
  forWholeBlock<<<1, 128>>>(p, p, n);
  unequalRounds<<<1, 128>>>(p, p);
  inRounds<<<1, 128>>>(p, p, n);
  tooFew<<<1, 128>>>(p, p);
  asManyAsCome<<<1, 128>>>(p, p);
  largerBlock<<<1, 128>>>(p, p);
  oneLeft<<<1, 96>>>(p, p);
  partialWarp<<<1, 40>>>(p, p);
  afterReturn<<<1, 128>>>(p, p);
  twoCounts<<<1, 128>>>(p, p);
  withoutCount<<<1, 128>>>(p, p);
  numberOfThread<<<1, 128>>>(p, p);
  arriveThenWait<<<1, 128>>>(p, p);
  arriveLast<<<1, 128>>>(p, p);
  allArriveThenWait<<<1, 128>>>(p, p);
  arriveBeforeCommon<<<1, 128>>>(p, p);
  arriveBeforeOther<<<1, 128>>>(p, p);
  largerBlockByArgument<<<1, 128>>>(p, p, n);
  inMemorySomeThenAll<<<1, 128>>>(p, p);
  inMemoryAll<<<1, 128>>>(p, p);
}
