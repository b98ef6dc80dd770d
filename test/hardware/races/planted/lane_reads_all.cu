// The first lane of each warp adds up what its warp has stored, at once.
#include "../buffers.h"

__global__ void sumRows(int *out, const int *in) {
  __shared__ int rows[4][32];
  int lane = threadIdx.x, warp = threadIdx.y;
  rows[warp][lane] = in[warp * 32 + lane] * 3; // planted 1: cuda-missing-syncwarp, seen by racecheck
#ifdef FIXED
  __syncwarp();
#endif
  if (lane == 0) {
    int sum = 0;
    for (int i = 0; i < 32; ++i)
      sum += rows[warp][i]; // planted 1
    out[warp] = sum;
  }
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(4);
  sumRows<<<1, dim3(32, 4)>>>(out, in);
  return finish();
}
