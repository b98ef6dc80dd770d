// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s --check-prefix=PAIRS
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// Two parameters of a launch that passes one array twice: the accesses through the one and through
// the other are pairs, too.

#include <cuda_runtime.h>

// PAIRS-LABEL: {{^}}reversed:
// PAIRS: race same-block line [[#@LINE+4]] line [[#@LINE+4]]
__global__ void reversed(int *A, int *B) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `B[{{[0-9]+}}]`: thread {{.*}} writes it here while thread {{.*}} reads it at line [[#@LINE+1]], with no barrier in between
  B[t] = A[255 - t];
  // CHECK: note: `A` and `B` point into one allocation
}

// A[t + 1] is B[t].
// PAIRS-LABEL: {{^}}shifted:
// PAIRS: race {{.*}} line [[#@LINE+5]] line [[#@LINE+7]]
__global__ void shifted(int *A, int *B) {
  int t = threadIdx.x;
  // The last lane of a warp writes what the first lane of the next one writes, or its neighbour.
  // CHECK: :[[#@LINE+3]]:3: warning: global memory race on `B[{{[0-9]+}}]`
  A[t] = 1;
  // CHECK: note: the conflicting access `A[t]` is here
  B[t] = 2;
}

// No barrier is missing: thread t alone accesses A[t] and B[t].
// PAIRS: {{^}}same: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void same(int *A, int *B) {
  int t = threadIdx.x;
  B[t] = A[t] + 1;
}

// A barrier lies between.
// PAIRS: {{^}}ordered: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void ordered(int *A, int *B) {
  int t = threadIdx.x;
  int value = A[255 - t];
  __syncthreads();
  B[t] = value;
}

// Two halves of one array.
// PAIRS: {{^}}halves: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void halves(int *A, int *B) {
  int t = threadIdx.x;
  B[t] = A[255 - t];
}

// One element of the upper half is in the lower one.
// PAIRS-LABEL: {{^}}almostHalves:
// PAIRS: race {{.*}} line [[#@LINE+4]] line [[#@LINE+4]]
__global__ void almostHalves(int *A, int *B) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `B[0]`
  B[t] = A[t];
}

// Two arrays.
// PAIRS: {{^}}apart: 2 pairs, 2 absent
__global__ void apart(int *A, int *B) {
  int t = threadIdx.x;
  B[t] = A[255 - t];
}

// The caller's array, whatever it is.
// PAIRS-LABEL: {{^}}ofCaller:
// PAIRS: race same-block
__global__ void ofCaller(int *A, int *B) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `B[{{[0-9]+}}]`
  B[t] = A[255 - t];
}

struct View {
  int *p, *q;
};
// PAIRS-LABEL: {{^}}members:
// PAIRS: race {{.*}} line [[#@LINE+4]] line [[#@LINE+6]]
__global__ void members(View v) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+3]]:3: warning: global memory race on `v.q[{{[0-9]+}}]`
  v.p[t] = 1;
  // CHECK: note: the conflicting access `v.p[t]` is here
  v.q[t] = 2;
}

// Members that lead into two arrays.
// PAIRS: {{^}}membersApart: 4 pairs, 4 absent
__global__ void membersApart(View v) {
  int t = threadIdx.x;
  v.p[t] = 1;
  v.q[255 - t] = 2;
}

// How far apart the two are is unknown.
// PAIRS-LABEL: {{^}}unknownDistance:
// PAIRS: undecided {{.*}} line [[#@LINE+3]] line [[#@LINE+3]]: `A` and `B` may point into one allocation
__global__ void unknownDistance(int *A, int *B) {
  int t = threadIdx.x;
  B[t] = A[255 - t];
}

// One of two arrays, one of which the other parameter points to as well.
// PAIRS-LABEL: {{^}}oneOrOther:
// PAIRS: undecided {{.*}}: `A` and `B` may point into one allocation
__global__ void oneOrOther(int *A, int *B) {
  int t = threadIdx.x;
  B[t] = A[255 - t];
}

// The source states what this launch violates: the pair is one, and no warning.
// PAIRS-LABEL: {{^}}brokenPromise:
// PAIRS: race same-block
__global__ void brokenPromise(const int *__restrict__ A, int *__restrict__ B) {
  int t = threadIdx.x;
  B[t] = A[255 - t];
}

