// Rows that can be made longer in the source: the edits, and that nothing is left to be found.
// RUN: %json --checks=-*,cuda-shared-bank-conflict %s | %python %S/../Inputs/apply_fixes.py %s > %t.cu
// RUN: grep -v CHECK %t.cu | FileCheck %s
// RUN: %cuda-memlint --checks=-*,cuda-shared-bank-conflict %t.cu 2>&1 | FileCheck %s --check-prefix=MENDED
// MENDED: {{^}}0 warnings

#include <cuda_runtime.h>

#define TILE 32
constexpr int Side = 32;

// CHECK-LABEL: void literal(
__global__ void literal(float *out, const float *in) {
  // CHECK: __shared__ float tile[32][33];
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}

// CHECK-LABEL: void macro(
__global__ void macro(float *out, const float *in) {
  // CHECK: __shared__ float tile[TILE][TILE + 1];
  __shared__ float tile[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * TILE + x];
  __syncthreads();
  out[y * TILE + x] = tile[x][y];
}

// Comments stay, a sum binds more than a shift, and each array of a declaration is by itself.
// CHECK-LABEL: void forms(
__global__ void forms(float *out, const float *in) {
  // CHECK: __shared__ float a[Side][ /* x */ Side + 1 /* wide */ ], b[32][(1 << 5) + 1],
  // CHECK-NEXT: c[32][2 * 16 + 1];
  __shared__ float a[Side][ /* x */ Side /* wide */ ], b[32][1 << 5],
      c[32][2 * 16];
  int x = threadIdx.x, y = threadIdx.y;
  a[y][x] = in[y * 32 + x];
  b[y][x] = in[y * 32 + x];
  (c)[(y)][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = a[x][y] + b[x][y] + c[x][y];
}

// An element of the diagonal is in its row, too.
// CHECK-LABEL: void diagonal(
__global__ void diagonal(float *out, const float *in) {
  // CHECK: __shared__ float tile[32][33];
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  float sum = tile[x][y];
  for (int k = 0; k < 32; ++k)
    sum += tile[k][k];
  out[y * 32 + x] = sum;
}

// Within the row according to the launch, the grid, the conditions and the loops.
// CHECK-LABEL: void bounded(
__global__ void bounded(float *out, const float *in, int column, int n) {
  // CHECK: __shared__ float tile[34][35];
  __shared__ float tile[34][34];
  int x = threadIdx.x, y = threadIdx.y;
  for (int c = x; c < 34; c += blockDim.x)
    tile[y][c] = in[y * 34 + c];
  for (int j = 0; j < 32; j += 8)
    tile[y % 8 + j][x] = in[j];
  __syncthreads();
  float sum = tile[x][y] + tile[0][column] + tile[y][blockIdx.x];
  for (int k = 0; k < 34; ++k)
    sum += tile[y][k];
  if (n >= 0 && n < 34)
    sum += tile[y][n];
  out[y * 32 + x] = sum;
}

// A counter that gives both, the row and the place in it.
// CHECK-LABEL: void byCounter(
__global__ void byCounter(float *out, const float *in) {
  // CHECK: __shared__ float tile[32][33];
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  float sum = tile[x][y];
  for (int k = 0; k < 64; ++k)
    sum += tile[k / 2][k % 2 * 16 + x % 16];
  out[y * 32 + x] = sum;
}

// The access is in a macro, the declaration is not.
#define AT(Row, Column) tile[Row][Column]
// CHECK-LABEL: void accessByMacro(
__global__ void accessByMacro(float *out, const float *in) {
  // CHECK: __shared__ float tile[32][33];
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  AT(y, x) = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = AT(x, y);
}

// One edit for both instantiations.
// CHECK-LABEL: void instantiated(
template <typename T, int Rows> __global__ void instantiated(T *out, const T *in) {
  // CHECK: __shared__ T tile[Rows][Rows + 1];
  __shared__ T tile[Rows][Rows];
  // Their type is not known where the template is written.
  decltype(Rows + sizeof(T)) x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * Rows + x];
  __syncthreads();
  out[y * Rows + x] = tile[x][y];
}

