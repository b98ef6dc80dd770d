// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s

// A variable that a loop carries without a closed form has another value in each iteration:
// what two threads do in two iterations may meet.

// CHECK: {{^}}halvesOfParameter:
// CHECK: {{^}}halvesOfParameter: {{undecided|may-race|race}} same-block line [[#@LINE+5]] line [[#@LINE+5]]
__global__ void halvesOfParameter(int *A, int n) {
  int t = threadIdx.x;
  for (int d = n; d > 0; d /= 2)
    if (t < d)
      A[t] += A[t + d];
}

// CHECK: {{^}}halvesOfParameterOrdered: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void halvesOfParameterOrdered(int *A, int n) {
  int t = threadIdx.x;
  for (int d = n; d > 0; d /= 2) {
    if (t < d)
      A[t] += A[t + d];
    __syncthreads();
  }
}

// CHECK: {{^}}thirds:
// CHECK: {{^}}thirds: {{undecided|may-race|race}} same-block line [[#@LINE+5]] line [[#@LINE+5]]
__global__ void thirds(int *A, int n) {
  int t = threadIdx.x;
  for (int d = n; d > 0; d /= 3)
    if (t < d)
      A[t] += A[t + d];
}

// CHECK: {{^}}thirdsOrdered: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void thirdsOrdered(int *A, int n) {
  int t = threadIdx.x;
  for (int d = n; d > 0; d /= 3) {
    if (t < d)
      A[t] += A[t + d];
    __syncthreads();
  }
}

// CHECK: {{^}}halvesOfOneLess:
// CHECK: {{^}}halvesOfOneLess: {{undecided|may-race|race}} same-block line [[#@LINE+5]] line [[#@LINE+5]]
__global__ void halvesOfOneLess(int *A, int n) {
  int t = threadIdx.x;
  for (int d = n; d > 0; d = (d - 1) / 2)
    if (t < d)
      A[t] += A[t + d];
}

// CHECK: {{^}}chain:
// CHECK: {{^}}chain: {{undecided|may-race|race}} same-block line [[#@LINE+5]] line [[#@LINE+5]]
__global__ void chain(int *A, const int *B, int n) {
  int t = threadIdx.x;
  for (int d = n; d > 0; d = B[d])
    if (t < d)
      A[t] += A[t + d];
}

// CHECK: {{^}}chainOrdered: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void chainOrdered(int *A, const int *B, int n) {
  int t = threadIdx.x;
  for (int d = n; d > 0; d = B[d]) {
    if (t < d)
      A[t] += A[t + d];
    __syncthreads();
  }
}

// CHECK: {{^}}doWhile:
// CHECK: {{^}}doWhile: {{undecided|may-race|race}} same-block line [[#@LINE+6]] line [[#@LINE+6]]
__global__ void doWhile(int *A, int n) {
  int t = threadIdx.x;
  int d = n;
  do {
    if (t < d)
      A[t] += A[t + d];
    d = (d - 1) / 2;
  } while (d > 0);
}

// CHECK: {{^}}doWhileOrdered: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void doWhileOrdered(int *A, int n) {
  int t = threadIdx.x;
  int d = n;
  do {
    if (t < d)
      A[t] += A[t + d];
    d = (d - 1) / 2;
    __syncthreads();
  } while (d > 0);
}

// What the outer loop carries is one value in all iterations of the inner one only.
// CHECK: {{^}}carriedByTheOuterLoop:
// CHECK: {{^}}carriedByTheOuterLoop: {{undecided|may-race|race}} same-block line [[#@LINE+7]] line [[#@LINE+7]]
__global__ void carriedByTheOuterLoop(int *A, const int *B, int n, int m) {
  int t = threadIdx.x;
  int d = n;
  for (int k = 0; k < m; ++k) {
    for (int j = 0; j < 4; ++j)
      if (t == d + j)
        A[j] = k;
    d = B[d];
  }
}

// CHECK: {{^}}carriedByTheOuterLoopOrdered: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void carriedByTheOuterLoopOrdered(int *A, const int *B, int n, int m) {
  int t = threadIdx.x;
  int d = n;
  for (int k = 0; k < m; ++k) {
    for (int j = 0; j < 4; ++j)
      if (t == d + j)
        A[j] = k;
    __syncthreads();
    d = B[d];
  }
}

// What an inner loop leaves behind.
// CHECK: {{^}}leftByTheInnerLoop:
// CHECK: {{^}}leftByTheInnerLoop: {{undecided|may-race|race}} same-block line [[#@LINE+8]] line [[#@LINE+8]]
__global__ void leftByTheInnerLoop(int *A, int n, int m) {
  int t = threadIdx.x;
  for (int k = 0; k < m; ++k) {
    int d = n + k;
    while (d > 7)
      d = d / 3;
    if (t == d)
      A[0] = k;
  }
}

// Read again in each iteration, at the place that the loop carries.
// CHECK: {{^}}readWhereCarried:
// CHECK: {{^}}readWhereCarried: {{undecided|may-race|race}} same-block line [[#@LINE+6]] line [[#@LINE+6]]
__global__ void readWhereCarried(int *A, const int *B, int n, int m) {
  int t = threadIdx.x;
  int d = n;
  for (int k = 0; k < m; ++k) {
    if (t == B[d])
      A[0] = k;
    d = d / 3;
  }
}

// Two threads never have one element of a carried row.
// CHECK: {{^}}carriedRow: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void carriedRow(int *A, const int *B, int n) {
  int t = threadIdx.x;
  for (int row = n; row > 0; row = B[row])
    A[t * 64 + (row & 63)] = row;
}

// Halves of a constant have a closed form.
// CHECK: {{^}}halvesOfConstant: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void __launch_bounds__(256) halvesOfConstant(float *out, const float *in) {
  __shared__ float values[256];
  int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  for (int d = 128; d > 0; d /= 2) {
    if (t < d)
      values[t] += values[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[0] = values[0];
}

// A pointer that gets to another array after more iterations than are followed.
// CHECK: {{^}}chainOfPointers:
// CHECK: {{^}}chainOfPointers: undecided same-block line [[#@LINE+7]] line [[#@LINE+8]]
__global__ void __launch_bounds__(64) chainOfPointers(int n) {
  __shared__ int X[64], Y[64];
  int t = threadIdx.x;
  int *p0 = X, *p1 = X, *p2 = X, *p3 = X, *p4 = X, *p5 = X, *p6 = X, *p7 = X, *p8 = X, *p9 = X,
      *p10 = X, *p11 = X, *p12 = X, *p13 = X;
  for (int k = 0; k < n; ++k) {
    p13[t] = k;
    Y[63 - t] = 1;
    p13 = p12, p12 = p11, p11 = p10, p10 = p9, p9 = p8, p8 = p7, p7 = p6;
    p6 = p5, p5 = p4, p4 = p3, p3 = p2, p2 = p1, p1 = p0, p0 = Y;
  }
}

// 0 - n in a type of 8 bits: 240 where n is 16.
// CHECK: {{^}}narrowerThanItsValue: {{undecided|may-race|race}} same-warp line [[#@LINE+6]] line [[#@LINE+6]]
__global__ void narrowerThanItsValue(int n) {
  __shared__ int s[4];
  unsigned char left = 0;
  for (int i = 0; i < 5; ++i) {
    if (0 < left)
      s[0] = threadIdx.x;
    left = 0 - n;
  }
}

void launch() { narrowerThanItsValue<<<1, 32>>>(16); }
