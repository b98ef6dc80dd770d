// Product of two 128 x 128 matrices of floats through 16 x 16 tiles in shared memory.
//
// 64 blocks of 8 warps, 8 tiles. Each warp is two rows of 16 threads.
// Global: a tile's load is two runs of 64 bytes, 4 sectors. 512 * 8 = 4,096 requests
// and 16,384 sectors for a and for b, an eighth of matmul_naive.cu's 131,072.
// Shared: the stores are 32 consecutive words: 4,096 wavefronts each. The loads inside
// a tile, 4,096 * 16 = 65,536 requests each: tileA[y][k] is 2 words, in banks k and
// k + 16; tileB[k][x] is 16 words, asked for twice. 1 wavefront each.
// Nothing to report.

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int matrixSize = 128;
constexpr int blockSide = 16;

__global__ void multiplyTiled(float *c, const float *a, const float *b, int n) {
  __shared__ float tileA[blockSide][blockSide];
  __shared__ float tileB[blockSide][blockSide];
  int x = threadIdx.x;
  int y = threadIdx.y;
  int row = blockIdx.y * blockSide + y;
  int column = blockIdx.x * blockSide + x;
  float sum = 0;
  for (int tile = 0; tile < n / blockSide; ++tile) {
    tileA[y][x] = a[row * n + tile * blockSide + x];
    tileB[y][x] = b[(tile * blockSide + y) * n + column];
    __syncthreads();
    for (int k = 0; k < blockSide; ++k)
      sum += tileA[y][k] * tileB[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

static void require(cudaError_t status, const char *what) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(EXIT_FAILURE);
  }
}

// Small whole numbers: the products are exact in any order.
static bool isProduct(const float *c, const float *a, const float *b) {
  for (int row = 0; row < matrixSize; ++row)
    for (int column = 0; column < matrixSize; ++column) {
      float expected = 0;
      for (int k = 0; k < matrixSize; ++k)
        expected += a[row * matrixSize + k] * b[k * matrixSize + column];
      if (c[row * matrixSize + column] != expected)
        return false;
    }
  return true;
}

int main() {
  const size_t bytes = matrixSize * matrixSize * sizeof(float);
  float *a = static_cast<float *>(std::malloc(bytes));
  float *b = static_cast<float *>(std::malloc(bytes));
  float *c = static_cast<float *>(std::malloc(bytes));
  for (int i = 0; i < matrixSize * matrixSize; ++i) {
    a[i] = static_cast<float>(i % 5);
    b[i] = static_cast<float>(i % 3);
  }
  float *deviceA = nullptr;
  float *deviceB = nullptr;
  float *deviceC = nullptr;
  require(cudaMalloc(&deviceA, bytes), "allocating a");
  require(cudaMalloc(&deviceB, bytes), "allocating b");
  require(cudaMalloc(&deviceC, bytes), "allocating c");
  require(cudaMemcpy(deviceA, a, bytes, cudaMemcpyHostToDevice), "copying a");
  require(cudaMemcpy(deviceB, b, bytes, cudaMemcpyHostToDevice), "copying b");

  dim3 block(blockSide, blockSide);
  dim3 grid((matrixSize + blockSide - 1) / blockSide, (matrixSize + blockSide - 1) / blockSide);
  multiplyTiled<<<grid, block>>>(deviceC, deviceA, deviceB, matrixSize);
  require(cudaMemcpy(c, deviceC, bytes, cudaMemcpyDeviceToHost), "multiplyTiled");
  bool right = isProduct(c, a, b);

  std::printf("%s\n", right ? "PASS" : "FAIL");
  cudaFree(deviceA);
  cudaFree(deviceB);
  cudaFree(deviceC);
  std::free(a);
  std::free(b);
  std::free(c);
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
