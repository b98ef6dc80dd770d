// Transpose of a 256 x 256 matrix of floats through a padded tile in shared memory.
//
// As transpose_tiled.cu, with rows of 33 words: lane l of the column read touches
// word 33*l + threadIdx.y, that is bank (l + threadIdx.y) mod 32: every lane has a
// bank of its own. 2,048 requests, 2,048 wavefronts loaded; nothing to report.

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int matrixSize = 256;
constexpr int tileSide = 32;

__global__ void transposePadded(float *out, const float *in, int n) {
  __shared__ float tile[tileSide][tileSide + 1];
  int x = blockIdx.x * tileSide + threadIdx.x;
  int y = blockIdx.y * tileSide + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  int transposedX = blockIdx.y * tileSide + threadIdx.x;
  int transposedY = blockIdx.x * tileSide + threadIdx.y;
  out[transposedY * n + transposedX] = tile[threadIdx.x][threadIdx.y];
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

  dim3 block(tileSide, tileSide);
  dim3 grid(matrixSize / tileSide, matrixSize / tileSide);
  transposePadded<<<grid, block>>>(out, in, matrixSize);
  require(cudaDeviceSynchronize(), "transposePadded");

  bool right = true;
  for (int y = 0; y < matrixSize; ++y)
    for (int x = 0; x < matrixSize; ++x)
      right = right && out[x * matrixSize + y] == in[y * matrixSize + x];
  std::printf("%s\n", right ? "PASS" : "FAIL");
  cudaFree(in);
  cudaFree(out);
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
