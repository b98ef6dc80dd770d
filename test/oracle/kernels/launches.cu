// Kernels launched in every way.
// ORACLE: 44 accesses, 44 costs

#include "buffers.h"

__global__ void copy(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}

__global__ void transpose(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[x * height + y] = in[y * width + x];
}

__global__ void volume(float *out, int3 size) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  out[(z * gridDim.y * blockDim.y + y) * gridDim.x * blockDim.x + x] = 1;
}

__global__ void shared(float *out, int padding) {
  extern __shared__ float row[];
  row[threadIdx.x * (1 + padding)] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = row[threadIdx.x];
}

// Two arrays in one piece of dynamic shared memory.
__global__ void carved(double *out, const float *in, int n) {
  extern __shared__ unsigned char raw[];
  double *sums = reinterpret_cast<double *>(raw);
  float *values = reinterpret_cast<float *>(sums + n);
  sums[threadIdx.x] = 0;
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = sums[n - 1 - threadIdx.x] + values[(threadIdx.x * 3) % n];
}

template <int BlockSize, class T> __global__ void blockwise(T *out) {
  __shared__ T buffer[BlockSize];
  buffer[threadIdx.x] = out[blockIdx.x * BlockSize + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * BlockSize + threadIdx.x] = buffer[BlockSize - 1 - threadIdx.x];
}

__global__ void __launch_bounds__(128) bounded(float *out) { out[threadIdx.x * 2] = 1; }

struct Config {
  dim3 grid;
  dim3 block;
  size_t bytes;
};

static int divideUp(int a, int b) { return (a + b - 1) / b; }

static dim3 gridFor(int width, int height, dim3 block) {
  return dim3(divideUp(width, block.x), divideUp(height, block.y));
}

template <class Kernel, class... Arguments>
static void launchLinear(Kernel kernel, int n, Arguments... arguments) {
  constexpr int threads = 96;
  kernel<<<divideUp(n, threads), threads>>>(arguments...);
}

template <class T> static void launchBlockwise(T *out, int size) {
  if (size == 64)
    blockwise<64><<<2, 64>>>(out);
  else
    blockwise<32><<<2, 32>>>(out);
}

#define LAUNCH(kernel, grid, block, ...) kernel<<<(grid), (block)>>>(__VA_ARGS__)

int main() {
  float *a = zeros<float>(16384), *b = zeros<float>(16384);

  int n = 500;
  copy<<<(n + 127) / 128, 128>>>(a, b, n);
  copy<<<2, 64>>>(a + 1, b + 3, 120);
  launchLinear(copy, 400, a, b + 32, 400);
  LAUNCH(copy, 3, 32, a, b, 90);

  const int width = 40, height = 20;
  dim3 block(16, 8);
  dim3 grid;
  grid.x = divideUp(width, block.x);
  grid.y = divideUp(height, block.y);
  transpose<<<grid, block>>>(a, b, width, height);
  dim3 wide(32);
  wide.y = 4;
  transpose<<<gridFor(64, 16, wide), wide>>>(a, b, 64, 16);

  volume<<<dim3(2, 2, 2), dim3(8, 4, 2)>>>(a, make_int3(16, 8, 4));
  shared<<<1, 64, 2 * 64 * sizeof(float)>>>(a, 1);
  carved<<<1, 64, 64 * (sizeof(double) + sizeof(float))>>>(zeros<double>(64), a, 64);

  Config config{dim3(2), dim3(64), 0};
  config.block.x /= 2;
  copy<<<config.grid, config.block, config.bytes>>>(a, b, 50);

  void *arguments[] = {&a, &b, &n};
  cudaLaunchKernel((const void *)copy, dim3(4), dim3(128), arguments, 0, 0);

  launchBlockwise(a, 64);
  launchBlockwise(zeros<double>(256), 32);
  bounded<<<1, 128>>>(a);

  for (int size = 32; size <= 128; size *= 2)
    copy<<<1, size>>>(a, b, size);

  size_t pitch = 0;
  float *rows = nullptr;
  cudaMallocPitch(&rows, &pitch, 50 * sizeof(float), 8);
  transpose<<<dim3(2, 1), dim3(32, 8)>>>(a, rows, 50, 8);
  return 0;
}
