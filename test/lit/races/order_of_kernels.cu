// What is decided about a kernel does not depend on whether larger ones stand before it, though the kernels share a budget that
// does not suffice for all.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race --format=json %s -- -DIN_ORDER > %t.json
// RUN: not %cuda-memlint --checks=-*,cuda-*-race --format=json %s > %t.reversed.json
// RUN: %python %S/../Inputs/decided_pairs.py %t.json > %t.txt
// RUN: %python %S/../Inputs/decided_pairs.py %t.reversed.json > %t.reversed.txt
// RUN: diff %t.txt %t.reversed.txt
// RUN: FileCheck %s --input-file=%t.txt
// CHECK-COUNT-12: {{[0-9]+}} of {{[0-9]+}} pairs undecided

#include <cuda_runtime.h>

#define EXPENSIVE                                                                                  \
  for (int j = 0; j < n; j++) {                                                                    \
    s[t * 2 + j] = in[j];                                                                          \
    if (t < j)                                                                                     \
      s[t * i + 1] = in[i * j];                                                                    \
    out[t + j] = s[t * j] + s[t * (i - j)];                                                        \
    if (i & j)                                                                                     \
      __syncthreads();                                                                             \
    s[(t * j + i) & 1023] = 4;                                                                     \
  }
#define TWICE(Statement) Statement Statement
#define KERNEL(Name, Body)                                                                         \
  __global__ void Name(int *out, const int *in, int n, int i) {                                    \
    __shared__ int s[2048], last[256];                                                             \
    int t = threadIdx.x;                                                                           \
    last[t] = n;                                                                                   \
    out[t] += last[(t + 32) % 256];                                                                \
    __syncthreads();                                                                               \
    Body                                                                                           \
  }

#ifdef IN_ORDER
KERNEL(a1, EXPENSIVE) KERNEL(a2, EXPENSIVE) KERNEL(a3, EXPENSIVE) KERNEL(a4, EXPENSIVE)
KERNEL(b1, TWICE(EXPENSIVE)) KERNEL(b2, TWICE(EXPENSIVE)) KERNEL(b3, TWICE(EXPENSIVE))
KERNEL(b4, TWICE(EXPENSIVE))
KERNEL(c1, TWICE(TWICE(EXPENSIVE))) KERNEL(c2, TWICE(TWICE(EXPENSIVE)))
KERNEL(c3, TWICE(TWICE(EXPENSIVE))) KERNEL(c4, TWICE(TWICE(EXPENSIVE)))
#else
KERNEL(c1, TWICE(TWICE(EXPENSIVE))) KERNEL(c2, TWICE(TWICE(EXPENSIVE)))
KERNEL(c3, TWICE(TWICE(EXPENSIVE))) KERNEL(c4, TWICE(TWICE(EXPENSIVE)))
KERNEL(b1, TWICE(EXPENSIVE)) KERNEL(b2, TWICE(EXPENSIVE)) KERNEL(b3, TWICE(EXPENSIVE))
KERNEL(b4, TWICE(EXPENSIVE))
KERNEL(a1, EXPENSIVE) KERNEL(a2, EXPENSIVE) KERNEL(a3, EXPENSIVE) KERNEL(a4, EXPENSIVE)
#endif

#define LAUNCH(Name) Name<<<1, 256>>>(out, in, n, i);

void launch(int *out, const int *in, int n, int i) {
  LAUNCH(a1) LAUNCH(a2) LAUNCH(a3) LAUNCH(a4)
  LAUNCH(b1) LAUNCH(b2) LAUNCH(b3) LAUNCH(b4)
  LAUNCH(c1) LAUNCH(c2) LAUNCH(c3) LAUNCH(c4)
}
