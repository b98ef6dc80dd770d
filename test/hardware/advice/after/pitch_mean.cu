// The mean of three rows of an image, 1,001 in each row, padded to 1,008.
#include "../program.h"

constexpr int Columns = 1001, Rows = 2050, Pitch = 1008;

__global__ void mean(float *out, const float *in, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x < Columns && y < height - 1)
    out[y * Pitch + x] =
        (in[(y - 1) * Pitch + x] + in[y * Pitch + x] + in[(y + 1) * Pitch + x]) / 3;
}

int main() {
  std::vector<float> host(Columns * Rows);
  for (int i = 0; i != Columns * Rows; ++i)
    host[i] = float(numberAt(i));
  float *in, *out;
  require(cudaMalloc(&in, Pitch * Rows * sizeof(float)));
  require(cudaMalloc(&out, Pitch * Rows * sizeof(float)));
  require(cudaMemcpy2D(in, Pitch * sizeof(float), host.data(), Columns * sizeof(float),
                       Columns * sizeof(float), Rows, cudaMemcpyHostToDevice));
  require(cudaMemset(out, 0, Pitch * Rows * sizeof(float)));
  for (int run = 0; run != Runs; ++run)
    mean<<<dim3((Columns + 31) / 32, (Rows - 2) / 8), dim3(32, 8)>>>(out, in, Rows);
  require(cudaDeviceSynchronize());
  printChecksumOfRows("out", out, Pitch * sizeof(float), Columns, Rows);
}
