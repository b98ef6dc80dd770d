// Rows that other code in the source depends on: padding is advised in words, never as an edit.
// RUN: %json --checks=-*,cuda-shared-bank-conflict %s | FileCheck %s --implicit-check-not=replacement
// RUN: %cuda-memlint --each-access --checks=-*,cuda-shared-bank-conflict --fail-on=error --min-share=0 %s 2>&1 | FileCheck %s --check-prefix=TEXT
// CHECK: "fixes": []
// TEXT: pad `tile` to `[32][33]` to remove the bank conflicts of
// TEXT: 26 warnings in 26 of 26 kernels

#include <cuda_runtime.h>

#define COLUMN_OF(Kernel, Declaration, Before)                                                     \
  __global__ void Kernel(float *out, const float *in) {                                            \
    Declaration;                                                                                   \
    int x = threadIdx.x, y = threadIdx.y;                                                          \
    Before;                                                                                        \
    tile[y][x] = in[y * 32 + x];                                                                   \
    __syncthreads();                                                                               \
    out[y * 32 + x] = tile[x][y];                                                                  \
  }

// The declaration is a macro's.
COLUMN_OF(inMacro, __shared__ float tile[32][32], )

__global__ void size(float *out, const float *in) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[(y * 32 + x) % (sizeof(tile) / sizeof(tile[0][0]))];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}

__global__ void pointer(float *out, const float *in) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  float *first = &tile[0][0];
  first[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}

__global__ void rowPointer(float *out, const float *in) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  float *row = tile[y];
  row[x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}

__device__ float columnOf(float (*tile)[32], int x, int y) { return tile[x][y]; }
__global__ void passedOn(float *out, const float *in) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = columnOf(tile, x, y);
}

__global__ void reference(float *out, const float *in) {
  __shared__ float tile[32][32];
  auto &same = tile;
  int x = threadIdx.x, y = threadIdx.y;
  same[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}

__device__ void putAt(float &place, float value) { (&place)[0] = value; }
__global__ void elementByReference(float *out, const float *in) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  putAt(tile[y][x], in[y * 32 + x]);
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}

__global__ void namedElement(float *out, const float *in) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  float &mine = tile[y][x];
  mine = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}

// All elements by the first row.
__global__ void flatInFirstRow(float *out, const float *in) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[0][y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}

// What another configuration compiles is not known.
__global__ void otherCode(float *out, const float *in) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
#ifdef FLAT
  (*tile)[y * 32 + x] = in[y * 32 + x];
#else
  tile[y][x] = in[y * 32 + x];
#endif
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}

typedef float Tile[32][32];
__global__ void namedType(float *out, const float *in) {
  __shared__ Tile tile;
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}

// 48 KiB are as much as a kernel has unasked.
__global__ void full(float *out, const float *in) {
  __shared__ float tile[384][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}

// Within the row only according to the launch: 32 leads to the first element of each row.
__global__ void byPitch(float *out, const float *in, int pitch) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  float sum = tile[x][y];
  for (int row = 0; row < 32; ++row)
    sum += tile[0][row * pitch];
  out[y * 32 + x] = sum;
}

__global__ void byArgument(float *out, const float *in, int n) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y] + tile[0][n];
}

__global__ void byUnknownBound(float *out, const float *in, int n) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  float sum = tile[x][y];
  for (int k = 0; k < n; ++k)
    sum += tile[0][k];
  out[y * 32 + x] = sum;
}

// Each by itself stays in the row.
__global__ void byCounterAndThread(float *out, const float *in) {
  __shared__ float tile[33][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  tile[32][x] = 0;
  __syncthreads();
  float sum = tile[x][y];
  for (int k = 0; k < 32; ++k)
    sum += tile[y][k + x];
  out[y * 32 + x] = sum;
}

__global__ void byData(float *out, const float *in, const int *at) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y] + tile[0][at[blockIdx.x]];
}

__global__ void byBlock(float *out, const float *in) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y] + tile[0][blockIdx.x];
}

//===--- One dimension -----------------------------------------------------===//

// The row is worked out elsewhere.
__global__ void hoisted(float *out, const float *in) {
  __shared__ float tile[32 * 32];
  int x = threadIdx.x, y = threadIdx.y, row = y * 32;
  tile[row + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

// All elements are set in a row.
__global__ void allInARow(float *out, const float *in) {
  __shared__ float tile[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y * 32 + x; i < 32 * 32; i += 1024)
    tile[i] = in[i];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

// By the block's size in one place, by a number in the other.
__global__ void twoNumbers(float *out, const float *in) {
  __shared__ float tile[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * blockDim.x + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

// The number is a macro's that has more.
#define PLACE(Row, Column) ((Row) * 32 + (Column))
__global__ void numberInMacro(float *out, const float *in) {
  __shared__ float tile[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[PLACE(y, x)] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[PLACE(x, y)];
}

// One place before the row, which is the last of the row before.
__global__ void fromBehind(float *out, const float *in) {
  __shared__ float tile[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[(y + 1) * 32 - 1 - x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

// It is called like an atomic, and goes to the next row.
__device__ void atomicAddTwice(float *place, float value) {
  atomicAdd(place, value);
  atomicAdd(place + 32, value);
}
__global__ void calledLikeAnAtomic(float *out, const float *in) {
  __shared__ float tile[33 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = 0;
  tile[32 * 32 + x] = 0;
  __syncthreads();
  atomicAddTwice(&tile[y * 32 + x], in[y * 32 + x]);
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

// An argument is the length of a row.
__global__ void flatByArgument(float *out, const float *in, int n) {
  __shared__ float tile[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y] + tile[n];
}

// A row and the next one, by the subscript of one.
__global__ void twoRows(float *out, const float *in) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  float sum = tile[x][y];
  if (y < 31)
    for (int c = 0; c < 64; ++c)
      sum += tile[y][c];
  out[y * 32 + x] = sum;
}

void launch(float *out, const float *in, const int *at, int n) {
  dim3 block(32, 32);
  inMacro<<<1, block>>>(out, in);
  size<<<1, block>>>(out, in);
  pointer<<<1, block>>>(out, in);
  rowPointer<<<1, block>>>(out, in);
  passedOn<<<1, block>>>(out, in);
  reference<<<1, block>>>(out, in);
  elementByReference<<<1, block>>>(out, in);
  namedElement<<<1, block>>>(out, in);
  flatInFirstRow<<<1, block>>>(out, in);
  otherCode<<<1, block>>>(out, in);
  namedType<<<1, block>>>(out, in);
  full<<<1, block>>>(out, in);
  byPitch<<<1, block>>>(out, in, 32);
  byArgument<<<1, block>>>(out, in, n);
  byUnknownBound<<<1, block>>>(out, in, n);
  byCounterAndThread<<<1, block>>>(out, in);
  byData<<<1, block>>>(out, in, at);
  byBlock<<<1024, block>>>(out, in);
  hoisted<<<1, block>>>(out, in);
  allInARow<<<1, block>>>(out, in);
  twoNumbers<<<1, block>>>(out, in);
  numberInMacro<<<1, block>>>(out, in);
  fromBehind<<<1, block>>>(out, in);
  calledLikeAnAtomic<<<1, block>>>(out, in);
  flatByArgument<<<1, block>>>(out, in, 32);
  twoRows<<<1, block>>>(out, in);
}
