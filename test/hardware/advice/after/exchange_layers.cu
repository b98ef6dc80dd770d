// The differences between two layers of a volume, in blocks that are longest along x, where
// elements are contiguous.
#include "../program.h"

constexpr int Layers = 64, Rows = 256, Columns = 256;

__global__ void differences(float *out, const float *in) {
  int layer = blockIdx.x * blockDim.z + threadIdx.z;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.z * blockDim.x + threadIdx.x;
  int at = (layer * Rows + row) * Columns + column;
  out[at] = in[at + Rows * Columns] - in[at];
}

int main() {
  const int count = (Layers + 1) * Rows * Columns;
  std::vector<float> host(count);
  for (int i = 0; i != count; ++i)
    host[i] = float(numberAt(i));
  float *in, *out;
  require(cudaMalloc(&in, count * sizeof(float)));
  require(cudaMalloc(&out, Layers * Rows * Columns * sizeof(float)));
  require(cudaMemcpy(in, host.data(), count * sizeof(float), cudaMemcpyHostToDevice));
  for (int run = 0; run != Runs; ++run)
    differences<<<dim3(32, 32, 8), dim3(32, 8, 2)>>>(out, in);
  require(cudaDeviceSynchronize());
  printChecksum("out", out, Layers * Rows * Columns);
}
