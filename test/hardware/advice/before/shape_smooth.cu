// A weighted sum of each element and its two neighbours on either side, in blocks of 8 x 32.
#include "../program.h"

constexpr int Width = 2064, Height = 2048;

__global__ void smooth(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 8, y = blockIdx.y * blockDim.y + threadIdx.y;
  float near = in[y * Width + x - 1] + in[y * Width + x + 1];
  float far = in[y * Width + x - 2] + in[y * Width + x + 2];
  out[y * Width + x] = 6 * in[y * Width + x] + 4 * near + far;
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
    smooth<<<dim3(256, 64), dim3(8, 32)>>>(out, in);
  require(cudaDeviceSynchronize());
  printChecksum("out", out, Width * Height);
}
