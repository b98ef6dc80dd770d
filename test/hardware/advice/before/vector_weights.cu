// Four neighbouring weights for each thread, with one result.
#include "../program.h"

constexpr int Count = 1 << 21;

__global__ void weigh(float *out, const float *weights, const float *values) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = values[i];
  out[i] = weights[4 * i] +
           value * (weights[4 * i + 1] + value * (weights[4 * i + 2] + value * weights[4 * i + 3]));
}

int main() {
  std::vector<float> host(4 * Count);
  for (int i = 0; i != 4 * Count; ++i)
    host[i] = float(numberAt(i));
  float *weights, *values, *out;
  require(cudaMalloc(&weights, 4 * Count * sizeof(float)));
  require(cudaMalloc(&values, Count * sizeof(float)));
  require(cudaMalloc(&out, Count * sizeof(float)));
  require(cudaMemcpy(weights, host.data(), 4 * Count * sizeof(float), cudaMemcpyHostToDevice));
  require(cudaMemcpy(values, &host[3 * Count], Count * sizeof(float), cudaMemcpyHostToDevice));
  for (int run = 0; run != Runs; ++run)
    weigh<<<Count / 256, 256>>>(out, weights, values);
  require(cudaDeviceSynchronize());
  printChecksum("out", out, Count);
}
