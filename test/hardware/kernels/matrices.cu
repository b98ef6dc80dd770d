// Matrices of a warp: ldmatrix and stmatrix by inline PTX, fragments of nvcuda::wmma.

#include "support.h"
#include <cuda_fp16.h>
#include <mma.h>

namespace wmma = nvcuda::wmma;

// Two tiles of 16 x 16, of rows of 16 elements (32 bytes: rows 0 and 4 share banks) and of
// 24 (48 bytes: none of 8 rows do).
template <int Width> __global__ void rowsByPtx(unsigned *out, const half *in) {
  __shared__ half tile[16 * Width];
  int lane = threadIdx.x;
  for (int k = 0; k < 8; ++k)
    tile[(lane / 16 + 2 * k) * Width + lane % 16] = in[k * 32 + lane];
  __syncwarp();
  unsigned place =
      static_cast<unsigned>(__cvta_generic_to_shared(&tile[lane % 16 * Width + lane / 16 * 8]));
  unsigned a, b, c, d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(place));
  out[lane] = a;
  out[32 + lane] = b;
  out[64 + lane] = c;
  out[96 + lane] = d;
}

__global__ void transposedRows(unsigned *out, const half *in) {
  __shared__ half tile[8][8];
  int lane = threadIdx.x;
  tile[lane / 8][lane % 8] = in[lane];
  tile[lane / 8 + 4][lane % 8] = in[32 + lane];
  __syncwarp();
  unsigned place = static_cast<unsigned>(__cvta_generic_to_shared(&tile[lane % 8][0]));
  unsigned value;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
               : "=r"(value)
               : "r"(place));
  out[lane] = value;
}

__global__ void storedRows(half *out, const unsigned *in) {
  __shared__ half tile[8][64];
  int lane = threadIdx.x;
  unsigned place = static_cast<unsigned>(__cvta_generic_to_shared(&tile[lane % 8][0]));
  asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(place), "r"(in[lane])
               : "memory");
  __syncwarp();
  for (int k = 0; k < 2; ++k)
    out[k * 32 + lane] = tile[k * 4 + lane / 8][lane % 8];
}

__global__ void multiplied(float *out, const half *a, const half *b) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < 32; k += 16) {
    wmma::load_matrix_sync(left, a + k, 32);
    wmma::load_matrix_sync(right, b + k, 32);
    wmma::mma_sync(sum, left, right, sum);
  }
  wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}

__global__ void multipliedShared(float *out, const half *a) {
  __shared__ half tile[16 * 24];
  __shared__ float result[16 * 20];
  int lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32)
    tile[i / 16 * 24 + i % 16] = a[i];
  __syncwarp();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 1.0f);
  wmma::load_matrix_sync(left, tile, 24);
  wmma::load_matrix_sync(right, tile, 24);
  wmma::mma_sync(sum, left, right, sum);
  wmma::store_matrix_sync(result, sum, 20, wmma::mem_row_major);
  __syncwarp();
  for (int i = lane; i < 256; i += 32)
    out[i] = result[i / 16 * 20 + i % 16];
}

/// Small whole numbers, which halves hold exactly.
static half *halves(int count) {
  half *memory = zeros<half>(count);
  for (int i = 0; i < count; ++i)
    memory[i] = __float2half(float(numberAt(i) % 5));
  return memory;
}

static int valueAt(int i) { return numberAt(i) % 5; }

/// The two elements that a lane has of an 8 x 8 matrix.
static unsigned pairOf(const half *in, int first, int second) {
  unsigned short low, high;
  std::memcpy(&low, &in[first], 2);
  std::memcpy(&high, &in[second], 2);
  return low | unsigned(high) << 16;
}

int main() {
  const half *in = halves(1024);
  unsigned *out = zeros<unsigned>(128);
  auto fourMatrices = [&](int i) {
    int row = i % 32 / 4 + i / 32 % 2 * 8, column = i % 4 * 2 + i / 64 * 8;
    return pairOf(in, row * 16 + column, row * 16 + column + 1);
  };
  rowsByPtx<16><<<1, 32>>>(out, in);
  expect("rowsByPtx<16>", out, 128, fourMatrices);
  rowsByPtx<24><<<1, 32>>>(out, in);
  expect("rowsByPtx<24>", out, 128, fourMatrices);
  transposedRows<<<1, 32>>>(out, in);
  expect("transposedRows", out, 32, [&](int i) {
    int row = i / 4, column = i % 4 * 2;
    return pairOf(in, column * 8 + row, (column + 1) * 8 + row);
  });
  half *stored = zeros<half>(64);
  storedRows<<<1, 32>>>(stored, reinterpret_cast<const unsigned *>(in));
  expectGathered("storedRows", stored, in, 64, [](int i) { return i; });
  float *product = zeros<float>(256);
  multiplied<<<1, 32>>>(product, in, in + 512);
  expect("multiplied", product, 256, [](int i) {
    int sum = 0;
    for (int k = 0; k < 32; ++k)
      sum += valueAt(i / 16 * 32 + k) * valueAt(512 + i % 16 * 32 + k);
    return sum;
  });
  multipliedShared<<<1, 32>>>(product, in);
  expect("multipliedShared", product, 256, [](int i) {
    int sum = 1;
    for (int k = 0; k < 16; ++k)
      sum += valueAt(i / 16 * 16 + k) * valueAt(k * 16 + i % 16);
    return sum;
  });
  return finish();
}
