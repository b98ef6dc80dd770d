// The middle and the side signal of stereo samples, two bytes for each side.
#include "../program.h"

constexpr int Count = 1 << 22;

__global__ void middleAndSide(short *out, const short *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int left = in[2 * i], right = in[2 * i + 1];
  out[2 * i] = (left + right) / 2;
  out[2 * i + 1] = (left - right) / 2;
}

int main() {
  std::vector<short> host(2 * Count);
  for (int i = 0; i != 2 * Count; ++i)
    host[i] = 100 * numberAt(i);
  short *in, *out;
  require(cudaMalloc(&in, 2 * Count * sizeof(short)));
  require(cudaMalloc(&out, 2 * Count * sizeof(short)));
  require(cudaMemcpy(in, host.data(), 2 * Count * sizeof(short), cudaMemcpyHostToDevice));
  for (int run = 0; run != Runs; ++run)
    middleAndSide<<<Count / 256, 256>>>(out, in);
  require(cudaDeviceSynchronize());
  printChecksum("out", out, 2 * Count);
}
