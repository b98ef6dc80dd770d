// Four neighbours for each thread, in three arrays.
#include "../program.h"

constexpr int Count = 1 << 20;

__global__ void multiplyAdd(float *out, const float *a, const float *b) {
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  out[i] = a[i] * b[i] + 1;
  out[i + 1] = a[i + 1] * b[i + 1] + 2;
  out[i + 2] = a[i + 2] * b[i + 2] + 3;
  out[i + 3] = a[i + 3] * b[i + 3] + 4;
}

int main() {
  std::vector<float> host(4 * Count + 4);
  for (int i = 0; i != 4 * Count + 4; ++i)
    host[i] = float(numberAt(i));
  float *a, *b, *out;
  require(cudaMalloc(&a, 4 * Count * sizeof(float)));
  require(cudaMalloc(&b, 4 * Count * sizeof(float)));
  require(cudaMalloc(&out, 4 * Count * sizeof(float)));
  require(cudaMemcpy(a, &host[0], 4 * Count * sizeof(float), cudaMemcpyHostToDevice));
  require(cudaMemcpy(b, &host[4], 4 * Count * sizeof(float), cudaMemcpyHostToDevice));
  for (int run = 0; run != Runs; ++run)
    multiplyAdd<<<Count / 256, 256>>>(out, a, b);
  require(cudaDeviceSynchronize());
  printChecksum("out", out, 4 * Count);
}
