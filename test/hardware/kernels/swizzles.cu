// Tiles in shared memory: by row and by column, padded, swizzled, transposed.
//
// A column of a tile whose rows are 32 words costs 32 wavefronts, with a padding word or
// an exclusive-or of row and column 1.

#include "support.h"

__global__ void xorSwizzle(float *out, const float *in) {
  __shared__ float tile[32][32];
  int x = threadIdx.x;
  for (int y = threadIdx.y; y < 32; y += blockDim.y)
    tile[y][x ^ y] = in[y * 32 + x];
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += blockDim.y)
    out[y * 32 + x] = tile[x][y ^ x];
}

// 16-byte vectors: 8 lanes a phase, so that 3 bits are enough.
__global__ void xorSwizzleVectors(float4 *out, const float4 *in) {
  __shared__ float4 tile[8 * 8];
  int row = threadIdx.x / 8, column = threadIdx.x % 8;
  tile[row * 8 + (column ^ row)] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[column * 8 + (row ^ column)];
}

// Half a swizzle: 2 of 3 bits.
__global__ void weakSwizzle(float4 *out, const float4 *in) {
  __shared__ float4 tile[8][8];
  int row = threadIdx.x >> 3, column = threadIdx.x & 7;
  tile[row][column ^ (row & 3)] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[column][row ^ (column & 3)];
}

__global__ void rotated(int *out, const int *in) {
  __shared__ int tile[32 * 32];
  int t = threadIdx.x;
  for (int y = 0; y < 32; ++y)
    tile[y * 32 + (t + y) % 32] = in[y * 32 + t];
  __syncwarp();
  for (int y = 0; y < 32; ++y)
    out[y * 32 + t] = tile[t * 32 + (y + t) % 32];
}

template <class T, int Padding> __global__ void paddedTranspose(T *out, const T *in) {
  __shared__ T tile[32][32 + Padding];
  int x = threadIdx.x;
  for (int y = threadIdx.y; y < 32; y += 4)
    tile[y][x] = in[y * 32 + x];
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 4)
    out[y * 32 + x] = tile[x][y];
}

__global__ void narrowColumns(unsigned char *out, const unsigned char *in) {
  __shared__ unsigned char tile[32][64];
  int t = threadIdx.x;
  for (int k = 0; k < 64; ++k)
    tile[t][k] = in[k * 32 + t];
  __syncwarp();
  for (int k = 0; k < 64; ++k)
    out[t + 32 * k] = tile[k / 2][t + k % 2 * 32];
}

__global__ void diagonal(float *out, const float *in) {
  __shared__ float tile[33][33];
  int t = threadIdx.x;
  for (int k = 0; k < 32; ++k)
    tile[k][t] = in[k * 32 + t];
  __syncwarp();
  out[t] = tile[t][t];
  out[32 + t] = tile[t][31 - t];
}

// Two rows in flight, their halves in different banks.
__global__ void strided17(double *out, const double *in) {
  __shared__ double tile[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 16 + x];
  __syncthreads();
  out[y * 16 + x] = tile[x][y];
}

__global__ void transposeGlobal(float *out, const float *in, int width) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  out[x * width + y] = in[y * width + x];
}

__global__ void broadcastRows(float *out, const float *in) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += tile[y][k] * tile[k][x];
  out[y * 32 + x] = sum;
}

template <class T> T *transposed(const T *in, int rows, int columns) {
  T *out = zeros<T>(rows * columns);
  for (int i = 0; i < rows * columns; ++i)
    out[i % columns * rows + i / columns] = in[i];
  return out;
}

int main() {
  auto same = [](int i) { return i; };
  const float *in = numbers<float>(4096);
  float *out = zeros<float>(4096);
  const float *turned = transposed(in, 32, 32);
  xorSwizzle<<<1, dim3(32, 8)>>>(out, in);
  expectGathered("xorSwizzle", out, turned, 1024, same);
  const float4 *inVectors = numbers<float4>(64);
  float4 *vectors = zeros<float4>(64);
  xorSwizzleVectors<<<1, 64>>>(vectors, inVectors);
  expectGathered("xorSwizzleVectors", vectors, transposed(inVectors, 8, 8), 64, same);
  vectors = zeros<float4>(64);
  weakSwizzle<<<1, 64>>>(vectors, inVectors);
  expectGathered("weakSwizzle", vectors, transposed(inVectors, 8, 8), 64, same);
  const int *integers = numbers<int>(1024);
  int *whole = zeros<int>(1024);
  rotated<<<1, 32>>>(whole, integers);
  expectGathered("rotated", whole, transposed(integers, 32, 32), 1024, same);
  out = zeros<float>(4096);
  paddedTranspose<float, 0><<<1, dim3(32, 4)>>>(out, in);
  expectGathered("paddedTranspose", out, turned, 1024, same);
  out = zeros<float>(4096);
  paddedTranspose<float, 1><<<1, dim3(32, 4)>>>(out, in);
  expectGathered("paddedTranspose", out, turned, 1024, same);
  out = zeros<float>(4096);
  paddedTranspose<float, 2><<<1, dim3(32, 4)>>>(out, in);
  expectGathered("paddedTranspose", out, turned, 1024, same);
  const short *inNarrow = numbers<short>(1024);
  short *narrow = zeros<short>(1024);
  paddedTranspose<short, 2><<<1, dim3(32, 4)>>>(narrow, inNarrow);
  expectGathered("paddedTranspose", narrow, transposed(inNarrow, 32, 32), 1024, same);
  const unsigned char *inBytes = numbers<unsigned char>(2048);
  unsigned char *bytes = zeros<unsigned char>(2048);
  narrowColumns<<<1, 32>>>(bytes, inBytes);
  expectGathered("narrowColumns", bytes, inBytes, 2048, [](int i) {
    int row = i / 64, column = i % 64;
    return column * 32 + row;
  });
  diagonal<<<1, 32>>>(out, in);
  expectGathered("diagonal", out, in, 64,
                 [](int i) { return i < 32 ? i * 33 : (i - 32) * 32 + 63 - i; });
  const double *inWide = numbers<double>(256);
  double *wide = zeros<double>(256);
  strided17<<<1, dim3(16, 16)>>>(wide, inWide);
  expectGathered("strided17", wide, transposed(inWide, 16, 16), 256, same);
  transposeGlobal<<<dim3(3, 3), dim3(16, 16)>>>(out, in, 48);
  expectGathered("transposeGlobal", out, transposed(in, 48, 48), 48 * 48, same);
  broadcastRows<<<1, dim3(32, 32)>>>(out, in);
  expect("broadcastRows", out, 1024, [](int i) {
    int sum = 0;
    for (int k = 0; k < 32; ++k)
      sum += numberAt(i / 32 * 32 + k) * numberAt(k * 32 + i % 32);
    return sum;
  });
  return finish();
}
