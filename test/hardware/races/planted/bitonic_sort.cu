// A bitonic sort whose threads wait once for each run, not for each step.
#include "../buffers.h"

__global__ void sort(int *values) {
  __shared__ int keys[256];
  int t = threadIdx.x;
  keys[t] = values[t];
  for (int run = 2; run <= 256; run *= 2) {
    __syncthreads();
    for (int step = run / 2; step > 0; step /= 2) {
      int other = t ^ step;
      if (other > t) {
        int a = keys[t], b = keys[other]; // planted 1: cuda-shared-race, seen by racecheck
        if ((a > b) == ((t & run) == 0)) {
          keys[t] = b;     // planted 1
          keys[other] = a; // planted 1
        }
      }
#ifdef FIXED
      __syncthreads();
#endif
    }
  }
  __syncthreads(); // redundant when fixed
  values[t] = keys[t];
}

int main() {
  int *values = numbers<int>(256);
  sort<<<1, 256>>>(values);
  return finish();
}
