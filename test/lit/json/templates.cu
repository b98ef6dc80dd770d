// RUN: %json %s | %query | FileCheck %s

// Each instantiation is a kernel of its own, with numbers of its own.

#include <cuda_runtime.h>

// 2 x 2 blocks of TILE x TILE threads, read by column.
//   <16, 0>: 8 warps of two rows; words 16*x + y: 8 words in each of 4 banks: 8.
//            32 requests, 256.
//   <32, 0>: 32-way: 128 requests, 4096.
//   <32, 1>: rows of 33: 128.
template <int TILE, int PAD> __global__ void transposeTile(float *out) {
  __shared__ float tile[TILE][TILE + PAD];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  out[y * TILE * 2 + x] = tile[threadIdx.x][threadIdx.y];
  // CHECK: line [[#@LINE-1]]: shared load requests=32 cost=256 ideal=32 worst=8; proved; kernel=transposeTile<16, 0>
  // CHECK: line [[#@LINE-2]]: shared load requests=128 cost=4096 ideal=128 worst=32; proved; kernel=transposeTile<32, 0>
  // CHECK: line [[#@LINE-3]]: shared load requests=128 cost=128 ideal=128 worst=1; proved; kernel=transposeTile<32, 1>
}

// One warp. float, stride 2: 2 wavefronts of 1; double, stride 2: 4 of 2; float, stride
// 3: 1.
template <typename T, int STRIDE> __global__ void strided(T *out) {
  __shared__ T s[32 * STRIDE];
  s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * STRIDE];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=4 ideal=2 worst=4; {{.*}}; kernel=strided<double, 2>
  // CHECK: line [[#@LINE-2]]: shared load requests=1 cost=2 ideal=1 worst=2; proved; kernel=strided<float, 2>
  // CHECK: line [[#@LINE-3]]: shared load requests=1 cost=1 ideal=1 worst=1; proved; kernel=strided<float, 3>
}

// One warp; the branch that is not taken at compile time does not exist.
//   <true>: 128 bytes apart: 32 sectors. <false>: 4.
template <bool BY_COLUMN> __global__ void chosen(float *out, const float *in) {
  if constexpr (BY_COLUMN)
    out[threadIdx.x] = in[threadIdx.x * 32];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=32 ideal=4 worst=32; proved; kernel=chosen<true>
  else
    out[threadIdx.x] = in[threadIdx.x];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved; kernel=chosen<false>
}

template <int TILE, int PAD> static void runTile(float *out) {
  transposeTile<TILE, PAD><<<dim3(2, 2), dim3(TILE, TILE)>>>(out);
}

void launch(float *out, double *outDoubles, const float *in) {
  runTile<16, 0>(out);
  runTile<32, 0>(out);
  runTile<32, 1>(out);
  strided<float, 2><<<1, 32>>>(out);
  strided<float, 3><<<1, 32>>>(out);
  strided<double, 2><<<1, 32>>>(outDoubles);
  chosen<true><<<1, 32>>>(out, in);
  chosen<false><<<1, 32>>>(out, in);
}
