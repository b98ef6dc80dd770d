// Counters that a mask, or a remainder by a power of two, brings round.
// ORACLE: 6 accesses, 6 costs

#include "buffers.h"

__global__ void rings(float *out, int n) {
  int up = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    out[up] = i;
    up = (up + 5) & 63;
  }
  int down = threadIdx.x - 3;
  for (int i = 0; i < n; ++i) {
    out[down + 3] = i;
    down = (down - 2) & 127;
  }
  unsigned late = threadIdx.x + 300;
  for (int i = 0; i < n; ++i) {
    out[late] = i;
    late = (late - 9) & 255;
  }
  unsigned char narrow = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    out[narrow] = i;
    narrow = (narrow - 1) & 15;
  }
  unsigned rest = threadIdx.x * 4;
  for (int i = 0; i < n; ++i) {
    out[rest] = i;
    rest = (rest - 13) % 32;
  }
  unsigned short wide = threadIdx.x * 2;
  for (int i = 0; i < n; ++i) {
    out[wide] = i;
    wide = (wide + 40000) & 1023;
  }
}

int main() {
  float *out = zeros<float>(2048);
  rings<<<1, 40>>>(out, 30);
  return 0;
}
