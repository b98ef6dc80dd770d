// A warp turns a matrix of 8 x 8 numbers, two for each lane, without waiting for its lanes.
#include "../buffers.h"

__global__ void transpose(float *out, const float *in) {
  __shared__ float squares[2][8][9];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, x = lane % 8, y = lane / 8;
  const float *from = in + warp * 64;
  float *to = out + warp * 64;
  squares[warp][y][x] = from[y * 8 + x];           // planted 1: cuda-missing-syncwarp, seen by racecheck
  squares[warp][y + 4][x] = from[(y + 4) * 8 + x]; // planted 1
#ifdef FIXED
  __syncwarp();
#endif
  to[y * 8 + x] = squares[warp][x][y];           // planted 1
  to[(y + 4) * 8 + x] = squares[warp][x][y + 4]; // planted 1
}

int main() {
  float *in = numbers<float>(128), *out = zeros<float>(128);
  transpose<<<1, 64>>>(out, in);
  return finish();
}
