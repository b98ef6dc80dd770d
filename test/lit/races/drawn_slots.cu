// Threads that draw numbers by atomic additions and write where these say.
//
// A draw that adds a has the numbers r, r + 1, … r + a - 1 for itself: the next one gets r + a or
// more. Each pair of accesses is looked at for two lanes of a warp, for two warps, and, where the
// kernel asks which block it is in, for two blocks.
//
// RUN: %json --races=may %s | %race-counts | FileCheck %s
// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s --check-prefix=PAIRS --implicit-check-not="a fence is missing"

// CHECK: compact: pairs=3 absent=3{{$}}
__global__ void compact(int *out, int *count, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0)
    out[atomicAdd(count, 1)] = in[i];
}

// The number as another type, and an array that the block has for itself.
// CHECK: compactUnsigned: pairs=3 absent=3{{$}}
__global__ void compactUnsigned(float *out, unsigned *count, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 0) {
    int slot = atomicAdd(count, 1u);
    out[7 + slot] = in[i];
  }
}

// Three elements for each draw of three: three stores, six pairs of them (a store with itself
// included), two relations.
// CHECK: threeEach: pairs=12 absent=12{{$}}
__global__ void threeEach(int *out, int *count) {
  int slot = atomicAdd(count, 3);
  out[slot] = 1;
  out[slot + 1] = 2;
  out[slot + 2] = 3;
}

// The fourth lies in the next draw's place: of the three pairs the one of both stores.
// CHECK: fourOfThree: pairs=6 absent=4 undecided=2{{$}}
__global__ void fourOfThree(int *out, int *count) {
  int slot = atomicAdd(count, 3);
  out[slot] = 1;
  out[slot + 3] = 2;
}

// A counter for each block: the places of two blocks may be the same. Within a block, for lanes
// and for warps: the store of the counter with itself and with the draw, and the store to `out`;
// one more between blocks.
// CHECK: counterOfBlock: pairs=7 absent=6 undecided=1{{$}}
// CHECK-NEXT: undecided: the address of `out[slot]` is unknown before launch
__global__ void counterOfBlock(int *out, const int *in) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 0) {
    int slot = atomicAdd(&count, 1);
    out[slot] = i;
  }
}

// Set back in a loop: numbers come again.
// CHECK: setBack: pairs=6 absent=4 undecided=2{{$}}
__global__ void setBack(int *out, const int *in, int rounds) {
  __shared__ int count;
  int slot = 0;
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x == 0)
      count = 0;
    __syncthreads();
    slot = atomicAdd(&count, 1);
    __syncthreads();
    out[slot] = round;
  }
}

// Another block may set the counter back between the draws of two threads of this one.
// CHECK: setByEachBlock: pairs=6 absent=4 undecided=2{{$}}
__global__ void setByEachBlock(int *out, int *count) {
  if (threadIdx.x == 0)
    *count = 0;
  __syncthreads();
  out[atomicAdd(count, 1)] = threadIdx.x;
}

// A counter for each of several bins: two threads of different bins may draw the same number.
// CHECK: counterOfBin: pairs=2 absent=0 undecided=2{{$}}
__global__ void counterOfBin(int *out, int *counts) {
  out[atomicAdd(&counts[threadIdx.x % 4], 1)] = threadIdx.x;
}

// Only atomic for the threads of one block: blocks race for the counter, and may get the same
// number (1 of 3 relations).
// CHECK: blockScope: pairs=4 absent=2 race=1 undecided=1
__global__ void blockScope(int *out, int *count) {
  int number = atomicAdd_block(count, 1);
  if (number + blockIdx.x < 1000)
    out[number] = threadIdx.x;
}

// All draw the same number.
// CHECK: addsZero: pairs=2 absent=0 race=2{{$}}
__global__ void addsZero(int *out, int *count) { out[atomicAdd(count, 0)] = threadIdx.x; }

// All may read one number before any of them counts, with fences or without.
// CHECK: readsAndCounts: pairs=2 absent=0 race=2{{$}}
__global__ void readsAndCounts(int *out, int *count) {
  int number = atomicOr(count, 0);
  __threadfence();
  out[number] = threadIdx.x;
  __threadfence();
  atomicAdd(count, 1);
}

// CHECK: readsAndCountsUnfenced: pairs=2 absent=0 race=2{{$}}
// PAIRS: {{^}}readsAndCountsUnfenced: race same-warp
__global__ void readsAndCountsUnfenced(int *out, int *count) {
  int number = atomicAdd(count, 0);
  out[number] = threadIdx.x;
  atomicAdd(count, 1);
}

// The number may become what another thread has read again: the one of the two that comes later
// may have seen the other's subtraction.
// CHECK: readsAndCountsBack: pairs=2 absent=0 undecided=2{{$}}
__global__ void readsAndCountsBack(int *out, int *count) {
  int number = atomicAdd(count, 0);
  __threadfence();
  out[number] = threadIdx.x;
  __threadfence();
  atomicSub(count, 1);
  atomicAdd(count, 1);
}

// Thread 0 adds nothing: who comes next gets the same number.
// CHECK: addsIndex: pairs=2 absent=0 race=2{{$}}
__global__ void addsIndex(int *out, int *count) {
  out[atomicAdd(count, threadIdx.x)] = threadIdx.x;
}

// CHECK: addsIndexAndOne: pairs=2 absent=2{{$}}
__global__ void addsIndexAndOne(int *out, int *count) {
  out[atomicAdd(count, threadIdx.x + 1)] = threadIdx.x;
}

// What is added may be 0.
// CHECK: addsParameter: pairs=2 absent=0 may-race=2{{$}}
__global__ void addsParameter(int *out, int *count, int step) {
  out[atomicAdd(count, step)] = threadIdx.x;
}

// Threads that add nothing draw the same number only among themselves here, and write to places
// of their own; but the counter is set back, so that others may meet.
// CHECK: setBackAndNothing: {{.*}}undecided=
__global__ void setBackAndNothing(int *out, int *count) {
  if (threadIdx.x == 7)
    *count = 0;
  int number = atomicAdd(count, threadIdx.x / 32);
  out[number * 32 + threadIdx.x % 32] = threadIdx.x;
}

// The counter is set without a barrier before the first draw: a thread that comes late sets it
// back, and numbers are drawn twice.
// CHECK: setWithoutBarrier: {{.*}}undecided=
__global__ void setWithoutBarrier(int *out) {
  __shared__ int count;
  count = 0;
  int number = atomicAdd(&count, 1);
  out[number] = threadIdx.x;
}
