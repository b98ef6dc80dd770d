// A volume whose last index is contiguous, and along which threadIdx.x runs.
#include "../program.h"

constexpr int Side = 160;

__global__ void scale(float *out, const float *in, float factor) {
  int i = blockIdx.x * 8 + threadIdx.z, j = blockIdx.y * 8 + threadIdx.y;
  int k = blockIdx.z * 8 + threadIdx.x;
  out[(i * Side + j) * Side + k] = factor * in[(i * Side + j) * Side + k];
}

int main() {
  std::vector<float> host(Side * Side * Side);
  for (int i = 0; i != Side * Side * Side; ++i)
    host[i] = float(numberAt(i));
  float *in, *out;
  require(cudaMalloc(&in, host.size() * sizeof(float)));
  require(cudaMalloc(&out, host.size() * sizeof(float)));
  require(cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice));
  for (int run = 0; run != Runs; ++run)
    scale<<<dim3(Side / 8, Side / 8, Side / 8), dim3(8, 8, 8)>>>(out, in, 3.0f);
  require(cudaDeviceSynchronize());
  printChecksum("out", out, Side * Side * Side);
}
