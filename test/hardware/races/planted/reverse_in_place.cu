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
  values[t] = in[blockIdx.x * 128 + t];
  __syncthreads(); // redundant when fixed
  turn(values, 128, t);
  out[blockIdx.x * 128 + t] = values[t];
}

int main() {
  int *in = numbers<int>(64 * 128), *out = zeros<int>(64 * 128);
  reverse<<<64, 128>>>(out, in);
  return finish();
}
