// RUN: not %cuda-memlint --checks=-*,cuda-*-race --remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// A location says whether something has gone wrong, and what. Where that are two things, either
// code may remain, and both say that something has.

#include <cuda_runtime.h>

__global__ void codes(const int *a, const int *b, int *error, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (a[i] < 0)
    *error = 1;
  if (b[i] < 0)
    // CHECK: :[[#@LINE+1]]:5: remark: benign global memory race on `error[0]`: thread {{.*}} writes it here while thread {{.*}} writes it at line [[#@LINE-2]]; which of the two codes remains depends on the order, when the data let both threads come here (`a[i] < 0`, `b[i] < 0`)
    *error = 2;
}

enum class State : int { Fine, Below, Above };

// Threads that find an error end, and nobody asks which one it was.
__global__ void ends(const int *a, float *out, State *state, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || *state != State::Fine)
    return;
  if (a[i] < 0) {
    *state = State::Below;
    return;
  }
  if (a[i] > 100) {
    // CHECK: :[[#@LINE+1]]:5: remark: benign global memory race on `state[0]`: {{.*}}; which of the two codes remains
    *state = State::Above;
    return;
  }
  out[i] = a[i];
}

__device__ void report(int *error, int code) { *error = code; }

__global__ void reports(const int *a, const int *b, int *error) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (a[i] < 0)
    report(error, 7);
  if (b[i] < 0)
    report(error, 8);
  // CHECK: :[[#@LINE-8]]:48: remark: benign global memory race on `error[0]`: {{.*}}; which of the two codes remains
}

// What was found is taken back: 0 is not a code.
__global__ void cleared(const int *a, int *error, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    *error = 0;
  if (i < n && a[i] < 0)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `error[0]`
    *error = 1;
}

__global__ void lastOne(const int *a, const int *b, int *valid) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (a[i] < 0)
    *valid = 0;
  if (b[i] < 0)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `valid[0]`
    *valid = 1;
}

// Threads do other things for one code than for another.
__global__ void asks(const int *a, int *out, int *error, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (a[i] < 0)
    *error = 1;
  if (a[i] > 9)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `error[0]`: thread {{.*}} writes it here
    *error = 2;
  if (*error == 2)
    out[i] = a[i];
}

// The code is handed on as it is: one of the two is reported.
__global__ void copies(const int *a, int *error, int *last) {
  __shared__ int found;
  int t = threadIdx.x;
  if (t == 0)
    found = 0;
  __syncthreads();
  if (a[t] < 0)
    found = 1;
  if (a[t] > 9)
    // CHECK: :[[#@LINE+1]]:5: remark: benign shared memory race on `found`: {{.*}}; which of the two codes remains
    found = 2;
  __syncthreads();
  if (t == 0)
    *last = found;
}

// Asked for nothing but whether there is one.
__global__ void inBlock(const int *a, int *out) {
  __shared__ int found;
  int t = threadIdx.x;
  if (t == 0)
    found = 0;
  __syncthreads();
  if (a[t] < 0)
    found = 1;
  if (a[t] > 9)
    // CHECK: :[[#@LINE+1]]:5: remark: benign shared memory race on `found`: {{.*}}; which of the two codes remains
    found = 2;
  __syncthreads();
  if (!found)
    out[t] = a[t];
}

// Each thread stores one of the two: no code says that nothing has happened.
__global__ void either(const int *a, int *kind) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (a[i] < 0)
    *kind = 1;
  else
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `kind[0]`
    *kind = 2;
}

// Which threads store them does not depend on data.
__global__ void byIndex(int *kind) {
  if (threadIdx.x == 3)
    *kind = 1;
  if (threadIdx.x == 40)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `kind[0]`
    *kind = 2;
}

// Threads look first whether there is a code already: two may find none.
__global__ void firstOne(const int *a, int *error) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (a[i] < 0 && *error == 0)
    *error = 1;
  if (a[i] > 9 && *error == 0)
    // CHECK: :[[#@LINE+1]]:5: remark: benign global memory race on `error[0]`: {{.*}}; which of the two codes remains
    *error = 2;
}

// Mended: the largest code remains.
__global__ void largest(const int *a, const int *b, int *error, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (a[i] < 0)
    atomicMax(error, 1);
  if (b[i] < 0)
    atomicMax(error, 2);
}

void launch(int *a, int *b, int *e, float *f, State *s, int n) {
  codes<<<8, 64>>>(a, b, e, n);
  ends<<<8, 64>>>(a, f, s, n);
  reports<<<8, 64>>>(a, b, e);
  cleared<<<8, 64>>>(a, e, n);
  lastOne<<<8, 64>>>(a, b, e);
  asks<<<8, 64>>>(a, b, e, n);
  copies<<<1, 64>>>(a, e, b);
  inBlock<<<1, 64>>>(a, b);
  either<<<8, 64>>>(a, e);
  byIndex<<<1, 64>>>(e);
  firstOne<<<8, 64>>>(a, e);
  largest<<<8, 64>>>(a, b, e, n);
}
