// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s

// What a lock's location holds when nobody has it.

#include <cuda_runtime.h>

// Once it holds 2, nobody takes the lock any more, and all go on.
// CHECK-LABEL: {{^}}leftInAThirdState:
// CHECK: line [[#@LINE+5]] line [[#@LINE+5]]{{.*}}a lock may order the two
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

void launch(int *lock, int *total, int *wanted) {
  leftInAThirdState<<<64, 1>>>(lock, total);
  leftFree<<<64, 1>>>(lock, total);
  fencedForSome<<<64, 1>>>(lock, total, wanted);
  counted<<<64, 1>>>(lock, total);
}
