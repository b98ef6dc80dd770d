// Product of two 128 x 128 matrices of floats, one thread per element, straight from
// global memory: once with consecutive lanes along a row of the result, once down a
// column.
//
// Blocks of 16 x 16: a warp is two rows of 16 threads. 64 blocks of 8 warps, 128 steps:
// 65,536 requests for each of the two loads.
// Along the row: a[row*n + k] is 2 addresses in 2 rows, 2 sectors. b[k*n + column] is
// 16 floats, asked for twice: 2 sectors. 131,072 sectors each. The 32 lanes ask for
// 128 bytes, so 4 sectors would be allowed: nothing is wasted.
// Down the column: a[row*n + k] touches 16 rows, 16 sectors against 4: 1,048,576
// against 262,144. b[k*n + column] is 2 neighbours, 1 sector: 65,536. The store
// c[row*n + column] has 16 rows of 2 neighbours, 16 sectors against 4: 512 requests,
// 8,192 against 2,048.

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int matrixSize = 128;
constexpr int blockSide = 16;

__global__ void multiplyAlongRow(float *c, const float *a, const float *b, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

__global__ void multiplyDownColumn(float *c, const float *a, const float *b, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int column = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
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
  multiplyAlongRow<<<grid, block>>>(deviceC, deviceA, deviceB, matrixSize);
  require(cudaMemcpy(c, deviceC, bytes, cudaMemcpyDeviceToHost), "multiplyAlongRow");
  bool right = isProduct(c, a, b);

  require(cudaMemset(deviceC, 0, bytes), "clearing c");
  multiplyDownColumn<<<grid, block>>>(deviceC, deviceA, deviceB, matrixSize);
  require(cudaMemcpy(c, deviceC, bytes, cudaMemcpyDeviceToHost), "multiplyDownColumn");
  right = right && isProduct(c, a, b);

  std::printf("%s\n", right ? "PASS" : "FAIL");
  cudaFree(deviceA);
  cudaFree(deviceB);
  cudaFree(deviceC);
  std::free(a);
  std::free(b);
  std::free(c);
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
