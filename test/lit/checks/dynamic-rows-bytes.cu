// Rows of dynamic shared memory that become shorter or longer: what the launch has to pass is said where it follows from all that
// the kernel keeps in the buffer.
//
// RUN: %cuda-memlint --fail-on=none --checks=-*,cuda-shared-bank-conflict --min-share=0 %s 2>&1 | FileCheck %s

#include <cuda_runtime.h>

// Nothing else is in the buffer: 32 rows lose 3 elements.
// CHECK: 4-way shared memory bank conflict: lanes load `alone[x * 36 + y]`
// CHECK: help: shorten the rows of `alone` from 36 to 33 elements to remove the bank conflicts of both accesses (-384 B dynamic shared memory at the launch)
__global__ void shrinks(float *out, const float *in) {
  extern __shared__ float alone[];
  int x = threadIdx.x, y = threadIdx.y;
  alone[y * 36 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = alone[x * 36 + y];
}

// Results that know no rows need all 8,192 bytes afterwards.
// CHECK: 4-way shared memory bank conflict: lanes load `shared[x * 36 + y]`
// CHECK: help: shorten the rows of `shared` from 36 to 33 elements to remove the bank conflicts of both accesses (the launch keeps its 8,192 B of dynamic shared memory)
__global__ void laterResults(float *out, const float *in) {
  extern __shared__ float shared[];
  int x = threadIdx.x, y = threadIdx.y;
  shared[y * 36 + x] = in[y * 32 + x];
  __syncthreads();
  float sum = shared[x * 36 + y];
  __syncthreads();
  shared[y * 64 + x] = sum;
  shared[y * 64 + x + 32] = -sum;
  __syncthreads();
  out[y * 64 + x] = shared[(31 - y) * 64 + x];
  out[y * 64 + x + 32] = shared[(31 - y) * 64 + x + 32];
}

// What the launch counts on beyond the 32 rows is not seen.
// CHECK: 4-way shared memory bank conflict: lanes load `more[x * 36 + y]`
// CHECK: help: shorten the rows of `more` from 36 to 33 elements to remove the bank conflicts of both accesses (the launch keeps its 8,192 B of dynamic shared memory)
__global__ void moreThanSeen(float *out, const float *in) {
  extern __shared__ float more[];
  int x = threadIdx.x, y = threadIdx.y;
  more[y * 36 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = more[x * 36 + y];
}

// Another array lies behind the rows.
// CHECK: 4-way shared memory bank conflict: lanes load `front[x * 36 + y]`
// CHECK: help: shorten the rows of `front` from 36 to 33 elements to remove the bank conflicts of both accesses (the launch keeps its 8,704 B of dynamic shared memory)
__global__ void inFront(float *out, const float *in) {
  extern __shared__ float front[];
  float *behind = front + 32 * 36;
  int x = threadIdx.x, y = threadIdx.y;
  front[y * 36 + x] = in[y * 32 + x];
  behind[y * 32 + x] = in[y * 32 + x + 1024];
  __syncthreads();
  out[y * 32 + x] = front[x * 36 + y] + behind[(31 - y) * 32 + x];
}

// 32 rows of 33 floats are 4,224 bytes.
// CHECK: 32-way shared memory bank conflict: lanes load `roomy[x * 32 + y]`
// CHECK: help: pad the rows of `roomy` from 32 to 33 elements to remove the bank conflicts of both accesses (fits in the 8,192 B of dynamic shared memory at the launch)
__global__ void hasRoom(float *out, const float *in) {
  extern __shared__ float roomy[];
  int x = threadIdx.x, y = threadIdx.y;
  roomy[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = roomy[x * 32 + y];
}

// The rows end at byte 4,096, with one element more at 4,224, where the other array begins.
// CHECK: 32-way shared memory bank conflict: lanes load `a[x * 32 + y]`
// CHECK: help: pad the rows of `a` from 32 to 33 elements to remove the bank conflicts of both accesses (fits in the 8,320 B of dynamic shared memory at the launch)
__global__ void beforeGap(float *out, const float *in) {
  extern __shared__ float both[];
  float *a = both;
  float *b = both + 32 * 33;
  int x = threadIdx.x, y = threadIdx.y;
  a[y * 32 + x] = in[y * 32 + x];
  b[y * 32 + x] = in[y * 32 + x + 1024];
  __syncthreads();
  out[y * 32 + x] = a[x * 32 + y] + b[(31 - y) * 32 + x];
}

// 31 rows are 124 bytes longer; the doubles behind them stay a multiple of 8 bytes from the start.
// CHECK: shared memory bank conflict: lanes load `rows[x * 32 + y]`
// CHECK: help: pad the rows of `rows` from 32 to 33 elements to remove the bank conflicts of both accesses (+128 B dynamic shared memory at the launch; `sums` behind it moves by 128 B)
__global__ void beforeDoubles(double *out, const float *in) {
  extern __shared__ float rows[];
  double *sums = (double *)(rows + 31 * 32);
  int x = threadIdx.x, y = threadIdx.y;
  if (y < 31)
    rows[y * 32 + x] = in[y * 32 + x];
  sums[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  if (x < 31)
    out[y * 32 + x] = rows[x * 32 + y] + sums[(31 - y) * 32 + x];
}

// The two launches have 32 and 16 rows.
// CHECK: shared memory bank conflict: lanes load `tile[x * 32 + y]`
// CHECK: help: pad the rows of `tile` from 32 to 33 elements to remove the bank conflicts of both accesses (+4 B dynamic shared memory per row)
__global__ void twoLaunches(float *out, const float *in) {
  extern __shared__ float tile[];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  if (x < blockDim.y)
    out[y * 32 + x] = tile[x * 32 + y];
}

void launch(float *out, const float *in, double *sums) {
  shrinks<<<64, dim3(32, 32), 32 * 36 * 4>>>(out, in);
  laterResults<<<64, dim3(32, 32), 8192>>>(out, in);
  moreThanSeen<<<64, dim3(32, 32), 8192>>>(out, in);
  inFront<<<64, dim3(32, 32), 32 * 36 * 4 + 4096>>>(out, in);
  hasRoom<<<64, dim3(32, 32), 8192>>>(out, in);
  beforeGap<<<64, dim3(32, 32), 32 * 33 * 4 + 4096>>>(out, in);
  beforeDoubles<<<64, dim3(32, 32), 31 * 128 + 8192>>>(sums, in);
  twoLaunches<<<64, dim3(32, 32), 4096>>>(out, in);
  twoLaunches<<<64, dim3(32, 16), 2048>>>(out, in);
}