// The counter is reset under its other name: two threads may draw one number.
// PAIRS-LABEL: {{^}}drawn:
// PAIRS-DAG: race same-block line [[#@LINE+6]] line [[#@LINE+7]]
// PAIRS-DAG: undecided {{.*}} line [[#@LINE+6]] line [[#@LINE+6]]
__global__ void drawn(int *counter, int *other, int *out) {
  // CHECK: :[[#@LINE+4]]:7: warning: global memory race on `counter[0]`: {{.*}} updates it here while {{.*}} writes it at line [[#@LINE+3]]
  // CHECK: note: `other` and `counter` point into one allocation
  if (threadIdx.x == 7)
    other[0] = 0;
  out[atomicAdd(&counter[0], 1)] = threadIdx.x;
}

// What is loaded before and after the store is not one value.
// PAIRS: {{^}}changed: {{(race|may-race|undecided)}} same-warp line [[#@LINE+7]]
__global__ void changed(int *start, int *same, int *out) {
  int t = threadIdx.x;
  int first = start[t];
  same[t] = 7;
  int second = start[t];
  if (first == 0 && second == 7)
    out[0] = t;
}

// Nor where a barrier lies between.
// PAIRS: {{^}}changedByInterval: {{(race|may-race|undecided)}} same-warp line [[#@LINE+9]]
__global__ void changedByInterval(int *start, int *same, int *out) {
  int first = start[0];
  __syncthreads();
  if (threadIdx.x == 0)
    same[0] = 7;
  __syncthreads();
  int second = start[0];
  if (first != second)
    out[0] = threadIdx.x;
}

__device__ int variable[256];
// PAIRS: {{^}}changedVariable: {{(race|may-race|undecided)}} same-warp line [[#@LINE+7]]
__global__ void changedVariable(int *same, int *out) {
  int t = threadIdx.x;
  int first = variable[t];
  same[t] = 7;
  int second = variable[t];
  if (first != second)
    out[0] = t;
}

// PAIRS: {{^}}changedMember: {{(race|may-race|undecided)}} same-warp line [[#@LINE+7]]
__global__ void changedMember(View v, int *out) {
  int t = threadIdx.x;
  int first = v.p[t];
  v.q[t] = 7;
  int second = v.p[t];
  if (first != second)
    out[0] = t;
}

// Two arrays: one value.
// PAIRS: {{^}}unchanged: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void unchanged(int *start, int *other, int *out) {
  int t = threadIdx.x;
  int first = start[t];
  other[t] = 7;
  int second = start[t];
  if (first != second)
    out[0] = t;
}

void callee(int *a, View v) {
  ofCaller<<<1, 256>>>(a, a);
  View both{a, a + 3};
  members<<<1, 256>>>(both);
}

int main(int argc, char **argv) {
  int *a, *b;
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  reversed<<<1, 256>>>(a, a);
  shifted<<<1, 256>>>(a, a + 1);
  same<<<1, 256>>>(a, a);
  ordered<<<1, 256>>>(a, a);
  halves<<<1, 256>>>(a, a + 256);
  almostHalves<<<1, 256>>>(a, a + 255);
  apart<<<1, 256>>>(a, b);
  membersApart<<<1, 256>>>(View{a, b});
  unknownDistance<<<1, 256>>>(a, a + argc);
  oneOrOther<<<1, 256>>>(argc > 1 ? a : b, a);
  brokenPromise<<<1, 256>>>(a, a);
  drawn<<<1, 256>>>(a, a, b);
  changed<<<1, 256>>>(a, a, b);
  changedByInterval<<<1, 256>>>(a, a, b);
  int *v;
  cudaGetSymbolAddress((void **)&v, variable);
  changedVariable<<<1, 256>>>(v, b);
  changedMember<<<1, 256>>>(View{a, a}, b);
  unchanged<<<1, 256>>>(a, b, b);
}

// Of all others it is assumed that they do not.
// CHECK: {{^}}note: assuming pointer parameters are 256-byte aligned and do not alias, other than those said to point into one allocation{{$}}
