// Steps of a heat equation in one array: neighbours are read while they are stored.
#include "../buffers.h"

__global__ void diffuse(float *cells, int steps) {
  __shared__ float now[130];
  int t = threadIdx.x;
  now[t + 1] = cells[t];
  if (t < 2)
    now[t * 129] = 0;
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    float next = 0.25f * now[t] + 0.5f * now[t + 1] + 0.25f * now[t + 2]; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
    __syncthreads();
#endif
    now[t + 1] = next; // planted 1
    __syncthreads();
  }
  cells[t] = now[t + 1];
}

int main() {
  float *cells = numbers<float>(128);
  diffuse<<<1, 128>>>(cells, 10);
  return finish();
}
