// Four neighbours for each thread, in three arrays, as vectors.
#include "../program.h"

constexpr int Count = 1 << 20;

__global__ void multiplyAdd(float4 *out, const float4 *a, const float4 *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 left = a[i], right = b[i];
  out[i] = make_float4(left.x * right.x + 1, left.y * right.y + 2, left.z * right.z + 3,
                       left.w * right.w + 4);
}

int main() {
  std::vector<float> host(4 * Count + 4);
  for (int i = 0; i != 4 * Count + 4; ++i)
    host[i] = float(numberAt(i));
  float4 *a, *b, *out;
  require(cudaMalloc(&a, 4 * Count * sizeof(float)));
  require(cudaMalloc(&b, 4 * Count * sizeof(float)));
  require(cudaMalloc(&out, 4 * Count * sizeof(float)));
  require(cudaMemcpy(a, &host[0], 4 * Count * sizeof(float), cudaMemcpyHostToDevice));
  require(cudaMemcpy(b, &host[4], 4 * Count * sizeof(float), cudaMemcpyHostToDevice));
  for (int run = 0; run != Runs; ++run)
    multiplyAdd<<<Count / 256, 256>>>(out, a, b);
  require(cudaDeviceSynchronize());
  printChecksum("out", out, Count);
}
