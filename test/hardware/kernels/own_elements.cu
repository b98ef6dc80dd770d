// Each thread writes an element of a tile and reads it back, with no barrier in between, so that
// an optimising compiler need not load what the thread has just written. Where nobody else
// reads the tile, it need not store either, which compilers differ in.
// One block of 32 warps. By column: 1,024 wavefronts against 32, that is 992 too many, for the
// store, and in debug builds again for the load. By row: 32 against 32.

#include "support.h"

__global__ void ownByColumn(float *out) {
  __shared__ float tile[32][32];
  int t = threadIdx.x;
  int column = t / 32, row = t % 32;
  tile[row][column] = 100.0f;
  out[t] = tile[row][column];
}

__global__ void ownByRow(float *out) {
  __shared__ float tile[32][32];
  int t = threadIdx.x;
  int row = t / 32, column = t % 32;
  tile[row][column] = 100.0f;
  out[t] = tile[row][column];
}

// Here one thread reads the others' elements of a diagonal: the stores have to stay.
__global__ void ownByColumnThenOthers(float *out) {
  __shared__ float tile[32][32];
  int t = threadIdx.x;
  int column = t / 32, row = t % 32;
  tile[row][column] = float(t);
  out[t] = tile[row][column];
  __syncthreads();
  if (t < 32)
    out[1024 + t] = tile[t][31 - t];
}

__global__ void ownByRowThenOthers(float *out) {
  __shared__ float tile[32][32];
  int t = threadIdx.x;
  int row = t / 32, column = t % 32;
  tile[row][column] = float(t);
  out[t] = tile[row][column];
  __syncthreads();
  if (t < 32)
    out[1024 + t] = tile[t][31 - t];
}

int main() {
  float *out = zeros<float>(1024 + 32);

  ownByColumn<<<1, 1024>>>(out);
  expect("ownByColumn", out, 1024, [](int) { return 100; });

  std::memset(out, 0, 1024 * sizeof(float));
  ownByRow<<<1, 1024>>>(out);
  expect("ownByRow", out, 1024, [](int) { return 100; });

  // Element (row, column) was written by thread 32 * column + row.
  ownByColumnThenOthers<<<1, 1024>>>(out);
  expect("ownByColumnThenOthers", out, 1024 + 32,
         [](int i) { return i < 1024 ? i : 32 * (31 - (i - 1024)) + (i - 1024); });

  // By thread 32 * row + column.
  ownByRowThenOthers<<<1, 1024>>>(out);
  expect("ownByRowThenOthers", out, 1024 + 32,
         [](int i) { return i < 1024 ? i : 32 * (i - 1024) + 31 - (i - 1024); });

  return finish();
}
