// A table of 32 coefficients in constant memory, read by all lanes together, and
// read by each lane at an index of its own.
//
// Constant memory serves one address at a time. In the uniform kernel the index is a
// loop counter: 1 distinct address a request. By lane, 32 lanes ask for 32 different
// words: 32 addresses, 31 replays. From shared memory the same pattern is free: 32
// consecutive words, 1 wavefront.
// 16 blocks of 8 warps: uniform 128 * 32 = 4,096 requests, 4,096 addresses; by lane
// 128 requests, 4,096 addresses against 128.

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int blockSize = 256;
constexpr int blockCount = 16;
constexpr int elements = blockSize * blockCount;
constexpr int coefficients = 32;

__constant__ float table[coefficients];

__global__ void polynomialUniform(float *out, const float *in) {
  int i = blockIdx.x * blockSize + threadIdx.x;
  float x = in[i];
  float value = 0;
  for (int k = 0; k < coefficients; ++k)
    value = value * x + table[k];
  out[i] = value;
}

__global__ void scaleByLane(float *out, const float *in) {
  int i = blockIdx.x * blockSize + threadIdx.x;
  out[i] = in[i] * table[threadIdx.x % coefficients];
}

__global__ void scaleFromShared(float *out, const float *in, const float *globalTable) {
  __shared__ float copy[coefficients];
  if (threadIdx.x < coefficients)
    copy[threadIdx.x] = globalTable[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockSize + threadIdx.x;
  out[i] = in[i] * copy[threadIdx.x % coefficients];
}

static void require(cudaError_t status, const char *what) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(EXIT_FAILURE);
  }
}

int main() {
  float *in = nullptr;
  float *out = nullptr;
  float *globalTable = nullptr;
  require(cudaMallocManaged(&in, elements * sizeof(float)), "allocating the input");
  require(cudaMallocManaged(&out, elements * sizeof(float)), "allocating the output");
  require(cudaMallocManaged(&globalTable, coefficients * sizeof(float)), "allocating the table");
  for (int k = 0; k < coefficients; ++k)
    globalTable[k] = static_cast<float>(k + 1);
  require(cudaMemcpyToSymbol(table, globalTable, coefficients * sizeof(float)),
          "filling the constant table");

  // At x = 1 the polynomial is the sum of its coefficients, exactly.
  for (int i = 0; i < elements; ++i)
    in[i] = 1;
  polynomialUniform<<<blockCount, blockSize>>>(out, in);
  require(cudaDeviceSynchronize(), "polynomialUniform");
  bool right = true;
  for (int i = 0; i < elements; ++i)
    right = right && out[i] == coefficients * (coefficients + 1) / 2;

  scaleByLane<<<blockCount, blockSize>>>(out, in);
  require(cudaDeviceSynchronize(), "scaleByLane");
  for (int i = 0; i < elements; ++i)
    right = right && out[i] == globalTable[i % coefficients];

  scaleFromShared<<<blockCount, blockSize>>>(out, in, globalTable);
  require(cudaDeviceSynchronize(), "scaleFromShared");
  for (int i = 0; i < elements; ++i)
    right = right && out[i] == globalTable[i % coefficients];

  std::printf("%s\n", right ? "PASS" : "FAIL");
  cudaFree(in);
  cudaFree(out);
  cudaFree(globalTable);
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
