// Sum of 4 x 256 floats, a block each, adding the upper half to the lower half:
// thread t < s adds partial[t + s] to partial[t].
//
// The working lanes always touch consecutive words: 1 wavefront a request.
//   s          128  64  32  16   8   4   2   1
//   warps        4   2   1   1   1   1   1   1
// 12 wavefronts a block against 12, for each of the two loads and the store:
// 48 against 48 a launch; nothing to report. Compare reduction_interleaved.cu.

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int blockSize = 256;
constexpr int blockCount = 4;

__global__ void reduceSequential(const float *in, float *sums) {
  __shared__ float partial[blockSize];
  unsigned t = threadIdx.x;
  partial[t] = in[blockIdx.x * blockSize + t];
  __syncthreads();
  for (unsigned s = blockSize / 2; s > 0; s >>= 1) {
    if (t < s)
      partial[t] += partial[t + s];
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

  reduceSequential<<<blockCount, blockSize>>>(in, sums);
  require(cudaDeviceSynchronize(), "reduceSequential");

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
