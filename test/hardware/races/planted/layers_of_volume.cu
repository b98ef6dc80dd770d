// A volume walked layer by layer: the next layer is stored over the one that neighbours still read.
#include "../buffers.h"

__global__ void gradients(float *out, const float *in, int layers) {
  __shared__ float layer[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  for (int z = 0; z < layers; ++z) {
    layer[y][x] = in[(z * 16 + y) * 16 + x]; // planted 1: cuda-shared-race, seen by racecheck
    __syncthreads();
    float gradient = 0;
    if (x > 0 && x < 15)
      gradient += layer[y][x + 1] - layer[y][x - 1]; // planted 1
    if (y > 0 && y < 15)
      gradient += layer[y + 1][x] - layer[y - 1][x]; // planted 1
    out[(z * 16 + y) * 16 + x] = gradient;
#ifdef FIXED
    __syncthreads();
#endif
  }
}

int main() {
  float *in = numbers<float>(8 * 256), *out = zeros<float>(8 * 256);
  gradients<<<1, dim3(16, 16)>>>(out, in, 8);
  return finish();
}
