// Notes of one kind that a kernel has more of than a reader wants to compare are counted in the text;
// JSON has them all.
//
// RUN: %cuda-memlint --remarks --no-fixes --checks=-*,cuda-missing-restrict %s | FileCheck %s
// RUN: %cuda-memlint --remarks --no-fixes --format=json --checks=-*,cuda-missing-restrict %s \
// RUN:     | FileCheck %s --check-prefix=JSON

#include <cuda_runtime.h>

// CHECK: remark: missing `__restrict__`{{.*}}`six`
// CHECK: note: `b` is also only read
// CHECK: note: `c` is also only read
// CHECK: note: `d` is also only read
// CHECK: note: `e` is also only read
// CHECK-NOT: also only read
// CHECK: note: and 2 more such notes: see --format=json
// CHECK-NEXT: note: no launch is visible
// JSON-COUNT-6: is also only read
__global__ void addSix(float *six, const float *a, const float *b, const float *c, const float *d,
                       const float *e, const float *f, const float *g, int n) {
  for (int k = 0; k < n; ++k)
    six[k * 256 + threadIdx.x] = a[threadIdx.x] + b[threadIdx.x] + c[threadIdx.x] +
                                 d[threadIdx.x] + e[threadIdx.x] + f[threadIdx.x] + g[threadIdx.x];
}

// Four have nothing left out.
// CHECK: remark: missing `__restrict__`{{.*}}`four`
// CHECK: note: `e` is also only read
// CHECK-NOT: more such note
// CHECK: note: no launch is visible
__global__ void addFour(float *four, const float *a, const float *b, const float *c, const float *d,
                        const float *e, int n) {
  for (int k = 0; k < n; ++k)
    four[k * 256 + threadIdx.x] =
        a[threadIdx.x] + b[threadIdx.x] + c[threadIdx.x] + d[threadIdx.x] + e[threadIdx.x];
}
