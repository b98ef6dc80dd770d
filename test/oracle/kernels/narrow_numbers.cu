// Numbers of 16 and 8 bits, alone, in pairs and in vectors that hold several; views of
// them that the host makes.
// ORACLE: 35 accesses, 35 costs

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "buffers.h"

__global__ void halves(half *out, const half *in, half2 *pairs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __hadd(in[i], in[2 * i + 1]);
  pairs[i] = __hadd2(pairs[2 * i], pairs[i + 1]);
  pairs[i + 128].y = __float2half(1.0f);
}

__global__ void halfTile(half *out, const half2 *in) {
  __shared__ half tile[32][34];
  __shared__ half2 pairs[16][33];
  int x = threadIdx.x, y = threadIdx.y;
  for (int row = y; row < 32; row += blockDim.y)
    tile[row][x] = in[row * 16 + x / 2].x;
  pairs[x % 16][2 * y + x / 16] = in[x];
  __syncthreads();
  for (int row = y; row < 32; row += blockDim.y)
    out[row * 32 + x] = tile[x][row];
  out[x * 2 + y] = pairs[x % 16][y].y;
}

__global__ void eightHalves(uint4 *out, const uint4 *in) {
  uint4 whole = in[threadIdx.x];
  half2 *parts = reinterpret_cast<half2 *>(&whole);
  for (int k = 0; k < 4; ++k)
    parts[k] = __hadd2(parts[k], parts[3 - k]);
  out[threadIdx.x] = whole;
  *reinterpret_cast<half2 *>(reinterpret_cast<half *>(out) + 6 * threadIdx.x) = parts[0];
}

__global__ void brainFloats(__nv_bfloat16 *out, const __nv_bfloat162 *in) {
  int i = threadIdx.x;
  __nv_bfloat162 pair = in[3 * i];
  out[i] = pair.x;
  out[2 * i + 256] = __float2bfloat16(__bfloat162float(pair.y));
  *reinterpret_cast<float2 *>(out + 4 * i + 512) = make_float2(1, 2);
}

__global__ void fourBytes(unsigned *out, const signed char *in, char4 *colors) {
  __shared__ unsigned char bytes[64][5];
  int i = threadIdx.x;
  unsigned packed = *reinterpret_cast<const unsigned *>(in + 4 * i);
  out[i] = (packed >> 8) & 0xff;
  bytes[i][i % 5] = packed;
  colors[i].z = bytes[i][2];
  colors[i + 64] = make_char4(1, 2, 3, 4);
  out[i / 4 + 64] = in[i * 3];
}

// Views that the host makes: all of their fields are arguments.
template <class T> struct Matrix {
  T *data;
  int rows, columns, stride;
  Matrix(T *data, int rows, int columns)
      : data(data), rows(rows), columns(columns), stride(columns + columns % 2) {}
  __device__ T &operator()(int row, int column) const { return data[row * stride + column]; }
  __device__ T *operator[](int row) const { return data + row * stride; }
};

template <class T> __global__ void transposed(Matrix<T> out, Matrix<T> in) {
  for (int row = threadIdx.y; row < in.rows; row += blockDim.y)
    for (int column = threadIdx.x; column < in.columns; column += blockDim.x)
      out(column, row) = in[row][column];
}

struct Pitched {
  char *base;
  size_t pitch;
  unsigned char flags;
  struct {
    short first, last;
  } columns;
};

__global__ void pitchedRows(Pitched image) {
  float *row = reinterpret_cast<float *>(image.base + threadIdx.y * image.pitch);
  for (int x = image.columns.first + threadIdx.x; x < image.columns.last; x += blockDim.x)
    row[x] = image.flags;
}

int main() {
  half *h = zeros<half>(8192);
  halves<<<2, 64>>>(h, h + 2048, zeros<half2>(512));
  halfTile<<<1, dim3(32, 4)>>>(h, zeros<half2>(1024));
  eightHalves<<<1, 64>>>(zeros<uint4>(64), zeros<uint4>(64));
  brainFloats<<<1, 64>>>(zeros<__nv_bfloat16>(1024), zeros<__nv_bfloat162>(256));
  fourBytes<<<1, 64>>>(zeros<unsigned>(128), zeros<signed char>(256), zeros<char4>(128));
  transposed<<<1, dim3(32, 4)>>>(Matrix<float>(zeros<float>(2048), 35, 21),
                                 Matrix<float>(zeros<float>(2048) + 3, 21, 35));
  transposed<<<1, dim3(16, 4)>>>(Matrix<half>(h, 17, 9), Matrix<half>(h + 1024, 9, 17));
  pitchedRows<<<1, dim3(32, 4)>>>(Pitched{zeros<char>(2048) + 16, 272, 1, {3, 60}});
  return 0;
}
