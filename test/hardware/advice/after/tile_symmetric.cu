// A matrix plus its transpose, which is loaded along the rows, through a tile, in doubles.
#include "../program.h"

constexpr int Side = 1024;

__global__ void symmetric(double *out, const double *in, const double *other) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  __shared__ double tile[32][33];
  tile[threadIdx.y][threadIdx.x] =
      other[(blockIdx.x * 32 + threadIdx.y) * Side + blockIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[y * Side + x] = in[y * Side + x] + tile[threadIdx.x][threadIdx.y];
}

int main() {
  std::vector<double> host(Side * Side + 1);
  for (int i = 0; i != Side * Side + 1; ++i)
    host[i] = double(numberAt(i));
  double *in, *other, *out;
  require(cudaMalloc(&in, Side * Side * sizeof(double)));
  require(cudaMalloc(&other, Side * Side * sizeof(double)));
  require(cudaMalloc(&out, Side * Side * sizeof(double)));
  require(cudaMemcpy(in, &host[0], Side * Side * sizeof(double), cudaMemcpyHostToDevice));
  require(cudaMemcpy(other, &host[1], Side * Side * sizeof(double), cudaMemcpyHostToDevice));
  for (int run = 0; run != Runs; ++run)
    symmetric<<<dim3(Side / 32, Side / 32), dim3(32, 32)>>>(out, in, other);
  require(cudaDeviceSynchronize());
  printChecksum("out", out, Side * Side);
}
