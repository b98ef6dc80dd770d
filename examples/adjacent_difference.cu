// out[i] = in[i] - in[i - 1], straight from global memory and with the neighbour
// passed through shared memory.
//
// 65,536 elements in 256 blocks of 8 warps: 2,048 warps.
// in[i - 1]: 128 bytes starting 4 bytes before a sector: 5 sectors against 4, except
// the grid's first warp, whose lane 0 stays out: 31 lanes, 124 bytes from the start:
// 4 against 4. 2,047 * 5 + 4 = 10,239 sectors against 8,192.
// Through shared memory: line[t - 1] is consecutive words, 1 wavefront; only lane 0 of
// each block but the first goes to global memory for its neighbour: 255 sectors.

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int elements = 1 << 16;
constexpr int blockSize = 256;

__global__ void differenceDirect(int *out, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0)
    out[i] = in[i] - in[i - 1];
}

__global__ void differenceShared(int *out, const int *in) {
  __shared__ int line[blockSize];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  int own = in[i];
  line[t] = own;
  __syncthreads();
  if (t > 0)
    out[i] = own - line[t - 1];
  else if (i > 0)
    out[i] = own - in[i - 1];
}

static void require(cudaError_t status, const char *what) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(EXIT_FAILURE);
  }
}

static bool isDifference(const int *out, const int *in) {
  for (int i = 1; i < elements; ++i)
    if (out[i] != in[i] - in[i - 1])
      return false;
  return true;
}

int main() {
  int *in = nullptr;
  int *out = nullptr;
  require(cudaMallocManaged(&in, elements * sizeof(int)), "allocating the input");
  require(cudaMallocManaged(&out, elements * sizeof(int)), "allocating the output");
  for (int i = 0; i < elements; ++i) {
    in[i] = i * (i % 13);
    out[i] = 0;
  }

  differenceDirect<<<elements / blockSize, blockSize>>>(out, in);
  require(cudaDeviceSynchronize(), "differenceDirect");
  bool right = isDifference(out, in);

  for (int i = 0; i < elements; ++i)
    out[i] = 0;
  differenceShared<<<elements / blockSize, blockSize>>>(out, in);
  require(cudaDeviceSynchronize(), "differenceShared");
  right = right && isDifference(out, in);

  std::printf("%s\n", right ? "PASS" : "FAIL");
  cudaFree(in);
  cudaFree(out);
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
