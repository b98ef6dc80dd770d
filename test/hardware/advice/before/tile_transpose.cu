// A transpose that stores down the columns.
#include "../program.h"

constexpr int Side = 2048;

__global__ void transpose(float *out, const float *in) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  out[x * Side + y] = in[y * Side + x];
}

int main() {
  std::vector<float> host(Side * Side);
  for (int i = 0; i != Side * Side; ++i)
    host[i] = float(numberAt(i));
  float *in, *out;
  require(cudaMalloc(&in, Side * Side * sizeof(float)));
  require(cudaMalloc(&out, Side * Side * sizeof(float)));
  require(cudaMemcpy(in, host.data(), Side * Side * sizeof(float), cudaMemcpyHostToDevice));
  for (int run = 0; run != Runs; ++run)
    transpose<<<dim3(Side / 32, Side / 32), dim3(32, 32)>>>(out, in);
  require(cudaDeviceSynchronize());
  printChecksum("out", out, Side * Side);
}
