// Threads leave a loop by break, each at its own time, past the barrier of the others.
#include "../buffers.h"

__global__ void halve(int *out) {
  __shared__ int values[64];
  int t = threadIdx.x;
  values[t] = t;
  __syncthreads();
  for (int width = 64; width > 1; width /= 2) {
#ifndef FIXED
    if (t >= width)
      break;
#endif
    int other = t < width ? values[width - 1 - t] : 0;
    __syncthreads(); // planted 1: cuda-divergent-barrier, not seen: threads that have ended count as arrived
    if (t < width)
      values[t] = other;
    __syncthreads(); // planted 1
  }
  out[t] = values[t];
}

int main() {
  int *out = zeros<int>(64);
  halve<<<1, 64>>>(out);
  return finish();
}
