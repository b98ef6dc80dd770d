// Each thread squares the lengths of 12 neighbouring vectors in the plane.
#include "../program.h"

constexpr int Threads = 1 << 17, Each = 12;

__global__ void squares(double *out, const double *x, const double *y) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < Each; ++k)
    out[t * Each + k] = x[t * Each + k] * x[t * Each + k] + y[t * Each + k] * y[t * Each + k];
}

int main() {
  std::vector<double> host(Threads * Each + 1);
  for (int i = 0; i != Threads * Each + 1; ++i)
    host[i] = double(numberAt(i));
  double *x, *y, *out;
  require(cudaMalloc(&x, Threads * Each * sizeof(double)));
  require(cudaMalloc(&y, Threads * Each * sizeof(double)));
  require(cudaMalloc(&out, Threads * Each * sizeof(double)));
  require(cudaMemcpy(x, &host[0], Threads * Each * sizeof(double), cudaMemcpyHostToDevice));
  require(cudaMemcpy(y, &host[1], Threads * Each * sizeof(double), cudaMemcpyHostToDevice));
  for (int run = 0; run != Runs; ++run)
    squares<<<Threads / 128, 128>>>(out, x, y);
  require(cudaDeviceSynchronize());
  printChecksum("out", out, Threads * Each);
}
