// Differences of left and right neighbours, in blocks of 32 x 8.
#include "../program.h"

constexpr int Width = 2064, Height = 2048;

__global__ void difference(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 8, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * Width + x] = in[y * Width + x + 1] - in[y * Width + x - 1];
}

int main() {
  std::vector<float> host(Width * Height);
  for (int i = 0; i != Width * Height; ++i)
    host[i] = float(numberAt(i));
  float *in, *out;
  require(cudaMalloc(&in, Width * Height * sizeof(float)));
  require(cudaMalloc(&out, Width * Height * sizeof(float)));
  require(cudaMemcpy(in, host.data(), Width * Height * sizeof(float), cudaMemcpyHostToDevice));
  require(cudaMemset(out, 0, Width * Height * sizeof(float)));
  for (int run = 0; run != Runs; ++run)
    difference<<<dim3(64, 256), dim3(32, 8)>>>(out, in);
  require(cudaDeviceSynchronize());
  printChecksum("out", out, Width * Height);
}
