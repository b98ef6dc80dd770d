// Stages of a fast transform in shared memory; no stage waits for the one before.
#include "../buffers.h"

__global__ void transform(float *values) {
  __shared__ float data[256];
  int t = threadIdx.x;
  data[t] = values[t];
  data[t + 128] = values[t + 128];
  __syncthreads();
  for (int half = 1; half < 256; half *= 2) {
    int low = t / half * half * 2 + t % half;
    float a = data[low], b = data[low + half]; // planted 1: cuda-shared-race, seen by racecheck
    data[low] = a + b;                         // planted 1
    data[low + half] = a - b;                  // planted 1
#ifdef FIXED
    __syncthreads();
#endif
  }
  __syncthreads(); // redundant when fixed
  values[t] = data[t];
  values[t + 128] = data[t + 128];
}

int main() {
  float *values = numbers<float>(256);
  transform<<<1, 128>>>(values);
  return finish();
}
