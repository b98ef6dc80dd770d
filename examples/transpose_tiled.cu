// Transpose of a 256 x 256 matrix of floats through a 32 x 32 tile in shared memory.
//
// Both global accesses are 128 consecutive bytes a warp. The tile is read by
// column: tile[threadIdx.x][threadIdx.y] puts the lanes 32 words apart, so all 32
// words lie in one bank and the request takes 32 wavefronts.
// 64 blocks of 32 warps: 2,048 requests, 65,536 wavefronts loaded against 2,048.
// A row of 33 words instead of 32 removes the conflict: transpose_padded.cu.

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int matrixSize = 256;
constexpr int tileSide = 32;

__global__ void transposeTiled(float *out, const float *in, int n) {
  __shared__ float tile[tileSide][tileSide];
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
  transposeTiled<<<grid, block>>>(out, in, matrixSize);
  require(cudaDeviceSynchronize(), "transposeTiled");

  bool right = true;
  for (int y = 0; y < matrixSize; ++y)
    for (int x = 0; x < matrixSize; ++x)
      right = right && out[x * matrixSize + y] == in[y * matrixSize + x];
  std::printf("%s\n", right ? "PASS" : "FAIL");
  cudaFree(in);
  cudaFree(out);
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
