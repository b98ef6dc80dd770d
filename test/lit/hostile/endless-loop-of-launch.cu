// A loop that nobody leaves, in a launch that is known, loads one element again and again.
// RUN: %cuda-memlint --fail-on=error %s | FileCheck %s
// CHECK: 1 kernel;

__global__ void spin(float *out, const float *in) {
  for (unsigned k = 0;; ++k)
    out[threadIdx.x + k * 64] = in[threadIdx.x];
}

int main() {
  float *out, *in;
  cudaMalloc(&out, 1 << 20);
  cudaMalloc(&in, 256);
  spin<<<4, 64>>>(out, in);
  return cudaDeviceSynchronize();
}
