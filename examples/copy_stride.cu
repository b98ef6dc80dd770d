// A copy that gathers every stride-th element of its input.
//
// The lanes of a warp are 4*stride bytes apart and span 128*stride bytes:
//   stride 1: 4 sectors · stride 2: 8 · stride 8 and more: 32, a sector per lane.
// 65,536 outputs in 256 blocks of 8 warps: 2,048 requests; 8,192 sectors are the least.
//   stride 1: 8,192 · stride 2: 16,384 · stride 8: 65,536 · stride 32: 65,536

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int outputs = 1 << 16;
constexpr int blockSize = 256;
constexpr int largestStride = 32;

__global__ void copyStrided(float *out, const float *in, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * stride];
}

static void require(cudaError_t status, const char *what) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(EXIT_FAILURE);
  }
}

static bool isGathered(const float *out, const float *in, int stride) {
  for (int i = 0; i < outputs; ++i)
    if (out[i] != in[i * stride])
      return false;
  return true;
}

int main() {
  float *in = nullptr;
  float *out = nullptr;
  require(cudaMallocManaged(&in, outputs * largestStride * sizeof(float)), "allocating the input");
  require(cudaMallocManaged(&out, outputs * sizeof(float)), "allocating the output");
  for (int i = 0; i < outputs * largestStride; ++i)
    in[i] = static_cast<float>(i);
  const int blocks = (outputs + blockSize - 1) / blockSize;

  copyStrided<<<blocks, blockSize>>>(out, in, 1);
  require(cudaDeviceSynchronize(), "copyStrided by 1");
  bool right = isGathered(out, in, 1);

  copyStrided<<<blocks, blockSize>>>(out, in, 2);
  require(cudaDeviceSynchronize(), "copyStrided by 2");
  right = right && isGathered(out, in, 2);

  copyStrided<<<blocks, blockSize>>>(out, in, 8);
  require(cudaDeviceSynchronize(), "copyStrided by 8");
  right = right && isGathered(out, in, 8);

  copyStrided<<<blocks, blockSize>>>(out, in, 32);
  require(cudaDeviceSynchronize(), "copyStrided by 32");
  right = right && isGathered(out, in, 32);

  std::printf("%s\n", right ? "PASS" : "FAIL");
  cudaFree(in);
  cudaFree(out);
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
