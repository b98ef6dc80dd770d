// A copy that starts reading a few elements into its input.
//
// Lane l of a warp reads in[i + offset], 128 consecutive bytes a warp.
//   offset 1: the 128 bytes start 4 bytes into a sector and straddle 5 instead of 4.
//   offset 8: they start 32 bytes further on, at a sector again: 4.
// 4,096 blocks of 8 warps: 32,768 requests; offset 1 reads 163,840 sectors, offset 8
// reads 131,072, which is the least for both. The store is aligned: 131,072.

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int elements = 1 << 20;
constexpr int blockSize = 256;
constexpr int largestOffset = 8;

__global__ void copyOffset(float *out, const float *in, int offset) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + offset];
}

static void require(cudaError_t status, const char *what) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(EXIT_FAILURE);
  }
}

static bool isShifted(const float *out, const float *in, int offset) {
  for (int i = 0; i < elements; ++i)
    if (out[i] != in[i + offset])
      return false;
  return true;
}

int main() {
  float *in = nullptr;
  float *out = nullptr;
  require(cudaMallocManaged(&in, (elements + largestOffset) * sizeof(float)),
          "allocating the input");
  require(cudaMallocManaged(&out, elements * sizeof(float)), "allocating the output");
  for (int i = 0; i < elements + largestOffset; ++i)
    in[i] = static_cast<float>(i);

  copyOffset<<<elements / blockSize, blockSize>>>(out, in, 1);
  require(cudaDeviceSynchronize(), "copyOffset by 1");
  bool right = isShifted(out, in, 1);

  copyOffset<<<elements / blockSize, blockSize>>>(out, in, 8);
  require(cudaDeviceSynchronize(), "copyOffset by 8");
  right = right && isShifted(out, in, 8);

  std::printf("%s\n", right ? "PASS" : "FAIL");
  cudaFree(in);
  cudaFree(out);
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
