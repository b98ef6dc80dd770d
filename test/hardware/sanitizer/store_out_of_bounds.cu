// The last 40 of 64 threads store behind the end of the array.
#include <cuda_runtime.h>

__global__ void fill(int *out, int first) {
  out[first + threadIdx.x] = 1; // hazard 1: memcheck out of bounds
}

int main() {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  fill<<<1, 64>>>(out, 40);
  cudaDeviceSynchronize();
}
