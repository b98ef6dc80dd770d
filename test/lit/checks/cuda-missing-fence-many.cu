// RUN: not %cuda-memlint --checks=-*,cuda-missing-fence %s 2>&1 | FileCheck %s --implicit-check-not=warning:

#include <cuda_runtime.h>

// Each round has a flag of its own, and each wait comes before the loads of all rounds behind it:
// only a store without a fence before its own flag is one fault.

#define STORE(round) out[round * 256 + i] = i
#define SIGNAL(round)                                                                              \
  __syncthreads();                                                                                 \
  if (i == 0)                                                                                      \
  flags[round] = 1
#define READ(round)                                                                                \
  if (i == 0)                                                                                      \
    while (!flags[round])                                                                          \
      ;                                                                                            \
  __syncthreads();                                                                                 \
  __threadfence();                                                                                 \
  out[100000 + round * 256 + i] = out[round * 256 + i]
#define ROUND(round)                                                                               \
  if (blockIdx.x == 0) {                                                                           \
    STORE(round);                                                                                  \
    __threadfence();                                                                               \
    SIGNAL(round);                                                                                 \
  } else {                                                                                         \
    READ(round);                                                                                   \
  }
#define FOUR_ROUNDS(first)                                                                         \
  ROUND(first) ROUND(first + 1) ROUND(first + 2) ROUND(first + 3)

__global__ void manyRounds(int *out, volatile int *flags) {
  int i = threadIdx.x;
  FOUR_ROUNDS(0)
  FOUR_ROUNDS(4)
  if (blockIdx.x == 0) {
    // CHECK: :[[#@LINE+1]]:5: warning: missing fence: `out` is published
    STORE(8);
    SIGNAL(8);
  } else {
    READ(8);
  }
  FOUR_ROUNDS(9)
}

int main() {
  int *out, *flags;
  cudaMalloc(&out, 4 << 20);
  cudaMalloc(&flags, 4 << 10);
  manyRounds<<<4, 256>>>(out, flags);
}
