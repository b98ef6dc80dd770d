// Transposes through dynamic shared memory, whose rows --fix makes longer, with the bytes of each launch.
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

#define TILE 32
constexpr int Side = 256;
constexpr unsigned TileBytes = TILE * TILE * sizeof(double);

__global__ void transposeFloats(float *out, const float *in) {
  extern __shared__ float floats[];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  floats[threadIdx.y * 32 + threadIdx.x] = in[y * Side + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  out[y * Side + x] = floats[threadIdx.x * 32 + threadIdx.y];
}

__global__ void transposeDoubles(double *out, const double *in) {
  extern __shared__ double doubles[];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  doubles[threadIdx.y * TILE + threadIdx.x] = in[y * Side + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  out[y * Side + x] = doubles[threadIdx.x * TILE + threadIdx.y];
}

// Each row turned round, by columns.
__global__ void turnRows(float *out, const float *in) {
  extern __shared__ float turned[];
  int lane = threadIdx.x, row = threadIdx.y;
  int x = blockIdx.x * 32 + lane, y = blockIdx.y * 32 + row;
  turned[lane * 32 + 31 - row] = in[y * Side + x];
  __syncthreads();
  out[y * Side + x] = turned[row * 32 + lane];
}

template <typename T> static double sumOf(const T *device) {
  std::vector<T> values(Side * Side);
  cudaMemcpy(values.data(), device, values.size() * sizeof(T), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (size_t index = 0; index != values.size(); ++index)
    sum += values[index] * double(index % 1021);
  return sum;
}

int main() {
  std::vector<float> floats(Side * Side);
  std::vector<double> doubles(Side * Side);
  for (int index = 0; index != Side * Side; ++index) {
    floats[index] = float(index % 251);
    doubles[index] = index % 509;
  }
  float *in, *out;
  double *inDoubles, *outDoubles;
  cudaMalloc(&in, floats.size() * sizeof(float));
  cudaMalloc(&out, floats.size() * sizeof(float));
  cudaMalloc(&inDoubles, doubles.size() * sizeof(double));
  cudaMalloc(&outDoubles, doubles.size() * sizeof(double));
  cudaMemcpy(in, floats.data(), floats.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(inDoubles, doubles.data(), doubles.size() * sizeof(double), cudaMemcpyHostToDevice);
  dim3 grid(Side / 32, Side / 32), block(32, 32);
  size_t bytes = 32 * 32 * sizeof(float);
  transposeFloats<<<grid, block, bytes>>>(out, in);
  std::printf("%.0f\n", sumOf(out));
  transposeDoubles<<<grid, block, TileBytes>>>(outDoubles, inDoubles);
  std::printf("%.0f\n", sumOf(outDoubles));
  turnRows<<<grid, block, 4096>>>(out, in);
  std::printf("%.0f\n", sumOf(out));
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
