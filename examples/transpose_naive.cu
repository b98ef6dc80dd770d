// Transpose of a 256 x 256 matrix of floats, one thread per element, straight
// from global memory to global memory.
//
// The 32 lanes of a warp share y and have consecutive x. The load in[y*n + x] is
// 128 consecutive bytes: 4 sectors. The store out[x*n + y] puts the lanes n floats
// = 1024 bytes apart: 32 sectors where 4 would do.
// 64 blocks of 32 warps: 2,048 requests, 65,536 sectors stored against 8,192.

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int matrixSize = 256;
constexpr int blockSide = 32;

__global__ void transposeNaive(float *out, const float *in, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * n + y] = in[y * n + x];
}

static void require(cudaError_t status, const char *what) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(EXIT_FAILURE);
  }
}

int main() {
  const size_t bytes = matrixSize * matrixSize * sizeof(float);
  float *in = nullptr;
  float *out = nullptr;
  require(cudaMallocManaged(&in, bytes), "allocating the input");
  require(cudaMallocManaged(&out, bytes), "allocating the output");
  for (int i = 0; i < matrixSize * matrixSize; ++i)
    in[i] = static_cast<float>(i);

  dim3 block(blockSide, blockSide);
  dim3 grid(matrixSize / blockSide, matrixSize / blockSide);
  transposeNaive<<<grid, block>>>(out, in, matrixSize);
  require(cudaDeviceSynchronize(), "transposeNaive");

  bool right = true;
  for (int y = 0; y < matrixSize; ++y)
    for (int x = 0; x < matrixSize; ++x)
      right = right && out[x * matrixSize + y] == in[y * matrixSize + x];
  std::printf("%s\n", right ? "PASS" : "FAIL");
  cudaFree(in);
  cudaFree(out);
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
