// An array whose first half only the host has set.
#include <cuda_runtime.h>

__global__ void copy(int *out, const int *in) {
  out[threadIdx.x] = in[threadIdx.x]; // hazard 1: initcheck uninitialised
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, 32 * sizeof(int));
  copy<<<1, 64>>>(out, in);
  cudaDeviceSynchronize();
}
