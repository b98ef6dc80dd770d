// A 32 x 32 tile of floats in shared memory, filled and read back by one block of
// 1024 threads: once so that a warp walks down a column, once along a row.
//
// By column, the 32 lanes of a warp touch words 32 apart, all in one bank: 32
// wavefronts a request. 32 warps: 1,024 wavefronts against 32, for the store and
// again for the load, that is 992 too many each.
// By row, the lanes touch 32 consecutive words: 32 wavefronts against 32.

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int side = 32;

__global__ void fillByColumn(float *out) {
  __shared__ float tile[side][side];
  int warp = threadIdx.x / side;
  int lane = threadIdx.x % side;
  tile[lane][warp] = static_cast<float>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = tile[lane][warp];
}

__global__ void fillByRow(float *out) {
  __shared__ float tile[side][side];
  int warp = threadIdx.x / side;
  int lane = threadIdx.x % side;
  tile[warp][lane] = static_cast<float>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = tile[warp][lane];
}

static void require(cudaError_t status, const char *what) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(EXIT_FAILURE);
  }
}

static bool countsUpwards(const float *values) {
  for (int i = 0; i < side * side; ++i)
    if (values[i] != static_cast<float>(i))
      return false;
  return true;
}

int main() {
  float *out = nullptr;
  require(cudaMallocManaged(&out, side * side * sizeof(float)), "allocating the output");

  fillByColumn<<<1, side * side>>>(out);
  require(cudaDeviceSynchronize(), "fillByColumn");
  bool right = countsUpwards(out);

  fillByRow<<<1, side * side>>>(out);
  require(cudaDeviceSynchronize(), "fillByRow");
  right = right && countsUpwards(out);

  std::printf("%s\n", right ? "PASS" : "FAIL");
  cudaFree(out);
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
