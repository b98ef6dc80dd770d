// The threshold of an image whose rows have 1,917 floats and are as far apart as cudaMallocPitch
// says.
#include "../program.h"

constexpr int Columns = 1917, Rows = 2048;

__global__ void threshold(float *out, const float *in, int width, int height, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[y * pitch + x] = in[y * pitch + x] > 100 ? 1 : 0;
}

int main() {
  std::vector<float> host(Columns * Rows);
  for (int i = 0; i != Columns * Rows; ++i)
    host[i] = float(numberAt(i));
  float *in, *out;
  size_t pitch;
  require(cudaMallocPitch(&in, &pitch, Columns * sizeof(float), Rows));
  require(cudaMallocPitch(&out, &pitch, Columns * sizeof(float), Rows));
  require(cudaMemcpy2D(in, pitch, host.data(), Columns * sizeof(float), Columns * sizeof(float),
                       Rows, cudaMemcpyHostToDevice));
  for (int run = 0; run != Runs; ++run)
    threshold<<<dim3((Columns + 15) / 16, Rows / 16), dim3(16, 16)>>>(out, in, Columns, Rows,
                                                                      int(pitch / sizeof(float)));
  require(cudaDeviceSynchronize());
  printChecksumOfRows("out", out, pitch, Columns, Rows);
}
