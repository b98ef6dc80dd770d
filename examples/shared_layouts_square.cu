// Four ways to pass a 32 x 32 block of ints through shared memory: written by row
// or by column, read by row or by column, and with padded rows.
//
// One block of 32 x 32 threads is 32 warps; the lanes of a warp share threadIdx.y.
// By row, lane l touches word 32*y + l: one bank each, 1 wavefront a request.
// By column, lane l touches word 32*l + y: one bank for all, 32 wavefronts.
// Rows of 33 words put lane l of the column into bank (l + y) mod 32: 1 wavefront.
// A launch has 32 requests for each access: 1,024 wavefronts by column, else 32.

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int side = 32;
constexpr int paddedSide = side + 1;

__global__ void writeRowReadRow(int *out) {
  __shared__ int tile[side][side];
  int index = threadIdx.y * side + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = index;
  __syncthreads();
  out[index] = tile[threadIdx.y][threadIdx.x];
}

__global__ void writeColumnReadColumn(int *out) {
  __shared__ int tile[side][side];
  int index = threadIdx.y * side + threadIdx.x;
  tile[threadIdx.x][threadIdx.y] = index;
  __syncthreads();
  out[index] = tile[threadIdx.x][threadIdx.y];
}

__global__ void writeRowReadColumn(int *out) {
  __shared__ int tile[side][side];
  int index = threadIdx.y * side + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = index;
  __syncthreads();
  out[index] = tile[threadIdx.x][threadIdx.y];
}

__global__ void writeRowReadColumnPadded(int *out) {
  __shared__ int tile[side][paddedSide];
  int index = threadIdx.y * side + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = index;
  __syncthreads();
  out[index] = tile[threadIdx.x][threadIdx.y];
}

__global__ void writeRowReadColumnDynamic(int *out) {
  extern __shared__ int dynamicTile[];
  int index = threadIdx.y * side + threadIdx.x;
  dynamicTile[threadIdx.y * paddedSide + threadIdx.x] = index;
  __syncthreads();
  out[index] = dynamicTile[threadIdx.x * paddedSide + threadIdx.y];
}

static void require(cudaError_t status, const char *what) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(EXIT_FAILURE);
  }
}

static bool holds(const int *values, bool transposed) {
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x)
      if (values[y * side + x] != (transposed ? x * side + y : y * side + x))
        return false;
  return true;
}

int main() {
  int *out = nullptr;
  require(cudaMallocManaged(&out, side * side * sizeof(int)), "allocating the output");
  const dim3 block(side, side);

  writeRowReadRow<<<1, block>>>(out);
  require(cudaDeviceSynchronize(), "writeRowReadRow");
  bool right = holds(out, false);

  writeColumnReadColumn<<<1, block>>>(out);
  require(cudaDeviceSynchronize(), "writeColumnReadColumn");
  right = right && holds(out, false);

  writeRowReadColumn<<<1, block>>>(out);
  require(cudaDeviceSynchronize(), "writeRowReadColumn");
  right = right && holds(out, true);

  writeRowReadColumnPadded<<<1, block>>>(out);
  require(cudaDeviceSynchronize(), "writeRowReadColumnPadded");
  right = right && holds(out, true);

  writeRowReadColumnDynamic<<<1, block, side * paddedSide * sizeof(int)>>>(out);
  require(cudaDeviceSynchronize(), "writeRowReadColumnDynamic");
  right = right && holds(out, true);

  std::printf("%s\n", right ? "PASS" : "FAIL");
  cudaFree(out);
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
