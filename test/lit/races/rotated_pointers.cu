// RUN: %json %s -- -std=c++20 | %python %S/../Inputs/verdicts.py | FileCheck %s --check-prefix=PAIRS
// RUN: not %cuda-memlint --checks=-*,cuda-shared-race,cuda-global-race,cuda-missing-syncwarp %s -- -std=c++20 2>&1 | FileCheck %s --implicit-check-not=warning:

// Variables that pass their values round in a loop of unknown length: in which iteration a pointer
// leads to which array is known.

#include <cuda_runtime.h>
#include <utility>

// PAIRS: {{^}}threeArrays: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void threeArrays(float *out, int steps) {
  __shared__ float a[256], b[256], c[256];
  float *last = a, *now = b, *next = c;
  int t = threadIdx.x;
  last[t] = now[t] = next[t] = t;
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    next[t] = last[(t + 1) % 256] + now[(t + 255) % 256];
    __syncthreads();
    float *other = last;
    last = now;
    now = next;
    next = other;
  }
  out[t] = now[t];
}

// The array that is written is the one that others read in the iteration before.
// PAIRS: {{^}}withoutBarrier:
__global__ void withoutBarrier(float *out, int steps) {
  __shared__ float a[256], b[256], c[256];
  float *last = a, *now = b, *next = c;
  int t = threadIdx.x;
  last[t] = now[t] = next[t] = t;
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on `a or b or c`: {{.*}} (in iteration 2 {{.*}} (in iteration 1 {{.*}}, with no barrier in between [cuda-shared-race]
    next[t] = last[(t + 1) % 256] + now[(t + 255) % 256];
    float *other = last;
    last = now;
    now = next;
    next = other;
  }
  out[t] = now[t];
}

// Of three arrays the one that is written was read two iterations before: every other barrier
// would do, and one that is missing in each iteration does not.
// PAIRS: {{^}}readAcross: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void readAcross(float *out, int steps) {
  __shared__ float a[256], b[256], c[256];
  float *from = a, *to = b, *spare = c;
  int t = threadIdx.x;
  from[t] = to[t] = spare[t] = t;
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    to[t] = from[255 - t];
    __syncthreads();
    float *other = from;
    from = to;
    to = spare;
    spare = other;
  }
  out[t] = from[t];
}

// Parameters of one block.
// PAIRS: {{^}}parameters: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void parameters(float *x, float *y, float *z, int steps) {
  int t = threadIdx.x;
  for (int k = 0; k < steps; ++k) {
    z[t] = x[(t + 1) % 256] + y[(t + 255) % 256];
    __syncthreads();
    float *other = x;
    x = y;
    y = z;
    z = other;
  }
}

__global__ void parametersWithoutBarrier(float *x, float *y, float *z, int steps) {
  int t = threadIdx.x;
  for (int k = 0; k < steps; ++k) {
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: global memory race on `x or y or z`: {{.*}} (in iteration 2 {{.*}} (in iteration 1 {{.*}} [cuda-global-race]
    z[t] = x[(t + 1) % 256] + y[(t + 255) % 256];
    float *other = x;
    x = y;
    y = z;
    z = other;
  }
}

// The elements of an array of pointers.
// PAIRS: {{^}}elements: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void elements(float *out, int steps) {
  __shared__ float a[256], b[256], c[256];
  float *p[3] = {a, b, c};
  int t = threadIdx.x;
  a[t] = b[t] = c[t] = t;
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    p[2][t] = p[0][(t + 1) % 256] + p[1][(t + 255) % 256];
    __syncthreads();
    float *other = p[0];
    p[0] = p[1];
    p[1] = p[2];
    p[2] = other;
  }
  out[t] = p[1][t];
}

// PAIRS: {{^}}elementsWithoutBarrier:
__global__ void elementsWithoutBarrier(float *out, int steps) {
  __shared__ float a[256], b[256];
  float *p[2] = {a, b};
  int t = threadIdx.x;
  a[t] = b[t] = t;
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on `a or b`: {{.*}} (in iteration 1 {{.*}} [cuda-shared-race]
    p[1][t] = p[0][(t + 1) % 256];
    std::swap(p[0], p[1]);
  }
  out[t] = p[1][t];
}