// Atomics are for one element, and so is the size of one.
// CHECK-LABEL: void elements(
__global__ void elements(int *out, const int *in) {
  // CHECK: __shared__ int counts[32][33];
  __shared__ int counts[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  counts[y][x] = in[y * 32 + x] * int(sizeof(counts[0][0]));
  __syncthreads();
  atomicAdd(&counts[x][y], in[x]);
  __syncthreads();
  out[y * 32 + x] = counts[y][x];
}

//===--- One dimension -----------------------------------------------------===//

// CHECK-LABEL: void flat(
__global__ void flat(float *out, const float *in) {
  // CHECK: __shared__ float tile[32 * 33];
  __shared__ float tile[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  // CHECK: tile[y * 33 + x] = in[y * 32 + x];
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  // CHECK: out[y * 32 + x] = tile[y + 33 * x];
  out[y * 32 + x] = tile[y + 32 * x];
}

// CHECK-LABEL: void flatMacro(
__global__ void flatMacro(float *out, const float *in) {
  // CHECK: __shared__ float tile[TILE * (TILE + 1)];
  __shared__ float tile[TILE * TILE];
  int x = threadIdx.x, y = threadIdx.y;
  // CHECK: tile[y * (TILE + 1) + x] = in[y * TILE + x];
  tile[y * TILE + x] = in[y * TILE + x];
  __syncthreads();
  // CHECK: out[y * TILE + x] = tile[x * (TILE + 1) + y];
  out[y * TILE + x] = tile[x * TILE + y];
}

// 32 rows get one element more each.
// CHECK-LABEL: void flatNumber(
__global__ void flatNumber(float *out, const float *in) {
  // CHECK: __shared__ float tile[1056];
  __shared__ float tile[1024];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

// CHECK-LABEL: void flatInstantiated(
template <int Rows> __global__ void flatInstantiated(float *out, const float *in) {
  // CHECK: __shared__ float tile[Rows * (Rows + 1)];
  __shared__ float tile[Rows * Rows];
  int x = threadIdx.x, y = threadIdx.y;
  // CHECK: tile[y * (Rows + 1) + x]
  tile[y * Rows + x] = in[y * Rows + x];
  __syncthreads();
  // CHECK: tile[x * (Rows + 1) + y]
  out[y * Rows + x] = tile[x * Rows + y];
}

// Along a diagonal: 16 lanes 64 B apart, in rows of 17 words. 18 words: 68 B, all in banks of
// their own.
// CHECK-LABEL: void alongDiagonals(
__global__ void alongDiagonals(int *out, const int *in) {
  // CHECK: __shared__ int cells[17][18];
  __shared__ int cells[17][17];
  int t = threadIdx.x;
  for (int row = 0; row < 17; ++row)
    cells[row][t] = in[row * 32 + t];
  __syncthreads();
  for (int m = 0; m < 16; ++m) {
    if (t <= m)
      cells[m - t + 1][t + 1] = cells[m - t][t] + 1;
    __syncthreads();
  }
  out[t] = cells[16][t];
}

// A warp for each row: the subscripts are quotient and remainder of one number.
// CHECK-LABEL: void warpPerRow(
__global__ void warpPerRow(float *out, const float *in) {
  // CHECK: __shared__ float tile[32][33];
  __shared__ float tile[32][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  tile[warp][lane] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[lane][warp];
}

void launch(float *out, const float *in, int *numbers, int n) {
  dim3 block(32, 32);
  diagonal<<<1, block>>>(out, in);
  bounded<<<34, block>>>(out, in, 33, n);
  literal<<<1, block>>>(out, in);
  macro<<<1, block>>>(out, in);
  forms<<<1, block>>>(out, in);
  byCounter<<<1, block>>>(out, in);
  accessByMacro<<<1, block>>>(out, in);
  instantiated<float, 32><<<1, block>>>(out, in);
  instantiated<int, 32><<<1, block>>>(numbers, numbers + 1024);
  elements<<<1, block>>>(numbers, numbers + 1024);
  flat<<<1, block>>>(out, in);
  flatMacro<<<1, block>>>(out, in);
  flatNumber<<<1, block>>>(out, in);
  flatInstantiated<32><<<1, block>>>(out, in);
  alongDiagonals<<<1, 16>>>(nullptr, nullptr);
  warpPerRow<<<1, 1024>>>(out, in);
}
