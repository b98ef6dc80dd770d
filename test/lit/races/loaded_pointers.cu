// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s --implicit-check-not="race "
// RUN: %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --check-prefix=TEXT --implicit-check-not=race

// Two pointers loaded from memory may be equal, or point into one array, and so may one of them
// and a parameter. That is not reported, but no absence is proved either.

#include <cuda_runtime.h>

// TEXT: 0 warnings

// Threads in iteration k read the row that others write in iteration k + 1.
// CHECK-LABEL: {{^}}nextRow: {{[0-9]+}} pairs
// CHECK: undecided {{.*}} line [[#@LINE+4]] line [[#@LINE+5]]: which object `rows[k{{.*}}` accesses is unknown
__global__ void nextRow(int **rows) {
  int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    int next = rows[k + 1][63 - t];
    rows[k][t] = next;
  }
}

// rows[1] may be rows[0] + 1.
// CHECK-LABEL: {{^}}rowsOfIterations: {{[0-9]+}} pairs
// CHECK: undecided same-block line [[#@LINE+4]] line [[#@LINE+4]]: the pointer to `rows[k]` may differ
__global__ void rowsOfIterations(int **rows) {
  int t = threadIdx.x;
  for (int k = 0; k < 4; ++k)
    rows[k][t] = k;
}

// Each block has a row, and two may overlap.
// CHECK-LABEL: {{^}}rowsOfBlocks: 4 pairs, 2 absent
// CHECK: undecided different-blocks line [[#@LINE+2]] line [[#@LINE+2]]: the pointer to `rows[blockIdx.x]` may differ
__global__ void rowsOfBlocks(int **rows) {
  rows[blockIdx.x][blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// Of a graph's nodes, the neighbours are in the array of the nodes.
struct Node {
  Node *next;
  int value, seen;
};
// CHECK-LABEL: {{^}}neighbours: {{[0-9]+}} pairs
// CHECK: undecided {{.*}} line [[#@LINE+4]] line [[#@LINE+5]]: which object
__global__ void neighbours(Node *nodes) {
  int t = threadIdx.x;
  Node *first = nodes[0].next;
  first[t].value = 1;
  nodes[255 - t].seen = nodes[255 - t].value;
}

// `__restrict__` separates the parameter from what is loaded.
// CHECK: {{^}}apart: 2 pairs, 2 absent
__global__ void apart(float **rows, float *__restrict__ out) {
  int t = threadIdx.x;
  out[t] = rows[0][t] + rows[0][255 - t];
}

// One pointer for all threads: each thread has an element of its own.
// CHECK-LABEL: {{^}}oneRow: 3 pairs, 2 absent
// CHECK: undecided {{.*}}: which object `rows[0][i]` accesses is unknown
__global__ void oneRow(int **rows) {
  for (int i = threadIdx.x; i < 1024; i += blockDim.x)
    rows[0][i] = i;
}

// What rows[0] points to may be `start`, which then holds two values.
// CHECK: {{^}}staleStart: {{[0-9]+}} pairs
// CHECK: {{^}}staleStart: {{undecided|may-race|race}} {{.*}} line [[#@LINE+10]] line [[#@LINE+11]]
__global__ void __launch_bounds__(64) staleStart(int **rows, int *start, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  int first = start[0] & 31;
  __syncthreads();
  if (t == 0)
    rows[0][0] = 7;
  __syncthreads();
  int second = start[0] & 31;
  s[first + t] = t;
  out[t] = s[second + t];
}

// A pointer to shared memory that is stored and loaded again leads there.
// CHECK-LABEL: {{^}}sharedPointer: {{[0-9]+}} pairs
// CHECK: undecided same-block line [[#@LINE+7]] line [[#@LINE+8]]: which object `p[t]` accesses is unknown
__global__ void sharedPointer(int *__restrict__ out) {
  __shared__ int buffer[64];
  __shared__ int *p;
  int t = threadIdx.x;
  p = buffer;
  __syncthreads();
  p[t] = 1;
  int other = buffer[63 - t];
  out[t] = other;
}

// So does a member of a struct, and one of several pointers.
struct Half {
  int *start;
  int length;
};
// CHECK-LABEL: {{^}}sharedHalves: {{[0-9]+}} pairs
// CHECK: undecided same-block line [[#@LINE+12]] line [[#@LINE+13]]: which object
__global__ void sharedHalves(int *__restrict__ out, int k) {
  extern __shared__ int all[];
  __shared__ int few[64];
  __shared__ Half halves[2];
  int t = threadIdx.x;
  Half own = {all + 32, 32};
  if (t < 2)
    halves[t] = own;
  if (t == 0)
    halves[0].start = k ? all : few;
  __syncthreads();
  halves[k].start[t] = 1;
  int other = all[63 - t];
  out[t] = other;
}

// A store through it makes two values of two loads.
// CHECK: {{^}}staleShared: {{[0-9]+}} pairs
// CHECK: {{^}}staleShared: {{undecided|may-race|race}} {{.*}} line [[#@LINE+14]] line [[#@LINE+15]]
__global__ void __launch_bounds__(64) staleShared(int *__restrict__ out) {
  __shared__ int s[128];
  __shared__ int start[1];
  __shared__ int *p;
  int t = threadIdx.x;
  p = start;
  __syncthreads();
  int first = start[0] & 31;
  __syncthreads();
  if (t == 0)
    *p = 7;
  __syncthreads();
  int second = start[0] & 31;
  s[first + t] = t;
  out[t] = s[second + t];
}

// No address of shared memory is stored: what is loaded leads to global memory.
// CHECK: {{^}}globalRows: {{[0-9]+}} pairs
// CHECK-NOT: {{^}}globalRows: {{.*}} line [[#@LINE+4]] line
__global__ void globalRows(int **rows, int *__restrict__ out) {
  __shared__ int buffer[64];
  int t = threadIdx.x;
  buffer[t] = rows[0][t];
  __syncthreads();
  out[t] = buffer[63 - t];
}
