// The threshold of an image whose rows have 1,917 floats.
#include "../program.h"

constexpr int Columns = 1917, Rows = 2048;

__global__ void threshold(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[y * width + x] = in[y * width + x] > 100 ? 1 : 0;
}

int main() {
  std::vector<float> host(Columns * Rows);
  for (int i = 0; i != Columns * Rows; ++i)
    host[i] = float(numberAt(i));
  float *in, *out;
  require(cudaMalloc(&in, Columns * Rows * sizeof(float)));
  require(cudaMalloc(&out, Columns * Rows * sizeof(float)));
  require(cudaMemcpy(in, host.data(), Columns * Rows * sizeof(float), cudaMemcpyHostToDevice));
  for (int run = 0; run != Runs; ++run)
    threshold<<<dim3((Columns + 15) / 16, Rows / 16), dim3(16, 16)>>>(out, in, Columns, Rows);
  require(cudaDeviceSynchronize());
  printChecksum("out", out, Columns * Rows);
}
