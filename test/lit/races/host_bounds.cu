// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint --checks=-*,cuda-*-race --races=may --show-remarks %s 2>&1 | FileCheck %s --check-prefix=MAY
// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s --check-prefix=PAIRS

// What host code says of the numbers of a launch holds for examples, and where none of the numbers
// that it leaves gives a race, there is none.

#include <cuda_runtime.h>

// The grid has as many blocks as the argument says.
__global__ void tiedGrid(int *a, int n, int blocks) {
  if (blocks != gridDim.x)
    a[0] = threadIdx.x + n;
}

// The row length is not that of the grid.
// CHECK: [[#@LINE+5]]:3: warning: global memory race on `out
// CHECK: note: for example, for width = {{[0-9]+}}, which the host code leaves open
// CHECK-NEXT: note: for rowLength with block (16,8,1) at line
__global__ void rowLength(float *out, int width) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[y * gridDim.x + x] = x;
}

__global__ void forLarge(int *a, int n) {
  if (n > 256)
    a[0] = threadIdx.x;
}
__global__ void forLargeUnsigned(int *a, unsigned n) {
  if (n > 256)
    a[0] = threadIdx.x;
}
__global__ void forLargeOfLeast(int *a, int n) {
  if (n > 256)
    a[0] = threadIdx.x;
}

// A number below zero is a large one.
// MAY: [[#@LINE+3]]:5: remark: possible global memory race on `a[0]`
__global__ void forLargeOfSigned(int *a, unsigned long n) {
  if (n > 256)
    a[0] = threadIdx.x;
}
// MAY: [[#@LINE+3]]:5: remark: possible global memory race on `a[0]`
__global__ void forLargeConstant(int *a, unsigned long n) {
  if (n > 256)
    a[0] = threadIdx.x;
}
// The same number is below zero in one type and large in the other.
// PAIRS: {{^}}forLargeOfTied: 2 pairs, 0 absent
__global__ void forLargeOfTied(int *a, int k, unsigned long n) {
  if (n > 256)
    a[k] = threadIdx.x;
}
// PAIRS: {{^}}forBelowOfTied: 2 pairs, 0 absent
__global__ void forBelowOfTied(int *a, unsigned long n, int k) {
  if (k < 0)
    a[0] = threadIdx.x + n;
}
// The largest number and one are zero, which is not above 256.
// PAIRS: {{^}}forLargest: 2 pairs, 0 absent
__global__ void forLargest(int *a, unsigned n) {
  if (n == 4294967295)
    a[0] = threadIdx.x;
}
// Below the lowest number of a signed type there is none.
// PAIRS: {{^}}forLargeOfBelow: 2 pairs, 2 absent
__global__ void forLargeOfBelow(int *a, int n) {
  if (n > 255)
    a[0] = threadIdx.x;
}

// MAY-NOT: for forSmall
// MAY-NOT: for forOther
__global__ void forSmall(int *a, int n) {
  if (n < 32)
    a[0] = threadIdx.x;
}
__global__ void forOther(int *a, int n) {
  if (n != 64)
    a[0] = threadIdx.x;
}

// The same where the host code lets larger ones through.
// CHECK: [[#@LINE+4]]:5: warning: global memory race on `a[0]`
// CHECK: note: for example, for n = 300, which the host code leaves open
__global__ void forLarger(int *a, int n) {
  if (n > 256)
    a[0] = threadIdx.x;
}

// CHECK: [[#@LINE+4]]:3: warning: shared memory race
// CHECK: note: for example, for n = 50, which the host code leaves open
__global__ void within(int *a, int n) {
  __shared__ int s[256];
  s[threadIdx.x % n] = threadIdx.x;
  a[threadIdx.x] = s[0];
}

// Of two launches that are alike, all numbers count that one of them leaves.
// CHECK: [[#@LINE+4]]:5: warning: global memory race on `a[0]`
// CHECK: note: for example, for n = {{[0-9]+}}, which the host code leaves open
__global__ void ofTwo(int *a, int n) {
  if (n > 256)
    a[0] = threadIdx.x;
}

// No launch is known: nothing is said of host code.
// CHECK: [[#@LINE+4]]:5: warning: global memory race on `a[0]`
// CHECK: note: for example, for n = 1024{{$}}
__global__ void unlaunched(int *a, int n) {
  if (n > 256)
    a[0] = threadIdx.x;
}

void run(int *a, float *out, int n, unsigned u, int height) {
  if (n > 0)
    tiedGrid<<<n / 256, 256>>>(a, n, n / 256);
  rowLength<<<dim3(n / 16, height / 8), dim3(16, 8)>>>(out, n);
  if (n <= 256)
    forLarge<<<1, 256>>>(a, n);
  if (u <= 256)
    forLargeUnsigned<<<1, 256>>>(a, u);
  forLargeOfLeast<<<1, 256>>>(a, min(n, 256));
  if (n <= 10)
    forLargeOfSigned<<<1, 256>>>(a, n);
  if (n <= 10) {
    forLargeOfTied<<<1, 256>>>(a, n, n);
    forBelowOfTied<<<1, 256>>>(a, n, n);
  }
  forLargeConstant<<<1, 256>>>(a, -1);
  if (u + 1 <= 256)
    forLargest<<<1, 256>>>(a, u);
  if (n <= 256)
    forLargeOfBelow<<<1, 256>>>(a, n - 1);
  if (n > 31)
    forSmall<<<1, 256>>>(a, n);
  if (n > 63 && n < 65)
    forOther<<<1, 256>>>(a, n);
  if (n <= 300)
    forLarger<<<1, 256>>>(a, n);
  if (n < 40 || n > 50)
    return;
  within<<<1, 256>>>(a, n);
}

void runTwo(int *a, int n, int m) {
  if (n <= 256)
    ofTwo<<<1, 256>>>(a, n);
  if (m <= 1000)
    ofTwo<<<1, 256>>>(a, m);
}
