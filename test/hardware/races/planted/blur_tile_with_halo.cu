// A tile of an image with a border around it, blurred before the border is there.
#include "../buffers.h"

__global__ void blur(float *out, const float *in, int pitch) {
  __shared__ float tile[18][18];
  int x = threadIdx.x, y = threadIdx.y;
  int column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
  for (int j = y; j < 18; j += 16)
    for (int i = x; i < 18; i += 16)
      tile[j][i] = in[(blockIdx.y * 16 + j) * pitch + blockIdx.x * 16 + i]; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
  __syncthreads();
#endif
  float sum = 0;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i)
      sum += tile[y + j][x + i]; // planted 1
  out[row * 32 + column] = sum / 9;
}

int main() {
  float *in = numbers<float>(34 * 34), *out = zeros<float>(32 * 32);
  blur<<<dim3(2, 2), dim3(16, 16)>>>(out, in, 34);
  return finish();
}
