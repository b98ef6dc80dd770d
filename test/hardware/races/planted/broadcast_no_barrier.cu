// A number that one thread stores for all, who do not wait for it.
#include "../buffers.h"

__global__ void scale(float *values) {
  __shared__ float pivot;
  int i = blockIdx.x * 128 + threadIdx.x;
  float own = values[i];
  if (threadIdx.x == 0)
    pivot = own + 1; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
  __syncthreads();
#endif
  values[i] = own / pivot; // planted 1
}

int main() {
  float *values = numbers<float>(512);
  scale<<<4, 128>>>(values);
  return finish();
}
