// Values that share their operands from round to round, compared by a condition: a walk along every
// way through them would not end.
// RUN: %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s

// CHECK: 0 warnings in 0 of 1 kernel

#include <cuda_runtime.h>

#define ROUND(a, b, c) a += (b ^ c) + ((b & c) ^ (a >> 3));
#define ROUNDS ROUND(a, b, c) ROUND(b, c, a) ROUND(c, a, b) ROUND(a, c, b) ROUND(b, a, c)
#define MANY ROUNDS ROUNDS ROUNDS ROUNDS ROUNDS ROUNDS ROUNDS ROUNDS

__global__ void guarded(int *found, const unsigned *message, unsigned start) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned a = message[0], b = message[1], c = start + i;
  MANY if (c == 0) found[message[a & 7]] += 1;
}
