// A file of headers of the host, some of them in conditions, kernels and host code.
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>
#include <vector>
#ifdef NOWHERE
#include <nowhere.h>
#endif

#define WIDTH 32
#if WIDTH > 16
using Number = float;
#else
using Number = double;
#endif

__global__ void scale(Number *out, const Number *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = sqrtf(in[i * 2]);
}

__global__ void turn(Number *out, const Number *in) {
  __shared__ Number tile[WIDTH][WIDTH];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * WIDTH + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * WIDTH + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

template <typename T> __global__ void first(T *out, const T *in) {
  __shared__ T values[256];
  values[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  if (threadIdx.x == 0)
    out[blockIdx.x] = values[255];
}

int main(int argc, char **argv) {
  std::vector<std::string> names;
  for (int k = 1; k < argc; ++k)
    names.push_back(argv[k]);
  Number *in, *out;
  cudaMalloc(&in, sizeof(Number) * 65536);
  cudaMalloc(&out, sizeof(Number) * 65536);
  scale<<<128, 256>>>(out, in, 32768);
  turn<<<1, dim3(WIDTH, WIDTH)>>>(out, in);
  first<<<256, 256>>>(out, in);
  cudaDeviceSynchronize();
  std::printf("%zu\n", names.size());
  return 0;
}
