// A transpose through a tile in dynamic shared memory.
#include "../program.h"

constexpr int Side = 2048;

__global__ void transpose(float *out, const float *in) {
  extern __shared__ float tile[];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y * 32 + threadIdx.x] = in[y * Side + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  out[y * Side + x] = tile[threadIdx.x * 32 + threadIdx.y];
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
    transpose<<<dim3(Side / 32, Side / 32), dim3(32, 32), 32 * 32 * sizeof(float)>>>(out, in);
  require(cudaDeviceSynchronize());
  printChecksum("out", out, Side * Side);
}
