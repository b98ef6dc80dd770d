// Doubles in shared memory: 8 bytes a lane, served in two phases of 16 lanes. A full
// warp needs at least 256 bytes / 128 = 2 wavefronts.
//
// A column of double tile[32][32]: the lanes are 256 bytes = 64 words apart, so in
// each phase 16 lanes want 16 different words of one pair of banks: 16 + 16 = 32
// wavefronts against 2. One block of 32 warps: 1,024 against 64.
// Rows of 33 doubles: 66 words apart, bank pairs 2*l mod 32: 1 + 1 = 2 wavefronts, 64.
// values[2*t]: 4 words apart; lanes l and l + 8 of a phase share a pair of banks:
// 2 + 2 = 4 wavefronts against 2. One block of 4 warps: 16 against 8.

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int side = 32;
constexpr int strideThreads = 128;

template <int RowDoubles> __global__ void transposeDoubles(double *out, const double *in) {
  __shared__ double tile[side][RowDoubles];
  int index = threadIdx.y * side + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = in[index];
  __syncthreads();
  out[index] = tile[threadIdx.x][threadIdx.y];
}

__global__ void everySecondDouble(double *out, const double *in) {
  __shared__ double values[2 * strideThreads];
  int t = threadIdx.x;
  values[t] = in[t];
  values[t + strideThreads] = in[t + strideThreads];
  __syncthreads();
  out[t] = values[2 * t];
}

static void require(cudaError_t status, const char *what) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(EXIT_FAILURE);
  }
}

static bool isTransposed(const double *out, const double *in) {
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x)
      if (out[y * side + x] != in[x * side + y])
        return false;
  return true;
}

int main() {
  double *in = nullptr;
  double *out = nullptr;
  require(cudaMallocManaged(&in, side * side * sizeof(double)), "allocating the input");
  require(cudaMallocManaged(&out, side * side * sizeof(double)), "allocating the output");
  for (int i = 0; i < side * side; ++i)
    in[i] = i;
  dim3 block(side, side);

  transposeDoubles<side><<<1, block>>>(out, in);
  require(cudaDeviceSynchronize(), "transposeDoubles");
  bool right = isTransposed(out, in);

  transposeDoubles<side + 1><<<1, block>>>(out, in);
  require(cudaDeviceSynchronize(), "transposeDoubles, padded");
  right = right && isTransposed(out, in);

  everySecondDouble<<<1, strideThreads>>>(out, in);
  require(cudaDeviceSynchronize(), "everySecondDouble");
  for (int t = 0; t < strideThreads; ++t)
    right = right && out[t] == in[2 * t];

  std::printf("%s\n", right ? "PASS" : "FAIL");
  cudaFree(in);
  cudaFree(out);
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
