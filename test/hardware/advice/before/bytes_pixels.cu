// Pixels of four bytes, read and written byte by byte.
#include "../program.h"

constexpr int Count = 1 << 22;

__global__ void blend(unsigned char *out, const unsigned char *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int alpha = in[4 * i + 3];
  out[4 * i] = in[4 * i] * alpha / 255;
  out[4 * i + 1] = in[4 * i + 1] * alpha / 255;
  out[4 * i + 2] = in[4 * i + 2] * alpha / 255;
  out[4 * i + 3] = 255;
}

int main() {
  std::vector<unsigned char> host(4 * Count);
  for (int i = 0; i != 4 * Count; ++i)
    host[i] = numberAt(i);
  unsigned char *in, *out;
  require(cudaMalloc(&in, 4 * Count));
  require(cudaMalloc(&out, 4 * Count));
  require(cudaMemcpy(in, host.data(), 4 * Count, cudaMemcpyHostToDevice));
  for (int run = 0; run != Runs; ++run)
    blend<<<Count / 256, 256>>>(out, in);
  require(cudaDeviceSynchronize());
  printChecksum("out", out, 4 * Count);
}
