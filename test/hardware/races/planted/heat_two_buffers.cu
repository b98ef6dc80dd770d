// Steps of a heat equation from one array into another, without waiting between steps.
#include "../buffers.h"

__global__ void diffuse(float *cells, int steps) {
  __shared__ float field[2][130];
  int t = threadIdx.x;
  field[0][t + 1] = cells[t];
  if (t < 2)
    field[0][t * 129] = field[1][t * 129] = 0;
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    const float *from = field[step % 2];
    float *to = field[(step + 1) % 2];
    to[t + 1] = 0.25f * from[t] + 0.5f * from[t + 1] + 0.25f * from[t + 2]; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
    __syncthreads();
#endif
  }
  __syncthreads(); // redundant when fixed
  cells[t] = field[steps % 2][t + 1];
}

int main() {
  float *cells = numbers<float>(128);
  diffuse<<<1, 128>>>(cells, 10);
  return finish();
}
