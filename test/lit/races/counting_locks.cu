// RUN: not %cuda-memlint --checks=-*,cuda-global-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// A word that counts those who are inside: whatever it holds at the start, one more gets in.

#include <cuda_runtime.h>

__device__ void enter(int *inside) {
  int seen;
  do
    seen = *(volatile int *)inside;
  while (seen < 0 || atomicCAS(inside, seen, seen + 1) != seen);
  __threadfence();
}

__device__ void leave(int *inside) {
  __threadfence();
  atomicSub(inside, 1);
}

// Readers change what they share.
__global__ void countReads(int *inside, int *hits) {
  if (threadIdx.x == 0) {
    enter(inside);
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `hits[0]`
    hits[0] += 1;
    leave(inside);
  }
}

// By an atomic.
__global__ void countReadsAtomically(int *inside, int *hits) {
  if (threadIdx.x == 0) {
    enter(inside);
    atomicAdd(hits, 1);
    leave(inside);
  }
}

// What is expected is carried from one try to the next.
__device__ void enterByGuess(int *inside) {
  int seen = *(volatile int *)inside;
  while (seen < 0 || atomicCAS(inside, seen, seen + 1) != seen)
    seen = *(volatile int *)inside;
  __threadfence();
}

__global__ void countReadsByGuess(int *inside, int *hits) {
  if (threadIdx.x == 0) {
    enterByGuess(inside);
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `hits[0]`
    hits[0] += 1;
    leave(inside);
  }
}

__global__ void countReadsByGuessAtomically(int *inside, int *hits) {
  if (threadIdx.x == 0) {
    enterByGuess(inside);
    atomicAdd(hits, 1);
    leave(inside);
  }
}

// One who finds nobody inside keeps all others out.
__global__ void writesByGuess(int *inside, int *hits) {
  if (threadIdx.x == 0) {
    int seen = *(volatile int *)inside;
    while (seen != 0 || atomicCAS(inside, seen, -1) != seen)
      seen = *(volatile int *)inside;
    __threadfence();
    hits[0] += 1;
    __threadfence();
    atomicAdd(inside, 1);
  }
}

// The host decides how many may be inside: where it stores 1, that is a lock.
__global__ void takeOneOfSome(int *places, int *hits) {
  if (threadIdx.x == 0) {
    int seen;
    do
      seen = *(volatile int *)places;
    while (seen <= 0 || atomicCAS(places, seen, seen - 1) != seen);
    __threadfence();
    hits[0] += 1;
    __threadfence();
    atomicAdd(places, 1);
  }
}

// Two get in if the word holds 0 at the start, and one if it holds 1.
__global__ void atMostTwo(int *inside, int *hits) {
  if (threadIdx.x == 0) {
    while (atomicAdd(inside, 1) >= 2)
      atomicSub(inside, 1);
    __threadfence();
    hits[0] += 1;
    __threadfence();
    atomicSub(inside, 1);
  }
}

// One who finds nobody inside keeps all others out.
__global__ void writes(int *inside, int *hits) {
  if (threadIdx.x == 0) {
    int seen;
    do
      seen = *(volatile int *)inside;
    while (seen != 0 || atomicCAS(inside, seen, -1) != seen);
    __threadfence();
    hits[0] += 1;
    __threadfence();
    atomicAdd(inside, 1);
  }
}

void run(int *word, int *hits) {
  countReads<<<64, 32>>>(word, hits);
  countReadsAtomically<<<64, 32>>>(word, hits);
  countReadsByGuess<<<64, 32>>>(word, hits);
  countReadsByGuessAtomically<<<64, 32>>>(word, hits);
  writesByGuess<<<64, 32>>>(word, hits);
  takeOneOfSome<<<64, 32>>>(word, hits);
  atMostTwo<<<64, 32>>>(word, hits);
  writes<<<64, 32>>>(word, hits);
}
