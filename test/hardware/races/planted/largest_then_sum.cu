// One array for two reductions: the second begins while threads still read the result of the first.
#include "../buffers.h"

__global__ void softmax(float *values) {
  __shared__ float part[128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  float own = values[i];
  part[t] = own;
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (t < half)
      part[t] = fmaxf(part[t], part[t + half]);
    __syncthreads();
  }
  float largest = part[0]; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
  __syncthreads();
#endif
  own = expf(own - largest);
  part[t] = own; // planted 1
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (t < half)
      part[t] += part[t + half];
    __syncthreads();
  }
  values[i] = own / part[0];
}

int main() {
  float *values = numbers<float>(4 * 128);
  softmax<<<4, 128>>>(values);
  return finish();
}
