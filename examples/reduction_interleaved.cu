// Sum of 4 x 256 floats, a block each, adding neighbours first and then ever farther
// pairs: thread t adds partial[2*s*t + s] to partial[2*s*t].
//
// Lane stride 2*s words. The threads with 2*s*t < 256 work, 128/s of them:
//   s            1   2   4   8  16  32  64 128
//   warps        4   2   1   1   1   1   1   1
//   wavefronts   8   8   8   8   8   4   2   1   (2-, 4-, 8-way; then 16, 8, 4, 2, 1 lanes)
//   ideal        4   2   1   1   1   1   1   1
// 47 wavefronts a block against 12, for each of the two loads and the store:
// 188 against 48 a launch.

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int blockSize = 256;
constexpr int blockCount = 4;

__global__ void reduceInterleaved(const float *in, float *sums) {
  __shared__ float partial[blockSize];
  unsigned t = threadIdx.x;
  partial[t] = in[blockIdx.x * blockSize + t];
  __syncthreads();
  for (unsigned s = 1; s < blockSize; s *= 2) {
    unsigned index = 2 * s * t;
    if (index < blockSize)
      partial[index] += partial[index + s];
    __syncthreads();
  }
  if (t == 0)
    sums[blockIdx.x] = partial[0];
}

static void require(cudaError_t status, const char *what) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(EXIT_FAILURE);
  }
}

int main() {
  float *in = nullptr;
  float *sums = nullptr;
  require(cudaMallocManaged(&in, blockCount * blockSize * sizeof(float)), "allocating the input");
  require(cudaMallocManaged(&sums, blockCount * sizeof(float)), "allocating the sums");
  for (int i = 0; i < blockCount * blockSize; ++i)
    in[i] = static_cast<float>(i % 7);

  reduceInterleaved<<<blockCount, blockSize>>>(in, sums);
  require(cudaDeviceSynchronize(), "reduceInterleaved");

  // Small whole numbers: the sums are exact in any order.
  bool right = true;
  for (int block = 0; block < blockCount; ++block) {
    float expected = 0;
    for (int i = 0; i < blockSize; ++i)
      expected += in[block * blockSize + i];
    right = right && sums[block] == expected;
  }
  std::printf("%s\n", right ? "PASS" : "FAIL");
  cudaFree(in);
  cudaFree(sums);
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
