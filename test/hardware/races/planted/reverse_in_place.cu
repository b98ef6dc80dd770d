// An array turned around in place: each element is overwritten before its owner has read it.
#include "../buffers.h"

__device__ void turn(int *values, int count, int t) {
  int own = values[t]; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
  __syncthreads();
#endif
  values[count - 1 - t] = own; // planted 1
  __syncthreads();
}

__global__ void reverse(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  turn(values, 128, t);
  out[t] = values[t];
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(128);
  reverse<<<1, 128>>>(out, in);
  return finish();
}
