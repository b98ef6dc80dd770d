// Threads read what others of their block wrote, with no barrier between.
#include <cuda_runtime.h>

__global__ void reverse(int *out) {
  __shared__ int values[64];
  values[threadIdx.x] = threadIdx.x;           // hazard 1: racecheck race
  out[threadIdx.x] = values[63 - threadIdx.x]; // hazard 1: racecheck race
}

int main() {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  reverse<<<1, 64>>>(out);
  cudaDeviceSynchronize();
}
