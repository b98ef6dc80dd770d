// Kernels of each kind of parameter, launched by the runtime: numbers, pointers, one buffer twice, a
// null pointer, structures with pointers in them, templates, kernels of one file.
#include <cstdio>

struct Row {
  float *data;
  int pitch;
  short columns;
};

__global__ void axpy(float *y, const float *x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += a * x[i];
}

template <typename T, int Factor> __global__ void scale(T *data, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] *= Factor;
}

static __global__ void fill(Row row, double value, const int *mask) {
  if (int(threadIdx.x) < row.columns && (!mask || mask[threadIdx.x]))
    row.data[blockIdx.x * row.pitch + threadIdx.x] = float(value);
}

namespace {
__global__ void touch(long long n) {
  extern __shared__ int scratch[];
  scratch[threadIdx.x] = int(n);
}
} // namespace

__global__ void nothing() {}

int main() {
  constexpr int N = 1 << 16;
  float *x, *y;
  cudaMalloc(&x, N * sizeof(float));
  cudaMalloc(&y, N * sizeof(float));
  for (int round = 0; round != 3; ++round)
    axpy<<<N / 256, 256>>>(y, x, 2.0f, N);
  axpy<<<N / 256, 256>>>(x, x, 2.0f, N);
  axpy<<<1, 128>>>(y + 1, x, 2.0f, 128);
  scale<float, 3><<<64, 128>>>(y, 8000u);
  scale<int, 7><<<64, 128>>>(reinterpret_cast<int *>(y), 4000000000u);
  fill<<<dim3(2, 3), dim3(32, 2)>>>(Row{y, 64, 32}, 1.5, nullptr);
  touch<<<1, 32, 1024>>>(-5);
  nothing<<<1, 1>>>();
  // A launch that fails is not one.
  nothing<<<1, 4096>>>();
  cudaGetLastError();
  cudaError_t code = cudaDeviceSynchronize();
  std::printf("%s\n", code == cudaSuccess ? "PASS" : cudaGetErrorString(code));
  return code != cudaSuccess;
}
