// Races that need certain values of an argument.
// RUN: %cuda-memlint --checks=-*,cuda-shared-race --races=may --show-remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

#include <cuda_runtime.h>

// CHECK: :[[#@LINE+6]]:12: remark: possible shared memory race on `values[{{[0-9]+}}]`
// CHECK: note: for n = {{-?[0-9]+$}}
__global__ void equality(int *out, const int *in, int n) {
  __shared__ int values[256];
  int t = threadIdx.x;
  values[t] = in[t];
  out[t] = values[t + n - 256];
}
void runEquality(int *out, const int *in, int n) { equality<<<1, 256>>>(out, in, n); }
