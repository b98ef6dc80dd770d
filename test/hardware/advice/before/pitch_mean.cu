// The mean of three rows of an image, 1,001 in each row.
#include "../program.h"

constexpr int Columns = 1001, Rows = 2050;

__global__ void mean(float *out, const float *in, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x < Columns && y < height - 1)
    out[y * Columns + x] =
        (in[(y - 1) * Columns + x] + in[y * Columns + x] + in[(y + 1) * Columns + x]) / 3;
}

int main() {
  std::vector<float> host(Columns * Rows);
  for (int i = 0; i != Columns * Rows; ++i)
    host[i] = float(numberAt(i));
  float *in, *out;
  require(cudaMalloc(&in, Columns * Rows * sizeof(float)));
  require(cudaMalloc(&out, Columns * Rows * sizeof(float)));
  require(cudaMemcpy(in, host.data(), Columns * Rows * sizeof(float), cudaMemcpyHostToDevice));
  require(cudaMemset(out, 0, Columns * Rows * sizeof(float)));
  for (int run = 0; run != Runs; ++run)
    mean<<<dim3((Columns + 31) / 32, (Rows - 2) / 8), dim3(32, 8)>>>(out, in, Rows);
  require(cudaDeviceSynchronize());
  printChecksum("out", out, Columns * Rows);
}
