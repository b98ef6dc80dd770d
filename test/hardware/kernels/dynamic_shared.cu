// Dynamic shared memory, whole and cut into parts.

#include "support.h"

// The strides do not mind how large the buffer is.
__global__ void reversed(float *out, const float *in) {
  extern __shared__ float buffer[];
  int t = threadIdx.x;
  buffer[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = buffer[blockDim.x - 1 - t];
}

// Three parts of different types, one behind the other.
__global__ void cutInParts(float *out, const float *in, int n) {
  extern __shared__ double parts[];
  float *floats = reinterpret_cast<float *>(parts + n);
  short *shorts = reinterpret_cast<short *>(floats + n);
  int t = threadIdx.x;
  parts[t] = in[t];
  floats[t] = in[n + t];
  shorts[t] = short(in[2 * n + t]);
  __syncthreads();
  int other = n - 1 - t;
  out[t] = float(parts[other]) + floats[t * 3 % n] + shorts[other];
}

__global__ void rowsOfLaunch(float *out, const float *in, int width) {
  extern __shared__ float rows[];
  int x = threadIdx.x, y = threadIdx.y;
  rows[y * width + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = rows[x % blockDim.y * width + x];
}

template <class T> __device__ T *sharedBuffer() {
  extern __shared__ __align__(16) unsigned char raw[];
  return reinterpret_cast<T *>(raw);
}

template <class T> __global__ void typedBuffer(T *out, const T *in) {
  T *buffer = sharedBuffer<T>();
  int t = threadIdx.x;
  buffer[t * 2] = in[t];
  __syncthreads();
  out[t] = buffer[(t + 1) % 48 * 2];
}

__global__ void withStatic(int *out, const int *in) {
  __shared__ int fixed[64];
  extern __shared__ int tail[];
  int t = threadIdx.x;
  fixed[t] = in[t];
  tail[t * 4] = in[t + 64];
  __syncthreads();
  out[t] = fixed[t ^ 31] + tail[(t ^ 31) * 4];
}

// Vectors written, scalars read.
__global__ void vectorsAndScalars(float *out, const float4 *in) {
  extern __shared__ float4 vectors[];
  int t = threadIdx.x;
  vectors[t] = in[t];
  __syncthreads();
  const float *scalars = reinterpret_cast<const float *>(vectors);
  for (int k = 0; k < 4; ++k)
    out[k * 64 + t] = scalars[t * 4 + k];
}

int main() {
  const float *in = numbers<float>(1024);
  float *out = zeros<float>(1024);
  reversed<<<2, 80, 80 * sizeof(float)>>>(out, in);
  expect("reversed", out, 160, [](int i) { return numberAt(i / 80 * 80 + 79 - i % 80); });
  cutInParts<<<1, 64, 64 * 14>>>(out, in, 64);
  expect("cutInParts", out, 64, [](int i) {
    return numberAt(63 - i) + numberAt(64 + i * 3 % 64) + numberAt(128 + 63 - i);
  });
  rowsOfLaunch<<<1, dim3(32, 8), 8 * 33 * sizeof(float)>>>(out, in, 33);
  expect("rowsOfLaunch", out, 256, [](int i) { return numberAt(i % 8 * 32 + i % 32); });
  rowsOfLaunch<<<1, dim3(32, 8), 8 * 32 * sizeof(float)>>>(out, in, 32);
  expect("rowsOfLaunch", out, 256, [](int i) { return numberAt(i % 8 * 32 + i % 32); });
  auto next = [](int i) { return (i + 1) % 48; };
  const double *inWide = numbers<double>(64);
  double *wide = zeros<double>(64);
  typedBuffer<double><<<1, 48, 96 * sizeof(double)>>>(wide, inWide);
  expectGathered("typedBuffer", wide, inWide, 48, next);
  const float4 *inVectors = numbers<float4>(64);
  float4 *vectors = zeros<float4>(64);
  typedBuffer<float4><<<1, 48, 96 * sizeof(float4)>>>(vectors, inVectors);
  expectGathered("typedBuffer", vectors, inVectors, 48, next);
  int *whole = zeros<int>(64);
  withStatic<<<1, 64, 64 * 4 * sizeof(int)>>>(whole, numbers<int>(128));
  expect("withStatic", whole, 64, [](int i) { return numberAt(i ^ 31) + numberAt(64 + (i ^ 31)); });
  vectorsAndScalars<<<1, 64, 64 * sizeof(float4)>>>(out, inVectors);
  expect("vectorsAndScalars", out, 256, [](int i) { return numberAt(i % 64 * 4 + i / 64); });
  return finish();
}
