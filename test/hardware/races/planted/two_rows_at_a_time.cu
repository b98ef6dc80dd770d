// Rows of one more than the block: the last element of a row is the first of the next.
#include "../buffers.h"

#ifdef FIXED
constexpr int Row = 33;
#else
constexpr int Row = 32;
#endif

__global__ void differences(float *out, const float *in) {
  __shared__ float rows[8 * 33];
  int x = threadIdx.x, y = threadIdx.y, n = 8 * 32;
  rows[y * Row + x] = in[y * 32 + x]; // planted 1: cuda-shared-race, seen by racecheck
  if (x == 31)
    rows[y * Row + 32] = y * 32 + 32 < n ? in[y * 32 + 32] + 1 : 0; // planted 1
  __syncthreads();
  out[y * 32 + x] = rows[y * Row + x + 1] - rows[y * Row + x];
}

int main() {
  float *in = numbers<float>(8 * 32), *out = zeros<float>(8 * 32);
  differences<<<1, dim3(32, 8)>>>(out, in);
  return finish();
}
