// Loads of 16 bytes from addresses that are multiples of 4 only.
#include <cuda_runtime.h>

__global__ void widen(float4 *out, const float *in) {
  out[threadIdx.x] = *reinterpret_cast<const float4 *>(in + threadIdx.x); // hazard 1: memcheck misaligned
}

int main() {
  float *in;
  float4 *out;
  cudaMalloc(&in, 64 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float4));
  cudaMemset(in, 0, 64 * sizeof(float));
  widen<<<1, 32>>>(out, in);
  cudaDeviceSynchronize();
}
