// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s --check-prefix=PAIRS
// RUN: not %cuda-memlint --checks=-*,cuda-shared-race,cuda-missing-syncwarp --show-remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// Conditions that exclude each other, or one of which needs the other.

#include <cuda_runtime.h>

// Who comes to the load has come by the barrier.
// PAIRS: {{^}}sameCondition: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void sameCondition(int *out, const int *in, int mode) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  if (mode)
    __syncthreads();
  if (mode)
    out[t] = values[127 - t];
}

// PAIRS: {{^}}sameData: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void sameData(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  int mode = in[0];
  values[t] = in[t];
  if (mode)
    __syncthreads();
  if (mode)
    out[t] = values[127 - t];
}

// The barrier is in the arm of the load, in each iteration that has one.
// PAIRS: {{^}}everyOther: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void everyOther(int *out, const int *in) {
  __shared__ int values[8][128];
  int t = threadIdx.x;
  for (int k = 0; k < 8; ++k) {
    values[k][t] = in[t];
    if (k % 2) {
      __syncthreads();
      out[k * 128 + t] = values[k][127 - t];
    }
  }
}

// Iteration 0 has no barrier.
// PAIRS: {{^}}everyOtherOutside:
__global__ void everyOtherOutside(int *out, const int *in) {
  __shared__ int values[8][128];
  int t = threadIdx.x;
  for (int k = 0; k < 8; ++k) {
    values[k][t] = in[t];
    if (k % 2)
      __syncthreads();
    // CHECK: :[[#@LINE+1]]:24: warning: shared memory race on `values
    out[k * 128 + t] = values[k][127 - t];
  }
}

// A launch takes one case.
// PAIRS: {{^}}cases: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void cases(const int *in, int mode) {
  __shared__ int values[128];
  int t = threadIdx.x;
  switch (mode) {
  case 0:
    values[t] = in[t];
    break;
  case 1:
    values[127 - t] = in[t];
    break;
  }
}

// All who store, store one value.
// PAIRS: {{^}}found:
__global__ void found(int *out, const int *in) {
  __shared__ int flag;
  int t = threadIdx.x;
  if (in[t] == 7)
    // CHECK: :[[#@LINE+1]]:5: remark: benign shared memory race on `flag{{[^`]*}}`: {{.*}}; all write the same value
    flag = 1;
  __syncthreads();
  out[t] = flag;
}

// Two may store different ones, or one alone.
// PAIRS: {{^}}foundWhere:
// PAIRS: foundWhere: may-race same-block line [[#@LINE+5]] line [[#@LINE+5]]
__global__ void foundWhere(int *out, const int *in) {
  __shared__ int where;
  int t = threadIdx.x;
  if (in[t] == 7)
    where = t;
  __syncthreads();
  out[t] = where;
}

int main() {
  int *p;
  int mode;
  cudaMalloc(&p, 4096);
  cudaDeviceGetAttribute(&mode, cudaDevAttrIntegrated, 0);
  sameCondition<<<1, 128>>>(p, p, mode);
  sameData<<<1, 128>>>(p, p);
  everyOther<<<1, 128>>>(p, p);
  everyOtherOutside<<<1, 128>>>(p, p);
  cases<<<1, 128>>>(p, mode);
  found<<<1, 128>>>(p, p);
  foundWhere<<<1, 128>>>(p, p);
}
