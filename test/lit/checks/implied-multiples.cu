// RUN: %cuda-memlint --fail-on=none --format=json --checks=-*,cuda-misaligned-access %s | FileCheck %s

// What follows from another assumption is not listed beside it.

#include <cuda_runtime.h>

// Rows of 2 * n elements of 4 bytes are whole sectors of 32 bytes if n is a multiple of 4, and so
// is a start of 2 * n elements; rows of m elements are if m is a multiple of 8.
// CHECK: "name": "startInRows"
// CHECK: "assumptions": [
// CHECK-NEXT: "`n` is a multiple of 4",
// CHECK-NEXT: "`m` is a multiple of 8 elements (32 bytes)"
// CHECK-NEXT: ]
__global__ void startInRows(float *out, const float *in, int n, int m) {
  out[threadIdx.x] = in[blockIdx.y * 2 * n + blockIdx.x * m + 2 * n + m + threadIdx.x];
}

// Near miss: of n elements, a start is that only if n is a multiple of 8, which is then said of the
// rows, too.
// CHECK: "name": "startOfHalf"
// CHECK: "assumptions": [
// CHECK-NEXT: "`n` is a multiple of 8 elements (32 bytes)",
// CHECK-NEXT: "`m` is a multiple of 8 elements (32 bytes)"
// CHECK-NEXT: ]
__global__ void startOfHalf(float *out, const float *in, int n, int m) {
  out[threadIdx.x] = in[blockIdx.y * 2 * n + blockIdx.x * m + n + m + threadIdx.x];
}

void run(float *out, const float *in, int n, int m) {
  startInRows<<<dim3(4, 4), 64>>>(out, in, n, m);
  startOfHalf<<<dim3(4, 4), 64>>>(out, in, n, m);
}
