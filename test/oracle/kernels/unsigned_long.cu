// Unsigned numbers of 64 bits that were below zero: quotients, remainders, right shifts and
// comparisons are those of a number past 2^63, and low bits are those of the negative one.
// ORACLE: 4 accesses, 4 costs

#include "buffers.h"

__global__ void past(int *out, size_t n) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  out[(i - 8) % 64] = 1;
  out[(i - 8) % 100] = 2;
  out[(i - 8) / 3 % 1024] = 3;
  out[((i - 8) >> 1) % 1024] = 4;
  out[((-33) | n * blockDim.y) % 1000] = 5;
  out[static_cast<size_t>(-1023) % 6 + threadIdx.x] = 6;
  out[max(i - 8, i) % 1024] = 7;
  out[min(i - 8, i)] = 8;
}

// Where nothing is below zero they are followed.
__global__ void within(int *out, size_t n) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 8)
    return;
  out[(i - 8) % 64] = 1;
  out[(n - 1) / 32 + i] = 2;
  out[(n - 1) % 100 + i] = 3;
  out[((n - 8) >> 1) + i] = 4;
}

int main() {
  past<<<2, 64>>>(zeros<int>(2048), 19);
  within<<<2, 64>>>(zeros<int>(2048), 100);
  return 0;
}
