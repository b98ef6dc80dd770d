// Pixels of four bytes, read and written as vectors.
#include "../program.h"

constexpr int Count = 1 << 22;

__global__ void blend(uchar4 *out, const uchar4 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  uchar4 pixel = in[i];
  int alpha = pixel.w;
  out[i] = make_uchar4(pixel.x * alpha / 255, pixel.y * alpha / 255, pixel.z * alpha / 255, 255);
}

int main() {
  std::vector<unsigned char> host(4 * Count);
  for (int i = 0; i != 4 * Count; ++i)
    host[i] = numberAt(i);
  uchar4 *in, *out;
  require(cudaMalloc(&in, 4 * Count));
  require(cudaMalloc(&out, 4 * Count));
  require(cudaMemcpy(in, host.data(), 4 * Count, cudaMemcpyHostToDevice));
  for (int run = 0; run != Runs; ++run)
    blend<<<Count / 256, 256>>>(out, in);
  require(cudaDeviceSynchronize());
  printChecksum("out", out, Count);
}
