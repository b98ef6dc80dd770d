// Four neighbouring weights for each thread, as a vector, with one result.
#include "../program.h"

constexpr int Count = 1 << 21;

__global__ void weigh(float *out, const float4 *weights, const float *values) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = values[i];
  float4 weight = weights[i];
  out[i] = weight.x + value * (weight.y + value * (weight.z + value * weight.w));
}

int main() {
  std::vector<float> host(4 * Count);
  for (int i = 0; i != 4 * Count; ++i)
    host[i] = float(numberAt(i));
  float4 *weights;
  float *values, *out;
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