// Numbers that are indices, of rows of one array.
// PAIRS: {{^}}rows: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void rows(float *out, int steps) {
  __shared__ float a[3][256];
  int last = 0, now = 1, next = 2, t = threadIdx.x;
  a[0][t] = a[1][t] = a[2][t] = t;
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    a[next][t] = a[last][(t + 1) % 256] + a[now][(t + 255) % 256];
    __syncthreads();
    int other = last;
    last = now;
    now = next;
    next = other;
  }
  out[t] = a[now][t];
}

// The iteration's number chooses the array.
// PAIRS: {{^}}chosenByNumber: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void chosenByNumber(float *out, int steps) {
  __shared__ float a[256], b[256], c[256];
  float *p[3] = {a, b, c};
  int t = threadIdx.x;
  a[t] = b[t] = c[t] = t;
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    p[(k + 2) % 3][t] = p[k % 3][(t + 1) % 256] + p[(k + 1) % 3][(t + 255) % 256];
    __syncthreads();
  }
}

// PAIRS: {{^}}bitOfNumber: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void bitOfNumber(float *out, int steps) {
  __shared__ float a[2][256];
  int t = threadIdx.x, in = 0;
  a[0][t] = a[1][t] = t;
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    a[in ^ 1][t] = a[in][(t + 1) % 256];
    __syncthreads();
    in ^= 1;
  }
  out[t] = a[in][t];
}

// The race takes two iterations: loops are written to run more than once.
__global__ void bitWithoutBarrier(float *out, int steps) {
  __shared__ float a[2][256];
  int t = threadIdx.x, in = 0;
  a[0][t] = a[1][t] = t;
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on {{.*}} (in iteration 1 {{.*}} [cuda-shared-race]
    a[in ^ 1][t] = a[in][(t + 1) % 256];
    in ^= 1;
  }
}

// And with a test behind the body.
__global__ void testedBehind(float *out, int steps) {
  __shared__ float a[2][256];
  int t = threadIdx.x, k = 0;
  a[0][t] = a[1][t] = t;
  __syncthreads();
  do {
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on {{.*}} (in iteration 1 {{.*}} [cuda-shared-race]
    a[(k + 1) % 2][t] = a[k % 2][(t + 1) % 256];
  } while (++k < steps);
}

// The array changes where a condition on data holds: unknown.
// PAIRS: {{^}}rotatedByData:
// PAIRS: rotatedByData: undecided {{.*}} which object {{.*}} accesses is unknown
__global__ void rotatedByData(float *out, const int *in, int steps) {
  __shared__ float a[256], b[256], c[256];
  float *last = a, *now = b, *next = c;
  int t = threadIdx.x;
  for (int k = 0; k < steps; ++k) {
    next[t] = last[(t + 1) % 256] + now[(t + 255) % 256];
    __syncthreads();
    if (in[k]) {
      float *other = last;
      last = now;
      now = next;
      next = other;
    }
  }
}

void launch(float *p, float *q, float *r, const int *in, int n) {
  threeArrays<<<1, 256>>>(p, n);
  withoutBarrier<<<1, 256>>>(p, n);
  readAcross<<<1, 256>>>(p, n);
  parameters<<<1, 256>>>(p, q, r, n);
  parametersWithoutBarrier<<<1, 256>>>(p, q, r, n);
  elements<<<1, 256>>>(p, n);
  elementsWithoutBarrier<<<1, 256>>>(p, n);
  rows<<<1, 256>>>(p, n);
  chosenByNumber<<<1, 256>>>(p, n);
  bitOfNumber<<<1, 256>>>(p, n);
  bitWithoutBarrier<<<1, 256>>>(p, n);
  testedBehind<<<1, 256>>>(p, n);
  rotatedByData<<<1, 256>>>(p, in, n);
}

// One of them is moved on as it is passed on: none is known to come back to its array.
// PAIRS: {{^}}movedOn: {{undecided}} same-block line [[#@LINE+4]] line [[#@LINE+13]]
__global__ void movedOn(int *out) {
  __shared__ int a[256], b[256];
  int *first = b + 16, *second = a, *third = a + 64;
  b[threadIdx.x] = 0;
  for (int k = 1; k < 8; ++k) {
    first = first + 1;
    int *other = third;
    third = first;
    first = second;
    second = other;
  }
  // b[19].
  out[threadIdx.x] = third[0];
}
