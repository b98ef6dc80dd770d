// Eight threads of the second warp wait at a barrier that the others pass by.
#include <cuda_runtime.h>

__global__ void wait(int *out) {
  if (threadIdx.x < 40)
    __syncthreads(); // hazard 1: synccheck barrier
  out[threadIdx.x] = threadIdx.x;
}

int main() {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  wait<<<1, 64>>>(out);
  cudaDeviceSynchronize();
}
