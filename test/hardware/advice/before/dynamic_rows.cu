// Sums along the rows of tiles of 32 x 32 doubles in dynamic shared memory, a thread for each row.
#include "../program.h"

constexpr int Tiles = 4096, Rows = 32, Columns = 32;

__global__ void sumRows(double *sums, const double *in) {
  extern __shared__ double tile[];
  for (int row = 0; row < Rows; ++row)
    tile[row * Columns + threadIdx.x] = in[(blockIdx.x * Rows + row) * Columns + threadIdx.x];
  __syncthreads();
  double sum = 0;
  for (int column = 0; column < Columns; ++column)
    sum += tile[threadIdx.x * Columns + column];
  sums[blockIdx.x * Rows + threadIdx.x] = sum;
}

int main() {
  std::vector<double> host(Tiles * Rows * Columns);
  for (int i = 0; i != Tiles * Rows * Columns; ++i)
    host[i] = double(numberAt(i));
  double *in, *sums;
  require(cudaMalloc(&in, host.size() * sizeof(double)));
  require(cudaMalloc(&sums, Tiles * Rows * sizeof(double)));
  require(cudaMemcpy(in, host.data(), host.size() * sizeof(double), cudaMemcpyHostToDevice));
  const size_t bytes = Rows * Columns * sizeof(double);
  for (int run = 0; run != Runs; ++run)
    sumRows<<<Tiles, 32, bytes>>>(sums, in);
  require(cudaDeviceSynchronize());
  printChecksum("sums", sums, Tiles * Rows);
}
