// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s

// What a lock's location holds when nobody has it, and which location that is.

#include <cuda_runtime.h>

// Once it holds 2, nobody takes the lock any more, and all go on.
// CHECK-LABEL: {{^}}leftInAThirdState:
// CHECK: race different-blocks line [[#@LINE+5]] line [[#@LINE+5]]
__global__ void leftInAThirdState(int *lock, int *total) {
  while (atomicCAS(lock, 0, 1) == 1)
    ;
  __threadfence();
  total[0] += 1;
  __threadfence();
  atomicExch(lock, 2);
}

// CHECK-LABEL: {{^}}leftFree:
// CHECK-NOT: line [[#@LINE+5]] line [[#@LINE+5]]
__global__ void leftFree(int *lock, int *total) {
  while (atomicCAS(lock, 0, 1) == 1)
    ;
  __threadfence();
  total[0] += 1;
  __threadfence();
  atomicExch(lock, 0);
}

// On some ways to the release nothing releases the store.
// CHECK-LABEL: {{^}}fencedForSome:
// CHECK: line [[#@LINE+5]] line [[#@LINE+5]]{{.*}}a lock may order the two
__global__ void fencedForSome(int *lock, int *total, const int *wanted) {
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
  total[0] += 1;
  if (wanted[blockIdx.x])
    __threadfence();
  atomicExch(lock, 0);
}

// Who finds others takes its step back and tries again.
// CHECK-LABEL: {{^}}counted:
// CHECK: line [[#@LINE+5]] line [[#@LINE+5]]{{.*}}a polled flag may order the two
__global__ void counted(int *lock, int *total) {
  while (atomicAdd(lock, 1) != 0)
    atomicSub(lock, 1);
  __threadfence();
  total[0] += 1;
  __threadfence();
  atomicSub(lock, 1);
}

static __device__ void increment(int *lock, int *released, int *total) {
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
  total[0] += 1;
  __threadfence();
  atomicExch(released, 0);
}

// Odd blocks take another lock than even ones.
// CHECK-LABEL: {{^}}selectedByBlock:
// CHECK-NEXT: race different-blocks line {{[0-9]+}} line [[#INC:]]
__global__ void selectedByBlock(int *lock, int *other, int *total) {
  int *selected = blockIdx.x & 1 ? lock : other;
  increment(selected, selected, total);
}

__device__ int lockOfEven, lockOfOdd;

// CHECK-LABEL: {{^}}selectedVariable:
// CHECK-NEXT: race different-blocks line [[#INC]] line [[#INC]]
__global__ void selectedVariable(int *total) {
  int *selected = blockIdx.x & 1 ? &lockOfOdd : &lockOfEven;
  increment(selected, selected, total);
}

struct Locks {
  int *even, *odd, *of[2];
};

// CHECK-LABEL: {{^}}selectedField:
// CHECK-NEXT: race different-blocks line [[#INC]] line [[#INC]]
__global__ void selectedField(Locks locks, int *total) {
  int *selected = blockIdx.x & 1 ? locks.odd : locks.even;
  increment(selected, selected, total);
}

// CHECK-LABEL: {{^}}selectedElement:
// CHECK-NEXT: race different-blocks line [[#INC]] line [[#INC]]
__global__ void selectedElement(Locks locks, int *total) {
  int *selected = locks.of[blockIdx.x & 1];
  increment(selected, selected, total);
}

// CHECK-LABEL: {{^}}loadedLock: 2 pairs, 0 absent
// CHECK-NEXT: undecided different-blocks line [[#INC]] line [[#INC]]: a lock may order the two
__global__ void loadedLock(int *const *__restrict__ locks, int *__restrict__ total) {
  int *loaded = locks[blockIdx.x & 1];
  increment(loaded, loaded, total);
}

// One thread is in the first iteration, and the other in the second one.
// CHECK-LABEL: {{^}}selectedByIteration:
// CHECK-NEXT: undecided different-blocks line [[#INC]] line [[#INC]]: a lock may order the two
__global__ void selectedByIteration(int *lock, int *other, int *total) {
  int *selected = lock;
  for (int i = 0; i < 2; ++i) {
    increment(selected, selected, total);
    selected = other;
  }
}

// CHECK-LABEL: {{^}}selectedTickets:
// CHECK-NEXT: race different-blocks line [[#@LINE+7]] line [[#@LINE+7]]
__global__ void selectedTickets(int *lock, int *other, int *total) {
  int *selected = blockIdx.x & 1 ? lock : other;
  int ticket = atomicAdd(selected, 1);
  while (atomicAdd(selected + 1, 0) != ticket)
    ;
  __threadfence();
  total[0] += 1;
  __threadfence();
  atomicAdd(selected + 1, 1);
}

// Some give another lock back than the one that they have taken.
// CHECK-LABEL: {{^}}releasesAnother:
// CHECK-NEXT: undecided different-blocks line [[#INC]] line [[#INC]]
__global__ void releasesAnother(int *lock, int *other, int *total) {
  int *selected = blockIdx.x & 1 ? lock : other;
  int *released = blockIdx.x & 2 ? lock : other;
  increment(selected, released, total);
}

// All blocks take the same one of the two.
// CHECK-LABEL: {{^}}selectedByArgument: 2 pairs, 2 absent
__global__ void selectedByArgument(int *lock, int *other, int *total, bool takeOther) {
  int *selected = takeOther ? other : lock;
  increment(selected, selected, total);
}

void launch(int *lock, int *other, int *total, int *wanted, Locks locks, int **loaded,
            bool takeOther) {
  leftInAThirdState<<<64, 1>>>(lock, total);
  leftFree<<<64, 1>>>(lock, total);
  fencedForSome<<<64, 1>>>(lock, total, wanted);
  counted<<<64, 1>>>(lock, total);
  selectedByBlock<<<4, 1>>>(lock, other, total);
  selectedVariable<<<4, 1>>>(total);
  selectedField<<<4, 1>>>(locks, total);
  selectedElement<<<4, 1>>>(locks, total);
  loadedLock<<<4, 1>>>(loaded, total);
  selectedByIteration<<<4, 1>>>(lock, other, total);
  selectedTickets<<<4, 1>>>(lock, other, total);
  releasesAnother<<<4, 1>>>(lock, other, total);
  selectedByArgument<<<4, 1>>>(lock, other, total, takeOther);
}
