// A tile of 16 rows of 32 ints, written by row and read in column order. Here one
// word of padding is not enough.
//
// One block of 32 x 16 threads is 16 warps. In column order, thread t = 32*y + l
// reads row t % 16 and column t / 16: lanes 0..15 go down column 2y, lanes 16..31
// down column 2y + 1.
// Rows of 32 words: each column lies in one bank, two banks with 16 words each:
//   16 wavefronts, 256 a launch against 16.
// Rows of 33 words: lane l is in bank row + column: the two columns overlap in 15
//   banks: 2 wavefronts, 32 a launch against 16.
// Rows of 34 words: bank 2*row + column: all 32 differ: 1 wavefront, 16 a launch.

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int columns = 32;
constexpr int rows = 16;

template <int RowWords> __global__ void readColumnOrder(int *out) {
  __shared__ int tile[rows][RowWords];
  int index = threadIdx.y * columns + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = index;
  __syncthreads();
  int row = index % rows;
  int column = index / rows;
  out[index] = tile[row][column];
}

static void require(cudaError_t status, const char *what) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(EXIT_FAILURE);
  }
}

static bool isTransposed(const int *values) {
  for (int column = 0; column < columns; ++column)
    for (int row = 0; row < rows; ++row)
      if (values[column * rows + row] != row * columns + column)
        return false;
  return true;
}

int main() {
  int *out = nullptr;
  require(cudaMallocManaged(&out, rows * columns * sizeof(int)), "allocating the output");
  dim3 block(columns, rows);

  readColumnOrder<columns><<<1, block>>>(out);
  require(cudaDeviceSynchronize(), "readColumnOrder, rows of 32 words");
  bool right = isTransposed(out);

  readColumnOrder<columns + 1><<<1, block>>>(out);
  require(cudaDeviceSynchronize(), "readColumnOrder, rows of 33 words");
  right = right && isTransposed(out);

  readColumnOrder<columns + 2><<<1, block>>>(out);
  require(cudaDeviceSynchronize(), "readColumnOrder, rows of 34 words");
  right = right && isTransposed(out);

  std::printf("%s\n", right ? "PASS" : "FAIL");
  cudaFree(out);
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
