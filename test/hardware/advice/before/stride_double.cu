// Each thread doubles 16 neighbours.
#include "../program.h"

constexpr int Threads = 1 << 18, Each = 16;

__global__ void twice(float *out, const float *in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k != Each; ++k)
    out[t * Each + k] = 2 * in[t * Each + k];
}

int main() {
  std::vector<float> host(Threads * Each);
  for (int i = 0; i != Threads * Each; ++i)
    host[i] = float(numberAt(i));
  float *in, *out;
  require(cudaMalloc(&in, Threads * Each * sizeof(float)));
  require(cudaMalloc(&out, Threads * Each * sizeof(float)));
  require(cudaMemcpy(in, host.data(), Threads * Each * sizeof(float), cudaMemcpyHostToDevice));
  for (int run = 0; run != Runs; ++run)
    twice<<<Threads / 256, 256>>>(out, in);
  require(cudaDeviceSynchronize());
  printChecksum("out", out, Threads * Each);
}
